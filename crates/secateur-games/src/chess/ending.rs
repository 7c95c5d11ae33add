//! All positions of an ending.

use super::Chess;
use cozy_chess::{BoardBuilder, Color, Piece, Rank, Square, get_king_moves};

/// The most men: with more of them nothing would be done in time.
const MOST: usize = 5;

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
