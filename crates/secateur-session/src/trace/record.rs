//! The record as plain data.

use crate::StoppedBy;
use crate::answer::ProofNumbers;
use secateur::Score;
use secateur::trace::{NodeType, Setter};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// The version of the record. It grows by one when a field or a word goes away or changes its meaning; a reader skips those
/// that it does not know.
pub const TRACE_VERSION: u32 = 1;

/// A search, node by node.
///
/// Scores are in points as they were searched, for the side to move at the node: a win `n` plies from the root counts
/// 32,000 less `n`, a loss the opposite, and 32,001 stands for an end of the window that is open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceRecord {
    /// The search as a whole.
    pub header: TraceHeader,
    /// The nodes kept, in the order in which they were opened, those of a tree in memory in the order of moves: each one after
    /// the node above it.
    pub nodes: Vec<TraceNode>,
}

/// A search as a whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceHeader {
    /// The version of the record ([`TRACE_VERSION`]).
    pub trace: u32,
    /// The game's name.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// Whether the value is minimax's for the depth.
    pub exact: bool,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// The score at the root, for its side to move; none if no iteration was finished.
    pub score: Option<i32>,
    /// The same on the game's own scale, as `analyse` gives it.
    pub value: Option<i32>,
    /// The principal variation, from the root.
    pub pv: Vec<String>,
    /// The reason the search ended.
    pub stopped_by: StoppedBy,
    /// Nodes opened, as `analyse` counts them.
    pub nodes: u64,
    /// Of those, the nodes that the search visited: kept or left out.
    pub visits: u64,
    /// Of those, the nodes that knowledge opened by itself, to prove bounds; no record of them.
    pub by_knowledge: u64,
    /// Of those, the nodes that only completed the principal variation; no record of them.
    pub completing: u64,
    /// Searches of the root: iterations, windows of a driver.
    pub probes: u32,
    /// The nodes kept.
    pub kept: usize,
    /// The nodes visited and not kept: those furthest from the root.
    pub left_out: u64,
    /// Leaves among the nodes kept of the last iteration: nodes that ended without a move being searched.
    pub leaves: u64,
    /// Of those, the leaves of the critical tree, which prove the value.
    pub critical_leaves: u64,
    /// The leaves of the minimal tree for this value and depth, where it was asked for.
    pub minimal_leaves: Option<u64>,
    /// Whether that is the true minimum, or an estimate from above.
    pub minimal_is_exact: Option<bool>,
}

/// One visit to a node.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceNode {
    /// Its number, from 0.
    pub id: u32,
    /// The number of the node above; none for a root.
    pub parent: Option<u32>,
    /// The search of the root that it belongs to, from 1.
    pub probe: u32,
    /// The step by which it was reached.
    pub step: TraceStep,
    /// The move that led here, in the game's notation.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The visit that first searched the same move, if this one searches it again.
    pub again_of: Option<u32>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies left to search.
    pub depth: u32,
    /// The lower end of the window on entry.
    pub alpha: i32,
    /// The upper end of the window on entry.
    pub beta: i32,
    /// The answer; none if the search was halted in it.
    pub score: Option<i32>,
    /// What the answer proves.
    pub bound: Option<ScoreKind>,
    /// The type that was to be expected, if the first move of every node were the best.
    pub expected: Option<NodeKind>,
    /// The type that it turned out to have.
    pub actual: Option<NodeKind>,
    /// Its type in the critical tree, 1 to 3; none if the value is proven without it.
    pub critical: Option<u8>,
    /// The reason it ended: `all` moves searched, `cut`, `halted`, or what settled it: `rules`, `repetition`, `bounds` proven
    /// by knowledge, `upcoming` repetition, `leaf`, `table`, `etc`, `stand-pat`, `null`, and of the engine's tricks `razoring`,
    /// `reverse-futility`, `probcut`, `multi-probcut`, `multi-cut`. In the tree of a best-first search: `expanded`, `leaf`
    /// (nobody looked behind it), `unseen`. Of proof-number search in a table: `proven`, `disproven`, `proof-threshold`,
    /// `disproof-threshold`, `full`, and of what was only looked at, `leaf`, `table` or what settled it.
    pub why: String,
    /// The trick of selective search for the sake of which the node was visited, or that has changed its depth.
    pub trick: Option<String>,
    /// What tricks left out at it.
    pub tricks: Vec<TraceTrick>,
    /// What the table knew of it, and for which depth: in exact search for this very one.
    pub table: Option<Proven>,
    /// What knowledge proved of it.
    pub proven: Option<Proven>,
    /// The static value, where the search asked for it.
    pub static_value: Option<i32>,
    /// The inequality by which it ended before all its moves were searched.
    pub cut: Option<TraceCut>,
    /// The moves that a cut left unsearched; none where nodes below were left out.
    pub pruned: Vec<String>,
    /// Visits below that were not kept, and have no kept one between.
    pub left_out: u64,
    /// What a best-first search has made of it; none for a search to a depth.
    pub grown: Option<GrownNode>,
    /// What a best-first search made of it, step by step, from the one on at which it came to be; empty where a full tree has
    /// forgotten nodes, or changes were too many to be kept.
    pub history: Vec<GrownThen>,
    /// Its numbers and thresholds in a proof-number search in a table; none for any other search.
    pub proof: Option<ProofVisit>,
}

