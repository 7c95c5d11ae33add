//! All positions of an ending: how many they are, and which.

use super::Chess;
use super::position::DARK;
use cozy_chess::{Board, BoardBuilder, Color, Piece, Rank, Square, get_king_moves};

/// The most men: with more of them nothing would be done in time.
const MOST: usize = 5;

/// The most men of an ending whose positions are counted.
const FEW: u32 = 5;

/// The pairs of squares on which the kings may stand, either side to move, up to symmetry.
const KINGS: u64 = 2 * 3_612 / 8;

/// The most positions that captures and moves of pieces lead to, up to symmetry: each man is somewhere, or off the board. None with
/// pawns or castling, which know a direction, and with more men. (Positions on an axis of symmetry have fewer that are alike;
/// those in which the side that moved last is in check are more, and count here.)
pub(super) fn positions_left(board: &Board) -> Option<u64> {
    let castling = Color::ALL.map(|side| *board.castle_rights(side));
    let turns = board.pieces(Piece::Pawn).is_empty()
        && castling.iter().all(|rights| rights.short.is_none() && rights.long.is_none());
    if !turns || board.occupied().len() > FEW {
        return None;
    }
    let men = board.occupied() - board.pieces(Piece::King);
    let places = |square: Square| {
        let side = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
        let bishops = board.colored_pieces(side, Piece::Bishop);
        let pair = bishops.has(square) && bishops.len() == 2 && (bishops & DARK).len() == 1;
        if pair { 32 } else { 64 }
    };
    Some(men.iter().map(|square| 1 + places(square)).product::<u64>() * KINGS)
}

/// The positions with these men, either side to move: White's from its king on, then Black's. No castling, and no capture en
/// passant. None if these are no men of an ending.
pub(super) fn positions(text: &str) -> Option<Box<dyn Iterator<Item = Chess>>> {
    let kings: Vec<usize> = text.match_indices('K').map(|(at, _)| at).collect();
    let &[0, blacks] = kings.as_slice() else { return None };
    let man = |(at, letter)| {
        let kind = match letter {
            'K' => Piece::King,
            'Q' => Piece::Queen,
            'R' => Piece::Rook,
            'B' => Piece::Bishop,
            'N' => Piece::Knight,
            'P' => Piece::Pawn,
            _ => return None,
        };
        Some((kind, if at < blacks { Color::White } else { Color::Black }))
    };
    let men: Vec<_> = text.char_indices().map(man).collect::<Option<_>>()?;
    if men.len() > MOST {
        return None;
    }
    let count = 2_u64 << (6 * men.len());
    Some(Box::new((0..count).filter_map(move |code| position(&men, blacks, code))))
}

/// The position in which the men stand on the squares that the digits of a number to the base of 64 say; the digit beyond
/// them says who is to move. None if there is no such position. Of men that are alike the first stands before the others; the
/// black king is the man of number `blacks`.
fn position(men: &[(Piece, Color)], blacks: usize, code: u64) -> Option<Chess> {
    let square = |nth: usize| (code >> (6 * nth) & 63) as usize;
    if get_king_moves(Square::index(square(0))).has(Square::index(square(blacks))) {
        return None;
    }
    let mut builder = BoardBuilder::empty();
    let mut taken = 0_u64;
    for (nth, &(kind, color)) in men.iter().enumerate() {
        let at = Square::index(square(nth));
        let is_last = kind == Piece::Pawn && [Rank::First, Rank::Eighth].contains(&at.rank());
        let follows = nth > 0 && men[nth - 1] == (kind, color) && square(nth - 1) > square(nth);
        if is_last || follows || taken >> square(nth) & 1 != 0 {
            return None;
        }
        taken |= 1 << square(nth);
        builder.board[at as usize] = Some((kind, color));
    }
    builder.side_to_move = if code >> (6 * men.len()) == 0 { Color::White } else { Color::Black };
    builder.build().ok().map(Chess::from)
}
