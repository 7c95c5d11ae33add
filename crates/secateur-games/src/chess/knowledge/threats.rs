//! The threats of one side to take, and the room it has.

use super::half::{BISHOP, Half, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::squares::*;
use super::tally::Tally;
use super::weights::*;
use cozy_chess::get_knight_moves;

/// Counts the threats of `side`. Both sides have their attacks filled in already.
#[inline(always)]
pub(super) fn terms<const A: bool, const B: bool>(side: &Half<A>, other: &Half<B>, tally: &mut impl Tally) {
    let their_attacks = other.attacked.swap_bytes();
    let their_pawn_attacks = other.attacks[PAWN].swap_bytes();
    let pieces = side.their_all & !side.their[PAWN] & !side.their[KING];
    // Held by a pawn, or by more men than attack it.
    let firm = their_pawn_attacks | other.twice.swap_bytes() & !side.twice;
    let weak = side.their_all & !firm & side.attacked;

    let by_minor = (side.attacks[KNIGHT] | side.attacks[BISHOP]) & (weak | pieces);
    if by_minor != 0 {
        for kind in PAWN..KING {
            tally.add(MINOR_THREAT + kind, count(by_minor & side.their[kind]));
        }
    }
    let by_rook = side.attacks[ROOK] & (weak | side.their[QUEEN]);
    if by_rook != 0 {
        for kind in PAWN..KING {
            tally.add(ROOK_THREAT + kind, count(by_rook & side.their[kind]));
        }
    }
    tally.add(KING_THREAT, i32::from(weak & side.attacks[KING] != 0));
    tally.add(HANGING, count(weak & (!their_attacks | pieces & side.twice)));
    tally.add(RESTRICTED, count(their_attacks & !firm & side.attacked));

    let safe_pawns = side.men[PAWN] & (!their_attacks | side.attacked);
    let hit = pawn_attacks(safe_pawns) & pieces;
    if hit != 0 {
        for kind in KNIGHT..KING {
            tally.add(PAWN_THREAT + kind - 1, count(hit & side.their[kind]));
        }
    }
    let empty = !side.occupied();
    let step = side.men[PAWN] << 8 & empty;
    let steps = step | (step & RANK_1 << 16) << 8 & empty;
    let safe_steps = steps & !their_pawn_attacks & (side.attacked | !their_attacks);
    tally.add(PUSH_THREAT, count(pawn_attacks(safe_steps) & pieces & !hit));

    if count(side.their[QUEEN]) == 1 {
        let queen = side.their[QUEEN].trailing_zeros() as usize;
        let safe = !side.all & !firm & !their_pawn_attacks;
        let knight = get_knight_moves(square(queen)).0 & side.attacks[KNIGHT];
        let [diagonal, straight] = other.queen_lines.map(u64::swap_bytes);
        let sliders = diagonal & side.attacks[BISHOP] | straight & side.attacks[ROOK];
        tally.add(QUEEN_STALKED, count(knight & safe));
        tally.add(QUEEN_STALKED + 1, count(sliders & safe & side.twice));
    }
    space(side, their_attacks, their_pawn_attacks, tally);
}

/// Room behind the pawns matters the more, the more pieces want it.
#[inline(always)]
fn space<const A: bool>(side: &Half<A>, their_attacks: u64, their_pawn_attacks: u64, tally: &mut impl Tally) {
    const AREA: u64 = 0x3c3c_3c00;
    let pieces = count(side.all & !side.men[PAWN]);
    if pieces > 3 {
        let safe = AREA & !side.men[PAWN] & !their_pawn_attacks;
        let pawns = side.men[PAWN];
        let behind = (pawns >> 8 | pawns >> 16 | pawns >> 24) & safe & !their_attacks;
        tally.add(SPACE, (count(safe) + count(behind)) * (pieces - 3));
    }
}
