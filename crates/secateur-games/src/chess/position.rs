use super::fen::castles_as_usual;
use super::moves::Moves;
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use secateur::{Game, Keyed, Score};

/// The squares of the colour of a1.
pub(super) const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);

/// A position of chess: a board, and the way castling is written.
///
/// Moves are those of [`cozy_chess`]: castling is the king taking its own rook.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, chess::Chess};
///
/// let mate = Chess::read("startpos moves f2f3 e7e5 g2g4 d8h4").unwrap();
/// assert_eq!((mate.moves().count(), mate.no_moves()), (0, Score::LOSS));
/// let bare = Chess::read("8/8/4k3/8/8/3BK3/8/8 w - - 0 1").unwrap();
/// assert_eq!(bare.outcome(), Some(Score::DRAW));
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    chess960: bool,
    /// The kind of the piece on each square; on empty squares, that of the last piece there.
    kinds: [Piece; Square::NUM],
}

impl From<Board> for Chess {
    /// Castling is written as in ordinary chess unless it takes place elsewhere; see [`Chess::chess960`].
    fn from(board: Board) -> Self {
        let chess960 = !castles_as_usual(&board);
        let kinds = Square::ALL.map(|square| board.piece_on(square).unwrap_or(Piece::Pawn));
        Chess { board, chess960, kinds }
    }
}

/// Equality ignores the way castling is written.
impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for Chess {}

impl Chess {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The same position, with castling written as in Chess960: the king takes its own rook.
    ///
    /// ```
    /// use secateur_games::{Notation, chess::Chess};
    ///
    /// let pos = Chess::read("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let castling = pos.read_move("e1g1").unwrap();
    /// assert_eq!(pos.write_move(castling), "e1g1");
    /// assert_eq!(pos.chess960().write_move(castling), "e1h1");
    /// ```
    pub fn chess960(self) -> Self {
        Chess { chess960: true, ..self }
    }

    /// Whether castling is written as in Chess960.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Whether a legal move castles. Its target is then a piece of its own side, which no other move's is.
    #[inline(always)]
    pub(super) fn is_castling(&self, m: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(m.to)
    }

    /// The kind of the piece that stands on a square, where one does.
    #[inline(always)]
    pub(super) fn kind_on(&self, square: Square) -> Piece {
        self.kinds[square as usize]
    }

    /// The piece that a legal move captures.
    #[inline(always)]
    pub(super) fn captured(&self, m: Move) -> Option<Piece> {
        if self.board.colors(!self.board.side_to_move()).has(m.to) {
            Some(self.kind_on(m.to))
        } else {
            self.is_en_passant(m).then_some(Piece::Pawn)
        }
    }

    /// Whether a legal move captures en passant. No pawn can step straight to that square: the pawn that
    /// passed it is in the way.
    #[inline(always)]
    pub(super) fn is_en_passant(&self, m: Move) -> bool {
        en_passant_square(&self.board) == Some(m.to) && self.board.pieces(Piece::Pawn).has(m.from)
    }

    /// Whether neither side can ever mate, whatever it plays: bare kings, one minor piece, or bishops on
    /// squares of one colour.
    fn is_bare(&self) -> bool {
        let board = &self.board;
        let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
        let bishops = board.pieces(Piece::Bishop);
        minors.len() <= 1
            || board.pieces(Piece::Knight).is_empty()
                && (bishops.is_subset(DARK) || bishops.is_disjoint(DARK))
    }

    /// A draw once fifty moves of each side were made without a capture or a pawn move, unless the last one mated.
    #[cold]
    fn after_fifty(&self) -> Option<Score> {
        let is_mate = !self.board.checkers().is_empty() && self.moves().next().is_none();
        (!is_mate).then_some(Score::DRAW)
    }

    /// The key of everything that a repetition repeats: the men, the turn, and the rights.
    #[inline(always)]
    pub(super) fn repeated(&self) -> u64 {
        match en_passant_square(&self.board) {
            None => self.board.hash(),
            Some(passed) => self.key_after_double_step(passed),
        }
    }

    /// The key of a position whose last move was a double step: the en passant square counts only where the capture is
    /// legal.
    #[cold]
    fn key_after_double_step(&self, passed: Square) -> u64 {
        let side = self.board.side_to_move();
        let pawns = self.board.colored_pieces(side, Piece::Pawn) & get_pawn_attacks(passed, !side);
        let takes = |from| self.board.is_legal(Move { from, to: passed, promotion: None });
        if pawns.iter().any(takes) { self.board.hash() } else { self.board.hash_without_ep() }
    }

