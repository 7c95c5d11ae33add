use super::Chess;
use super::checks::Checks;
use super::ending;
use super::moves::{Moves, pawns_attacking};
use cozy_chess::{BitBoard, Color, Move, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};
use secateur::Hints;

impl Hints for Chess {
    const BY_LIST: bool = false;

    /// Captures, en passant among them, and promotions to queens. Promotions to lesser pieces are quiet,
    /// even if they capture.
    #[inline(always)]
    fn noisy(&self) -> impl Iterator<Item = Move> {
        Moves::noisy(self.board())
    }

    /// None in check, and none with only king and pawns, where having to move is often the problem.
    #[inline(always)]
    fn null_move(&self) -> Option<Self> {
        let board = self.board();
        let plain = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        if board.colors(board.side_to_move()).is_subset(plain) { None } else { self.passed() }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    /// Captures, moves of pawns, and moves that lose a right to castle.
    #[inline(always)]
    fn irreversible(&self, m: Move) -> bool {
        let board = self.board();
        // Castling "takes" a piece, too.
        if board.occupied().has(m.to) || board.pieces(Piece::Pawn).has(m.from) {
            return true;
        }
        let us = board.side_to_move();
        let rights = board.castle_rights(us);
        if rights.short.is_none() && rights.long.is_none() {
            return false;
        }
        let (king, file) = (board.king(us), Some(m.from.file()));
        // With a right left, the king stands on its back rank.
        m.from == king || m.from.rank() == king.rank() && (file == rights.short || file == rights.long)
    }

    /// The most valuable victim by the least valuable attacker; promotions by what they gain. Castling
    /// comes before other quiet moves, promotions to lesser pieces after them.
    #[inline(always)]
    fn move_score(&self, m: Move) -> i32 {
        let (won, attacker) = (self.winnings(m), self.kind_on(m.from));
        match m.promotion {
            // Ten times the scale, so that the attacker only breaks ties.
            None | Some(Piece::Queen) if won > 0 => 10 * won - attacker as i32,
            None | Some(Piece::Queen) => i32::from(self.is_castling(m)),
            Some(_) => -1,
        }
    }

    /// A piece is in danger on a square that a lesser one of the opponent attacks: any piece by a pawn, rooks and
    /// queens by a knight or a bishop, queens by a rook.
    #[inline(always)]
    fn safety(&self) -> impl Fn(Move) -> i32 {
        use Piece::{Bishop, Knight, Pawn, Rook};
        let (board, us) = (self.board(), self.board().side_to_move());
        let (theirs, occupied) = (board.colors(!us), board.occupied());
        let reach = |kinds: BitBoard, attacks: fn(Square, BitBoard) -> BitBoard| {
            (theirs & kinds).iter().fold(BitBoard::EMPTY, |all, from| all | attacks(from, occupied))
        };
        // Their pawns attack every square from which our pawn would attack one of theirs.
        let pawns = pawns_attacking(theirs & board.pieces(Pawn), us);
        let minors = pawns
            | reach(board.pieces(Knight), |from, _| get_knight_moves(from))
            | reach(board.pieces(Bishop), get_bishop_moves);
        let rooks = minors | reach(board.pieces(Rook), get_rook_moves);
        let dangers = [BitBoard::EMPTY, pawns, pawns, minors, rooks, pawns];
        move |m| {
            let danger = dangers[self.kind_on(m.from) as usize];
            i32::from(danger.has(m.from)) - i32::from(danger.has(m.to))
        }
    }

    #[inline(always)]
    fn is_noisy(&self, m: Move) -> bool {
        match m.promotion {
            None => {
                let board = self.board();
                board.colors(!board.side_to_move()).has(m.to) || self.is_en_passant(m)
            }
            Some(piece) => piece == Piece::Queen,
        }
    }

    #[inline(always)]
    fn identity(&self) -> u64 {
        self.repeated()
    }

    /// With the count of moves without progress from the first one on.
    fn whole(&self) -> u64 {
        let clock = u64::from(self.board().halfmove_clock()) + 1;
        self.repeated() ^ clock.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn fresh(&self) -> Option<(Self, u32)> {
        Some(self.as_if_fresh())
    }

    fn positions_left(&self) -> Option<u64> {
        ending::positions_left(self.board())
    }

    fn folded(&self) -> u64 {
        self.folded_key()
    }

    #[inline(always)]
    fn threatens(&self) -> impl Fn(Move) -> bool {
        let checks = Checks::new(self.board());
        move |m| checks.are_given_by(self.kind_on(m.from), m)
    }

    /// Checks, and the moves of which it is not plain whether they give check: castling, and captures en passant.
    #[inline(always)]
    fn may_win(&self) -> impl Fn(Move) -> bool {
        let checks = Checks::new(self.board());
        move |m| checks.are_given_by(self.kind_on(m.from), m) || self.is_castling(m) || self.is_en_passant(m)
    }

    #[inline(always)]
    fn quiet(&self) -> impl Iterator<Item = Move> {
        Moves::quiet(self.board())
    }

    /// Direct and discovered checks; of the promotions to lesser pieces, only those to knights.
    #[inline(always)]
    fn checks(&self) -> impl Iterator<Item = Move> {
        Moves::checks(self.board())
    }

    #[inline(always)]
    fn gain(&self, m: Move) -> i32 {
        self.winnings(m)
    }

    #[inline(always)]
    fn exchange(&self, m: Move, least: i32) -> bool {
        self.wins_exchange(m, least)
    }

    /// Side, square from, square to.
    const FROM_TO_RANGE: usize = 2 * 64 * 64;

    #[inline(always)]
    fn from_to(&self, m: Move) -> usize {
        (self.board().side_to_move() as usize * 64 + m.from as usize) * 64 + m.to as usize
    }

    /// Side, piece, square to.
    const PIECE_TO_RANGE: usize = 2 * 6 * 64;

    #[inline(always)]
    fn piece_to(&self, m: Move) -> usize {
        let (side, piece) = (self.board().side_to_move(), self.kind_on(m.from));
        (side as usize * 6 + piece as usize) * 64 + m.to as usize
    }

    /// The kind of the piece taken, or none, for a promotion.
    const CAPTURED_RANGE: usize = 6;

    #[inline(always)]
    fn captured(&self, m: Move) -> usize {
        // No king is ever taken: its place stands for none.
        self.captured(m).unwrap_or(Piece::King) as usize
    }

    /// Pawns; White's pieces; Black's; kings, knights and bishops. Each with the side to move.
    #[inline(always)]
    fn correction_keys(&self) -> impl Iterator<Item = u64> {
        use Piece::{Bishop, King, Knight, Pawn, Queen, Rook};
        let board = self.board();
        let both = |piece: Piece| [Color::White, Color::Black].map(|side| board.colored_pieces(side, piece));
        let of =
            |side| [Knight, Bishop, Rook, Queen, King].map(|piece: Piece| board.colored_pieces(side, piece));
        let seed = board.side_to_move() as u64;
        let minor = [both(King), both(Knight), both(Bishop)];
        [
            mix(seed, &both(Pawn)),
            mix(seed + 2, &of(Color::White)),
            mix(seed + 4, &of(Color::Black)),
            mix(seed + 6, minor.as_flattened()),
        ]
        .into_iter()
    }

    #[inline(always)]
    fn leads_to(&self, key: u64) -> bool {
        self.may_return_to(key)
    }
}

/// A key for some sets of squares: multiply, and fold the well-mixed upper half down, for each.
#[inline(always)]
fn mix(seed: u64, sets: &[BitBoard]) -> u64 {
    // The golden ratio's fraction, and the multiplier of Steele and Vigna's generators (2021).
    sets.iter().fold((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15), |key, set| {
        let product = (key ^ set.0).wrapping_mul(0xd134_2543_de82_ef95);
        product ^ product >> 32
    })
}

#[cfg(test)]
mod tests {
    use crate::Notation;
    use crate::chess::Chess;
    use secateur::{Game, Hints};

    /// Random games, in which few moves give check, and each that does may win.
    #[test]
    fn every_check_may_win_and_hardly_anything_else() {
        let (mut checks, mut others, mut quiet) = (0, 0, 0);
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) as usize % n
        };
        for _ in 0..40 {
            let mut pos = Chess::start();
            for _ in 0..80 {
                let moves: Vec<_> = pos.moves().collect();
                if moves.is_empty() || pos.outcome().is_some() {
                    break;
                }
                let may_win = pos.may_win();
                for &m in &moves {
                    match (pos.child(m).in_check(), may_win(m)) {
                        (true, may) => {
                            assert!(may, "{}: {}", pos.write(), pos.write_move(m));
                            checks += 1;
                        }
                        (false, true) => others += 1,
                        (false, false) => quiet += 1,
                    }
                }
                drop(may_win);
                pos = pos.child(moves[below(moves.len())]);
            }
        }
        assert!(checks > 500 && quiet > 20 * others, "{checks} checks, {others} others, {quiet} quiet");
    }
}
