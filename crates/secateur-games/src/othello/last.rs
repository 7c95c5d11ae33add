//! The worth of the last move.
//!
//! With one square empty, the mover's discs on a line determine the opponent's, too: a row of eight bits names all
//! that the move turns over on it, and a table gives their number. A product gathers the bits of a column
//! or diagonal (G. Isenberg's "kindergarten" of bit boards, 2006).

/// By the place of the empty square on a line and the mover's discs on it: the number of discs that the move turns over,
/// doubled, since each of them is lost to one side and won by the other.
static TURNED: [[u8; 256]; 8] = {
    let (mut turned, mut place) = ([[0; 256]; 8], 0);
    while place < 8 {
        let mut mine = 0;
        while mine < 256 {
            turned[place][mine] = 2 * (up(place, mine) + down(place, mine));
            mine += 1;
        }
        place += 1;
    }
    turned
};

/// The opponent's discs between the place and the mover's next disc above it.
const fn up(place: usize, mine: usize) -> u8 {
    let above = mine >> (place + 1);
    if above == 0 { 0 } else { above.trailing_zeros() as u8 }
}

const fn down(place: usize, mine: usize) -> u8 {
    let below = mine & ((1 << place) - 1);
    if below == 0 { 0 } else { (place as u32 - 1 - below.ilog2()) as u8 }
}

/// The diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let (mut diagonals, mut square) = ([[0; 2]; 64], 0);
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (rows, columns) = (other / 8 - square / 8, other % 8 - square % 8);
            diagonals[square as usize][0] |= ((rows == columns) as u64) << other;
            diagonals[square as usize][1] |= ((rows == -columns) as u64) << other;
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// The growth of the margin for the side with `mine` if it plays on the empty `square`, all others being
/// full; 0 if it may not.
#[inline(always)]
pub(super) fn gain(square: u8, mine: u64) -> i32 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let [falling, rising] = DIAGONALS[usize::from(square & 63)];
    let (row, column) = (usize::from(square >> 3 & 7), usize::from(square & 7));
    // By columns, but the column itself by rows.
    let on_row = mine >> (8 * row) & 0xff;
    let on_falling = (mine & falling).wrapping_mul(A_FILE) >> 56;
    let on_rising = (mine & rising).wrapping_mul(A_FILE) >> 56;
    let on_column = (mine >> column & A_FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let turned = &TURNED[column];
    let across = [on_row, on_falling, on_rising].map(|mine| i32::from(turned[mine as usize]));
    let sum = across.iter().sum::<i32>() + i32::from(TURNED[row][on_column as usize]);
    if sum == 0 { 0 } else { sum + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::flips;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn the_gain_is_what_the_move_turns_over(a in any::<u64>(), b in any::<u64>(), square in 0..64_u8) {
            for discs in [a, a & b, a | b] {
                let mine = discs & !(1 << square);
                let turned = flips(square, mine, !mine & !(1 << square)).count_ones() as i32;
                prop_assert_eq!(gain(square, mine), 2 * turned + turned.signum());
            }
        }
    }
}
