//! What a search may use.

use crate::{Algorithm, Book, Settings};
use secateur::order::{Choice, Part};
use secateur::table::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// What a search may use, and when it has to end.
///
/// ```
/// use secateur_session::{Algorithm, Request};
/// use secateur_standard::standard;
///
/// let request = Request {
///     algorithm: Algorithm::named("pvs-memory").unwrap(),
///     depth: Some(6),
///     hash: 1 << 20,
///     ..Request::default()
/// };
/// let answer = standard().find("connect4").unwrap().open().analyse(&request, &mut |_| {});
/// assert_eq!((answer.algorithm.as_str(), answer.depth), ("pvs-memory", 6));
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// How to search; see [`Algorithm::named`].
    pub algorithm: Algorithm,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The most nodes: exactly with one thread; several go beyond it by at most 1,024 each.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// The time to aim at, for searches that can tell an easy move from a hard one: the engine ends between
    /// this and `time`.
    pub aim: Option<Duration>,
    /// While set, no time ends the search: the opponent's runs. What was spent counts all the same once it is
    /// cleared, since the answer is as good as if it had been asked for then.
    pub pondering: Arc<AtomicBool>,
    /// A win within this many plies is good enough to stop.
    pub win_within: Option<u32>,
    /// How many of the best moves to report, each with its line. The engine's only.
    pub lines: usize,
    /// The moves to choose from at the root, as the game writes them; all if there are none. The engine's
    /// only.
    pub only: Vec<String>,
    /// Plays weaker on purpose. The engine's only.
    pub handicap: Option<Handicap>,
    /// The size of the table in bytes.
    pub hash: usize,
    /// Search threads. More than one share the table, and help only algorithms with memory.
    pub threads: usize,
    /// The order of moves.
    pub order: Choice,
    /// Numbers and switches.
    pub settings: Settings,
    /// Positions whose values a solver knows.
    pub book: Option<Arc<Book>>,
    /// The levers that a solver does without, by name ([`Session::levers`](crate::Session::levers)).
    pub without: Vec<String>,
    /// Set to stop with the best answer so far.
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            algorithm: Algorithm::default(),
            depth: None,
            nodes: None,
            time: None,
            aim: None,
            pondering: Arc::default(),
            win_within: None,
            lines: 1,
            only: Vec::new(),
            handicap: None,
            hash: 64 << 20,
            threads: 1,
            order: Choice { parts: vec![Part::Table, Part::Promise], seed: 0 },
            settings: Settings::default(),
            book: None,
            without: Vec::new(),
            interrupt: Arc::default(),
        }
    }
}

/// Weaker play: fewer nodes, and moves that only look as good as the best.
///
/// ```
/// use secateur_session::Handicap;
///
/// let beginner = Handicap { nodes: 200, noise: 150, seed: 1 };
/// assert!(beginner.noise > Handicap { nodes: 20_000, noise: 20, seed: 1 }.noise);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The most nodes a move.
    pub nodes: u64,
    /// A move's value may be misjudged by up to this many points.
    pub noise: u16,
    /// The seed of the misjudgements.
    pub seed: u64,
}

impl Request {
    /// The nodes that several threads may open together, and what they have opened; a thread that is alone counts by
    /// itself, exactly.
    pub(crate) fn shared_nodes<'a>(&self, spent: &'a AtomicU64) -> Option<(&'a AtomicU64, u64)> {
        self.nodes.filter(|_| self.threads > 1).map(|most| (spent, most))
    }

    /// An empty table as asked for.
    pub(crate) fn table(&self) -> Table {
        self.settings.table.with_bytes(self.hash)
    }
}
