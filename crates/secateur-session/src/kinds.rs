//! The kinds of a position's moves, for a laboratory that asks how likely each is.

use secateur::algo::MoveKind;
use secateur::legal_moves;
use secateur_games::Notation;
use std::cmp::Reverse;

/// The legal moves as they are written, in the order of the table's move and of the game's guesses, with their kinds.
pub(crate) fn move_kinds<G: Notation>(pos: &G, table_move: &str) -> Vec<(String, MoveKind)> {
    let (moves, threatens) = (legal_moves(pos), pos.threatens());
    let mut written = Vec::new();
    for &m in &moves {
        written.push(pos.write_move(m));
    }
    let hint = written.iter().position(|text| text == table_move);
    let mut ranks = Vec::new();
    for (n, &m) in moves.iter().enumerate() {
        ranks.push((Reverse(hint == Some(n)), Reverse(pos.move_score(m)), n));
    }
    ranks.sort_unstable();
    let mut kinds = Vec::new();
    for (index, &(.., n)) in ranks.iter().enumerate() {
        let kind = MoveKind::of(pos, moves[n], index, hint.map(|n| moves[n]), &threatens);
        kinds.push((std::mem::take(&mut written[n]), kind));
    }
    kinds
}
