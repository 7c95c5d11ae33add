//! Pruning of a full tree: what lies below settled nodes is given up.

use super::BestFirst;
use super::tree::{Kids, SearchTree};
use crate::{Cx, Game};

/// If pruning frees less than one node in so many, it is not tried again: it costs a walk through the tree.
const WORTH_WHILE: usize = 8;

impl<M: Copy, D: Copy> SearchTree<M, D> {
    /// Takes back the room of all that lies below settled nodes, the root excepted. Returns whether there was any.
    pub(super) fn prune<C, B>(&mut self, page: &B) -> bool
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
    {
        let before = self.nodes;
        if let Some((_, kids)) = self.root.filter(|_| !self.dense) {
            self.prune_below(kids, page);
        }
        let freed = before - self.nodes;
        self.dense |= freed * WORTH_WHILE < before;
        freed > 0
    }

    fn prune_below<C, B>(&mut self, kids: Kids, page: &B)
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
    {
        let Kids::Block { first, count } = kids else { return };
        for at in first..first + u32::from(count) {
            let (data, kids) = self.get(at);
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
            self.forget(self.get(at).1);
        }
        self.slots.give_back(first, count);
        self.nodes -= usize::from(count);
    }
}
