//! The tree that a search really visited, node by node, as plain data.
//!
//! [`Trace`] is an observer: plug it in with [`Search::watch`](crate::Search::watch), search, and look at
//! its nodes, or print it. It is bounded, by nodes and by plies: those nearest to the root are kept, and the others only
//! counted.

mod keep;
mod origin;
mod proving;
mod record;
mod rows;
mod types;

pub use origin::{Met, Origin, Setter, Side};
pub use proving::Proof;
pub use rows::Row;

use crate::best::Left;
use crate::{Bounds, Score, Step, Trick, Why};
use record::Open;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::fmt;

/// The way a visit to a node ended.
///
/// ```
/// use secateur::{Score, Search, Trace, Why, algo, trace::End, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// let ends: Vec<End<u16>> = cx.watch.nodes.iter().map(|node| node.end).collect();
/// let leaf = End::Known(Why::Rules);
/// assert_eq!(ends, [End::All, End::All, leaf, leaf, End::Cut { index: 0, by: 0 }, leaf]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End<M> {
    /// The visit did not end: the search was halted in it, or is in it still.
    Halted,
    /// No move was needed: the rules, the depth, the table or some other knowledge settled the node.
    Known(Why),
    /// A move refuted it; the moves after that were not searched.
    Cut {
        /// The move's place in the order, from 0.
        index: usize,
        /// The move.
        by: M,
    },
    /// All moves were searched.
    All,
    /// A proof-number search in a table came back from it.
    Proof(Left),
}

/// The type of a node, by where its score lies in its window (Knuth and Moore's types 1 to 3).
///
/// ```
/// use secateur::{Score, Search, Trace, algo, trace::NodeType, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::new(100, 1));
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// let kinds: Vec<_> = cx.watch.nodes.iter().map(|node| node.kind()).collect();
/// assert_eq!(kinds, [Some(NodeType::Pv), Some(NodeType::Pv), Some(NodeType::Cut)]); // the root and its children
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NodeType {
    /// The score lies inside the window, and is exact.
    Pv,
    /// The score is at least beta: a lower bound, for which one good move is enough.
    Cut,
    /// The score is at most alpha: an upper bound, for which every move had to be looked at.
    All,
}

impl NodeType {
    /// Knuth and Moore's number of the type, 1 to 3.
    pub const fn number(self) -> u8 {
        match self {
            NodeType::Pv => 1,
            NodeType::Cut => 2,
            NodeType::All => 3,
        }
    }
}

/// `PV`, `CUT` or `ALL`.
impl fmt::Display for NodeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NodeType::Pv => "PV",
            NodeType::Cut => "CUT",
            NodeType::All => "ALL",
        })
    }
}

/// A trace's record of one visit to a node. Scores count for the side to move at the node.
///
/// ```
/// use secateur::{Score, Search, Step, Trace, algo, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// let visit = cx.watch.nodes[4];
/// assert_eq!((visit.parent, visit.step, visit.ply, visit.depth), (Some(0), Some(Step::Move(1)), 1, 1));
/// // The opponent, to move there, has to stay below -3, and fails to: 2 for the first player is enough.
/// assert_eq!((visit.beta, visit.score), (Score::points(-3), Some(Score::points(-2))));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Visit<M> {
    /// The place of the node above in [`Trace::nodes`]; none for a root.
    pub parent: Option<u32>,
    /// The search of the root that this belongs to, counted from 1: drivers probe more than once.
    pub probe: u32,
    /// The step by which the node was reached. None for a root, and for a position searched once more where it
    /// stands (to verify a null move, say): that visit hangs below the first.
    pub step: Option<Step<M>>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies left to search.
    pub depth: u32,
    /// The window's lower end, before anything known about the node narrowed it.
    pub alpha: Score,
    /// The window's upper end, before anything known about the node narrowed it.
    pub beta: Score,
    /// The visit that first searched the same move of the same node, where this one searches it again.
    pub first: Option<u32>,
    /// The bounds that knowledge proved of the value before any move was searched.
    pub proven: Bounds,
    /// The bounds that memory knew of it, for this very depth where the search is exact. None if it knew nothing.
    pub remembered: Option<Bounds>,
    /// What memory said of it for a search to some depth, where that proves nothing for this visit: of selective search.
    pub heard: Option<Heard>,
    /// The trick for the sake of which the node was visited, or that has changed its depth.
    pub trick: Option<Trick>,
    /// The static value, where the search asked for it; where quiescence search stands pat on it, as the table corrects it.
    pub static_value: Option<Score>,
    /// The answer of the visit; none if it was halted.
    pub score: Option<Score>,
    /// Whether the answer was cut to the window on its way up, as fail-hard searches do.
    pub clipped: bool,
    /// The way it ended.
    pub end: End<M>,
    /// Visits below this one that were counted but not kept, and have no kept one between.
    pub left_out: u64,
}

