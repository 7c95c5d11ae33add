//! The values of positions as the solver finds them, where a game can be solved.

use crate::Error;
use crate::journal::{Journal, JournalKind};
use secateur_games::Unreadable;
use secateur_session::{Request, Session, Solver};
use std::collections::HashMap;
use std::path::Path;

/// A perfect player: it knows the value of every move. No position is solved twice, and what is found can be kept in a file.
pub struct Oracle {
    solver: Box<dyn Solver>,
    /// The values of positions for the side to move, by their notation.
    known: HashMap<String, i32>,
    kept: Option<Journal>,
}

/// The files of kept values: a line for each, and the position behind it.
const KEPT: JournalKind = JournalKind { what: "values", format: "secateur-values-1", checked: true };

/// The value of a win at once, where wins count as such.
const SOONEST: i32 = 1_000;

impl Oracle {
    /// The oracle of a game, whose solver has the table, the threads and the flag of a request.
    ///
    /// # Errors
    ///
    /// One sentence if there is no memory for the table.
    pub fn new(session: &dyn Session, request: &Request) -> Result<Oracle, Error> {
        request.check()?;
        Ok(Oracle { solver: session.solver(request), known: HashMap::new(), kept: None })
    }

    /// The same with all that it has found before in this file, and it keeps there what it finds.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read or written, or is of another game.
    pub fn keep(mut self, game: &str, path: &Path) -> Result<Oracle, Error> {
        let (journal, lines) = Journal::open(path, KEPT, game)?;
        for line in lines {
            let value =
                line.split_once(' ').and_then(|(value, position)| Some((value.parse().ok()?, position)));
            let Some((value, position)) = value else {
                let path = path.display();
                return Err(Unreadable(format!("{path}: '{line}', expected a value and a position")).into());
            };
            self.known.insert(position.to_owned(), value);
        }
        self.kept = Some(journal);
        Ok(self)
    }

    /// The value of a position for the side to move, on the game's own scale; none if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if what is found cannot be kept.
    pub(super) fn value(&mut self, board: &dyn Session) -> Result<Option<i32>, Error> {
        if let Some(ending) = board.outcome() {
            // A win at once is better than any other.
            return Ok(Some(ending.outcome.sign() * ending.by.map_or(SOONEST, |by| by as i32)));
        }
        let position = board.position();
        if let Some(&value) = self.known.get(&position) {
            return Ok(Some(value));
        }
        let Some(solved) = self.solver.solve(&position)?.solved() else { return Ok(None) };
        if let Some(kept) = &mut self.kept {
            kept.add(&format!("{} {position}", solved.value))?;
        }
        self.known.insert(position, solved.value);
        Ok(Some(solved.value))
    }

    /// The value of each move for the side to move; none if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if what is found cannot be kept.
    pub(super) fn values(&mut self, board: &mut dyn Session) -> Result<Option<Vec<(String, i32)>>, Error> {
        let mut values = Vec::new();
        for m in board.moves() {
            let Some(value) = self.value_of(board, &m)? else { return Ok(None) };
            values.push((m, value));
        }
        Ok(Some(values))
    }

    /// The moves of the greatest value; none if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if what is found cannot be kept.
    pub(super) fn best_moves(&mut self, board: &mut dyn Session) -> Result<Option<Vec<String>>, Error> {
        let Some(mut values) = self.values(board)? else { return Ok(None) };
        let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
        values.retain(|&(_, value)| value == best);
        Ok(Some(values.into_iter().map(|(m, _)| m).collect()))
    }

    /// The value of a move for the side to move; none if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if what is found cannot be kept.
    pub(super) fn value_of(&mut self, board: &mut dyn Session, m: &str) -> Result<Option<i32>, Error> {
        board.play(m)?;
        let value = self.value(board);
        board.undo();
        Ok(value?.map(|value| -value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;

    #[test]
    fn what_was_found_is_kept() {
        let path = std::env::temp_dir().join(format!("secateur-values-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut board = standard().find("tictactoe").unwrap().open();
        let (request, never) = (Request::default().hash(1 << 20), Request::default().hash(1 << 20).nodes(1));
        let open = |board: &dyn Session, request: &Request| {
            Oracle::new(board, request).unwrap().keep("tictactoe", &path)
        };
        let first = open(&*board, &request).unwrap().values(&mut *board).unwrap().unwrap();
        assert!(first.len() == 9 && first.iter().all(|&(_, value)| value == 0));
        // Another, that may not search, knows it.
        let mut other = open(&*board, &never).unwrap();
        assert_eq!(other.values(&mut *board).unwrap().unwrap(), first);
        board.play("a1").unwrap();
        assert_eq!(other.values(&mut *board).unwrap(), None);
        drop(other);

        let refused = Oracle::new(&*board, &request).unwrap().keep("nim", &path).err().unwrap().to_string();
        assert!(refused.contains("were made with tictactoe, expected nim"), "{refused}");
        std::fs::remove_file(&path).unwrap();
    }
}
