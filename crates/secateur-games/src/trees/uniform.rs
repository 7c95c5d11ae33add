use super::params::{Params, Shape};
use super::random::{below, mix};
use super::synthetic::{SAMPLES, Synthetic, TreeKind};
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// Uniform random trees: leaf values are independent of each other and of the path.
///
/// The classical model of the analysis of alpha-beta (D. Knuth and R. Moore, 1975; J. Pearl, 1980), and a
/// hard one: nothing above the leaves tells good moves from bad ones. Small `k` makes many ties.
///
/// Parameters: `b`, `d`, `seed`, and `k`, the number of different values: a leaf is worth 0 to `k - 1`
/// points to the first player. An inner node looks like one random leaf below it.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, trees::UniformTree};
///
/// let tree = UniformTree::read("b=50 d=1 k=3").unwrap();
/// let leaf = |m| -tree.child(m).outcome().unwrap(); // for the first player
/// assert!(tree.moves().all(|m| (0..=2).contains(&leaf(m).get())));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Uniform {
    k: u32,
}

/// A position in a [`Uniform`] tree.
///
/// ```
/// use secateur::{Score, Search, Stats, algo::{alpha_beta, minimax}};
/// use secateur_games::{Notation, trees::{Guess, UniformTree, minimal_leaves}};
///
/// let tree = UniformTree::read("b=4 d=6").unwrap();
/// let mut cx = Search::new(Guess).watch(Stats::default());
/// let value = alpha_beta(&mut cx, &tree, 6, -Score::INF, Score::INF);
/// assert_eq!(value, minimax(&mut Search::new(Guess), &tree, 6));
/// assert!((minimal_leaves(4, 6)..4u64.pow(6)).contains(&cx.watch.leaves));
/// ```
pub type UniformTree = Synthetic<Uniform>;

/// The largest number of different leaf values: the number of points from 0 on.
pub(super) const MOST_VALUES: u32 = Score::points(i32::MAX).get() as u32 + 1;

impl TreeKind for Uniform {
    type Load = ();

    const NAME: &'static str = "uniform";
    const SIZE: (u16, u16) = (4, 6);

    fn read(params: &mut Params, _: Shape) -> Result<Self, Unreadable> {
        Ok(Uniform { k: params.whole("k", 1..=MOST_VALUES, 100)? })
    }

    fn root(&self) {}

    #[inline(always)]
    fn child(_: &UniformTree, _: u16, _: u64) {}

    #[inline(always)]
    fn leaf(pos: &UniformTree) -> Score {
        Score::points(pos.for_mover(below(mix(pos.id), pos.kind.k)))
    }

    fn guess(pos: &UniformTree) -> Score {
        let leaf = pos.sample(SAMPLES);
        Score::points(pos.for_mover(below(mix(leaf.id), pos.kind.k)))
    }
}

impl fmt::Display for Uniform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "k={}", self.k)
    }
}
