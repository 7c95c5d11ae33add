use serde::Serialize;

/// What a divided proof has done so far.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct JobCounts {
    /// The numbers of the root for the question at hand; none once all is known.
    pub root: Option<JobNumbers>,
    /// Jobs that came back.
    pub done: u64,
    /// Jobs under way.
    pub under_way: usize,
    /// Jobs of those that came back when their position was settled already.
    pub overtaken: u64,
    /// Jobs that failed, or whose worker was lost.
    pub lost: u64,
    /// Nodes opened by the jobs that came back.
    pub nodes: u64,
    /// Nodes of those that were overtaken.
    pub overtaken_nodes: u64,
    /// Positions in the master's tree.
    pub positions: usize,
    /// Milliseconds that workers spent on the jobs that came back, added up.
    pub busy_ms: f64,
}

/// The numbers of a question at the root.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JobNumbers {
    /// Whether the value is at least this, as [`Score::get`](secateur::Score::get) writes it.
    pub question: i32,
    /// The least number of leaves to be settled to prove it, each counted as its job has left it.
    pub proof: u32,
    /// The same to disprove it.
    pub disproof: u32,
}

impl JobCounts {
    /// The share of their time that so many workers were at work, in `ms` milliseconds: 1 for all of it.
    pub fn utilisation(&self, workers: usize, ms: f64) -> f64 {
        let offered = workers as f64 * ms;
        if offered > 0.0 { self.busy_ms / offered } else { 0.0 }
    }
}
