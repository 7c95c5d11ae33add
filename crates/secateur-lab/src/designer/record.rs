//! Games as they are kept, with what a report looks at.

use super::worth::Worth;
use serde::{Deserialize, Serialize};

/// How a game came to its end.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameEnd {
    /// By the rules.
    Rules,
    /// Drawn, as a position came back too often.
    Repetition,
    /// Cut off, as it was too long; it counts as a draw.
    Length,
}

/// A game that the engine played against itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The result for the side that moved first: 1, 0 or -1.
    pub result: i32,
    /// How it came to that.
    pub end: GameEnd,
    /// The winner's margin, where the game counts points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u32>,
    /// The number of moves that the opening took.
    pub opening: usize,
    /// All moves, those of the opening first.
    pub moves: Vec<String>,
    /// The number of legal moves before each: 0 where the side to move has to pass as a matter of form.
    pub legal: Vec<u32>,
    /// The worth before each move after the opening, for the side that moved first in the game.
    pub worth: Vec<Worth>,
}

impl PlayedGame {
    /// The number of moves, passes that are a matter of form left out.
    pub fn length(&self) -> usize {
        self.legal.iter().filter(|&&legal| legal > 0).count()
    }

    /// The points expected for the side that moved first before each move after the opening, and at the end what it got. A search
    /// sees its own side's next move and the opponent's last one in another light; so each is the mean of two in a row.
    pub(super) fn course(&self, scale: f64) -> Vec<f64> {
        let raw = self.worth.iter().map(|worth| worth.expected(scale));
        let raw: Vec<f64> = raw.chain([f64::from(self.result + 1) / 2.0]).collect();
        let mean = raw.windows(2).map(|two| (two[0] + two[1]) / 2.0);
        mean.chain(raw.last().copied()).collect()
    }
}
