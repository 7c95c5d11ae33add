//! Weights of the output in whole numbers, of which what one loses another makes up for.

use super::slope::Slope;
use super::{LayerLearner, LayerSamples};
use secateur_games::UpdatableNetwork;

/// The most positions of a stage that rounding is measured by.
const MOST: usize = 8192;
/// The most times that all weights are gone through; mostly a few are enough.
const SWEEPS: usize = 20;

/// What the output of a stage loses by rounding, in some positions.
struct Loss {
    /// How much each position counts: less, the more certain it is.
    counts: Vec<f32>,
    /// What the value of each has become too large by.
    errors: Vec<f32>,
    /// For each weight what it is multiplied by in each position.
    active: Vec<Vec<f32>>,
}

impl LayerLearner {
    /// The network for play, its output rounded with a view to these positions: each weight up or down, as its errors and those of
    /// the others cancel out best. To the nearest, they add up to a few hundredths of a pawn, mostly the same way. None if its
    /// sums might overflow.
    pub fn network_near(&self, samples: &LayerSamples) -> Option<UpdatableNetwork> {
        let nearest = self.network()?;
        let mut weights = nearest.weights().clone();
        let (one, steps) = (f32::from(UpdatableNetwork::ONE), f32::from(UpdatableNetwork::STEPS));
        let rounded = LayerLearner::of(&nearest);
        let (stages, size) = (weights.last.len(), weights.second.len() / weights.last.len());
        for stage in 0..stages {
            let mut loss = Loss::of(self, &rounded, samples, stage, size);
            let output = &mut weights.second[stage * size..][..size];
            let exact = self.output(stage).iter().map(|weight| weight * steps);
            loss.cancel(output, &exact.collect::<Vec<f32>>(), 1.0 / steps);
            weights.last[stage] -= (loss.mean() * one * one * steps).round() as i32;
        }
        UpdatableNetwork::new(nearest.shape().clone(), weights)
    }
}

impl Loss {
    fn of(
        exact: &LayerLearner,
        rounded: &LayerLearner,
        samples: &LayerSamples,
        stage: usize,
        size: usize,
    ) -> Loss {
        let numbers: Vec<usize> =
            (0..samples.len()).filter(|&number| samples.lesson(number).stage == stage).collect();
        let mut slope = Slope::new(samples.shape());
        let mut loss = Loss { counts: Vec::new(), errors: Vec::new(), active: vec![Vec::new(); size] };
        for &number in numbers.iter().step_by(numbers.len().div_ceil(MOST).max(1)) {
            let lesson = samples.lesson(number);
            let value = slope.sum(exact.weights(), &lesson);
            loss.errors.push(slope.sum(rounded.weights(), &lesson) - value);
            loss.counts.push((1.0 - value.tanh().powi(2)).powi(2));
            slope.active().zip(&mut loss.active).for_each(|(active, all)| all.push(active));
        }
        loss
    }

    /// Moves weights to the other whole number beside their exact values, wherever that makes the errors smaller.
    fn cancel(&mut self, weights: &mut [i16], exact: &[f32], step: f32) {
        for _ in 0..SWEEPS {
            let mut moved = false;
            for ((weight, exact), active) in weights.iter_mut().zip(exact).zip(&self.active) {
                let other = if f32::from(*weight) > *exact { *weight - 1 } else { *weight + 1 };
                let change = f32::from(other - *weight) * step;
                // How the sum of the squares of the errors changes, over the change.
                let both = self.errors.iter().zip(active).zip(&self.counts);
                let slope: f32 = both
                    .map(|((error, active), count)| count * active * (2.0 * error + change * active))
                    .sum();
                if slope * change < 0.0 && (f32::from(other) - exact).abs() < 1.0 {
                    self.errors.iter_mut().zip(active).for_each(|(error, active)| *error += change * active);
                    (*weight, moved) = (other, true);
                }
            }
            if !moved {
                return;
            }
        }
    }

    /// The mean of the errors.
    fn mean(&self) -> f32 {
        let sum: f32 = self.errors.iter().zip(&self.counts).map(|(error, count)| error * count).sum();
        sum / self.counts.iter().sum::<f32>().max(f32::MIN_POSITIVE)
    }
}
