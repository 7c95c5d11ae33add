//! Solving: the value at the end of the game, whatever it takes.

mod components;
mod shared;

pub(crate) use components::components;

use crate::runner::GameHorizon;
use crate::signals::Signals;
use crate::threads::beside;
use crate::{Book, Clock, Outcome, Request, Solver, StoppedBy};
use components::Components;
use secateur::drive::{MtdStep, mtd, soonest};
use secateur::order::{Abdada, ChildProbe, HintFirst, RelativeHistory, Scouted, Shallow};
use secateur::table::{BoundTable, Prefetching, SkipTrivial, Table};
use secateur::{Bounds, Game, Halt, Limiter, Score, Search, Stats, Step, Watch, algo};
use secateur_games::{Notation, Scale, Unreadable};
use shared::Answers;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Deeper than any game is long: solving never runs out of depth.
const TO_THE_END: u32 = 1_000_000;

/// Ends within so many plies are looked for first. In Connect-4 the search for them is all it takes in the
/// opening where there is one, and costs a few per cent where there is none.
const NEAR: u32 = 14;

/// Nodes with more plies left than this are ordered by a shallow search, one ply deeper for each so many plies.
const SCOUTED: u32 = 13;
const DEEPER_EVERY: u32 = 2;
/// Those searches remember in so many bytes, which caches hold, if not the nearest.
const SCOUTS_TABLE: usize = 1 << 20;

/// Threads put off what others are busy with while so many plies are left at least, or, where a game does not say
/// how many are, so many plies from the root: below, the marks cost more than they save.
const SHARED_LEFT: u32 = 12;
const SHARED_PLIES: u32 = 10;

/// Games that count points are first guessed at by a search so deep.
const GUESSED: u32 = 4;

/// A solved position.
///
/// ```
/// use secateur_session::{Outcome, Request};
/// use secateur_standard::standard;
///
/// let game = standard().find("connect4-5x4").unwrap().open();
/// let mut solver = game.solver(&Request::default().hash(1 << 20));
/// let solved = solver.solve("3344").unwrap().solved().unwrap();
/// assert_eq!((solved.outcome, solved.value), (Outcome::Win, 7)); // with six stones left to X
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The exact value on the game's own scale, for the side to move.
    pub value: i32,
    /// How the game ends for the side to move.
    pub outcome: Outcome,
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
/// use secateur_session::{Request, StoppedBy};
/// use secateur_standard::standard;
///
/// let game = standard().find("connect4").unwrap().open();
/// let mut solver = game.solver(&Request::default().hash(1 << 20).nodes(1_000));
/// let unsolved = solver.solve("").unwrap().unsolved().unwrap();
/// assert_eq!((unsolved.nodes, unsolved.stopped_by), (1_000, StoppedBy::Nodes));
/// assert_eq!((unsolved.at_least, unsolved.at_most), (Some(-17), Some(17))); // no win with a side's fourth stone
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

/// What came of solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// The exact value.
    Solved(Solved),
    /// What is known instead, a limit or an interrupt having come first.
    Unsolved(Unsolved),
}

impl Solution {
    /// The exact value, if it was found.
    pub fn solved(self) -> Option<Solved> {
        match self {
            Solution::Solved(solved) => Some(solved),
            Solution::Unsolved(_) => None,
        }
    }

    /// What is known instead, if it was not.
    pub fn unsolved(self) -> Option<Unsolved> {
        match self {
            Solution::Solved(_) => None,
            Solution::Unsolved(unsolved) => Some(unsolved),
        }
    }
}

/// What the windows searched so far prove.
#[derive(Clone)]
struct Proven<M> {
    bounds: Bounds,
    /// A move that is worth the lower bound.
    best: Option<M>,
    nodes: u64,
}

impl<M> Proven<M> {
    const NOTHING: Self = Proven { bounds: Bounds::NONE, best: None, nodes: 0 };
}

/// What threads have in common besides the table.
struct Common<M> {
    /// None for a thread that is alone.
    busy: Option<Arc<Abdada>>,
    answers: Answers<M>,
}

/// Sees only which move raised alpha at the root, since a whole line costs more than it tells here, and counts.
struct AtRoot<M> {
    alpha: Score,
    best: Option<M>,
    nodes: u64,
}

impl<G: Game> Watch<G> for AtRoot<G::Move> {
    #[inline(always)]
    fn enter(&mut self, _: &G, ply: u32, _: u32, alpha: Score, _: Score) {
        self.nodes += 1;
        if ply == 0 {
            self.alpha = alpha;
        }
    }

