use super::{Answer, BestFirst, Child, Leaves, SearchTree, backed_up};
use crate::{Bounds, Cx, MoveOf, Node, Score, Why};
use std::array::from_fn;
use std::cell::Cell;

/// Conspiracy-number search: stops when it takes too many wrong leaves to make the value at the root wrong.
///
/// # Idea
///
/// A static value is a guess. How many leaves, at the least, would have to change their values for the root's to
/// rise, or to fall? These *conspire*, and their number says how far the value can be trusted. One good move is
/// enough to raise a node, all moves have to be refuted to lower it: proof numbers for every value at once. Of the
/// smallest conspiracy that is left, a leaf is expanded, which settles the doubt or takes more leaves to keep it.
/// If a value may rise as well as fall by that, the search works against the larger change.
///
/// A node keeps the numbers the other way round: the greatest and the least value that it may take when 1, 2, 3 ...
/// leaves below it conspire.
///
/// # Contract
///
/// The root is settled when no `threshold` leaves can change its value, and that value rests on static values then:
/// selective. More than [`Conspirators::MOST`] are not counted. With `threshold` 0 it is settled when the minimax
/// value at the end of the game is proven. The bounds of the answer are proven in any case.
///
/// # Source
///
/// D. McAllester, *Conspiracy numbers for min-max search*, 1988; J. Schaeffer, *Conspiracy numbers*, 1990.
///
/// # Example
///
/// ```
/// use secateur::best::{End, SearchTree, conspiracy};
/// use secateur::{Bounds, Game, Score, Search, tree::Tree};
///
/// // By this static value it looks bad to have the move, the worse the more moves there are.
/// let tree: Tree = "(((1 2) (3 4) (9 9)) ((5 6) (7 8)) ((9 1) (2 3)))".parse().unwrap();
/// let eval = |pos: &Tree| Score::points(-5 * pos.moves().count() as i32);
/// let trusted = |threshold| {
///     let mut grown = SearchTree::with_bytes(1 << 16);
///     let answer = conspiracy(&mut Search::new(eval), &tree, threshold, &mut grown);
///     assert_eq!(answer.end, End::Settled);
///     (grown.root().unwrap().value(), answer.bounds, grown.nodes())
/// };
/// // That no single leaf can change the value says little here.
/// assert_eq!(trusted(1), (Score::points(-10), Bounds::NONE, 11));
/// // That no two can is right, before it is proven.
/// assert_eq!(trusted(2), (Score::points(6), Bounds::at_least(Score::points(6)), 19));
/// assert_eq!(trusted(0), (Score::points(6), Bounds::exact(Score::points(6)), 21));
/// ```
// ANCHOR: page
pub fn conspiracy<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    threshold: u32,
    tree: &mut SearchTree<MoveOf<C>, Conspirators>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Conspiracy { threshold, aim: Cell::new(None) })
}

impl BestFirst for Conspiracy {
    type Data = Conspirators;

    fn value(&self, ply: u32, node: &Conspirators, children: &[Child<Conspirators>]) -> Conspirators {
        let new = node.by(children.iter().map(|child| &child.data));
        let is_trusted = self.threshold > 0 && new.change(self.threshold).is_none();
        Conspirators { is_stable: ply == 0 && is_trusted, ..new }
    }

    /// At the root, sets the aim. One child has to rise for a node to rise: the one with the fewest conspirators;
    /// and all that stand above its aim have to fall: the highest.
    fn choose(&self, ply: u32, node: &Conspirators, children: &[Child<Conspirators>]) -> usize {
        if ply == 0 {
            self.aim.set(node.change(Conspirators::MOST));
        }
        let value = |n: &usize| children[*n].data.value();
        let open = (0..children.len()).filter(|&n| children[n].data.matters(node));
        let chosen = match self.aim.get().map(|aim| if ply.is_multiple_of(2) { aim } else { -aim }) {
            Some(aim) if aim > node.value() => {
                open.min_by_key(|&n| (children[n].data.falls_by(-aim), value(&n)))
            }
            _ => open.min_by_key(value),
        };
        chosen.unwrap_or(0)
    }
    // ANCHOR_END: page

