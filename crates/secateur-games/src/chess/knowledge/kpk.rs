//! King and pawn against king: who wins, for every position, by retrograde analysis (Ströhlein 1970).

use super::squares::*;
use cozy_chess::get_king_moves;
use std::sync::LazyLock;

/// By side to move, pawn (files a to d, ranks 2 to 7), king of the side with the pawn, other king.
const POSITIONS: usize = 2 * 24 * 64 * 64;

/// A bit for every position, set where the side with the pawn wins.
static WINS: LazyLock<Box<[u64]>> = LazyLock::new(analyse);

/// A position in which the side with the pawn moves up the board, and the pawn is on files a to d.
#[derive(Copy, Clone)]
struct Position {
    /// Whether the side with the pawn is to move.
    attacking: bool,
    pawn: usize,
    king: usize,
    other: usize,
}

impl Position {
    fn index(self) -> usize {
        let pawn = (self.pawn >> 3) * 4 + (self.pawn & 7) - 4;
        ((usize::from(self.attacking) * 24 + pawn) * 64 + self.king) * 64 + self.other
    }

    fn at(index: usize) -> Position {
        let pawn = index >> 12;
        let (attacking, pawn) = (pawn >= 24, pawn % 24);
        let pawn = (pawn / 4 + 1) * 8 + pawn % 4;
        Position { attacking, pawn, king: index >> 6 & 63, other: index & 63 }
    }

    /// Whether the rules allow it: nobody on the same square, nobody left in check.
    fn is_legal(self) -> bool {
        let check = pawn_attacks(1 << self.pawn) >> self.other & 1 != 0;
        let apart = apart(self.king, self.other) > 1 && self.pawn != self.king && self.pawn != self.other;
        apart && !(check && self.attacking)
    }

    /// Whether the side with the pawn wins, as far as `wins` has found out.
    fn wins(self, wins: &[u64]) -> bool {
        if self.attacking { self.some_move_wins(wins) } else { self.all_moves_lose(wins) }
    }

    fn some_move_wins(self, wins: &[u64]) -> bool {
        let beside_other = get_king_moves(square(self.other)).0 | 1 << self.other;
        let steps = get_king_moves(square(self.king)).0 & !beside_other & !(1 << self.pawn);
        if each(steps).any(|king| is_win(wins, Position { attacking: false, king, ..self })) {
            return true;
        }
        let pushed = self.pawn + 8;
        if pushed == self.king || pushed == self.other {
            return false;
        }
        if pushed >= 56 {
            // The new queen wins if it cannot be taken; where it would leave no move, a rook wins.
            return beside_other >> pushed & 1 == 0 || apart(self.king, pushed) == 1;
        }
        let push = |pawn| is_win(wins, Position { attacking: false, pawn, ..self });
        let twice = pushed + 8;
        push(pushed) || self.pawn < 16 && twice != self.king && twice != self.other && push(twice)
    }

    fn all_moves_lose(self, wins: &[u64]) -> bool {
        let held = get_king_moves(square(self.king)).0;
        let taboo = held | pawn_attacks(1 << self.pawn);
        let steps = get_king_moves(square(self.other)).0 & !taboo;
        // Taking the pawn draws: `steps` has its square only if the king does not hold it.
        steps != 0
            && steps >> self.pawn & 1 == 0
            && each(steps).all(|other| is_win(wins, Position { attacking: true, other, ..self }))
    }
}

#[inline(always)]
fn is_win(wins: &[u64], position: Position) -> bool {
    let index = position.index();
    wins[index / 64] >> (index % 64) & 1 != 0
}

/// Marks as won what leads to wins, until nothing new is found. The rest is drawn.
fn analyse() -> Box<[u64]> {
    let mut wins = vec![0_u64; POSITIONS / 64].into_boxed_slice();
    let mut open: Vec<usize> = (0..POSITIONS).filter(|&index| Position::at(index).is_legal()).collect();
    loop {
        let before = open.len();
        open.retain(|&index| {
            let won = Position::at(index).wins(&wins);
            wins[index / 64] |= u64::from(won) << (index % 64);
            !won
        });
        if open.len() == before {
            return wins;
        }
    }
}

