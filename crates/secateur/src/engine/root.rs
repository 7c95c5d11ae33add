//! The root: iterative deepening, several best lines, and the effort spent on them.

use super::ending::Source;
use super::node::{NodeKind, Principal};
use super::{Engine, Recipe};
use crate::drive::{self, Aspiration, MtdStep};
use crate::walk::Path;
use crate::{Eval, Hints, Repetition, Score, Stop, Watch, candidates};
use std::cmp::Ordering::{self, Equal, Greater, Less};

/// The choice of the root's windows. The first iterations look through an open one.
///
/// ```
/// use secateur::{drive::Aspiration, engine::Windows};
///
/// let patient = Windows::Aspiration(Aspiration { half_width: 30, growth: 1, patience: 6 });
/// assert_ne!(patient, Windows::MtdF);
/// assert!(matches!(Windows::default(), Windows::Aspiration(_)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Windows {
    /// A narrow one around the last value ([`drive::aspiration`]).
    Aspiration(Aspiration),
    /// Null windows at the last answer ([`drive::mtd`]).
    MtdF,
}

impl Default for Windows {
    /// Aspiration, an eighth of a pawn wide, and patient.
    fn default() -> Self {
        Windows::Aspiration(Aspiration { half_width: 13, growth: 1, patience: 6 })
    }
}

/// The limits and wishes for a search by the engine.
///
/// ```
/// use secateur::engine::{Engine, Standard, Windows, EngineLimits};
/// use secateur::{Game, Score, Table, tree::{LeavesOnly, Tree}};
/// use std::sync::Arc;
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 1))".parse().unwrap();
/// let mut engine = Engine::new(LeavesOnly, Arc::new(Table::with_entries(1_000)), Standard);
/// let mut best = |lines, moves: &[u16]| {
///     let limits = EngineLimits { from: 2, depth: 2, lines, moves: moves.to_vec(), windows: Windows::MtdF };
///     let mut best = Vec::new();
///     engine.think(&tree, &[], &limits, |_, found| {
///         best.push((found.line[0], found.score.get()));
///         true
///     });
///     best
/// };
/// assert_eq!(best(1, &[0, 1, 2]), [(0, 3)]);
/// assert_eq!(best(2, &[0, 1, 2]), [(0, 3), (1, 2)]); // the two best moves, each with its value
/// assert_eq!(best(1, &[1, 2]), [(1, 2)]); // the best of these
/// ```
#[derive(Clone, Debug)]
pub struct EngineLimits<M> {
    /// The first iteration's depth, in plies.
    pub from: u32,
    /// The last iteration's depth, in plies.
    pub depth: u32,
    /// The number of best moves wanted, each with its line.
    pub lines: usize,
    /// The moves to choose from.
    pub moves: Vec<M>,
    /// The choice of windows.
    pub windows: Windows,
}

/// The result of an iteration.
///
/// ```
/// use secateur::engine::{Engine, Standard, Windows, EngineLimits};
/// use secateur::{Game, Score, Table, tree::{LeavesOnly, Tree}};
/// use std::sync::Arc;
///
/// let tree: Tree = "(1 (5 2))".parse().unwrap();
/// let mut engine = Engine::new(LeavesOnly, Arc::new(Table::with_entries(1_000)), Standard);
/// let moves = tree.moves().collect();
/// let limits = EngineLimits { from: 1, depth: 2, lines: 1, moves, windows: Windows::default() };
/// let mut told = Vec::new();
/// engine.think(&tree, &[], &limits, |_, found| {
///     assert!(found.bound.is_eq()); // a value, no bound
///     told.push((found.depth, found.score.get(), found.line.clone()));
///     true // go on
/// });
/// assert_eq!(told, [(1, 1, vec![0]), (2, 2, vec![1, 1])]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PvLine<M> {
    /// The depth, in plies.
    pub depth: u32,
    /// The place among the best moves, from 1.
    pub place: usize,
    /// The value, from the side to move at the root.
    pub score: Score,
    /// Whether the score is only a bound: the search failed high ([`Greater`]), low, or neither. A win or loss whose
    /// line could not be completed is also reported as a bound: the end is at most that far away.
    pub bound: Ordering,
    /// Whether the iteration is over for this place; if not, a window failed, and a wider one follows.
    pub over: bool,
    /// The line; its first move is the one to play. That of a win or loss that is no bound reaches the end of the
    /// game, at the ply that the score announces.
    pub line: Vec<M>,
    /// The effort of the search so far.
    pub effort: Effort,
}

/// A measure of how clear the choice of the best move is, for dividing time.
///
/// ```
/// use secateur::engine::{Effort, Timing};
///
/// // The best move has changed, took a third of the nodes, and is worth half a unit less than was thought.
/// let troubled = Effort { share: 0.3, stable: 0, drop: 0.5 };
/// assert!(Timing::STANDARD.stretch(troubled) > 2.0);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Effort {
    /// The best move's share of this search's nodes, from 0 to 1.
    pub share: f64,
    /// The number of iterations for which it has been the best.
    pub stable: u32,
    /// The units that the value has dropped since the iterations before.
    pub drop: f64,
}

