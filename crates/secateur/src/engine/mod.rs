//! The playing engine: selective search in numbered steps, for any game that offers [`Hints`].

mod conclude;
mod correction;
mod each_move;
mod ending;
mod histories;
mod node;
mod numbers;
mod picker;
mod quiescence;
mod recipe;
mod root;
mod search;
mod setting;
mod shortcuts;
mod timing;
mod tricks;
mod worker;

pub use correction::Correction;
pub use histories::Histories;
pub use numbers::Number;
pub use quiescence::Quiescence;
pub use recipe::{Custom, Recipe, Standard};
pub use root::{Effort, EngineLimits, PvLine, Windows};
pub use setting::BadSetting;
pub use timing::Timing;
pub use tricks::{
    CheckExtension, DeepEntries, Exchanges, Futility, HistoryPruning, InternalReduction, LateMoves,
    MultiProbCut, NullMove, ProbCut, Razoring, Reductions, ReverseFutility, Singular, Upcoming,
};

use crate::table::{AtLeast, Entry, Reuse};
use crate::walk::{self, Path, Walk, Walker};
use crate::{Bounds, Eval, Hints, Never, Repetition, Score, Step, Stop, Table, Watch, Why};
use root::RootMoves;
use std::sync::Arc;
use tricks::Plies;
use worker::Worker;

/// The engine: knowledge, a table, a recipe, and what it has learnt of moves.
///
/// One engine belongs to one thread; several share a table. Selective: its answers are good bets, and only
/// wins and losses that the rules show are more than that.
///
/// ```
/// use secateur::engine::{Engine, Standard, Windows, EngineLimits};
/// use secateur::{Game, Hints, Keyed, Score, Table};
/// use std::sync::Arc;
///
/// /// Take one to three matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u32);
/// # impl Game for Matches {
/// #     type Move = u32;
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.0.min(3) }
/// #     fn play(&mut self, taken: u32) { self.0 -= taken }
/// # }
/// # impl Keyed for Matches {
/// #     fn key(&self) -> u64 { self.0.into() }
/// # }
/// impl Hints for Matches {} // every trick works with the hints it gets
///
/// let heap = Matches(7);
/// let table = Arc::new(Table::with_entries(1_000));
/// let mut engine = Engine::new(|_: &Matches| Score::DRAW, table, Standard);
/// let moves = heap.moves().collect();
/// let limits = EngineLimits { from: 1, depth: 6, lines: 1, moves, windows: Windows::default() };
/// let (found, _) = engine.think(&heap, &[], &limits, |_, _| true);
/// let found = found.unwrap();
/// assert_eq!((found.line[0], found.score), (3, Score::win_in(3))); // four are left: a lost heap
/// ```
pub struct Engine<G: Hints, E, R = Standard, W = (), S = Never> {
    /// Knowledge.
    pub eval: E,
    /// Observers.
    pub watch: W,
    /// The stopper, which may end a search early.
    pub stop: S,
    recipe: R,
    table: Arc<Table>,
    path: Path<Repetition>,
    worker: Worker<G>,
    root_moves: RootMoves<G::Move>,
    nodes: u64,
}

impl<G: Hints, E: Eval<G>, R: Recipe> Engine<G, E, R> {
    /// An engine that knows something about positions, and has learnt nothing yet.
    pub fn new(eval: E, table: Arc<Table>, recipe: R) -> Self {
        let histories = recipe.histories().unwrap_or(Histories::STANDARD);
        let plies = Plies::new(&recipe.reductions().unwrap_or(Reductions::STANDARD));
        Engine {
            eval,
            watch: (),
            stop: Never,
            recipe,
            table,
            path: Path::new(Repetition::none()),
            worker: Worker::new(&histories, plies),
            root_moves: RootMoves::default(),
            nodes: 0,
        }
    }
}

impl<G: Hints, E, R, W, S> Engine<G, E, R, W, S> {
    /// Sets the observers.
    pub fn watch<W2>(self, watch: W2) -> Engine<G, E, R, W2, S> {
        let Engine { eval, stop, recipe, table, path, worker, root_moves, nodes, .. } = self;
        Engine { eval, watch, stop, recipe, table, path, worker, root_moves, nodes }
    }

    /// Sets the stopper, which may end a search early.
    pub fn stop<S2>(self, stop: S2) -> Engine<G, E, R, W, S2> {
        let Engine { eval, watch, recipe, table, path, worker, root_moves, nodes, .. } = self;
        Engine { eval, watch, stop, recipe, table, path, worker, root_moves, nodes }
    }

    /// Forgets what was learnt of moves and values. The table is its owner's to clear.
    pub fn forget(&mut self) {
        self.worker.clear();
    }

    /// Nodes opened since the engine was made, those that knowledge opened by itself included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The table's knowledge of a node, as the root sees it.
#[derive(Copy, Clone)]
struct Known<M> {
    bounds: Bounds,
    depth: i32,
    hint: Option<M>,
}

impl<G: Hints, E: Eval<G>, R, W: Watch<G>, S: Stop> Walker<G> for Engine<G, E, R, W, S> {
    type Eval = E;
    type Watch = W;
    type Stop = S;
    type History = Repetition;
    /// A draw by repetition is taken as it comes.
    const TAINTS: bool = false;

