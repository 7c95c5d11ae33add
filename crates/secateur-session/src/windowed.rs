//! Searches of windows: iterative deepening with a page, or a driver over one, within limits; and play from the table
//! that such a search has filled.

use crate::answer::{Answer, StoppedBy, Task};
use crate::runner::{Counted, Found, complete, context, iteration};
use crate::searcher::Searcher;
use crate::signals::Signals;
use crate::threads::beside;
use crate::{Algorithm, Request};
use secateur::order::Abdada;
use secateur::table::Table;
use secateur::{History, MoveOf, Repetition, Score, Stats, algo, drive, legal_moves, result};
use secateur_games::Notation;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The greatest depth of a search: the table cannot distinguish greater ones.
pub(crate) const MAX_DEPTH: u32 = 250;

/// A table, and the search that filled it.
pub(crate) struct Windowed {
    table: Table,
    /// The size that was asked for, in bytes.
    bytes: usize,
    /// The depth of the search that filled it, in plies from where the game then stood.
    depth: u32,
    /// The moves that had been played then.
    played: usize,
    /// Whether no search has used it yet.
    is_new: bool,
}

impl Windowed {
    pub(crate) fn new(request: &Request) -> Self {
        Windowed { table: request.table(), bytes: request.resources.hash, depth: 0, played: 0, is_new: true }
    }

    /// The path from where the search that filled the table began.
    fn path<G: Notation>(&self, task: &Task<'_, G>) -> Repetition {
        let Some((root, later)) = task.past[self.played..].split_first() else { return task.path() };
        let mut path = Repetition::exact_after(&task.past[..self.played], root);
        if G::CYCLES {
            let mut parent = root;
            for child in later.iter().chain([task.pos]) {
                let m = parent.moves().find(|&m| parent.child(m).identity() == child.identity());
                path.push(parent, m, child);
                parent = child;
            }
        }
        path
    }

    /// Plays straight from the table, as far as it goes; none if that knows nothing here.
    fn reflex<G: Notation>(&self, task: &Task<'_, G>) -> Option<Answer> {
        let since = u32::try_from(task.past.len().checked_sub(self.played)?).ok()?;
        let left = self.depth.checked_sub(since).filter(|&left| left > 0)?;
        let best = algo::reflex(&mut self.table.exact(), &mut self.path(task), task.pos, left)?;
        let mut answer = task.empty();
        answer.begin_with(task.pos, Some(best));
        answer.stopped_by = StoppedBy::Depth;
        answer.hash_full_permille = self.table.hash_full_permille();
        answer.set_time(task.start);
        Some(answer)
    }
}

impl<G: Notation> Searcher<G> for Windowed {
    fn suits(&self, request: &Request) -> bool {
        self.bytes == request.resources.hash && self.table.config() == request.method.settings.table
    }

    fn analyse(&mut self, task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) -> Answer {
        if !task.request.method.algorithm.searches() {
            // Where the table knows nothing, it is filled first, and the answer says by what: open windows leave the most
            // moves behind.
            let fills = Algorithm::named("alpha-beta-memory").expect("the list has it");
            let request = task.request.clone().algorithm(fills);
            return self
                .reflex(task)
                .unwrap_or_else(|| self.analyse(&Task { request: &request, ..*task }, report));
        }
        if !self.is_new {
            self.table.clear();
        }
        let answer = analyse(task, &self.table, report);
        (self.depth, self.played, self.is_new) = (answer.depth, task.past.len(), false);
        answer
    }

    fn clear(&mut self) {
        if !self.is_new {
            self.table.clear();
        }
    }

    fn touch(&mut self) {
        self.table.touch();
    }

    /// At once to the depth, or through all depths up to it. Drivers that start from a guess are
    /// given the value of their own search two plies less deep, which counts as well.
    fn measure(&mut self, pos: &G, depth: u32, deepen: bool, request: &Request) -> (Option<Score>, Stats) {
        self.is_new = false;
        let signals = Signals::of(&request.control);
        let look = || signals.look();
        let mut cx = context::<G>(&self.table, request, u64::MAX, &look, Repetition::exact(pos));
        let guesses = request.method.algorithm.driver().is_some_and(|driver| driver.guesses);
        let first = match deepen {
            true => 1,
            false if guesses && depth > 2 => depth - 2,
            false => depth,
        };
        let search = |depth, last: Option<drive::Iteration>| {
            iteration(&mut cx, request, pos, depth, last.map(|i| i.score)).map(|found| found.score)
        };
        let depths = (first..=depth).step_by(if deepen { 1 } else { 2 });
        let (last, _) = drive::deepening(depths, search, |_| true);
        (last.filter(|last| last.depth == depth).map(|last| last.score), cx.watch.0)
    }

    fn forget(&mut self) {
        self.depth = 0;
    }
}

/// Searches the position with an empty table.
fn analyse<G: Notation>(task: &Task<'_, G>, table: &Table, report: &mut dyn FnMut(&Answer)) -> Answer {
    let (pos, request, mut answer) = (task.pos, task.request, task.empty());
    if let Some(score) = result(pos) {
        answer.set_value(pos, score, true);
        return answer;
    }
    let (done, spent) = (AtomicBool::new(false), AtomicU64::new(0));
    let signals = Signals {
        time: request.most_time().map(|most| (task.start, most)),
        nodes: request.shared_nodes(&spent),
        ..Signals::of(&request.control)
    };
    let helping = Signals { done: Some(&done), ..signals };
    let helped = Mutex::new(Stats::default());
    let helpers = request.resources.threads.max(1) - 1;
    let busy = (request.method.settings.abdada && helpers > 0).then(Arc::default);
    let help = |n| {
        let stats = help(task, table, n as u32, busy.clone(), helping);
        if let Ok(mut helped) = helped.lock() {
            *helped += stats;
        }
    };
    beside(helpers, &help, &mut || {
        search(&mut answer, task, table, busy.clone(), signals, report);
        done.store(true, Ordering::Relaxed);
    });
    let helped = helped.into_inner().unwrap_or_default();
    answer.nodes += helped.nodes;
    answer.leaves += helped.leaves;
    answer.set_time(task.start);
    answer
}