    #[inline(always)]
    fn within(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    #[inline(always)]
    fn ascend(&mut self, ply: u32, step: Step<G::Move>, score: Option<Score>) {
        if let (0, Step::Move(m), Some(score)) = (ply, step, score)
            && score > self.alpha
        {
            (self.alpha, self.best) = (score, Some(m));
        }
    }
}

/// Solves with fail-soft alpha-beta and a ledger, in null windows. Games that only know winners and losers
/// are asked just that; others step from answer to answer (MTD), and who wins is asked first.
pub(crate) struct TableSolver<G> {
    bound_table: BoundTable,
    time: Option<Duration>,
    nodes: u64,
    threads: usize,
    interrupt: Arc<AtomicBool>,
    clock: Clock,
    components: Components,
    book: Option<Arc<Book>>,
    game: std::marker::PhantomData<fn(G)>,
}

impl<G: Notation> TableSolver<G> {
    pub(crate) fn new(request: &Request) -> Self {
        let components = Components::without(&request.method.without);
        let bytes = request.resources.hash;
        TableSolver {
            bound_table: if components.small {
                BoundTable::near_first(bytes)
            } else {
                BoundTable::with_bytes(bytes)
            },
            time: request.limits.time,
            nodes: request.limits.nodes.unwrap_or(u64::MAX),
            threads: request.resources.threads.max(1),
            interrupt: request.control.interrupt.clone(),
            clock: request.control.clock,
            components,
            book: request.control.book.clone(),
            game: std::marker::PhantomData,
        }
    }

    /// Threads search the same tree, each putting off what another is busy with, and share what they prove.
    fn score(&self, pos: &G, proven: &mut Proven<G::Move>) -> Result<Score, Halt> {
        let start = self.clock.start();
        let (done, spent) = (AtomicBool::new(false), AtomicU64::new(0));
        let nodes = (self.threads > 1).then_some((&spent, self.nodes));
        let signals = Signals {
            time: self.time.map(|most| (start, most)),
            done: Some(&done),
            nodes,
            ..Signals::interrupt(&self.interrupt)
        };
        let busy = (self.threads > 1).then(Arc::default);
        let common = Common { busy, answers: Answers::none() };
        if self.threads == 1 {
            return self.search(&signals, &common, pos, proven);
        }
        let run = || {
            let mut own = Proven::NOTHING;
            let answer = self.search(&signals, &common, pos, &mut own);
            // Whatever ends one ends all.
            let first = !done.swap(true, Ordering::Relaxed);
            (answer, own, first)
        };
        let ends = Mutex::new(Vec::new());
        let run = |_| {
            let end = run();
            if let Ok(mut ends) = ends.lock() {
                ends.push(end);
            }
        };
        beside(self.threads - 1, &run, &mut || run(0));
        let ends = ends.into_inner().unwrap_or_default();
        let nodes = ends.iter().map(|(_, own, _)| own.nodes).sum::<u64>();
        let solved = ends.iter().find(|(answer, ..)| answer.is_ok());
        let chosen = solved.or_else(|| ends.iter().find(|(.., first)| *first));
        let (answer, own, _) = chosen.expect("one of them is the first to end");
        *proven = Proven { nodes, ..own.clone() };
        *answer
    }

