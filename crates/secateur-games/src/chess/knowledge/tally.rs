//! Receivers of the terms of the evaluation: a sum for play, a list for tuning.

use super::pack::Pack;
use super::weights::{COUNT, Weights};

/// Takes in terms: each counts a weight a number of times for the side whose turn it is. Every term of the
/// evaluation goes through here, so the evaluation that plays is the one that is tuned.
pub(super) trait Tally {
    /// Counts a weight for the side that is being looked at.
    fn add(&mut self, index: usize, count: i32);

    /// Turns to the other side from here on.
    fn turn(&mut self);
}

/// Adds weights up.
pub(super) struct Sum<'a> {
    pub weights: &'a Weights,
    pub sum: Pack,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, index: usize, count: i32) {
        self.sum += self.weights.by_index(index) * count;
    }

    #[inline(always)]
    fn turn(&mut self) {
        self.sum = -self.sum;
    }
}

/// Keeps the counts, White's minus Black's.
pub(super) struct Counts {
    pub counts: [i16; COUNT],
    pub sign: i16,
}

impl Tally for Counts {
    fn add(&mut self, index: usize, count: i32) {
        self.counts[index] += self.sign * count as i16;
    }

    fn turn(&mut self) {
        self.sign = -self.sign;
    }
}
