use super::{Answer, BestFirst, Child, Leaves, SearchTree, backed_up};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// PB\*: B\* by probabilities. Looks where knowing more would most raise the chance that the best move can be told.
///
/// # Idea
///
/// [`b_star`](super::b_star) takes all values between the pessimistic and the optimistic one for equal, so that one wild hope draws it as much as
/// a likely one. Here a node has a distribution between them, by a few values that are equally likely. A node is worth the best of its
/// children: where they are independent, the distribution of the largest is the product of theirs (of the probabilities to
/// be no larger). At the root, the best move by its mean is compared with the rest. If it were searched until its value is
/// known, how likely would the better side be told? And if its strongest rival were? The search goes where that chance is
/// greater, and below to the child that most likely makes its parent what it hopes to be.
///
/// # Contract
///
/// As [`b_star`](super::b_star): probabilities only say where to go on. The ends of a distribution are the pessimistic and the
/// optimistic value, it stops when these tell the best move, and the bounds of the answer are proven in any case.
///
/// # Source
///
/// A. Palay, *Searching with probabilities*, 1983 (a book in 1985); H. Berliner and C. McConnell, *B\* probability based search*, 1996. The
/// distributions have six values here, and those of a leaf lie near the middle of its estimate.
///
/// # Example
///
/// ```
/// use secateur::best::{End, SearchTree, pb_star};
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
/// let answer = pb_star(&mut cx, &tree, estimate, &mut SearchTree::with_bytes(1 << 16));
/// // The first bag is opened, and that is enough.
/// assert_eq!((answer.line[0], answer.end, cx.watch.nodes), (0, End::Settled, 7));
/// ```
// ANCHOR: page
pub fn pb_star<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    estimate: impl FnMut(&C::Game) -> Bounds,
    tree: &mut SearchTree<MoveOf<C>, Chances>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Estimated { estimate })
}

impl BestFirst for PbStar {
    type Data = Chances;

    fn value(&self, ply: u32, node: &Chances, children: &[Child<Chances>]) -> Chances {
        let (best, proven) = (self.best(ply, node, children), children.iter().map(|child| child.data.proven));
        let proven = backed_up(node.proven, proven);
        let rest = rest(children, best, best);
        let is_separate = ply == 0 && children[best].data.worth()[0] >= rest[LAST];
        let points = most(children[best].data.worth(), rest).map(|x| within(proven, x));
        Chances { points, proven, is_separate }
    }

    fn choose(&self, ply: u32, node: &Chances, children: &[Child<Chances>]) -> usize {
        let best = self.best(ply, node, children);
        if ply > 0 {
            return most_hopeful(children, node.points[POINTS / 2], node.points[0], None).unwrap_or(best);
        }
        let mine = children[best].data.worth();
        match most_hopeful(children, mine[POINTS / 2], mine[0], Some(best)) {
            Some(rival) if mine[0] < mine[LAST] => {
                let (theirs, others) = (children[rival].data.worth(), rest(children, best, rival));
                let all = most(theirs, others);
                let if_best_known = certainty(mine, |x| share(all, |y| y <= x));
                let if_rival_known = certainty(theirs, |x| chance(mine, most([x; POINTS], others)));
                if if_rival_known > if_best_known { rival } else { best }
            }
            rival => rival.unwrap_or(best),
        }
    }
    // ANCHOR_END: page

    /// The one with the best mean, of several the safest.
    fn best(&self, _: u32, _: &Chances, children: &[Child<Chances>]) -> usize {
        let merit = |n: usize| {
            let worth = children[n].data.worth();
            (likely(&worth).iter().map(|&x| i32::from(x)).sum::<i32>(), worth[0])
        };
        (0..children.len()).rev().max_by_key(|&n| merit(n)).unwrap_or(0)
    }

    fn settled(&self, _: u32, score: Score) -> Chances {
        Chances::leaf(Bounds::exact(score), Bounds::exact(score))
    }

    fn bounds(&self, data: &Chances) -> Bounds {
        data.proven
    }

    fn is_settled(&self, data: &Chances) -> bool {
        data.is_known() || data.is_separate
    }
}

/// A distribution: the pessimistic value, some that are equally likely, the least first, and the optimistic value. The ends
/// are possible, and so unlikely that they count for nothing.
type Points = [i16; POINTS];

const POINTS: usize = 8;
const LAST: usize = POINTS - 1;
/// The number of those that count.
const LIKELY: usize = POINTS - 2;

/// A leaf's values, from the pessimistic to the optimistic one, in parts of the way: the middle, give or take an eighth.
const SPREAD: [i32; POINTS] = [0, 15, 17, 19, 21, 23, 25, WHOLE];
const WHOLE: i32 = 40;

/// The distribution of the larger one of two.
fn most(a: Points, b: Points) -> Points {
    let (mut points, mut filled, [mut i, mut j]) = ([0; POINTS], 0, [1; 2]);
    while filled < LIKELY {
        // The next value, and how many of either are no larger.
        let x = if j == LAST || (i < LAST && a[i] <= b[j]) { a[i] } else { b[j] };
        while i < LAST && a[i] <= x {
            i += 1;
        }
        while j < LAST && b[j] <= x {
            j += 1;
        }
        while filled < LIKELY && 2 * (i - 1) * (j - 1) >= (2 * filled + 1) * LIKELY {
            filled += 1;
            points[filled] = x;
        }
    }
    (points[0], points[LAST]) = (a[0].max(b[0]), a[LAST].max(b[LAST]));
    points
}

