//! Requests: by which method, within which limits, and with which resources to search.

mod check;
mod on_look;

pub use on_look::OnLook;

use crate::{Algorithm, Book, Clock, LearnedEvaluation, Settings, Tablebase};
use secateur::order::{Choice, Part};
use secateur_games::Unreadable;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A request for a search: the method, the limits, the resources, and, beside this data, the handles by which a
/// program takes part in it.
///
/// The data are the vocabulary of every front end: they are written and read as JSON.
///
/// ```
/// use secateur_session::{Algorithm, Request};
/// use secateur_standard::standard;
///
/// let request = Request::default().algorithm(Algorithm::named("pvs-memory").unwrap()).depth(6).hash(1 << 20);
/// let answer = standard().find("connect4").unwrap().open().analyse(&request, &mut |_| {});
/// assert_eq!((answer.algorithm.as_str(), answer.depth), ("pvs-memory", 6));
///
/// let text = r#"{"method":{"algorithm":"pvs-memory"},"limits":{"depth":6},"resources":{"hash":1048576}}"#;
/// let read: Request = serde_json::from_str(text).unwrap();
/// assert_eq!((read.method, read.limits, read.resources), (request.method, request.limits, request.resources));
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The method of the search.
    pub method: Method,
    /// The limits of the search, and the extent of its answer.
    pub limits: Limits,
    /// The resources that the search may use.
    pub resources: Resources,
    /// The handles by which a program takes part in the search. No part of the data.
    #[serde(skip)]
    pub control: Control,
}

/// A method of searching.
///
/// As data: the names that people write. `{"algorithm":"mtd-f/pvs-memory","order":"table+move-score","seed":0,
/// "settings":["etc=on"],"without":[],"handicap":null}`; whatever is left out has its default.
///
/// ```
/// use secateur_session::Method;
///
/// let mut method = Method::of("pvs-memory").unwrap();
/// method.settings.set("etc=on").unwrap();
/// assert_eq!(method.to_string(), "pvs-memory, order table+move-score, etc=on");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "Written", into = "Written")]
#[cfg_attr(test, schemars(with = "Written"))]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The order in which the pages try moves, and the seed of its random part. The engine has its own.
    pub order: Choice,
    /// Numbers and switches.
    pub settings: Settings,
    /// The parts that a solver leaves out, by name ([`Study::components`](crate::Study::components)).
    pub without: Vec<String>,
    /// Weaker play on purpose. For the engine only.
    pub handicap: Option<Handicap>,
}

/// A [`Method`] as it is written.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Method"))]
#[serde(default, deny_unknown_fields)]
struct Written {
    algorithm: String,
    order: String,
    seed: u64,
    settings: Vec<String>,
    without: Vec<String>,
    handicap: Option<Handicap>,
}

/// The limits of a search, and the extent of its answer. Without any limit a search takes five seconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The most nodes: exactly with one thread; several go beyond it by at most 1,024 each.
    pub nodes: Option<u64>,
    /// The most time; as data `{"secs":1,"nanos":500000000}`.
    pub time: Option<Duration>,
    /// The time to aim at, for searches that can distinguish an easy move from a hard one: the engine ends between
    /// this and `time`.
    pub aim: Option<Duration>,
    /// A win within this many plies is good enough to stop.
    pub win_within: Option<u32>,
    /// The moves of the winner, 250 at most, within which the shortest win of either side is looked for and proven, such as a
    /// mate in chess. The engine and a prover share the limits in nodes and time. In games that count points the
    /// engine searches alone: a win by points has no length.
    pub mate: Option<u32>,
    /// The number of best moves to report, each with its line. More than one for the engine only.
    pub lines: usize,
    /// The moves to choose from at the root, as the game writes them; all if there are none. For the engine
    /// only.
    pub only: Vec<String>,
}

/// The resources that a search may use.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Resources {
    /// The size of the table in bytes.
    pub hash: usize,
    /// The number of search threads. More than one share the table, and help only algorithms with memory.
    pub threads: usize,
}

/// The handles by which a program takes part in a search: flags that it sets, the clock that it brings, and the book
/// and the tablebase that it has read.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Set to stop with the best answer so far.
    pub interrupt: Arc<AtomicBool>,
    /// While set, no time limit ends the search, since the opponent's clock runs. The time spent counts all the same once it is
    /// cleared, since the answer is as good as if the search had begun then.
    pub pondering: Arc<AtomicBool>,
    /// The clock: the system's, unless the program brings one.
    pub clock: Clock,
    /// What the program does wherever a search looks at the flags.
    pub on_look: OnLook,
    /// A book of positions whose values the solver then knows.
    pub book: Option<Arc<Book>>,
    /// A tablebase of the game: what it says of a position is proven to every search, but to the search for the shortest win
    /// ([`Limits::mate`]).
    pub tablebase: Option<Arc<Tablebase>>,
    /// A learned evaluation of the game: its static values stand in place of the game's own.
    pub learned: Option<Arc<LearnedEvaluation>>,
}

/// Weaker play: fewer nodes, and moves that only look as good as the best.
///
/// ```
/// use secateur_session::Handicap;
///
/// let beginner = Handicap { nodes: 200, noise: 150, seed: 1 };
/// assert!(beginner.noise > Handicap { nodes: 20_000, noise: 20, seed: 1 }.noise);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Handicap {
    /// The most nodes per move, but for those of the first iteration, which is seen to its end.
    pub nodes: u64,
    /// A move's value may be misjudged by up to this much, in hundredths of the game's unit.
    pub noise: u16,
    /// The seed of the misjudgements.
    pub seed: u64,
}

