//! How much a search may take.

use secateur_session::Request;
use std::time::Duration;

/// The most that one search may take of whoever answers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The most time.
    pub time: Duration,
    /// The largest table, in bytes.
    pub hash: usize,
    /// The most threads.
    pub threads: usize,
    /// The most nodes of a record.
    pub trace: usize,
    /// The most records that are kept for one client at once.
    pub records: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance { time: Duration::from_secs(60), hash: 64 << 20, threads: 1, trace: 1_000_000, records: 4 }
    }
}

impl Allowance {
    /// The request, kept within the allowance: a search without a limit in time gets the longest.
    ///
    /// ```
    /// use secateur_playground::Allowance;
    /// use secateur_session::Request;
    ///
    /// let kept = Allowance::default().keep(Request::default().hash(1 << 40).depth(5));
    /// assert_eq!((kept.resources.hash, kept.limits.time.unwrap().as_secs()), (64 << 20, 60));
    /// ```
    pub fn keep(&self, mut request: Request) -> Request {
        request.limits.time = Some(request.limits.time.unwrap_or(self.time).min(self.time));
        request.resources.hash = request.resources.hash.min(self.hash);
        request.resources.threads = request.resources.threads.clamp(1, self.threads);
        request
    }
}
