//! What is answered.

#[cfg(feature = "schema")]
use crate::vocabulary;
use crate::{AnswerView, Look, PositionView};
use secateur_games::Unreadable;
use secateur_session::{
    Algorithm, AlgorithmKind, Answer, Comparison, Contender, GameEntry, RecordedNode, Solution, StepKind,
    TraceHeader,
};
use serde::Serialize;

/// A reply to the message of this number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The number of the message.
    pub id: u32,
    /// Whether more will follow.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub more: bool,
    /// What is said.
    #[serde(flatten)]
    pub say: Say,
}

/// What is said.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Say {
    /// The games.
    Games(Vec<GameView>),
    /// The algorithms.
    Algorithms(Vec<AlgorithmView>),
    /// A position.
    Position(Box<PositionView>),
    /// An iteration or a line of a search, or its end.
    Answer(Box<AnswerView>),
    /// The values of all moves, best first.
    Values(#[cfg_attr(feature = "schema", schemars(with = "Vec<vocabulary::Answer>"))] Vec<Answer>),
    /// The result of solving.
    Solution(#[cfg_attr(feature = "schema", schemars(with = "vocabulary::Solution"))] Solution),
    /// The record of a search, as far as it is sent at once.
    Trace(Box<RecordView>),
    /// More nodes of a record.
    Nodes(
        #[cfg_attr(feature = "schema", schemars(with = "Vec<vocabulary::RecordedNode>"))] Vec<RecordedNode>,
    ),
    /// Cuts of a record.
    Cuts {
        /// Their steps, the nearest first.
        steps: Vec<u32>,
        /// The nodes that it takes to show them.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<vocabulary::RecordedNode>"))]
        nodes: Vec<RecordedNode>,
    },
    /// One algorithm of a comparison.
    Contender(#[cfg_attr(feature = "schema", schemars(with = "vocabulary::Contender"))] Box<Contender>),
    /// The end of a comparison.
    Comparison(#[cfg_attr(feature = "schema", schemars(with = "vocabulary::Comparison"))] Box<Comparison>),
    /// One sentence on why there is no answer.
    Error(String),
}

/// The record of a search, as far as it is sent at once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordView {
    /// Its number: that of the message which asked for it.
    pub record: u32,
    /// The search as a whole.
    #[cfg_attr(feature = "schema", schemars(with = "vocabulary::TraceHeader"))]
    pub header: TraceHeader,
    /// What its steps are.
    #[cfg_attr(feature = "schema", schemars(with = "vocabulary::StepKind"))]
    pub kind: StepKind,
    /// The number of its steps.
    pub steps: u32,
    /// The number of its cuts.
    pub cuts: usize,
    /// The nodes nearest to the root, all up to some level.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<vocabulary::RecordedNode>"))]
    pub nodes: Vec<RecordedNode>,
    /// The milliseconds of the search, with its recording.
    pub search_ms: u64,
    /// The milliseconds from then until this was ready to be sent.
    pub ready_ms: u64,
}

/// A game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// Its name.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// The form in which positions are written.
    pub notation: String,
    /// An example position.
    pub example: String,
    /// What it offers beyond its rules.
    pub offers: String,
    /// The algorithm that searches it where none is named.
    pub algorithm: String,
    /// How it is drawn.
    pub look: Look,
    /// Names of some boards of other sizes.
    pub sizes: Vec<String>,
}

impl GameView {
    pub(crate) fn of(entry: &GameEntry, sizes: Vec<String>) -> GameView {
        GameView {
            name: entry.name.into(),
            about: entry.about.into(),
            notation: entry.notation.into(),
            example: entry.example.into(),
            offers: entry.offers.into(),
            algorithm: entry.algorithm.into(),
            look: Look::of(entry.name, true),
            sizes,
        }
    }
}

/// An algorithm.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlgorithmView {
    /// Its name.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// Its source.
    pub source: String,
    /// Whether it returns the minimax value of (position, depth).
    pub exact: bool,
    /// Whether it remembers positions in a table.
    pub memory: bool,
    /// Whether it goes through the whole tree.
    pub whole: bool,
    /// Whether it can be asked for a depth.
    pub depth: bool,
    /// Whether its searches can be recorded.
    pub traced: bool,
    /// Whether it can be asked about a window at the root.
    pub window: bool,
    /// Whether it grows a tree in memory, best first.
    pub grows: bool,
    /// The page that searches its windows, which is its own or that of the algorithm it drives, as the solver does; none if it has no page.
    pub page: Option<String>,
}

impl AlgorithmView {
    pub(crate) fn of(algorithm: &Algorithm) -> AlgorithmView {
        let grows = algorithm.grows_a_tree();
        AlgorithmView {
            name: algorithm.full_name(),
            about: algorithm.about.into(),
            source: algorithm.source.into(),
            exact: algorithm.is_exact(),
            memory: algorithm.has_memory(),
            whole: algorithm.sees_the_whole_tree(),
            depth: algorithm.takes_depth(),
            traced: algorithm.searches(),
            window: matches!(algorithm.kind, AlgorithmKind::Page(page) if page.has_window),
            grows,
            page: match algorithm.kind {
                AlgorithmKind::Page(_) => Some(algorithm.name.into()),
                AlgorithmKind::Driver(_, page) => Some(page.into()),
                _ if algorithm.name == "solve" => Some("alpha-beta-memory".into()),
                _ => None,
            },
        }
    }
}

impl Reply {
    /// A reply after which more will follow.
    pub(crate) fn progress(id: u32, say: Say) -> Reply {
        Reply { id, more: true, say }
    }

    /// The last reply to a message.
    pub fn last(id: u32, said: Result<Say, Unreadable>) -> Reply {
        Reply { id, more: false, say: said.unwrap_or_else(|Unreadable(why)| Say::Error(why)) }
    }

    /// The reply as text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a reply is plain data")
    }
}
