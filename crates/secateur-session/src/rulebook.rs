//! A game by its rules alone.

use crate::Board;
use crate::play::Play;
use secateur::{Score, legal_moves, result};
use secateur_games::{Notation, Scale};

/// A game by its rules alone, its moves by number: what it takes to check a proof.
///
/// ```
/// use secateur_standard::standard;
///
/// let mut game = standard().find("tictactoe").unwrap().open();
/// game.set("XX./OO./...").unwrap();
/// assert_eq!((game.count(), game.result()), (5, None));
/// assert!(game.play_nth(0) && !game.play_nth(5));
/// assert_eq!((game.count(), game.result()), (0, Some(1))); // X has won, who was to move where we began
/// ```
pub trait Rulebook: Board {
    /// The number of legal moves; 0 once the game is over.
    fn count(&self) -> u32;

    /// Plays the legal move of this number, counted from 0 in the order in which the game lists them. False, and
    /// nothing happens, if there are fewer.
    fn play_nth(&mut self, nth: u32) -> bool;

    /// The value of a finished game on the game's own scale, for the side to move at the position that was set; none as
    /// long as the game goes on.
    fn result(&self) -> Option<i32>;

    /// The position in full, or its form ([`Notation::form`]): equal texts mean that the same side wins. A game that does not
    /// write its positions gives the moves.
    fn whole(&self) -> String;
}

impl<G: Notation> Rulebook for Play<G> {
    fn count(&self) -> u32 {
        legal_moves(self.at()).len() as u32
    }

    fn play_nth(&mut self, nth: u32) -> bool {
        let m = legal_moves(self.at()).get(nth as usize).copied();
        m.map(|m| self.make(m)).is_some()
    }

    fn result(&self) -> Option<i32> {
        let score = result(self.at())?;
        let plies = self.past().len() as u32;
        let score = if plies.is_multiple_of(2) { score } else { -score };
        let score = match score.plies_to_end() {
            Some(more) if score > Score::DRAW => Score::win_in(plies + more),
            Some(more) => Score::loss_in(plies + more),
            None => score,
        };
        Some(on_scale(self.root(), score))
    }

    fn whole(&self) -> String {
        let pos = self.at();
        let text = pos.form().or_else(|| pos.text()).unwrap_or_else(|| self.position());
        match G::SCALE {
            // The value of a win depends on how late it comes.
            Scale::Soonest => format!("{text} {}", self.past().len()),
            Scale::Winner | Scale::Points => text,
        }
    }
}

/// A score as the game itself counts: 1, 0 or -1 where that is all its values say.
pub(crate) fn on_scale<G: Notation>(pos: &G, score: Score) -> i32 {
    if G::SCALE == Scale::Winner { score.get().signum() } else { pos.value(score) }
}