    /// The position with the count of moves without progress at its beginning, and the plies that it has left.
    pub(super) fn as_if_fresh(&self) -> (Self, u32) {
        let mut board = self.board.clone();
        board.set_halfmove_clock(0);
        (Chess { board, ..*self }, 100 - u32::from(self.board.halfmove_clock().min(100)))
    }

    /// The position with the turn passed, where nothing forbids it. The count of moves without progress
    /// stands still.
    #[inline(always)]
    pub(super) fn passed(&self) -> Option<Self> {
        let mut board = self.board.null_move()?;
        board.set_halfmove_clock(self.board.halfmove_clock());
        Some(Chess { board, ..*self })
    }
}

/// Up to this many plies without progress, no search that can be afforded gets to the fifty moves.
const STILL: u8 = 60;

/// The square that the pawn that has just moved two steps has passed.
#[inline(always)]
pub(super) fn en_passant_square(board: &Board) -> Option<Square> {
    let rank = if board.side_to_move() == Color::White { Rank::Sixth } else { Rank::Third };
    board.en_passant().map(|file| Square::new(file, rank))
}

impl Game for Chess {
    type Move = Move;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Move> {
        Moves::all(&self.board)
    }

    #[inline(always)]
    fn play(&mut self, m: Move) {
        let kind = m.promotion.unwrap_or(self.kind_on(m.from));
        if self.is_castling(m) {
            let short = m.from.file() < m.to.file();
            let (king, rook) = if short { (File::G, File::F) } else { (File::C, File::D) };
            self.kinds[Square::new(king, m.from.rank()) as usize] = Piece::King;
            self.kinds[Square::new(rook, m.from.rank()) as usize] = Piece::Rook;
        } else {
            self.kinds[m.to as usize] = kind;
        }
        self.board.play_unchecked(m);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        let board = &self.board;
        if board.halfmove_clock() >= 100 {
            return self.after_fifty();
        }
        let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        (mating.is_empty() && self.is_bare()).then_some(Score::DRAW)
    }

    /// Checkmate or stalemate.
    #[inline(always)]
    fn no_moves(&self) -> Score {
        if self.board.checkers().is_empty() { Score::DRAW } else { Score::LOSS }
    }
}

/// The codes of promotions, from 1; 0 is none.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl Keyed for Chess {
    /// The key of the position as repetitions see it, mixed with the count of the fifty moves where that comes near:
    /// it changes values then.
    #[inline(always)]
    fn key(&self) -> u64 {
        let clock = self.board.halfmove_clock();
        let near = if clock > STILL { u64::from(clock).wrapping_mul(0x9e37_79b9_7f4a_7c15) } else { 0 };
        self.repeated() ^ near
    }

    #[inline(always)]
    fn key_after(&self, m: Move) -> Option<u64> {
        Some(self.keys_after(m))
    }

    #[inline(always)]
    fn encode(&self, m: Move) -> u16 {
        // Knight is 1, as above.
        let promotion = m.promotion.map_or(0, |piece| piece as u16);
        m.from as u16 | (m.to as u16) << 6 | promotion << 12
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<Move> {
        let square = |bits: u16| Square::index(usize::from(bits & 63));
        let promotion = match code >> 12 {
            0 => None,
            n => Some(*PROMOTIONS.get(usize::from(n) - 1)?),
        };
        let m = Move { from: square(code), to: square(code >> 6), promotion };
        self.board.is_legal(m).then_some(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Notation;

    #[test]
    fn kinds_follow_the_board() {
        fn walk(pos: &Chess, depth: u32) {
            for square in pos.board.occupied() {
                assert_eq!(Some(pos.kind_on(square)), pos.board.piece_on(square), "{} {square}", pos.write());
            }
            if depth > 0 {
                pos.moves().for_each(|m| walk(&pos.child(m), depth - 1));
                pos.passed().iter().for_each(|passed| walk(passed, depth - 1));
            }
        }
        // Castling on both sides, en passant, and promotions; then castling from unusual squares.
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1r2kr2/8/8/8/8/8/8/RK3R2 w FAfb - 0 1",
        ] {
            walk(&Chess::read(fen).unwrap(), 3);
        }
    }
}
