//! A game as data: who played, from where, each move, and how it ended.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The beginning of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MatchOpening {
    /// The position in the game's notation; none for the game's own start.
    pub position: Option<String>,
    /// The moves that are played before the players are asked.
    pub moves: Vec<String>,
}

/// A player's judgement of its position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReportedValue {
    /// A value, in hundredths of the game's unit: in chess of a pawn.
    Units(i32),
    /// A win in this many plies; 0 if that is not known.
    Win(u32),
    /// A loss in this many plies; 0 if that is not known.
    Loss(u32),
}

/// More than any value of a game that is not decided, in hundredths of a unit.
const DECIDED: i32 = 32_000;

impl ReportedValue {
    /// Returns hundredths of a unit, a win or a loss being more than any other value.
    pub fn hundredths(self) -> i32 {
        match self {
            ReportedValue::Units(value) => value,
            ReportedValue::Win(_) => DECIDED,
            ReportedValue::Loss(_) => -DECIDED,
        }
    }
}

impl fmt::Display for ReportedValue {
    /// `+0.35`, `+M5` for a win in five plies, `-M4` for a loss in four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |f: &mut fmt::Formatter<'_>, sign, plies: u32| match plies {
            0 => write!(f, "{sign}M"),
            plies => write!(f, "{sign}M{plies}"),
        };
        match *self {
            ReportedValue::Units(0) => f.write_str("0.00"),
            ReportedValue::Units(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            ReportedValue::Win(plies) => end(f, '+', plies),
            ReportedValue::Loss(plies) => end(f, '-', plies),
        }
    }
}

/// A player's report on a move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// The move, as the player wrote it.
    #[serde(rename = "move")]
    pub best: String,
    /// The value for the player, if it gave one.
    pub value: Option<ReportedValue>,
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// The nodes that were searched.
    pub nodes: Option<u64>,
    /// The time it took, in milliseconds, as the referee measured it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub time_ms: f64,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

/// The reason why a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GameEnding {
    /// By the rules of the game.
    Rules,
    /// The same position came for the third time: drawn.
    Repetition,
    /// The game was too long: drawn.
    Length,
    /// Both sides agreed for a while that one has won.
    AgreedWin,
    /// Both sides agreed for a while that it is level: drawn.
    AgreedDraw,
    /// A side gave up.
    Resignation,
    /// A move that is not legal: lost.
    IllegalMove,
    /// The clock ran out: lost.
    Time,
    /// The program ended, hung or could not be understood: lost.
    Connection,
}

impl GameEnding {
    /// Whether a player did something other than play.
    pub fn is_fault(self) -> bool {
        matches!(self, GameEnding::IllegalMove | GameEnding::Time | GameEnding::Connection)
    }
}

impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameEnding::Rules => "rules",
            GameEnding::Repetition => "repetition",
            GameEnding::Length => "length",
            GameEnding::AgreedWin => "agreed win",
            GameEnding::AgreedDraw => "agreed draw",
            GameEnding::Resignation => "resignation",
            GameEnding::IllegalMove => "illegal move",
            GameEnding::Time => "time",
            GameEnding::Connection => "connection lost",
        })
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The game's name.
    pub game: String,
    /// The player that moved first from the position of the opening, and the one that moved second.
    pub players: [String; 2],
    /// The number of the players' pair of games that it belongs to, from 1.
    pub round: usize,
    /// The beginning of the game.
    pub opening: MatchOpening,
    /// The moves of the players.
    pub moves: Vec<MoveReport>,
    /// 1 if who moved first has won, -1 if who moved second has, 0 for a draw.
    pub result: i32,
    /// The reason why it ended.
    pub ending: GameEnding,
    /// The reason in words, with names and numbers.
    pub reason: String,
}

impl PlayedGame {
    /// `1-0`, `0-1` or `1/2-1/2`, for who moved first.
    pub fn score(&self) -> &'static str {
        match self.result {
            1 => "1-0",
            -1 => "0-1",
            _ => "1/2-1/2",
        }
    }

    /// All moves from the position of the opening.
    pub fn line(&self) -> impl Iterator<Item = &str> {
        let played = self.moves.iter().map(|thought| thought.best.as_str());
        self.opening.moves.iter().map(String::as_str).chain(played)
    }

    /// The player to whom the move of this number belongs, counted from 0 in [`PlayedGame::moves`].
    pub fn mover(&self, number: usize) -> usize {
        (self.opening.moves.len() + number) % 2
    }
}
