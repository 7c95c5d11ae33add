use super::params::{Params, Shape};
use super::random::{fraction, mix};
use super::synthetic::{SAMPLES, Synthetic, TreeKind};
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// P-games: leaves are won or lost at random, independently of each other.
///
/// Pearl's model of a game whose positions give nothing away. Its results depend on one critical probability:
/// with fewer or more won leaves than that, deep trees are almost surely decided for the same side.
///
/// Parameters: `b`, `d`, `seed`, and `p`, the probability that a leaf is won for the side to move there. It
/// defaults to the [critical](PGame::critical) one. An inner node looks like ten points for each win among
/// ten random leaves below it, minus ten for each loss.
///
/// Source: J. Pearl, *Asymptotic properties of minimax trees and game-searching procedures*, 1980; D. Nau,
/// *An investigation of the causes of pathology in games*, 1982, names them.
///
/// ```
/// use secateur::{Score, Search, algo::minimax};
/// use secateur_games::{Notation, trees::{Guess, PGameTree}};
///
/// // All leaves won for the side to move there: the first player's if the depth is even.
/// for (text, score) in [("d=4 p=1", Score::win_in(4)), ("d=5 p=1", Score::loss_in(5))] {
///     let tree = PGameTree::read(text).unwrap();
///     assert_eq!(minimax(&mut Search::new(Guess), &tree, 5), Ok(score));
/// }
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PGame {
    p: f64,
}

/// A position in a [`PGame`].
///
/// ```
/// use secateur::{Score, Search, Stats, algo::{alpha_beta, minimax}};
/// use secateur_games::{Notation, trees::{Guess, PGameTree}};
///
/// let tree = PGameTree::read("b=2 d=10").unwrap();
/// let mut cx = Search::new(Guess).watch(Stats::default());
/// let score = alpha_beta(&mut cx, &tree, 10, Score::DRAW, Score::DRAW + 1); // who wins?
/// let Ok(value) = minimax(&mut Search::new(Guess), &tree, 10);
/// assert_eq!(score.map(|score| score > Score::DRAW), Ok(value > Score::DRAW));
/// assert!(cx.watch.leaves < 1 << 10);
/// ```
pub type PGameTree = Synthetic<PGame>;

impl PGame {
    /// The probability that stays the same from ply to ply: a node is won unless all its children are, so
    /// it solves `x = 1 - x^b`. For two children it is the golden section, 0.618.
    ///
    /// ```
    /// use secateur_games::trees::PGame;
    ///
    /// assert!((PGame::critical(2) - (5f64.sqrt() - 1.0) / 2.0).abs() < 1e-12);
    /// ```
    pub fn critical(branching: u16) -> f64 {
        let (mut low, mut high) = (0.0f64, 1.0f64);
        for _ in 0..64 {
            let x = (low + high) / 2.0;
            // By multiplication, whose result is the same on every machine.
            let power = (0..branching).fold(1.0, |power, _| power * x);
            (low, high) = if x < 1.0 - power { (x, high) } else { (low, x) };
        }
        low
    }

    #[inline(always)]
    fn is_won(&self, leaf: u64) -> bool {
        fraction(mix(leaf)) < self.p
    }
}

impl TreeKind for PGame {
    type Load = ();

    const NAME: &'static str = "p-game";
    const SIZE: (u16, u16) = (2, 10);
    const WIN_LOSS: bool = true;

    fn read(params: &mut Params, shape: Shape) -> Result<Self, Unreadable> {
        Ok(PGame { p: params.fraction("p", PGame::critical(shape.branching))? })
    }

    fn root(&self) {}

    #[inline(always)]
    fn child(_: &PGameTree, _: u16, _: u64) {}

    #[inline(always)]
    fn leaf(pos: &PGameTree) -> Score {
        if pos.kind.is_won(pos.id) { Score::WIN } else { Score::LOSS }
    }

    fn guess(pos: &PGameTree) -> Score {
        let leaves = (0..10).map(|i| pos.sample(SAMPLES + i));
        let won = |leaf: PGameTree| if leaf.kind.is_won(leaf.id) { 10 } else { -10 };
        let sum: i32 = leaves.map(won).sum();
        let distance = pos.shape.depth - pos.ply;
        Score::points(if distance.is_multiple_of(2) { sum } else { -sum })
    }
}

impl fmt::Display for PGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p={}", self.p)
    }
}
