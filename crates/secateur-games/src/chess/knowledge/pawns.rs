//! The terms that depend on pawns and kings alone: pawn structure, and the shelter of the kings.

use super::cache::fold;
use super::half::{Half, PAWN};
use super::squares::*;
use super::tally::Tally;
use super::weights::*;
use cozy_chess::{Board, Color, Piece};

/// Counts the pawns and the king of one side. Returns its passed pawns.
pub(super) fn terms<const A: bool>(side: &Half<A>, tally: &mut impl Tally) -> u64 {
    let (own, their) = (side.men[PAWN], side.their[PAWN]);
    let mirror = side.mirror();
    tally.add(MATERIAL, count(own));
    tally.add(ISLANDS, islands(own));
    let mut passed = 0;
    for sq in each(own) {
        tally.add(PAWN_PLACE + (sq ^ mirror) - 8, 1);
        if is_passed(sq, own, their) {
            passed |= 1 << sq;
        }
        structure(sq, own, their, tally);
    }
    for sq in each(passed) {
        let rank = rank_index(sq);
        tally.add(PASSED + rank, 1);
        if passed & BESIDE[sq & 7] != 0 {
            tally.add(PASSED_FRIENDS + rank, 1);
        }
    }
    tally.add(KING_PLACE + (side.king >> 3) * 4 + (side.king & 7 ^ mirror) - 4, 1);
    shelter(side, tally);
    passed
}

/// 0 on the second rank, 5 on the seventh.
#[inline(always)]
pub(super) fn rank_index(sq: usize) -> usize {
    ((sq >> 3) - 1).min(5)
}

/// Whether no pawn of either side is in the way, and no enemy pawn can capture it as it advances.
#[inline(always)]
fn is_passed(sq: usize, own: u64, their: u64) -> bool {
    let ahead = above(sq);
    let beside = BESIDE[sq & 7] & ranks_above(sq);
    their & (ahead | beside) == 0 && own & ahead == 0
}

fn islands(own: u64) -> i32 {
    let files = fill_down(own) & RANK_1;
    count(files & !(files << 1))
}

#[inline(always)]
fn structure(sq: usize, own: u64, their: u64, tally: &mut impl Tally) {
    let pawn = 1_u64 << sq;
    let ahead = above(sq);
    let beside = BESIDE[sq & 7];
    let neighbours = own & beside;
    let row = RANK_1 << (sq & 56);
    let half_open = usize::from(their & ahead == 0);
    let phalanx = neighbours & row;
    let support = neighbours & row >> 8;
    if own & ahead != 0 {
        tally.add(DOUBLED, 1);
    }
    if phalanx != 0 {
        tally.add(PHALANX + rank_index(sq), 1);
    }
    tally.add(SUPPORTED + rank_index(sq), count(support));
    let above_rank = ranks_above(sq);
    if neighbours == 0 {
        tally.add(ISOLATED + half_open, 1);
    } else if neighbours & !above_rank == 0 {
        // No neighbour can come to its help: it stays behind if its next square is an enemy pawn's.
        let stopped = pawn << 8 & (their | pawn_attacks_down(their)) != 0;
        if stopped {
            tally.add(BACKWARD + half_open, 1);
        }
    }
    let guards = their & beside & above_rank;
    if half_open == 1 && own & ahead == 0 && guards != 0 && count(neighbours & !above_rank) >= count(guards) {
        tally.add(CANDIDATE + rank_index(sq), 1);
    }
}

fn shelter<const A: bool>(side: &Half<A>, tally: &mut impl Tally) {
    let (own, their) = (side.men[PAWN], side.their[PAWN]);
    // Pawns behind the king shelter nothing.
    let ahead = !0 << (side.king & 56);
    let middle = (side.king & 7).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let on_file = FILE_A << file & ahead;
        let shield = nearest(own & on_file);
        let edge = from_edge(file) * 8;
        tally.add(SHELTER + edge + shield, 1);
        let attacker = nearest(their & on_file);
        if shield != 0 && attacker == shield + 1 {
            tally.add(STORM_BLOCKED + attacker, 1);
        } else {
            tally.add(STORM + edge + attacker, 1);
        }
    }
    let file = FILE_A << (side.king & 7);
    match (own & file == 0, their & file == 0) {
        (true, true) => tally.add(KING_FILE + 2, 1),
        (false, true) => tally.add(KING_FILE + 1, 1),
        (true, false) => tally.add(KING_FILE, 1),
        (false, false) => {}
    }
}

/// The rank of the lowest pawn; 0 if there is none, since no pawn stands on the first rank.
#[inline(always)]
fn nearest(pawns: u64) -> usize {
    if pawns == 0 { 0 } else { pawns.trailing_zeros() as usize >> 3 }
}

/// The key of the pawns and kings of a position.
#[inline(always)]
pub(super) fn key(board: &Board) -> u64 {
    let (pawns, kings) = (board.pieces(Piece::Pawn).0, board.pieces(Piece::King).0);
    let white = board.colors(Color::White).0 & (pawns | kings);
    let first = fold(white ^ 0x9e37_79b9_7f4a_7c15, pawns ^ 0x6a09_e667_f3bc_c909);
    fold(first ^ kings, 0xbb67_ae85_84ca_a73b)
}