    /// What one thread does.
    fn search(
        &self,
        signals: &Signals,
        common: &Common<G::Move>,
        pos: &G,
        proven: &mut Proven<G::Move>,
    ) -> Result<Score, Halt> {
        let components = &self.components;
        let left = pos.plies_left().filter(|_| components.scouts).unwrap_or(0);
        let knowledge = components.knowledge::<G>();
        let scouts = left.saturating_sub(SCOUTED);
        let table = Table::with_bytes(if scouts > 0 { SCOUTS_TABLE } else { 0 });
        let asked = Cell::new(0);
        let look = || signals.look().or(common.answers.has(asked.get()).then_some(Halt::Interrupt));
        // One limit for all that is searched here.
        let limits = Limiter::new(self.nodes, look);
        let shallow = Shallow::new(knowledge, 2, scouts)
            .stop(&limits)
            .deeper_every(DEEPER_EVERY)
            .memory(Prefetching(table.exact()))
            .order(HintFirst);
        let rank = Scouted { shallow, rest: components.rank(RelativeHistory::new()) };
        let mut order = ChildProbe::new(self.bound_table.handle().fetching(), rank);
        order.asks = components.child_probe;
        let shared_plies = pos.plies_left().map_or(SHARED_PLIES, |left| left.saturating_sub(SHARED_LEFT));
        order.shared = common.busy.clone().map(|busy| (busy, shared_plies));
        let mut cx = Search::new(components.certainties::<G>())
            .watch(AtRoot { alpha: Score::DRAW, best: None, nodes: 0 })
            .stop(&limits)
            .memory(SkipTrivial(self.bound_table.handle()))
            .order(order)
            .horizon(GameHorizon);
        let mut guess = Score::DRAW;
        if G::SCALE == Scale::Points {
            let mut cx = Search::new(components.knowledge::<G>()).watch(Stats::default()).stop(&limits);
            let answer = algo::alpha_beta(&mut cx, pos, GUESSED, -Score::INF, Score::INF);
            proven.nodes = cx.watch.nodes;
            guess = answer?;
        }
        let guessed = proven.nodes;
        let mut probe = |alpha: Score, beta: Score| {
            let answer = algo::alpha_beta_memory(&mut cx, pos, TO_THE_END, alpha, beta);
            proven.nodes = guessed + cx.watch.nodes + cx.order.rank.shallow.cost().nodes;
            let n = asked.get();
            let (score, best) = match answer {
                Ok(score) => common.answers.tell(n, score, cx.watch.best.filter(|_| score > alpha)),
                Err(halt) => common.answers.get(n).ok_or(halt)?,
            };
            asked.set(n + 1);
            if score > alpha {
                proven.best = best.or(proven.best);
                proven.bounds.lower = proven.bounds.lower.max(score);
            }
            if score < beta {
                proven.bounds.upper = proven.bounds.upper.min(score);
            }
            Ok(score)
        };
        match G::SCALE {
            Scale::Winner => match probe(Score::DRAW, Score::DRAW + 1)? {
                win if win > Score::DRAW => Ok(win),
                _ => probe(Score::DRAW - 1, Score::DRAW),
            },
            Scale::Soonest => {
                let near = soonest(Bounds::NONE, if components.near { NEAR } else { 0 }, &mut probe)?;
                mtd(Score::DRAW + 1, MtdStep::Guess, |alpha, beta| match near {
                    Bounds { lower, .. } if lower >= beta => Ok(lower),
                    Bounds { upper, .. } if upper <= alpha => Ok(upper),
                    _ => probe(alpha, beta),
                })
            }
            Scale::Points => mtd(guess, MtdStep::Guess, probe),
        }
    }
}

impl<G: Notation> Solver for TableSolver<G> {
    fn solve(&mut self, position: &str) -> Result<Solution, Unreadable> {
        let pos = G::read(position)?;
        let start = self.clock.start();
        if let Some(score) = pos.outcome() {
            return Ok(Solution::Solved(Solved {
                value: pos.value(score),
                outcome: Outcome::of(score.get()),
                best: None,
                nodes: 0,
                time: start.elapsed(),
            }));
        }
        if let Some((best, value)) = self.book.as_ref().and_then(|book| book.best(&pos)) {
            return Ok(Solution::Solved(Solved {
                value,
                outcome: Outcome::of(value),
                best: Some(pos.write_move(best)),
                nodes: 0,
                time: start.elapsed(),
            }));
        }
        let mut proven = Proven::NOTHING;
        let score = self.score(&pos, &mut proven);
        let (nodes, time) = (proven.nodes, start.elapsed());
        let best = proven.best.map(|m| pos.write_move(m));
        Ok(match score {
            Ok(score) => Solution::Solved(Solved {
                value: pos.value(score),
                outcome: Outcome::of(score.get()),
                // Where every move loses, none was proven to be worth more than another: any will do.
                best: best.or_else(|| pos.moves().next().map(|m| pos.write_move(m))),
                nodes,
                time,
            }),
            Err(halt) => {
                let known = |score: Score| (score.get().abs() < Score::INF.get()).then(|| pos.value(score));
                let (at_least, at_most) = (known(proven.bounds.lower), known(proven.bounds.upper));
                Solution::Unsolved(Unsolved { at_least, at_most, best, nodes, time, stopped_by: halt.into() })
            }
        })
    }

    fn clear(&mut self) {
        self.bound_table.clear();
    }
}
