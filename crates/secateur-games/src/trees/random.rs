//! Random numbers from hashes: the same everywhere, and nothing to keep.

/// Mixes 64 bits so that each depends on all (the finaliser of SplitMix64: G. Steele, D. Lea and C. Flood,
/// *Fast splittable pseudorandom number generators*, 2014). A bijection.
#[inline(always)]
pub(super) const fn mix(bits: u64) -> u64 {
    let x = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The random number called `which` of the thing called `id`.
#[inline(always)]
pub(super) const fn draw(id: u64, which: u64) -> u64 {
    mix(id.wrapping_add(which.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// A whole number from 0 to `limit - 1`.
#[inline(always)]
pub(super) const fn below(random: u64, limit: u32) -> i32 {
    (((random >> 32) * limit as u64) >> 32) as i32
}

/// A fraction, at least 0 and below 1.
#[inline(always)]
pub(super) const fn fraction(random: u64) -> f64 {
    (random >> 11) as f64 / (1u64 << 53) as f64
}

/// A number that stands for a text.
pub(super) fn of_text(text: &str) -> u64 {
    text.bytes().fold(0, |id, byte| draw(id, u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_reach_every_value() {
        let mut seen = [0; 5];
        for i in 0..5_000 {
            seen[below(draw(7, i), 5) as usize] += 1;
            assert!((0.0..1.0).contains(&fraction(draw(7, i))));
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!((below(u64::MAX, 1), below(u64::MAX, 31_000), below(0, 9)), (0, 30_999, 0));
    }
}
