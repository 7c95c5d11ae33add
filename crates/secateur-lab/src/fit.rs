//! Weights that predict results: logistic regression.
//!
//! A value `v` stands for chances of `1 / (1 + exp(-v / spread))`. Expected are the result of the game and
//! the chances by the score of a search, mixed. What is minimised is the cross-entropy of the two, by
//! steps along its gradient (Adam; Kingma and Ba, 2015), with a pull towards the weights at the start that
//! is felt where there is little to go by.

use crate::samples::{Samples, TaperedWeight, Valued, chances};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Positions a step.
const BATCH: usize = 1 << 14;
/// The number of parts in which a batch is added up, whatever the number of threads, so that rounding is the same.
const PARTS: usize = 8;
/// The number of points by which the first steps change a weight, roughly.
const RATE: f64 = 2.0;
/// The distance, in points, that weights are believed to end from where they started.
const PRIOR: f64 = 30.0;
/// The distance by which neighbours are believed to differ in how far they move.
const ROUGHNESS: f64 = 4.0;
/// The number of positions of a game that say as much as one, since they are alike.
const ALIKE: f64 = 8.0;
/// The number of epochs without a gain after which fitting ends.
const PATIENCE: u32 = 30;

/// The parameters of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The most passes through all positions.
    pub epochs: u32,
    /// The part of the result in what is expected, from 0 to 1; the rest is the score's.
    pub share: f32,
    /// The seed of the order of the positions.
    pub seed: u64,
    /// Threads; they do not change what is found.
    pub threads: usize,
}

/// Mean cross-entropies.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Errors {
    /// Over the positions that the weights are fitted to.
    pub training: f64,
    /// Over those that they are held against.
    pub validation: f64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights with the least error in validation.
    pub weights: Vec<TaperedWeight>,
    /// The number of points that change the chances by a factor of e.
    pub spread: f64,
    /// The spread for the scores of the searches.
    pub score_spread: f64,
    /// At the start, and with the weights found.
    pub errors: [Errors; 2],
    /// After how many epochs they were found.
    pub epochs: u32,
}

/// A batch's sum of errors, and how it grows with each weight.
struct Slope {
    error: f64,
    weights: Vec<TaperedWeight>,
}

/// Positions, and what is expected of them.
struct Set<'a> {
    samples: &'a Samples,
    targets: Vec<f32>,
    spread: f32,
    threads: usize,
}

impl Set<'_> {
    fn slope(&self, batch: &[u32], weights: &[TaperedWeight]) -> Slope {
        let mut slope = Slope { error: 0.0, weights: vec![[0.0; 2]; weights.len()] };
        for &i in batch {
            let (i, target) = (i as usize, self.targets[i as usize]);
            let Valued { value, slope: [first, last] } = self.samples.valued(i, weights);
            let x = value / self.spread;
            slope.error += f64::from(cross_entropy(x, target));
            let steep = (chances(x) - target) / self.spread;
            for term in self.samples.counts(i) {
                let (weight, count) = (&mut slope.weights[usize::from(term.index)], f32::from(term.count));
                weight[0] += steep * first * count;
                weight[1] += steep * last * count;
            }
        }
        slope
    }

    /// The mean error over some positions, and how it grows.
    fn mean_slope(&self, batch: &[u32], weights: &[TaperedWeight]) -> Slope {
        let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
        let share = |parts: &[&[u32]]| parts.iter().map(|part| self.slope(part, weights)).collect::<Vec<_>>();
        let slopes: Vec<Slope> = std::thread::scope(|scope| {
            let mut shares = parts.chunks(parts.len().div_ceil(self.threads.max(1)).max(1));
            let own = shares.next().unwrap_or_default();
            let others: Vec<_> = shares.map(|parts| scope.spawn(|| share(parts))).collect();
            let mut slopes = share(own);
            others.into_iter().for_each(|other| slopes.extend(other.join().expect("sums do not panic")));
            slopes
        });
        let mut sum = Slope { error: 0.0, weights: vec![[0.0; 2]; weights.len()] };
        let n = batch.len().max(1) as f32;
        for slope in slopes {
            sum.error += slope.error / f64::from(n);
            for (sum, part) in sum.weights.as_flattened_mut().iter_mut().zip(slope.weights.as_flattened()) {
                *sum += part / n;
            }
        }
        sum
    }

    fn error(&self, weights: &[TaperedWeight]) -> f64 {
        let value = |i| self.samples.valued(i, weights).value / self.spread;
        let sum: f64 =
            (0..self.samples.len()).map(|i| f64::from(cross_entropy(value(i), self.targets[i]))).sum();
        sum / self.samples.len().max(1) as f64
    }
}

/// Returns the cross entropy of the chances by `x` against the target.
fn cross_entropy(x: f32, target: f32) -> f32 {
    x.max(0.0) - target * x + (-x.abs()).exp().ln_1p()
}

