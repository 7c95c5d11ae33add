//! What single pieces are worth where they stand, and what they attack.

use super::half::{BISHOP, Half, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::squares::*;
use super::tally::Tally;
use super::weights::*;
use cozy_chess::get_rook_rays;
use cozy_chess::{
    BitBoard, get_between_rays, get_bishop_rays, get_king_moves, get_knight_moves, get_line_rays,
};

const PLACE: [usize; 5] = [PAWN_PLACE, KNIGHT_PLACE, BISHOP_PLACE, ROOK_PLACE, QUEEN_PLACE];
const MOBILITY: [usize; 5] = [0, KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

/// Attack units of a piece that bears upon the enemy king.
const BEARS: [i32; 5] = [0, 4, 3, 4, 4];

const CENTRE_FILES: u64 = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
const CENTRE: u64 = 0x0000_0018_1800_0000;
const LONG: u64 = 0x8142_2418_1824_4281;
const OUTPOST_RANKS: u64 = 0x0000_ffff_ff00_0000;

/// What all pieces of one side have to look at.
struct Scene {
    /// Where a piece can go without being taken by a pawn, and where it is not in its own way.
    safe: u64,
    /// The squares beside the enemy king, and those one step nearer.
    zone: u64,
    ring: u64,
    pinned: u64,
    /// No enemy pawn can ever attack these.
    outposts: u64,
    supported: u64,
    pawns: u64,
    blocked_centre: i32,
    mirror: usize,
}

/// Counts the pieces of one side, and fills in what it attacks.
pub(super) fn terms(side: &mut Half, tally: &mut impl Tally) {
    let scene = look(side);
    let king = get_king_moves(square(side.king)).0;
    let (west, east) = captures(side.men[PAWN]);
    side.attack(PAWN, west);
    side.attack(PAWN, east);
    side.attack(KING, king);
    for sq in each(side.men[KNIGHT]) {
        let attacks = get_knight_moves(square(sq)).0;
        let attacks = piece(side, &scene, KNIGHT, sq, attacks, tally);
        minor(side, &scene, sq, 0, tally);
        if scene.outposts & scene.supported & attacks & !side.all != 0 {
            tally.add(OUTPOST + 2, 1);
        }
    }
    for sq in each(side.men[BISHOP]) {
        let attacks = side.bishop(sq, side.men[QUEEN]);
        piece(side, &scene, BISHOP, sq, attacks, tally);
        minor(side, &scene, sq, 1, tally);
        bishop(side, &scene, sq, tally);
    }
    for sq in each(side.men[ROOK]) {
        let attacks = side.rook(sq, side.men[QUEEN] | side.men[ROOK]);
        let attacks = piece(side, &scene, ROOK, sq, attacks, tally);
        rook(side, sq, count(attacks & scene.safe), tally);
    }
    for sq in each(side.men[QUEEN]) {
        let attacks = side.bishop(sq, 0) | side.rook(sq, 0);
        piece(side, &scene, QUEEN, sq, attacks, tally);
    }
    let bishops = side.men[BISHOP];
    if bishops & LIGHT != 0 && bishops & !LIGHT != 0 {
        tally.add(BISHOP_PAIR, 1);
    }
    let many = side.number(PAWN) - 5;
    tally.add(PAWN_COUNT, side.number(KNIGHT) * many);
    tally.add(PAWN_COUNT + 1, side.number(ROOK) * many);
}

fn look(side: &Half) -> Scene {
    let (own, their) = (side.men[PAWN], side.their[PAWN]);
    let ring = get_king_moves(square(side.their_king)).0;
    let pawns = own | their;
    let stuck = own & (side.occupied() >> 8 | RANK_1 << 8 | RANK_1 << 16);
    let their_files = fill_down(their);
    Scene {
        safe: !(pawn_attacks_down(their) | stuck | side.men[KING] | side.men[QUEEN]),
        zone: ring | ring >> 8 | side.their[KING],
        ring,
        pinned: pinned(side),
        outposts: OUTPOST_RANKS & !pawn_attacks_down(their_files),
        supported: pawn_attacks(own),
        pawns,
        blocked_centre: count(own & side.occupied() >> 8 & CENTRE_FILES),
        mirror: side.mirror(),
    }
}

/// The men that keep the king from being attacked.
fn pinned(side: &Half) -> u64 {
    let king = square(side.king);
    let straight = get_rook_rays(king).0 & (side.their[ROOK] | side.their[QUEEN]);
    let diagonal = get_bishop_rays(king).0 & (side.their[BISHOP] | side.their[QUEEN]);
    let occupied = side.occupied();
    let mut pinned = 0;
    for sq in each(straight | diagonal) {
        let between = get_between_rays(king, square(sq)).0 & occupied;
        if between & between.wrapping_sub(1) == 0 {
            pinned |= between & side.all;
        }
    }
    pinned
}

/// What holds for every piece; returns what it attacks, pinned or not.
#[inline(always)]
fn piece(
    side: &mut Half,
    scene: &Scene,
    kind: usize,
    sq: usize,
    mut attacks: u64,
    tally: &mut impl Tally,
) -> u64 {
    if scene.pinned >> sq & 1 != 0 {
        let BitBoard(line) = get_line_rays(square(side.king), square(sq));
        attacks &= line;
    }
    side.attack(kind, attacks);
    tally.add(MATERIAL + kind, 1);
    tally.add(PLACE[kind] + (sq ^ scene.mirror), 1);
    tally.add(NEAR_KING + (kind - 1) * 7 + apart(sq, side.their_king) - 1, 1);
    tally.add(MOBILITY[kind] + count(attacks & scene.safe) as usize, 1);
    if attacks & scene.zone != 0 {
        side.attackers += 1;
        let near = count(attacks & scene.ring);
        side.units += BEARS[kind] + near;
        tally.add(KING_RING, near);
    }
    attacks
}

#[inline(always)]
fn minor(side: &Half, scene: &Scene, sq: usize, kind: usize, tally: &mut impl Tally) {
    if scene.outposts & scene.supported & 1 << sq != 0 {
        tally.add(OUTPOST + kind, 1);
    }
    if (side.men[PAWN] | side.their[PAWN]) >> 8 & 1 << sq != 0 {
        tally.add(BEHIND_PAWN, 1);
    }
}

#[inline(always)]
fn bishop(side: &Half, scene: &Scene, sq: usize, tally: &mut impl Tally) {
    let colour = if LIGHT >> sq & 1 != 0 { LIGHT } else { !LIGHT };
    let same = count(side.men[PAWN] & colour);
    tally.add(BISHOP_PAWNS, same);
    tally.add(BISHOP_PAWNS + 1, same * scene.blocked_centre);
    tally.add(BISHOP_XRAY, count(get_bishop_rays(square(sq)).0 & side.their[PAWN]));
    if LONG >> sq & 1 != 0 {
        let seen = side.bishop(sq, !scene.pawns) | 1 << sq;
        if count(seen & CENTRE) > 1 {
            tally.add(LONG_DIAGONAL, 1);
        }
    }
}

#[inline(always)]
fn rook(side: &Half, sq: usize, room: i32, tally: &mut impl Tally) {
    let file = FILE_A << (sq & 7);
    if side.men[PAWN] & file == 0 {
        tally.add(ROOK_FILE + usize::from(side.their[PAWN] & file != 0), 1);
    } else if room <= 3 && !side.may_castle && side.king < 8 && sq >> 3 <= 1 {
        // The king stands between the rook and the centre.
        let (king, rook) = (side.king & 7, sq & 7);
        if king >= 4 && rook > king || king < 4 && rook < king {
            tally.add(ROOK_TRAPPED, 1);
        }
    }
    if sq >> 3 == 6 && (side.their[PAWN] & RANK_1 << 48 != 0 || side.their_king >> 3 == 7) {
        tally.add(ROOK_SEVENTH, 1);
    }
}
