//! Efficiently updatable networks (Y. Nasu, 2018): two layers, of which the first is kept up to date.
//!
//! What stands on a cell adds a row of weights to the neurons of the first layer. From one position to the next few cells
//! change; only their rows are taken off and added ([`Accumulators`]). At play all weights are whole numbers: a sum does not
//! depend on its order, and [`UpdatableNetwork::new`] proves that none overflows.

use super::accumulators::Changes;
use super::{Accumulators, LayerShape};
use crate::Notation;
use wide::{i16x16, i32x8};

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
    /// For each perspective, and in it each way to turn the board, where the row of each cell's contents begins.
    rows: Vec<Vec<u32>>,
    turns: usize,
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
        let (rows, turns) = (shape.rows_in_perspective(), shape.inputs.turns().len());
        let network = UpdatableNetwork { shape, rows, turns, weights };
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
        let (one, turns) = (i64::from(Self::ONE), self.turns as i64);
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
        let empty: Vec<Vec<i16>> = biases.map(|biases| biases.repeat(self.turns)).collect();
        Accumulators::new(&self.shape, &empty)
    }

    /// The value of a position for the side to move.
    #[inline]
    pub fn sum<G: Notation>(&self, accumulators: &mut Accumulators, pos: &G) -> f32 {
        accumulators.look(pos);
        self.sum_of(accumulators) as f32
            / (f32::from(Self::ONE) * f32::from(Self::ONE) * f32::from(Self::STEPS))
    }

    /// What the output says of the board that was looked at. Usual sizes are known when it is compiled.
    #[inline(always)]
    fn sum_of(&self, accumulators: &mut Accumulators) -> i32 {
        match (self.shape.neurons, self.turns, self.shape.inputs.sides) {
            (256, 1, 2) => self.sum_by::<256, 1, 2>(accumulators),
            (256, ..) => self.sum_by::<256, ANY, ANY>(accumulators),
            (128, ..) => self.sum_by::<128, ANY, ANY>(accumulators),
            (64, ..) => self.sum_by::<64, ANY, ANY>(accumulators),
            _ => self.sum_by::<ANY, ANY, ANY>(accumulators),
        }
    }

    #[inline(never)]
    fn sum_by<const NEURONS: usize, const TURNS: usize, const SIDES: usize>(
        &self,
        accumulators: &mut Accumulators,
    ) -> i32 {
        let n = known_or(NEURONS, usize::from(self.shape.neurons));
        let turns = known_or(TURNS, self.turns);
        let sides = known_or(SIDES, usize::from(self.shape.inputs.sides));
        let row = |perspective: usize, turn: usize| {
            let rows = &self.rows[perspective * turns + turn][..];
            move |place: u32| {
                let at = rows[place as usize] as usize;
                &self.weights.first[at..at + n]
            }
        };
        let add = |perspective, sums: &mut [i16], old: &[i16], changes: &Changes| {
            for turn in 0..turns {
                let at = turn * n;
                add(&mut sums[at..at + n], &old[at..at + n], changes, row(perspective, turn));
            }
        };
        let add_all = |perspective, sums: &mut [i16], changes: &Changes| {
            for turn in 0..turns {
                add_all(&mut sums[turn * n..][..n], changes, row(perspective, turn));
            }
        };
        let (sums, taken) = accumulators.follow(sides, add, add_all);
        let stage = self.shape.stage(taken);
        let mut sum = self.weights.last[stage];
        let weights = &self.weights.second[stage * sides * n..][..sides * n];
        for (sums, weights) in sums.iter().zip(weights.chunks_exact(n)) {
            for turn in 0..turns {
                let at = turn * n;
                sum += weigh(&sums[at..at + n], weights);
            }
        }
        sum
    }
}

/// A number that is not known when it is compiled.
const ANY: usize = 0;

/// A number as it is known when it is compiled, or else as it turns out.
#[inline(always)]
fn known_or(known: usize, found: usize) -> usize {
    if known == ANY { found } else { known }
}

/// Neurons of others and of the rows that have come and gone: mostly a man goes from here to there, and perhaps takes another,
/// which is one pass.
#[inline(always)]
fn add<'a>(sums: &mut [i16], old: &[i16], changes: &Changes, row: impl Fn(u32) -> &'a [i16]) {
    match (&changes.gone[..], &changes.come[..]) {
        (&[gone], &[come]) => {
            let [gone, come] = [gone, come].map(|place| lanes(row(place)));
            for (at, sum) in sums.as_chunks_mut().0.iter_mut().enumerate() {
                *sum = (lane(lanes(old), at) - lane(gone, at) + lane(come, at)).to_array();
            }
        }
        (&[gone, taken], &[come]) => {
            let [gone, taken, come] = [gone, taken, come].map(|place| lanes(row(place)));
            for (at, sum) in sums.as_chunks_mut().0.iter_mut().enumerate() {
                let left = lane(lanes(old), at) - lane(gone, at) - lane(taken, at);
                *sum = (left + lane(come, at)).to_array();
            }
        }
        _ => {
            sums.copy_from_slice(old);
            add_all(sums, changes, row);
        }
    }
}

