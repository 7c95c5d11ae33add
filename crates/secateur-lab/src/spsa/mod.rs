//! Simultaneous perturbation stochastic approximation: many numbers tuned at once by comparing pairs of points.
//!
//! All numbers move a little up or down at random, and the opposite way; the two points are compared, and every number
//! follows the better one. A comparison costs the same however many numbers there are, and noise averages out over
//! many of them. Source: J. Spall, *Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation*, 1992; for games, L. Kocsis and C. Szepesvári, *Universal parameter optimisation in games based on
//! SPSA*, 2006.
//!
//! - [`Parameter`], [`GainSchedule`], [`Spsa`]: the method, whatever is compared.
//! - [`recipe`]: the numbers of the engine's recipe, compared by games.
//! - [`screening`]: what each of many numbers is worth, by the same games.

pub mod recipe;
pub mod screening;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::ops::RangeInclusive;

/// The power of the number of comparisons with which steps shrink; Spall's advice for practice.
const ALPHA: f64 = 0.602;
/// The power with which the reach of a comparison shrinks.
const GAMMA: f64 = 0.101;
/// The part of all comparisons that is assumed to have gone before, so that the first steps are small.
const HEAD_START: f64 = 0.1;

/// A number to tune.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The value it begins at.
    pub start: f64,
    /// The range it may move in.
    pub range: RangeInclusive<f64>,
    /// The distance to either side at which the last comparison looks; earlier ones look further.
    pub reach: f64,
}

/// The length of tuning, and its speed.
#[derive(Clone, PartialEq, Debug)]
pub struct GainSchedule {
    /// The number of comparisons in all.
    pub comparisons: u64,
    /// The step of a number, in multiples of its reach, for a point won at the last comparison.
    pub rate: f64,
}

/// The state of tuning. It comes from the parameters, the schedule, the seed, and what was learnt so far, and from nothing
/// else.
///
/// ```
/// use secateur_lab::spsa::{Parameter, GainSchedule, Spsa};
///
/// // The top of a hill at 7; higher is better.
/// let height = |x: f64| -(x - 7.0) * (x - 7.0) / 10.0;
/// let parameter = Parameter { start: 2.0, range: 0.0..=10.0, reach: 0.5 };
/// let mut spsa = Spsa::new(vec![parameter], GainSchedule { comparisons: 500, rate: 0.2 }, 1);
/// for number in 0..500 {
///     let [plus, minus] = spsa.points(number);
///     spsa.learn(number, &[height(plus[0]) - height(minus[0])]);
/// }
/// assert!((spsa.at()[0] - 7.0).abs() < 0.1, "{:?}", spsa.at());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    schedule: GainSchedule,
    seed: u64,
    at: Vec<f64>,
}

impl Spsa {
    /// Begins where the parameters do.
    pub fn new(parameters: Vec<Parameter>, schedule: GainSchedule, seed: u64) -> Spsa {
        Spsa { at: parameters.iter().map(|parameter| parameter.start).collect(), parameters, schedule, seed }
    }

    /// The best known point.
    pub fn at(&self) -> &[f64] {
        &self.at
    }

    /// The two points of a comparison, counted from 0: the second is the first, seen from the other side.
    pub fn points(&self, comparison: u64) -> [Vec<f64>; 2] {
        let signs = self.signs(comparison);
        [1.0, -1.0].map(|side| {
            let moved = |(place, sign): (usize, f64)| {
                let parameter = &self.parameters[place];
                clamp(self.at[place] + side * sign * self.reach(parameter, comparison), &parameter.range)
            };
            signs.iter().copied().enumerate().map(moved).collect()
        })
    }

    /// Learns by how much the first point of each of these comparisons was better than the second. All were made from
    /// where tuning stood before: together they count as one step.
    pub fn learn(&mut self, from: u64, gains: &[f64]) {
        let mut at = self.at.clone();
        for (comparison, gain) in (from..).zip(gains) {
            for ((place, sign), parameter) in
                self.signs(comparison).into_iter().enumerate().zip(&self.parameters)
            {
                at[place] += sign * gain * self.stride(parameter, comparison);
            }
        }
        self.at =
            at.into_iter().zip(&self.parameters).map(|(x, parameter)| clamp(x, &parameter.range)).collect();
    }

    /// Returns the direction in which each number goes first.
    fn signs(&self, comparison: u64) -> Vec<f64> {
        let mut random = random(self.seed, comparison);
        self.parameters.iter().map(|_| if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }).collect()
    }

    /// Returns the distance to either side at which a comparison looks.
    fn reach(&self, parameter: &Parameter, comparison: u64) -> f64 {
        let all = self.schedule.comparisons.max(1) as f64;
        parameter.reach * (all / (comparison + 1) as f64).powf(GAMMA)
    }

    /// Returns the step of a number towards a point that is better by one: the gain's slope is that over the reach,
    /// and the step is proportional to the slope.
    fn stride(&self, parameter: &Parameter, comparison: u64) -> f64 {
        let all = self.schedule.comparisons.max(1) as f64;
        let head = HEAD_START * all;
        let shrunk = ((head + all) / (head + (comparison + 1) as f64)).powf(ALPHA);
        self.schedule.rate * parameter.reach * parameter.reach * shrunk / self.reach(parameter, comparison)
    }
}

