use super::{Answer, BestFirst, Child, Leaves, SearchTree, backed_up};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// B*: looks for the best move, not for its value, and stops when one move is worth more than any other can be.
///
/// # Idea
///
/// Every leaf has two values, an *optimistic* and a *pessimistic* one, between which its true value lies. At the
/// root, a move is best as soon as its pessimistic value is no less than the optimistic values of the others. There
/// are two ways to get there: to raise the one (*prove best*), or to lower the most hopeful of the rest (*disprove
/// rest*). Below the root, either goes where most can be hoped for. Where one move is far ahead, that is soon
/// clear, and a search for the value would be a waste.
///
/// # Contract
///
/// `estimate` says between which values a position's value lies, as the position itself sees it; that is joined
/// with what is proven of the position. If that holds for every position, the move is a best one when the search is
/// settled, though the value may be left open. With an estimate that says nothing, [`Bounds::NONE`], it rests on
/// the ends of games and on proven bounds alone, and is exact. The bounds of the answer are proven in any case,
/// whatever was estimated.
///
/// # Source
///
/// H. Berliner, *The B\* tree search algorithm: a best-first proof procedure*, 1979. Which way to take is chosen by
/// the work that has gone into either, as he does by its depth; work is counted here in nodes.
///
/// # Example
///
/// ```
/// use secateur::best::{End, SearchTree, b_star};
/// use secateur::{Bounds, Game, Score, Search, Stats, tree::Tree};
///
/// // A bag is known by its first and last thing; it is worth no more than either.
/// let estimate = |bag: &Tree| match bag.moves().count() {
///     0 => Bounds::NONE,
///     n => {
///         let ends = [0, n as u16 - 1].map(|m| bag.child(m).outcome().unwrap_or(Score::LOSS));
///         Bounds::at_least(-ends[0].min(ends[1]))
///     }
/// };
/// let tree: Tree = "((7 8 9) (2 1 4) (5 5 1))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = b_star(&mut cx, &tree, estimate, &mut grown);
/// // The first bag is opened, and that is enough.
/// assert_eq!((answer.line[0], answer.end, cx.watch.nodes), (0, End::Settled, 7));
/// ```
// ANCHOR: page
pub fn b_star<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    estimate: impl FnMut(&C::Game) -> Bounds,
    tree: &mut SearchTree<MoveOf<C>, Interval>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Estimated { estimate })
}

impl BestFirst for BStar {
    type Data = Interval;

    fn value(&self, ply: u32, node: &Interval, children: &[Child<Interval>]) -> Interval {
        let new = node.by(children.iter().map(|child| &child.data));
        let (best, rival) = two_most_hopeful(children);
        let ahead =
            rival.is_none_or(|rival| children[best].data.likely.upper <= children[rival].data.likely.lower);
        Interval { is_separate: ply == 0 && ahead, ..new }
    }

    fn choose(&self, ply: u32, _: &Interval, children: &[Child<Interval>]) -> usize {
        match two_most_hopeful(children) {
            (best, Some(rival)) if ply == 0 => {
                let [prove_best, disprove_rest] = [best, rival].map(|n| &children[n].data);
                let to_rival = prove_best.is_point() || prove_best.work > disprove_rest.work;
                if to_rival && !disprove_rest.is_point() { rival } else { best }
            }
            (best, _) => best,
        }
    }
    // ANCHOR_END: page

    /// The safest, of those the most hopeful.
    fn best(&self, _: u32, _: &Interval, children: &[Child<Interval>]) -> usize {
        let merit = |data: &Interval| (data.likely.upper, data.likely.lower);
        (0..children.len()).min_by_key(|&n| merit(&children[n].data)).unwrap_or(0)
    }

    fn settled(&self, _: u32, score: Score) -> Interval {
        Interval::leaf(Bounds::exact(score), Bounds::exact(score))
    }

    fn bounds(&self, data: &Interval) -> Bounds {
        data.proven
    }

    fn is_settled(&self, data: &Interval) -> bool {
        data.is_point() || data.is_separate
    }
}

/// The child with the greatest optimistic value for the side to move, and the next one.
fn two_most_hopeful(children: &[Child<Interval>]) -> (usize, Option<usize>) {
    let hope = |n: usize| (children[n].data.likely.lower, children[n].data.likely.upper);
    let best = (0..children.len()).min_by_key(|&n| hope(n)).unwrap_or(0);
    let rival = (0..children.len()).filter(|&n| n != best).min_by_key(|&n| hope(n));
    (best, rival)
}

impl<C: Cx, F: FnMut(&C::Game) -> Bounds> Leaves<C> for Estimated<F> {
    type Page = BStar;

    fn page(&self) -> BStar {
        BStar
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Interval, C::Halt> {
        // The root owes a move, however well it is known.
        let estimate = if cx.ply() == 0 { Bounds::NONE } else { (self.estimate)(pos).to_root(cx.ply()) };
        Ok(Interval::leaf(estimate, node.bounds))
    }
}

/// The page as its tree calls it.
struct BStar;

/// The page at its leaves.
struct Estimated<F> {
    estimate: F,
}

/// A node's data in [`b_star`].
///
/// ```
/// use secateur::best::{Interval, SearchTree, b_star};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "(3 (5 2) 9)".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let _ = b_star(&mut Search::new(|_: &Tree| Score::DRAW), &tree, |_| Bounds::NONE, &mut grown);
/// // That nothing is worth more than 9 is proven when the other bag is opened.
/// let root: &Interval = grown.root().unwrap();
/// assert_eq!((root.likely, root.proven), (Bounds::exact(Score::points(9)), Bounds::exact(Score::points(9))));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The pessimistic and the optimistic value, for the side to move.
    pub likely: Bounds,
    /// The proven bounds.
    pub proven: Bounds,
    /// Nodes below.
    work: u32,
    /// True where one child is ahead of the others.
    is_separate: bool,
}

impl Interval {
    fn leaf(estimate: Bounds, proven: Bounds) -> Self {
        let likely = Bounds { lower: proven.clamp(estimate.lower), upper: proven.clamp(estimate.upper) };
        Interval { likely, proven, work: 0, is_separate: false }
    }

    /// Nothing is left open.
    fn is_point(&self) -> bool {
        self.likely.is_exact()
    }

    #[inline(always)]
    fn by<'a>(&self, children: impl Iterator<Item = &'a Interval> + Clone) -> Self {
        let proven = backed_up(self.proven, children.clone().map(|child| child.proven));
        let likely = backed_up(proven, children.clone().map(|child| child.likely));
        let work = children.map(|child| child.work + 1).sum();
        Interval { likely, proven, work, is_separate: false }
    }
}
