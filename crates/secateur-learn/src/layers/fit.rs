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
}

impl Default for LayerFit {
    fn default() -> LayerFit {
        LayerFit { seed: 1, passes: 10, batch: 8192, rate: 0.001 }
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
            learner.step(&slopes[0].sums, rate);
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
