//! The weights of a network that learns, and its steps.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::{LayerShape, LayerWeights, UpdatableNetwork};

/// The weights of an efficiently updatable network in floats, and the means that its steps are made of (D. Kingma and J. Ba,
/// *Adam*, 2015).
#[derive(Clone, Debug)]
pub struct LayerLearner {
    shape: LayerShape,
    /// All weights: of the first layer, its biases, the output, its biases.
    weights: Vec<f32>,
    /// The mean of each slope, and that of its square.
    means: Vec<[f32; 2]>,
    /// The same of what the views have in common, in the first layer and its biases; none if there is but one view.
    common: Vec<[f32; 2]>,
    steps: i32,
}

/// Where each kind of weights begins.
#[derive(Copy, Clone, Debug)]
pub(super) struct Parts {
    pub(super) biases: usize,
    pub(super) second: usize,
    pub(super) last: usize,
}

impl Parts {
    pub(super) fn of(shape: &LayerShape) -> Parts {
        let biases = shape.first();
        let second = biases + shape.biases();
        Parts { biases, second, last: second + shape.second() }
    }
}

/// The bias that a neuron begins with, so that some of what it sees moves it up, and some down.
const BIAS: f32 = 0.3;
/// How fast the means of slopes and of their squares follow.
const FADING: [f32; 2] = [0.9, 0.999];
/// Steps are no larger than those of a slope of this size.
const LEAST: f32 = 1e-8;

impl LayerLearner {
    /// A learner that knows nothing: small weights at random.
    pub fn new(shape: LayerShape, seed: u64) -> LayerLearner {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut between = |size: f32| size * ((random.next_u64() >> 40) as f32 / 8_388_608.0 - 1.0);
        // About half of the cells are taken.
        let first = (2.0 / shape.inputs.cells() as f32).sqrt().min(0.2);
        let turns = shape.inputs.turns().len();
        let second =
            (1.0 / (usize::from(shape.neurons) * usize::from(shape.inputs.sides) * turns) as f32).sqrt();
        let mut weights = Vec::with_capacity(shape.weights());
        weights.extend((0..shape.first()).map(|_| between(first)));
        weights.extend((0..shape.biases()).map(|_| BIAS + between(first)));
        weights.extend((0..shape.second()).map(|_| between(second)));
        weights.resize(shape.weights(), 0.0);
        LayerLearner::with_weights(shape, weights)
    }

    /// The weights of a network for play, in floats.
    pub fn of(network: &UpdatableNetwork) -> LayerLearner {
        let (one, steps) = (f32::from(UpdatableNetwork::ONE), f32::from(UpdatableNetwork::STEPS));
        let LayerWeights { first, biases, second, last } = network.weights();
        let hidden = first.iter().chain(biases).map(|&weight| f32::from(weight) / one);
        let output = second.iter().map(|&weight| f32::from(weight) / steps);
        let last = last.iter().map(|&bias| bias as f32 / (one * one * steps));
        LayerLearner::with_weights(network.shape().clone(), hidden.chain(output).chain(last).collect())
    }

    /// These weights: of the first layer, its biases, the output, its biases.
    pub(super) fn with_weights(shape: LayerShape, weights: Vec<f32>) -> LayerLearner {
        let common = match shape.inputs.views {
            1 => 0,
            _ => shape.view_step() + usize::from(shape.neurons),
        };
        let [means, common] = [weights.len(), common].map(|count| vec![[0.0; 2]; count]);
        LayerLearner { means, common, shape, weights, steps: 0 }
    }

    /// The shape.
    pub fn shape(&self) -> &LayerShape {
        &self.shape
    }

    /// All weights: of the first layer, its biases, the output, its biases.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights of the output in a stage.
    pub(super) fn output(&self, stage: usize) -> &[f32] {
        let Parts { second, last, .. } = Parts::of(&self.shape);
        let size = (last - second) / usize::from(self.shape.stages);
        &self.weights[second + stage * size..][..size]
    }

    /// Takes a step of this size down the slope, each weight on its own scale; and keeps all within what is possible at play. Weights
    /// of the first layer lose this share of the step's size of what they were, apart from the slope (I. Loshchilov and F. Hutter, 2019).
    ///
    /// A weight of the first layer is the sum of one of its own view and one of all views, and both take a step: what is seen in
    /// one view is learned for all, as far as it is the same there.
    pub(super) fn step(&mut self, slope: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let [slow, slower] = FADING.map(|fading| 1.0 - fading.powi(self.steps));
        let change = |[mean, square]: &mut [f32; 2], slope: f32| {
            *mean += (1.0 - FADING[0]) * (slope - *mean);
            *square += (1.0 - FADING[1]) * (slope * slope - *square);
            rate * (*mean / slow) / ((*square / slower).sqrt() + LEAST)
        };
        for ((weight, means), &slope) in self.weights.iter_mut().zip(&mut self.means).zip(slope) {
            *weight -= change(means, slope);
        }
        let parts = Parts::of(&self.shape);
        let (views, rows, n) =
            (usize::from(self.shape.inputs.views), self.shape.view_step(), usize::from(self.shape.neurons));
        for (number, means) in self.common.iter_mut().enumerate() {
            let (begin, step) =
                if number < rows { (number, rows) } else { (parts.biases + number - rows, n) };
            let places = || (begin..).step_by(step).take(views);
            let change = change(means, places().map(|place| slope[place]).sum());
            places().for_each(|place| self.weights[place] -= change);
        }
        self.weights[..parts.biases].iter_mut().for_each(|w| *w *= 1.0 - rate * decay);
        let [first, second] = most(&self.shape);
        self.weights[..parts.biases].iter_mut().for_each(|w| *w = w.clamp(-first, first));
        self.weights[parts.second..parts.last].iter_mut().for_each(|w| *w = w.clamp(-second, second));
    }

    /// The network for play, each weight rounded to the nearest. None if its sums might overflow.
    pub fn network(&self) -> Option<UpdatableNetwork> {
        let parts = Parts::of(&self.shape);
        let (one, steps) = (f32::from(UpdatableNetwork::ONE), f32::from(UpdatableNetwork::STEPS));
        let whole = |part: &[f32], scale: f32| part.iter().map(|w| (w * scale).round() as i16).collect();
        let weights = LayerWeights {
            first: whole(&self.weights[..parts.biases], one),
            biases: whole(&self.weights[parts.biases..parts.second], one),
            second: whole(&self.weights[parts.second..parts.last], steps),
            last: self.weights[parts.last..].iter().map(|w| (w * one * one * steps).round() as i32).collect(),
        };
        UpdatableNetwork::new(self.shape.clone(), weights)
    }
}

/// The most that a weight may be, either way. Of the first layer: with one on each cell, and a bias as large as seven eighths of
/// them leave, a neuron stays within 16 bits. Of the output: what times a full neuron does.
pub(super) fn most(shape: &LayerShape) -> [f32; 2] {
    let one = f32::from(UpdatableNetwork::ONE);
    let first = 0.875 * f32::from(i16::MAX) / (one * shape.inputs.cells() as f32);
    [first, f32::from(i16::MAX / UpdatableNetwork::ONE) / f32::from(UpdatableNetwork::STEPS)]
}
