//! The tree in memory: where a best-first search keeps what it has seen.

use super::grow::{Grower, Plant, Planted};
use super::journal::Journal;
use super::nodes::{Child, Id, Kids, Nodes, ROOT};
use super::paged::PagedNodes;
use super::slots::Chunks;
use super::{Answer, BestFirst, End, Leaves};
use crate::{Bounds, Cx, Game, MoveOf};

/// A game tree that grows leaf by leaf, in memory of a limited size. What is kept of a node beside the move that
/// leads to it is the search's own ([`BestFirst::Data`](super::BestFirst::Data)).
///
/// Positions are not kept: the search goes down from the root on foot, through [`Cx::visit`], so that path,
/// incremental knowledge and observers follow, and a node takes a few bytes. It climbs back only as far as
/// something has changed (the current-node enhancement of proof-number search).
///
/// A full tree forgets what lies below settled nodes, the line of play that they stand for included, and searches
/// on as long as that makes room enough.
///
/// A tree that was searched can be searched on, from the same root; [`SearchTree::clear`] makes a new start.
///
/// ```
/// use secateur::{Score, Search, best::{FirstNumbers, SearchTree, pn_search}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown);
/// assert_eq!(answer.line, [0, 0]);
/// assert_eq!(grown.nodes(), 7); // of the 13 that there are
/// // Leaves that it takes to prove of each move that it is worth 3: of the other two, nobody has looked behind.
/// let open: Vec<u32> = grown.children().iter().map(|child| child.data.delta).collect();
/// assert_eq!((grown.moves(), open), (&[0, 1, 2][..], vec![0, 1, 1]));
/// ```
#[derive(Clone, Debug)]
pub struct SearchTree<M, D> {
    pub(super) nodes: Nodes<D>,
    /// The moves that lead to nodes, at the nodes' places.
    pub(super) moves: Chunks<M>,
}

impl<M: Copy, D: Copy> SearchTree<M, D> {
    /// The bytes that a node takes.
    const NODE: usize = size_of::<Child<D>>() + size_of::<M>();

    /// An empty tree that will take at most `bytes` bytes.
    pub fn with_bytes(bytes: usize) -> Self {
        SearchTree { nodes: Nodes::new(bytes / Self::NODE), moves: Chunks::EMPTY }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.moves.clear();
    }

    /// Keeps a journal of what changes from now on, for [`SearchTree::changes`]: some 24 bytes for each node that the search
    /// comes through, each time.
    pub fn keep_journal(&mut self) {
        self.nodes.journal = Some(Box::new(Journal::new()));
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.count
    }

    /// The bytes that its nodes take, in whole chunks.
    pub fn bytes(&self) -> usize {
        self.nodes.slots.reached() * Self::NODE
    }

    /// The bytes that they may take.
    pub fn limit(&self) -> usize {
        self.nodes.slots.limit() * Self::NODE
    }

    /// The root's data; none before a search.
    pub fn root(&self) -> Option<&D> {
        self.nodes.root.as_ref().map(|root| &root.data)
    }

    /// The root's children.
    pub fn children(&self) -> &[Child<D>] {
        self.nodes.children()
    }

    /// The moves that lead to the root's children, in the same order.
    pub fn moves(&self) -> &[M] {
        match self.nodes.root {
            Some(Child { kids: Kids::Block { first, count }, .. }) => self.moves.block(first, count),
            _ => &[],
        }
    }

    /// Calls `seen` with each position whose children the tree holds, the root first and a node before those below it, and with
    /// its data.
    ///
    /// ```
    /// use secateur::best::{SearchTree, ubfm};
    /// use secateur::{Score, Search, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut grown = SearchTree::with_bytes(1 << 16);
    /// let _ = ubfm(&mut Search::new(|_: &Tree| Score::DRAW), &tree, &mut grown);
    /// let mut values = Vec::new();
    /// grown.each_expanded(&tree, &mut |_, data| values.push(data.value.get()));
    /// assert_eq!(values, [3, -3, -2]);
    /// ```
    pub fn each_expanded<G: Game<Move = M>>(&self, root: &G, seen: &mut dyn FnMut(&G, &D)) {
        if let Some(node) = &self.nodes.root {
            self.each_below(root, node, seen);
        }
    }

    fn each_below<G: Game<Move = M>>(&self, pos: &G, node: &Child<D>, seen: &mut dyn FnMut(&G, &D)) {
        let Kids::Block { first, count } = node.kids else { return };
        seen(pos, &node.data);
        for (child, &m) in self.nodes.block(node.kids).iter().zip(self.moves.block(first, count)) {
            if matches!(child.kids, Kids::Block { .. }) {
                self.each_below(&pos.child(m), child, seen);
            }
        }
    }

    /// Makes the root's children the fresh ones of a leaf in another tree, and lists their moves.
    pub(super) fn hand_over(&self, nodes: &mut Nodes<D>, leaf: Id, moves: &mut Vec<M>) {
        nodes.take_over(leaf, &self.nodes);
        moves.extend_from_slice(self.moves());
    }

    /// Starts anew with this for the root.
    pub(super) fn plant(&mut self, root: D) {
        self.moves.clear();
        self.nodes.plant(root);
    }

    /// Lets the tree grow until the search is settled, or halted, or there is no room.
    pub fn search<C, L>(&mut self, cx: &mut C, root: &C::Game, leaves: &mut L) -> Answer<M, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        L: Leaves<C, Page: BestFirst<Data = D>>,
    {
        self.grow(cx, root, leaves, usize::MAX)
    }

    /// As [`SearchTree::search`], up to `most` nodes in memory.
    pub(super) fn grow<C, L>(
        &mut self,
        cx: &mut C,
        root: &C::Game,
        leaves: &mut L,
        most: usize,
    ) -> Answer<M, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        L: Leaves<C, Page: BestFirst<Data = D>>,
    {
        let is_new = self.nodes.root.is_none();
        let paged = PagedNodes { page: leaves.page(), nodes: &mut self.nodes };
        grown(cx, root, is_new, &mut Plant { leaves, paged }, &mut self.moves, most)
    }
}

/// The answer of a tree that has grown, to `most` nodes at most; compiled once for a game.
fn grown<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    is_new: bool,
    tree: &mut dyn Planted<C>,
    moves: &mut Chunks<MoveOf<C>>,
    most: usize,
) -> Answer<MoveOf<C>, C::Halt> {
    let mut grower = Grower { tree, moves, fresh: Vec::new(), most };
    let end = grower.run(cx, root, is_new).unwrap_or_else(End::Halted);
    let paged = grower.tree.paged();
    let line = paged.line(cx.ply());
    let bounds = if is_new && paged.count() == 0 { Bounds::NONE } else { paged.bounds(ROOT) };
    Answer { bounds, line: line.iter().map(|&at| grower.moves.block(at, 1)[0]).collect(), end }
}
