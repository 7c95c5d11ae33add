//! What those ask of a position who are in no hurry.

use crate::{Game, Score};

/// The legal moves of a position, best guesses first; none where the game is over.
///
/// A game's own iterator is made to be inlined. Whatever is no hot loop takes this list, and the iterator is compiled once for
/// all of that.
///
/// ```
/// use secateur::{legal_moves, tree::Tree};
///
/// assert_eq!(["(3 (1 2))", "7"].map(|text| legal_moves(&text.parse::<Tree>().unwrap())), [vec![0, 1], vec![]]);
/// ```
#[inline(never)]
pub fn legal_moves<G: Game>(pos: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if pos.outcome().is_none() {
        for m in pos.moves() {
            moves.push(m);
        }
    }
    moves
}

/// The result, for the side to move, where the game is over: by the rules, or since there is no legal move.
///
/// ```
/// use secateur::{Score, result, tree::Tree};
///
/// assert_eq!(["(3 (1 2))", "7"].map(|text| result(&text.parse::<Tree>().unwrap())), [None, Some(Score::points(7))]);
/// ```
#[inline(never)]
pub fn result<G: Game>(pos: &G) -> Option<Score> {
    pos.outcome().or_else(|| if pos.moves().next().is_none() { Some(pos.no_moves()) } else { None })
}
