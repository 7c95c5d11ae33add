//! The values of single pieces where they stand, and their attacks.

use super::half::{BISHOP, Half, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::squares::*;
use super::tally::Tally;
use super::weights::*;
use cozy_chess::{
    BitBoard, get_between_rays, get_bishop_rays, get_knight_moves, get_line_rays, get_rook_rays,
};

const PLACE: [usize; 5] = [PAWN_PLACE, KNIGHT_PLACE, BISHOP_PLACE, ROOK_PLACE, QUEEN_PLACE];
const MOBILITY: [usize; 5] = [0, KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

/// Attack units of a piece that bears upon the enemy king.
const BEARS: [i32; 5] = [0, 4, 3, 4, 4];
/// The most that one piece can have; two have more.
pub(super) const BEARS_ALONE: i32 = 4;

const CENTRE_FILES: u64 = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
const CENTRE: u64 = 0x0000_0018_1800_0000;
const LONG: u64 = 0x8142_2418_1824_4281;
const OUTPOST_RANKS: u64 = 0x0000_ffff_ff00_0000;

/// The facts that all pieces of one side have to look at.
struct Scene {
    /// The squares where a piece can go without being taken by a pawn, and where it is not in the way of its own side.
    safe: u64,
    /// The squares beside the enemy king, and those one step nearer.
    zone: u64,
    ring: u64,
    pinned: u64,
    /// Squares that no enemy pawn can ever attack.
    outposts: u64,
    pawns: u64,
    mirror: usize,
    /// The distances from the enemy king, in king moves.
    to_king: &'static [u8; 64],
}

/// The attacks of the pieces that have been looked at.
#[derive(Default)]
struct Attack {
    /// The squares that pieces of the same kind attack, at least once and more than once.
    once: u64,
    twice: u64,
    /// Attack units of the pieces that bear upon the enemy king.
    bears: i32,
    /// The number of their attacks on squares beside it.
    near: i32,
}

impl Attack {
    /// Called when all pieces of a kind have been looked at.
    #[inline(always)]
    fn done<const A: bool>(&mut self, side: &mut Half<A>, kind: usize) {
        side.attacks[kind] = self.once;
        side.twice |= self.twice | self.once & side.attacked;
        side.attacked |= self.once;
        (self.once, self.twice) = (0, 0);
    }
}

/// Counts the pieces of one side, and fills in their attacks. Those of pawns and kings are known.
#[inline(always)]
pub(super) fn terms<const A: bool, const B: bool>(
    side: &mut Half<A>,
    other: &Half<B>,
    tally: &mut impl Tally,
) {
    let scene = look(side, other);
    let strongholds = scene.outposts & side.attacks[PAWN];
    let free = strongholds & !side.all;
    let mut attack = Attack::default();
    for sq in each(side.men[KNIGHT]) {
        let attacks = get_knight_moves(square(sq)).0;
        let attacks = piece(side, &scene, KNIGHT, sq, attacks, &mut attack, tally);
        tally.add(OUTPOST + 2, i32::from(attacks & free != 0));
    }
    attack.done(side, KNIGHT);
    for sq in each(side.men[BISHOP]) {
        let attacks = side.bishop(sq, side.men[QUEEN]);
        piece(side, &scene, BISHOP, sq, attacks, &mut attack, tally);
        bishop(side, &scene, sq, tally);
    }
    attack.done(side, BISHOP);
    for sq in each(side.men[ROOK]) {
        let attacks = side.rook(sq, side.men[QUEEN] | side.men[ROOK]);
        let attacks = piece(side, &scene, ROOK, sq, attacks, &mut attack, tally);
        rook(side, sq, count(attacks & scene.safe), tally);
    }
    attack.done(side, ROOK);
    for sq in each(side.men[QUEEN]) {
        side.queen_lines = [side.bishop(sq, 0), side.rook(sq, 0)];
        let attacks = side.queen_lines[0] | side.queen_lines[1];
        piece(side, &scene, QUEEN, sq, attacks, &mut attack, tally);
    }
    attack.done(side, QUEEN);
    side.bears = attack.bears;
    side.units = attack.bears + attack.near;
    tally.add(KING_RING, attack.near);
    together(side, strongholds, &scene, tally);
}

/// The terms that need not be looked at piece by piece.
#[inline(always)]
fn together<const A: bool>(side: &Half<A>, strongholds: u64, scene: &Scene, tally: &mut impl Tally) {
    let (knights, bishops, own) = (side.men[KNIGHT], side.men[BISHOP], side.men[PAWN]);
    let minors = knights | bishops;
    if minors & strongholds != 0 {
        tally.add(OUTPOST, count(knights & strongholds));
        tally.add(OUTPOST + 1, count(bishops & strongholds));
    }
    tally.add(BEHIND_PAWN, count(minors & scene.pawns >> 8));
    if bishops != 0 {
        let (light, dark) = (bishops & LIGHT, bishops & !LIGHT);
        let same = count(light) * count(own & LIGHT) + count(dark) * count(own & !LIGHT);
        tally.add(BISHOP_PAWNS, same);
        tally.add(BISHOP_PAWNS + 1, same * count(own & side.occupied() >> 8 & CENTRE_FILES));
        tally.add(BISHOP_PAIR, i32::from(light != 0 && dark != 0));
    }
    let seventh = side.men[ROOK] & RANK_1 << 48;
    if seventh != 0 && (side.their[PAWN] & RANK_1 << 48 != 0 || side.their_king >> 3 == 7) {
        tally.add(ROOK_SEVENTH, count(seventh));
    }
    let many = side.number(PAWN) - 5;
    tally.add(PAWN_COUNT, side.number(KNIGHT) * many);
    tally.add(PAWN_COUNT + 1, side.number(ROOK) * many);
}

#[inline(always)]
fn look<const A: bool, const B: bool>(side: &Half<A>, other: &Half<B>) -> Scene {
    let (own, their) = (side.men[PAWN], side.their[PAWN]);
    let ring = other.attacks[KING].swap_bytes();
    let pawns = own | their;
    let stuck = own & (side.occupied() >> 8 | RANK_1 << 8 | RANK_1 << 16);
    let their_files = fill_down(their);
    Scene {
        safe: !(other.attacks[PAWN].swap_bytes() | stuck | side.men[KING] | side.men[QUEEN]),
        zone: ring | ring >> 8 | side.their[KING],
        ring,
        pinned: pinned(side),
        outposts: OUTPOST_RANKS & !pawn_attacks_down(their_files),
        pawns,
        mirror: side.mirror(),
        to_king: row_apart(side.their_king),
    }
}

/// The men that keep the king from being attacked.
#[inline(always)]
fn pinned<const A: bool>(side: &Half<A>) -> u64 {
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

/// The terms common to all pieces; returns the squares it attacks, pinned or not.
#[inline(always)]
fn piece<const A: bool>(
    side: &Half<A>,
    scene: &Scene,
    kind: usize,
    sq: usize,
    mut attacks: u64,
    attack: &mut Attack,
    tally: &mut impl Tally,
) -> u64 {
    if scene.pinned >> sq & 1 != 0 {
        let BitBoard(line) = get_line_rays(square(side.king), square(sq));
        attacks &= line;
    }
    attack.twice |= attack.once & attacks;
    attack.once |= attacks;
    tally.add(MATERIAL + kind, 1);
    tally.add(PLACE[kind] + (sq ^ scene.mirror), 1);
    tally.add(NEAR_KING + (kind - 1) * 7 + usize::from(scene.to_king[sq & 63]) - 1, 1);
    tally.add(MOBILITY[kind] + count(attacks & scene.safe) as usize, 1);
    if attacks & scene.zone != 0 {
        attack.bears += BEARS[kind];
    }
    attack.near += count(attacks & scene.ring);
    attacks
}

#[inline(always)]
fn bishop<const A: bool>(side: &Half<A>, scene: &Scene, sq: usize, tally: &mut impl Tally) {
    tally.add(BISHOP_XRAY, count(get_bishop_rays(square(sq)).0 & side.their[PAWN]));
    if LONG >> sq & 1 != 0 {
        let seen = side.bishop(sq, !scene.pawns) | 1 << sq;
        if count(seen & CENTRE) > 1 {
            tally.add(LONG_DIAGONAL, 1);
        }
    }
}

#[inline(always)]
fn rook<const A: bool>(side: &Half<A>, sq: usize, room: i32, tally: &mut impl Tally) {
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
}
