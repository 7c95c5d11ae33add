use crate::engine::{
    Engine, Recipe,
    node::{Node, NodeKind},
    numbers::numbers,
};
use crate::{Eval, Hints, Stop, Watch};

numbers! {
    /// Internal iterative reduction: a node about which the table knows no move is searched a ply less deep
    /// now; the move found will lead the deeper search that comes later.
    ///
    /// Source: E. Schröder, *Internal iterative reductions*, 2022, in place of internal iterative deepening
    /// (J. Scott, 1969).
    InternalReduction {
        /// the shallowest node, in plies
        depth: 4, 2..=10, 1;
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// The reduction of a node, in plies, for want of a move from the table.
    #[inline(always)]
    pub(in crate::engine) fn reduce_unguided<K: NodeKind>(&self, at: Node<G::Move>) -> i32 {
        let reduction = self.recipe.internal_reduction();
        i32::from((K::PRINCIPAL || at.cut) && reduction.is_some_and(|reduction| at.depth >= reduction.depth))
    }
}