/// The spread with which values predict targets best, between 20 and 2,000.
fn best_spread(values: &[f32], targets: &[f32]) -> f64 {
    let error = |spread: f64| -> f64 {
        let of = |(value, target): (&f32, &f32)| f64::from(cross_entropy(value / spread as f32, *target));
        values.iter().zip(targets).map(of).sum()
    };
    // Narrowed on a logarithmic scale to less than a thousandth.
    let (mut low, mut high) = (20f64.ln(), 2000f64.ln());
    while high - low > 1e-3 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if error(a.exp()) < error(b.exp()) { high = b } else { low = a }
    }
    ((low + high) / 2.0).exp()
}

/// Fits weights to the training positions, and stops when the others do not profit any more.
///
/// `neighbours`: pairs of weights that should move alike. After each epoch `heard` is told how many are
/// done and the errors, and answers whether to go on.
pub fn fit(
    [training, validation]: [&Samples; 2],
    start: &[TaperedWeight],
    neighbours: &[(usize, usize)],
    how: &Fit,
    mut heard: impl FnMut(u32, Errors) -> bool,
) -> Fitted {
    let results: Vec<f32> = (0..training.len()).map(|i| training.target(i, 1.0, 1.0)).collect();
    let scores: Vec<f32> = (0..training.len()).map(|i| training.score(i)).collect();
    let score_spread = best_spread(&scores, &results);
    let targets = |samples: &Samples| -> Vec<f32> {
        (0..samples.len()).map(|i| samples.target(i, how.share, score_spread as f32)).collect()
    };
    let values: Vec<f32> = (0..training.len()).map(|i| training.valued(i, start).value).collect();
    let expected = targets(training);
    let spread = best_spread(&values, &expected);
    let set = |samples, targets| Set { samples, targets, spread: spread as f32, threads: how.threads };
    let (training, validation) = (set(training, expected), set(validation, targets(validation)));
    let errors = |weights: &[TaperedWeight]| Errors {
        training: training.error(weights),
        validation: validation.error(weights),
    };

    let before = errors(start);
    let mut best = Fitted { weights: start.to_vec(), spread, score_spread, errors: [before; 2], epochs: 0 };
    let mut adam = Adam::new(start);
    let mut random = SplitMix64::seed_from_u64(how.seed);
    let mut order: Vec<u32> = (0..training.samples.len() as u32).collect();
    let pull = Pull { start, neighbours, strength: ALIKE / training.samples.len().max(1) as f64 };
    for epoch in 1..=how.epochs {
        shuffle(&mut order, &mut random);
        // Half a wave of the cosine, down to a hundredth.
        let done = f64::from(epoch - 1) / f64::from(how.epochs);
        let rate = RATE * (0.01 + 0.99 * 0.5 * (1.0 + (std::f64::consts::PI * done).cos()));
        for batch in order.chunks(BATCH) {
            let mut slope = training.mean_slope(batch, &adam.weights);
            pull.add_to(&mut slope, &adam.weights);
            adam.step(&slope, rate);
        }
        let now = errors(&adam.weights);
        if now.validation < best.errors[1].validation {
            best = Fitted { weights: adam.weights.clone(), errors: [before, now], epochs: epoch, ..best };
        }
        if !heard(epoch, now) || epoch - best.epochs >= PATIENCE {
            break;
        }
    }
    best
}

/// The prior belief about weights, before there are positions.
struct Pull<'a> {
    start: &'a [TaperedWeight],
    neighbours: &'a [(usize, usize)],
    strength: f64,
}

impl Pull<'_> {
    fn add_to(&self, slope: &mut Slope, weights: &[TaperedWeight]) {
        let alone = (self.strength / PRIOR.powi(2)) as f32;
        let together = (self.strength / ROUGHNESS.powi(2)) as f32;
        for kind in 0..2 {
            let moved = |i: usize| weights[i][kind] - self.start[i][kind];
            for i in 0..weights.len() {
                slope.weights[i][kind] += alone * moved(i);
            }
            for &(a, b) in self.neighbours {
                let apart = together * (moved(a) - moved(b));
                slope.weights[a][kind] += apart;
                slope.weights[b][kind] -= apart;
            }
        }
    }
}

/// The optimiser: steps by the mean slope, over the root of its mean square.
struct Adam {
    weights: Vec<TaperedWeight>,
    mean: Vec<TaperedWeight>,
    square: Vec<TaperedWeight>,
    steps: i32,
}

impl Adam {
    fn new(start: &[TaperedWeight]) -> Self {
        let zero = vec![[0.0; 2]; start.len()];
        Adam { weights: start.to_vec(), mean: zero.clone(), square: zero, steps: 0 }
    }

