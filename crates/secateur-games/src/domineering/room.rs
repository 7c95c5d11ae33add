//! Knowledge of Domineering.

use super::Position;
use super::areas::Areas;
use crate::bits::Bits;
use secateur::{Bounds, Eval, Meter, Score};

/// Knowledge of Domineering: the number of moves of each side, at most and for certain.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score, Search, algo::minimax};
/// use secateur_games::{Notation, domineering::{Domineering, Room}};
///
/// // V has two moves on the left that nobody can touch, H has one on the right.
/// let pos = Domineering::read(".X../.XXX/.XXX/.XXX V").unwrap();
/// let known = Room.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(3)));
/// let Ok(searched) = minimax(&mut Search::new(|_: &Domineering| Score::DRAW), &pos, 4);
/// assert_eq!(searched, Score::win_in(3));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Room;

impl<B: Bits> Eval<Position<B>> for Room {
    /// A point for each move that a side could make if it alone were to move, and one for each safe move.
    #[inline]
    fn eval(&mut self, pos: &Position<B>) -> Score {
        Score::points(pos.balance())
    }

    /// Proven, from the moves that each side makes at least, whatever the other one does (`Areas::certain`), and those
    /// that the other one makes at most meanwhile (`Areas::left_to_opponent`). The side to move never stands
    /// without a move first, if it makes more moves for certain than the opponent has at most; then the game is over once
    /// the opponent has made those. It loses likewise, if the opponent makes as many for certain as it has at
    /// most. And nobody loses before the moves are made that are certain.
    ///
    /// Where that leaves it open, the board is looked at as a sum of games (`Worth`): whoever wins such a sum has won once the
    /// other side has made all moves that it has at most.
    #[inline]
    fn bounds(&mut self, pos: &Position<B>, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let [mine, theirs] = [pos.flat, !pos.flat].map(|flat| Areas::of(pos, flat));
        let (my_certain, their_certain) = (mine.certain(true), theirs.certain(false));
        let (my_most, their_most) = (theirs.left_to_opponent(false), mine.left_to_opponent(true));
        let mut bounds = Bounds {
            lower: match my_certain > their_most {
                true => Score::win_in(2 * their_most + 1),
                false => Score::loss_in(2 * my_certain),
            },
            upper: match their_certain >= my_most {
                true => Score::loss_in(2 * my_most),
                false => Score::win_in(2 * their_certain + 1),
            },
        };
        let is_open = bounds.lower < Score::DRAW && bounds.upper > Score::DRAW;
        if is_open && pos.worth(pos.flat).is_some_and(|worth| worth.wins_first()) {
            bounds.lower = Score::win_in(2 * pos.most(!pos.flat) + 1);
        } else if is_open && pos.worth(!pos.flat).is_some_and(|worth| worth.wins_second()) {
            bounds.upper = Score::loss_in(2 * pos.most(pos.flat));
        }
        bounds
    }
}
