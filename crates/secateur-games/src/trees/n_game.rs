use super::params::{Params, Shape};
use super::random::mix;
use super::synthetic::{Synthetic, TreeKind};
use crate::Unreadable;
use secateur::Score;
use std::fmt;

/// N-games: edges push the balance to one side or the other, and the side it favours at the end has won.
///
/// Every edge adds one to a node's strength or subtracts one, at random. A leaf of positive strength is
/// won for the first player, one of negative strength for the second, and zero, which takes an even
/// depth, is a draw. Unlike in P-games, neighbouring leaves resemble each other, and strength is a good
/// guess.
///
/// Parameters: `b`, `d` and `seed`. An inner node looks like its strength, in points, and a move's score is
/// the effect of its edge for the mover.
///
/// Source: D. Nau, *An investigation of the causes of pathology in games*, 1982.
///
/// ```
/// use secateur::{Eval, Game, Score};
/// use secateur_games::{Notation, trees::{Guess, NGameTree}};
///
/// let leaf = NGameTree::read("b=2 d=3 / 1 0 1").unwrap();
/// let strength = Guess.eval(&leaf).get(); // for the side to move, as the outcome is
/// assert!(strength.abs() == 1 || strength.abs() == 3);
/// assert_eq!(leaf.outcome(), Some(if strength > 0 { Score::WIN } else { Score::LOSS }));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NGame;

/// A position in an [`NGame`].
///
/// ```
/// use secateur::{Search, algo::minimax};
/// use secateur_games::{Notation, trees::{Guess, NGameTree}};
///
/// let tree = NGameTree::read("b=2 d=9").unwrap();
/// let Ok(score) = minimax(&mut Search::new(Guess), &tree, 9);
/// assert!(score.is_decisive()); // an odd depth leaves no draw
/// assert_eq!(score.plies_to_end(), Some(9));
/// ```
pub type NGameTree = Synthetic<NGame>;

/// The amount that the edge to the child called `id` adds to the first player's strength.
#[inline(always)]
fn push(id: u64) -> i32 {
    if mix(id) & 1 == 0 { 1 } else { -1 }
}

impl TreeKind for NGame {
    /// The strength, for the first player.
    type Load = i32;

    const NAME: &'static str = "n-game";
    const SIZE: (u16, u16) = (2, 11);
    const WIN_LOSS: bool = true;

    fn read(_: &mut Params, _: Shape) -> Result<Self, Unreadable> {
        Ok(NGame)
    }

    fn root(&self) -> i32 {
        0
    }

    #[inline(always)]
    fn child(parent: &NGameTree, _: u16, id: u64) -> i32 {
        parent.load + push(id)
    }

    #[inline(always)]
    fn leaf(pos: &NGameTree) -> Score {
        match pos.for_mover(pos.load) {
            0 => Score::DRAW,
            1.. => Score::WIN,
            _ => Score::LOSS,
        }
    }

    #[inline(always)]
    fn guess(pos: &NGameTree) -> Score {
        Score::points(pos.for_mover(pos.load))
    }

    #[inline(always)]
    fn move_score(pos: &NGameTree, m: u16) -> i32 {
        pos.for_mover(push(Self::name_child(pos, m)))
    }
}

/// An N-game has no parameters of its own.
impl fmt::Display for NGame {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