    fn step(&mut self, slope: &Slope, rate: f64) {
        const MEMORY: f32 = 0.9;
        const LONG_MEMORY: f32 = 0.999;
        self.steps += 1;
        let (filled, long_filled) = (1.0 - MEMORY.powi(self.steps), 1.0 - LONG_MEMORY.powi(self.steps));
        let weights = self.weights.as_flattened_mut().iter_mut();
        let means = self.mean.as_flattened_mut().iter_mut();
        let squares = self.square.as_flattened_mut().iter_mut();
        for (((weight, mean), square), slope) in
            weights.zip(means).zip(squares).zip(slope.weights.as_flattened())
        {
            *mean = MEMORY * *mean + (1.0 - MEMORY) * slope;
            *square = LONG_MEMORY * *square + (1.0 - LONG_MEMORY) * slope * slope;
            let root = (*square / long_filled).sqrt();
            *weight -= rate as f32 * (*mean / filled) / (root + 1e-9);
        }
    }
}

/// Fisher and Yates's shuffle.
fn shuffle(order: &mut [u32], random: &mut SplitMix64) {
    for i in (1..order.len()).rev() {
        order.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::linear::{Count, Features};

    const WEIGHTS: usize = 12;

    /// Positions whose results are drawn by the chances that known weights give.
    fn synthetic(n: usize, seed: u64, truth: &[TaperedWeight], spread: f32) -> Samples {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut samples = Samples::default();
        for _ in 0..n {
            let mut counts = Vec::new();
            for index in 0..WEIGHTS as u16 - 1 {
                let count = (random.next_u64() % 5) as i16 - 2;
                if count != 0 {
                    counts.push(Count { index, count });
                }
            }
            let kept = 1.0 - (random.next_u64() % 3) as f32 / 4.0;
            let gone = (random.next_u64() % 25) as f32 / 24.0;
            let features = Features { counts, first: 1.0 - gone, last: [gone * kept, gone] };
            let mut one = Samples::default();
            one.add(&features, 0, 0);
            let value = one.valued(0, truth).value;
            let draw = (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
            let result = if draw < chances(value / spread) { 1 } else { -1 };
            samples.add(&features, result, value as i32);
        }
        samples
    }

    #[test]
    fn recovers_known_weights() {
        let truth: Vec<TaperedWeight> =
            (0..WEIGHTS).map(|i| [10.0 * i as f32 - 50.0, 40.0 - 9.0 * i as f32]).collect();
        let [training, validation] = [60_000, 3_000].map(|n| synthetic(n, n as u64, &truth, 100.0));
        // Half of them are off by a third, up and down, so that the spread is about right.
        let start: Vec<TaperedWeight> =
            truth.iter().enumerate().map(|(i, w)| w.map(|w| w + [12.0, -12.0][i % 2])).collect();
        let how = Fit { epochs: 60, share: 0.5, seed: 1, threads: 2 };
        let found = fit([&training, &validation], &start, &[], &how, |_, _| true);
        assert!((found.score_spread - 100.0).abs() < 3.0, "{}", found.score_spread);
        assert!(found.errors[1].validation < found.errors[0].validation);
        let scale = 100.0 / found.spread as f32;
        let off = |weights: &[TaperedWeight], scale: f32| -> f32 {
            let pairs = weights.as_flattened().iter().zip(truth.as_flattened());
            pairs.take(2 * WEIGHTS - 2).map(|(w, t)| (scale * w - t).abs()).fold(0.0, f32::max)
        };
        assert!(off(&start, 1.0) > 11.9);
        assert!(off(&found.weights, scale) < 4.0, "{:?} spread {}", found.weights, found.spread);
        // The last one never counts.
        assert_eq!(found.weights[WEIGHTS - 1], start[WEIGHTS - 1]);

        let alone = fit([&training, &validation], &start, &[], &Fit { threads: 1, ..how }, |_, _| true);
        assert_eq!(alone, found);
    }

    #[test]
    fn neighbours_move_together() {
        let last = WEIGHTS - 1;
        let start = vec![[20.0, 20.0]; WEIGHTS];
        let mut truth = start.clone();
        truth[last - 1] = [60.0, 60.0];
        let [training, validation] = [20_000, 1_000].map(|n| synthetic(n, n as u64, &truth, 100.0));
        let how = Fit { epochs: 60, share: 0.5, seed: 1, threads: 1 };
        let found = fit([&training, &validation], &start, &[(last, last - 1)], &how, |_, _| true);
        assert!((found.weights[last][0] - start[last][0]) > 10.0, "{:?}", found.weights);
    }

    #[test]
    fn fitting_can_be_stopped() {
        let truth = vec![[30.0, 30.0]; WEIGHTS];
        let samples = synthetic(1_000, 1, &truth, 100.0);
        let how = Fit { epochs: 60, share: 1.0, seed: 1, threads: 1 };
        let mut heard = 0;
        fit([&samples, &samples], &truth, &[], &how, |epoch, _| {
            heard = epoch;
            epoch < 3
        });
        assert_eq!(heard, 3);
    }
}
