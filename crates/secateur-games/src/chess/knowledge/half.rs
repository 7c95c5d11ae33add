//! A position as one side sees it: its men move up the board.

use super::squares::*;
use cozy_chess::{
    BitBoard, Board, CastleRights, Color, Piece, get_bishop_moves, get_king_moves, get_rook_moves,
};

pub(super) const PAWN: usize = Piece::Pawn as usize;
pub(super) const KNIGHT: usize = Piece::Knight as usize;
pub(super) const BISHOP: usize = Piece::Bishop as usize;
pub(super) const ROOK: usize = Piece::Rook as usize;
pub(super) const QUEEN: usize = Piece::Queen as usize;
pub(super) const KING: usize = Piece::King as usize;

/// One side's men, and those of the other side, as sets of squares as this side sees them. Which side that is
/// is known at compile time, so that seeing the board as White does costs nothing.
pub(super) struct Half<const BLACK: bool> {
    /// This side's men by kind.
    pub men: [u64; 6],
    /// The other side's men by kind.
    pub their: [u64; 6],
    /// All men of this side.
    pub all: u64,
    /// All men of the other side.
    pub their_all: u64,
    /// The king's square.
    pub king: usize,
    /// The other king's square.
    pub their_king: usize,
    /// Whether this side has the right to castle, to either side.
    pub may_castle: bool,
    /// The squares that men of a kind attack, pinned ones only along the pin. Filled by `look` for pawns and kings, and by
    /// `pieces`, like the rest.
    pub attacks: [u64; 6],
    /// The squares that the queen sees along diagonals, and along files and ranks, pinned or not, if there is just one.
    pub queen_lines: [u64; 2],
    /// The squares that are attacked at all.
    pub attacked: u64,
    /// The squares that are attacked more than once.
    pub twice: u64,
    /// Attack units of the pieces that bear upon the other king.
    pub units: i32,
    /// The part of these units for bearing upon the king at all.
    pub bears: i32,
}

impl<const BLACK: bool> Half<BLACK> {
    /// The side whose half it is.
    pub(super) const SIDE: Color = if BLACK { Color::Black } else { Color::White };

    /// Exclusive-ored with a square, gives the square that White sees.
    const FLIP: usize = if BLACK { 56 } else { 0 };

    #[inline(always)]
    pub(super) fn new(board: &Board) -> Self {
        let side = Self::SIDE;
        let seen = |set: BitBoard| Self::turned(set.0);
        let (all, their_all) = (board.colors(side), board.colors(!side));
        // Loops, since the compiler does not inline `map` over these arrays.
        let (mut men, mut their) = ([0; 6], [0; 6]);
        for kind in Piece::ALL {
            men[kind as usize] = seen(board.pieces(kind) & all);
            their[kind as usize] = seen(board.pieces(kind) & their_all);
        }
        Half {
            men,
            their,
            all: seen(all),
            their_all: seen(their_all),
            king: men[KING].trailing_zeros() as usize & 63,
            their_king: their[KING].trailing_zeros() as usize & 63,
            may_castle: *board.castle_rights(side) != CastleRights::EMPTY,
            attacks: [0; 6],
            queen_lines: [0; 2],
            attacked: 0,
            twice: 0,
            units: 0,
            bears: 0,
        }
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.all | self.their_all
    }

    /// The set as White sees it; also turns one that White sees into this side's view.
    #[inline(always)]
    pub(super) fn turned(set: u64) -> u64 {
        if BLACK { set.swap_bytes() } else { set }
    }

    /// The squares that a bishop attacks if it sees through the men in `through`.
    #[inline(always)]
    pub(super) fn bishop(&self, sq: usize, through: u64) -> u64 {
        let blockers = BitBoard(Self::turned(self.occupied() & !through));
        Self::turned(get_bishop_moves(square(sq ^ Self::FLIP), blockers).0)
    }

    /// The squares that a rook attacks if it sees through the men in `through`.
    #[inline(always)]
    pub(super) fn rook(&self, sq: usize, through: u64) -> u64 {
        let blockers = BitBoard(Self::turned(self.occupied() & !through));
        Self::turned(get_rook_moves(square(sq ^ Self::FLIP), blockers).0)
    }

    /// Exclusive-ored with a square, brings this side's king to the files e to h.
    #[inline(always)]
    pub(super) fn mirror(&self) -> usize {
        if self.king & 7 < 4 { 7 } else { 0 }
    }

    /// The number of men of a kind.
    #[inline(always)]
    pub(super) fn number(&self, kind: usize) -> i32 {
        count(self.men[kind])
    }

    /// Fills in the attacks of pawns and the king.
    #[inline(always)]
    pub(super) fn look(&mut self) {
        let (west, east) = captures(self.men[PAWN]);
        self.attacks[PAWN] = west | east;
        self.attacks[KING] = get_king_moves(square(self.king)).0;
        self.twice = west & east | self.attacks[PAWN] & self.attacks[KING];
        self.attacked = self.attacks[PAWN] | self.attacks[KING];
    }
}