/// What a best-first search made of a node at some step.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GrownThen {
    /// The number of nodes of the record that were expanded by then.
    pub step: u32,
    /// Its score, as [`TraceNode::score`].
    pub score: Option<i32>,
    /// Its proof and disproof numbers.
    pub proof_numbers: Option<ProofNumbers>,
    /// The number of times that the search came through.
    pub visits: Option<u64>,
    /// The value at worst, for its side to move.
    pub pessimistic: Option<i32>,
    /// The value at best.
    pub optimistic: Option<i32>,
}

/// What a trick left out at a node.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceTrick {
    /// The name of the trick, as that of its settings, with hyphens.
    pub by: String,
    /// The move; where there is none, the trick changed how the node's moves were searched from then on.
    #[serde(rename = "move")]
    pub played: Option<String>,
}

/// A visit of a proof-number search in a table. Numbers count for the side to move at the node; one that is infinite is none.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProofVisit {
    /// The numbers on entry.
    pub entry: ProofNumbers,
    /// The thresholds at which the search leaves the node; none if it only looked at it.
    pub until: Option<ProofNumbers>,
    /// The numbers on return; none if the search was halted.
    pub left: Option<ProofNumbers>,
}

/// A node of a tree in memory, as it stood when the search ended.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GrownNode {
    /// Its place in the order in which nodes were expanded, from 1; none for those that were not, and once a full tree has
    /// forgotten some.
    pub expanded: Option<u32>,
    /// Its proof and disproof numbers, for its side to move.
    pub proof_numbers: Option<ProofNumbers>,
    /// The number of times that the search came through.
    pub visits: Option<u64>,
    /// The value at worst, for its side to move.
    pub pessimistic: Option<i32>,
    /// The value at best.
    pub optimistic: Option<i32>,
}

/// The step by which a node was reached.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TraceStep {
    /// It is a root.
    #[default]
    Root,
    /// A move.
    Move,
    /// The same move once more, with another window.
    Again,
    /// The turn was passed, outside the rules.
    Null,
    /// The same position once more.
    Same,
}

/// What a score proves of the value.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl From<Ordering> for ScoreKind {
    fn from(ordering: Ordering) -> Self {
        match ordering {
            Ordering::Equal => ScoreKind::Exact,
            Ordering::Greater => ScoreKind::Lower,
            Ordering::Less => ScoreKind::Upper,
        }
    }
}

/// The type of a node (Knuth and Moore 1975).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// The score lies inside the window.
    Pv,
    /// The score is at least beta.
    Cut,
    /// The score is at most alpha.
    All,
}

impl From<NodeType> for NodeKind {
    fn from(kind: NodeType) -> Self {
        match kind {
            NodeType::Pv => NodeKind::Pv,
            NodeType::Cut => NodeKind::Cut,
            NodeType::All => NodeKind::All,
        }
    }
}

impl NodeKind {
    /// `PV`, `cut` or `all`.
    pub fn word(self) -> &'static str {
        match self {
            NodeKind::Pv => "PV",
            NodeKind::Cut => "cut",
            NodeKind::All => "all",
        }
    }
}

/// Bounds that are proven of a value; an end that is not has none.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proven {
    /// The depth that they hold for, in plies.
    pub depth: u32,
    /// The value is at least this.
    pub lower: Option<i32>,
    /// The value is at most this.
    pub upper: Option<i32>,
}

/// The inequality by which a node ended before all its moves were searched.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TraceCut {
    /// The score on its left, for the side to move at the node.
    pub score: i32,
    /// `>=`, or `<=` where what is known without any move was too little.
    pub relation: String,
    /// The bound on its right, for the same side.
    pub bound: i32,
    /// The number of the node that set the bound: an ancestor, or the node itself where knowledge or the table did.
    pub set_by: u32,
    /// How that node set it.
    pub how: SetBy,
    /// The visit whose score it is, if a move set it.
    pub visit: Option<u32>,
    /// The move that cut, if one did.
    pub by: Option<String>,
    /// Its place in the order of moves, from 1.
    pub place: Option<usize>,
}

/// `-2 >= -3`.
impl fmt::Display for TraceCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = Score::from_raw;
        write!(f, "{} {} {}", score(self.score), self.relation, score(self.bound))
    }
}

/// How a node set a bound.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SetBy {
    /// It is a root: an end of the window that was asked about.
    #[default]
    Window,
    /// By a move that it searched before.
    Move,
    /// By its static value.
    StaticValue,
    /// By what knowledge proved of it.
    Knowledge,
    /// By what the table knew of it.
    Table,
    /// By a null window: is a move worth more than what the node is sure of?
    Scout,
    /// By a window of its own choice.
    Choice,
}

impl From<Setter> for SetBy {
    fn from(setter: Setter) -> Self {
        match setter {
            Setter::Window => SetBy::Window,
            Setter::Move(_) => SetBy::Move,
            Setter::StaticValue => SetBy::StaticValue,
            Setter::Proof => SetBy::Knowledge,
            Setter::Table => SetBy::Table,
            Setter::Scout => SetBy::Scout,
            Setter::Choice => SetBy::Choice,
        }
    }
}
