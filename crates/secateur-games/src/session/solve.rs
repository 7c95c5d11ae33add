//! Solving: the value at the end of the game, whatever it takes.

use super::runner::{Look, Own};
use super::{Request, Solver};
use crate::{Notation, Unreadable};
use secateur::drive::{Split, bisection};
use secateur::order::{Candidates, Promise, Ranked};
use secateur::table::{Prefetching, Table};
use secateur::{Bounds, Halt, Limits, Line, Score, Search, Stats, algo};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Deeper than any game is long: solving never runs out of depth.
const TO_THE_END: u32 = 1_000_000;

/// A solved position.
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
            table: Table::with_bytes(request.hash),
            time: request.time,
            nodes: request.nodes.unwrap_or(u64::MAX),
            interrupt: request.interrupt.clone(),
            game: std::marker::PhantomData,
        }
    }

    fn score(&self, pos: &G, stats: &mut Stats) -> Result<(Score, Option<G::Move>), Halt> {
        let never = AtomicBool::new(false);
        let deadline = self.time.map(|time| Instant::now() + time);
        let look = Look { deadline, interrupt: &self.interrupt, done: &never };
        let mut cx = Search::new(G::Knowledge::default())
            .watch((&mut *stats, Line::default()))
            .stop(Limits::new(self.nodes, || look.look()))
            .memory(Prefetching(self.table.solving()))
            .order(Candidates(Ranked::new(Promise)))
            .horizon(Own);
        let mut best = None;
        let mut probe = |alpha: Score, beta: Score| {
            let score = algo::alpha_beta_memory(&mut cx, pos, TO_THE_END, alpha, beta)?;
            if score > alpha {
                best = cx.watch.1.moves().first().copied().or(best);
            }
            Ok(score)
        };
        let score = if !G::OUTCOME_ONLY {
            bisection(Bounds::NONE, Split::TowardsZero, probe)?
        } else if let win @ Score { .. } = probe(Score::DRAW, Score::DRAW + 1)?
            && win > Score::DRAW
        {
            win
        } else {
            probe(Score::DRAW - 1, Score::DRAW)?
        };
        Ok((score, best))
    }
}

impl<G: Notation> Solver for TableSolver<G> {
    fn solve(&mut self, position: &str) -> Result<Option<Solved>, Unreadable> {
        let pos = G::read(position)?;
        let start = Instant::now();
        let mut stats = Stats::default();
        if let Some(score) = pos.outcome() {
            return Ok(Some(Solved {
                value: pos.value(score),
                outcome: super::analyse::word_for(score),
                best: None,
                nodes: 0,
                time: start.elapsed(),
            }));
        }
        let Ok((score, best)) = self.score(&pos, &mut stats) else { return Ok(None) };
        let time = start.elapsed();
        // Where every move loses, none was proven to be worth more than another: any will do.
        let best = best.or_else(|| pos.moves().next());
        Ok(Some(Solved {
            value: pos.value(score),
            outcome: super::analyse::word_for(score),
            best: best.map(|m| pos.write_move(m)),
            nodes: stats.nodes,
            time,
        }))
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
