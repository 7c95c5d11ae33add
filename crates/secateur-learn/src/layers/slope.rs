//! What a network makes of a position, and how its error changes with each weight.

use super::learner::Parts;
use super::samples::Lesson;
use secateur_games::LayerShape;

/// The neurons of a position, and what is needed to find them.
pub(super) struct Slope {
    shape: LayerShape,
    parts: Parts,
    /// For each way to turn the board, where the rows begin.
    rows: Vec<Vec<u32>>,
    /// For each side each way to turn the board.
    neurons: Vec<f32>,
    /// How the error changes with each weight, summed up.
    pub(super) sums: Vec<f32>,
}

impl Slope {
    pub(super) fn new(shape: &LayerShape) -> Slope {
        let rows = shape.turned_rows();
        let count = usize::from(shape.inputs.sides) * rows.len() * usize::from(shape.neurons);
        Slope {
            parts: Parts::of(shape),
            rows,
            neurons: vec![0.0; count],
            sums: vec![0.0; shape.weights()],
            shape: shape.clone(),
        }
    }

    /// The expectation of the side to move, from 0 to 1.
    pub(super) fn expectation(&mut self, weights: &[f32], lesson: &Lesson<'_>) -> f32 {
        (1.0 + self.sum(weights, lesson).tanh()) / 2.0
    }

    /// The sum that the output comes to.
    pub(super) fn sum(&mut self, weights: &[f32], lesson: &Lesson<'_>) -> f32 {
        let (n, turns) = (usize::from(self.shape.neurons), self.rows.len());
        let sides = usize::from(self.shape.inputs.sides);
        let mut sum = weights[self.parts.last + lesson.stage];
        let all = self.neurons.chunks_exact_mut(n * turns).zip(&lesson.sides).enumerate();
        for (side, (turned, &(view, places))) in all {
            let biases = &weights[self.parts.biases + view * n..][..n];
            let first = &weights[view * self.shape.view_step()..];
            let output = &weights[self.parts.second + (lesson.stage * sides + side) * n..][..n];
            for (neurons, rows) in turned.chunks_exact_mut(n).zip(&self.rows) {
                neurons.copy_from_slice(biases);
                for &place in places {
                    let row = &first[rows[usize::from(place)] as usize..][..n];
                    neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += weight);
                }
                sum += dot(neurons, output);
            }
        }
        sum
    }

    /// What each weight of the output was multiplied by in the last sum.
    pub(super) fn active(&self) -> impl Iterator<Item = f32> {
        let n = usize::from(self.shape.neurons);
        let active = |neuron: &f32| neuron.clamp(0.0, 1.0).powi(2);
        self.neurons.chunks_exact(n * self.rows.len()).flat_map(move |turned| {
            (0..n).map(move |neuron| turned[neuron..].iter().step_by(n).map(active).sum())
        })
    }

    // ANCHOR: learn
    /// Adds how the square of the error in a position changes with each weight. Returns that square.
    pub(super) fn add(&mut self, weights: &[f32], lesson: &Lesson<'_>) -> f64 {
        let expectation = self.expectation(weights, lesson);
        let error = expectation - lesson.target;
        // With the sum of the output: the slope of the square, of tanh, of half of it.
        let slope = 4.0 * error * expectation * (1.0 - expectation);
        let (n, turns) = (usize::from(self.shape.neurons), self.rows.len());
        let sides = usize::from(self.shape.inputs.sides);
        self.sums[self.parts.last + lesson.stage] += slope;
        let all = self.neurons.chunks_exact_mut(n * turns).zip(&lesson.sides).enumerate();
        for (side, (turned, &(view, places))) in all {
            let at = self.parts.second + (lesson.stage * sides + side) * n;
            let (output, biases) = (&weights[at..][..n], self.parts.biases + view * n);
            for (neurons, rows) in turned.chunks_exact_mut(n).zip(&self.rows) {
                // The output first, since a neuron then becomes its own slope.
                for ((sum, neuron), weight) in self.sums[at..][..n].iter_mut().zip(&mut *neurons).zip(output)
                {
                    let active = neuron.clamp(0.0, 1.0);
                    *sum += slope * active * active;
                    let moves = if *neuron > 0.0 && *neuron < 1.0 { 2.0 * active } else { 0.0 };
                    *neuron = slope * weight * moves;
                }
                accumulate(&mut self.sums[biases..][..n], neurons);
                for &place in places {
                    let row = view * self.shape.view_step() + rows[usize::from(place)] as usize;
                    accumulate(&mut self.sums[row..][..n], neurons);
                }
            }
        }
        f64::from(error * error)
    }
    // ANCHOR_END: learn
}

#[inline(always)]
fn accumulate(sums: &mut [f32], parts: &[f32]) {
    sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
}

/// The sum of all `weight * clamp(neuron, 0, 1)²`, in eight sums side by side.
#[inline(always)]
fn dot(neurons: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (neurons, weights) in neurons.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for ((sum, neuron), weight) in sums.iter_mut().zip(neurons).zip(weights) {
            let active = neuron.clamp(0.0, 1.0);
            *sum += active * active * weight;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exercise on networks of two layers: neurons of 0.5 and 1.5, then of 1 and 2.
    #[test]
    fn neurons_are_cut_off_and_squared() {
        let output = |neurons: [f32; 2]| {
            let (mut all, mut weights) = ([0.0; 8], [0.0; 8]);
            all[..2].copy_from_slice(&neurons);
            weights[..2].copy_from_slice(&[2.0, -1.0]);
            dot(&all, &weights)
        };
        assert_eq!([output([0.5, 1.5]), output([1.0, 2.0]), output([-1.0, 0.0])], [-0.5, 1.0, 0.0]);
    }
}