/// Completing the line of a win or loss takes at most about this fraction of the nodes that finding it took.
const COMPLETING: u64 = 8;

/// One of the root's moves.
#[derive(Clone, Debug)]
struct RootMove<M> {
    m: M,
    nodes: u64,
    /// Searched to the end in some iteration, so that its line is good.
    line: Vec<M>,
    score: Score,
    /// The last win or loss that was reported with its whole line.
    shown: Option<(Score, Vec<M>)>,
}

/// The root's moves, the best ones first.
#[derive(Clone, Debug)]
pub(super) struct RootMoves<M> {
    all: Vec<RootMove<M>>,
    /// The number of lines of this iteration that are done: their moves are excluded.
    done: usize,
    /// Whether a move worth considering was left out from the start.
    restricted: bool,
    /// The place of the move that leads in this probe.
    raised: Option<usize>,
}

impl<M> Default for RootMoves<M> {
    fn default() -> Self {
        RootMoves { all: Vec::new(), done: 0, restricted: false, raised: None }
    }
}

impl<M: Copy + Eq> RootMoves<M> {
    fn new(moves: &[M], worth_considering: &[M]) -> Self {
        let choice = |&m| RootMove { m, nodes: 0, line: vec![], score: -Score::INF, shown: None };
        let restricted = worth_considering.iter().any(|m| !moves.contains(m));
        RootMoves { all: moves.iter().map(choice).collect(), done: 0, restricted, raised: None }
    }

    /// Sorts the first few by score, best first; among equals the order stays.
    fn sort(&mut self, count: usize) {
        for sorted in 1..count {
            let mut place = sorted;
            while place > 0 && self.all[place - 1].score < self.all[place].score {
                self.all.swap(place - 1, place);
                place -= 1;
            }
        }
    }

    /// The move to try first.
    pub(super) fn best(&self) -> Option<M> {
        self.all.get(self.done).filter(|choice| !choice.line.is_empty()).map(|choice| choice.m)
    }

    pub(super) fn allows(&self, m: M) -> bool {
        self.all[self.done..].iter().any(|choice| choice.m == m)
    }

    /// Whether this search is for the very best of all moves, so that it finds the position's value.
    pub(super) fn finds_the_value(&self) -> bool {
        self.done == 0 && !self.restricted
    }

    pub(super) fn spent(&mut self, m: M, nodes: u64) {
        if let Some(choice) = self.all.iter_mut().find(|choice| choice.m == m) {
            choice.nodes += nodes;
        }
    }

    pub(super) fn raise(&mut self, m: M, score: Score, line: &[M]) {
        let Some(place) = self.all.iter().position(|choice| choice.m == m) else { return };
        let choice = &mut self.all[place];
        choice.score = score;
        choice.line.clear();
        choice.line.extend_from_slice(line);
        self.raised = Some(place);
    }

    /// Whether this end has been shown for a line that begins with this move: then the line is set to that one.
    pub(super) fn shown(&self, first: M, score: Score, line: &mut Vec<M>) -> bool {
        let choice = self.all.iter().find(|choice| choice.m == first);
        let Some((shown, moves)) = choice.and_then(|choice| choice.shown.as_ref()) else { return false };
        if *shown == score {
            line.clone_from(moves);
        }
        *shown == score
    }

    /// Remembers the whole line to the end.
    pub(super) fn keep_shown(&mut self, first: M, score: Score, line: &[M]) {
        if let Some(choice) = self.all.iter_mut().find(|choice| choice.m == first) {
            choice.shown = Some((score, line.to_vec()));
        }
    }

    /// Moves the leading move to its place.
    fn take(&mut self) {
        if let Some(place) = self.raised.take() {
            self.all[self.done..=place].rotate_right(1);
        }
    }
}

