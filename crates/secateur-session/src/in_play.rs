//! A position as protocols hand it over: its start, and the moves since.

use crate::{GameEntry, Session};
use secateur_games::Unreadable;

/// A game in play, and the moves that led to it.
pub struct InPlay {
    game: GameEntry,
    /// The position it starts from in the game's notation; none for the game's own start.
    start: Option<String>,
    moves: Vec<String>,
    /// The board at the current position.
    pub board: Box<dyn Session>,
}

impl InPlay {
    /// A game at a position in the game's notation, or at the game's own start.
    pub fn new(game: &GameEntry, start: Option<&str>) -> Result<InPlay, Unreadable> {
        let mut board = game.open();
        if let Some(text) = start {
            board.set(text).map_err(|e| Unreadable(format!("position '{text}': {e}")))?;
        }
        Ok(InPlay { game: *game, start: start.map(str::to_owned), moves: Vec::new(), board })
    }

    /// A game at its own start.
    pub fn at_start(game: &GameEntry) -> InPlay {
        InPlay { game: *game, start: None, moves: Vec::new(), board: game.open() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, text: &str) -> Result<(), Unreadable> {
        let number = self.moves.len() + 1;
        self.board.play(text).map_err(|e| Unreadable(format!("move {number}: {e}")))?;
        self.moves.push(text.to_owned());
        Ok(())
    }

    /// Takes the last move back, and returns it.
    pub fn take_back(&mut self) -> Option<String> {
        let last = self.moves.pop();
        if last.is_some() {
            self.board.undo();
        }
        last
    }

    /// Goes to the position of `other`, by as few moves as possible: the state that a search left behind stays good as long
    /// as the game is the same, and from another start as long as the session thinks so.
    pub fn follow(&mut self, other: &InPlay) -> Result<(), Unreadable> {
        if self.start != other.start {
            match &other.start {
                Some(text) => self.board.set(text)?,
                None => self.board = self.game.open(),
            }
            self.start.clone_from(&other.start);
            self.moves.clear();
        }
        let shared = self.moves.iter().zip(&other.moves).take_while(|(a, b)| a == b).count();
        while self.moves.len() > shared {
            self.take_back();
        }
        other.moves[shared..].iter().try_for_each(|text| self.play(text))
    }

    /// The number of moves played.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// Whether the number of moves played is even.
    pub fn is_even(&self) -> bool {
        self.moves.len().is_multiple_of(2)
    }
}

/// The name of the side that moves first in this game; none if the game does not name its sides.
pub(crate) fn first_side(game: &GameEntry) -> Option<String> {
    let mut board = game.open();
    let first = board.side();
    let m = board.moves().into_iter().next()?;
    board.play(&m).ok()?;
    (board.side() != first).then_some(first)
}
