//! Solving: the value at the end of the game, whatever it takes.

mod components;
mod endgame;
mod from_the_ends;
mod goals;
mod guess;
mod scouts;
mod shared;
mod solution;
mod windows;

pub use components::component_name;
pub(crate) use components::{Components, components};
pub(crate) use endgame::Endgame;
pub(crate) use from_the_ends::FromTheEnds;
pub(crate) use goals::{BoundProver, ask};
pub(crate) use guess::guess;
pub(crate) use scouts::{Scouts, scout_values};
pub use solution::{Solution, Solved, Unsolved};

use crate::checkpoint::{self, Reached, Terms};
use crate::clock::Stopwatch;
use crate::informed::Informed;
use crate::signals::{Limiter, Signals};
use crate::start::Start;
use crate::threads::{beside, with_stacks};
use crate::{Book, Control, Outcome, Request, ResumeError, Solver, Spent, StoppedBy};
use secateur::drive::{MtdStep, mtd, soonest};
use secateur::order::Abdada;
use secateur::table::BoundTable;
use secateur::{Bounds, Halt, Score, legal_moves};
use secateur_games::{Notation, Scale, Unreadable};
use shared::Answers;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
pub(crate) use windows::{LONGEST, LONGEST_HERE, Probed, Windows, is_short, stack};

/// Ends within this many plies are looked for first. In Connect-4 the search for them is all it takes in the
/// opening where there is one, and costs a few per cent where there is none.
const NEAR: u32 = 14;

/// The bounds proven by the windows searched so far.
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

/// The state that threads share besides the table.
struct Common<M> {
    /// A line of play is longer than they can follow: whatever they find from then on proves nothing.
    too_long: AtomicBool,
    /// The marks of busy positions; none for a thread that is alone.
    busy: Option<Arc<Abdada>>,
    answers: Answers<M>,
}

/// Solves with fail-soft alpha-beta and a bound table, in null windows. Games that only know winners and losers
/// are asked just that; others step from answer to answer (MTD), and who wins is asked first.
pub(crate) struct TableSolver<G> {
    game: &'static str,
    bound_table: BoundTable,
    /// The memory for it, and as much again for tables of the game's knowledge.
    bytes: usize,
    time: Option<Duration>,
    nodes: u64,
    threads: usize,
    control: Control,
    components: Components,
    first: Start<G>,
    /// What was spent since the table was last empty.
    spent: Spent,
}

impl<G: Notation> TableSolver<G> {
    /// A solver of positions of the game that begins with `first`.
    pub(crate) fn new(game: &'static str, request: &Request, first: Start<G>) -> Self {
        let components = Components::of(request);
        let bytes = request.resources.hash;
        TableSolver {
            game,
            bound_table: components.table(bytes),
            bytes,
            time: request.limits.time,
            nodes: request.limits.nodes.unwrap_or(u64::MAX),
            threads: request.resources.threads.max(1),
            control: request.control.clone(),
            components,
            first,
            spent: Spent::default(),
        }
    }

    /// What a checkpoint of this position has to agree with.
    fn terms(&self, position: &str) -> Terms {
        Terms { game: self.game.to_owned(), position: position.to_owned(), goal: "solved".into() }
    }

    /// Threads search the same tree, each putting off what another is busy with, and share what they prove.
    fn score(&self, pos: &G, proven: &mut Proven<G::Move>) -> Result<Score, StoppedBy> {
        let start = self.control.clock.start();
        let (done, spent) = (AtomicBool::new(false), AtomicU64::new(0));
        let nodes = (self.threads > 1).then_some((&spent, self.nodes));
        let signals = Signals {
            time: self.time.map(|most| (start, most)),
            done: Some(&done),
            nodes,
            ..Signals::of(&self.control)
        };
        let busy = (self.threads > 1).then(Arc::default);
        let common = Common { too_long: AtomicBool::new(false), busy, answers: Answers::none() };
        let ends = Mutex::new(Vec::new());
        let run = |longest| {
            let mut own = Proven::NOTHING;
            let answer = self.search(&signals, &common, pos, longest, &mut own);
            // Whatever ends one ends all.
            let first = !done.swap(true, Ordering::Relaxed);
            if let Ok(mut ends) = ends.lock() {
                ends.push((answer, own, first));
            }
        };
        if is_short(pos) || !with_stacks(self.threads, stack::<G>(), &|_| run(LONGEST)) {
            beside(self.threads - 1, &|_| run(LONGEST_HERE), &mut || run(LONGEST_HERE));
        }
        let ends = ends.into_inner().unwrap_or_default();
        let nodes = ends.iter().map(|(_, own, _)| own.nodes).sum::<u64>();
        let solved = ends.iter().find(|(answer, ..)| answer.is_ok());
        let chosen = solved.or_else(|| ends.iter().find(|(.., first)| *first));
        let (answer, own, _) = chosen.expect("one of them is the first to end");
        *proven = Proven { nodes, ..own.clone() };
        if common.too_long.into_inner() {
            // What was proven in the last moments was not.
            self.bound_table.clear();
            return Err(StoppedBy::Length);
        }
        answer.map_err(StoppedBy::from)
    }

