use super::backed_up;
use crate::{Bounds, Cx, MoveOf, Node, Score, Why};

/// A node's data in searches by static values.
///
/// ```
/// use secateur::best::{SearchTree, Valued, ubfm};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let _ = ubfm(&mut Search::new(|_: &Tree| Score::DRAW), &tree, &mut grown);
/// let root: &Valued = grown.root().unwrap();
/// assert_eq!((root.value, root.bounds), (Score::points(3), Bounds::exact(Score::points(3))));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The value by the static values at the leaves below, for the side to move.
    pub value: Score,
    /// The proven bounds.
    pub bounds: Bounds,
}

impl Valued {
    pub(super) fn settled(score: Score) -> Self {
        Valued { value: score, bounds: Bounds::exact(score) }
    }

    /// Worth its static value, within what is proven.
    pub(super) fn leaf<C: Cx>(cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Self {
        let value = node.bounds.clamp(cx.eval(pos));
        Valued { value: cx.settle(value, Why::Leaf), bounds: node.bounds }
    }

    /// Worth the best of its children.
    #[inline(always)]
    pub(super) fn by<'a>(&self, children: impl Iterator<Item = &'a Valued> + Clone) -> Self {
        let bounds = backed_up(self.bounds, children.clone().map(|child| child.bounds));
        let best = children.map(|child| -child.value).max().unwrap_or(self.value);
        Valued { value: bounds.clamp(best), bounds }
    }
}
