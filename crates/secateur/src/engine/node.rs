//! The kinds of node, as types, so that what depends on the kind costs nothing; and the state of a node.

use super::Known;
use crate::Score;

impl Score {
    /// Whether it is a loss for the side to move, or nothing is known against one.
    #[inline(always)]
    pub(super) const fn is_loss(self) -> bool {
        self.is_decisive() && self.get() < 0
    }
}

/// The place of a node in the tree.
pub(super) trait NodeKind {
    /// Whether the node is on the principal variation: an open window, whose value is wanted.
    const PRINCIPAL: bool;
}

/// A node on the principal variation, which begins at the root.
pub(super) enum Principal {}

impl NodeKind for Principal {
    const PRINCIPAL: bool = true;
}

/// A node off the principal variation: a null window, a cut or an all node.
pub(super) enum Off {}

impl NodeKind for Off {
    const PRINCIPAL: bool = false;
}

/// The state of a node once it has been looked at.
#[derive(Copy, Clone)]
pub(super) struct Node<M> {
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Whether it is expected to fail high.
    pub(super) cut: bool,
    pub(super) in_check: bool,
    /// The static value, in points.
    pub(super) estimate: i32,
    /// Whether the static value is better than the same side's last one.
    pub(super) improving: bool,
    pub(super) known: Option<Known<M>>,
    /// Whether the move to try first is noisy.
    pub(super) noisy_hint: bool,
}

/// A move that is about to be searched.
#[derive(Copy, Clone)]
pub(super) struct MoveInfo<M> {
    pub(super) m: M,
    /// Its place in the order, from 1.
    pub(super) place: i32,
    pub(super) noisy: bool,
    /// Whether it came as a killer or counter-move.
    pub(super) refutation: bool,
    pub(super) history: i32,
    /// The reduction for its place in the order, in 1024ths of a ply.
    pub(super) reduction_1024ths: i32,
}
