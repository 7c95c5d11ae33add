//! The kinds of a position's moves, for a laboratory that asks how likely each is.

use secateur::algo::MoveKind;
use secateur::legal_moves;
use secateur_games::Notation;
use std::cmp::Reverse;

/// The legal moves as they are written, in the order of the game's guesses, with their kinds.
pub(crate) fn move_kinds<G: Notation>(pos: &G) -> Vec<(String, MoveKind)> {
    let (moves, threatens) = (legal_moves(pos), pos.threatens());
    let mut ranks = Vec::new();
    for (n, &m) in moves.iter().enumerate() {
        ranks.push((Reverse(pos.move_score(m)), n));
    }
    ranks.sort_unstable();
    let mut kinds = Vec::new();
    for (index, &(_, n)) in ranks.iter().enumerate() {
        kinds.push((pos.write_move(moves[n]), MoveKind::of(pos, moves[n], index, None, &threatens)));
    }
    kinds
}
