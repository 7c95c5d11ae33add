//! Efficiently updatable networks (Y. Nasu, 2018): two layers, of which the first is kept up to date.
//!
//! What stands on a cell adds a row of weights to the neurons of the first layer. From one position to the next few cells
//! change; only their rows are taken off and added ([`Accumulators`]). At play all weights are whole numbers: a sum does not
//! depend on its order, and [`UpdatableNetwork::new`] proves that none overflows.

use super::{Accumulators, LayerShape};
use crate::Notation;

/// An efficiently updatable network for play.
///
/// The value of a position is
///
/// ```text
/// sum = (last + Σ output * clamp(neuron, 0, ONE)²) / (ONE² * STEPS)
/// ```
///
/// over the neurons of all sides and all ways to turn the board, where a neuron is its bias and the rows of whatever stands on
/// the cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpdatableNetwork {
    shape: LayerShape,
    /// For each way to turn the board, where the row of each cell's contents begins.
    rows: Vec<Vec<u32>>,
    weights: LayerWeights<i16, i32>,
}

/// The weights of a network of this shape: in floats while it learns, in whole numbers at play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LayerWeights<W, S> {
    /// Of the first layer, row by row, view by view.
    pub first: Vec<W>,
    /// The biases of the first layer, view by view.
    pub biases: Vec<W>,
    /// Of the output: stage by stage, of the neurons of the side to move and then of the opponent's.
    pub second: Vec<W>,
    /// The bias of the output, stage by stage.
    pub last: Vec<S>,
}

impl UpdatableNetwork {
    /// The value of a neuron, of the first layer, that stands for 1, and its most.
    pub const ONE: i16 = 255;
    /// The number of steps of a weight of the output from 0 to 1.
    pub const STEPS: i16 = 64;

    /// A network with these weights. None if they are not as many as the shape has, or so large that a sum might overflow:
    ///
    /// - a neuron, with the largest row of each cell, lies within 16 bits;
    /// - a weight of the output times [`UpdatableNetwork::ONE`] lies within 16 bits;
    /// - the sum of the sizes of all weights of a stage, times `ONE` squared, lies within 32 bits.
    pub fn new(shape: LayerShape, weights: LayerWeights<i16, i32>) -> Option<UpdatableNetwork> {
        let LayerWeights { first, biases, second, last } = &weights;
        let fits = shape.is_sound()
            && first.len() == shape.first()
            && biases.len() == shape.biases()
            && second.len() == shape.second()
            && last.len() == usize::from(shape.stages);
        if !fits {
            return None;
        }
        let rows = shape.turned_rows();
        let network = UpdatableNetwork { shape, rows, weights };
        (network.neurons_fit() && network.output_fits()).then_some(network)
    }

    /// Whether no neuron can leave its 16 bits, whatever stands on the cells: also not half-way, when some rows were taken
    /// off and none added yet, since it wraps around and comes back.
    fn neurons_fit(&self) -> bool {
        let n = usize::from(self.shape.neurons);
        let of_a_cell = (usize::from(self.shape.inputs.contents) - 1) * n;
        let views = self.weights.first.chunks(self.shape.view_step()).zip(self.weights.biases.chunks(n));
        views.into_iter().all(|(view, biases)| {
            let mut most: Vec<i64> = biases.iter().map(|bias| i64::from(bias.unsigned_abs())).collect();
            for cell in view.chunks(of_a_cell) {
                let mut largest = vec![0; n];
                for row in cell.chunks(n) {
                    largest.iter_mut().zip(row).for_each(|(most, w)| *most = w.unsigned_abs().max(*most));
                }
                most.iter_mut().zip(largest).for_each(|(most, more)| *most += i64::from(more));
            }
            most.iter().all(|&most| most <= i64::from(i16::MAX))
        })
    }

    fn output_fits(&self) -> bool {
        let (one, turns) = (i64::from(Self::ONE), self.rows.len() as i64);
        let stage = self.weights.second.len() / usize::from(self.shape.stages);
        self.weights.second.chunks(stage).zip(&self.weights.last).all(|(weights, &last)| {
            let sizes: i64 = weights.iter().map(|w| i64::from(w.unsigned_abs())).sum();
            weights.iter().all(|w| i64::from(w.unsigned_abs()) * one <= i64::from(i16::MAX))
                && sizes * turns * one * one + i64::from(last.unsigned_abs()) <= i64::from(i32::MAX)
        })
    }

