//! A game in play.

use crate::Ending;
use secateur_games::{Cells, Unreadable};

/// A game in play: a position, the path to it, and the moves from there; all of it as text.
///
/// ```
/// use secateur_standard::standard;
///
/// let mut game = standard().find("tictactoe").unwrap().open();
/// game.set("XX./OO./...").unwrap();
/// game.play("c1").unwrap();
/// assert_eq!((game.side(), game.outcome().unwrap().to_string()), ("O".into(), "loss".into()));
/// assert!(game.moves().is_empty());
/// assert!(game.undo());
/// assert_eq!((game.position(), game.moves().len()), ("XX./OO./...".into(), 5));
/// ```
pub trait Board {
    /// Sets the position from the game's notation, with a side to move that has a choice: a pass that is a matter of form
    /// is made. On an error the old one stays.
    fn set(&mut self, text: &str) -> Result<(), Unreadable>;

    /// Plays a legal move.
    fn play(&mut self, text: &str) -> Result<(), Unreadable>;

    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// A legal move as the game writes it, from any notation that the game reads.
    fn read_move(&self, text: &str) -> Result<String, Unreadable>;

    /// A legal move as records of games have it, from any notation that the game reads: in chess `Nf3`.
    fn record_move(&self, text: &str) -> Result<String, Unreadable>;

    /// The position in the game's notation.
    fn position(&self) -> String;

    /// The position drawn for a terminal.
    fn draw(&self) -> String;

    /// The drawing as data, of a game on a rectangular board; none of any other.
    ///
    /// ```
    /// use secateur_standard::standard;
    ///
    /// let mut game = standard().find("tictactoe").unwrap().open();
    /// game.play("b2").unwrap();
    /// assert_eq!(game.cells().unwrap().at(1, 1), Some('X'));
    /// ```
    fn cells(&self) -> Option<Cells>;

    /// The side to move; `first` and `second`, counted from the position that was set, where the game does not name its sides.
    fn side(&self) -> String;

    /// The legal moves; none once the game is over.
    fn moves(&self) -> Vec<String>;

    /// The only legal move, if there is just one: play spends no thought on it.
    fn forced(&self) -> Option<String> {
        match &mut self.moves()[..] {
            [only] => Some(std::mem::take(only)),
            _ => None,
        }
    }

    /// The pass that is played without asking, where the side to move has no other move because its opponent moves again.
    fn pass(&self) -> Option<String>;

    /// The result of the game for the side to move; none as long as it goes on.
    fn outcome(&self) -> Option<Ending>;

    /// Whether the game is drawn, as it is really played, since the position at hand was there often enough
    /// ([`Hints::REPETITION`](secateur::Hints::REPETITION)), counted from the position that was set. The legal moves
    /// are there all the same: whether such a game ends is for whoever conducts it to say.
    fn is_drawn_by_repetition(&self) -> bool;

    /// The most plies that the game can still last, where that is plain to see.
    fn plies_left(&self) -> Option<u32>;

    /// Whether the static value is meaningful here: there is no threat to answer, and this legal move, the best one,
    /// is not noisy.
    fn is_quiet(&self, best: &str) -> bool;
}
