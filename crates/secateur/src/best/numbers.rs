use crate::{Bounds, Node, Score};

/// Proof and disproof number of a node, as its side to move sees them: with the root's side to move φ is the proof number
/// and δ the disproof number, with the other side it is the other way round.
///
/// ```
/// use secateur::{Bounds, Score, Search, best::{Numbers, SearchTree, pn_search}, tree::Tree};
///
/// let tree: Tree = "((3 12) (2 4 6))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let _ = pn_search(&mut Search::new(|_: &Tree| Score::DRAW), &tree, Score::points(3), &mut grown);
/// let root: &Numbers = grown.root().unwrap();
/// assert!(root.is_settled());
/// assert_eq!((root.phi, root.delta), (0, Numbers::INFINITE));
/// assert_eq!(root.bounds(), Bounds::at_least(Score::points(3)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// φ: the least number of open leaves to settle for the side to move to reach its purpose.
    pub phi: u32,
    /// δ: the same for the opponent.
    pub delta: u32,
    /// Once settled, the bound that is proven.
    pub(super) score: Score,
    /// Whether the children's scores say how much is proven; not where knowledge proves bounds besides.
    soft: bool,
}

impl Numbers {
    /// The purpose cannot be reached.
    pub const INFINITE: u32 = u32::MAX;

    /// Sums stay below infinity, or they would disprove what is open.
    pub(super) const MOST: u32 = Self::INFINITE - 1;

    /// An open leaf.
    #[inline(always)]
    pub(super) fn open<M>(phi: u32, delta: u32, node: &Node<M>) -> Self {
        Numbers { phi, delta, score: Score::DRAW, soft: node.bounds == Bounds::NONE }
    }

    /// A node that is worth at least `score`, if that reaches the goal of its side to move, or else at most `score`.
    #[inline(always)]
    pub(super) fn settled(score: Score, goal: Score) -> Self {
        let (phi, delta) = if score >= goal { (0, Self::INFINITE) } else { (Self::INFINITE, 0) };
        Numbers { phi, delta, score, soft: true }
    }

    /// By its children, a node whose side to move wants `goal`.
    #[inline(always)]
    pub(super) fn by<'a>(self, children: impl Iterator<Item = &'a Numbers>, goal: Score) -> Self {
        let none = Numbers { phi: Self::INFINITE, delta: 0, score: -Score::INF, ..self };
        let new = children.fold(none, |node, child| Numbers {
            phi: node.phi.min(child.delta),
            delta: sum(node.delta, child.phi),
            score: if child.is_settled() { node.score.max(-child.score) } else { node.score },
            ..node
        });
        match new {
            Numbers { phi: 0, soft: false, .. } => Numbers { score: goal, ..new },
            Numbers { delta: 0, soft: false, .. } => Numbers { score: goal.prev(), ..new },
            _ => new,
        }
    }

    /// Whether one side's purpose is proven.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// What is proven of the value.
    #[inline(always)]
    pub fn bounds(&self) -> Bounds {
        match self {
            Numbers { phi: 0, score, .. } => Bounds::at_least(*score),
            Numbers { delta: 0, score, .. } => Bounds::at_most(*score),
            _ => Bounds::NONE,
        }
    }
}

/// A sum of proof numbers.
#[inline(always)]
pub(super) fn sum(a: u32, b: u32) -> u32 {
    if a.max(b) == Numbers::INFINITE { Numbers::INFINITE } else { a.saturating_add(b).min(Numbers::MOST) }
}

/// The goal as the side to move at `ply` sees it: what the opponent wants is that the root's is missed.
#[inline(always)]
pub(super) fn goal_at(goal: Score, ply: u32) -> Score {
    if ply.is_multiple_of(2) { goal } else { -goal.prev() }
}
