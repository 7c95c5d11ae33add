//! Random numbers, always from a seed.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

/// A number below `n`, which is small.
pub(crate) fn below(random: &mut SplitMix64, n: usize) -> usize {
    (random.next_u64() % n as u64) as usize
}
