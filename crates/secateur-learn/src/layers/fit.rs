//! Passes through all positions.

use super::slope::Slope;
use super::{LayerLearner, LayerSamples};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;
use std::ops::Range;

/// How a network is fitted. The result depends on this and the positions alone, and not on the number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LayerFit {
    /// The source of all randomness.
    pub seed: u64,
    /// The number of passes through all positions.
    pub passes: u32,
    /// The positions of a step.
    pub batch: usize,
    /// The size of the first steps; steps shrink to almost nothing, along half a wave of the cosine.
    pub rate: f32,
    /// What weights of the first layer lose with each step, as a share of its size: a network learns fewer positions by heart.
    #[serde(default)]
    pub decay: f32,
}

impl Default for LayerFit {
    fn default() -> LayerFit {
        LayerFit { seed: 1, passes: 10, batch: 8192, rate: 0.001, decay: 0.8 }
    }
}

/// How far fitting has come.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct LayerPass {
    /// The steps so far, and all.
    pub steps: [u64; 2],
    /// The mean square of the errors of the last step.
    pub error: f64,
}

/// The parts of a batch whose slopes are summed up on their own, whatever the number of threads.
const PARTS: usize = 4;
/// What is left of the rate in the end.
const LEFT: f32 = 0.01;

/// Fits a network to positions, until `heard`, which is told of each step, says no. Returns whether all passes were made.
pub fn fit_layers(
    learner: &mut LayerLearner,
    samples: &LayerSamples,
    how: &LayerFit,
    threads: usize,
    mut heard: impl FnMut(LayerPass) -> bool,
) -> bool {
    let mut random = SplitMix64::seed_from_u64(how.seed ^ 0x000f_17ed);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut slopes: Vec<Slope> = (0..PARTS).map(|_| Slope::new(samples.shape())).collect();
    let all = u64::from(how.passes) * order.len().div_ceil(how.batch) as u64;
    let mut steps = 0;
    for _ in 0..how.passes {
        for last in (1..order.len()).rev() {
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        for batch in order.chunks(how.batch) {
            let error = batch_slope(&mut slopes, learner, samples, batch, threads);
            let done = steps as f32 / all as f32;
            let rate = how.rate * (LEFT + (1.0 - LEFT) * (1.0 + (PI * done).cos()) / 2.0);
            learner.step(&slopes[0].sums, rate, how.decay);
            steps += 1;
            if !heard(LayerPass { steps: [steps, all], error: error / batch.len() as f64 }) {
                return false;
            }
        }
    }
    true
}

/// Finds the slope of a batch, per position, in the first of the slopes. Returns the sum of the squares of its errors.
fn batch_slope(
    slopes: &mut [Slope],
    learner: &LayerLearner,
    samples: &LayerSamples,
    batch: &[u32],
    threads: usize,
) -> f64 {
    let part = batch.len().div_ceil(PARTS);
    let share = PARTS.div_ceil(threads.clamp(1, PARTS));
    let work = |slopes: &mut [Slope], batch: &[u32]| {
        let of = |(slope, batch): (&mut Slope, &[u32])| {
            slope.sums.fill(0.0);
            let add = |&number: &u32| slope.add(learner.weights(), &samples.lesson(number as usize));
            batch.iter().map(add).sum::<f64>()
        };
        slopes.iter_mut().zip(batch.chunks(part)).map(of).collect::<Vec<f64>>()
    };
    slopes.iter_mut().for_each(|slope| slope.sums.fill(0.0));
    let errors: f64 = std::thread::scope(|scope| {
        let shares = slopes.chunks_mut(share).zip(batch.chunks(part * share));
        let work = &work;
        let threads: Vec<_> =
            shares.map(|(slopes, batch)| scope.spawn(move || work(slopes, batch))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("sums of floats")).sum()
    });
    let (first, rest) = slopes.split_first_mut().expect("some parts");
    for slope in rest {
        first.sums.iter_mut().zip(&slope.sums).for_each(|(sum, part)| *sum += part);
    }
    let count = batch.len() as f32;
    first.sums.iter_mut().for_each(|sum| *sum /= count);
    errors
}

/// The mean square of the errors in some of the positions.
pub fn layer_error(learner: &LayerLearner, samples: &LayerSamples, numbers: Range<usize>) -> f64 {
    let mut slope = Slope::new(samples.shape());
    let count = numbers.len().max(1) as f64;
    let square = |number| {
        let lesson = samples.lesson(number);
        f64::from(slope.expectation(learner.weights(), &lesson) - lesson.target).powi(2)
    };
    numbers.map(square).sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{Inputs, LayerShape, Symmetry, UpdatableNetwork};
    use secateur_session::SeenBoard;

    /// Boards of nine cells, whose worth is who has more on the edge, but the other way round with the middle taken: no sum of
    /// weights says that.
    fn samples(sides: u8) -> LayerSamples {
        seen(sides, 1, |_| 0)
    }

    /// The same, each position in a view by its number.
    fn seen(sides: u8, views: u8, view: impl Fn(usize) -> u8) -> LayerSamples {
        let inputs = Inputs { symmetry: Symmetry::Square, sides, views, ..Inputs::of(3, 3) };
        let mut samples = LayerSamples::new(LayerShape { inputs, neurons: 16, stages: 2 });
        let mut random = SplitMix64::seed_from_u64(7);
        for number in 0..4_000 {
            let own: Vec<u8> = (0..9).map(|_| (random.next_u64() % 3) as u8).collect();
            let worth = |&content: &u8| [0.0, 0.3, -0.3][usize::from(content)];
            let sum: f32 = own.iter().map(worth).sum::<f32>() - worth(&own[4]);
            let sum = if own[4] == 0 { sum } else { -sum };
            let theirs = own.iter().map(|&content| [0, 2, 1][usize::from(content)]);
            let cells = own.iter().copied().chain(theirs).take(9 * usize::from(sides)).collect();
            assert!(samples.add(&SeenBoard { cells, views: [view(number); 2] }, (1.0 + sum.tanh()) / 2.0));
        }
        samples
    }

    fn fitted(samples: &LayerSamples, threads: usize) -> LayerLearner {
        fading(samples, threads, 0.0)
    }

    fn fading(samples: &LayerSamples, threads: usize, decay: f32) -> LayerLearner {
        let mut learner = LayerLearner::new(samples.shape().clone(), 3);
        let how = LayerFit { passes: 20, batch: 64, rate: 0.01, seed: 1, decay };
        assert!(fit_layers(&mut learner, samples, &how, threads, |_| true));
        learner
    }

    #[test]
    fn what_two_cells_mean_together_is_learned() {
        for sides in [1, 2] {
            let samples = samples(sides);
            let nothing = LayerLearner::new(samples.shape().clone(), 3);
            let all = || 0..samples.len();
            let (before, after) =
                (layer_error(&nothing, &samples, all()), layer_error(&fitted(&samples, 2), &samples, all()));
            assert!(after < before / 20.0, "{after} after {before}");
        }
    }

    /// One position of a hundred is in the second view: too few to learn from alone.
    #[test]
    fn what_is_seen_in_one_view_is_learned_for_all() {
        let learner = fitted(&seen(1, 2, |number| u8::from(number.is_multiple_of(100))), 2);
        let second = seen(1, 2, |_| 1);
        let nothing = LayerLearner::new(second.shape().clone(), 3);
        let [before, after] =
            [&nothing, &learner].map(|learner| layer_error(learner, &second, 0..second.len()));
        assert!(after < before / 5.0, "{after} after {before}");
    }

    /// Lessons that are noise are learned by heart, and less so where weights fade.
    #[test]
    fn weights_that_fade_learn_less_by_heart() {
        let mut samples = LayerSamples::new(samples(1).shape().clone());
        let mut random = SplitMix64::seed_from_u64(9);
        for _ in 0..600 {
            let cells = (0..9).map(|_| (random.next_u64() % 3) as u8).collect();
            let target = (random.next_u64() % 2) as f32;
            assert!(samples.add(&SeenBoard { cells, views: [0; 2] }, target));
        }
        let [kept, faded] = [0.0, 1.0].map(|decay| {
            let learner = fading(&samples, 1, decay);
            let size: f32 = learner.weights()[..learner.shape().first()].iter().map(|w| w.abs()).sum();
            (layer_error(&learner, &samples, 0..samples.len()), size)
        });
        assert!(faded.0 > kept.0 && faded.1 < kept.1, "{faded:?} for {kept:?}");
    }

    #[test]
    fn threads_change_nothing() {
        let samples = samples(1);
        assert!(fitted(&samples, 1).weights() == fitted(&samples, 3).weights());
    }

    /// The network for play says what the one in floats does, but for rounding.
    #[test]
    fn whole_numbers_say_the_same() {
        let samples = samples(1);
        let learner = fitted(&samples, 2);
        let network = learner.network().expect("weights that fit");
        let rounded = LayerLearner::of(&network);
        let (float, whole) =
            (layer_error(&learner, &samples, 0..500), layer_error(&rounded, &samples, 0..500));
        assert!((whole - float).abs() < 1e-3 && whole < 0.01, "{whole} for {float}");
    }

    /// What rounding loses cancels out, where it is not to the nearest.
    #[test]
    fn rounding_is_made_up_for() {
        for sides in [1, 2] {
            let samples = samples(sides);
            let learner = fitted(&samples, 2);
            let exact: Vec<f32> = values(&learner, &samples);
            let lost = |network: &UpdatableNetwork| {
                let rounded = values(&LayerLearner::of(network), &samples);
                exact.iter().zip(rounded).map(|(exact, rounded)| (exact - rounded).powi(2)).sum::<f32>()
            };
            let (nearest, near) = (learner.network().unwrap(), learner.network_near(&samples).unwrap());
            let by_a_step =
                nearest.weights().second.iter().zip(&near.weights().second).map(|(a, b)| a.abs_diff(*b));
            assert!(by_a_step.max() == Some(1));
            assert!(lost(&near) < lost(&nearest) / 2.0, "{} for {}", lost(&near), lost(&nearest));
        }
    }

    fn values(learner: &LayerLearner, samples: &LayerSamples) -> Vec<f32> {
        let mut slope = Slope::new(samples.shape());
        (0..samples.len()).map(|number| slope.sum(learner.weights(), &samples.lesson(number))).collect()
    }
}
