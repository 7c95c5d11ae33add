//! Statistics of match results: strength, certainty, and when to stop.
//!
//! - [`MatchScore`]: the results of pairs of games, and of games played singly.
//! - [`elo`] and [`share`]: from points to Elo and back.
//! - [`paired`]: the ratio of what two methods take.
//! - [`sprt`]: the sequential probability ratio test, which plays no more games than it takes to decide.
//! - [`Estimate`]: means, ratios and shares, and how sure they are.
//! - [`ratings`]: many players on one scale.
//!
//! Elo is logistic throughout (A. Elo, 1978): a difference of 400 means ten points for each one of the other
//! side's. Normalised Elo measures the same in units of how much one game's result varies, so that the number of
//! games it takes to see a difference does not depend on how many of them are drawn (M. Van den Bergh,
//! "Normalized Elo", 2020).

mod estimate;
mod likelihood;
pub mod paired;
pub mod ratings;
mod score;
pub mod sprt;

pub use estimate::Estimate;
pub use score::MatchScore;

/// One unit of the natural logarithm of the odds, in Elo: 173.7.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// One standard deviation of a game's result, in normalised Elo. Near an even score, and without draws, it is
/// then the same as Elo: 347.4.
const NORMALISED_ELO: f64 = 2.0 * ELO;
/// The number of standard deviations around the mean within which 95 per cent of a normal distribution lie.
pub(crate) const WITHIN_95: f64 = 1.96;

/// The difference in strength that makes such a share of the points, in Elo; none if it has no bound.
///
/// ```
/// use secateur_lab::statistics::elo;
///
/// assert_eq!(elo(0.5), Some(0.0));
/// assert_eq!(elo(0.64).map(f64::round), Some(100.0));
/// assert_eq!(elo(1.0), None);
/// ```
pub fn elo(share: f64) -> Option<f64> {
    let elo = 400.0 * (share / (1.0 - share)).log10();
    elo.is_finite().then_some(elo)
}

/// The share of the points, from 0 to 1, that such a difference in strength makes, in Elo for the side whose
/// share it is.
///
/// ```
/// use secateur_lab::statistics::share;
///
/// assert_eq!((share(0.0), share(400.0)), (0.5, 10.0 / 11.0));
/// ```
pub fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the probability that a standard normal number is below `z`, from 0 to 1.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Seeds and randomness for tests.
#[cfg(test)]
mod chance {
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::Rng;

    /// One of the kinds, each as often as its part of the whole.
    pub(super) fn drawn<const N: usize>(random: &mut SplitMix64, parts: &[f64; N]) -> usize {
        let mut left = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let kind = parts.iter().position(|part| {
            left -= part;
            left < 0.0
        });
        kind.unwrap_or(N - 1)
    }

    /// The parts of pairs with 0 to 4 half points, where games are independent: `[losses, draws, wins]`.
    pub(super) fn paired([loss, draw, win]: [f64; 3]) -> [f64; 5] {
        [loss * loss, 2.0 * loss * draw, draw * draw + 2.0 * win * loss, 2.0 * win * draw, win * win]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * (1.0 + b.abs())
    }

    #[test]
    fn elo_as_published() {
        // The expected scores of the logistic curve: 1 / (1 + 10^(-d/400)).
        for (difference, expected) in [(100.0, 0.640_065), (200.0, 0.759_747), (400.0, 0.909_091)] {
            assert!((share(difference) - expected).abs() < 1e-6);
        }
        assert_eq!((elo(0.0), elo(1.0), elo(f64::NAN), elo(-0.1)), (None, None, None, None));
    }

    #[test]
    fn the_normal_distribution() {
        // mpmath 1.3, `ncdf`, 30 digits.
        for (z, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.96, 0.024_997_895_148_220_435),
            (-6.0, 9.865_876_450_376_982e-10),
        ] {
            assert!((normal(z) / expected - 1.0).abs() < 1e-13, "{z}");
        }
    }

    proptest! {
        #[test]
        fn there_and_back(difference in -1_500.0..1_500.0) {
            prop_assert!((elo(share(difference)).unwrap() - difference).abs() < 1e-6);
            prop_assert!(near(share(-difference), 1.0 - share(difference)));
        }
    }
}