impl Default for Method {
    fn default() -> Self {
        Method {
            algorithm: Algorithm::default(),
            order: Choice { parts: vec![Part::Table, Part::MoveScore], seed: 0 },
            settings: Settings::default(),
            without: Vec::new(),
            handicap: None,
        }
    }
}

impl Method {
    /// The algorithm of this name, with defaults for everything else.
    ///
    /// # Errors
    ///
    /// One sentence if there is no such algorithm.
    pub fn of(algorithm: &str) -> Result<Method, Unreadable> {
        Ok(Method { algorithm: Algorithm::named(algorithm)?, ..Method::default() })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.algorithm.full_name())?;
        if !self.algorithm.is_engine() {
            write!(f, ", order {}", self.order)?;
        }
        self.settings.written().iter().try_for_each(|setting| write!(f, ", {setting}"))
    }
}

impl Default for Written {
    fn default() -> Self {
        Method::default().into()
    }
}

impl From<Method> for Written {
    fn from(method: Method) -> Written {
        Written {
            algorithm: method.algorithm.full_name(),
            order: method.order.to_string(),
            seed: method.order.seed,
            settings: method.settings.written().to_vec(),
            without: method.without,
            handicap: method.handicap,
        }
    }
}

impl TryFrom<Written> for Method {
    type Error = Unreadable;

    fn try_from(written: Written) -> Result<Method, Unreadable> {
        let order: Choice = written.order.parse().map_err(|e| Unreadable(format!("{e}")))?;
        let mut settings = Settings::default();
        written.settings.iter().try_for_each(|setting| settings.set(setting))?;
        Ok(Method {
            algorithm: Algorithm::named(&written.algorithm)?,
            order: Choice { seed: written.seed, ..order },
            settings,
            without: written.without,
            handicap: written.handicap,
        })
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            aim: None,
            win_within: None,
            mate: None,
            lines: 1,
            only: Vec::new(),
        }
    }
}

impl Limits {
    /// The most moves within which a win is looked for ([`Limits::mate`]).
    pub const MOST_MOVES: u32 = 250;
}

impl Default for Resources {
    fn default() -> Self {
        Resources { hash: 64 << 20, threads: 1 }
    }
}

/// Builders: the same request with one thing set otherwise.
impl Request {
    /// Sets the algorithm.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Self {
        self.method.algorithm = algorithm;
        self
    }

    /// Sets the order of moves.
    pub fn order(mut self, order: Choice) -> Self {
        self.method.order = order;
        self
    }

    /// Sets the numbers and switches.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.method.settings = settings;
        self
    }

    /// Sets the parts of the solver to leave out.
    pub fn without(mut self, without: Vec<String>) -> Self {
        self.method.without = without;
        self
    }

    /// Sets weaker play on purpose.
    pub fn handicap(mut self, handicap: impl Into<Option<Handicap>>) -> Self {
        self.method.handicap = handicap.into();
        self
    }

    /// Sets the depth, in plies.
    pub fn depth(mut self, depth: impl Into<Option<u32>>) -> Self {
        self.limits.depth = depth.into();
        self
    }

    /// Sets the limit of nodes.
    pub fn nodes(mut self, nodes: impl Into<Option<u64>>) -> Self {
        self.limits.nodes = nodes.into();
        self
    }

    /// Sets the limit of time.
    pub fn time(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.limits.time = time.into();
        self
    }

    /// Sets the time to aim at.
    pub fn aim(mut self, aim: impl Into<Option<Duration>>) -> Self {
        self.limits.aim = aim.into();
        self
    }

    /// Sets the number of plies within which a win is good enough to stop.
    pub fn win_within(mut self, plies: impl Into<Option<u32>>) -> Self {
        self.limits.win_within = plies.into();
        self
    }

    /// Sets the number of moves within which the shortest win is looked for.
    pub fn mate(mut self, moves: impl Into<Option<u32>>) -> Self {
        self.limits.mate = moves.into();
        self
    }

    /// Sets the number of best moves to report.
    pub fn lines(mut self, lines: usize) -> Self {
        self.limits.lines = lines;
        self
    }

    /// Sets the moves to choose from.
    pub fn only(mut self, only: Vec<String>) -> Self {
        self.limits.only = only;
        self
    }

    /// Sets the size of the table, in bytes.
    pub fn hash(mut self, bytes: usize) -> Self {
        self.resources.hash = bytes;
        self
    }

    /// Sets the number of threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.resources.threads = threads;
        self
    }

    /// Sets the flag that stops the search.
    pub fn interrupt(mut self, interrupt: Arc<AtomicBool>) -> Self {
        self.control.interrupt = interrupt;
        self
    }

    /// Sets the book of known values.
    pub fn book(mut self, book: impl Into<Option<Arc<Book>>>) -> Self {
        self.control.book = book.into();
        self
    }

    /// Sets the learned evaluation.
    pub fn learned(mut self, learned: impl Into<Option<Arc<LearnedEvaluation>>>) -> Self {
        self.control.learned = learned.into();
        self
    }

    /// Sets the tablebase that searches know.
    pub fn tablebase(mut self, tablebase: impl Into<Option<Arc<Tablebase>>>) -> Self {
        self.control.tablebase = tablebase.into();
        self
    }
}
