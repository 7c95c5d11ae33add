//! Custom players that a program adds.

use crate::{Board, Limits};
use std::fmt;

/// A player that chooses moves in a way of its own, such as a search that is not among the
/// [`ALGORITHMS`](crate::ALGORITHMS). Any closure of this form is one.
pub trait Player: Send {
    /// Returns a legal move, as the game writes it. Moves may be tried on the board, and must be taken back. The limits are
    /// those of this move; a time limit is the time available for it.
    fn choose(&mut self, board: &mut dyn Board, limits: &Limits) -> String;
}

impl<F: FnMut(&mut dyn Board, &Limits) -> String + Send> Player for F {
    fn choose(&mut self, board: &mut dyn Board, limits: &Limits) -> String {
        self(board, limits)
    }
}

/// A player as the registry knows it: a name, and a function that makes a new one for a game.
///
/// ```
/// use secateur_games::nim::Nim;
/// use secateur_session::{GameEntry, OwnPlayer, Registry};
///
/// let last = OwnPlayer::new("last", "takes the last move on the list", |_seed| {
///     Box::new(|board: &mut dyn secateur_session::Board, _: &secateur_session::Limits| {
///         board.moves().pop().unwrap_or_default()
///     })
/// });
/// let games = Registry::new().with(GameEntry::new::<Nim>("nim", "take any number from one heap")).with_player(last);
/// let mut board = games.find("nim").unwrap().open();
/// let m = games.players()[0].make(1).choose(&mut *board, &Default::default());
/// assert!(board.play(&m).is_ok());
/// ```
#[derive(Copy, Clone)]
pub struct OwnPlayer {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    make: fn(u64) -> Box<dyn Player>,
}

impl OwnPlayer {
    /// A player of this name. `make` is handed a seed for whatever is random, and called once for each game.
    pub fn new(name: &'static str, about: &'static str, make: fn(u64) -> Box<dyn Player>) -> OwnPlayer {
        OwnPlayer { name, about, make }
    }

    /// Makes a player for one game.
    pub fn make(&self, seed: u64) -> Box<dyn Player> {
        (self.make)(seed)
    }
}

impl fmt::Debug for OwnPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnPlayer").field(&self.name).finish()
    }
}

/// Players are equal if their names are.
impl PartialEq for OwnPlayer {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for OwnPlayer {}
