//! Moves that bring an earlier position back.
//!
//! Two positions one reversible move apart have keys that differ by the change of that move, and there are
//! only 3,668 such differences: a table of them finds the move (M. van Kervinck, 2013).

use super::Chess;
use super::keys::KEYS;
use cozy_chess::{
    BitBoard, Color, Move, Piece, Square, get_bishop_rays, get_king_moves, get_knight_moves, get_rook_rays,
};
use secateur::Game;
use std::sync::LazyLock;

/// A bit more than twice as many slots as moves.
const SLOTS: usize = 1 << 13;

/// From the lowest bit: two squares, and the part of the difference beyond its slot. An empty slot is zero,
/// which is no move.
type Slot = u32;

static TABLE: LazyLock<Box<[Slot; SLOTS]>> = LazyLock::new(table);

#[inline(always)]
fn slots(difference: u64) -> [usize; 2] {
    [difference as usize % SLOTS, (difference >> 16) as usize % SLOTS]
}

#[inline(always)]
fn tag(difference: u64) -> u32 {
    (difference >> 44) as u32
}

impl Chess {
    /// Whether a legal reversible move that no pawn makes leads to a position of this key.
    #[inline]
    pub(super) fn may_return_to(&self, key: u64) -> bool {
        let board = self.board();
        // No position after such a move can be taken en passant in.
        let difference = board.hash_without_ep() ^ key;
        let table = &**TABLE;
        slots(difference).into_iter().any(|slot| {
            let found = table[slot];
            found >> 12 == tag(difference) && found != 0 && self.goes_back(found, key)
        })
    }

    /// Whether it is a legal move, one way or the other, and not a coincidence.
    fn goes_back(&self, found: Slot, key: u64) -> bool {
        let square = |bits: u32| Square::index((bits & 63) as usize);
        let (a, b) = (square(found), square(found >> 6));
        let board = self.board();
        let (from, to) = if board.occupied().has(a) { (a, b) } else { (b, a) };
        let m = Move { from, to, promotion: None };
        !board.occupied().has(to) && board.is_legal(m) && self.child(m).repeated() == key
    }
}

/// Cuckoo hashing (Pagh and Rodler, 2001): each difference has two slots, and one that is thrown out of its
/// slot moves to the other.
fn table() -> Box<[Slot; SLOTS]> {
    let mut kept: Vec<Option<(u64, Slot)>> = vec![None; SLOTS];
    for (difference, squares) in differences() {
        let mut slot = slots(difference)[0];
        let mut homeless = Some((difference, tag(difference) << 12 | squares));
        // Keys that cannot be housed would be passed on for ever.
        for _ in 0..SLOTS {
            std::mem::swap(&mut kept[slot], &mut homeless);
            let Some((difference, _)) = homeless else { break };
            slot ^= slots(difference)[0] ^ slots(difference)[1];
        }
    }
    let mut table = Box::new([0; SLOTS]);
    for (slot, kept) in table.iter_mut().zip(kept) {
        *slot = kept.map_or(0, |(_, slot)| slot);
    }
    table
}

/// The change of the key by each reversible move, and its two squares.
fn differences() -> impl Iterator<Item = (u64, Slot)> {
    use Piece::{Bishop, King, Knight, Queen, Rook};
    let kinds = [Knight, Bishop, Rook, Queen, King].into_iter();
    let pieces = kinds.flat_map(|piece| Color::ALL.iter().map(move |&side| (piece, side)));
    let pairs = |(piece, side)| {
        let to = move |a| targets(piece, a).iter().filter(move |&b| a < b).map(move |b| (a, b));
        Square::ALL.iter().flat_map(move |&a| to(a)).map(move |(a, b)| (piece, side, a, b))
    };
    pieces
        .flat_map(pairs)
        .map(|(piece, side, a, b)| (KEYS.moved(side, piece, a, b) ^ KEYS.turn, a as Slot | (b as Slot) << 6))
}

/// The squares to which a piece goes on an empty board.
fn targets(piece: Piece, from: Square) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_rays(from),
        Piece::Rook => get_rook_rays(from),
        Piece::Queen => get_bishop_rays(from) | get_rook_rays(from),
        Piece::King => get_king_moves(from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_its_slot() {
        assert_eq!(differences().count(), 3_668);
        for (difference, squares) in differences() {
            let housed = slots(difference).map(|slot| TABLE[slot]);
            assert!(housed.contains(&(tag(difference) << 12 | squares)), "{difference:#x}");
        }
    }
}
