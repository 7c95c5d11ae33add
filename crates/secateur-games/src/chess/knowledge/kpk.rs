//! King and pawn against king: the winner, for every position, by retrograde analysis (Ströhlein 1970).

use super::squares::*;
use cozy_chess::get_king_moves;
use std::sync::LazyLock;

/// For every side to move (the side with the pawn: 1), pawn (files a to d, ranks 2 to 7) and king of its side,
/// the squares on which the other king loses.
type Wins = [[[u64; 64]; 24]; 2];

static WINS: LazyLock<Box<Wins>> = LazyLock::new(analyse);

/// The number of a pawn on files a to d.
fn number(pawn: usize) -> usize {
    (pawn >> 3) * 4 + (pawn & 7) - 4
}

fn steps(king: usize) -> u64 {
    get_king_moves(square(king)).0
}

/// The squares from which a king attacks one of a set.
fn beside(set: u64) -> u64 {
    let aside = set << 1 & !FILE_A | set >> 1 & !FILE_H;
    let rows = set | aside;
    aside | rows << 8 | rows >> 8
}

/// The squares where the other king may stand: on no other man's square, and with nobody left in check.
fn legal(attacking: bool, pawn: usize, king: usize) -> u64 {
    let check = if attacking { pawn_attacks(1 << pawn) } else { 0 };
    if king == pawn { 0 } else { !(steps(king) | 1 << king | 1 << pawn | check) }
}

/// The squares where the other king loses because some move of the side with the pawn wins, as far as `wins` goes so far.
fn some_move_wins(wins: &Wins, pawn: usize, king: usize) -> u64 {
    let lost = |pawn: usize, king: usize| wins[0][number(pawn)][king];
    let by_king = each(steps(king) & !(1 << pawn)).fold(0, |all, king| all | lost(pawn, king));
    let pushed = pawn + 8;
    if pushed == king {
        return by_king;
    }
    let by_pawn = if pushed >= 56 {
        // The new queen wins if it cannot be taken; where it would leave no move, a rook wins.
        if apart(king, pushed) == 1 { !0 } else { !beside(1 << pushed) }
    } else {
        let twice = pushed + 8;
        lost(pushed, king) | if pawn < 16 && twice != king { lost(twice, king) } else { 0 }
    };
    by_king | by_pawn & !(1 << pushed)
}

/// The squares where the other king, to move, can move, and loses whatever it does.
fn all_moves_lose(wins: &Wins, pawn: usize, king: usize) -> u64 {
    let free = !(steps(king) | pawn_attacks(1 << pawn));
    // Taking the pawn draws: no position in which the king stands there is lost.
    let saved = free & !wins[1][number(pawn)][king];
    beside(free) & !beside(saved)
}

/// Marks positions that lead to wins as won, until nothing new is found. The rest is drawn.
fn analyse() -> Box<Wins> {
    let mut wins = Box::new([[[0; 64]; 24]; 2]);
    loop {
        let mut found = false;
        for pawn in (8..56).filter(|pawn| pawn & 7 < 4) {
            for king in 0..64 {
                let by_side = [all_moves_lose(&wins, pawn, king), some_move_wins(&wins, pawn, king)];
                for (side, lost) in by_side.into_iter().enumerate() {
                    let lost = lost & legal(side == 1, pawn, king);
                    let known = &mut wins[side][number(pawn)][king];
                    found |= *known != lost;
                    *known = lost;
                }
            }
        }
        if !found {
            return wins;
        }
    }
}

/// Whether the side with the pawn wins. Squares are as that side sees them, its pawn moving up.
pub(super) fn wins(attacking: bool, pawn: usize, king: usize, other: usize) -> bool {
    let mirror = if pawn & 7 > 3 { 7 } else { 0 };
    let lost = WINS[usize::from(attacking)][number(pawn ^ mirror)][king ^ mirror];
    lost >> (other ^ mirror) & 1 != 0
}

/// Does the analysis now, so that no node has to.
pub(super) fn prepare() {
    LazyLock::force(&WINS);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{Board, BoardBuilder, Color, GameStatus, Move, Piece, Square};

    fn board(attacking: bool, pawn: usize, king: usize, other: usize) -> Option<Board> {
        // cozy-chess would let kings stand side by side.
        if apart(king, other) < 2 {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        *builder.square_mut(square(king)) = Some((Piece::King, Color::White));
        *builder.square_mut(square(other)) = Some((Piece::King, Color::Black));
        *builder.square_mut(square(pawn)) = Some((Piece::Pawn, Color::White));
        builder.side_to_move = if attacking { Color::White } else { Color::Black };
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
        for position in 0..2 * 48 * 64 * 64 {
            let (attacking, pawn) = (position >> 12 >= 48, 8 + (position >> 12) % 48);
            let (king, other) = (position >> 6 & 63, position & 63);
            let Some(board) = board(attacking, pawn, king, other) else {
                assert!(!wins(attacking, pawn, king, other));
                continue;
            };
            seen += 1;
            let after = |m: &Move| {
                let mut child = board.clone();
                child.play(*m);
                value(&child)
            };
            let moves = moves(&board);
            let best = if attacking {
                moves.iter().any(after)
            } else {
                !moves.is_empty() && moves.iter().all(after)
            };
            assert_eq!(value(&board), best, "{board}");
        }
        // Edwards (1995) counts 163,328 positions with White to move and 168,024 with Black, on eight files.
        assert_eq!(seen, 163_328 + 168_024);
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