/// The distribution of the best of all children but two, for their parent; worth nothing if there is no other.
fn rest(children: &[Child<Chances>], best: usize, rival: usize) -> Points {
    let others = (0..children.len()).filter(|&n| n != best && n != rival);
    others.map(|n| children[n].data.worth()).fold([i16::MIN; POINTS], most)
}

/// The child whose value is open and most likely to reach `hope`, of several the one with the greatest optimistic value;
/// none if no other can be worth more than `least`.
fn most_hopeful(children: &[Child<Chances>], hope: i16, least: i16, but: Option<usize>) -> Option<usize> {
    let open = |n: &usize| Some(*n) != but && !children[*n].data.is_known();
    let promise = |n: usize| {
        let worth = children[n].data.worth();
        (share(worth, |x| x >= hope), worth[LAST])
    };
    let hopeful = |n: &usize| children[*n].data.worth()[LAST] > least;
    (0..children.len()).filter(|n| open(n) && hopeful(n)).rev().max_by_key(|&n| promise(n))
}

/// The likely values.
fn likely(points: &Points) -> &[i16] {
    &points[1..LAST]
}

/// The share of the likely values for which this is so, in parts of [`LIKELY`].
fn share(points: Points, is_so: impl Fn(i16) -> bool) -> u32 {
    likely(&points).iter().filter(|&&x| is_so(x)).count() as u32
}

/// The chance that one is no less than another, in parts of [`LIKELY`].
fn chance(a: Points, b: Points) -> u32 {
    likely(&a).iter().map(|&x| share(b, |y| y <= x)).sum::<u32>() / LIKELY as u32
}

/// How likely it will be told which side is better when this one is known, by the chance of the first for each of its
/// values, in parts of [`LIKELY`]; of two that are alike in that, the wider one tells more.
fn certainty(points: Points, first: impl Fn(i16) -> u32) -> (u32, i32) {
    let told = likely(&points).iter().map(|&x| first(x).max(LIKELY as u32 - first(x))).sum();
    (told, i32::from(points[LAST]) - i32::from(points[0]))
}

/// A value within what is proven.
fn within(proven: Bounds, x: i16) -> i16 {
    proven.clamp(Score::from_raw(x.into())).get() as i16
}

impl<C: Cx, F: FnMut(&C::Game) -> Bounds> Leaves<C> for Estimated<F> {
    type Page = PbStar;

    fn page(&self) -> PbStar {
        PbStar
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Chances, C::Halt> {
        // The root owes a move, however well it is known.
        let estimate = if cx.ply() == 0 { Bounds::NONE } else { (self.estimate)(pos).to_root(cx.ply()) };
        Ok(Chances::leaf(estimate, node.bounds))
    }
}

/// The page as its tree calls it.
struct PbStar;

/// The page at its leaves.
struct Estimated<F> {
    estimate: F,
}

/// A node's data in [`pb_star`].
///
/// ```
/// use secateur::best::{Chances, SearchTree, pb_star};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "(3 (5 2) 9)".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let _ = pb_star(&mut Search::new(|_: &Tree| Score::DRAW), &tree, |_| Bounds::NONE, &mut grown);
/// // That nothing is worth more than 9 is proven when the other bag is opened.
/// let root: &Chances = grown.root().unwrap();
/// assert_eq!((root.likely(), root.proven), (Bounds::exact(Score::points(9)), Bounds::exact(Score::points(9))));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Values for the side to move, from the pessimistic to the optimistic one.
    points: Points,
    /// The proven bounds.
    pub proven: Bounds,
    /// True where one child is ahead of the others.
    is_separate: bool,
}

impl Chances {
    /// Most likely near the middle of the estimate, within what is proven.
    fn leaf(estimate: Bounds, proven: Bounds) -> Self {
        let [from, to] = [estimate.lower, estimate.upper].map(|end| proven.clamp(end).get());
        let points = SPREAD.map(|share| (from + (to - from) * share / WHOLE) as i16);
        Chances { points, proven, is_separate: false }
    }

    /// The pessimistic and the optimistic value.
    pub fn likely(&self) -> Bounds {
        let [lower, upper] = [0, LAST].map(|n| Score::from_raw(self.points[n].into()));
        Bounds { lower, upper }
    }

    /// The mean of the values, for the side to move.
    pub fn mean(&self) -> Score {
        Score::from_raw(likely(&self.points).iter().map(|&x| i32::from(x)).sum::<i32>() / LIKELY as i32)
    }

    /// Nothing is left open.
    fn is_known(&self) -> bool {
        self.points[0] == self.points[LAST]
    }

    /// The values that the move to this node has for its parent.
    fn worth(&self) -> Points {
        std::array::from_fn(|n| -self.points[LAST - n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_independent_values() {
        let (low, high) = ([-9, 1, 2, 3, 4, 5, 6, 9], [90, 110, 120, 130, 140, 150, 160, 199]);
        assert_eq!(most(low, high), high);
        assert_eq!(most([i16::MIN; POINTS], low), low);
        // By the squares of the chances: 120 and less is one in nine, 130 and less one in four.
        assert_eq!(most(high, high), [90, 120, 130, 140, 150, 160, 160, 199]);
    }

    #[test]
    fn chances_of_pairs() {
        let points = [-99, 10, 20, 30, 40, 50, 60, 99];
        assert_eq!((chance(points, [35; POINTS]), chance([35; POINTS], points)), (3, 3));
        // Known to be here or there, either side is told.
        let (told, wide) = certainty(points, |x| share([35; POINTS], |y| y <= x));
        assert_eq!((told, wide), ((LIKELY * LIKELY) as u32, 198));
    }
}