impl<M> Visit<M> {
    /// The type of the node; none if the visit was halted.
    pub fn kind(&self) -> Option<NodeType> {
        self.score.map(|score| match score {
            _ if score >= self.beta => NodeType::Cut,
            _ if score <= self.alpha => NodeType::All,
            _ => NodeType::Pv,
        })
    }

    /// What the answer proves of the value to this depth: `Equal` that it is the value, `Greater` that it is at least this,
    /// `Less` at most. None if the visit was halted.
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, tree::Tree};
    /// use std::cmp::Ordering;
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// // The second move is worth at most 2 to the first player: at least -2 to the second, who stopped there.
    /// assert_eq!(cx.watch.nodes[4].bound(), Some(Ordering::Greater));
    /// assert_eq!(cx.watch.nodes[5].bound(), Some(Ordering::Equal)); // a leaf is worth what it is worth
    /// ```
    pub fn bound(&self) -> Option<Ordering> {
        let settled = match self.end {
            End::Known(Why::Rules | Why::Repetition | Why::Leaf) => true,
            End::Known(Why::Bounds | Why::Table) => self.known().is_exact(),
            _ => false,
        };
        Some(match self.kind()? {
            _ if settled && !self.clipped => Equal,
            NodeType::Pv => Equal,
            NodeType::Cut => Greater,
            NodeType::All => Less,
        })
    }

    /// All that was proven of the value before any move was searched.
    fn known(&self) -> Bounds {
        self.proven.and(self.remembered.unwrap_or(Bounds::NONE))
    }

    /// Whether the value was known to be at least the answer before any move was searched.
    fn is_at_least(&self) -> bool {
        let stand_pat = self.static_value.filter(|_| self.depth == 0).unwrap_or(-Score::INF);
        self.score.is_some_and(|score| self.known().lower.max(stand_pat) >= score)
    }

    /// Whether the value was known to be at most the answer before any move was searched.
    fn is_at_most(&self) -> bool {
        self.score.is_some_and(|score| self.known().upper <= score)
    }
}

/// What memory said of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The bounds of its value.
    pub bounds: Bounds,
    /// The depth of the search that found them.
    pub depth: u32,
}

/// What a trick left out at a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LeftOut<M> {
    /// The place of the node in [`Trace::nodes`].
    pub node: u32,
    /// The move; where there is none, the trick changed how the node's moves were searched from then on.
    pub m: Option<M>,
    /// The trick.
    pub by: Trick,
}

