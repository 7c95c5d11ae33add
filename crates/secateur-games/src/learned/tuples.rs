//! Tuple networks: a sum of weights, one for the contents of each of many small sets of cells.
//!
//! W. Bledsoe and I. Browning (1959) read letters so; S. Lucas (2008) brought it to games. What stands on the cells of a tuple
//! is a number with one digit a cell, the place of a weight in the tuple's table. A tuple lies on the board once for each way
//! to turn it, always with the same table, so that positions that a turn makes into each other are worth the same.

use super::TupleShape;
use crate::Notation;
use std::ops::{AddAssign, Range};

/// The tuples of a network on the board: which weights count in a position. The weights are kept by whoever uses them.
#[derive(Clone, Debug)]
pub struct TupleLayout {
    shape: TupleShape,
    /// The number of weights in a set.
    set: usize,
    /// For each place, a tuple at one of its turns, where its table begins in a set.
    tables: Vec<u32>,
    /// For each cell, which of the following belong to it.
    starts: Vec<u32>,
    /// The places that a cell is part of, and what its digit counts there.
    digits: Vec<(u32, u32)>,
}

/// Where a network stands: what is on each cell, and the place of each weight that counts.
///
/// From one position to the next few cells change; only their digits are counted anew. So it does not matter in which order
/// positions come, nor who takes moves back.
#[derive(Clone, Debug)]
pub struct Sight {
    cells: Vec<u8>,
    next: Vec<u8>,
    /// For each place, its weight in a set.
    at: Vec<u32>,
    /// The cells that are taken.
    taken: usize,
    view: usize,
}

impl Sight {
    /// What is on each cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The view.
    pub fn view(&self) -> usize {
        self.view
    }
}

impl TupleLayout {
    /// The tuples of this shape.
    ///
    /// # Panics
    ///
    /// If the shape is not sound ([`TupleShape::is_sound`]).
    pub fn new(shape: TupleShape) -> TupleLayout {
        assert!(shape.is_sound(), "tuples of cells of the board");
        let (mut tables, mut of_cell) = (Vec::new(), vec![Vec::new(); shape.inputs.cells()]);
        let (mut table, turns) = (0, shape.inputs.turns());
        for tuple in &shape.tuples {
            for turn in &turns {
                let mut worth = 1;
                for &cell in tuple {
                    of_cell[usize::from(turn[usize::from(cell)])].push((tables.len() as u32, worth));
                    worth *= u32::from(shape.inputs.contents);
                }
                tables.push(table);
            }
            table += shape.contents_of(tuple) as u32;
        }
        let mut starts = vec![0];
        starts.extend(of_cell.iter().scan(0, |end, digits| {
            *end += digits.len() as u32;
            Some(*end)
        }));
        TupleLayout { set: table as usize, tables, starts, digits: of_cell.concat(), shape }
    }

    /// The shape.
    pub fn shape(&self) -> &TupleShape {
        &self.shape
    }

    /// The places of a tuple's weights in a set: those of the views one after the other, each by stages.
    pub fn table(&self, set: usize, tuple: usize) -> Range<usize> {
        let start = set * self.set + self.tables[tuple * self.places() / self.shape.tuples.len()] as usize;
        start..start + self.shape.contents_of(&self.shape.tuples[tuple])
    }

    /// The number of weights that count in a position.
    pub fn places(&self) -> usize {
        self.tables.len()
    }

    /// Stands before an empty board.
    pub fn sight(&self) -> Sight {
        let cells = vec![0; self.shape.inputs.cells()];
        Sight { next: cells.clone(), cells, at: self.tables.clone(), taken: 0, view: 0 }
    }

    /// Goes to a position.
    #[inline]
    pub fn look<G: Notation>(&self, sight: &mut Sight, pos: &G) {
        sight.view = pos.contents(&mut sight.next);
        self.follow(sight);
    }

    /// Goes to a position of which this was seen.
    pub fn look_at(&self, sight: &mut Sight, cells: &[u8], view: usize) {
        sight.next.copy_from_slice(cells);
        sight.view = view;
        self.follow(sight);
    }

    /// Goes to what was just seen.
    fn follow(&self, sight: &mut Sight) {
        let Sight { cells, next, at, taken, .. } = sight;
        let most = self.shape.inputs.contents - 1;
        for (cell, (old, &new)) in cells.iter_mut().zip(&*next).enumerate() {
            let new = new.min(most);
            if *old == new {
                continue;
            }
            let step = u32::from(new).wrapping_sub(u32::from(*old));
            let digits = self.starts[cell] as usize..self.starts[cell + 1] as usize;
            for &(place, worth) in &self.digits[digits] {
                let at = &mut at[place as usize];
                *at = at.wrapping_add(worth.wrapping_mul(step));
            }
            *taken = *taken + usize::from(*old == 0) - usize::from(new == 0);
            *old = new;
        }
    }

    /// The sum of the weights that count where it stands, for the side to move.
    #[inline]
    pub fn sum<W: Copy, S: From<W> + AddAssign + Copy + Default>(&self, weights: &[W], sight: &Sight) -> S {
        let weights = &weights[self.set_at(sight)..][..self.set];
        let mut sums = [S::default(); 4];
        let (mut chunks, mut all) = (sight.at.chunks_exact(4), S::default());
        for places in &mut chunks {
            for (sum, &at) in sums.iter_mut().zip(places) {
                *sum += weights[at as usize].into();
            }
        }
        let rest = chunks.remainder().iter().map(|&at| weights[at as usize].into());
        rest.chain(sums).for_each(|part| all += part);
        all
    }

