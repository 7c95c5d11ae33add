//! What a search answers.

use secateur::Halt;
use serde::Serialize;

/// Why a search ended.
///
/// ```
/// use secateur_games::{session::{Request, StoppedBy}, standard};
///
/// let mut game = standard().find("connect4").unwrap().open();
/// let request = Request { hash: 1 << 20, nodes: Some(1_000), ..Request::default() };
/// let answer = game.analyse(&request, &mut |_| {});
/// assert_eq!(answer.stopped_by, StoppedBy::Nodes);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StoppedBy {
    /// The depth asked for was searched.
    Depth,
    /// Time was up.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The interrupt flag was set.
    Interrupt,
    /// Nothing deeper can change the value.
    Solved,
}

impl From<Halt> for StoppedBy {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Nodes => StoppedBy::Nodes,
            Halt::Time => StoppedBy::Time,
            _ => StoppedBy::Interrupt,
        }
    }
}

/// The answer of a search: a line of output for each iteration, and one at the end.
///
/// ```
/// use secateur_games::{session::{Request, StoppedBy}, standard};
///
/// let mut game = standard().find("connect4").unwrap().open();
/// game.set("3344").unwrap();
/// let request = Request { hash: 1 << 20, depth: Some(5), ..Request::default() };
/// let mut depths = Vec::new();
/// let answer = game.analyse(&request, &mut |iteration| depths.push(iteration.depth));
/// assert_eq!((answer.outcome, answer.plies_to_end, answer.value), (Some("win"), Some(3), 18));
/// assert_eq!(answer.pv.first(), answer.best.as_ref());
/// assert_eq!(depths.last(), Some(&answer.depth));
/// assert_eq!(answer.stopped_by, StoppedBy::Solved); // nothing deeper can change the value
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The game's name.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// Whether the value is minimax's for the depth.
    pub exact: bool,
    /// The place of this line among the best ones, from 1.
    #[serde(skip_serializing_if = "is_first")]
    pub line: usize,
    /// The value in points; for a decided game on the game's own scale.
    pub value: i32,
    /// The value in points as it was searched, finer than `value` where the game counts in something larger.
    #[serde(skip)]
    pub points: i32,
    /// `lower` or `upper` if the value is only a bound yet; none if it is the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Chances to win, draw and lose, in thousandths, where the game tells them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<[u16; 3]>,
    /// `win`, `loss` or `draw` for the side to move, if proven.
    pub outcome: Option<&'static str>,
    /// Plies to the end of a decided game, where the game's value tells them: at most so many, where that is
    /// beyond the depth (a proof may say who wins before the search sees how soon).
    pub plies_to_end: Option<u32>,
    /// Whose value it is: always the side to move at the root.
    pub point_of_view: &'static str,
    /// The move to play; none if the game is over.
    pub best: Option<String>,
    /// The principal variation, from the root.
    pub pv: Vec<String>,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Nodes opened.
    pub nodes: u64,
    /// Of the nodes, those that only completed the principal variation: no part of the search itself.
    #[serde(skip)]
    pub completing: u64,
    /// Nodes that ended without moves to search.
    pub leaves: u64,
    /// Moves that a scout search was wrong about, and windows of a driver that did not settle its iteration: each was
    /// searched once more.
    #[serde(skip)]
    pub researches: u64,
    /// Nodes opened in such second searches, each once.
    #[serde(skip)]
    pub researched: u64,
    /// Milliseconds since the search began.
    pub time_ms: f64,
    /// Nodes a second.
    pub nps: u64,
    /// How full the table is, in thousandths.
    pub hash_full_permille: u32,
    /// Why the search ended; for an iteration, why it would have.
    pub stopped_by: StoppedBy,
}

impl Answer {
    /// Whether nothing deeper changes the value. An outcome alone does not say so: a proof may tell who wins long
    /// before the search sees how soon.
    pub fn is_settled(&self) -> bool {
        self.stopped_by == StoppedBy::Solved || self.plies_to_end.is_some_and(|plies| plies <= self.depth)
    }
}

/// Where one line is asked for, its place goes without saying.
fn is_first(line: &usize) -> bool {
    *line == 1
}
