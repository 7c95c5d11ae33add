//! The answer of a search.

use crate::clock::Stopwatch;
use crate::{Algorithm, Request};
use secateur::{Halt, Repetition, Score, Stats, Table};
use secateur_games::Notation;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The reason a search ended.
///
/// ```
/// use secateur_session::{Request, StoppedBy};
/// use secateur_standard::standard;
///
/// let mut game = standard().find("connect4").unwrap().open();
/// let answer = game.analyse(&Request::default().hash(1 << 20).nodes(1_000), &mut |_| {});
/// assert_eq!(answer.stopped_by, StoppedBy::Nodes);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
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
    /// More positions can be reached than there is room for, in a game in which they can come back.
    Memory,
    /// A line of play is longer than a solver can follow.
    Length,
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

/// The result of a game, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Outcome {
    /// The outcome that a value means: above zero is a win.
    pub fn of(value: i32) -> Outcome {
        match value.signum() {
            1 => Outcome::Win,
            -1 => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// 1, 0 or -1.
    pub fn sign(self) -> i32 {
        match self {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        }
    }

    /// `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        }
    }
}

/// The same outcome for the opponent.
impl std::ops::Neg for Outcome {
    type Output = Outcome;
    fn neg(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The end of a game, for the side to move: `win`, or `loss by 12` where points are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ending {
    /// The winner.
    pub outcome: Outcome,
    /// The margin in points, on the game's own scale, where it counts them.
    pub by: Option<u32>,
}

impl Ending {
    /// The end of a game worth this score.
    pub(crate) fn of<G: Notation>(pos: &G, score: Score) -> Ending {
        let outcome = Outcome::of(score.get());
        let counts = !score.is_decisive() && outcome != Outcome::Draw;
        Ending { outcome, by: counts.then(|| pos.value(score).unsigned_abs()) }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.by {
            None => self.outcome.fmt(f),
            Some(points) => write!(f, "{} by {points}", self.outcome),
        }
    }
}

/// The side of a value that is proven, where it is only a bound yet.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// `lower` or `upper`.
    pub fn word(self) -> &'static str {
        match self {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        }
    }
}

/// The same bound on the value for the opponent.
impl std::ops::Neg for Bound {
    type Output = Bound;
    fn neg(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// The numbers of a proof-number search at its root: the least number of leaves that have to be settled to prove what is
/// asked, or to disprove it. None where that is out of the question.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofNumbers {
    /// To prove that the value reaches the goal.
    pub proof: Option<u32>,
    /// To prove that it does not.
    pub disproof: Option<u32>,
}

/// The player whose values an answer gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum PointOfView {
    /// The side to move at the root: positive values are good for it.
    #[serde(rename = "side to move")]
    SideToMove,
}

/// The answer of a search: one line of output for each iteration, and one at the end. Values are for the side to move at
/// the root. Searches that come with other numbers (visits, proof numbers, intervals) add fields; a reader skips those
/// that it does not know.
///
/// ```
/// use secateur_session::{Outcome, Request, StoppedBy};
/// use secateur_standard::standard;
///
/// let mut game = standard().find("connect4").unwrap().open();
/// game.set("3344").unwrap();
/// let mut depths = Vec::new();
/// let request = Request::default().hash(1 << 20).depth(5);
/// let answer = game.analyse(&request, &mut |iteration| depths.push(iteration.depth));
/// assert_eq!((answer.outcome, answer.plies_to_end, answer.value), (Some(Outcome::Win), Some(3), 18));
/// assert_eq!(answer.pv.first(), answer.best.as_ref());
/// assert_eq!(depths.last(), Some(&answer.depth));
/// assert_eq!(answer.stopped_by, StoppedBy::Solved); // nothing deeper can change the value
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
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
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub line: usize,
    /// The value in points; for a decided game on the game's own scale.
    pub value: i32,
    /// The value in points as it was searched, finer than `value` where the game counts in something larger.
    #[serde(skip)]
    pub points: i32,
    /// The kind of bound that the value is; none if it is the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// Chances to win, draw and lose, in thousandths, where the game provides them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<[u16; 3]>,
    /// The result of the game for the side to move, if proven.
    pub outcome: Option<Outcome>,
    /// Plies to the end of a decided game, where the game's value contains them: at most this many, where that is
    /// beyond the depth (a proof may name the winner before the search sees how soon the game ends).
    pub plies_to_end: Option<u32>,
    /// The point of view of the value.
    pub point_of_view: PointOfView,
    /// The visits of the root, from searches that go by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The proof and disproof numbers of the root, from proof-number searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_numbers: Option<ProofNumbers>,
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
    /// The nodes, of those opened, that only completed the principal variation: no part of the search itself.
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
    /// Nodes per second.
    pub nps: u64,
    /// The share of the table that is in use, in thousandths.
    pub hash_full_permille: u32,
    /// The reason the search ended; for an iteration, the reason it would have.
    pub stopped_by: StoppedBy,
}