    /// The shape.
    pub fn shape(&self) -> &LayerShape {
        &self.shape
    }

    /// The weights.
    pub fn weights(&self) -> &LayerWeights<i16, i32> {
        &self.weights
    }

    /// Stands before an empty board.
    pub fn accumulators(&self) -> Accumulators {
        let biases = self.weights.biases.chunks(usize::from(self.shape.neurons));
        let empty: Vec<Vec<i16>> = biases.map(|biases| biases.repeat(self.rows.len())).collect();
        Accumulators::new(&self.shape, &empty)
    }

    /// The value of a position for the side to move.
    #[inline]
    pub fn sum<G: Notation>(&self, accumulators: &mut Accumulators, pos: &G) -> f32 {
        let cells = self.shape.inputs.cells();
        let view = pos.contents(&mut accumulators.next[..cells]);
        let place = self.follow(accumulators, 0, view);
        let stage = self.shape.stage(accumulators.taken(place));
        let mut sum = self.weights.last[stage] + self.output(accumulators.sums(place), 0, stage);
        if self.shape.inputs.sides > 1 {
            let view = pos.facing(&mut accumulators.next[..cells]);
            let place = self.follow(accumulators, 1, view);
            sum += self.output(accumulators.sums(place), 1, stage);
        }
        sum as f32 / (f32::from(Self::ONE) * f32::from(Self::ONE) * f32::from(Self::STEPS))
    }

    /// Goes to the board that was just seen by this side. Returns where its neurons are.
    #[inline]
    fn follow(&self, accumulators: &mut Accumulators, side: usize, view: usize) -> usize {
        let [from, to] = accumulators.turn_to(side, view, u32::from(self.shape.inputs.contents) - 1);
        let (old, sums, changes) = accumulators.changing([from, to]);
        let first = &self.weights.first[view * self.shape.view_step()..];
        let n = usize::from(self.shape.neurons);
        for (turn, (neurons, rows)) in sums.chunks_exact_mut(n).zip(&self.rows).enumerate() {
            let row = |&place: &u32| &first[rows[place as usize] as usize..][..n];
            let (mut gone, mut come) = (changes.gone.iter().map(row), changes.come.iter().map(row));
            // Mostly a man goes from here to there, which takes one pass.
            match (old, gone.len().min(come.len())) {
                (None, _) => (),
                (Some(old), 0) => neurons.copy_from_slice(&old[turn * n..][..n]),
                (Some(old), _) => gone.by_ref().zip(come.by_ref()).take(1).for_each(|(gone, come)| {
                    let rows = old[turn * n..][..n].iter().zip(gone).zip(come);
                    neurons.iter_mut().zip(rows).for_each(|(sum, ((old, gone), come))| {
                        *sum = old.wrapping_sub(*gone).wrapping_add(*come);
                    });
                }),
            }
            for row in gone {
                neurons.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
            }
            for row in come {
                neurons.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
        }
        to
    }

    /// What the neurons of a side count at this stage.
    #[inline]
    fn output(&self, neurons: &[i16], side: usize, stage: usize) -> i32 {
        let (n, sides) = (usize::from(self.shape.neurons), usize::from(self.shape.inputs.sides));
        let weights = &self.weights.second[(stage * sides + side) * n..][..n];
        neurons.chunks_exact(n).map(|neurons| weigh(neurons, weights)).sum()
    }
}

/// The sum of all `weight * clamp(neuron, 0, ONE)²`. A weight times `ONE` lies within 16 bits, so that processors multiply
/// and add pairs of 16 bits at once.
#[inline(always)]
fn weigh(neurons: &[i16], weights: &[i16]) -> i32 {
    let term = |(&neuron, &weight): (&i16, &i16)| {
        let neuron = neuron.clamp(0, UpdatableNetwork::ONE);
        i32::from(neuron) * i32::from(neuron.wrapping_mul(weight))
    };
    neurons.iter().zip(weights).map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inputs, Symmetry};
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn shape() -> LayerShape {
        let inputs = Inputs { symmetry: Symmetry::Square, views: 2, ..Inputs::of(3, 3) };
        LayerShape { inputs, neurons: 16, stages: 2 }
    }

