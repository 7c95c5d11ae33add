//! Moves in groups: a piece and the set of its targets.

use super::checks;
use super::exchange::attackers;
use super::position::en_passant_square;
use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves,
};

/// The ranks on which pawns promote.
pub(super) const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// Up to sixteen pieces, and two pawns that take en passant, each in a group of its own.
pub(super) type Groups = ArrayVec<PieceMoves, 18>;

/// A kind of moves.
#[derive(Copy, Clone)]
enum Which {
    /// All legal moves.
    All,
    /// Captures, and promotions to queens; promotions to anything else are not among them.
    Noisy,
    /// All moves that are not noisy: castling and promotions to lesser pieces, too.
    Quiet,
    /// The quiet moves that give check, by themselves or by discovery; of the promotions, those to knights
    /// only: what a lesser slider attacks, the queen attacks.
    Checks,
}

impl Which {
    /// The pieces that pawns are promoted to.
    #[inline(always)]
    fn promotions(self) -> &'static [Option<Piece>] {
        use Piece::{Bishop, Knight, Queen, Rook};
        match self {
            Which::All => &[Some(Queen), Some(Knight), Some(Rook), Some(Bishop)],
            Which::Noisy => &[Some(Queen)],
            Which::Quiet => &[Some(Knight), Some(Rook), Some(Bishop)],
            Which::Checks => &[Some(Knight)],
        }
    }
}

/// An iterator over legal moves. They are listed when the first one is asked for.
pub(super) struct Moves<'a> {
    which: Which,
    /// The board, until it has been listed.
    unasked: Option<&'a Board>,
    groups: Groups,
    /// The next group.
    at: usize,
    /// The rest of the current group.
    group: PieceMoves,
    /// The number of promotions handed out for the current target.
    promoted: usize,
}

impl<'a> Moves<'a> {
    #[inline(always)]
    fn new(which: Which, board: &'a Board) -> Self {
        let group = PieceMoves { piece: Piece::King, from: Square::A1, to: BitBoard::EMPTY };
        Moves { which, unasked: Some(board), groups: Groups::new_const(), at: 0, group, promoted: 0 }
    }

    /// An iterator over all legal moves.
    #[inline(always)]
    pub(super) fn all(board: &'a Board) -> Self {
        Self::new(Which::All, board)
    }

    /// An iterator over captures, and promotions to queens.
    #[inline(always)]
    pub(super) fn noisy(board: &'a Board) -> Self {
        Self::new(Which::Noisy, board)
    }

    /// An iterator over all moves that are not noisy.
    #[inline(always)]
    pub(super) fn quiet(board: &'a Board) -> Self {
        Self::new(Which::Quiet, board)
    }

    /// An iterator over the quiet moves that give check.
    #[inline(always)]
    pub(super) fn checks(board: &'a Board) -> Self {
        Self::new(Which::Checks, board)
    }

    /// Lists the groups, unless that has been done.
    #[inline(always)]
    fn ask(&mut self) {
        if let Some(board) = self.unasked.take() {
            match self.which {
                Which::All => list_all(board, &mut self.groups),
                Which::Noisy => list_noisy(board, &mut self.groups),
                Which::Quiet => list_quiet(board, &mut self.groups),
                Which::Checks => checks::list(board, &mut self.groups),
            }
        }
    }

    /// The number of moves that a group stands for.
    #[inline(always)]
    fn size(&self, group: &PieceMoves) -> usize {
        promoting(group).len() as usize * (self.which.promotions().len() - 1) + group.to.len() as usize
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
        self.ask();
        loop {
            if let Some(m) = take(&mut self.group, self.which, &mut self.promoted) {
                return Some(m);
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

    /// Counts the moves without handing any of them out.
    #[inline]
    fn count(mut self) -> usize {
        self.ask();
        self.left()
    }

    /// Goes group by group: what depends on the piece alone is computed once per piece.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Move) -> B>(mut self, init: B, mut f: F) -> B {
        let which = self.which;
        self.ask();
        let (mut folded, mut group, mut promoted) = (init, self.group, self.promoted);
        let mut groups = self.groups[self.at..].iter();
        loop {
            while let Some(m) = take(&mut group, which, &mut promoted) {
                folded = f(folded, m);
            }
            match groups.next() {
                Some(next) => group = *next,
                None => break,
            }
        }
        folded
    }
}

/// Takes the next move out of a group. `promoted` is the number of promotions taken already on the current target.
#[inline(always)]
fn take(group: &mut PieceMoves, which: Which, promoted: &mut usize) -> Option<Move> {
    let (from, to) = (group.from, group.to.next_square()?);
    let mut promotion = None;
    if promoting(group).has(to) {
        let promotions = which.promotions();
        promotion = promotions[*promoted];
        *promoted += 1;
        if *promoted < promotions.len() {
            return Some(Move { from, to, promotion });
        }
        *promoted = 0;
    }
    group.to ^= to.bitboard();
    Some(Move { from, to, promotion })
}

/// The targets on which pawns promote.
#[inline(always)]
fn promoting(group: &PieceMoves) -> BitBoard {
    if group.piece == Piece::Pawn { group.to & LAST_RANKS } else { BitBoard::EMPTY }
}

fn list_all(board: &Board, groups: &mut Groups) {
    board.generate_moves(|group| {
        groups.push(group);
        false
    });
}

fn list_noisy(board: &Board, groups: &mut Groups) {
    let us = board.side_to_move();
    let (ours, theirs) = (board.colors(us), board.colors(!us));
    let (occupied, pinned, king) = (board.occupied(), board.pinned(), board.king(us));
    let mut add = |piece, from, to: BitBoard| {
        if !to.is_empty() {
            groups.push(PieceMoves { piece, from, to });
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
        let along = |from| if pinned.has(from) { get_line_rays(king, from) & targets } else { targets };
        let pawns = ours & board.pieces(Piece::Pawn);
        let promoting = pawns & Rank::Seventh.relative_to(us).bitboard();
        if promoting.is_empty() && board.en_passant().is_none() {
            let takers = pawns & pawns_attacking(targets, us);
            for from in (takers & !pinned).iter().chain(takers & pinned) {
                add(Piece::Pawn, from, get_pawn_attacks(from, us) & along(from));
            }
        } else {
            let taken = targets | en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
            board.generate_moves_for(promoting | pawns & pawns_attacking(taken, us), |group| {
                add(Piece::Pawn, group.from, group.to & (taken | LAST_RANKS));
                false
            });
        }
        for from in ours & board.pieces(Piece::Knight) & !pinned {
            add(Piece::Knight, from, get_knight_moves(from) & targets);
        }
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
}

fn list_quiet(board: &Board, groups: &mut Groups) {
    let theirs = board.colors(!board.side_to_move());
    let passed = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    board.generate_moves(|PieceMoves { piece, from, to }| {
        let to = if piece == Piece::Pawn { to & (!(theirs | passed) | LAST_RANKS) } else { to & !theirs };
        if !to.is_empty() {
            groups.push(PieceMoves { piece, from, to });
        }
        false
    });
}

/// The squares from which pawns of a colour attack one of a set.
#[inline(always)]
pub(super) fn pawns_attacking(BitBoard(squares): BitBoard, colour: Color) -> BitBoard {
    let (a, h) = (File::A.bitboard().0, File::H.bitboard().0);
    BitBoard(match colour {
        Color::White => (squares & !h) >> 7 | (squares & !a) >> 9,
        Color::Black => (squares & !a) << 7 | (squares & !h) << 9,
    })
}
