//! The danger of one side to the other king.

use super::half::{Half, KING, KNIGHT, PAWN, QUEEN};
use super::pieces::BEARS_ALONE;
use super::squares::*;
use super::tally::Tally;
use super::weights::*;
use cozy_chess::get_knight_moves;

/// Attack units of a safe check by a knight, bishop, rook, queen.
const CHECKS: [i32; 4] = [7, 5, 8, 7];
/// Attack units of a square beside the king that is attacked and not held.
const WEAK: i32 = 2;
/// Attack units that a missing queen takes away.
const NO_QUEEN: i32 = 10;
/// Attack units that a defending knight beside the king takes away.
const DEFENDER: i32 = 3;
/// Attack units of a file at the king without pawns of its own.
const OPEN: i32 = 1;

/// Counts the attack of `side` on the king of `other`. Both have their attacks filled in already.
#[inline(always)]
pub(super) fn terms<const A: bool, const B: bool>(side: &Half<A>, other: &Half<B>, tally: &mut impl Tally) {
    let their_attacks = other.attacked.swap_bytes();
    let held = other.twice.swap_bytes();
    let by_royals = (other.attacks[QUEEN] | other.attacks[KING]).swap_bytes();
    let ring = other.attacks[KING].swap_bytes();

    // Attacked, and defended by nothing, or once by the king or the queen.
    let weak = side.attacked & !held & (!their_attacks | by_royals);
    let safe = !side.all & (!their_attacks | weak & side.twice);

    let king = side.their_king;
    let knight = get_knight_moves(square(king)).0;
    let through = side.their[QUEEN];
    let (diagonal, straight) = (side.bishop(king, through), side.rook(king, through));
    let from = [knight, diagonal, straight, diagonal | straight];
    let mut units = side.units;
    for (i, from) in from.into_iter().enumerate() {
        let checks = i32::from(from & side.attacks[KNIGHT + i] & safe != 0);
        units += CHECKS[i] * checks;
        tally.add(SAFE_CHECK + i, checks);
    }
    if side.bears <= BEARS_ALONE && (side.bears == 0 || side.men[QUEEN] == 0) {
        return;
    }
    units += WEAK * count(weak & ring);
    let middle = (king & 7).clamp(1, 6);
    let files = BESIDE[middle] | FILE_A << middle;
    let sheltered = fill_down(side.their[PAWN]) & files & RANK_1;
    units += OPEN * (3 - count(sheltered));
    if side.men[QUEEN] == 0 {
        units -= NO_QUEEN;
    }
    if side.their[KNIGHT] & ring != 0 {
        units -= DEFENDER;
    }
    tally.add(KING_DANGER + units.clamp(0, UNITS as i32 - 1) as usize, 1);
}
