//! Node types by Knuth and Moore: those that were to be expected, and the critical tree that a search went through.

use super::{End, NodeType, Trace};
use crate::{Step, Trick};

impl<M: Copy + PartialEq> Trace<M> {
    /// The type that each visit was expected to have, as if the first move of every node were the best one: the root and
    /// its first line are PV nodes, the other children of a PV node are to be cut, and below them types alternate (D.
    /// Knuth and R. Moore, 1975). A search through a null window has no PV node: its root counts as what it turned
    /// out to be, and if it was halted, nothing is expected.
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, trace::NodeType::{All, Cut, Pv}, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// assert_eq!(cx.watch.expected(), [Pv, Pv, Pv, Cut, Cut, All].map(Some));
    /// ```
    pub fn expected(&self) -> Vec<Option<NodeType>> {
        let mut types: Vec<Option<NodeType>> = Vec::with_capacity(self.nodes.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let is_first = || !self.siblings_before(id).any(|id| self.nodes[id].tries_a_move());
            let above = node.parent.map(|parent| types[parent as usize]);
            types.push(match (above, node.step) {
                (None, _) if node.beta > node.alpha.next() => Some(NodeType::Pv),
                (None, _) => node.kind(),
                (Some(above), None) => above,
                (Some(Some(NodeType::Pv)), Some(Step::Again(_))) => Some(NodeType::Pv),
                (Some(Some(NodeType::Pv)), _) if node.tries_a_move() && is_first() => Some(NodeType::Pv),
                (Some(Some(NodeType::Pv | NodeType::All)), _) => Some(NodeType::Cut),
                (Some(Some(NodeType::Cut)), _) => Some(NodeType::All),
                (Some(None), _) => None,
            });
        }
        types
    }

    /// The critical tree within the last search: for each visit its type, 1 to 3, if the final value is proven by it.
    ///
    /// A node of type 1 is worth the value of the search by its best move, which is of type 1 again; its other moves are of
    /// type 2, where one reply refutes the move, of type 3; and there every move has to be refuted, by type 2 again (Knuth
    /// and Moore). Where a move was searched again, the later visit counts. Where null windows closed in on the value, the
    /// two last ones that bound it from either side prove it. Where what was known of a node bounds it already, its
    /// moves need not. The search went through all other visits for want of better knowledge. What proof-number search in a
    /// table needed is not told.
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (4 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// // All but the 4: the 2 alone refutes the second move.
    /// let types: Vec<u8> = cx.watch.critical().iter().map(|t| t.unwrap_or(0)).collect();
    /// assert_eq!(types, [1, 1, 1, 2, 2, 0, 3]);
    /// ```
    pub fn critical(&self) -> Vec<Option<u8>> {
        let (mut best, mut again) = (vec![None; self.nodes.len()], vec![false; self.nodes.len()]);
        for node in &self.nodes {
            if let Some(first) = node.first {
                again[first as usize] = true;
            }
        }
        for (id, node) in self.nodes.iter().enumerate() {
            // A search that was not so deep may have promised too much.
            if node.trick == Some(Trick::Reductions) && again[id] {
                continue;
            }
            if let (true, Some(score), Some(parent)) = (node.tries_a_move(), node.score, node.parent) {
                let best = &mut best[parent as usize];
                let is_better = |&(other, than): &(usize, _)| {
                    score < than || score == than && node.first.is_some_and(|first| first as usize == other)
                };
                if best.as_ref().is_none_or(is_better) {
                    *best = Some((id, score));
                }
            }
        }
        let mut types = vec![None; self.nodes.len()];
        if self.proves() {
            return types;
        }
        for (root, kind) in self.proving() {
            types[root] = Some(kind);
        }
        for (id, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent.map(|parent| parent as usize) else { continue };
            if !node.tries_a_move()
                || node.score.is_none()
                || !matches!(self.nodes[parent].end, End::Cut { .. } | End::All)
            {
                continue;
            }
            let is_best = best[parent].is_some_and(|(best, _)| best == id);
            types[id] = match types[parent] {
                // What is proven of the node above can answer for one side of the value.
                Some(1) if is_best => node.kind().map(NodeType::number),
                Some(2) if is_best && !self.nodes[parent].is_at_least() => Some(3),
                Some(1 | 3) if !again[id] && !self.nodes[parent].is_at_most() => Some(2),
                _ => None,
            };
        }
        types
    }

    /// The visits below the same node that came before this one, the last one first.
    pub(super) fn siblings_before(&self, id: usize) -> impl Iterator<Item = usize> {
        let before = |&id: &usize| self.kin[id][1].map(|id| id as usize);
        std::iter::successors(before(&id), before)
    }

    /// The roots whose searches prove the final value, with their types.
    fn proving(&self) -> Vec<(usize, u8)> {
        let ended: Vec<usize> = self.roots().filter(|&root| self.nodes[root].score.is_some()).collect();
        let Some(&last) = ended.last() else { return Vec::new() };
        let mut proving = Vec::new();
        for kind in [NodeType::Pv, NodeType::Cut, NodeType::All] {
            let is = |root: &usize| {
                let (node, last) = (&self.nodes[*root], &self.nodes[last]);
                (node.kind(), node.depth, node.score) == (Some(kind), last.depth, last.score)
            };
            proving.extend(ended.iter().copied().rfind(is).map(|root| (root, kind.number())));
        }
        if self.nodes[last].kind() == Some(NodeType::Pv) {
            proving.truncate(1);
        }
        proving
    }
}
