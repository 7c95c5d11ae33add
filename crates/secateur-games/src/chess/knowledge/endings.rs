//! Endings in which adding up terms misleads: known ones, and drawish ones.

use super::half::{BISHOP, Half, KNIGHT, PAWN, QUEEN, ROOK};
use super::kpk;
use super::squares::*;

/// Added to the value of endings that are known to be won.
const KNOWN_WIN: i32 = 2_000;

/// Whether the pawn wins, if this is king and pawn against king.
fn lone_pawn<const A: bool>(side: &Half<A>, moves_first: bool) -> Option<bool> {
    (count(side.all) == 2 && side.number(PAWN) == 1).then(|| {
        let pawn = side.men[PAWN].trailing_zeros() as usize;
        kpk::wins(moves_first, pawn, side.king, side.their_king)
    })
}

/// Whether the side, which faces a bare king, cannot win: a proof, not a guess.
pub(super) fn is_drawn<const A: bool>(side: &Half<A>, moves_first: bool) -> bool {
    let men = count(side.all);
    men == 1
        || men == 2 && side.number(KNIGHT) + side.number(BISHOP) == 1
        || lone_pawn(side, moves_first) == Some(false)
}

/// The value, for this side, of an ending against a bare king if more is known than terms can say.
pub(super) fn known<const A: bool>(side: &Half<A>, moves_first: bool) -> Option<i32> {
    if is_drawn(side, moves_first) {
        return Some(0);
    }
    if lone_pawn(side, moves_first) == Some(true) {
        let rank = side.men[PAWN].trailing_zeros() as i32 >> 3;
        return Some(KNOWN_WIN / 4 + 50 * rank);
    }
    if side.men[PAWN] != 0 {
        return None;
    }
    let (knights, bishops) = (side.men[KNIGHT], side.men[BISHOP]);
    let heavy = side.men[ROOK] | side.men[QUEEN] != 0;
    let pair = bishops & LIGHT != 0 && bishops & !LIGHT != 0;
    if !heavy && !pair && (knights == 0 || bishops == 0) && count(knights) < 3 {
        return Some(0); // two knights, or bishops on one colour, cannot force mate
    }
    let material = 900 * side.number(QUEEN)
        + 500 * side.number(ROOK)
        + 300 * (side.number(BISHOP) + side.number(KNIGHT));
    let drive = if heavy || pair || count(bishops) != 1 {
        to_edge(side.their_king)
    } else {
        to_corner(side.their_king, bishops & LIGHT != 0)
    };
    let closeness = 10 * (7 - apart(side.king, side.their_king) as i32);
    let knights_near: i32 = each(knights).map(|sq| 7 - apart(sq, side.their_king) as i32).sum();
    Some(KNOWN_WIN + material + drive + closeness + knights_near)
}

/// Greater near the edge, greatest in a corner.
fn to_edge(king: usize) -> i32 {
    let (file, rank) = (from_edge(king & 7) as i32, from_edge(king >> 3) as i32);
    let (near, far) = (file.min(rank), file.max(rank));
    20 * (3 - near) + 8 * (3 - far)
}

/// Bishop and knight mate only in the corners of the bishop's colour: greater near those.
fn to_corner(king: usize, light: bool) -> i32 {
    let (file, rank) = ((king & 7) as i32, (king >> 3) as i32);
    // For a dark bishop a1 and h8; mirrored for a light one.
    let file = if light { 7 - file } else { file };
    // The diagonal from a1 to h8 leads to the corners, and away from the centre.
    let along = (file + rank - 7).abs();
    let to_the_edge = 3 - from_edge(king & 7).min(from_edge(king >> 3)) as i32;
    24 * along + 12 * to_the_edge
}

/// The share of an end-game advantage of this side that is left, in sixty-fourths.
#[inline(always)]
pub(super) fn scale<const A: bool>(side: &Half<A>) -> i32 {
    let pawns = side.number(PAWN);
    let minors = side.number(KNIGHT) + side.number(BISHOP);
    let pieces = 3 * minors + 5 * side.number(ROOK) + 9 * side.number(QUEEN);
    let their_minors = count(side.their[KNIGHT] | side.their[BISHOP]);
    let their_pieces = 3 * their_minors + 5 * count(side.their[ROOK]) + 9 * count(side.their[QUEEN]);
    if pawns == 0 {
        return match (pieces - their_pieces, pieces, their_pieces) {
            (_, 6, _) if side.number(KNIGHT) == 2 => 4,
            (4.., ..) => 64,
            (_, ..=4, _) => 0,
            (_, _, ..=3) => 8,
            _ => 14,
        };
    }
    if is_corner_draw(side, pieces) {
        return 0;
    }
    if pieces + their_pieces == 0 || count(side.their_all) == 1 {
        return 64; // nothing is left that could be given up for the last pawns
    }
    let bishops = (side.men[BISHOP], side.their[BISHOP]);
    let opposite = count(bishops.0) == 1
        && count(bishops.1) == 1
        && (bishops.0 & LIGHT != 0) != (bishops.1 & LIGHT != 0);
    if opposite {
        // Two or three pawns up may still be a draw.
        return if pieces == 3 && their_pieces == 3 { 12 + 5 * pawns } else { 40 + 2 * pawns }.min(56);
    }
    let rooks = pieces == 5 && side.men[ROOK] != 0 && their_pieces == 5 && side.their[ROOK] != 0;
    if rooks && pawns <= count(side.their[PAWN]) + 1 {
        let files = fill_down(side.men[PAWN]) & RANK_1;
        let one_wing = files & 0x0f == 0 || files & 0xf0 == 0;
        return if one_wing { 36 } else { 48 };
    }
    (38 + 7 * pawns).min(64)
}

/// Rook pawns, a king before them, and no bishop that could drive it out of the corner.
fn is_corner_draw<const A: bool>(side: &Half<A>, pieces: i32) -> bool {
    let file = match side.men[PAWN] {
        pawns if pawns & !FILE_A == 0 => 0,
        pawns if pawns & !FILE_H == 0 => 7,
        _ => return false,
    };
    let corner = 56 + file;
    let colour = if LIGHT >> corner & 1 != 0 { LIGHT } else { !LIGHT };
    pieces == 3 * side.number(BISHOP) && side.men[BISHOP] & colour == 0 && apart(side.their_king, corner) <= 1
}
