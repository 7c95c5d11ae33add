//! Best-first searches: a tree in memory that grows until the position is settled, memory is full, or a limit comes.

use crate::answer::{Answer, StoppedBy, Task};
use crate::growth::{Growth, context, growth};
use crate::informed::informed;
use crate::searcher::Searcher;
use crate::signals::{Limiter, Signals};
use crate::{Bound, Method, Outcome, Request};
use secateur::best::End;
use secateur::{Bounds, Halt, Score, Stats, legal_moves, result};
use secateur_games::{Notation, Scale};

/// The nodes after which a search first reports; then it does whenever they have doubled.
pub(crate) const FIRST_REPORT: u64 = 1_000;

/// A best-first search and the method that it was made for.
pub(crate) struct BestFirst<G: Notation> {
    growth: Box<dyn Growth<G>>,
    method: Method,
    bytes: usize,
}

impl<G: Notation> BestFirst<G> {
    pub(crate) fn new(request: &Request) -> Self {
        let growth = growth(request).expect("the list has every best-first search");
        BestFirst { growth, method: request.method.clone(), bytes: request.resources.hash }
    }

    /// Grows the tree, slice by slice, and puts what it says into the answer.
    fn search(&mut self, answer: &mut Answer, task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) {
        let (pos, request) = (task.pos, task.request);
        let signals = Signals {
            time: request.most_time().map(|most| (task.start, most)),
            ..Signals::of(&request.control)
        };
        let look = || signals.look();
        let mut cx = context::<G>(informed::<G>(request), Limiter::new(0, &look), task.path());
        let most = request.limits.nodes.unwrap_or(u64::MAX);
        let mut until = FIRST_REPORT;
        loop {
            cx.stop = Limiter::new(until.min(most) - cx.watch.nodes, &look);
            let found = self.growth.grow(&mut cx, pos);
            let root = self.growth.root();
            let is_solved = is_solved(G::SCALE, found.bounds);
            set_value(answer, pos, found.bounds, root.value, is_solved);
            if !found.line.is_empty() {
                answer.set_line(pos, &found.line);
                answer.best = answer.pv.first().cloned();
            }
            (answer.visits, answer.proof_numbers) = (root.visits, root.proof_numbers);
            let stats = cx.watch;
            (answer.nodes, answer.leaves, answer.seldepth) = (stats.nodes, stats.leaves, stats.seldepth);
            answer.depth = found.line.len() as u32;
            answer.hash_full_permille = (self.growth.bytes() * 1_000 / self.bytes.max(1)).min(1_000) as u32;
            answer.set_time(task.start);
            answer.stopped_by = stopped_by(is_solved, found.end);
            report(answer);
            // A slice may end a little before its last node, where several are opened at once.
            let goes_on = matches!(found.end, End::Halted(Halt::Nodes)) && until < most;
            if is_solved || !goes_on {
                break;
            }
            until = until.saturating_mul(2);
        }
    }
}

impl<G: Notation> Searcher<G> for BestFirst<G> {
    fn suits(&self, request: &Request) -> bool {
        self.method == request.method && self.bytes == request.resources.hash
    }

    fn analyse(&mut self, task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) -> Answer {
        let (pos, mut answer) = (task.pos, task.empty());
        if let Some(score) = result(pos) {
            answer.set_value(pos, score, true);
            return answer;
        }
        answer.begin_with(pos, legal_moves(pos).first().copied());
        self.growth.clear();
        self.search(&mut answer, task, report);
        answer
    }

    fn clear(&mut self) {
        self.growth.clear();
    }

    /// No score: it takes no depth.
    fn measure(&mut self, _: &G, _: u32, _: bool, _: &Request) -> (Option<Score>, Stats) {
        (None, Stats::default())
    }

    /// Nothing: its tree takes memory as it grows.
    fn touch(&mut self) {}

    fn forget(&mut self) {}
}

/// The reason for which a search ended.
pub(crate) fn stopped_by(is_solved: bool, end: End<Halt>) -> StoppedBy {
    match end {
        _ if is_solved => StoppedBy::Solved,
        // The best move is settled, if not its value; or the line that seems best ends the game.
        End::Settled | End::Converged => StoppedBy::Depth,
        End::Halted(halt) => halt.into(),
        _ => StoppedBy::Memory,
    }
}

/// Whether bounds tell all that the game's values say.
pub(crate) fn is_solved(scale: Scale, bounds: Bounds) -> bool {
    let winner = scale == Scale::Winner
        && (bounds.lower > Score::DRAW || bounds.upper < Score::DRAW || bounds.lower == bounds.upper);
    winner || bounds.is_exact()
}

/// Puts into the answer the value, as far as it is proven, and otherwise as it seems.
fn set_value<G: Notation>(
    answer: &mut Answer,
    pos: &G,
    bounds: Bounds,
    seems: Option<Score>,
    is_solved: bool,
) {
    let score = match (is_solved, seems) {
        (true, _) if bounds.lower > Score::DRAW => bounds.lower,
        (true, _) => bounds.upper,
        (false, seems) => bounds.clamp(seems.unwrap_or(Score::DRAW)),
    };
    answer.set_value(pos, score, is_solved);
    answer.exact = is_solved;
    if is_solved {
        answer.outcome = Some(Outcome::of(score.get()));
    }
    answer.bound = match score {
        _ if bounds.is_exact() || is_solved || seems.is_some() => None,
        _ if score == bounds.lower => Some(Bound::Lower),
        _ if score == bounds.upper => Some(Bound::Upper),
        _ => None,
    };
}
