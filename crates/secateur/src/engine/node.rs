//! The kinds of node, as types: what is decided by kind costs nothing.

/// Where a node stands in the tree.
pub(super) trait Kind {
    /// On the principal variation: an open window, whose value is wanted.
    const PRINCIPAL: bool;
    /// The root.
    const ROOT: bool = false;
}

/// The root.
pub(super) enum Root {}

impl Kind for Root {
    const PRINCIPAL: bool = true;
    const ROOT: bool = true;
}

/// On the principal variation.
pub(super) enum Principal {}

impl Kind for Principal {
    const PRINCIPAL: bool = true;
}

/// Off it: a null window, a cut or an all node.
pub(super) enum Off {}

impl Kind for Off {
    const PRINCIPAL: bool = false;
}
