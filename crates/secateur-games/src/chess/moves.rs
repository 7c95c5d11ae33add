//! Moves in groups: a piece and the set of its targets.

use super::exchange::attackers;
use super::position::en_passant_square;
use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

/// Where pawns promote.
const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// Sixteen pieces; and a pawn that takes en passant comes in a group of its own, of which there are two.
type Groups = ArrayVec<PieceMoves, 18>;

/// An iterator over legal moves.
pub(super) struct Moves<'a> {
    /// All moves of this board, which nobody has asked for yet.
    unasked: Option<&'a Board>,
    groups: Groups,
    /// The next group.
    at: usize,
    /// What is left of the group at hand.
    group: PieceMoves,
    /// What pawns are promoted to.
    promotions: &'static [Piece],
    /// How many of them have been listed for the target at hand.
    promoted: usize,
}

impl<'a> Moves<'a> {
    #[inline(always)]
    fn new(promotions: &'static [Piece]) -> Self {
        let group = PieceMoves { piece: Piece::King, from: Square::A1, to: BitBoard::EMPTY };
        Moves { unasked: None, groups: Groups::new_const(), at: 0, group, promotions, promoted: 0 }
    }

    /// All legal moves.
    #[inline(always)]
    pub(super) fn all(board: &'a Board) -> Self {
        let promotions = &[Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];
        Moves { unasked: Some(board), ..Self::new(promotions) }
    }

    /// Captures, and promotions to queens; promotions to anything else are not among them.
    pub(super) fn noisy(board: &Board) -> Self {
        let mut moves = Self::new(&[Piece::Queen]);
        let us = board.side_to_move();
        let (ours, theirs) = (board.colors(us), board.colors(!us));
        let (occupied, pinned, king) = (board.occupied(), board.pinned(), board.king(us));
        let mut add = |piece, from, to: BitBoard| {
            if !to.is_empty() {
                moves.groups.push(PieceMoves { piece, from, to });
            }
        };
        let mut safe = BitBoard::EMPTY;
        for to in get_king_moves(king) & theirs {
            if (attackers(board, to, occupied ^ king.bitboard()) & theirs).is_empty() {
                safe |= to.bitboard();
            }
        }
        let targets = match board.checkers().len() {
            0 => theirs,
            1 => board.checkers(),
            _ => BitBoard::EMPTY,
        };
        if !targets.is_empty() {
            let taken = targets | en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
            let seventh = Rank::Seventh.relative_to(us).bitboard();
            let pawns = ours & board.pieces(Piece::Pawn) & (pawns_attacking(taken, us) | seventh);
            if !pawns.is_empty() {
                board.generate_moves_for(pawns, |PieceMoves { piece, from, to }| {
                    add(piece, from, to & (taken | LAST_RANKS));
                    false
                });
            }
            for from in ours & board.pieces(Piece::Knight) & !pinned {
                add(Piece::Knight, from, get_knight_moves(from) & targets);
            }
            let along = |from| if pinned.has(from) { get_line_rays(king, from) & targets } else { targets };
            for from in ours & board.pieces(Piece::Bishop) {
                add(Piece::Bishop, from, get_bishop_moves(from, occupied) & along(from));
            }
            for from in ours & board.pieces(Piece::Rook) {
                add(Piece::Rook, from, get_rook_moves(from, occupied) & along(from));
            }
            for from in ours & board.pieces(Piece::Queen) {
                let to = get_bishop_moves(from, occupied) | get_rook_moves(from, occupied);
                add(Piece::Queen, from, to & along(from));
            }
        }
        add(Piece::King, king, safe);
        moves
    }

    /// All moves that are not noisy: castling and promotions to lesser pieces, too.
    pub(super) fn quiet(board: &Board) -> Self {
        let mut moves = Self::new(&[Piece::Knight, Piece::Rook, Piece::Bishop]);
        let theirs = board.colors(!board.side_to_move());
        let passed = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
        board.generate_moves(|PieceMoves { piece, from, to }| {
            let to = if piece == Piece::Pawn { to & (!(theirs | passed) | LAST_RANKS) } else { to & !theirs };
            if !to.is_empty() {
                moves.groups.push(PieceMoves { piece, from, to });
            }
            false
        });
        moves
    }

