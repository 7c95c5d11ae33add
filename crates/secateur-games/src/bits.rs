//! Sets of cells as bits of one integer, for boards of up to 64 cells or 128.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// The bits of a board: `u64`, or `u128` for large ones.
///
/// ```
/// use secateur_games::bits::Bits;
///
/// // Ten columns of six, each with its spare cell.
/// let needed = 10 * (6 + 1);
/// assert!(u64::SIZE < needed && needed <= u128::SIZE);
/// assert_eq!((u128::ONE << 70 | u128::ONE).count(), 2);
/// ```
pub trait Bits:
    Copy
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit set.
    const NONE: Self;
    /// The lowest bit.
    const ONE: Self;
    /// The number of bits.
    const SIZE: u32;
    /// For every width of a board, up to as many cells as there are bits: the leftmost cell of each row, in reading order.
    const LEFT: &'static [Self];
    /// The lowest of these bits, as many as there are.
    fn of(bits: u128) -> Self;
    /// The number of bits set.
    fn count(self) -> u32;
    /// These bits if the condition holds, or else none: without a branch.
    fn when(self, condition: bool) -> Self;
    /// The place of the lowest bit set.
    fn lowest(self) -> u32;
    /// Folded to 64 bits; unchanged if it has no more.
    fn fold(self) -> u64;
    /// The lowest bit set, alone; none of none.
    fn first(self) -> Self;
    /// These bits moved up; none if that is as far as they reach.
    fn raised(self, by: u32) -> Self;
    /// These bits moved down; none if that is as far as they reach.
    fn lowered(self, by: u32) -> Self;
    /// The lowest bit becomes the highest, and so on.
    fn backwards(self) -> Self;
    /// The bits, 64 at a time.
    fn words(self) -> impl Iterator<Item = u64>;
}

/// Implements it for an integer, which is folded to 64 bits and cut into words in its own way.
macro_rules! bits {
    ($bits:ty, $fold:expr, $words:expr) => {
        impl Bits for $bits {
            const NONE: Self = 0;
            const ONE: Self = 1;
            const SIZE: u32 = <$bits>::BITS;
            const LEFT: &'static [Self] = &{
                let mut left = [0; <$bits>::BITS as usize + 1];
                let mut width = 1;
                while width <= <$bits>::BITS {
                    let mut cell = 0;
                    while cell < <$bits>::BITS {
                        left[width as usize] |= 1 << cell;
                        cell += width;
                    }
                    width += 1;
                }
                left
            };
            #[inline(always)]
            fn of(bits: u128) -> Self {
                bits as Self
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn when(self, condition: bool) -> Self {
                self & Self::from(condition).wrapping_neg()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn fold(self) -> u64 {
                $fold(self)
            }
            #[inline(always)]
            fn first(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn raised(self, by: u32) -> Self {
                self.checked_shl(by).unwrap_or(0)
            }
            #[inline(always)]
            fn lowered(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
            #[inline(always)]
            fn backwards(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn words(self) -> impl Iterator<Item = u64> {
                $words(self).into_iter()
            }
        }
    };
}

bits!(u64, |bits: u64| bits, |bits: u64| [bits]);
bits!(
    u128,
    |bits: u128| bits as u64 ^ ((bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29),
    |bits: u128| [bits as u64, (bits >> 64) as u64]
);
