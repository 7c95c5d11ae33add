//! Answers with their lines as people read them.

use crate::path::path;
#[cfg(feature = "schema")]
use crate::vocabulary;
use secateur_games::Cells;
use secateur_session::{Answer, Session};
use serde::Serialize;

/// An answer, with its line as people read it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerView {
    /// The answer.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "vocabulary::Answer"))]
    pub answer: Answer,
    /// The moves of its line, or the best one alone, without passes that are a matter of form.
    pub moves: Vec<Made>,
    /// The cells that the first of them is made of, as in [`Legal`](crate::Legal).
    pub path: Vec<usize>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Made {
    /// As the game writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// As records of games have it.
    pub record: String,
}

/// A board on which lines are played through.
pub(crate) struct Reader {
    board: Box<dyn Session>,
    cells: Option<Cells>,
}

impl Reader {
    /// Reads lines from this position on.
    pub(crate) fn at(board: &dyn Session) -> Reader {
        Reader { board: board.copy(), cells: board.cells() }
    }

    /// The answer with its line.
    pub(crate) fn read(&mut self, answer: &Answer) -> AnswerView {
        let line = if answer.pv.is_empty() { answer.best.as_slice() } else { &answer.pv };
        let (board, mut moves, mut played) = (&mut *self.board, Vec::new(), 0);
        for text in line {
            let is_matter_of_form = board.pass().is_some();
            let record = board.record_move(text);
            if board.play(text).is_err() {
                break;
            }
            played += 1;
            if !is_matter_of_form {
                let record = record.unwrap_or_else(|_| text.clone());
                moves.push(Made { text: text.clone(), record });
            }
        }
        for _ in 0..played {
            board.undo();
        }
        let first = moves.first().zip(self.cells.as_ref());
        let path = first.map_or_else(Vec::new, |(first, cells)| path(board, cells, &first.text));
        AnswerView { answer: answer.clone(), moves, path }
    }
}
