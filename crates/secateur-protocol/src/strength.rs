//! Playing strength as a number, as people and interfaces speak of it.

use secateur_session::Handicap;
use std::ops::RangeInclusive;

/// The Elo numbers that can be asked for.
pub(crate) const ELO: RangeInclusive<u32> = 600..=3000;
/// What the weakest player may search, in nodes.
const FEWEST_NODES: f64 = 40.0;
/// Twice the nodes are worth so many points of Elo.
const DOUBLING: f64 = 200.0;
/// An Elo point less is so much more noise, in points of value.
const NOISE: f64 = 0.125;

/// The handicap for this strength: the nodes double every 200 points of Elo, and the noise falls evenly to
/// nothing. The numbers follow the old finding that strength grows with the logarithm of the effort (K. Thompson,
/// *Computer Chess Strength*, 1982); they order players, and have not been measured against rated ones.
pub(crate) fn handicap(elo: u32, seed: u64) -> Handicap {
    let elo = elo.clamp(*ELO.start(), *ELO.end());
    let above = f64::from(elo - ELO.start());
    let below = f64::from(ELO.end() - elo);
    let nodes = (FEWEST_NODES * (above / DOUBLING).exp2()).round() as u64;
    Handicap { nodes, noise: (below * NOISE).round() as u16, seed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn more_points_play_no_weaker(elo in 0u32..4000, more in 0u32..500) {
            let (weaker, stronger) = (handicap(elo, 1), handicap(elo + more, 1));
            prop_assert!(stronger.nodes >= weaker.nodes && stronger.noise <= weaker.noise);
        }

        #[test]
        fn a_class_of_strength_makes_a_difference(elo in 600u32..2800) {
            let (weaker, stronger) = (handicap(elo, 1), handicap(elo + 200, 1));
            prop_assert!(stronger.nodes > weaker.nodes && stronger.noise < weaker.noise);
        }
    }
}
