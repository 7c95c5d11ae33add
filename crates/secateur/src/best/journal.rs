//! What a search has made of its nodes on the way: a journal of all that changed.

use super::nodes::Id;

/// More changes than this are not kept: then there is no journal.
const MOST: usize = 1 << 22;

/// The changes of nodes' data, in the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct Journal<D> {
    /// The nodes that were expanded so far.
    step: u32,
    changes: Vec<(u32, Id, D)>,
    is_whole: bool,
}

impl<D: Copy> Journal<D> {
    pub(super) fn new() -> Self {
        Journal { step: 0, changes: Vec::new(), is_whole: true }
    }

    pub(super) fn clear(&mut self) {
        *self = Journal::new();
    }

    /// A node is expanded.
    pub(super) fn expand(&mut self) {
        self.step += 1;
    }

    pub(super) fn note(&mut self, at: Id, data: D) {
        if self.changes.len() == MOST {
            (self.is_whole, self.changes) = (false, Vec::new());
        }
        if self.is_whole {
            self.changes.push((self.step, at, data));
        }
    }

    /// All changes: the number of nodes that were expanded by then, the node, its data. None if there were too many.
    pub(super) fn changes(&self) -> Option<&[(u32, Id, D)]> {
        self.is_whole.then_some(&self.changes)
    }
}
