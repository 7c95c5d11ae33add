use super::endgame::score_of;
use super::{Board, Size};
use crate::bits::Bits;
use secateur::{Bounds, Eval, Meter, Score};

/// Knowledge of Connect-4: a count of threats, and forced results within two plies.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, connect4::{Connect4, Threats}};
///
/// let known = |text| Threats::default().bounds(&Connect4::read(text).unwrap(), -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known("334422"), Bounds::exact(Score::win_in(1)));
/// assert_eq!(known("33442"), Bounds::exact(Score::loss_in(2))); // columns 1 and 5 both lose
/// assert_eq!(known("").upper, Score::win_in(3)); // no win at once
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Threats {
    /// Whether the opponent's follow-up is looked at.
    pub(super) follow_up: bool,
}

impl Default for Threats {
    fn default() -> Self {
        Threats { follow_up: true }
    }
}

impl<S: Size> Eval<Board<S>> for Threats {
    /// Ten points for each cell that would complete a four, two for each stone on the central column.
    #[inline]
    fn eval(&mut self, pos: &Board<S>) -> Score {
        let threats = (pos.threats & !pos.four()).count() as i32;
        Score::points(10 * (pos.wins.count() as i32 - threats) + 2 * pos.centre())
    }

    /// A win at once, a loss at the opponent's next stone, or else only results further off, and the proofs of
    /// follow-up.
    #[inline(always)]
    fn bounds(&mut self, pos: &Board<S>, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let landings = pos.landings(pos.all);
        if pos.wins & landings != S::Bits::NONE {
            return Bounds::exact(Score::win_in(1));
        }
        let left = pos.left();
        if pos.safe == S::Bits::NONE && left >= 2 {
            return Bounds::exact(Score::loss_in(2));
        }
        // With that many cells to go, the side to move places the odd ones, the opponent the even ones.
        let draw_or = |possible: bool, score: Score| if possible { score } else { Score::DRAW };
        let (lower, upper) = (draw_or(left >= 4, Score::loss_in(4)), draw_or(left >= 3, Score::win_in(3)));
        let answered = if self.follow_up { pos.most_if_answered(left, i32::MIN) } else { None };
        Bounds { lower, upper: answered.map_or(upper, |value| score_of(value, left)) }
    }
}