/// Adds the rows that have come, and takes off those that have gone.
#[inline(never)]
fn add_all<'a>(sums: &mut [i16], changes: &Changes, row: impl Fn(u32) -> &'a [i16]) {
    for &gone in &changes.gone {
        sums.iter_mut().zip(row(gone)).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
    }
    for &come in &changes.come {
        sums.iter_mut().zip(row(come)).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
    }
}

/// Numbers that a processor works on at once. A row has a multiple of them.
const LANES: usize = 16;

#[inline(always)]
fn lanes(numbers: &[i16]) -> &[[i16; LANES]] {
    numbers.as_chunks().0
}

#[inline(always)]
fn lane(numbers: &[[i16; LANES]], at: usize) -> i16x16 {
    i16x16::new(numbers[at])
}

/// The sum of all `weight * clamp(neuron, 0, ONE)²`. A weight times `ONE` lies within 16 bits, so that processors multiply
/// and add pairs of 16 bits at once, which compilers do not find out by themselves.
#[inline(always)]
fn weigh(neurons: &[i16], weights: &[i16]) -> i32 {
    let (zero, one) = (i16x16::ZERO, i16x16::splat(UpdatableNetwork::ONE));
    let mut sums = i32x8::ZERO;
    for (&neurons, &weights) in lanes(neurons).iter().zip(lanes(weights)) {
        let neurons = i16x16::new(neurons).max(zero).min(one);
        sums += neurons.dot(neurons * i16x16::new(weights));
    }
    sums.reduce_add()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inputs, Symmetry};
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn shape() -> LayerShape {
        shape_of(16, 1, Symmetry::Square)
    }

    fn shape_of(neurons: u16, sides: u8, symmetry: Symmetry) -> LayerShape {
        let inputs = Inputs { symmetry, sides, views: 2, ..Inputs::of(3, 3) };
        LayerShape { inputs, neurons, stages: 2 }
    }

    fn weights(shape: &LayerShape) -> LayerWeights<i16, i32> {
        let mut random = SplitMix64::seed_from_u64(5);
        let mut some = |count: usize, most: u64| {
            (0..count).map(|_| (random.next_u64() % (2 * most + 1)) as i16 - most as i16).collect()
        };
        LayerWeights {
            first: some(shape.first(), 300),
            biases: some(shape.biases(), 100),
            second: some(shape.second(), 1440 / (u64::from(shape.neurons) * u64::from(shape.inputs.sides))),
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
        let sides = usize::from(inputs.sides);
        for (turn, side) in inputs.turns().iter().flat_map(|turn| (0..sides).map(move |side| (turn, side))) {
            for neuron in 0..n {
                let mut value = i64::from(weights.biases[view * n + neuron]);
                for (cell, &content) in cells.iter().enumerate().filter(|&(_, &content)| content > 0) {
                    let row =
                        (view * inputs.cells() + usize::from(turn[cell])) * 2 + usize::from(content) - 1;
                    value += i64::from(weights.first[row * n + neuron]);
                }
                sum += value.clamp(0, 255).pow(2)
                    * i64::from(weights.second[(stage * sides + side) * n + neuron]);
            }
        }
        sum as f32 / (255.0 * 255.0 * 64.0)
    }

    fn sum(network: &UpdatableNetwork, kept: &mut Accumulators, cells: &[u8], view: usize) -> f32 {
        kept.cells.copy_from_slice(cells);
        kept.gather(view);
        let sum = network.sum_of(kept);
        sum as f32 / (255.0 * 255.0 * 64.0)
    }

    #[test]
    fn sums_are_those_of_the_formula_whatever_was_seen_before() {
        // Sizes that are known when this is compiled, and others.
        for neurons in [16, 64, 80, 128, 256] {
            for (sides, symmetry) in [(1, Symmetry::Square), (1, Symmetry::Plain), (2, Symmetry::Plain)] {
                follows_the_formula(&shape_of(neurons, sides, symmetry));
            }
        }
    }

    fn follows_the_formula(shape: &LayerShape) {
        let network = UpdatableNetwork::new(shape.clone(), weights(shape)).unwrap();
        let (mut kept, mut random) = (network.accumulators(), SplitMix64::seed_from_u64(3));
        let mut differ = false;
        for _ in 0..400 {
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
