use super::params::{Params, Shape};
use super::random::{below, mix};
use super::synthetic::{Synthetic, TreeKind};
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// Incremental trees: every edge is worth something to the side that moves along it, and a leaf is worth
/// the sum over its path.
///
/// Leaves under one node have most of their paths in common, and so resemble each other, as they do in
/// real games; the worth of edges helps to order moves.
///
/// Parameters: `b`, `d`, `seed`, and `edge`: edges are worth `-edge` to `edge` points. An inner node looks
/// like the sum so far, and a move's score is the worth of its edge.
///
/// Source: M. Newborn, *The efficiency of the alpha-beta search on trees with branch-dependent terminal
/// node scores*, 1977.
///
/// ```
/// use secateur::{Eval, Game, Hints, Score};
/// use secateur_games::{Notation, trees::{Guess, IncrementalTree}};
///
/// let pos = IncrementalTree::read("b=4 d=6 edge=10 / 2 0").unwrap();
/// let guess = Guess.eval(&pos);
/// for m in pos.moves() {
///     let edge = pos.move_score(m);
///     assert!((-10..=10).contains(&edge));
///     assert_eq!(-Guess.eval(&pos.child(m)), Score::points(guess.get() + edge));
/// }
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Incremental {
    edge: i32,
}

/// A position in an [`Incremental`] tree.
///
/// ```
/// use secateur::order::{MoveScore, Ranked};
/// use secateur::{Score, Search, Stats, algo::alpha_beta};
/// use secateur_games::{Notation, trees::{Guess, IncrementalTree}};
///
/// let tree = IncrementalTree::read("b=8 d=5").unwrap();
/// let mut plain = Search::new(Guess).watch(Stats::default());
/// let mut ordered = Search::new(Guess).watch(Stats::default()).order(Ranked::new(MoveScore));
/// let Ok(value) = alpha_beta(&mut plain, &tree, 5, -Score::INF, Score::INF);
/// assert_eq!(alpha_beta(&mut ordered, &tree, 5, -Score::INF, Score::INF), Ok(value));
/// assert!(ordered.watch.leaves < plain.watch.leaves);
/// ```
pub type IncrementalTree = Synthetic<Incremental>;

impl Incremental {
    /// The worth of the edge to the child called `id`, to the side that moves along it.
    #[inline(always)]
    fn worth(&self, id: u64) -> i32 {
        below(mix(id), 2 * self.edge as u32 + 1) - self.edge
    }
}

impl TreeKind for Incremental {
    /// The sum so far, for the side to move.
    type Load = i32;

    const NAME: &'static str = "incremental";
    const SIZE: (u16, u16) = (4, 6);

    fn read(params: &mut Params, shape: Shape) -> Result<Self, Unreadable> {
        let (limit, depth) = (Score::points(i32::MAX).get(), i32::from(shape.depth.max(1)));
        let most = limit / depth;
        Ok(Incremental { edge: params.whole("edge", 0..=most, most.min(10))? })
    }

    fn root(&self) -> i32 {
        0
    }

    #[inline(always)]
    fn child(parent: &IncrementalTree, _: u16, id: u64) -> i32 {
        -(parent.load + parent.kind.worth(id))
    }

    #[inline(always)]
    fn leaf(pos: &IncrementalTree) -> Score {
        Score::points(pos.load)
    }

    #[inline(always)]
    fn guess(pos: &IncrementalTree) -> Score {
        Score::points(pos.load)
    }

    #[inline(always)]
    fn move_score(pos: &IncrementalTree, m: u16) -> i32 {
        pos.kind.worth(Self::name_child(pos, m))
    }
}

impl fmt::Display for Incremental {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edge={}", self.edge)
    }
}
