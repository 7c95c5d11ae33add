//! Playing strength as a number, as people and interfaces give it.

use crate::Handicap;
use std::ops::RangeInclusive;

/// The nodes that the weakest player may search.
const FEWEST_NODES: f64 = 40.0;
/// The points of Elo that twice the nodes are worth.
const DOUBLING: f64 = 200.0;
/// The noise for each point of Elo below the strongest, in hundredths of a unit.
const NOISE: f64 = 0.125;

/// Strengths by number, the same in every front end.
impl Handicap {
    /// The Elo numbers that can be asked for.
    pub const ELO: RangeInclusive<u32> = 600..=3000;

    /// The levels that can be asked for, from a beginner to full strength.
    pub const LEVELS: RangeInclusive<u32> = 1..=10;

    /// The handicap for this strength: the nodes double every 200 points of Elo, and the noise falls evenly to
    /// nothing. The numbers follow the old finding that strength grows with the logarithm of the effort (K. Thompson,
    /// *Computer Chess Strength*, 1982); they order players, and have not been measured against rated ones.
    ///
    /// ```
    /// use secateur_session::Handicap;
    ///
    /// let (beginner, club) = (Handicap::of_elo(600, 1), Handicap::of_elo(1800, 1));
    /// assert_eq!((beginner.nodes, beginner.noise, club.nodes, club.noise), (40, 300, 2560, 150));
    /// ```
    pub fn of_elo(elo: u32, seed: u64) -> Handicap {
        let elo = elo.clamp(*Self::ELO.start(), *Self::ELO.end());
        let above = f64::from(elo - Self::ELO.start());
        let below = f64::from(Self::ELO.end() - elo);
        let nodes = (FEWEST_NODES * (above / DOUBLING).exp2()).round() as u64;
        Handicap { nodes, noise: (below * NOISE).round() as u16, seed }
    }

    /// The handicap of this level, which are 300 points of Elo apart; none for the last, full strength.
    ///
    /// ```
    /// use secateur_session::Handicap;
    ///
    /// assert_eq!(Handicap::of_level(1, 7), Some(Handicap::of_elo(600, 7)));
    /// assert_eq!((Handicap::of_level(9, 7).unwrap().noise, Handicap::of_level(10, 7)), (0, None));
    /// ```
    pub fn of_level(level: u32, seed: u64) -> Option<Handicap> {
        let above = level.max(*Self::LEVELS.start()) - Self::LEVELS.start();
        (level < *Self::LEVELS.end()).then(|| Self::of_elo(Self::ELO.start() + 300 * above, seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn more_points_play_no_weaker(elo in 0u32..4000, more in 0u32..500) {
            let (weaker, stronger) = (Handicap::of_elo(elo, 1), Handicap::of_elo(elo + more, 1));
            prop_assert!(stronger.nodes >= weaker.nodes && stronger.noise <= weaker.noise);
        }

        #[test]
        fn a_class_of_strength_makes_a_difference(elo in 600u32..2800) {
            let (weaker, stronger) = (Handicap::of_elo(elo, 1), Handicap::of_elo(elo + 200, 1));
            prop_assert!(stronger.nodes > weaker.nodes && stronger.noise < weaker.noise);
        }
    }
}
