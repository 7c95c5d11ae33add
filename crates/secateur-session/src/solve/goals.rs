//! Proofs by the solver's search: whether a value is at least so much, in one null window.

use super::components::Components;
use super::windows::{LONGEST, LONGEST_HERE, Probed, Windows, is_short, stack};
use crate::goals::further;
use crate::growth::{self, Context, Found, GoalProver, Growth, Listing, ProverTable, SoFar};
use crate::informed::Informed;
use crate::seen::Seen;
use crate::signals::{Limiter, Signals};
use crate::threads::{beside, with_stacks};
use crate::{Request, Tablebase};
use secateur::best::{Answer, End};
use secateur::table::BoundTable;
use secateur::{Bounds, Eval, Halt, Memory, Meter, Score, candidates, result};
use secateur_games::Notation;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The solver as a prover of goals, with a table of bounds, which hold for every goal.
pub(crate) struct BoundProver<G: Notation> {
    bound_table: BoundTable,
    components: Components,
    tablebase: Option<Arc<Tablebase>>,
    so_far: SoFar<G::Move>,
}

impl<G: Notation> BoundProver<G> {
    pub(crate) fn new(request: &Request) -> Self {
        BoundProver {
            bound_table: BoundTable::with_bytes(request.resources.hash),
            components: Components::of(request),
            tablebase: request.control.tablebase.clone(),
            so_far: SoFar::nothing(),
        }
    }
}

impl<G: Notation> GoalProver<G> for BoundProver<G> {
    /// On the stack at hand, which is too short for the longest lines of play: the search then ends, full.
    fn ask(&mut self, cx: &mut Context<'_, G>, root: &G, goal: Score) -> Found<G> {
        if G::CYCLES {
            return Answer { bounds: Bounds::NONE, line: Vec::new(), end: End::Full };
        }
        let too_long = AtomicBool::new(false);
        let windows = Windows {
            components: &self.components,
            bound_table: &self.bound_table,
            limits: &cx.stop,
            too_long: &too_long,
            busy: None,
        };
        let mut probed = None;
        let known = Informed::new(self.components.knowledge::<G>(), self.tablebase.clone());
        windows.open(known, root, LONGEST_HERE, &mut |window| probed = Some(window(goal.prev(), goal)));
        let Some(probed) = probed else { unreachable!("it is called once") };
        cx.watch.nodes += probed.nodes;
        found_by::<G>(probed, goal, &too_long, &self.bound_table)
    }

    fn forget(&mut self) {}

    fn table(&mut self) -> Option<ProverTable<'_>> {
        (!G::CYCLES).then_some(ProverTable::Bounds(&mut self.bound_table))
    }
}

impl<G: Notation> Growth<G> for BoundProver<G>
where
    G::Move: Send,
{
    fn grow(&mut self, cx: &mut Context<'_, G>, root: &G) -> Found<G> {
        let mut so_far = std::mem::replace(&mut self.so_far, SoFar::nothing());
        let found = growth::ask_on(self, &mut so_far, cx, root);
        self.so_far = so_far;
        found
    }

    fn root(&self) -> Seen {
        Seen::default()
    }

    fn list(&self, _: usize, _: u32) -> Option<Listing<G::Move>> {
        None
    }

    fn keep_journal(&mut self) {}

    fn bytes(&self) -> usize {
        0
    }

    fn clear(&mut self) {
        self.bound_table.clear();
        self.so_far = SoFar::nothing();
    }

    fn as_prover(&mut self) -> Option<&mut dyn GoalProver<G>> {
        (!G::CYCLES).then_some(self as &mut dyn GoalProver<G>)
    }
}

/// What a window below a goal has told.
fn found_by<G: Notation>(
    probed: Probed<G::Move>,
    goal: Score,
    too_long: &AtomicBool,
    bound_table: &BoundTable,
) -> Found<G> {
    let (bounds, end) = match probed.answer {
        _ if too_long.load(Ordering::Relaxed) => {
            // What was proven in the last moments was not.
            bound_table.clear();
            (Bounds::NONE, End::Full)
        }
        Ok(score) if score >= goal => (Bounds::at_least(score), End::Settled),
        Ok(score) => (Bounds { lower: -Score::INF, upper: score }, End::Settled),
        Err(halt) => (Bounds::NONE, End::Halted(halt)),
    };
    let line = probed.best.filter(|_| bounds.lower >= goal).into_iter().collect();
    Answer { bounds, line, end }
}

