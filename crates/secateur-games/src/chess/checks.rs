//! Moves that give check.

use super::moves::{Groups, LAST_RANKS};
use super::position::en_passant_square;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The ways in which the side to move can give check.
pub(super) struct Checks<'a> {
    board: &'a Board,
    /// The king of the other side.
    king: Square,
    /// The squares from which each kind of piece attacks it.
    from: [BitBoard; Piece::NUM],
    /// The pieces of either colour between it and a slider.
    screens: BitBoard,
}

impl<'a> Checks<'a> {
    #[inline(always)]
    pub(super) fn new(board: &'a Board) -> Self {
        let (us, occupied) = (board.side_to_move(), board.occupied());
        let king = board.king(!us);
        let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let (knight, pawn) = (get_knight_moves(king), get_pawn_attacks(king, !us));
        let from = [pawn, knight, diagonal, straight, diagonal | straight, BitBoard::EMPTY];
        Checks { board, king, from, screens: screens(board, king) }
    }

    /// Whether a legal move by a piece of this kind gives check, by itself or by discovery. Attacks of a rook
    /// after castling, and discoveries by en passant, are overlooked.
    #[inline(always)]
    pub(super) fn are_given_by(&self, piece: Piece, m: Move) -> bool {
        let direct = match m.promotion {
            None => self.from[piece as usize].has(m.to),
            Some(promoted) => self.promoted(promoted, m),
        };
        direct || self.screens.has(m.from) && self.uncovers(m)
    }

    /// Whether a new piece attacks the king, through the square that the pawn left, too.
    #[cold]
    fn promoted(&self, piece: Piece, m: Move) -> bool {
        let occupied = self.board.occupied() ^ m.from.bitboard();
        let straight = || get_rook_moves(m.to, occupied).has(self.king);
        let diagonal = || get_bishop_moves(m.to, occupied).has(self.king);
        match piece {
            Piece::Rook => straight(),
            Piece::Bishop => diagonal(),
            Piece::Queen => straight() || diagonal(),
            _ => self.from[piece as usize].has(m.to),
        }
    }

    /// Whether a screen's move leaves the line: that of a king that castles does, wherever the rook stands.
    #[cold]
    fn uncovers(&self, m: Move) -> bool {
        let ours = self.board.colors(self.board.side_to_move());
        !get_line_rays(self.king, m.from).has(m.to) || ours.has(m.to)
    }
}

/// Lists the quiet moves that give check; of the promotions, those to knights only.
pub(super) fn list(board: &Board, groups: &mut Groups) {
    let us = board.side_to_move();
    let (ours, theirs, occupied) = (board.colors(us), board.colors(!us), board.occupied());
    let Checks { king, from: checking, screens, .. } = Checks::new(board);
    let [pawn, knight, diagonal, ..] = checking;
    let passed = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    let screens = screens & ours;
    let steps = pawn & !occupied & !LAST_RANKS;
    // The pieces whose moves are worth generating.
    let able = {
        let of = |piece| ours & board.pieces(piece);
        let BitBoard(two) = steps;
        let pawns = BitBoard(if us == Color::White { two >> 8 | two >> 16 } else { two << 8 | two << 16 });
        let mut able = screens | of(Piece::Rook) | of(Piece::Queen);
        able |= of(Piece::Pawn) & (pawns | Rank::Seventh.relative_to(us).bitboard());
        for from in of(Piece::Knight) {
            if !(get_knight_moves(from) & knight & !occupied).is_empty() {
                able |= from.bitboard();
            }
        }
        for from in of(Piece::Bishop) {
            if !(get_bishop_rays(from) & diagonal & !occupied).is_empty() {
                able |= from.bitboard();
            }
        }
        let rights = board.castle_rights(us);
        if rights.short.or(rights.long).is_some() { able | of(Piece::King) } else { able }
    };
    board.generate_moves_for(able, |PieceMoves { piece, from, to }| {
        let direct = match piece {
            Piece::Pawn => steps | knight & LAST_RANKS,
            _ => checking[piece as usize],
        };
        let castling = to & ours;
        let aside = if screens.has(from) { !get_line_rays(king, from) } else { BitBoard::EMPTY };
        let quiet = match piece {
            Piece::Pawn => to & (!(theirs | passed) | LAST_RANKS),
            _ => to & !theirs & !castling,
        };
        let mut checks = quiet & (direct | aside);
        for rook in castling {
            let mut after = board.clone();
            after.play_unchecked(Move { from, to: rook, promotion: None });
            if !after.checkers().is_empty() {
                checks |= rook.bitboard();
            }
        }
        if !checks.is_empty() {
            groups.push(PieceMoves { piece, from, to: checks });
        }
        false
    });
}

/// The pieces of either colour that stand alone between a king and a slider of the side to move.
#[inline(always)]
fn screens(board: &Board, king: Square) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let sliders = board.colors(board.side_to_move())
        & (get_bishop_rays(king) & (board.pieces(Piece::Bishop) | queens)
            | get_rook_rays(king) & (board.pieces(Piece::Rook) | queens));
    let between = |slider| get_between_rays(slider, king) & board.occupied();
    sliders.iter().map(between).filter(|screen| screen.len() == 1).fold(BitBoard::EMPTY, |a, b| a | b)
}