    /// The best by value; of several, one that is proven to be worth it.
    fn best(&self, _: u32, _: &Conspirators, children: &[Child<Conspirators>]) -> usize {
        let merit = |data: &Conspirators| (data.value(), data.bounds.upper);
        (0..children.len()).min_by_key(|&n| merit(&children[n].data)).unwrap_or(0)
    }

    fn settled(&self, _: u32, score: Score) -> Conspirators {
        Conspirators::leaf(score, Bounds::exact(score))
    }

    fn bounds(&self, data: &Conspirators) -> Bounds {
        data.bounds
    }

    fn is_settled(&self, data: &Conspirators) -> bool {
        data.bounds.is_exact() || data.is_stable
    }
}

impl<C: Cx> Leaves<C> for Conspiracy {
    type Page = Self;

    fn page(&self) -> Self {
        self.clone()
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Conspirators, C::Halt> {
        let value = node.bounds.clamp(cx.eval(pos));
        Ok(Conspirators::leaf(cx.settle(value, Why::Leaf), node.bounds))
    }
}

/// The page as its tree calls it.
#[derive(Clone)]
struct Conspiracy {
    threshold: u32,
    /// The value that the search works against, as the side to move at the root sees it.
    aim: Cell<Option<Score>>,
}

/// A node's data in [`conspiracy`].
///
/// ```
/// use secateur::best::{Conspirators, SearchTree, conspiracy};
/// use secateur::{Bounds, Limiter, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 (4 1) 6))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(9, || None));
/// let _ = conspiracy(&mut cx, &tree, 0, &mut grown);
/// let root: &Conspirators = grown.root().unwrap();
/// assert_eq!(root.value(), Score::points(3));
/// // One bag is open. Whatever is in there, the opponent has the 2 as well.
/// assert_eq!(root.range(Conspirators::MOST), Bounds::exact(Score::points(3)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Conspirators {
    /// The proven bounds.
    pub bounds: Bounds,
    /// The greatest value when as many leaves conspire as the place says, and the least one.
    most: [i16; COUNTS],
    least: [i16; COUNTS],
    /// True at the root when its value is trusted.
    is_stable: bool,
}

/// The numbers of conspirators that are counted, from none.
const COUNTS: usize = 8;

impl Conspirators {
    /// The greatest number of leaves that are thought to conspire: 7.
    pub const MOST: u32 = COUNTS as u32 - 1;

    /// The value by the static values at the leaves below, for the side to move.
    pub fn value(&self) -> Score {
        self.range(0).lower
    }

    /// The values that the node may take if `conspirators` leaves change theirs, of which there are
    /// [`Conspirators::MOST`] at most.
    pub fn range(&self, conspirators: u32) -> Bounds {
        let n = conspirators as usize;
        Bounds { lower: Score::from_raw(self.least[n].into()), upper: Score::from_raw(self.most[n].into()) }
    }

    /// A leaf may take any value that is not disproven.
    fn leaf(value: Score, bounds: Bounds) -> Self {
        let may = |score: Score| from_fn(|n| if n == 0 { value } else { score }.get() as i16);
        Conspirators { bounds, most: may(bounds.upper), least: may(bounds.lower), is_stable: false }
    }