/// The random numbers of a comparison, which depend on its number and the seed alone.
fn random(seed: u64, comparison: u64) -> SplitMix64 {
    // Mixed first, both of them: the generator's streams of near seeds are one stream, moved along.
    let [seed, comparison] = [seed, comparison].map(|number| SplitMix64::seed_from_u64(number).next_u64());
    SplitMix64::seed_from_u64(seed ^ comparison.rotate_left(32))
}

fn clamp(x: f64, range: &RangeInclusive<f64>) -> f64 {
    x.clamp(*range.start(), *range.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A number from 0 to 1.
    fn part(random: &mut SplitMix64) -> f64 {
        (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Climbs a bowl turned over with its top at these places, where each comparison is a game: won, drawn or lost
    /// with chances that follow the difference in height.
    fn climb(top: &[f64], batch: u64, comparisons: u64, seed: u64) -> Vec<f64> {
        let height = |point: &[f64]| -> f64 {
            -point.iter().zip(top).map(|(x, top)| ((x - top) / 10.0).powi(2)).sum::<f64>()
        };
        let parameters =
            top.iter().map(|_| Parameter { start: 50.0, range: 0.0..=100.0, reach: 5.0 }).collect();
        let mut spsa = Spsa::new(parameters, GainSchedule { comparisons, rate: 0.02 }, seed);
        let mut luck = SplitMix64::seed_from_u64(!seed);
        for from in (0..comparisons).step_by(batch as usize) {
            let gains: Vec<f64> = (from..comparisons.min(from + batch))
                .map(|comparison| {
                    let [plus, minus] = spsa.points(comparison);
                    let chances = 1.0 / (1.0 + (height(&minus) - height(&plus)).exp());
                    // Two games of a pair.
                    (0..2).map(|_| if part(&mut luck) < chances { 1.0 } else { -1.0 }).sum()
                })
                .collect();
            spsa.learn(from, &gains);
        }
        spsa.at().to_vec()
    }

    #[test]
    fn finds_the_top_through_noise() {
        let top = [20.0, 35.0, 50.0, 65.0, 80.0, 72.0];
        let off = |found: &[f64]| found.iter().zip(&top).map(|(x, t)| (x - t).abs()).fold(0.0, f64::max);
        assert!(off(&[50.0; 6]) == 30.0);
        for seed in 1..=3 {
            let found = climb(&top, 1, 8_000, seed);
            assert!(off(&found) < 6.0, "{found:?}");
            // In batches the course is another, and as good.
            let batched = climb(&top, 16, 8_000, seed);
            assert!(off(&batched) < 6.0 && batched != found, "{batched:?}");
        }
    }

    #[test]
    fn a_top_out_of_reach_is_neared_to_the_edge() {
        let found = climb(&[-40.0, 140.0], 4, 4_000, 1);
        assert!(found[0] < 2.0 && found[1] > 98.0, "{found:?}");
    }

    #[test]
    fn without_any_difference_numbers_stay() {
        let parameter = Parameter { start: 3.0, range: 0.0..=10.0, reach: 1.0 };
        let mut spsa = Spsa::new(vec![parameter; 4], GainSchedule { comparisons: 100, rate: 0.1 }, 1);
        (0..100).for_each(|comparison| spsa.learn(comparison, &[0.0]));
        assert_eq!(spsa.at(), [3.0; 4]);
    }

    proptest! {
        #[test]
        fn points_lie_on_either_side_and_within_the_range(
            start in 0.0..=100.0, reach in 0.1..20.0, seed: u64, all in 1..1000u64, part in 0.0..1.0
        ) {
            let comparison = ((all as f64 * part) as u64).min(all - 1);
            let parameter = Parameter { start, range: 0.0..=100.0, reach };
            let spsa = Spsa::new(vec![parameter; 3], GainSchedule { comparisons: all, rate: 0.1 }, seed);
            let [plus, minus] = spsa.points(comparison);
            for (a, b) in plus.iter().zip(&minus) {
                prop_assert!((0.0..=100.0).contains(a) && (0.0..=100.0).contains(b));
                let (low, high) = (a.min(*b), a.max(*b));
                prop_assert!(low <= start && start <= high && low < high);
                // The last looks as far as its reach, and none less far.
                prop_assert!(low <= (start - reach).max(0.0) + 1e-9 && high >= (start + reach).min(100.0) - 1e-9);
            }
        }

        #[test]
        fn a_number_follows_the_better_point(gain in -2.0..2.0f64, seed: u64) {
            let parameter = Parameter { start: 50.0, range: 0.0..=100.0, reach: 4.0 };
            let mut spsa = Spsa::new(vec![parameter; 5], GainSchedule { comparisons: 10, rate: 0.1 }, seed);
            let [plus, _] = spsa.points(9);
            spsa.learn(9, &[gain]);
            for (at, plus) in spsa.at().iter().zip(plus) {
                prop_assert!(((at - 50.0) - 0.1 * gain * (plus - 50.0)).abs() < 1e-9);
            }
        }
    }
}