/// Whether the side with the pawn wins. Squares are as that side sees them, its pawn moving up.
pub(super) fn wins(attacking: bool, pawn: usize, king: usize, other: usize) -> bool {
    let mirror = if pawn & 7 > 3 { 7 } else { 0 };
    let position = Position { attacking, pawn: pawn ^ mirror, king: king ^ mirror, other: other ^ mirror };
    is_win(&WINS, position)
}

/// Does the analysis now, so that no node has to.
pub(super) fn prepare() {
    LazyLock::force(&WINS);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{Board, BoardBuilder, Color, GameStatus, Move, Piece, Square};

    fn board(position: Position) -> Option<Board> {
        // cozy-chess would let kings stand side by side.
        if apart(position.king, position.other) < 2 {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        *builder.square_mut(square(position.king)) = Some((Piece::King, Color::White));
        *builder.square_mut(square(position.other)) = Some((Piece::King, Color::Black));
        *builder.square_mut(square(position.pawn)) = Some((Piece::Pawn, Color::White));
        builder.side_to_move = if position.attacking { Color::White } else { Color::Black };
        builder.build().ok().filter(|board| board.occupied().len() == 3)
    }

    fn value(board: &Board) -> bool {
        let only = |kind, colour| board.colored_pieces(colour, kind).next_square().map(|sq| sq as usize);
        let (king, other) = (board.king(Color::White) as usize, board.king(Color::Black) as usize);
        let attacking = board.side_to_move() == Color::White;
        match only(Piece::Pawn, Color::White) {
            Some(pawn) => wins(attacking, pawn, king, other),
            // A new queen or rook wins unless it is taken at once or leaves no move.
            None => {
                let heavy = (board.pieces(Piece::Queen) | board.pieces(Piece::Rook)).next_square();
                let taken = heavy.is_some_and(|sq| moves(board).iter().any(|m| m.to == sq));
                heavy.is_some() && !taken && board.status() != GameStatus::Drawn
            }
        }
    }

    fn moves(board: &Board) -> Vec<Move> {
        let mut all = Vec::new();
        board.generate_moves(|moves| {
            all.extend(moves);
            false
        });
        all
    }

    #[test]
    fn every_position_is_worth_what_its_best_move_leads_to() {
        let mut seen = 0;
        for index in 0..POSITIONS {
            let position = Position::at(index);
            assert_eq!(position.index(), index);
            let Some(board) = board(position) else {
                assert!(!is_win(&WINS, position));
                continue;
            };
            seen += 1;
            let after = |m: &Move| {
                let mut child = board.clone();
                child.play(*m);
                value(&child)
            };
            let moves = moves(&board);
            let best = if position.attacking {
                moves.iter().any(after)
            } else {
                !moves.is_empty() && moves.iter().all(after)
            };
            assert_eq!(value(&board), best, "{board}");
        }
        // Edwards (1995) counts 163,328 positions with White to move and 168,024 with Black, on eight files.
        assert_eq!(2 * seen, 163_328 + 168_024);
    }

    #[test]
    fn what_every_player_knows() {
        let facts = [
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", false),
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", true),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            ("8/8/8/8/P6k/8/8/7K w - - 0 1", true),
            ("7k/8/8/8/P7/8/8/K7 b - - 0 1", true),
        ];
        for (fen, wins) in facts {
            let board: Board = fen.parse().unwrap();
            assert_eq!(value(&board), wins, "{fen}");
            let flipped = |sq: Square| sq.flip_file() as usize;
            let pawn = board.pieces(Piece::Pawn).next_square().unwrap();
            let (king, other) = (board.king(Color::White), board.king(Color::Black));
            let attacking = board.side_to_move() == Color::White;
            assert_eq!(super::wins(attacking, flipped(pawn), flipped(king), flipped(other)), wins, "{fen}");
        }
    }
}