/// The answer to the question whether a position is worth `goal`, found within about `nodes` nodes by the threads of the
/// request, which share what they prove, and the nodes that they opened: none where the table knows a move that is.
pub(crate) fn ask<G: Notation>(
    pos: &G,
    goal: Score,
    (request, signals, nodes): (&Request, Signals<'_>, u64),
    threads: usize,
    bound_table: &BoundTable,
) -> (Found<G>, u64) {
    let components = Components::of(request);
    if let Some(m) = known_move(pos, goal, &components, bound_table) {
        return (Answer { bounds: Bounds::at_least(goal), line: vec![m], end: End::Settled }, 0);
    }
    let (done, spent, too_long) = (AtomicBool::new(false), AtomicU64::new(0), AtomicBool::new(false));
    let shared = threads > 1;
    let signals = Signals { done: Some(&done), nodes: shared.then_some((&spent, nodes)), ..signals };
    let busy = shared.then(Arc::default);
    let ends = Mutex::new(Vec::new());
    let run = |longest| {
        let look = || signals.look().or_else(|| too_long.load(Ordering::Relaxed).then_some(Halt::Interrupt));
        let limits = Limiter::new(if shared { u64::MAX } else { nodes }, &look);
        let windows = Windows {
            components: &components,
            bound_table,
            limits: &limits,
            too_long: &too_long,
            busy: busy.clone(),
        };
        let known = Informed::new(components.knowledge::<G>(), request.control.tablebase.clone());
        windows.open(known, pos, longest, &mut |window| {
            let probed = window(goal.prev(), goal);
            // Whatever ends one ends all.
            let is_first = !done.swap(true, Ordering::Relaxed);
            if let Ok(mut ends) = ends.lock() {
                ends.push((probed, is_first));
            }
        });
    };
    if is_short(pos) || !with_stacks(threads, stack::<G>(), &|_| run(LONGEST)) {
        beside(threads - 1, &|_| run(LONGEST_HERE), &mut || run(LONGEST_HERE));
    }
    let mut ends = ends.into_inner().unwrap_or_default();
    let nodes = ends.iter().map(|(probed, _)| probed.nodes).sum();
    let settled = ends.iter().position(|(probed, _)| probed.answer.is_ok());
    let chosen = settled.or_else(|| ends.iter().position(|(_, is_first)| *is_first));
    let (probed, _) = ends.swap_remove(chosen.expect("one of them is the first to end"));
    (found_by::<G>(probed, goal, &too_long, bound_table), nodes)
}

/// A move that is worth `goal` by the rules, by what the game's knowledge proves, or by what the table holds: the one that is
/// known to be worth most, since what ends sooner has fewer replies to answer (Breakthrough on 4x5: half the certificate).
pub(super) fn known_move<G: Notation>(
    pos: &G,
    goal: Score,
    components: &Components,
    bound_table: &BoundTable,
) -> Option<G::Move> {
    let mut knowledge = components.certain(components.knowledge::<G>(), &NEVER_ASKED);
    let mut table = bound_table.handle();
    let against = further(-goal.prev(), 1);
    let mut upper = |m| {
        let child = pos.child(m);
        result(&child).unwrap_or_else(|| {
            let proven = knowledge.bounds(&child, -Score::INF, Score::INF, &mut Meter::unlimited());
            proven.upper.min(Memory::<G>::peek(&mut table, &child, 0).upper)
        })
    };
    let known = candidates(pos).into_iter().map(|m| (m, upper(m))).filter(|&(_, upper)| upper < against);
    known.min_by_key(|&(_, upper)| upper).map(|(m, _)| m)
}

/// Raised by nothing: no static value is asked for.
static NEVER_ASKED: AtomicBool = AtomicBool::new(false);
