//! Which cells a network looks at.

use crate::Inputs;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The shape of a tuple network: the small sets of cells whose contents it weighs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TupleShape {
    /// What it sees of a position.
    pub inputs: Inputs,
    /// The cells of each tuple.
    pub tuples: Vec<Vec<u16>>,
    /// The stages of a game, by the cells that are taken, each with weights of its own.
    pub stages: u8,
}

/// The most weights of a tuple in a set.
const WIDEST: usize = 1 << 20;
/// The most weights of a network.
const MOST_WEIGHTS: usize = 1 << 28;

impl TupleShape {
    /// Tuples of `length` cells, or of the whole board if it has fewer, found by random walks from cell to neighbour, also
    /// aslant, as W. Konen and S. Lucas found them (2008, 2012). The same seed gives the same tuples.
    ///
    /// ```
    /// use secateur_games::{Inputs, TupleShape};
    ///
    /// let shape = TupleShape::at_random(Inputs::of(3, 3), 5, 4, 1, 1);
    /// assert!(shape.tuples.len() == 5 && shape.tuples.iter().all(|cells| cells.len() == 4));
    /// assert_eq!(shape.weights(), 5 * 81);
    /// ```
    pub fn at_random(inputs: Inputs, count: usize, length: usize, stages: u8, seed: u64) -> TupleShape {
        let mut random = SplitMix64::seed_from_u64(seed);
        let length = length.clamp(1, inputs.cells());
        let tuples = (0..count).map(|_| walk(&inputs, length, &mut random)).collect();
        TupleShape { inputs, tuples, stages }
    }

    /// The longest tuple whose contents are no more than 65,536, of ten cells at most.
    ///
    /// ```
    /// use secateur_games::{Inputs, TupleShape};
    ///
    /// assert_eq!(TupleShape::longest(&Inputs { contents: 4, ..Inputs::of(6, 7) }), 8);
    /// ```
    pub fn longest(inputs: &Inputs) -> usize {
        let kinds = usize::from(inputs.contents);
        let longest = (1..=10).take_while(|&n| kinds.pow(n) <= 1 << 16).last().unwrap_or(1);
        (longest as usize).min(inputs.cells())
    }

    /// The number of weights, of all sets.
    pub fn weights(&self) -> usize {
        self.in_a_set() * self.sets()
    }

    /// The number of sets: of each view at each stage one.
    pub(super) fn sets(&self) -> usize {
        usize::from(self.inputs.views) * usize::from(self.stages)
    }

    pub(super) fn in_a_set(&self) -> usize {
        self.tuples.iter().map(|tuple| self.contents_of(tuple)).sum()
    }

    /// The number of things that can stand on the cells of a tuple.
    pub(super) fn contents_of(&self, tuple: &[u16]) -> usize {
        usize::from(self.inputs.contents).saturating_pow(tuple.len() as u32)
    }

    /// Whether it is one: cells of the board, none twice in a tuple, and not too many weights.
    pub fn is_sound(&self) -> bool {
        let Inputs { contents, views, .. } = self.inputs;
        let cells = self.inputs.cells();
        let fits = |tuple: &Vec<u16>| {
            let mut sorted = tuple.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let is_set = sorted.len() == tuple.len() && !tuple.is_empty();
            is_set && tuple.iter().all(|&cell| usize::from(cell) < cells)
        };
        (2..=32).contains(&contents)
            && views > 0
            && self.stages > 0
            && cells > 0
            && self.tuples.iter().all(|tuple| fits(tuple) && self.contents_of(tuple) <= WIDEST)
            && self.tuples.len() <= 4096
            && self.weights() <= MOST_WEIGHTS
    }
}

/// Cells that a walk from neighbour to neighbour comes to.
fn walk(inputs: &Inputs, length: usize, random: &mut SplitMix64) -> Vec<u16> {
    let (rows, columns) = (i32::from(inputs.rows), i32::from(inputs.columns));
    let mut below = |n: i32| (random.next_u64() % n as u64) as i32;
    let (mut row, mut column) = (below(rows), below(columns));
    let mut cells = Vec::new();
    loop {
        let cell = (row * columns + column) as u16;
        if !cells.contains(&cell) {
            cells.push(cell);
        }
        if cells.len() >= length {
            cells.sort_unstable();
            return cells;
        }
        row = (row + below(3) - 1).clamp(0, rows - 1);
        column = (column + below(3) - 1).clamp(0, columns - 1);
    }
}
