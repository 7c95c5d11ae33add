//! The worth of a position, and the points that it is expected to bring.

use crate::duel::hundredths;
use secateur_session::{Answer, Outcome};
use serde::{Deserialize, Serialize};
use std::ops::Neg;

/// The scales that are tried, in hundredths of a unit: from the first to the last by this factor.
const SCALES: (f64, f64, f64) = (5.0, 20_000.0, 1.1);
/// The scale where too few games tell: one unit ahead scores 73 % then.
const USUAL: f64 = 100.0;
/// The fewest positions that tell a scale.
const ENOUGH: usize = 50;

/// A position's worth, from the point of view of whoever it is said to be for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Worth {
    /// The value that a search found, in hundredths of the game's unit.
    Guess(i32),
    /// What a search has proven.
    Proven(Outcome),
}

impl Worth {
    /// Returns the worth for the side to move, as an answer has it.
    pub(super) fn of(answer: &Answer, unit: i32) -> Worth {
        match answer.outcome {
            Some(outcome) => Worth::Proven(outcome),
            // Where points are counted, a value may be settled and say no outcome.
            None if answer.is_settled() => Worth::Proven(Outcome::of(answer.points)),
            None => Worth::Guess(hundredths(answer, unit)),
        }
    }

    /// Returns the points that are expected, from 0 to 1: the logistic function of a guess over the scale.
    pub(super) fn expected(self, scale: f64) -> f64 {
        match self {
            Worth::Guess(value) => 1.0 / (1.0 + (-f64::from(value) / scale).exp()),
            Worth::Proven(outcome) => f64::from(outcome.sign() + 1) / 2.0,
        }
    }
}

/// The same position's worth for the opponent.
impl Neg for Worth {
    type Output = Worth;
    fn neg(self) -> Worth {
        match self {
            Worth::Guess(value) => Worth::Guess(-value),
            Worth::Proven(outcome) => Worth::Proven(-outcome),
        }
    }
}

/// The scale by which guesses foretell results best: the one under which what happened was likeliest. Each guess comes with
/// the result of its game, 1, 0 or -1, for the same side.
pub(super) fn scale(guesses: impl Iterator<Item = (i32, i32)> + Clone) -> f64 {
    if guesses.clone().filter(|&(value, _)| value != 0).count() < ENOUGH {
        return USUAL;
    }
    let likelihood = |scale: f64| -> f64 {
        let of = |(value, result): (i32, i32)| {
            let chance = Worth::Guess(value).expected(scale).clamp(1e-6, 1.0 - 1e-6);
            let points = f64::from(result + 1) / 2.0;
            points * chance.ln() + (1.0 - points) * (1.0 - chance).ln()
        };
        guesses.clone().map(of).sum()
    };
    let (first, last, factor) = SCALES;
    let all = std::iter::successors(Some(first), |scale| Some(scale * factor).filter(|&scale| scale < last));
    all.max_by(|a, b| likelihood(*a).total_cmp(&likelihood(*b))).unwrap_or(USUAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn guesses_and_proofs_are_read_back() {
        for worth in [Worth::Guess(-35), Worth::Proven(Outcome::Draw), Worth::Proven(Outcome::Loss)] {
            let text = serde_json::to_string(&worth).unwrap();
            assert_eq!(serde_json::from_str::<Worth>(&text).unwrap(), worth, "{text}");
        }
    }

    #[test]
    fn the_scale_is_the_one_that_results_were_made_by() {
        // Of ten games at +100, so many were won as the logistic function with this scale says.
        for (wins, scale_of_them) in [(731, 100.0), (622, 200.0), (881, 50.0)] {
            let games = (0..1000).map(|n| (100, if n < wins { 1 } else { -1 }));
            let found = scale(games);
            assert!((found / scale_of_them).ln().abs() < 0.06, "{found}, expected {scale_of_them}");
        }
        assert_eq!(scale([(100, 1); 20].into_iter()), USUAL);
        assert_eq!(scale([(0, 1); 200].into_iter()), USUAL);
    }

    proptest! {
        #[test]
        fn both_sides_share_one_point(value in -40_000..40_000, scale in 1.0..1e4) {
            let worth = Worth::Guess(value);
            prop_assert!((worth.expected(scale) + (-worth).expected(scale) - 1.0).abs() < 1e-9);
        }
    }
}
