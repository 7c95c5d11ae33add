use std::ops::{BitOr, BitOrAssign};

/// A set of positions as a Bloom filter: it may seem to hold one that it does not, and never the other way round.
///
/// Where a repetition is no draw ([`Hints::RETURNED`](crate::Hints::RETURNED)), a proof holds as long as certain positions have not
/// been there before. These are its marks, and those of a path are what stood there. Each position has two: one for its return
/// with the other side to move, and one for its return with the same.
///
/// Source: B. Bloom, *Space/time trade-offs in hash coding with allowable errors*, 1970.
///
/// ```
/// use secateur::Marks;
///
/// let proof = Marks::turned(17) | Marks::turned(4);
/// assert!(proof.meets(Marks::turned(4)) && !proof.meets(Marks::same(4)));
/// assert!(proof.meets(Marks::ALL) && !Marks::NONE.meets(Marks::ALL));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks(pub(crate) [u64; Marks::WORDS]);

/// The words for either kind of return. Proofs of a thousand nodes rest on a hundred positions: with half as many words, twice as
/// much of Go 4x4 is searched again.
const HALF: usize = 8;

impl Marks {
    pub(crate) const WORDS: usize = 2 * HALF;

    /// The empty set.
    pub const NONE: Marks = Marks([0; Marks::WORDS]);
    /// All positions.
    pub const ALL: Marks = Marks([u64::MAX; Marks::WORDS]);

    /// A position of this identity, to come back with the other side to move.
    pub fn turned(identity: u64) -> Marks {
        Self::bit(identity, 0)
    }

    /// A position of this identity, to come back with the same side to move.
    pub fn same(identity: u64) -> Marks {
        Self::bit(identity, HALF)
    }

    fn bit(identity: u64, first: usize) -> Marks {
        let x = (identity ^ identity >> 31).wrapping_mul(0x7fb5_d329_728e_a185) >> 32;
        let mut marks = Self::NONE;
        marks.0[first + x as usize % HALF] |= 1 << (x >> 26);
        marks
    }

    /// Whether there may be a position in both.
    pub fn meets(self, other: Marks) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// The number of bits.
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

impl BitOr for Marks {
    type Output = Marks;

    fn bitor(mut self, other: Marks) -> Marks {
        self |= other;
        self
    }
}

impl BitOrAssign for Marks {
    fn bitor_assign(&mut self, other: Marks) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}
