//! Discs that cannot be turned over any more.

/// The squares of the four edges.
const EDGES: u64 = 0xff81_8181_8181_81ff;
const SIDES: u64 = 0x8181_8181_8181_8181;
const ENDS: u64 = 0xff00_0000_0000_00ff;

/// Discs of `ours` that nobody can turn over any more: on each of the four lines through such a disc there is
/// no empty square left, or one of its neighbours is such a disc too, or the edge. There may be others.
///
/// Source: the definition is common knowledge among players; programs use such bounds since P. Rosenbloom,
/// *A world-championship-level Othello program*, 1982 (Iago).
#[inline]
pub(super) fn stable(ours: u64, others: u64) -> u64 {
    let full = full_lines(ours | others);
    let mut stable = 0;
    loop {
        let beside = |step: u32| stable << step | stable >> step;
        // A shift that runs over the edge lands on the other one, where no neighbour is needed.
        let grown = ours
            & (full[0] | SIDES | beside(1))
            & (full[1] | ENDS | beside(8))
            & (full[2] | EDGES | beside(7))
            & (full[3] | EDGES | beside(9));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The most that the side with the discs `mine` can win by, in discs, since the opponent keeps its stable ones: 64 unless that
/// could lie below `alpha`.
#[inline(always)]
pub(super) fn kept(mine: u64, theirs: u64, alpha: i32) -> i32 {
    // Only if the opponent holds all but a few discs.
    if 64 - 2 * theirs.count_ones() as i32 > alpha {
        return 64;
    }
    64 - 2 * stable(theirs, mine).count_ones() as i32
}

/// The squares on rows, columns, and the two kinds of diagonals that have no empty square.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let rows = discs & discs >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let rows = rows & rows >> 2;
    let rows = (rows & rows >> 1 & 0x0101_0101_0101_0101) * 0xff;
    let columns = discs & discs.rotate_right(8);
    let columns = columns & columns.rotate_right(16);
    let columns = columns & columns.rotate_right(32);
    // One square on, two more, four more: beyond the edge counts as full.
    let falling = along(discs, 7, [0xff01_0101_0101_0101, 0xffff_0303_0303_0303, 0xffff_ffff_0f0f_0f0f])
        & back(discs, 7, [0x8080_8080_8080_80ff, 0xc0c0_c0c0_c0c0_ffff, 0xf0f0_f0f0_ffff_ffff]);
    let rising = along(discs, 9, [0xff80_8080_8080_8080, 0xffff_c0c0_c0c0_c0c0, 0xffff_ffff_f0f0_f0f0])
        & back(discs, 9, [0x0101_0101_0101_01ff, 0x0303_0303_0303_ffff, 0x0f0f_0f0f_ffff_ffff]);
    [rows, columns, falling, rising]
}

/// The squares from which all squares towards higher bits hold discs.
#[inline(always)]
fn along(discs: u64, step: u32, beyond: [u64; 3]) -> u64 {
    let full = discs & (discs >> step | beyond[0]);
    let full = full & (full >> (2 * step) | beyond[1]);
    full & (full >> (4 * step) | beyond[2])
}

/// The squares from which all squares towards lower bits hold discs.
#[inline(always)]
fn back(discs: u64, step: u32, beyond: [u64; 3]) -> u64 {
    let full = discs & (discs << step | beyond[0]);
    let full = full & (full << (2 * step) | beyond[1]);
    full & (full << (4 * step) | beyond[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::tests::reachable;
    use proptest::prelude::*;
    use secateur::Game;

    /// Whether the line of squares through one, in one direction, holds no empty square.
    fn is_full(discs: u64, square: i32, (rows, columns): (i32, i32)) -> bool {
        let on_board = |row: i32, column: i32| (0..8).contains(&row) && (0..8).contains(&column);
        [(rows, columns), (-rows, -columns)].into_iter().all(|(rows, columns)| {
            let (mut row, mut column) = (square / 8, square % 8);
            while on_board(row, column) {
                if discs >> (8 * row + column) & 1 == 0 {
                    return false;
                }
                (row, column) = (row + rows, column + columns);
            }
            true
        })
    }

    proptest! {
        #[test]
        fn full_lines_are_those_without_empty_squares(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
            for discs in [a | b | c, a | b, !(a & b & c & c.rotate_left(9)), !0, !(1 << (a % 64))] {
                let full = full_lines(discs);
                for square in 0..64 {
                    for (lines, direction) in full.iter().zip([(0, 1), (1, 0), (1, -1), (1, 1)]) {
                        prop_assert_eq!(lines >> square & 1 == 1, is_full(discs, square, direction));
                    }
                }
            }
        }

        /// Whatever is played, stable discs keep their colour.
        #[test]
        fn stable_discs_stay(pos in reachable(), picks in prop::collection::vec(any::<u8>(), 60)) {
            let [x, o] = pos.colours();
            let kept = [stable(x, o), stable(o, x)];
            let mut pos = pos;
            for pick in picks {
                let moves: Vec<_> = pos.moves().collect();
                if moves.is_empty() {
                    break;
                }
                pos.play(moves[usize::from(pick) % moves.len()]);
                let now = pos.colours();
                prop_assert!(kept[0] & !now[0] == 0 && kept[1] & !now[1] == 0);
            }
        }
    }
}
