//! A page with its nodes, as the part that walks sees them: the data that is kept of a node stays inside.

use super::BestFirst;
use super::nodes::{Child, Id, Kids, Nodes, Place, ROOT};
use crate::{Bounds, Score};

/// A page and its nodes, whatever is kept of them, and whatever the game: what [`Grower`](super::grow::Grower) asks
/// for, so that it is compiled once for a game and not for each page.
pub(super) trait Paged {
    /// What a node was like when the search came there is kept until it leaves.
    fn enter(&mut self, at: Id);
    fn leave(&mut self);

    /// True if a node needs no more search; and its children.
    fn state(&self, at: Id) -> (bool, Kids);

    /// The child to go on with.
    fn choose(&self, at: Id, ply: u32) -> Id;

    /// Values a node by its children, if it has any. True if it is another than when the search came there.
    fn value(&mut self, at: Id, ply: u32) -> bool;

    /// The proven bounds.
    fn bounds(&self, at: Id) -> Bounds;

    /// The window in question.
    fn window(&self, ply: u32) -> (Score, Score);

    /// A leaf has no children, and is worth this.
    fn end(&mut self, at: Id, ply: u32, score: Score);

    /// Begins to list the fresh children of a leaf.
    fn begin(&mut self);

    /// The place for the fresh children, if there is room for them.
    fn reserve(&mut self) -> Option<Id>;

    /// Makes the fresh children those of a leaf.
    fn add(&mut self, at: Id);

    /// The number of nodes, and the most that there is room for.
    fn count(&self) -> usize;
    fn limit(&self) -> usize;

    /// [`BestFirst::EAGER`] and [`BestFirst::TO_THE_END`].
    fn is_eager(&self) -> bool;
    fn goes_to_the_end(&self) -> bool;

    /// The places of the nodes on the line of best play from the root, which is at this ply.
    fn line(&self, ply: u32) -> Vec<Id>;
}

pub(super) struct PagedNodes<'t, P: BestFirst> {
    pub(super) page: P,
    pub(super) nodes: &'t mut Nodes<P::Data>,
}

impl<P: BestFirst> PagedNodes<'_, P> {
    /// Keeps what was seen of a position when the search looked at it for the first time.
    pub(super) fn keep(&mut self, place: Place, seen: P::Data) {
        let nodes = &mut *self.nodes;
        match place {
            Place::Root => nodes.plant(seen),
            Place::Node(at) => nodes.set(at, self.page.seen(&nodes.get(at).data, seen), Kids::Leaf),
            Place::Fresh(child) => nodes.fresh[child] = Child { data: seen, kids: Kids::Leaf },
        }
    }
}

impl<P: BestFirst> Paged for PagedNodes<'_, P> {
    fn enter(&mut self, at: Id) {
        let data = self.nodes.get(at).data;
        self.nodes.before.push(data);
    }

    fn leave(&mut self) {
        self.nodes.before.pop();
    }

    fn state(&self, at: Id) -> (bool, Kids) {
        let Child { data, kids } = self.nodes.get(at);
        (self.page.is_settled(&data), kids)
    }

    fn choose(&self, at: Id, ply: u32) -> Id {
        let Child { data, kids } = self.nodes.get(at);
        let Kids::Block { first, count } = kids else { unreachable!("a node with children") };
        let chosen = self.page.choose(ply, &data, self.nodes.block(kids));
        debug_assert!(chosen < count.into());
        first + chosen as Id
    }

    fn value(&mut self, at: Id, ply: u32) -> bool {
        let Child { data, kids } = self.nodes.get(at);
        let new = match self.nodes.block(kids) {
            [] => data,
            children => self.page.value(ply, &data, children),
        };
        self.nodes.set(at, new, kids);
        let before = self.nodes.before.last().copied();
        if let Some(before) = before {
            self.page.learn(ply, &before, &new, self.nodes.block_mut(kids));
        }
        before != Some(new)
    }

    fn bounds(&self, at: Id) -> Bounds {
        self.page.bounds(&self.nodes.get(at).data)
    }

    fn window(&self, ply: u32) -> (Score, Score) {
        self.page.window(ply)
    }

    fn end(&mut self, at: Id, ply: u32, score: Score) {
        self.nodes.set(at, self.page.settled(ply, score), Kids::Leaf);
    }

    fn begin(&mut self) {
        self.nodes.fresh.clear();
    }

    fn reserve(&mut self) -> Option<Id> {
        self.nodes.reserve(&self.page, self.nodes.fresh.len())
    }

    fn add(&mut self, at: Id) {
        let data = self.nodes.get(at).data;
        let kids = self.nodes.add();
        self.nodes.set(at, data, kids);
    }

    fn count(&self) -> usize {
        self.nodes.count
    }

    fn limit(&self) -> usize {
        self.nodes.slots.limit()
    }

    fn is_eager(&self) -> bool {
        P::EAGER
    }

    fn goes_to_the_end(&self) -> bool {
        P::TO_THE_END
    }

    fn line(&self, ply: u32) -> Vec<Id> {
        let (mut line, mut next) = (Vec::new(), self.nodes.root.map(|_| ROOT));
        while let Some(at) = next.take() {
            let Child { data, kids } = self.nodes.get(at);
            if let Kids::Block { first, .. } = kids {
                let best = self.page.best(ply + line.len() as u32, &data, self.nodes.block(kids));
                line.push(first + best as Id);
                next = line.last().copied();
            }
        }
        line
    }
}
