//! Counting move paths: the test of a move generator.

use crate::Notation;
use secateur::Score;

/// The number of move paths of this length from a position. The game's end stops a path short; it then counts for
/// no longer length, unless the game says so ([`Notation::ENDS_COUNT`]). A draw that may be played on
/// ([`Notation::PLAYS_ON`]) ends no path.
///
/// ```
/// use secateur_games::{Notation, connect4::Connect4, mnk::Mnk, perft};
///
/// assert_eq!(perft(&Connect4::start(), 4), 7 * 7 * 7 * 7);
/// assert_eq!(perft(&Mnk::start(), 9), 127_872); // of 9! fillings: no one had won before
/// ```
pub fn perft<G: Notation>(pos: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // Published counts of chess know no draws but stalemate.
    let ends = |outcome: Score| !(G::PLAYS_ON && outcome == Score::DRAW);
    if pos.outcome().is_some_and(ends) {
        return u64::from(G::ENDS_COUNT);
    }
    match depth {
        1 => pos.moves().count() as u64,
        _ => pos.moves().fold(0, |paths, m| {
            let mut child = pos.clone();
            child.play(m);
            paths + perft(&child, depth - 1)
        }),
    }
}
