//! The parts that pieces add to a position's key. The crate of the boards keeps them private, but they follow from
//! the keys of boards that differ by one piece.

use super::Chess;
use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Square};
use std::sync::LazyLock;

/// The parts of keys.
pub(super) struct Keys {
    /// The parts of pieces, by side, kind and square. Kings are always on the board: theirs are given but for a constant.
    pieces: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    /// The turn.
    pub turn: u64,
}

pub(super) static KEYS: LazyLock<Box<Keys>> = LazyLock::new(keys);

impl Keys {
    /// The change of the key as a piece goes from one square to another.
    #[inline(always)]
    pub(super) fn moved(&self, side: Color, piece: Piece, from: Square, to: Square) -> u64 {
        let squares = &self.pieces[side as usize][piece as usize];
        squares[from as usize] ^ squares[to as usize]
    }
}

impl Chess {
    /// The key after most legal moves; another one after those that promote, castle or take en passant, that lose
    /// a right, or give one.
    #[inline(always)]
    pub(super) fn keys_after(&self, m: Move) -> u64 {
        let (board, keys) = (self.board(), &**KEYS);
        let us = board.side_to_move();
        let after = board.hash_without_ep() ^ keys.turn ^ keys.moved(us, self.kind_on(m.from), m.from, m.to);
        if board.colors(!us).has(m.to) {
            after ^ keys.pieces[!us as usize][self.kind_on(m.to) as usize][m.to as usize]
        } else {
            after
        }
    }
}

/// The board turned over along both its middles and its diagonal, in all ways.
const SYMMETRIES: u32 = 8;

/// Where a square goes by one of them.
fn turned(square: Square, by: u32) -> Square {
    let (file, rank) = (square as usize & 7, square as usize >> 3);
    let (file, rank) = if by & 1 == 0 { (file, rank) } else { (7 - file, rank) };
    let (file, rank) = if by & 2 == 0 { (file, rank) } else { (file, 7 - rank) };
    Square::index(if by & 4 == 0 { 8 * rank + file } else { 8 * file + rank })
}

impl Chess {
    /// A key of the men and the turn, the same however the board is turned over: of use without pawns and castling, which know
    /// a direction.
    pub(super) fn folded_key(&self) -> u64 {
        let (board, keys) = (self.board(), &**KEYS);
        let mut least = [0; SYMMETRIES as usize];
        for square in board.occupied() {
            let side = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
            let of_square = &keys.pieces[side as usize][self.kind_on(square) as usize];
            for (by, key) in (0..).zip(&mut least) {
                *key ^= of_square[turned(square, by) as usize];
            }
        }
        let turn = if board.side_to_move() == Color::White { 0 } else { keys.turn };
        least.into_iter().min().unwrap_or(0) ^ turn
    }
}

fn keys() -> Box<Keys> {
    let start = Board::default();
    let turn = start.null_move().map_or(0, |passed| passed.hash() ^ start.hash());
    let mut keys = Box::new(Keys { pieces: [[[0; Square::NUM]; Piece::NUM]; Color::NUM], turn });
    for (side, piece) in
        Color::ALL.iter().flat_map(|&side| Piece::ALL.iter().map(move |&piece| (side, piece)))
    {
        for square in Square::ALL {
            let part = if piece == Piece::King { king(side, square) } else { added(side, piece, square) };
            // Pawns have none on the first rank and the last.
            keys.pieces[side as usize][piece as usize][square as usize] = part.unwrap_or(0);
        }
    }
    keys
}

/// The difference between the keys of two boards, one with a piece and one without. The kings stand where they make
/// both possible.
fn added(side: Color, piece: Piece, square: Square) -> Option<u64> {
    let kings = [(Square::A1, Square::H8), (Square::A8, Square::H1), (Square::D1, Square::E8)];
    kings.into_iter().find_map(|(own, other)| {
        let kings = [(Piece::King, side, own), (Piece::King, !side, other)];
        Some(hash(&kings, side)? ^ hash(&[kings[0], kings[1], (piece, side, square)], side)?)
    })
}

/// The difference between the keys of two boards, one with a king on this square and one with it on a1.
fn king(side: Color, square: Square) -> Option<u64> {
    [Square::H8, Square::A8].into_iter().find_map(|other| {
        let kings = |own| [(Piece::King, side, own), (Piece::King, !side, other)];
        Some(hash(&kings(square), side)? ^ hash(&kings(Square::A1), side)?)
    })
}

/// The key of a board on which a side has just moved, so that the other may be in check.
fn hash(men: &[(Piece, Color, Square)], moved: Color) -> Option<u64> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = !moved;
    for &(piece, side, square) in men {
        if builder.square_mut(square).replace((piece, side)).is_some() {
            return None;
        }
    }
    builder.build().ok().map(|board| board.hash())
}