    /// The quiet moves that give check, by themselves or by discovery; of the promotions, those to knights
    /// only: what a lesser slider attacks, the queen attacks.
    pub(super) fn checks(board: &Board) -> Self {
        let mut moves = Self::new(&[Piece::Knight]);
        let us = board.side_to_move();
        let (ours, theirs, occupied) = (board.colors(us), board.colors(!us), board.occupied());
        let king = board.king(!us);
        let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
        let knight = get_knight_moves(king);
        let passed = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
        let screens = screens(board, king) & ours;
        board.generate_moves(|PieceMoves { piece, from, to }| {
            let direct = match piece {
                Piece::Pawn => {
                    let steps = get_pawn_attacks(king, !us) & !theirs & !passed & !LAST_RANKS;
                    steps | knight & LAST_RANKS
                }
                Piece::Knight => knight,
                Piece::Bishop => diagonal,
                Piece::Rook => straight,
                Piece::Queen => diagonal | straight,
                Piece::King => BitBoard::EMPTY,
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
                moves.groups.push(PieceMoves { piece, from, to: checks });
            }
            false
        });
        moves
    }

    /// Lists all moves of a board.
    fn ask(&mut self, board: &Board) {
        board.generate_moves(|group| {
            self.groups.push(group);
            false
        });
    }

    /// How many moves a group stands for.
    #[inline(always)]
    fn size(&self, group: &PieceMoves) -> usize {
        let promoting = if group.piece == Piece::Pawn { group.to & LAST_RANKS } else { BitBoard::EMPTY };
        group.to.len() as usize + promoting.len() as usize * (self.promotions.len() - 1)
    }

    fn left(&self) -> usize {
        let groups = self.groups[self.at..].iter().chain([&self.group]);
        groups.map(|group| self.size(group)).sum::<usize>() - self.promoted
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(to) = self.group.to.next_square() {
                let mut promotion = None;
                if self.group.piece == Piece::Pawn && LAST_RANKS.has(to) {
                    promotion = Some(self.promotions[self.promoted]);
                    self.promoted += 1;
                    if self.promoted < self.promotions.len() {
                        return Some(Move { from: self.group.from, to, promotion });
                    }
                    self.promoted = 0;
                }
                self.group.to ^= to.bitboard();
                return Some(Move { from: self.group.from, to, promotion });
            }
            if let Some(board) = self.unasked.take() {
                self.ask(board);
            }
            self.group = *self.groups.get(self.at)?;
            self.at += 1;
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.unasked {
            Some(_) => (0, None),
            None => (self.left(), Some(self.left())),
        }
    }

    /// Without listing any of them.
    #[inline]
    fn count(self) -> usize {
        let Some(board) = self.unasked else { return self.left() };
        let mut count = 0;
        board.generate_moves(|group| {
            count += group.len();
            false
        });
        count
    }
}

/// Where pawns of a colour attack one of the squares from.
#[inline(always)]
fn pawns_attacking(BitBoard(squares): BitBoard, colour: Color) -> BitBoard {
    let (a, h) = (File::A.bitboard().0, File::H.bitboard().0);
    BitBoard(match colour {
        Color::White => (squares & !h) >> 7 | (squares & !a) >> 9,
        Color::Black => (squares & !a) << 7 | (squares & !h) << 9,
    })
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

/// Whether a legal move gives check, by itself or by discovery. Castling is looked at as a quiet step of the
/// king: what the rook attacks is overlooked.
#[inline]
pub(super) fn gives_check(board: &Board, m: Move) -> bool {
    let us = board.side_to_move();
    let (king, own) = (board.king(!us), board.colors(us));
    let (from, to) = (m.from.bitboard(), m.to.bitboard());
    let occupied = (board.occupied() ^ from) | to;
    let piece = m.promotion.or(board.piece_on(m.from)).unwrap_or(Piece::King);
    let direct = match piece {
        Piece::Pawn => get_pawn_attacks(m.to, us).has(king),
        Piece::Knight => get_knight_moves(m.to).has(king),
        Piece::Bishop => get_bishop_moves(m.to, occupied).has(king),
        Piece::Rook => get_rook_moves(m.to, occupied).has(king),
        Piece::Queen => (get_bishop_moves(m.to, occupied) | get_rook_moves(m.to, occupied)).has(king),
        Piece::King => false,
    };
    if direct {
        return true;
    }
    let behind = own ^ from;
    let queens = board.pieces(Piece::Queen);
    let aslant = behind & (board.pieces(Piece::Bishop) | queens);
    let along = behind & (board.pieces(Piece::Rook) | queens);
    (get_bishop_rays(king).has(m.from) && !(get_bishop_moves(king, occupied) & aslant).is_empty())
        || (get_rook_rays(king).has(m.from) && !(get_rook_moves(king, occupied) & along).is_empty())
}