/// Keeps the tree that a search visits, up to a number of nodes and a distance from the root.
///
/// A node's score is what the node above was answered (a fail-hard search cuts scores to the window on the
/// way up); a root's is what it was closed with. Printed, a trace is an indented tree, one line per visit, with
/// moves in their `Debug` form; [`Trace::rows`] gives the same as plain data with moves in any notation.
///
/// A best-first search opens a node once and comes through it often, which is no visit. Its nodes are closed as they are
/// settled; those that stay open when it ends show as halted.
///
/// # Cost
///
/// About 150 bytes per node kept, taken at the start for up to 65,536 nodes, and as much again while the search is under
/// way. Nothing is kept beyond the limits, so a search of any size can be watched.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Trace, algo, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::new(100, 10));
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(
///     cx.watch.to_string(),
///     "\
/// scores count for the side to move at each node
/// probe 1 -inf..inf depth 2: +3 PV, all moves searched
///   0 -inf..inf depth 1: -3 PV, all moves searched
///     0 -inf..inf depth 0: +3 PV, rules
///     1 -inf..+3 depth 0: +12 CUT, rules
///   1 -inf..-3 depth 1: -2 CUT, cut by 0, move 1 in order
///     0 +3..inf depth 0: +2 ALL, rules
/// "
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Trace<M> {
    /// The visits kept, in the order in which they began: parents before their children.
    pub nodes: Vec<Visit<M>>,
    /// What tricks left out, at visits that are kept, in the order in which it happened.
    pub tricks: Vec<LeftOut<M>>,
    /// The number of visits, kept or not.
    pub opened: u64,
    /// The number of searches of a root, kept or not.
    pub probes: u32,
    /// Visits that opened no node: those of proof-number search in a table, which comes back to nodes, and finds some in the
    /// table.
    pub unopened: u64,
    /// The nodes that only completed a line ([`Watch::completes`](crate::Watch::completes)): no visits, and in no other count.
    pub completing: u64,
    completes: bool,
    max_nodes: usize,
    max_ply: u32,
    /// From this ply on nothing more is kept: there is enough nearer to the root, or before it.
    full_from: u32,
    path: Vec<Open>,
    /// The step down to the node that opens next.
    step: Option<Step<M>>,
    /// The trick that it is visited for.
    trick: Option<Trick>,
    /// The steps from the root to where the search stands.
    way: Vec<Step<M>>,
    /// For each visit kept, the last one right below it, and the one before it below the same node.
    kin: Vec<[Option<u32>; 2]>,
    /// The root that was opened last, if it is kept.
    root: Option<u32>,
    /// The node kept that was over last, for its answer.
    last: Option<u32>,
    /// For each visit kept of a proof-number search, its numbers. Empty for any other search.
    proofs: Vec<Option<Proof>>,
}

impl<M: Copy> Trace<M> {
    /// Keeps at most `max_nodes` visits, none of them further than `max_ply` plies from the root. Of more than that, those
    /// nearest to the root are kept, and of equally near ones those that came first: so of any visit kept, all visits
    /// above it are, and all that came before it at its ply or nearer.
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::new(100, 1));
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// assert_eq!((cx.watch.opened, cx.watch.nodes.len(), cx.watch.left_out()), (6, 3, 3));
    /// assert_eq!(cx.watch.nodes[1].left_out, 2); // two of them below the first move
    /// ```
    pub fn new(max_nodes: usize, max_ply: u32) -> Self {
        Trace {
            nodes: Vec::with_capacity(max_nodes.min(1 << 16)),
            tricks: Vec::new(),
            opened: 0,
            probes: 0,
            unopened: 0,
            completing: 0,
            completes: false,
            max_nodes: max_nodes.min(u32::MAX as usize / 2),
            max_ply,
            full_from: if max_nodes == 0 { 0 } else { u32::MAX },
            path: Vec::with_capacity(256),
            step: None,
            trick: None,
            way: Vec::with_capacity(256),
            kin: Vec::new(),
            root: None,
            last: None,
            proofs: Vec::new(),
        }
    }

    /// The number of visits that were counted but not kept.
    pub fn left_out(&self) -> u64 {
        self.opened - self.nodes.len() as u64
    }

    /// The roots, one for each search that is kept, as places in [`Trace::nodes`].
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, drive::{MtdStep, mtd}, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let probe = |alpha, beta| algo::alpha_beta(&mut cx, &tree, 2, alpha, beta);
    /// let Ok(_) = mtd(Score::DRAW, MtdStep::Guess, probe);
    /// // Two probes: at least 0? At least 4?
    /// let asked: Vec<i32> = cx.watch.roots().map(|root| cx.watch.nodes[root].beta.get()).collect();
    /// assert_eq!(asked, [0, 4]);
    /// ```
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(|(_, node)| node.parent.is_none()).map(|(id, _)| id)
    }

    /// The visits right below this one, the last one first, as places in [`Trace::nodes`].
    ///
    /// ```
    /// use secateur::{Score, Search, Trace, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Trace::default());
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// assert_eq!(cx.watch.children(0).collect::<Vec<usize>>(), [4, 1]);
    /// ```
    pub fn children(&self, id: usize) -> impl Iterator<Item = usize> {
        let next = |&child: &u32| self.kin[child as usize][1];
        std::iter::successors(self.kin[id][0], next).map(|child| child as usize)
    }

    /// Gives back the memory that a search under way would need for more visits.
    pub fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.kin.shrink_to_fit();
        self.tricks.shrink_to_fit();
        self.proofs.shrink_to_fit();
    }

    /// The bytes taken for visits.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Visit<M>>()
            + self.kin.capacity() * size_of::<[Option<u32>; 2]>()
            + self.tricks.capacity() * size_of::<LeftOut<M>>()
            + self.proofs.capacity() * size_of::<Option<Proof>>()
    }

    /// Forgets everything but the limits.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.tricks.clear();
        self.proofs.clear();
        self.path.clear();
        self.kin.clear();
        self.full_from = if self.max_nodes == 0 { 0 } else { u32::MAX };
        (self.opened, self.probes, self.step, self.trick) = (0, 0, None, None);
        (self.last, self.root, self.unopened, self.completing) = (None, None, 0, 0);
    }
}

/// Ten thousand nodes, at any distance from the root.
impl<M: Copy> Default for Trace<M> {
    fn default() -> Self {
        Trace::new(10_000, u32::MAX)
    }
}