/// The main thread: deepens, reports, and fills in the answer.
fn search<G: Notation>(
    answer: &mut Answer,
    task: &Task<'_, G>,
    table: &Table,
    busy: Option<Arc<Abdada>>,
    signals: Signals<'_>,
    report: &mut dyn FnMut(&Answer),
) {
    let (pos, request) = (task.pos, task.request);
    answer.begin_with(pos, legal_moves(pos).first().copied());
    let look = || signals.look();
    let most = request.limits.nodes.unwrap_or(u64::MAX);
    let mut cx = context::<G>(table, request, most, &look, task.path());
    cx.order.shared = busy.map(|busy| (busy, 0));
    answer.stopped_by = deepen(&mut cx, pos, table, request, &mut |cx, iteration| {
        answer.completing += iteration.completing;
        fill(answer, task, &iteration);
        answer.set_counts(&cx.watch.0, table);
        answer.set_time(task.start);
        answer.stopped_by = if iteration.solved { StoppedBy::Solved } else { StoppedBy::Depth };
        report(answer);
    });
    answer.set_counts(&cx.watch.0, table);
}

/// A finished iteration.
pub(crate) struct Iteration<M> {
    pub(crate) depth: u32,
    pub(crate) found: Found<M>,
    /// Whether nothing deeper can matter.
    pub(crate) solved: bool,
    /// The nodes that only completed its line.
    pub(crate) completing: u64,
}

/// Searches deeper and deeper with an empty table, and returns why it ended. `report` is called with each finished
/// iteration.
pub(crate) fn deepen<C: Counted>(
    cx: &mut C,
    pos: &C::Game,
    table: &Table,
    request: &Request,
    report: &mut dyn FnMut(&mut C, Iteration<MoveOf<C>>),
) -> StoppedBy {
    let algorithm = request.method.algorithm;
    let mut horizon = 0;
    let mut guess = None;
    let depths = depths(request);
    let first_depth = *depths.start();
    for depth in depths {
        let mut found = match iteration(cx, request, pos, depth, guess) {
            Ok(found) => found,
            Err(halt) => return halt.into(),
        };
        // Nothing deeper can matter once the end is within the depth, or no leaf was cut off by it.
        let within = found.score.plies_to_end().is_some_and(|plies| plies <= depth);
        let mut solved = algorithm.is_exact() && (within || cx.stats().horizon == horizon);
        if solved
            && !within
            && algorithm.has_memory()
            && (depth > first_depth || request.resources.threads > 1)
        {
            // Answers from the table may hide such leaves of an earlier iteration, or of another thread: look again without.
            solved = request.resources.threads == 1 && {
                table.clear();
                iteration(cx, request, pos, depth, guess).is_ok() && cx.stats().horizon == horizon
            };
        }
        let searched = cx.stats().nodes;
        complete(cx, request, pos, depth, &mut found);
        let completing = cx.stats().nodes - searched;
        horizon = cx.stats().horizon;
        guess = Some(found.score);
        report(cx, Iteration { depth, found, solved, completing });
        if solved {
            return StoppedBy::Solved;
        }
    }
    StoppedBy::Depth
}

/// The depths of a request, from the first to the last.
fn depths(request: &Request) -> RangeInclusive<u32> {
    let asked = request.limits.depth;
    let last = asked.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let at_once = !request.method.settings.deepening && asked.is_some();
    if at_once { last..=last } else { 1..=last }
}

/// Puts the result of an iteration into the answer.
fn fill<G: Notation>(answer: &mut Answer, task: &Task<'_, G>, iteration: &Iteration<G::Move>) {
    answer.set_value(task.pos, iteration.found.score, iteration.solved);
    answer.depth = iteration.depth;
    answer.set_line(task.pos, &iteration.found.line);
    // An MTD search may prove a lost value without any probe failing high: then every move is worth it.
    answer.best = answer.pv.first().cloned().or(answer.best.take());
}

/// A helping thread: the same search for what it leaves in the table, either of the same tree, where what others are busy
/// with is put off, or each one starting at another depth.
fn help<G: Notation>(
    task: &Task<'_, G>,
    table: &Table,
    n: u32,
    busy: Option<Arc<Abdada>>,
    signals: Signals<'_>,
) -> Stats {
    let (pos, request) = (task.pos, task.request);
    let look = || signals.look();
    let mut cx = context::<G>(table, request, u64::MAX, &look, task.path());
    let depths = if busy.is_some() { depths(request) } else { 1 + n % 2..=MAX_DEPTH };
    cx.order.shared = busy.map(|busy| (busy, 0));
    let search = |depth, last: Option<drive::Iteration>| {
        iteration(&mut cx, request, pos, depth, last.map(|i| i.score)).map(|found| found.score)
    };
    drive::deepening(depths, search, |_| true);
    cx.watch.0
}
