//! The product of two words in two words.

/// The low and the high word of the product.
#[inline(always)]
pub fn product(a: u64, b: u64) -> (u64, u64) {
    // WebAssembly has no such multiplication, and calls a function for one of twice the width.
    #[cfg(target_arch = "wasm32")]
    return by_halves(a, b);
    #[cfg(not(target_arch = "wasm32"))]
    {
        let product = u128::from(a) * u128::from(b);
        (product as u64, (product >> 64) as u64)
    }
}

#[cfg(any(test, target_arch = "wasm32"))]
#[inline(always)]
fn by_halves(a: u64, b: u64) -> (u64, u64) {
    let halves = |word: u64| (word >> 32, word & 0xffff_ffff);
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (carry, _) = halves(a0 * b0);
    let (high, low) = halves(a1 * b0 + carry);
    let (carry, _) = halves(a0 * b1 + low);
    (a.wrapping_mul(b), a1 * b1 + high + carry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(a: u64, b: u64) {
        let right = u128::from(a) * u128::from(b);
        for (low, high) in [product(a, b), by_halves(a, b)] {
            assert_eq!(u128::from(high) << 64 | u128::from(low), right, "{a} {b}");
        }
    }

    #[test]
    fn the_largest_words_have_a_product() {
        for a in [0, 1, u64::MAX >> 32, 1 << 32, u64::MAX << 32, u64::MAX] {
            [0, 1, u64::MAX >> 32, 1 << 32, u64::MAX << 32, u64::MAX].into_iter().for_each(|b| check(a, b));
        }
    }

    proptest! {
        #[test]
        fn both_words_are_those_of_the_whole_product(a: u64, b: u64) {
            check(a, b);
        }
    }
}
