//! Memory: what a search keeps of the positions it has been to.
//!
//! `()` remembers nothing and costs nothing. A [`Table`](crate::table::Table) lends itself to a search
//! through one of its handles.

use crate::{Bounds, Game, Score};

/// What memory knows about a node.
#[derive(Copy, Clone, Debug)]
pub struct Recall<M> {
    /// What was proven about the node's value at the depth asked for.
    pub bounds: Bounds,
    /// A move that was once proven good here, legal in this position.
    pub hint: Option<M>,
}

impl<M> Recall<M> {
    /// Memory draws a blank.
    pub const NOTHING: Recall<M> = Recall { bounds: Bounds::NONE, hint: None };
}

/// Where a node stands, for memory: scores are translated between root and node by `ply`, `salt` tells
/// apart the same position on different paths (zero where history does not matter).
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
pub trait Memory<G: Game> {
    /// A node is being opened. Memories that weigh entries by the work behind them count here.
    #[inline(always)]
    fn tick(&mut self) {}

    /// The count of nodes so far, or zero from a memory that does not count.
    #[inline(always)]
    fn ticks(&self) -> u64 {
        0
    }

    /// What is known about the node.
    #[inline(always)]
    fn recall(&mut self, _pos: &G, _place: Place) -> Recall<G::Move> {
        Recall::NOTHING
    }

    /// Keeps what a search proved: bounds as the root sees them, the move that was proven good, if any,
    /// and the nodes it took.
    #[inline(always)]
    fn record(&mut self, _pos: &G, _place: Place, _bounds: Bounds, _best: Option<G::Move>, _work: u64) {}

    /// A lower bound of at least `beta` that follows from what is known of the node's children.
    #[inline(always)]
    fn foresee(&mut self, _pos: &G, _place: Place, _beta: Score) -> Option<Score> {
        None
    }

    /// What was found out about the position at `ply`, at whatever depth: good for ordering moves, and
    /// proof of nothing.
    #[inline(always)]
    fn glance(&mut self, _pos: &G, _ply: u32) -> Bounds {
        Bounds::NONE
    }

    /// The search is about to enter this position: time to fetch its entry.
    #[inline(always)]
    fn ahead(&mut self, _child: &G) {}
}

impl<G: Game> Memory<G> for () {}