impl Answer {
    /// Whether nothing deeper changes the value. An outcome alone is not enough: a proof may name the winner long
    /// before the search sees how soon the game ends.
    pub fn is_settled(&self) -> bool {
        self.stopped_by == StoppedBy::Solved || self.plies_to_end.is_some_and(|plies| plies <= self.depth)
    }

    /// An answer before anything is known.
    pub(crate) fn empty(game: &str, position: &str, algorithm: Algorithm) -> Answer {
        Answer {
            game: game.to_owned(),
            position: position.to_owned(),
            algorithm: algorithm.full_name(),
            exact: algorithm.is_exact(),
            line: 1,
            value: 0,
            points: 0,
            bound: None,
            chances: None,
            outcome: None,
            plies_to_end: None,
            point_of_view: PointOfView::SideToMove,
            visits: None,
            proof_numbers: None,
            best: None,
            pv: Vec::new(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            completing: 0,
            leaves: 0,
            researches: 0,
            researched: 0,
            time_ms: 0.0,
            nps: 0,
            hash_full_permille: 0,
            stopped_by: StoppedBy::Solved,
        }
    }

    /// Sets the move that is played if the search finds none.
    pub(crate) fn begin_with<G: Notation>(&mut self, pos: &G, m: Option<G::Move>) {
        self.best = m.map(|m| pos.write_move(m));
        self.pv = self.best.iter().cloned().collect();
    }

    /// Sets the value; `solved` if nothing deeper can change it.
    pub(crate) fn set_value<G: Notation>(&mut self, pos: &G, score: Score, solved: bool) {
        self.value = pos.value(score);
        self.points = score.get();
        self.outcome = (score.is_decisive() || solved).then(|| Outcome::of(score.get()));
        self.plies_to_end = score.plies_to_end();
    }

    /// Sets the principal variation.
    pub(crate) fn set_line<G: Notation>(&mut self, pos: &G, line: &[G::Move]) {
        let mut at = pos.clone();
        self.pv.clear();
        for &m in line {
            self.pv.push(at.write_move(m));
            at.play(m);
        }
    }

    /// Sets the counts.
    pub(crate) fn set_counts(&mut self, stats: &Stats, table: &Table) {
        self.seldepth = stats.seldepth;
        self.nodes = stats.nodes;
        self.leaves = stats.leaves;
        (self.researches, self.researched) = (stats.researches, stats.researched);
        self.hash_full_permille = table.hash_full_permille();
    }

    /// Sets the time so far.
    pub(crate) fn set_time(&mut self, since: Stopwatch) {
        let ms = since.milliseconds();
        self.time_ms = (ms * 1e3).round() / 1e3;
        self.nps = (self.nodes as f64 / (ms / 1e3).max(1e-9)) as u64;
    }
}

/// The place of the only line.
fn first() -> usize {
    1
}

/// Whether it is the first line: where one line is asked for, its place goes without saying.
fn is_first(line: &usize) -> bool {
    *line == first()
}

/// One search: the current position, the path to it, and the request.
pub(crate) struct Task<'a, G> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
    /// The positions of the game before this one.
    pub(crate) past: &'a [G],
    pub(crate) pos: &'a G,
    pub(crate) request: &'a Request,
    pub(crate) start: Stopwatch,
}

impl<G: Notation> Task<'_, G> {
    /// The path on which the game got here, for exact searches.
    pub(crate) fn path(&self) -> Repetition {
        Repetition::exact_after(self.past, self.pos)
    }

    /// An answer before anything is known.
    pub(crate) fn empty(&self) -> Answer {
        Answer::empty(self.game, self.position, self.request.method.algorithm)
    }
}