    fn weights(shape: &LayerShape) -> LayerWeights<i16, i32> {
        let mut random = SplitMix64::seed_from_u64(5);
        let mut some = |count: usize, most: u64| {
            (0..count).map(|_| (random.next_u64() % (2 * most + 1)) as i16 - most as i16).collect()
        };
        LayerWeights {
            first: some(shape.first(), 300),
            biases: some(shape.biases(), 100),
            second: some(shape.second(), 90),
            last: vec![1000, -2000],
        }
    }

    /// The formula, word by word, in numbers that cannot overflow.
    fn by_formula(network: &UpdatableNetwork, cells: &[u8], view: usize) -> f32 {
        let LayerShape { inputs, neurons, .. } = *network.shape();
        let (n, weights) = (usize::from(neurons), network.weights());
        let taken = cells.iter().filter(|&&content| content > 0).count();
        let stage = network.shape().stage(taken);
        let mut sum = i64::from(weights.last[stage]);
        for turn in inputs.turns() {
            for neuron in 0..n {
                let mut value = i64::from(weights.biases[view * n + neuron]);
                for (cell, &content) in cells.iter().enumerate().filter(|&(_, &content)| content > 0) {
                    let row =
                        (view * inputs.cells() + usize::from(turn[cell])) * 2 + usize::from(content) - 1;
                    value += i64::from(weights.first[row * n + neuron]);
                }
                sum += value.clamp(0, 255).pow(2) * i64::from(weights.second[stage * n + neuron]);
            }
        }
        sum as f32 / (255.0 * 255.0 * 64.0)
    }

    fn sum(network: &UpdatableNetwork, kept: &mut Accumulators, cells: &[u8], view: usize) -> f32 {
        kept.next[..cells.len()].copy_from_slice(cells);
        let place = network.follow(kept, 0, view);
        let stage = network.shape.stage(kept.taken(place));
        let sum = network.weights.last[stage] + network.output(kept.sums(place), 0, stage);
        sum as f32 / (255.0 * 255.0 * 64.0)
    }

    #[test]
    fn sums_are_those_of_the_formula_whatever_was_seen_before() {
        let network = UpdatableNetwork::new(shape(), weights(&shape())).unwrap();
        let (mut kept, mut random) = (network.accumulators(), SplitMix64::seed_from_u64(3));
        let mut differ = false;
        for _ in 0..2_000 {
            let cells: Vec<u8> = (0..9).map(|_| (random.next_u64() % 3) as u8).collect();
            let view = (random.next_u64() % 2) as usize;
            let value = sum(&network, &mut kept, &cells, view);
            assert_eq!(value, by_formula(&network, &cells, view));
            // However the board is turned.
            for turn in network.shape.inputs.turns() {
                let turned: Vec<u8> = turn.iter().map(|&cell| cells[usize::from(cell)]).collect();
                assert_eq!(sum(&network, &mut kept, &turned, view), value);
            }
            differ |= value != sum(&network, &mut kept, &cells, 1 - view);
        }
        assert!(differ);
    }

    #[test]
    fn what_might_overflow_is_no_network() {
        let shape = shape();
        let with = |change: fn(&mut LayerWeights<i16, i32>)| {
            let mut weights = weights(&shape);
            change(&mut weights);
            UpdatableNetwork::new(shape.clone(), weights)
        };
        assert!(with(|_| ()).is_some());
        // Nine cells, each with a row as large as this, leave 100 for a bias and nothing more.
        assert!(with(|w| (w.first.fill(3629), w.biases.fill(106)).0).is_some());
        assert!(with(|w| (w.first.fill(-3629), w.biases.fill(107)).0).is_none());
        assert!(with(|w| w.second[3] = 128).is_some());
        assert!(with(|w| w.second[3] = -129).is_none());
        assert!(with(|w| w.last[1] = i32::MAX).is_none());
        assert!(with(|w| w.last.truncate(1)).is_none());
    }

    #[test]
    fn too_many_weights_of_the_output_are_no_network() {
        let inputs = Inputs { symmetry: Symmetry::Square, ..Inputs::of(3, 3) };
        let shape = LayerShape { inputs, neurons: 1024, stages: 1 };
        let weights = |second| LayerWeights {
            first: vec![0; shape.first()],
            biases: vec![0; shape.biases()],
            second: vec![second; shape.second()],
            last: vec![0],
        };
        // 8,192 neurons at 255 squared: four each is below 2^31, five beyond.
        assert!(UpdatableNetwork::new(shape.clone(), weights(4)).is_some());
        assert!(UpdatableNetwork::new(shape.clone(), weights(-5)).is_none());
    }
}
