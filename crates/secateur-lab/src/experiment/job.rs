//! One search of one position by one method.

use crate::identity;
use secateur::order::Choice;
use secateur_games::Unreadable;
use secateur_session::Registry;
use secateur_session::{Algorithm, Answer, Request, Session, Settings, StoppedBy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The format of an identity, apart from the job. The number changes with the fields of a job.
const FORMAT: &str = "secateur-job-1";
/// The name that a job has in place of an algorithm's: estimate the minimal tree that proves its value.
pub(crate) const MINIMAL_TREE: &str = "minimal-tree";
/// Another such name: estimate the minimal graph, in which a position is proven once.
pub(crate) const MINIMAL_GRAPH: &str = "minimal-graph";

/// One search of one position by one method, with everything that its course depends on.
///
/// ```
/// use secateur_lab::experiment::Job;
/// use std::sync::Arc;
///
/// let job = Job {
///     game: "tictactoe".into(),
///     position: "XX./OO./...".into(),
///     algorithm: "pvs-memory".into(),
///     ordering: "table+move-score".into(),
///     settings: vec!["table.bounds=1".into()],
///     depth: Some(3),
///     nodes: None,
///     hash: 1 << 20,
///     seed: 1,
///     repetition: 1,
/// };
/// let (answer, iterations) = job.search(&secateur_standard::standard(), &Arc::default()).unwrap().unwrap();
/// assert_eq!(answer.best.as_deref(), Some("c1"));
/// assert!(iterations.is_sorted() && *iterations.last().unwrap() <= answer.nodes);
/// assert_ne!(job.id(), Job { depth: Some(2), ..job.clone() }.id());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The game's name.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The algorithm by its full name, `driver/page` where the page is not the driver's usual one; or `minimal-tree`
    /// or `minimal-graph`, which estimate from above the smallest tree or graph that proves the value at the depth
    /// ([`Study::minimal`](secateur_session::Study::minimal)).
    pub algorithm: String,
    /// The order of moves, as [`Choice`] writes it.
    pub ordering: String,
    /// The settings, `NAME=VALUE`, sorted by name, and no name twice.
    pub settings: Vec<String>,
    /// The depth in plies, if it is limited.
    pub depth: Option<u32>,
    /// The most nodes, if they are limited.
    pub nodes: Option<u64>,
    /// The size of the table in bytes.
    pub hash: usize,
    /// The seed of random orders.
    pub seed: u64,
    /// The number of this search among equal ones, from 1: they differ in time alone.
    pub repetition: u32,
}

impl Job {
    /// The identity: 32 hexadecimal digits that follow from every field and from the searches of this program
    /// ([`Job::program`]), and from nothing else. It is the first half of the SHA-256 of the format, the
    /// signature, and the job in JSON.
    pub fn id(&self) -> String {
        identity::of(FORMAT, self)
    }

    /// The program that searches: its version and its bench signature, which changes where any search visits other
    /// nodes.
    pub fn program() -> String {
        identity::program()
    }

    /// Whether it estimates a minimal tree, and if so, whether as a graph.
    fn minimal(&self) -> Option<bool> {
        match self.algorithm.as_str() {
            MINIMAL_TREE => Some(false),
            MINIMAL_GRAPH => Some(true),
            _ => None,
        }
    }

    /// Returns the request to the game.
    fn request(&self, interrupt: &Arc<AtomicBool>) -> Result<Request, Unreadable> {
        let algorithm = match self.minimal() {
            Some(_) => Algorithm::default(),
            None => Algorithm::named(&self.algorithm)?,
        };
        let order: Choice = self.ordering.parse().map_err(|e| Unreadable(format!("{e}")))?;
        let mut settings = Settings::default();
        self.settings.iter().try_for_each(|setting| settings.set(setting))?;
        Ok(Request::default()
            .algorithm(algorithm)
            .depth(self.depth)
            .nodes(self.nodes)
            .hash(self.hash)
            .order(Choice { seed: self.seed, ..order })
            .settings(settings)
            .interrupt(interrupt.clone()))
    }

    /// The position, on a board.
    fn board(&self, registry: &Registry) -> Result<Box<dyn Session>, Unreadable> {
        let mut board = registry.find(&self.game)?.open();
        board.set(&self.position)?;
        Ok(board)
    }

    /// Complains of what a search would complain of.
    pub(super) fn check(&self, registry: &Registry) -> Result<(), Unreadable> {
        if (self.depth, self.nodes) == (None, None) {
            return Err(Unreadable("no limit ends the search, expected depth or nodes".into()));
        }
        if self.minimal().is_some() && self.depth.is_none() {
            return Err(Unreadable(format!("{} takes a depth, and there is none", self.algorithm)));
        }
        self.request(&Arc::default())?;
        self.board(registry).map(drop)
    }

    /// Searches, on one thread and with an empty table of its own: the answer, and the nodes opened until the end of
    /// each iteration. None if the flag ended the search.
    ///
    /// # Errors
    ///
    /// One sentence if a name is unknown or the position cannot be read.
    pub fn search(
        &self,
        registry: &Registry,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<(Answer, Vec<u64>)>, Unreadable> {
        let (request, mut board) = (self.request(interrupt)?, self.board(registry)?);
        let mut iterations: BTreeMap<u32, u64> = BTreeMap::new();
        let answer = match self.minimal() {
            Some(as_graph) => board.minimal(&request, as_graph),
            // An iteration is reported once more for each window that settled nothing.
            None => board.analyse(&request, &mut |iteration| {
                iterations.insert(iteration.depth, iteration.nodes);
            }),
        };
        let searched = (answer, iterations.into_values().collect());
        Ok((searched.0.stopped_by != StoppedBy::Interrupt).then_some(searched))
    }
}
