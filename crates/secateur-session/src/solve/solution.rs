//! The result of solving.

use crate::{Outcome, StoppedBy};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A solved position.
///
/// ```
/// use secateur_session::{Outcome, Request};
/// use secateur_standard::standard;
///
/// let game = standard().find("connect4-5x4").unwrap().open();
/// let mut solver = game.solver(&Request::default().hash(1 << 20));
/// let solved = solver.solve("3344").unwrap().solved().unwrap();
/// assert_eq!((solved.outcome, solved.value), (Outcome::Win, 7)); // with six stones left to X
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Solved {
    /// The exact value on the game's own scale, for the side to move.
    pub value: i32,
    /// The result of the game for the side to move.
    pub outcome: Outcome,
    /// A move that is worth the value; none if the game is over.
    pub best: Option<String>,
    /// Nodes opened.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// The result for a position when a limit or an interrupt came before its value.
///
/// ```
/// use secateur_session::{Request, StoppedBy};
/// use secateur_standard::standard;
///
/// let game = standard().find("connect4").unwrap().open();
/// let mut solver = game.solver(&Request::default().hash(1 << 20).nodes(1_000));
/// let unsolved = solver.solve("").unwrap().unsolved().unwrap();
/// assert_eq!((unsolved.nodes, unsolved.stopped_by), (1_000, StoppedBy::Nodes));
/// assert_eq!((unsolved.at_least, unsolved.at_most), (Some(-17), Some(17))); // no win with a side's fourth stone
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Unsolved {
    /// The value is at least this, on the game's own scale, for the side to move; none if that is open.
    pub at_least: Option<i32>,
    /// The value is at most this; none if that is open.
    pub at_most: Option<i32>,
    /// A move that is worth `at_least`, if one was found.
    pub best: Option<String>,
    /// Nodes opened.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The limit that came first.
    pub stopped_by: StoppedBy,
}

/// The result of solving.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Solution {
    /// The exact value.
    Solved(Solved),
    /// The bounds proven instead, when a limit or an interrupt came first.
    Unsolved(Unsolved),
}

impl Solution {
    /// The exact value, if it was found.
    pub fn solved(self) -> Option<Solved> {
        match self {
            Solution::Solved(solved) => Some(solved),
            Solution::Unsolved(_) => None,
        }
    }

    /// The bounds proven instead, if it was not solved.
    pub fn unsolved(self) -> Option<Unsolved> {
        match self {
            Solution::Solved(_) => None,
            Solution::Unsolved(unsolved) => Some(unsolved),
        }
    }
}
