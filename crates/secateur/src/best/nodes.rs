//! The nodes of a search tree, without their moves: all that a page sees of it, whatever the game.

use super::BestFirst;
use super::journal::Journal;
use super::slots::{Chunks, Slots};

/// The place of a node.
pub(super) type Id = u32;
pub(super) const ROOT: Id = Id::MAX;

/// If pruning frees less than one node in this number, it is not tried again: it costs a walk through the tree.
const WORTH_WHILE: usize = 8;

/// A node of a [`SearchTree`](super::SearchTree), as its parent sees it.
#[derive(Copy, Clone, Debug)]
pub struct Child<D> {
    /// The search's data.
    pub data: D,
    pub(super) kids: Kids,
}

/// The children of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kids {
    /// The search has not been here.
    Unseen,
    /// It was here, and went no further.
    Leaf,
    /// These.
    Block { first: Id, count: u16 },
}

/// The place of a position that the search looks at for the first time.
#[derive(Copy, Clone)]
pub(super) enum Place {
    /// The root of a new tree.
    Root,
    /// A node that the search has not been to.
    Node(Id),
    /// A child of the node that is being expanded.
    Fresh(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Nodes<D> {
    pub(super) root: Option<Child<D>>,
    children: Chunks<Child<D>>,
    pub(super) slots: Slots,
    /// Their number.
    pub(super) count: usize,
    /// True after pruning was of too little use to be tried again.
    dense: bool,
    /// The children of a node that is being expanded.
    pub(super) fresh: Vec<Child<D>>,
    /// The data of nodes on the way from the root, when the search came there.
    pub(super) before: Vec<D>,
    /// What has changed, if anybody wants to know.
    pub(super) journal: Option<Box<Journal<D>>>,
}

impl<D: Copy> Nodes<D> {
    pub(super) fn new(limit: usize) -> Self {
        Nodes {
            root: None,
            children: Chunks::EMPTY,
            slots: Slots::new(limit),
            count: 0,
            dense: false,
            fresh: Vec::new(),
            before: Vec::new(),
            journal: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.root = None;
        self.children.clear();
        self.slots.clear();
        (self.count, self.dense) = (0, false);
        if let Some(journal) = &mut self.journal {
            journal.clear();
        }
    }

    /// Notes what became of a node.
    #[inline]
    fn note(&mut self, at: Id, data: D) {
        if let Some(journal) = &mut self.journal {
            journal.note(at, data);
        }
    }

    /// Starts anew with this for the root.
    pub(super) fn plant(&mut self, root: D) {
        self.clear();
        self.root = Some(Child { data: root, kids: Kids::Leaf });
        self.count = 1;
        self.note(ROOT, root);
    }

    #[inline]
    pub(super) fn get(&self, at: Id) -> Child<D> {
        if at == ROOT {
            return self.root.unwrap_or_else(|| unreachable!("a tree is searched from its root"));
        }
        self.children.block(at, 1)[0]
    }

    #[inline]
    pub(super) fn set(&mut self, at: Id, data: D, kids: Kids) {
        self.note(at, data);
        if at == ROOT {
            self.root = Some(Child { data, kids });
        } else {
            *self.children.slot_mut(at) = Child { data, kids };
        }
    }

    #[inline]
    pub(super) fn block(&self, kids: Kids) -> &[Child<D>] {
        match kids {
            Kids::Block { first, count } => self.children.block(first, count),
            Kids::Unseen | Kids::Leaf => &[],
        }
    }

    #[inline]
    pub(super) fn block_mut(&mut self, kids: Kids) -> &mut [Child<D>] {
        match kids {
            Kids::Block { first, count } => self.children.block_mut(first, count),
            Kids::Unseen | Kids::Leaf => &mut [],
        }
    }

    /// The root's children.
    pub(super) fn children(&self) -> &[Child<D>] {
        self.root.map_or(&[], |root| self.block(root.kids))
    }

    /// Lists a fresh child, which the search has not been to.
    pub(super) fn list(&mut self, data: D) {
        self.fresh.push(Child { data, kids: Kids::Unseen });
    }

    /// Makes the children of another tree's root the fresh ones; or a leaf what that root has become, if it has none.
    pub(super) fn take_over(&mut self, at: Id, behind: &Nodes<D>) {
        self.fresh.extend(behind.children().iter().map(|child| Child { kids: Kids::Leaf, ..*child }));
        if let (true, Some(root)) = (self.fresh.is_empty(), behind.root) {
            self.set(at, root.data, Kids::Leaf);
        }
    }

    /// The place that `count` children will have; none if there is no room, also after pruning.
    pub(super) fn reserve<P: BestFirst<Data = D>>(&mut self, page: &P, count: usize) -> Option<Id> {
        let place = self.slots.next(count);
        let place = place.or_else(|| if self.prune(page) { self.slots.next(count) } else { None });
        place.filter(|&first| self.children.reserve(first, self.slots.limit()))
    }

    /// Puts the fresh children where there is room for them.
    pub(super) fn add(&mut self) -> Kids {
        let count = self.fresh.len();
        let first = self.slots.take(count);
        self.children.put(first, &self.fresh);
        if let Some(journal) = &mut self.journal {
            journal.expand();
            self.fresh.iter().zip(first..).for_each(|(child, at)| journal.note(at, child.data));
        }
        self.fresh.clear();
        self.count += count;
        Kids::Block { first, count: count as u16 }
    }

    /// Takes back the room of all that lies below settled nodes, the root excepted. Returns whether there was any.
    fn prune<P: BestFirst<Data = D>>(&mut self, page: &P) -> bool {
        let before = self.count;
        if let Some(root) = self.root.filter(|_| !self.dense) {
            self.prune_below(root.kids, page);
        }
        let freed = before - self.count;
        self.dense |= freed * WORTH_WHILE < before;
        freed > 0
    }

    fn prune_below<P: BestFirst<Data = D>>(&mut self, kids: Kids, page: &P) {
        let Kids::Block { first, count } = kids else { return };
        for at in first..first + u32::from(count) {
            let Child { data, kids } = self.get(at);
            if page.is_settled(&data) {
                self.forget(kids);
                self.set(at, data, Kids::Leaf);
            } else {
                self.prune_below(kids, page);
            }
        }
    }

    /// Gives back a node's children, and all that lies below them.
    fn forget(&mut self, kids: Kids) {
        let Kids::Block { first, count } = kids else { return };
        for at in first..first + u32::from(count) {
            self.forget(self.get(at).kids);
        }
        self.slots.give_back(first, count.into());
        self.count -= usize::from(count);
    }
}
