// Each of these forwards whatever it does not do itself: `tests/all/table_wrap.rs` checks that.

use super::{Handle, Reuse};
use crate::{Bounds, Game, Hints, Keyed, Memory, Place, Recall, Score};

/// Enhanced transposition cutoffs: before a node is searched, asks whether memory knows of *any* child that
/// would refute it, instead of only the first.
///
/// Exact wherever the memory inside is. Costs a look at every child, so it pays near the root of the tree
/// rather than near its leaves.
///
/// Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Exploiting graph properties of game trees*,
/// 1996.
///
/// ```
/// use secateur::{Score, Search, Table, algo::alpha_beta_memory, table::Etc, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_entries(64);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(Etc::new(table.exact()));
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(value, Score::points(3));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Etc<M> {
    /// The memory inside.
    pub memory: M,
    /// The least depth, in plies, at which children are looked up. From 1; children of nodes at depth 1
    /// are leaves, which memory holds nothing about unless they are quiescence searches.
    pub from_depth: u32,
}

impl<M> Etc<M> {
    /// Probes children in this memory, wherever they are no leaves.
    pub fn new(memory: M) -> Self {
        Etc { memory, from_depth: 2 }
    }
}

impl<G: Game, M: Memory<G>> Memory<G> for Etc<M> {
    #[inline(always)]
    fn tick(&mut self) {
        self.memory.tick();
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.memory.ticks()
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        self.memory.recall(pos, place)
    }

    #[inline(always)]
    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        self.memory.record(pos, place, bounds, best, work);
    }

    #[inline(always)]
    fn etc_cutoff(&mut self, pos: &G, place: Place, beta: Score) -> Option<Score> {
        // A child's bounds may depend on a path that is not known before the move is made.
        if place.depth < self.from_depth.max(1) || place.salt != 0 {
            return None;
        }
        look_ahead(&mut self.memory, pos, place, beta)
    }

    #[inline(always)]
    fn peek(&mut self, pos: &G, ply: u32) -> Bounds {
        self.memory.peek(pos, ply)
    }

    #[inline(always)]
    fn refutes(&mut self, child: &G, ply: u32, beta: Score) -> bool {
        self.memory.refutes(child, ply, beta)
    }

    #[inline(always)]
    fn prefetch(&mut self, child: &G) {
        self.memory.prefetch(child);
    }
}

/// A lower bound of at least `beta` from the memory's knowledge of the children. A call, so that searches that never
/// probe children do without its code.
#[inline(never)]
fn look_ahead<G: Game>(memory: &mut impl Memory<G>, pos: &G, place: Place, beta: Score) -> Option<Score> {
    let below = Place { ply: place.ply + 1, depth: place.depth - 1, salt: 0 };
    for m in pos.moves() {
        let child = pos.child(m);
        if child.outcome().is_none() {
            let score = -memory.recall(&child, below).bounds.upper;
            if score >= beta {
                return Some(score);
            }
        }
    }
    None
}

/// Prefetches a position's entry as soon as the search turns to it.
///
/// The fetch is an early load whose result is not waited for. It has to pay for computing the key twice, and
/// for children that are settled before the table is asked. On Connect-4, whose keys are folded and whose
/// knowledge settles many nodes, solving was slower with it. Measure before use.
///
/// ```
/// use secateur::{Score, Search, Table, algo::alpha_beta_memory, table::Prefetching, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_entries(64);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(Prefetching(table.exact()));
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(value, Score::points(3));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Prefetching<M>(pub M);

impl<G: Keyed, R: Reuse> Memory<G> for Prefetching<Handle<'_, R>> {
    #[inline(always)]
    fn tick(&mut self) {
        Memory::<G>::tick(&mut self.0);
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        Memory::<G>::ticks(&self.0)
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        self.0.recall(pos, place)
    }

    #[inline(always)]
    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        self.0.record(pos, place, bounds, best, work);
    }

    #[inline(always)]
    fn etc_cutoff(&mut self, pos: &G, place: Place, beta: Score) -> Option<Score> {
        self.0.etc_cutoff(pos, place, beta)
    }

    #[inline(always)]
    fn peek(&mut self, pos: &G, ply: u32) -> Bounds {
        self.0.peek(pos, ply)
    }

    #[inline(always)]
    fn refutes(&mut self, child: &G, ply: u32, beta: Score) -> bool {
        self.0.refutes(child, ply, beta)
    }

    #[inline(always)]
    fn prefetch(&mut self, child: &G) {
        self.0.table().fetch(Handle::<R>::key(child, 0));
    }
}

/// Memory that leaves out positions that are not worth keeping ([`Hints::is_worth_keeping`]).
///
/// ```
/// use secateur::{Score, Search, Table, algo::alpha_beta_memory, table::SkipTrivial, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(SkipTrivial(table.solving()));
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(value, Score::points(3));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct SkipTrivial<M>(pub M);

impl<G: Hints, M: Memory<G>> Memory<G> for SkipTrivial<M> {
    #[inline(always)]
    fn tick(&mut self) {
        self.0.tick();
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.0.ticks()
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        if pos.is_worth_keeping() { self.0.recall(pos, place) } else { Recall::NOTHING }
    }

    #[inline(always)]
    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        if pos.is_worth_keeping() {
            self.0.record(pos, place, bounds, best, work);
        }
    }

    #[inline(always)]
    fn etc_cutoff(&mut self, pos: &G, place: Place, beta: Score) -> Option<Score> {
        self.0.etc_cutoff(pos, place, beta)
    }

    #[inline(always)]
    fn peek(&mut self, pos: &G, ply: u32) -> Bounds {
        self.0.peek(pos, ply)
    }

    #[inline(always)]
    fn refutes(&mut self, child: &G, ply: u32, beta: Score) -> bool {
        self.0.refutes(child, ply, beta)
    }

    #[inline(always)]
    fn prefetch(&mut self, child: &G) {
        self.0.prefetch(child);
    }
}
