//! Moves in the statistics of searches, for games in which a move is no more than its code.

/// `from_to` and `piece_to` by the code of a move, which is remembered as the position is: turned, sorted. With a number
/// of bits, by the side to move, too, whose number goes before the code, which has that many bits.
macro_rules! by_code {
    ($move:ty) => {
        const FROM_TO_RANGE: usize = 1 << 10;

        #[inline]
        fn from_to(&self, m: $move) -> usize {
            usize::from(self.encode(m)) % Self::FROM_TO_RANGE
        }

        #[inline]
        fn piece_to(&self, m: $move) -> usize {
            usize::from(self.encode(m)) % Self::PIECE_TO_RANGE
        }
    };
    ($move:ty, $bits:literal) => {
        const FROM_TO_RANGE: usize = 2 << $bits;
        const PIECE_TO_RANGE: usize = 2 << $bits;

        #[inline]
        fn from_to(&self, m: $move) -> usize {
            usize::from(self.second) << $bits | usize::from(self.encode(m))
        }

        #[inline]
        fn piece_to(&self, m: $move) -> usize {
            self.from_to(m)
        }
    };
}

pub(crate) use by_code;
