use super::params::{Params, Shape};
use super::random::{below, draw, fraction, mix};
use super::synthetic::{Synthetic, TreeKind};
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// Ordered trees: built from the root down around a value that is known beforehand, with a chosen quality of move
/// ordering.
///
/// A node of value `V` (for its side to move) has one best child, worth `-V`; each other child is worth
/// `-(V - delta)` for a random `delta` of at least zero, so that the minimax value of the root is exactly the
/// one it was given. The best child stands first with probability `p`, and otherwise at any of the
/// other places with equal probability. With `p=1` alpha-beta visits just the minimal tree,
/// [`minimal_leaves`](super::minimal_leaves); programs of the classical kind play around `p=0.9`.
///
/// Parameters: `b`, `d`, `seed`; `p`, the quality of the ordering; `delta`, the largest amount by which a
/// child falls short (the amounts from 0 on are equally likely); `v`, the value of the root for the first
/// player, random if left out; `noise`: an inner node looks like its true value, give or take up to `noise`
/// points.
///
/// The amounts matter while they are so small that many nodes tie, which makes a tree easier: with `b=10
/// d=5 p=0.9`, alpha-beta visits 1.13 times the minimal leaves for `delta=5`, 1.16 for 20, 1.19 for 50 and
/// 1.20 for 1000 (means of 1,000 seeds).
///
/// Source: strongly ordered trees, whose first move is best in most nodes, are T. Marsland and M. Campbell,
/// *Parallel search of strongly ordered game trees*, 1982.
///
/// ```
/// use secateur::{Eval, Game};
/// use secateur_games::{Notation, trees::{Guess, OrderedTree}};
///
/// let tree = OrderedTree::read("b=3 d=4 p=0.5 delta=8 v=7 noise=2").unwrap();
/// for m in tree.moves() {
///     let child = tree.child(m);
///     assert!((-7..=1).contains(&child.known_value().get())); // short by 0 to 8
///     assert!((Guess.eval(&child).get() - child.known_value().get()).abs() <= 2);
/// }
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Ordered {
    p: f64,
    delta: i32,
    v: i32,
    noise: i32,
}

/// A position in an [`Ordered`] tree.
///
/// ```
/// use secateur::{Score, Search, Stats, algo::alpha_beta};
/// use secateur_games::{Notation, trees::{OrderedTree, minimal_leaves}};
///
/// let tree = OrderedTree::read("b=5 d=6 p=1 v=12").unwrap();
/// let mut cx = Search::new(<OrderedTree as Notation>::Knowledge::default()).watch(Stats::default());
/// let Ok(value) = alpha_beta(&mut cx, &tree, 6, -Score::INF, Score::INF);
/// assert_eq!((value, tree.known_value()), (Score::points(12), Score::points(12)));
/// assert_eq!(cx.watch.leaves, minimal_leaves(5, 6));
/// ```
pub type OrderedTree = Synthetic<Ordered>;

/// The random numbers of a node: whether its best child stands first, and where it stands if not. Separate
/// from those that name children.
const FIRST: u64 = 1 << 32;
const PLACE: u64 = FIRST + 1;
const NOISE: u64 = FIRST + 2;

impl Synthetic<Ordered> {
    /// The minimax value of the position searched to the leaves, for the side to move: known without a
    /// search.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, trees::OrderedTree};
    ///
    /// let tree = OrderedTree::read("b=10 d=5 v=7").unwrap();
    /// assert_eq!(tree.known_value().get(), 7);
    /// let best = tree.moves().map(|m| -tree.child(m).known_value()).max();
    /// assert_eq!(best, Some(tree.known_value()));
    /// ```
    pub fn known_value(&self) -> Score {
        Score::points(self.load)
    }

    /// The place of the best child.
    #[inline(always)]
    fn best(&self) -> u16 {
        let others = u32::from(self.shape.branching - 1);
        if others == 0 || fraction(draw(self.id, FIRST)) < self.kind.p {
            0
        } else {
            1 + below(draw(self.id, PLACE), others) as u16
        }
    }
}

impl TreeKind for Ordered {
    /// The true value, for the side to move.
    type Load = i32;

    const NAME: &'static str = "ordered";
    const SIZE: (u16, u16) = (10, 5);

    fn read(params: &mut Params, shape: Shape) -> Result<Self, Unreadable> {
        let (limit, depth) = (Score::points(i32::MAX).get(), i32::from(shape.depth.max(1)));
        let p = params.fraction("p", 0.9)?;
        let most = limit / depth;
        let delta = params.whole("delta", 0..=most, most.min(20))?;
        let room = limit - delta * i32::from(shape.depth);
        let usual = room.min(50);
        let v = params.whole("v", -room..=room, below(shape.chance(), 2 * usual as u32 + 1) - usual)?;
        let noise = params.whole("noise", 0..=limit, delta / 2)?;
        Ok(Ordered { p, delta, v, noise })
    }

    fn root(&self) -> i32 {
        self.v
    }

    #[inline(always)]
    fn child(parent: &OrderedTree, m: u16, id: u64) -> i32 {
        let short = if m == parent.best() { 0 } else { below(mix(id), parent.kind.delta as u32 + 1) };
        short - parent.load
    }

    #[inline(always)]
    fn leaf(pos: &OrderedTree) -> Score {
        Score::points(pos.load)
    }

    #[inline(always)]
    fn guess(pos: &OrderedTree) -> Score {
        let noise = pos.kind.noise;
        Score::points(pos.load + below(draw(pos.id, NOISE), 2 * noise as u32 + 1) - noise)
    }
}

impl fmt::Display for Ordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p={} delta={} v={} noise={}", self.p, self.delta, self.v, self.noise)
    }
}