    #[inline(always)]
    fn by<'a>(&self, children: impl Iterator<Item = &'a Conspirators> + Clone) -> Self {
        let bounds = backed_up(self.bounds, children.clone().map(|child| child.bounds));
        let none = [-Score::INF.get() as i16; COUNTS];
        let most = children.clone().fold(none, |most, child| from_fn(|n| most[n].max(-child.least[n])));
        // Those that conspire against some children, and the rest of them against one more.
        let least = children.fold(none, |least, child| {
            from_fn(|n| (0..=n).map(|m| least[m].max(-child.most[n - m])).fold(i16::MAX, i16::min))
        });
        let clamp = |value: i16| bounds.clamp(Score::from_raw(value.into())).get() as i16;
        Conspirators { bounds, most: most.map(clamp), least: least.map(clamp), is_stable: false }
    }

    /// The value furthest from this one that the smallest conspiracy brings about, of `most` leaves at most; none if
    /// that changes nothing.
    fn change(&self, most: u32) -> Option<Score> {
        let further = |Bounds { lower, upper }| {
            let value = self.value().get();
            if upper.get() - value < value - lower.get() { lower } else { upper }
        };
        let ranges = (1..=most.min(Self::MOST)).map(|n| self.range(n));
        ranges.map(further).find(|&score| score != self.value())
    }

    /// The number of leaves that bring the value down to `score`; one more than are counted if none do.
    fn falls_by(&self, score: Score) -> usize {
        self.least.iter().take_while(|&&value| i32::from(value) > score.get()).count()
    }

    /// True if more search of this child can change what is known of its parent.
    fn matters(&self, parent: &Self) -> bool {
        !self.bounds.is_exact() && -self.bounds.lower > parent.bounds.lower
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Conspirators, Score};
    use proptest::prelude::*;

    /// A grown tree: leaves with a value, open or settled.
    #[derive(Clone, Debug)]
    enum Grown {
        Leaf(i32, bool),
        Node(Vec<Grown>),
    }

    impl Grown {
        fn data(&self) -> Conspirators {
            match self {
                Grown::Leaf(value, is_open) => {
                    let value = Score::points(*value);
                    Conspirators::leaf(value, if *is_open { Bounds::NONE } else { Bounds::exact(value) })
                }
                Grown::Node(children) => {
                    let children: Vec<Conspirators> = children.iter().map(Grown::data).collect();
                    Conspirators::leaf(Score::DRAW, Bounds::NONE).by(children.iter())
                }
            }
        }

        /// The value when these of the open leaves conspire, one bit each: to raise it, or to lower it.
        fn value(&self, who: &mut u64, raise: bool) -> Score {
            match self {
                Grown::Leaf(value, false) => Score::points(*value),
                Grown::Leaf(value, true) => {
                    let conspires = *who & 1 == 1;
                    *who >>= 1;
                    match (conspires, raise) {
                        (false, _) => Score::points(*value),
                        (_, true) => Score::INF,
                        (_, false) => -Score::INF,
                    }
                }
                Grown::Node(children) => {
                    children.iter().map(|child| -child.value(who, !raise)).max().expect("has children")
                }
            }
        }

        fn open(&self) -> u32 {
            match self {
                Grown::Leaf(_, is_open) => u32::from(*is_open),
                Grown::Node(children) => children.iter().map(Grown::open).sum(),
            }
        }
    }

    fn grown() -> impl Strategy<Value = Grown> {
        let leaf =
            (-5..=5, prop::bool::weighted(0.8)).prop_map(|(value, is_open)| Grown::Leaf(value, is_open));
        leaf.prop_recursive(4, 12, 3, |below| prop::collection::vec(below, 1..=3).prop_map(Grown::Node))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

        /// Every set of leaves is tried.
        #[test]
        fn as_many_leaves_conspire_as_it_takes(tree in grown().prop_filter("few", |tree| tree.open() <= 12)) {
            let data = tree.data();
            for n in 0..=Conspirators::MOST {
                let sets = || (0..1u64 << tree.open()).filter(|set| set.count_ones() <= n);
                let upper = sets().map(|mut set| tree.value(&mut set, true)).max();
                let lower = sets().map(|mut set| tree.value(&mut set, false)).min();
                prop_assert_eq!((lower, upper), (Some(data.range(n).lower), Some(data.range(n).upper)), "by {}", n);
            }
        }
    }
}