/// Hears of lines, and says whether to go on.
type Report<'a, E, M> = &'a mut dyn FnMut(&mut E, &PvLine<M>) -> bool;

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Searches a root, deeper and deeper. `played`: the positions of the game before it.
    ///
    /// `report` is called with every line found and every window that failed; its answer to the last line of an
    /// iteration says whether to go on.
    /// Returns the move to play and its line: the last one found at place 1, which may come from an iteration that
    /// was halted half-way (a loss found there is a lower bound: moves that were not reached may hold out longer);
    /// and the reason for the halt, if there was one.
    pub fn think(
        &mut self,
        root: &G,
        played: &[G],
        limits: &EngineLimits<G::Move>,
        mut report: impl FnMut(&mut Self, &PvLine<G::Move>) -> bool,
    ) -> (Option<PvLine<G::Move>>, Option<S::Halt>) {
        self.deepen(root, played, limits, &mut report)
    }

    /// Compiled once, whatever hears of it.
    fn deepen(
        &mut self,
        root: &G,
        played: &[G],
        limits: &EngineLimits<G::Move>,
        report: Report<'_, Self, G::Move>,
    ) -> (Option<PvLine<G::Move>>, Option<S::Halt>) {
        if limits.moves.is_empty() {
            return (None, None);
        }
        self.path = Path::new(Repetition::in_game(played, root));
        self.worker.begin();
        self.root_moves = RootMoves::new(&limits.moves, &candidates(root));
        let lines = limits.lines.clamp(1, limits.moves.len().max(1));
        let (begun, mut stable, mut scores) = (self.nodes, 0, Vec::<Score>::new());
        let mut last: Option<PvLine<G::Move>> = None;
        for depth in limits.from.max(1)..=limits.depth {
            for place in 1..=lines {
                self.root_moves.done = place - 1;
                let guess = self.root_moves.all[place - 1].score;
                let nothing = Effort { share: 1.0, stable: 0, drop: 0.0 };
                let probed = self.windows(root, depth, guess, limits.windows, &mut |engine, score, bound| {
                    // With several lines, bounds would come between them.
                    let failed = PvLine { over: false, ..engine.found(depth, place, score, bound, nothing) };
                    if lines == 1 {
                        report(engine, &failed);
                    }
                });
                let halted = probed.is_err();
                if halted && (self.root_moves.raised.is_none() || place > 1) {
                    return (last, probed.err());
                }
                self.root_moves.take();
                let choice = &mut self.root_moves.all[place - 1];
                choice.score = *probed.as_ref().unwrap_or(&choice.score);
                if halted {
                    let score = choice.score;
                    // A move that was not reached may hold out longer, or not lose at all.
                    let bound = if score.is_loss() { Greater } else { Equal };
                    let mut found = self.found(depth, 1, score, bound, nothing);
                    let _ = self.show_the_end(root, &mut found, Source::Table);
                    return (Some(found), probed.err());
                }
            }
            // A later line may have come out better than the ones before it.
            self.root_moves.sort(lines);
            self.root_moves.done = 0;
            let best = &self.root_moves.all[0];
            let same = last.as_ref().is_some_and(|found| found.line.first() == Some(&best.m));
            stable = if same { stable + 1 } else { 0 };
            scores.push(best.score);
            let before = scores.len().checked_sub(4).map_or(scores[0], |n| scores[n]);
            let effort = Effort {
                share: best.nodes as f64 / (self.nodes - begun).max(1) as f64,
                stable,
                drop: f64::from(before.get() - best.score.get()) / f64::from(root.constants().unit),
            };
            let mut goes_on = true;
            for place in 1..=lines {
                let mut found = self.found(depth, place, self.root_moves.all[place - 1].score, Equal, effort);
                let spare = (self.nodes - begun) / COMPLETING + 1_000;
                if let Err(halt) = self.show_the_end(root, &mut found, Source::Searches(self.nodes + spare)) {
                    return (if place == 1 { Some(found) } else { last }, Some(halt));
                }
                goes_on = report(self, &found);
                if place == 1 {
                    last = Some(found);
                }
            }
            if !goes_on {
                break;
            }
        }
        (last, None)
    }

    /// Whether the search stands at the root, to find its value. (Completing a line searches there as well, off the
    /// principal variation.)
    #[inline(always)]
    pub(super) fn is_root<K: NodeKind>(&self) -> bool {
        K::PRINCIPAL && self.ply() == 0
    }

    fn found(
        &self,
        depth: u32,
        place: usize,
        score: Score,
        bound: Ordering,
        effort: Effort,
    ) -> PvLine<G::Move> {
        let leading = self.root_moves.raised.unwrap_or(place - 1);
        let choice = &self.root_moves.all[leading];
        let line = if choice.line.is_empty() { vec![choice.m] } else { choice.line.clone() };
        PvLine { depth, place, score, bound, over: true, line, effort }
    }

    /// One iteration for one place: as many windows as it takes. `failed` is called for each that failed.
    fn windows(
        &mut self,
        root: &G,
        depth: u32,
        guess: Score,
        windows: Windows,
        failed: &mut dyn FnMut(&mut Self, Score, Ordering),
    ) -> Result<Score, S::Halt> {
        self.root_moves.raised = None;
        let probe: &mut dyn FnMut(Score, Score) -> Result<Score, S::Halt> = &mut |alpha, beta| {
            let score = self.search::<Principal>(root, depth as i32, alpha, beta, false)?;
            if score <= alpha && alpha > -Score::INF {
                failed(self, score, Less);
            } else if score >= beta && beta < Score::INF {
                failed(self, score, Greater);
            }
            Ok(score)
        };
        if guess <= -Score::INF || depth < 4 {
            return probe(-Score::INF, Score::INF);
        }
        match windows {
            Windows::Aspiration(how) => drive::aspiration(guess, how, probe),
            Windows::MtdF => drive::mtd(guess, MtdStep::Guess, probe),
        }
    }
}
