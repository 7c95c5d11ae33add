//! What a request is checked for, and what follows from it.

use super::{Limits, Request};
use secateur::table::{NoMemory, Table};
use secateur_games::Unreadable;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

impl Request {
    /// Checks that the method uses all that the request sets, and that there is memory for its table: `Ok`, or one sentence
    /// on what it would ignore, or on the size that the system refuses.
    ///
    /// ```
    /// use secateur_session::{Algorithm, Request};
    ///
    /// let request = Request::default().lines(3);
    /// assert_eq!(
    ///     request.check().unwrap_err().to_string(),
    ///     "mtd-f reports one line, not 3; expected the algorithm engine for more"
    /// );
    /// let request = request.algorithm(Algorithm::named("engine").unwrap());
    /// assert!(request.check().is_ok());
    /// assert_eq!(
    ///     request.mate(5).check().unwrap_err().to_string(),
    ///     "engine looks for the shortest win for one line; expected no more"
    /// );
    /// assert_eq!(
    ///     Request::default().hash(1 << 60).check().unwrap_err().to_string(),
    ///     "there is no memory for a table of 1152921504606846976 bytes"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// If the method would ignore something, or if there is no memory ([`Request::check_memory`]).
    pub fn check(&self) -> Result<(), Unreadable> {
        self.check_memory().map_err(|refused| Unreadable(refused.to_string()))?;
        let (name, limits) = (self.method.algorithm.full_name(), &self.limits);
        let unused = self.method.settings.unused_by(self.method.algorithm.name);
        let refusal = if unused.is_some() {
            unused
        } else if limits.mate.is_some() {
            self.ignored_with_mate()
        } else if self.method.algorithm.is_engine() {
            None
        } else if limits.lines > 1 {
            Some(format!("reports one line, not {}; expected the algorithm engine for more", limits.lines))
        } else if !limits.only.is_empty() {
            Some("chooses from all moves; expected the algorithm engine to choose from some".into())
        } else if self.method.handicap.is_some() {
            Some("plays at full strength only; expected the algorithm engine for weaker play".into())
        } else if limits.depth.is_some() && !self.method.algorithm.takes_depth() {
            Some("searches to no depth; expected a limit in nodes or time".into())
        } else if self.resources.threads > 1 && !self.method.algorithm.has_memory() {
            Some("has no memory that threads could share; expected 1 thread".into())
        } else {
            None
        };
        refusal.map_or(Ok(()), |refusal| Err(Unreadable(format!("{name} {refusal}"))))
    }

    /// What a search for the shortest win would ignore.
    fn ignored_with_mate(&self) -> Option<String> {
        let Limits { depth, aim, win_within, lines, ref only, .. } = self.limits;
        let ignored = if !self.method.algorithm.is_engine() {
            return Some("looks for no shortest win; expected the algorithm engine for that".into());
        } else if depth.is_some() || aim.is_some() || win_within.is_some() {
            "to no depth and no shorter time; expected a limit in nodes or time"
        } else if lines > 1 {
            "for one line; expected no more"
        } else if !only.is_empty() {
            "among all moves; expected none to choose from"
        } else if self.method.handicap.is_some() {
            "at full strength only; expected no handicap"
        } else if self.resources.threads > 1 {
            "with one thread; expected 1"
        } else {
            return None;
        };
        Some(format!("looks for the shortest win {ignored}"))
    }

    /// Checks that the system grants the memory of a table of the size asked for, which costs no time.
    ///
    /// ```
    /// use secateur_session::Request;
    ///
    /// assert!(Request::default().hash(1 << 20).check_memory().is_ok());
    /// assert_eq!(Request::default().hash(1 << 60).check_memory().unwrap_err().bytes, 1 << 60);
    /// ```
    ///
    /// # Errors
    ///
    /// If it does not. (Some systems grant what they do not have.) A search or a solver with such a table panics.
    pub fn check_memory(&self) -> Result<(), NoMemory> {
        self.method.settings.table.try_with_bytes(self.resources.hash).map(drop)
    }

    /// The time that the search may take: five seconds where there is no other limit.
    pub(crate) fn most_time(&self) -> Option<Duration> {
        const USUAL: Duration = Duration::from_secs(5);
        let Limits { depth, nodes, win_within, .. } = self.limits;
        let limited =
            depth.is_some() || nodes.is_some() || win_within.is_some() || self.method.handicap.is_some();
        self.limits.time.or((!limited).then_some(USUAL))
    }

    /// The time that an ordinary move takes, or else the most; none if there is no limit.
    pub(crate) fn meant_time(&self) -> Option<Duration> {
        self.limits.aim.or_else(|| self.most_time())
    }

    /// The nodes that several threads may open together, and what they have opened; a thread that is alone counts by
    /// itself, exactly.
    pub(crate) fn shared_nodes<'a>(&self, spent: &'a AtomicU64) -> Option<(&'a AtomicU64, u64)> {
        self.limits.nodes.filter(|_| self.resources.threads > 1).map(|most| (spent, most))
    }

    /// An empty table of the size and kind asked for.
    pub(crate) fn table(&self) -> Table {
        self.method.settings.table.with_bytes(self.resources.hash)
    }
}
