use super::{Child, SearchTree, grow};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// A best-first search, as far as it knows no game: the value of a node by its children, and the choice of where to
/// go on. A [`SearchTree`] does the rest; what is seen at a leaf says [`Leaves`].
///
/// Everything counts for the side to move, distances as the root sees them.
///
/// ```
/// use secateur::{Bounds, Cx, MoveOf, Node, Score, Search, tree::Tree};
/// use secateur::best::{BestFirst, Child, Leaves, SearchTree, backed_up};
///
/// /// Level by level: goes on where the tree is least deep.
/// struct BreadthFirst;
/// impl BestFirst for BreadthFirst {
///     /// The plies searched below, and what they prove.
///     type Data = (u32, Bounds);
///     fn settled(&self, _: u32, score: Score) -> (u32, Bounds) {
///         (u32::MAX, Bounds::exact(score))
///     }
///     fn value(&self, _: u32, node: &(u32, Bounds), children: &[Child<(u32, Bounds)>]) -> (u32, Bounds) {
///         let least = children.iter().map(|child| child.data.0).min().unwrap();
///         (least.saturating_add(1), backed_up(node.1, children.iter().map(|child| child.data.1)))
///     }
///     fn choose(&self, _: u32, _: &(u32, Bounds), children: &[Child<(u32, Bounds)>]) -> usize {
///         (0..children.len()).min_by_key(|&n| children[n].data.0).unwrap()
///     }
///     fn bounds(&self, data: &(u32, Bounds)) -> Bounds {
///         data.1
///     }
/// }
/// impl<C: Cx> Leaves<C> for BreadthFirst {
///     type Page = BreadthFirst;
///     fn page(&self) -> BreadthFirst {
///         BreadthFirst
///     }
///     fn leaf(&mut self, _: &mut C, _: &C::Game, node: &Node<MoveOf<C>>) -> Result<(u32, Bounds), C::Halt> {
///         Ok((0, node.bounds))
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let answer = SearchTree::with_bytes(1 << 16).search(&mut cx, &tree, &mut BreadthFirst);
/// assert_eq!(answer.bounds, Bounds::exact(Score::points(3)));
/// ```
pub trait BestFirst {
    /// The data kept of a node.
    type Data: Copy + PartialEq;

    /// True if children are evaluated together, when they join the tree. Otherwise each is when the search first
    /// goes there; until then it has [`Leaves::unseen`].
    const EAGER: bool = true;

    /// True if the search goes on from a leaf that it has expanded, down to where the game ends, before it comes
    /// back.
    const TO_THE_END: bool = false;

    /// The window in question for the side to move at `ply`: what lies on one side of it is settled.
    fn window(&self, _ply: u32) -> (Score, Score) {
        (-Score::INF, Score::INF)
    }

    /// A node at `ply` that rules, path, knowledge or memory settle: with this value, or with this bound of it,
    /// where the window is null.
    fn settled(&self, ply: u32, score: Score) -> Self::Data;

    /// A child that the search has now been to, by what it was before and by what was seen.
    fn seen(&self, _before: &Self::Data, now: Self::Data) -> Self::Data {
        now
    }

    /// A node at `ply` by its children, of which there is one at least, and by what it was before.
    fn value(&self, ply: u32, node: &Self::Data, children: &[Child<Self::Data>]) -> Self::Data;

    /// Called when the search comes back to a node at `ply` that was like `before` when it came there, and is now valued
    /// anew: what it has found below may tell something of the other children, too.
    fn learn(&self, _ply: u32, _before: &Self::Data, _now: &Self::Data, _children: &mut [Child<Self::Data>]) {
    }

    /// The child to go on with. Chooses one that is settled only if the search has no other interest.
    fn choose(&self, ply: u32, node: &Self::Data, children: &[Child<Self::Data>]) -> usize;

    /// The child that the side to move would go to, by what is known.
    fn best(&self, ply: u32, node: &Self::Data, children: &[Child<Self::Data>]) -> usize {
        self.choose(ply, node, children)
    }

    /// The proven bounds of the value.
    fn bounds(&self, data: &Self::Data) -> Bounds;

    /// True if the node needs no more search.
    fn is_settled(&self, data: &Self::Data) -> bool {
        self.bounds(data).is_exact()
    }
}

/// The data that a page keeps of a node.
pub type DataOf<C, L> = <<L as Leaves<C>>::Page as BestFirst>::Data;

/// A best-first search at its leaves: the side of a page that meets the game.
///
/// It stands apart from [`BestFirst`] so that only this is compiled for each game.
pub trait Leaves<C: Cx> {
    /// The rest of the search.
    type Page: BestFirst;

    /// The rest of the search, with its settings.
    fn page(&self) -> Self::Page;

    /// Opens a node: what rules, path, knowledge and memory say of it, when it is searched to the end of the game.
    fn open(
        &mut self,
        cx: &mut C,
        pos: &C::Game,
        window: (Score, Score),
    ) -> Result<Node<MoveOf<C>>, C::Halt> {
        grow::open(cx, pos, window)
    }

    /// A child that the search has not been to.
    fn unseen(&mut self, _cx: &mut C, _pos: &C::Game, _m: MoveOf<C>) -> DataOf<C, Self> {
        self.page().settled(0, Score::DRAW)
    }

    /// A node that nothing settles, when the search first looks at it.
    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>)
    -> Result<DataOf<C, Self>, C::Halt>;

    /// A tree that was grown from a leaf, where a search of its own has looked behind it: the children of its root
    /// become the leaf's. The tree that the leaf is part of has `nodes` nodes.
    fn behind(
        &mut self,
        _cx: &mut C,
        _pos: &C::Game,
        _leaf: &DataOf<C, Self>,
        _nodes: usize,
    ) -> Behind<'_, C, DataOf<C, Self>> {
        Ok(None)
    }
}

/// The tree that [`Leaves::behind`] may have grown, if the search was not halted.
pub type Behind<'t, C, D> = Result<Option<&'t SearchTree<MoveOf<C>, D>>, <C as Cx>::Halt>;

/// The bounds of a node that follow from those of its children, within what is proven of it otherwise.
///
/// ```
/// use secateur::{Bounds, Score, best::backed_up};
///
/// let points = |lower, upper| Bounds { lower: Score::points(lower), upper: Score::points(upper) };
/// assert_eq!(backed_up(Bounds::NONE, [points(-5, 2), points(-9, -3)].into_iter()), points(3, 9));
/// assert_eq!(backed_up(points(0, 4), [points(-5, 2), points(-9, -3)].into_iter()), points(3, 4));
/// ```
#[inline]
pub fn backed_up(node: Bounds, children: impl Iterator<Item = Bounds>) -> Bounds {
    let least = Bounds::exact(-Score::INF);
    let best = children.fold(least, |best, child| Bounds {
        lower: best.lower.max(-child.upper),
        upper: best.upper.max(-child.lower),
    });
    Bounds { lower: node.clamp(best.lower), upper: node.clamp(best.upper) }
}
