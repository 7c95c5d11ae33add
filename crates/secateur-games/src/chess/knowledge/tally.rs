//! Who listens to the terms of the evaluation: a sum for play, a list for tuning.

use super::cache::Pawns;
use super::pack::Pack;
use super::weights::{COUNT, Weights};

/// Takes in terms: how often which weight counts for the side whose turn it is. Every term of the
/// evaluation goes through here, so what is played is what is tuned.
pub(super) trait Tally {
    /// Counts a weight for the side that is being looked at.
    fn add(&mut self, index: usize, count: i32);

    /// The other side is looked at from here on.
    fn turn(&mut self);

    /// Takes in what depends on nothing but pawns and kings, which `key` stands for. Returns the passed
    /// pawns, as `look` found them.
    fn pawns(&mut self, key: u64, look: impl FnOnce(&mut Self) -> u64) -> u64;
}

/// Adds weights up.
pub(super) struct Sum<'a> {
    pub weights: &'a Weights,
    pub pawns: &'a mut Pawns,
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

    #[inline(always)]
    fn pawns(&mut self, key: u64, look: impl FnOnce(&mut Self) -> u64) -> u64 {
        let before = self.sum;
        let known = self.pawns.get(key);
        let (sum, passed) = known.unwrap_or_else(|| {
            self.sum = Pack::default();
            let passed = look(self);
            self.pawns.set(key, self.sum, passed);
            (self.sum, passed)
        });
        self.sum = before + sum;
        passed
    }
}

/// Keeps the counts, White's less Black's.
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

    fn pawns(&mut self, _: u64, look: impl FnOnce(&mut Self) -> u64) -> u64 {
        look(self)
    }
}
