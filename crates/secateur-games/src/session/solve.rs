//! Solving: the value at the end of the game, whatever it takes.

use super::runner::{Look, Own};
use super::{Request, Solver, StoppedBy};
use crate::{Notation, Unreadable};
use secateur::drive::{Split, bisection};
use secateur::order::{Candidates, Promise, Ranked};
use secateur::table::Table;
use secateur::{Bounds, Halt, Limits, Line, Score, Search, Stats, algo};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Deeper than any game is long: solving never runs out of depth.
const TO_THE_END: u32 = 1_000_000;

/// A solved position.
///
/// ```
/// use secateur_games::{session::Request, standard};
///
/// let game = standard().find("connect4-5x4").unwrap().open();
/// let mut solver = game.solver(&Request { hash: 1 << 20, ..Request::default() });
/// let solved = solver.solve("3344").unwrap().unwrap();
/// assert_eq!((solved.outcome, solved.value), ("win", 7)); // with six stones left to X
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The exact value on the game's own scale, for the side to move.
    pub value: i32,
    /// `win`, `loss` or `draw` for the side to move.
    pub outcome: &'static str,
    /// A move that is worth the value; none if the game is over.
    pub best: Option<String>,
    /// Nodes opened.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// What is known of a position when a limit or an interrupt came before its value.
///
/// ```
/// use secateur_games::{session::{Request, StoppedBy}, standard};
///
/// let game = standard().find("connect4").unwrap().open();
/// let mut solver = game.solver(&Request { hash: 1 << 20, nodes: Some(1_000), ..Request::default() });
/// let unsolved = solver.solve("").unwrap().unwrap_err();
/// assert_eq!((unsolved.nodes, unsolved.stopped_by), (1_000, StoppedBy::Nodes));
/// assert_eq!((unsolved.at_least, unsolved.at_most), (None, None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsolved {
    /// The value is at least this, on the game's own scale, for the side to move; none if that is open.
    pub at_least: Option<i32>,
    /// The value is at most this; none if that is open.
    pub at_most: Option<i32>,
    /// A move that is worth `at_least`, if one was found.
    pub best: Option<String>,
    /// Nodes opened.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// What came first.
    pub stopped_by: StoppedBy,
}

/// What the windows searched so far prove.
struct Proven<M> {
    bounds: Bounds,
    /// A move that is worth the lower bound.
    best: Option<M>,
}

/// Solves with fail-soft alpha-beta and a table, in null windows. Games that only know winners and losers
/// are asked just that; others are bisected, who wins first.
pub(super) struct TableSolver<G> {
    table: Table,
    time: Option<Duration>,
    nodes: u64,
    interrupt: Arc<AtomicBool>,
    game: std::marker::PhantomData<fn(G)>,
}

impl<G: Notation> TableSolver<G> {
    pub(super) fn new(request: &Request) -> Self {
        TableSolver {
            table: request.table(),
            time: request.time,
            nodes: request.nodes.unwrap_or(u64::MAX),
            interrupt: request.interrupt.clone(),
            game: std::marker::PhantomData,
        }
    }

    fn score(&self, pos: &G, stats: &mut Stats, proven: &mut Proven<G::Move>) -> Result<Score, Halt> {
        let never = AtomicBool::new(false);
        let deadline = self.time.map(|time| Instant::now() + time);
        let look = Look { deadline, interrupt: &self.interrupt, done: &never };
        let mut cx = Search::new(G::Knowledge::default())
            .watch((&mut *stats, Line::default()))
            .stop(Limits::new(self.nodes, || look.look()))
            .memory(self.table.solving())
            .order(Candidates(Ranked::new(Promise)))
            .horizon(Own);
        let mut probe = |alpha: Score, beta: Score| {
            let score = algo::alpha_beta_memory(&mut cx, pos, TO_THE_END, alpha, beta)?;
            if score > alpha {
                proven.best = cx.watch.1.moves().first().copied().or(proven.best);
                proven.bounds.lower = proven.bounds.lower.max(score);
            }
            if score < beta {
                proven.bounds.upper = proven.bounds.upper.min(score);
            }
            Ok(score)
        };
        if !G::OUTCOME_ONLY {
            return bisection(Bounds::NONE, Split::TowardsZero, probe);
        }
        let score = probe(Score::DRAW, Score::DRAW + 1)?;
        if score > Score::DRAW { Ok(score) } else { probe(Score::DRAW - 1, Score::DRAW) }
    }
}

impl<G: Notation> Solver for TableSolver<G> {
    fn solve(&mut self, position: &str) -> Result<Result<Solved, Unsolved>, Unreadable> {
        let pos = G::read(position)?;
        let start = Instant::now();
        let mut stats = Stats::default();
        if let Some(score) = pos.outcome() {
            return Ok(Ok(Solved {
                value: pos.value(score),
                outcome: super::analyse::word_for(score),
                best: None,
                nodes: 0,
                time: start.elapsed(),
            }));
        }
        let mut proven = Proven { bounds: Bounds::NONE, best: None };
        let score = self.score(&pos, &mut stats, &mut proven);
        let (nodes, time) = (stats.nodes, start.elapsed());
        let best = proven.best.map(|m| pos.write_move(m));
        Ok(match score {
            Ok(score) => Ok(Solved {
                value: pos.value(score),
                outcome: super::analyse::word_for(score),
                // Where every move loses, none was proven to be worth more than another: any will do.
                best: best.or_else(|| pos.moves().next().map(|m| pos.write_move(m))),
                nodes,
                time,
            }),
            Err(halt) => {
                let known = |score: Score| (score.get().abs() < Score::INF.get()).then(|| pos.value(score));
                let (at_least, at_most) = (known(proven.bounds.lower), known(proven.bounds.upper));
                Err(Unsolved { at_least, at_most, best, nodes, time, stopped_by: halt.into() })
            }
        })
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
