//! Static exchange evaluation: the balance of captures on one square, each side taking with its least
//! valuable piece and stopping where it pays. Pins do not count, pieces behind the takers do.

use super::Chess;
use super::moves::LAST_RANKS;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The values of pieces in exchanges, in points. Knights and bishops are worth the same, so that trading
/// one for the other is no loss.
const VALUES: [i32; 6] = [100, 320, 320, 500, 950, 0];

/// The gain of a pawn that becomes a queen, in points.
const PROMOTION: i32 = VALUES[Piece::Queen as usize] - VALUES[Piece::Pawn as usize];

/// The value of a piece in exchanges, in points; that of a king, which is never taken, is zero.
#[inline(always)]
pub(super) fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// The pieces of both colours that attack a square, where only `occupied` squares hold pieces.
#[inline(always)]
pub(super) fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pawns = board.pieces(Piece::Pawn);
    let near = get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_pawn_attacks(square, Color::White) & pawns & board.colors(Color::Black)
        | get_pawn_attacks(square, Color::Black) & pawns & board.colors(Color::White);
    let queens = board.pieces(Piece::Queen);
    let diagonal = (board.pieces(Piece::Bishop) | queens) & occupied;
    let straight = (board.pieces(Piece::Rook) | queens) & occupied;
    let mut all = near & occupied;
    if !get_bishop_rays(square).is_disjoint(diagonal) {
        all |= get_bishop_moves(square, occupied) & diagonal;
    }
    if !get_rook_rays(square).is_disjoint(straight) {
        all |= get_rook_moves(square, occupied) & straight;
    }
    all
}

impl Chess {
    /// The immediate gain of a legal move, in points: the piece taken, and the value of a promotion.
    #[inline(always)]
    pub(super) fn winnings(&self, m: Move) -> i32 {
        let promoted = m.promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn));
        self.captured(m).map_or(0, value) + promoted
    }

    /// Whether the exchange that a legal move begins ends with at least `least` points for its side.
    #[inline(always)]
    pub(super) fn wins_exchange(&self, m: Move, least: i32) -> bool {
        if self.is_castling(m) {
            return least <= 0;
        }
        // The gain of a capturing pawn that promotes.
        let promotion = if LAST_RANKS.has(m.to) { PROMOTION } else { 0 };
        // The amount that the side to take must win for its opponent to miss the mark.
        let wanted = self.winnings(m) - least + 1;
        let prize = value(m.promotion.unwrap_or(self.kind_on(m.from)));
        if wanted <= 0 || wanted > prize + promotion {
            return wanted > 0;
        }
        self.holds(m, prize, wanted, promotion)
    }

    /// Whether the other side fails to win what it wants, once a move has put up a prize.
    #[inline(never)] // A quarter of all exchanges are settled before it comes to this.
    fn holds(&self, m: Move, mut prize: i32, mut wanted: i32, promotion: i32) -> bool {
        let board = self.board();
        let mut occupied = board.occupied() ^ m.from.bitboard() | m.to.bitboard();
        if self.is_en_passant(m) {
            occupied ^= Square::new(m.to.file(), m.from.rank()).bitboard();
        }
        let us = board.side_to_move();
        let mut side = !us;
        // The commonest failure, found at once: a pawn takes, and is not worth enough to make up for it.
        let pawns = board.colored_pieces(side, Piece::Pawn) & occupied;
        if prize - wanted >= value(Piece::Pawn) + promotion && !pawns.is_disjoint(get_pawn_attacks(m.to, us))
        {
            return false;
        }
        let queens = board.pieces(Piece::Queen);
        let (diagonal, straight) = (board.pieces(Piece::Bishop) | queens, board.pieces(Piece::Rook) | queens);
        let mut takers = attackers(board, m.to, occupied);
        // Each turn asks whether `side` can win what it wants; standing still wins nothing.
        while wanted <= prize + promotion {
            let ours = takers & board.colors(side);
            let least_valuable = Piece::ALL.iter().find(|&&piece| !(ours & board.pieces(piece)).is_empty());
            let Some(&taker) = least_valuable else { break };
            if taker == Piece::King && !(takers & board.colors(!side)).is_empty() {
                break;
            }
            let gained = if taker == Piece::Pawn { promotion } else { 0 };
            wanted = prize + gained - wanted + 1;
            prize = value(taker) + gained;
            if wanted <= 0 {
                break;
            }
            let from = (ours & board.pieces(taker)).0;
            occupied ^= BitBoard(from & from.wrapping_neg());
            if matches!(taker, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                takers |= get_bishop_moves(m.to, occupied) & diagonal;
            }
            if matches!(taker, Piece::Rook | Piece::Queen) {
                takers |= get_rook_moves(m.to, occupied) & straight;
            }
            takers &= occupied;
            side = !side;
        }
        // The side that could not take, or took and left the other side content, has missed the mark.
        side != us
    }
}
