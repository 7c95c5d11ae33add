//! The beginnings and ends of games of the engine, whoever plays them: the number of random moves first, the openings
//! that are fair, and a referee for what both sides agree on.

use std::ops::RangeInclusive;

/// The number of random moves that begin a game.
pub(crate) const OPENING: RangeInclusive<usize> = 8..=9;
/// An opening is played if neither side is ahead by more, in hundredths of a unit.
pub(crate) const FAIR: i32 = 150;
/// The most tries for an opening, before one that is not fair will do.
pub(crate) const TRIES: usize = 50;
/// The number of plies after which a game is drawn at the latest.
pub(crate) const LONGEST: usize = 300;

/// The conditions to end games that both sides agree on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clear {
    /// A side that is ahead by more may have won, in hundredths of a unit.
    pub(crate) won: i32,
    /// The number of plies in a row for which both sides have to agree on a win.
    pub(crate) won_for: u32,
    /// The game may be drawn if neither side is ahead by this much, in hundredths of a unit.
    pub(crate) level: i32,
    /// The number of plies in a row for which both sides have to agree that it is level.
    pub(crate) level_for: u32,
    /// No game is drawn so before this many plies.
    pub(crate) level_after: usize,
}

impl Default for Clear {
    fn default() -> Self {
        Clear { won: 1000, won_for: 4, level: 10, level_for: 10, level_after: 80 }
    }
}

/// Ends games that both sides agree on.
#[derive(Default)]
pub(crate) struct Referee {
    pub(crate) clear: Clear,
    /// For how many plies one side has been winning; negative if it is the second.
    winning: i32,
    level: u32,
}

impl Referee {
    pub(crate) fn new(clear: Clear) -> Self {
        Referee { clear, ..Referee::default() }
    }

    /// Takes in the value of a ply, in hundredths of a unit for the side that moved first; its result, if it
    /// is clear.
    pub(crate) fn judge(&mut self, ply: usize, value: i32) -> Option<i32> {
        let Clear { won, won_for, level, level_for, level_after } = self.clear;
        let sign = if value.abs() > won { value.signum() } else { 0 };
        self.winning = if sign == self.winning.signum() { self.winning + sign } else { sign };
        self.level = if value.abs() < level && ply > level_after { self.level + 1 } else { 0 };
        if self.winning.unsigned_abs() >= won_for {
            return Some(sign);
        }
        (self.level >= level_for).then_some(0)
    }

    /// Takes in a ply of which no value is known.
    pub(crate) fn pass_over(&mut self) {
        (self.winning, self.level) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_referee_wants_both_to_agree() {
        let mut referee = Referee::default();
        let said =
            [1200, 1300, 900, 1100, -1100, -1200, -1300, -32_000].map(|value| referee.judge(50, value));
        assert_eq!(said, [None, None, None, None, None, None, None, Some(-1)]);
        let mut referee = Referee::default();
        assert!((60..=90).map(|ply| referee.judge(ply, 9)).position(|said| said.is_some()) == Some(30));
    }
}
