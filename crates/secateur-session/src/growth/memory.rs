//! The memories that best-first pages grow in.

use crate::seen::{Seen, Shown};
use secateur::best::{Change, ListedNode, Numbers, OutcomeTree, ProofTable, SearchTree};

/// The nodes of a tree, and what became of them, step by step; no changes if nobody kept them, or they were too many.
pub(crate) struct Listing<M> {
    pub(crate) nodes: Vec<ListedNode<M, Seen>>,
    pub(crate) changes: Vec<Change<Seen>>,
}

/// The memory of a page.
pub(crate) trait Memory<M>: Send {
    fn clear(&mut self);
    fn bytes(&self) -> usize;
    fn root(&self, unit: i32) -> Seen;
    /// As [`Growth::list`](super::Growth::list).
    fn list(&self, unit: i32, most: usize, plies: u32) -> Option<Listing<M>>;
    /// As [`Growth::keep_journal`](super::Growth::keep_journal).
    fn keep_journal(&mut self);
    /// The table of proof numbers, where it is one.
    fn table(&mut self) -> Option<&mut ProofTable> {
        None
    }
}

impl<M: Copy + Send, D: Copy + PartialEq + Send + Shown> Memory<M> for SearchTree<M, D> {
    fn clear(&mut self) {
        SearchTree::clear(self);
    }

    fn bytes(&self) -> usize {
        SearchTree::bytes(self)
    }

    fn root(&self, unit: i32) -> Seen {
        SearchTree::root(self).map_or(Seen::default(), |data| data.shown(unit))
    }

    fn list(&self, unit: i32, most: usize, plies: u32) -> Option<Listing<M>> {
        let list = SearchTree::list(self, most, plies).into_iter();
        let nodes = list.map(|ListedNode { parent, played, ply, data, growth, left_out }| ListedNode {
            parent,
            played,
            ply,
            data: data.shown(unit),
            growth,
            left_out,
        });
        let changes = self.changes(most, plies).unwrap_or_default().into_iter();
        let shown = |Change { step, node, data }: Change<D>| Change { step, node, data: data.shown(unit) };
        Some(Listing { nodes: nodes.collect(), changes: changes.map(shown).collect() })
    }

    fn keep_journal(&mut self) {
        SearchTree::keep_journal(self);
    }
}

impl<M: Copy + Send> Memory<M> for OutcomeTree<M> {
    fn clear(&mut self) {
        OutcomeTree::clear(self);
    }

    fn bytes(&self) -> usize {
        self.tree().bytes()
    }

    fn root(&self, unit: i32) -> Seen {
        Memory::root(self.tree(), unit)
    }

    fn list(&self, unit: i32, most: usize, plies: u32) -> Option<Listing<M>> {
        Memory::list(self.tree(), unit, most, plies)
    }

    fn keep_journal(&mut self) {
        OutcomeTree::keep_journal(self);
    }
}

/// The first-level tree, and that of second-level searches.
impl<M: Copy + Send> Memory<M> for (SearchTree<M, Numbers>, SearchTree<M, Numbers>) {
    fn clear(&mut self) {
        self.0.clear();
        self.1.clear();
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }

    fn root(&self, unit: i32) -> Seen {
        Memory::root(&self.0, unit)
    }

    fn list(&self, unit: i32, most: usize, plies: u32) -> Option<Listing<M>> {
        Memory::list(&self.0, unit, most, plies)
    }

    fn keep_journal(&mut self) {
        self.0.keep_journal();
    }
}

impl<M> Memory<M> for ProofTable {
    fn clear(&mut self) {
        ProofTable::clear(self);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn root(&self, unit: i32) -> Seen {
        ProofTable::root(self).map_or(Seen::default(), |numbers| numbers.shown(unit))
    }

    fn list(&self, _: i32, _: usize, _: u32) -> Option<Listing<M>> {
        None
    }

    /// It has no tree in which anything could change.
    fn keep_journal(&mut self) {}

    fn table(&mut self) -> Option<&mut ProofTable> {
        Some(self)
    }
}
