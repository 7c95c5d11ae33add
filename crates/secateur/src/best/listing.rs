//! A tree in memory, node by node, for whoever wants to see it.

use super::SearchTree;
use super::nodes::{Id, Kids, ROOT};
use std::collections::{HashMap, VecDeque};

/// A node of a tree, as [`SearchTree::list`] has it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ListedNode<M, D> {
    /// The place of the node above in the list; none for the root.
    pub parent: Option<u32>,
    /// The move that leads here; none for the root.
    pub played: Option<M>,
    /// Plies from the root.
    pub ply: u32,
    /// The search's data.
    pub data: D,
    /// How far the search has come with it.
    pub growth: NodeGrowth,
    /// Nodes below that are not on the list, and have no listed one between.
    pub left_out: u64,
}

/// A change of a node's data, as [`SearchTree::changes`] has it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Change<D> {
    /// The number of nodes that were expanded by then.
    pub step: u32,
    /// The place of the node in the list.
    pub node: u32,
    /// The search's data from then on.
    pub data: D,
}

/// How far a search has come with a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NodeGrowth {
    /// It has not been here.
    Unseen,
    /// It was here, and did not look behind.
    Leaf,
    /// It has looked behind: the place in the order in which nodes were expanded, from 1. None once a full tree has
    /// forgotten some of them.
    Expanded(Option<u32>),
}

/// A node by its place, on the way to the list.
#[derive(Copy, Clone)]
struct Seen {
    at: Id,
    parent: Option<u32>,
    ply: u32,
    kids: Kids,
    left_out: u64,
}

/// What of a tree its listing needs to know.
trait Family {
    fn kids(&self, at: Id) -> Kids;
}

impl<M: Copy, D: Copy> Family for SearchTree<M, D> {
    fn kids(&self, at: Id) -> Kids {
        self.nodes.get(at).kids
    }
}

impl<M: Copy, D: Copy> SearchTree<M, D> {
    /// The nodes nearest to the root, `most` at most and none further from it than `plies`: each one right before what
    /// is below it, in the order of moves. Takes time and memory for every node of the tree.
    ///
    /// ```
    /// use secateur::{Score, Search, best::{FirstNumbers, NodeGrowth, SearchTree, pn_search}, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW);
    /// let mut grown = SearchTree::with_bytes(1 << 16);
    /// pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown);
    /// let list = grown.list(100, 100);
    /// let growth: Vec<NodeGrowth> = list.iter().map(|node| node.growth).collect();
    /// let expanded = |n| NodeGrowth::Expanded(Some(n));
    /// // The root, the first bag with its three things, and two bags that nobody looked into.
    /// assert_eq!(growth[..3], [expanded(1), expanded(2), NodeGrowth::Leaf]);
    /// assert_eq!((list.len(), list[4].parent, list[4].played), (7, Some(1), Some(2)));
    /// assert_eq!(grown.list(4, 100)[1].left_out, 3);
    /// ```
    pub fn list(&self, most: usize, plies: u32) -> Vec<ListedNode<M, D>> {
        if self.nodes.root.is_none() || most == 0 {
            return Vec::new();
        }
        let (seen, order) = list(self, most, plies);
        let growth = |kids| match kids {
            Kids::Unseen => NodeGrowth::Unseen,
            Kids::Leaf => NodeGrowth::Leaf,
            Kids::Block { first, .. } => {
                let place = order.binary_search(&first).ok().filter(|_| self.nodes.slots.is_in_order());
                NodeGrowth::Expanded(place.map(|place| place as u32 + 1))
            }
        };
        let listed = |&Seen { at, parent, ply, kids, left_out }: &Seen| ListedNode {
            parent,
            played: parent.map(|_| self.moves.block(at, 1)[0]),
            ply,
            data: self.nodes.get(at).data,
            growth: growth(kids),
            left_out,
        };
        seen.iter().map(listed).collect()
    }
}

impl<M: Copy, D: Copy + PartialEq> SearchTree<M, D> {
    /// The changes of the nodes that [`SearchTree::list`] has within the same limits, in the order in which they came; a change
    /// that is followed by another one within the same step is left out. None without a journal
    /// ([`SearchTree::keep_journal`]), or where a full tree has forgotten nodes.
    ///
    /// ```
    /// use secateur::{Score, Search, best::{FirstNumbers, SearchTree, pn_search}, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW);
    /// let mut grown = SearchTree::with_bytes(1 << 16);
    /// grown.keep_journal();
    /// pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown);
    /// let changes = grown.changes(100, 100).unwrap();
    /// let root: Vec<_> = changes.iter().filter(|change| change.node == 0).map(|change| change.data.delta).collect();
    /// // One leaf would disprove it; then one in each of the three bags; then it is proven.
    /// assert_eq!(root, [1, 3, u32::MAX]);
    /// ```
    pub fn changes(&self, most: usize, plies: u32) -> Option<Vec<Change<D>>> {
        let changes = self.nodes.journal.as_ref()?.changes()?;
        if self.nodes.root.is_none() || most == 0 || !self.nodes.slots.is_in_order() {
            return None;
        }
        let listed: HashMap<Id, u32> =
            list(self, most, plies).0.iter().zip(0..).map(|(seen, n)| (seen.at, n)).collect();
        let (mut told, mut last): (Vec<Change<D>>, HashMap<u32, usize>) = (Vec::new(), HashMap::new());
        for &(step, at, data) in changes {
            let Some(&node) = listed.get(&at) else { continue };
            match last.get(&node).map(|&place| &mut told[place]) {
                Some(before) if before.data == data => {}
                Some(before) if before.step == step => before.data = data,
                _ => {
                    last.insert(node, told.len());
                    told.push(Change { step, node, data });
                }
            }
        }
        Some(told)
    }
}

/// The nodes to list, and the places of all families in the order in which they came; compiled once.
fn list(tree: &dyn Family, most: usize, plies: u32) -> (Vec<Seen>, Vec<Id>) {
    // Nearest to the root first; what is beyond the limits counts for the nearest node within.
    let seen = |at, parent, ply| Seen { at, parent, ply, kids: tree.kids(at), left_out: 0 };
    let mut near = vec![seen(ROOT, None, 0)];
    let (mut next, mut order) = (VecDeque::from([(0_u32, near[0])]), Vec::new());
    while let Some((within, node)) = next.pop_front() {
        let Kids::Block { first, count } = node.kids else { continue };
        order.push(first);
        for at in first..first + u32::from(count) {
            let child = seen(at, Some(within), node.ply + 1);
            // Once one is left out, what comes later is no nearer.
            if near.len() < most && child.ply <= plies {
                near.push(child);
                next.push_back((near.len() as u32 - 1, child));
            } else {
                near[within as usize].left_out += 1;
                next.push_back((within, child));
            }
        }
    }
    order.sort_unstable();
    (in_depth(&near), order)
}

/// The same nodes, each right before what is below it.
fn in_depth(near: &[Seen]) -> Vec<Seen> {
    let mut below = vec![Vec::new(); near.len()];
    for (place, node) in near.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            below[parent as usize].push(place);
        }
    }
    let (mut listed, mut open) = (Vec::with_capacity(near.len()), vec![(0, None)]);
    while let Some((place, parent)) = open.pop() {
        let here = listed.len() as u32;
        listed.push(Seen { parent, ..near[place] });
        open.extend(below[place].iter().map(|&child| (child, Some(here))));
    }
    listed
}
