//! Passed pawns, and how far they will get.

use super::half::{Half, KING, PAWN, ROOK};
use super::pawns::rank_index;
use super::squares::*;
use super::tally::Tally;
use super::weights::*;

/// Counts the passed pawns of `side`. Both sides have their attacks filled in already.
#[inline(always)]
pub(super) fn terms<const A: bool, const B: bool>(
    side: &Half<A>,
    other: &Half<B>,
    passed: u64,
    moves_first: bool,
    tally: &mut impl Tally,
) {
    let their_attacks = other.attacked.swap_bytes();
    let occupied = side.occupied();
    let their_pieces = side.their_all & !side.their[PAWN] & !side.their[KING];
    for sq in each(passed) {
        let rank = rank_index(sq);
        let stop = sq + 8;
        let next = 1_u64 << (stop & 63);
        let path = above(sq);
        if side.their_all & next != 0 {
            tally.add(PASSED_BLOCKED + rank, 1);
        } else if (occupied | their_attacks) & next == 0 {
            tally.add(PASSED_SAFE + rank, 1);
            if (occupied | their_attacks) & path == 0 {
                tally.add(PASSED_PATH + rank, 1);
            }
        }
        if side.attacked & next != 0 {
            tally.add(PASSED_HELPED + rank, 1);
        }
        if rank >= 2 {
            let near = rank as i32 - 1;
            tally.add(PASSED_OWN_KING + apart(side.king, stop), near);
            tally.add(PASSED_THEIR_KING + apart(side.their_king, stop), near);
        }
        let behind = side.rook(sq, 0) & FILE_A << (sq & 7) & !path;
        if behind & side.men[ROOK] != 0 {
            tally.add(PASSED_ROOK, 1);
        }
        if behind & side.their[ROOK] != 0 {
            tally.add(PASSED_ROOK + 1, 1);
        }
        if their_pieces == 0 && occupied & path == 0 && runs(side, sq, moves_first) {
            tally.add(RUNNER, 1);
        }
    }
}

/// Whether the king is outside the pawn's square.
fn runs<const A: bool>(side: &Half<A>, sq: usize, moves_first: bool) -> bool {
    let last = sq & 7 | 56;
    // From the second rank the first step is a double one.
    let steps = (7 - (sq >> 3)).min(5);
    apart(side.their_king, last) > steps + usize::from(!moves_first)
}
