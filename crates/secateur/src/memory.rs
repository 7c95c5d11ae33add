//! Memory: the knowledge that a search keeps of the positions it has visited.
//!
//! `()` remembers nothing and costs nothing. A [`Table`](crate::table::Table) lends itself to a search
//! through one of its handles.

use crate::{Bounds, Game, Score};

/// The memory's knowledge of a node.
///
/// ```
/// use secateur::{Bounds, Memory, Place, Score, Search, Table, algo::alpha_beta_memory, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_entries(64);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
/// let Ok(_) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
///
/// let mut known = |depth| cx.memory.recall(&tree, Place { ply: 0, depth, salt: 0 });
/// assert_eq!((known(2).bounds, known(2).hint), (Bounds::exact(Score::points(3)), Some(0)));
/// assert_eq!((known(5).bounds, known(5).hint), (Bounds::NONE, Some(0))); // to this depth, only a suggestion
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Recall<M> {
    /// The bounds proven on the node's value at the depth asked for.
    pub bounds: Bounds,
    /// A move that was once proven good here, legal in this position.
    pub hint: Option<M>,
}

impl<M> Recall<M> {
    /// The answer of a memory that knows nothing.
    pub const NOTHING: Recall<M> = Recall { bounds: Bounds::NONE, hint: None };
}

/// The place of a node, for memory: scores are translated between root and node by `ply`, `salt` tells
/// apart the same position on different paths (zero where history does not matter).
///
/// ```
/// use secateur::{Bounds, Memory, Place, Score, Table, tree::Tree};
///
/// let tree: Tree = "(1 2)".parse().unwrap();
/// let table = Table::with_entries(64);
/// let mut memory = table.exact();
/// let at = |ply| Place { ply, depth: 4, salt: 0 };
/// // Three plies from the root, a node is a win in five for the root: two plies below the node.
/// memory.record(&tree, at(3), Bounds::exact(Score::win_in(5)), None, 1);
/// assert_eq!(memory.recall(&tree, at(3)).bounds, Bounds::exact(Score::win_in(5)));
/// assert_eq!(memory.recall(&tree, at(0)).bounds, Bounds::exact(Score::win_in(2)));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Place {
    /// Plies from the root.
    pub ply: u32,
    /// Plies left to search.
    pub depth: u32,
    /// Stands for the part of the path that the value depends on.
    pub salt: u64,
}

/// Remembers proven bounds and good moves from one visit to a position to the next.
///
/// ```
/// use secateur::{Bounds, Keyed, Memory, Place, Recall, Score, Search, Stats, algo, tree::Tree};
/// use std::collections::HashMap;
///
/// /// Forgets nothing. (For games without decisive scores, which would have to be translated by ply.)
/// #[derive(Default)]
/// struct Notes(HashMap<(u64, u32), Bounds>);
/// impl<G: Keyed> Memory<G> for Notes {
///     fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
///         let bounds = self.0.get(&(pos.key(), place.depth)).copied().unwrap_or(Bounds::NONE);
///         Recall { bounds, hint: None }
///     }
///     fn record(&mut self, pos: &G, place: Place, bounds: Bounds, _: Option<G::Move>, _work: u64) {
///         self.0.insert((pos.key(), place.depth), bounds);
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(Notes::default()).watch(Stats::default());
/// for nodes in [13, 13 + 4] {
///     let Ok(value) = algo::minimax_memory(&mut cx, &tree, 2);
///     assert_eq!((value, cx.watch.nodes), (Score::points(3), nodes)); // the second time, four more
/// }
/// assert_eq!(cx.memory.0.len(), 4);
/// ```
pub trait Memory<G: Game> {
    /// Called when a node is being opened. Memories that weigh entries by the work behind them count here.
    #[inline(always)]
    fn tick(&mut self) {}

    /// The count of nodes so far, or zero from a memory that does not count.
    #[inline(always)]
    fn ticks(&self) -> u64 {
        0
    }

    /// Returns what is known about the node.
    #[inline(always)]
    fn recall(&mut self, _pos: &G, _place: Place) -> Recall<G::Move> {
        Recall::NOTHING
    }

    /// Keeps the result of a search: bounds as the root sees them, the move that was proven good, if any,
    /// and the number of nodes it took.
    #[inline(always)]
    fn record(&mut self, _pos: &G, _place: Place, _bounds: Bounds, _best: Option<G::Move>, _work: u64) {}

    /// A lower bound of at least `beta` that follows from what is known of the node's children.
    #[inline(always)]
    fn etc_cutoff(&mut self, _pos: &G, _place: Place, _beta: Score) -> Option<Score> {
        None
    }

    /// The bounds found for the position at `ply`, at whatever depth: good for ordering moves, and proof of
    /// nothing.
    #[inline(always)]
    fn peek(&mut self, _pos: &G, _ply: u32) -> Bounds {
        Bounds::NONE
    }

    /// Whether the bounds found for this child, at `ply`, would refute its parent, searched up to `beta`. Like
    /// [`Memory::peek`], good for ordering moves and proof of nothing.
    #[inline(always)]
    fn refutes(&mut self, child: &G, ply: u32, beta: Score) -> bool {
        -self.peek(child, ply).upper >= beta
    }

    /// Called when the search is about to enter this position: the time to prefetch its entry.
    #[inline(always)]
    fn prefetch(&mut self, _child: &G) {}
}

impl<G: Game> Memory<G> for () {}
