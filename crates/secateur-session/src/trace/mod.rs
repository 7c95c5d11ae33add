//! The record of a real search, node by node, as plain data.

mod binary;
mod build;
mod grown;
mod playing;
mod proofs;
mod record;
mod recording;
mod run;
mod solving;
mod steps;

pub(crate) use grown::grown;
pub use record::{
    GrownNode, GrownThen, NodeKind, ProofVisit, Proven, ScoreKind, SetBy, TRACE_VERSION, TraceCut,
    TraceHeader, TraceNode, TraceRecord, TraceStep, TraceTrick,
};
pub use recording::{RecordedNode, Recording};
pub(crate) use run::{Saying, Told, trace};
pub(crate) use solving::solving;
pub use steps::{SoFar, StepKind};

use crate::Request;
use secateur::Score;
use secateur_games::Unreadable;

/// Which search is recorded, and how much of it is kept. What is nearest to the root is kept first.
///
/// ```
/// use secateur_session::TraceLimits;
///
/// assert_eq!(TraceLimits::default().nodes, 1_000);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TraceLimits {
    /// The most nodes.
    pub nodes: usize,
    /// The most plies from the root.
    pub plies: u32,
    /// Whether the leaves of the minimal tree are counted as well, which can take longer than the search.
    pub minimal: bool,
    /// The window to ask about at the root, once and at the full depth; none for what the algorithm chooses. For pages that
    /// search a window.
    pub window: Option<(Score, Score)>,
}

impl Default for TraceLimits {
    fn default() -> Self {
        TraceLimits { nodes: 1_000, plies: u32::MAX, minimal: false, window: None }
    }
}

/// A search that is looked at.
pub trait Tracer {
    /// Searches the position as [`Analyst::analyse`](crate::Analyst::analyse) would, with an empty table and one thread, to
    /// the depth of the request, and returns the record of it: the same nodes, several times slower. Of a best-first search
    /// that grows a tree it is the tree as it stands in the end; where neither nodes nor time are limited, after a
    /// thousand nodes. The solver goes through the windows of [`Solver::solve`](crate::Solver::solve), to the end.
    ///
    /// ```
    /// use secateur_session::{Algorithm, NodeKind, Request, TraceLimits};
    ///
    /// let mut game = secateur_standard::standard().find("tree").unwrap().open();
    /// game.set("((3 12) (2 4))").unwrap();
    /// let request = Request::default().algorithm(Algorithm::named("alpha-beta").unwrap()).depth(2).hash(1 << 16);
    /// let record = game.trace(&request, &TraceLimits::default()).unwrap();
    /// let last = record.nodes.iter().rfind(|node| node.cut.is_some()).unwrap();
    /// assert_eq!((last.actual, last.cut.as_ref().unwrap().to_string().as_str()), (Some(NodeKind::Cut), "-2 >= -3"));
    /// ```
    ///
    /// # Errors
    ///
    /// One sentence if the algorithm cannot be traced, if there is no depth, or if the game is over.
    fn trace(&self, request: &Request, limits: &TraceLimits) -> Result<TraceRecord, Unreadable> {
        Ok(self.record(request, limits)?.whole())
    }

    /// The same search, as it is kept for whoever looks at parts of it.
    ///
    /// ```
    /// use secateur_session::{Algorithm, Request, TraceLimits};
    ///
    /// let game = secateur_standard::standard().find("connect4").unwrap().open();
    /// let request = Request::default().algorithm(Algorithm::named("alpha-beta").unwrap()).depth(5).hash(1 << 16);
    /// let recording = game.record(&request, &TraceLimits { nodes: 100_000, ..TraceLimits::default() }).unwrap();
    /// // A step down to a node, and a step back from it.
    /// assert_eq!(u64::from(recording.steps()), 2 * recording.header().visits);
    /// let cut = recording.cuts_beside(0, false, 1)[0];
    /// let shown = recording.nodes(&recording.along(cut, cut));
    /// assert!(shown.iter().any(|one| one.leave == Some(cut) && one.node.cut.is_some()));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Tracer::trace`].
    fn record(&self, request: &Request, limits: &TraceLimits) -> Result<Recording, Unreadable>;
}