    /// The places of the weights that count where it stands, each as often as it counts.
    pub fn counting<'a>(&self, sight: &'a Sight) -> impl Iterator<Item = usize> + use<'a> {
        let set = self.set_at(sight);
        sight.at.iter().map(move |&at| set + at as usize)
    }

    /// Where the set of weights begins that counts here.
    #[inline(always)]
    fn set_at(&self, sight: &Sight) -> usize {
        let (stages, cells) = (usize::from(self.shape.stages), sight.cells.len());
        let stage = sight.taken * stages / (cells + 1);
        let view = sight.view.min(usize::from(self.shape.inputs.views) - 1);
        (view * stages + stage) * self.set
    }
}

/// A tuple network for play. Its weights are whole numbers of small steps, so that sums do not depend on the order, and cannot
/// overflow: there are at most 2^15 of them, each below 2^15.
#[derive(Clone, Debug)]
pub struct TupleNetwork {
    layout: TupleLayout,
    weights: Vec<i16>,
}

impl TupleNetwork {
    /// The number of steps of a weight from 0 to 1.
    pub const STEPS: f32 = 4096.0;

    /// A network with these weights, in steps; none if they are not as many as the shape has.
    pub fn new(layout: TupleLayout, weights: Vec<i16>) -> Option<TupleNetwork> {
        (weights.len() == layout.shape.weights()).then_some(TupleNetwork { layout, weights })
    }

    /// A network with these weights, rounded to steps; those beyond ±8 are cut to that.
    ///
    /// # Panics
    ///
    /// If they are not as many as the shape has.
    pub fn rounded(layout: TupleLayout, weights: &[f32]) -> TupleNetwork {
        // Numbers beyond the range become its ends, and what is no number 0.
        let weights = weights.iter().map(|weight| (weight * Self::STEPS).round() as i16).collect();
        TupleNetwork::new(layout, weights).expect("as many weights as the shape has")
    }

    /// The tuples.
    pub fn layout(&self) -> &TupleLayout {
        &self.layout
    }

    /// The weights, in steps, set by set.
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The sum of the weights of a position, for the side to move.
    #[inline]
    pub fn sum<G: Notation>(&self, sight: &mut Sight, pos: &G) -> f32 {
        self.layout.look(sight, pos);
        self.sum_here(sight)
    }

    #[inline]
    fn sum_here(&self, sight: &Sight) -> f32 {
        self.layout.sum::<i16, i32>(&self.weights, sight) as f32 / Self::STEPS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inputs, Symmetry};
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn network(inputs: Inputs, stages: u8) -> (TupleNetwork, SplitMix64) {
        let shape = TupleShape::at_random(inputs, 12, 4, stages, 3);
        let mut random = SplitMix64::seed_from_u64(5);
        let weights = (0..shape.weights()).map(|_| random.next_u64() as i16).collect();
        (TupleNetwork::new(TupleLayout::new(shape), weights).unwrap(), random)
    }

    fn sum(network: &TupleNetwork, sight: &mut Sight, cells: &[u8], view: usize) -> f32 {
        network.layout.look_at(sight, cells, view);
        network.sum_here(sight)
    }

    #[test]
    fn what_was_seen_before_does_not_count() {
        let inputs = Inputs { symmetry: Symmetry::Square, views: 2, ..Inputs::of(5, 5) };
        let (network, mut random) = network(inputs, 3);
        let mut kept = network.layout.sight();
        for _ in 0..2_000 {
            let cells: Vec<u8> = (0..25).map(|_| (random.next_u64() % 3) as u8).collect();
            let view = (random.next_u64() % 2) as usize;
            let anew = sum(&network, &mut network.layout.sight(), &cells, view);
            assert_eq!(sum(&network, &mut kept, &cells, view), anew);
        }
    }

    #[test]
    fn turned_boards_are_worth_the_same() {
        let inputs = Inputs { symmetry: Symmetry::Square, ..Inputs::of(4, 4) };
        let (network, mut random) = network(inputs, 2);
        let mut differ = false;
        for _ in 0..200 {
            let cells: Vec<u8> = (0..16).map(|_| (random.next_u64() % 3) as u8).collect();
            let sum = |cells: &[u8]| sum(&network, &mut network.layout.sight(), cells, 0);
            for turn in inputs.turns() {
                let turned: Vec<u8> = turn.iter().map(|&cell| cells[usize::from(cell)]).collect();
                assert_eq!(sum(&turned), sum(&cells));
            }
            let mut other = cells.clone();
            other[0] = (other[0] + 1) % 3;
            differ |= sum(&other) != sum(&cells);
        }
        assert!(differ);
    }

    #[test]
    fn the_weights_that_count_are_those_that_are_summed_up() {
        let (mut network, _) = network(Inputs { views: 2, ..Inputs::of(3, 3) }, 2);
        let (mut sight, cells) = (network.layout.sight(), [0, 1, 2, 0, 1, 2, 0, 0, 0]);
        network.weights.fill(0);
        assert_eq!(sum(&network, &mut sight, &cells, 1), 0.0);
        for place in network.layout.counting(&sight) {
            network.weights[place] += 4096;
        }
        let places = network.layout.places() as f32;
        assert_eq!(sum(&network, &mut sight, &cells, 1), places);
        assert_eq!(sum(&network, &mut sight, &cells, 0), 0.0);
    }

    #[test]
    fn weights_are_rounded_and_cut() {
        let shape = TupleShape::at_random(Inputs { contents: 2, ..Inputs::of(1, 2) }, 1, 2, 1, 1);
        let network = TupleNetwork::rounded(TupleLayout::new(shape), &[0.5, -9.0, f32::NAN, 0.0001]);
        assert_eq!(network.weights(), [2048, i16::MIN, 0, 0]);
    }
}