    /// The work of one thread.
    fn search(
        &self,
        signals: &Signals,
        common: &Common<G::Move>,
        pos: &G,
        longest: u32,
        proven: &mut Proven<G::Move>,
    ) -> Result<Score, Halt> {
        // No window yet: a guess is never moot, since all threads ask the windows that follow from it.
        let asked = AtomicUsize::new(usize::MAX);
        let is_moot =
            || common.answers.has(asked.load(Ordering::Relaxed)) || common.too_long.load(Ordering::Relaxed);
        let look = || signals.look().or_else(|| is_moot().then_some(Halt::Interrupt));
        let limits = Limiter::new(self.nodes, &look);
        let mut guess = Score::DRAW;
        if const { matches!(G::SCALE, Scale::Points) } {
            let answer;
            (answer, proven.nodes) =
                guess::guess(pos, self.components.knowledge::<G>(), &self.components, &limits);
            guess = answer?;
        }
        asked.store(0, Ordering::Relaxed);
        let guessed = proven.nodes;
        let windows = Windows {
            components: &self.components,
            bound_table: &self.bound_table,
            limits: &limits,
            too_long: &common.too_long,
            busy: common.busy.clone(),
        };
        let mut result = Err(Halt::Interrupt);
        let stop = || Signals { nodes: None, ..*signals }.look().is_some();
        let knowledge = self.components.prepared(pos, self.bytes, self.threads, &stop);
        let known = Informed::new(knowledge, self.control.tablebase.clone());
        windows.open(known, pos, longest, &mut |window| {
            result = value(G::SCALE, self.components.near, guess, &mut |alpha, beta| {
                let Probed { answer, best, nodes } = window(alpha, beta);
                if common.too_long.load(Ordering::Relaxed) {
                    return Err(Halt::Interrupt);
                }
                proven.nodes = guessed + nodes;
                let n = asked.load(Ordering::Relaxed);
                let (score, best) = match answer {
                    Ok(score) => common.answers.tell(n, score, best.filter(|_| score > alpha)),
                    Err(halt) => common.answers.get(n).ok_or(halt)?,
                };
                asked.store(n + 1, Ordering::Relaxed);
                if score > alpha {
                    proven.best = best.or(proven.best);
                    proven.bounds.lower = proven.bounds.lower.max(score);
                }
                if score < beta {
                    proven.bounds.upper = proven.bounds.upper.min(score);
                }
                Ok(score)
            });
        });
        result
    }
}

/// The value, by the windows that the game's scale asks for; where near ends are looked for first, by those before.
pub(crate) fn value(
    scale: Scale,
    near: bool,
    guess: Score,
    probe: &mut dyn FnMut(Score, Score) -> Result<Score, Halt>,
) -> Result<Score, Halt> {
    match scale {
        Scale::Winner => match probe(Score::DRAW, Score::DRAW + 1)? {
            win if win > Score::DRAW => Ok(win),
            _ => probe(Score::DRAW - 1, Score::DRAW),
        },
        Scale::Soonest => {
            let near = soonest(Bounds::NONE, if near { NEAR } else { 0 }, &mut *probe)?;
            mtd(Score::DRAW + 1, MtdStep::Guess, |alpha, beta| match near {
                Bounds { lower, .. } if lower >= beta => Ok(lower),
                Bounds { upper, .. } if upper <= alpha => Ok(upper),
                _ => probe(alpha, beta),
            })
        }
        Scale::Points => mtd(guess, MtdStep::Guess, probe),
    }
}

/// The value of a position in which the game is over, or which the book knows.
fn known<G: Notation>(pos: &G, book: Option<&Book>, start: Stopwatch) -> Option<Solution> {
    let over = pos.outcome().map(|score| (None, pos.value(score)));
    let (best, value) = over.or_else(|| book?.best(pos).map(|(best, value)| (Some(best), value)))?;
    let (best, time) = (best.map(|m| pos.write_move(m)), start.elapsed());
    Some(Solution::Solved(Solved { value, outcome: Outcome::of(value), best, nodes: 0, time }))
}

impl<G: Notation> Solver for TableSolver<G> {
    fn solve(&mut self, position: &str) -> Result<Solution, Unreadable> {
        let pos = self.first.read(position)?;
        let start = self.control.clock.start();
        if let Some(known) = known(&pos, self.control.book.as_deref(), start) {
            return Ok(known);
        }
        let mut proven = Proven::NOTHING;
        let score = self.score(&pos, &mut proven);
        let (nodes, time) = (proven.nodes, start.elapsed());
        self.spent.nodes += nodes;
        self.spent.time += time;
        let best = proven.best.map(|m| pos.write_move(m));
        Ok(match score {
            Ok(score) => Solution::Solved(Solved {
                value: pos.value(score),
                outcome: Outcome::of(score.get()),
                // Where every move loses, none was proven to be worth more than another: any will do.
                best: best.or_else(|| legal_moves(&pos).first().map(|&m| pos.write_move(m))),
                nodes,
                time,
            }),
            Err(stopped_by) => {
                let known = |score: Score| (score.get().abs() < Score::INF.get()).then(|| pos.value(score));
                let (at_least, at_most) = (known(proven.bounds.lower), known(proven.bounds.upper));
                Solution::Unsolved(Unsolved { at_least, at_most, best, nodes, time, stopped_by })
            }
        })
    }

    fn set_time(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    fn save(&mut self, position: &str, out: &mut dyn Write) -> io::Result<()> {
        let Spent { nodes, time } = self.spent;
        let reached = Reached { nodes, ms: time.as_millis() as u64, bounds: Bounds::NONE };
        checkpoint::save(out, &self.terms(position), &reached, &self.bound_table)
    }

    fn resume(&mut self, position: &str, input: &mut dyn BufRead) -> Result<Spent, ResumeError> {
        let terms = self.terms(position);
        let Reached { nodes, ms, .. } = checkpoint::load(input, &terms, &mut self.bound_table)?;
        self.spent = Spent { nodes, time: Duration::from_millis(ms) };
        Ok(self.spent)
    }

    fn clear(&mut self) {
        self.bound_table.clear();
        self.spent = Spent::default();
    }
}