    #[inline(always)]
    fn walk(&mut self) -> Walk<'_, G, E, W, S, Repetition> {
        Walk::new(&mut self.eval, &mut self.watch, &mut self.stop, &mut self.path)
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    #[inline(always)]
    fn enter(&mut self, pos: &G, depth: i32, alpha: Score, beta: Score) -> Result<(), S::Halt> {
        self.walk().enter(pos, depth as u32, alpha, beta)?;
        self.nodes += 1;
        Ok(())
    }

    /// The verdict of the rules, the path and proofs on a node: its score, or the window that is left.
    #[inline(always)]
    fn narrow(&mut self, pos: &G, alpha: &mut Score, beta: &mut Score) -> Result<Option<Score>, S::Halt> {
        if let Some(score) = pos.outcome() {
            return Ok(Some(self.walk().ended(score)));
        }
        if self.path.history().repeats_in_play(pos) {
            let score = pos.constants().returned.to_root(self.ply());
            return Ok(Some(self.settle(score, Why::Repetition)));
        }
        let (proven, nodes) = self.walk().bounds(pos, *alpha, *beta);
        self.nodes += nodes;
        // Nothing here ends sooner than at once.
        let (least, most) = (Score::loss_in(self.ply()), Score::win_in(self.ply() + 1));
        let bounds = proven?.and(Bounds { lower: least, upper: most });
        if bounds.lower > *alpha || bounds.upper < *beta {
            self.watch.proven(self.path.ply(), bounds, Why::Bounds);
        }
        *alpha = (*alpha).max(bounds.lower);
        *beta = (*beta).min(bounds.upper);
        if *alpha >= *beta || bounds.lower == bounds.upper {
            // Outside the window or exact: the bound itself is the answer.
            let score = if bounds.lower >= *beta { bounds.lower } else { bounds.upper };
            return Ok(Some(self.settle(score, Why::Bounds)));
        }
        let back = -pos.constants().returned.to_root(self.ply() + 1);
        if *alpha < back && self.recipe.upcoming().is_some() && self.path.history().can_return(pos) {
            *alpha = back;
            self.watch.proven(self.path.ply(), Bounds::at_least(back), Why::Upcoming);
            if *alpha >= *beta {
                return Ok(Some(self.settle(back, Why::Upcoming)));
            }
        }
        Ok(None)
    }

    #[inline(always)]
    fn settle(&mut self, score: Score, why: Why) -> Score {
        self.walk().settle(score, why)
    }

    /// Plies from the root.
    #[inline(always)]
    fn ply(&self) -> u32 {
        self.path.ply()
    }

    /// Goes down to a child and back, with what only the engine takes along.
    #[inline(always)]
    fn visit(
        &mut self,
        pos: &G,
        step: Step<G::Move>,
        child: &G,
        search: impl FnOnce(&mut Self, &G) -> Result<Score, S::Halt>,
    ) -> Result<Score, S::Halt> {
        let ply = self.ply();
        self.worker.at(ply).row = match step {
            Step::Move(m) | Step::Again(m) => pos.piece_to(m) + 1,
            Step::Null => 0,
        };
        walk::visit(self, pos, step, child, search)
    }

    #[inline(always)]
    fn key(pos: &G) -> u64 {
        pos.key() ^ AtLeast::KIND
    }

    /// Prefetches the table's entry of the position after a move, where the game predicts its key: the work that comes
    /// before that entry is asked for takes about as long as memory. Returns whether it did.
    #[inline(always)]
    fn prefetch(&self, pos: &G, m: G::Move) -> bool {
        let key = pos.key_after(m);
        if let Some(key) = key {
            self.table.fetch(key ^ AtLeast::KIND);
        }
        key.is_some()
    }

    /// Plays a move, and prefetches the table's entry if that was not done before. In place: a position returned
    /// by value is copied again, word by word, right after it was written.
    #[inline(always)]
    fn play(&self, pos: &mut G, m: G::Move, prefetched: bool) {
        pos.play(m);
        if !prefetched {
            self.table.fetch(Self::key(pos));
        }
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, key: u64) -> Option<Known<G::Move>> {
        let entry = self.table.probe(key)?;
        let (ply, bounds, depth) = (self.ply(), entry.bounds().to_root(self.ply()), entry.depth());
        self.watch.remembered(ply, bounds, depth.into());
        let hint = entry.code().and_then(|code| pos.decode(code));
        Some(Known { bounds, depth: i32::from(depth), hint })
    }

    /// Keeps the result of a search, unless the entry already there says more.
    #[inline(always)]
    fn record(
        &self,
        pos: &G,
        key: u64,
        known: Option<Known<G::Move>>,
        depth: i32,
        bounds: Bounds,
        best: Option<G::Move>,
    ) {
        let deeper = self
            .recipe
            .deep_entries()
            .is_some_and(|deep_entries| known.is_some_and(|known| known.depth > depth + deep_entries.plies));
        if deeper && bounds.lower < bounds.upper {
            return;
        }
        let code = best.map(|m| pos.encode(m));
        self.table.store::<AtLeast>(key, Entry::new(bounds.to_node(self.ply()), code, depth as u32, 1));
    }

    /// The static value in points, corrected.
    #[inline(always)]
    fn static_value(&mut self, pos: &G) -> i32 {
        let raw = self.eval.eval(pos).get();
        match self.recipe.correction() {
            Some(numbers) => raw + self.worker.corrections.get(pos, &numbers),
            None => raw,
        }
    }

    /// Hundredths of a unit in points.
    #[inline(always)]
    fn points(pos: &G, hundredths: i32) -> i32 {
        hundredths * pos.constants().unit / 100
    }
}
