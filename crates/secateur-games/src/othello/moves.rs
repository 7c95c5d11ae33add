//! The squares where a disc may be played: all empty squares at once, by parallel-prefix fills (Kogge and Stone 1973).
//!
//! A line of the opponent's discs that starts beside one of the mover's is filled in three steps: one square,
//! two, and twice two more. Four directions fit one wide register, and their opposites cost another.

/// The squares but those on the edges that a line to the east or west would run over.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The shifts of a step to the east, south, south-west and south-east.
const STEP: [u64; 4] = [1, 8, 7, 9];
/// The discs that can be stepped over in these directions, and in their opposites.
const OVER: [u64; 4] = [INNER, !0, INNER, INNER];

/// The empty squares where the side with the discs `mine` may play.
///
/// ```
/// use secateur_games::othello::legal;
///
/// // A disc on a1, the opponent's on b1 and b2: c1 and c3.
/// assert_eq!(legal(1, 1 << 1 | 1 << 9), 1 << 2 | 1 << 18);
/// ```
#[inline(always)]
pub fn legal(mine: u64, theirs: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the features that the function needs.
        #[allow(unsafe_code)] // measured: perft 8 takes 9.7 million instructions instead of 19.5
        return unsafe { wide::legal(mine, theirs) };
    }
    portable(mine, theirs)
}

/// [`legal`], one direction after the other.
#[inline(always)]
fn portable(mine: u64, theirs: u64) -> u64 {
    let reached = STEP.iter().zip(OVER).fold(0, |reached, (&step, inner)| {
        let over = theirs & inner;
        let (up_two, down_two) = (over & over << step, over & over >> step);
        let (mut up, mut down) = (over & mine << step, over & mine >> step);
        (up, down) = (up | over & up << step, down | over & down >> step);
        (up, down) = (up | up_two & up << (2 * step), down | down_two & down >> (2 * step));
        (up, down) = (up | up_two & up << (2 * step), down | down_two & down >> (2 * step));
        reached | up << step | down >> step
    });
    reached & !(mine | theirs)
}

/// [`legal`] in registers of four boards.
#[cfg(target_arch = "x86_64")]
pub(super) mod wide {
    use super::{OVER, STEP};
    use std::arch::x86_64::*;

    /// The shifts of two steps.
    const TWO: [u64; 4] = [2, 16, 14, 18];

    /// One board for each direction.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::othello) fn four([a, b, c, d]: [u64; 4]) -> __m256i {
        _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64)
    }

    /// The same board for each direction.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::othello) fn splat(board: u64) -> __m256i {
        _mm256_set1_epi64x(board as i64)
    }

    /// The union of the four boards.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::othello) fn union(boards: __m256i) -> u64 {
        let two = _mm_or_si128(_mm256_castsi256_si128(boards), _mm256_extracti128_si256::<1>(boards));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// `into | set & more`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add(into: __m256i, set: __m256i, more: __m256i) -> __m256i {
        _mm256_or_si256(into, _mm256_and_si256(set, more))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn legal(mine: u64, theirs: u64) -> u64 {
        let step = four(STEP);
        let two = four(TWO);
        let over = _mm256_and_si256(splat(theirs), four(OVER));
        let mine_wide = splat(mine);
        let up_two = _mm256_and_si256(over, _mm256_sllv_epi64(over, step));
        let down_two = _mm256_srlv_epi64(up_two, step);
        let mut up = _mm256_and_si256(over, _mm256_sllv_epi64(mine_wide, step));
        let mut down = _mm256_and_si256(over, _mm256_srlv_epi64(mine_wide, step));
        up = add(up, over, _mm256_sllv_epi64(up, step));
        down = add(down, over, _mm256_srlv_epi64(down, step));
        up = add(up, up_two, _mm256_sllv_epi64(up, two));
        down = add(down, down_two, _mm256_srlv_epi64(down, two));
        up = add(up, up_two, _mm256_sllv_epi64(up, two));
        down = add(down, down_two, _mm256_srlv_epi64(down, two));
        let reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
        union(reached) & !(mine | theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{flips, tests::boards};
    use proptest::prelude::*;

    /// The empty squares that turn something over, by definition.
    fn slowly(mine: u64, theirs: u64) -> u64 {
        let turns = |&square: &u8| flips::tests::slowly(square, mine, theirs) != 0;
        let empty = |&square: &u8| (mine | theirs) >> square & 1 == 0;
        (0..64).filter(empty).filter(turns).fold(0, |set, square| set | 1 << square)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_form_is_the_definition((mine, theirs) in boards()) {
            let right = slowly(mine, theirs);
            prop_assert_eq!(portable(mine, theirs), right);
            prop_assert_eq!(legal(mine, theirs), right);
        }
    }
}
