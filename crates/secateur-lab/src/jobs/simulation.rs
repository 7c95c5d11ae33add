//! A cluster of any size, simulated: the same master, the same searches, and a clock that goes by what they cost.
//!
//! Each simulated worker has a table of its own and really does its jobs, one worker after the other, in the order in which
//! they would begin. So the nodes, and what is searched twice since tables are apart, are those of so many workers; only time is
//! computed, from the [`Costs`] of a node, of a job, and of the master. The same run gives the same numbers everywhere.

use super::{JobCounts, JobDone, Master, ProofWorker};
use secateur_games::Unreadable;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::str::FromStr;

/// What things cost, in microseconds where nothing else is said.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Costs {
    /// A node.
    pub node: f64,
    /// A job at its worker, beside its nodes.
    pub job: f64,
    /// A job at the master: to choose it, to send it, and to take in what was found.
    pub master: f64,
    /// The way of a message between the two.
    pub way: f64,
    /// Bytes that the master's network carries in a microsecond, to and fro.
    pub bandwidth: f64,
}

/// What a proof would be with so many workers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Simulated {
    /// The workers.
    pub workers: usize,
    /// Seconds until all is known.
    pub seconds: f64,
    /// What was done.
    pub counts: JobCounts,
    /// The share of their time that the workers were at work.
    pub utilisation: f64,
    /// The share of its time that the master was at work.
    pub master: f64,
    /// The share of its time that the master's network was.
    pub network: f64,
    /// Bytes of a job and of what was found, on average.
    pub bytes: f64,
}

/// What happens at a worker, in nanoseconds from the start: job and answer are done there and then.
type Arrival = Reverse<(u64, u64, usize)>;

/// Simulates a proof with so many workers.
///
/// # Errors
///
/// If a worker refuses its work.
pub fn simulate(
    master: &mut Master,
    workers: usize,
    make: &dyn Fn() -> Result<ProofWorker, Unreadable>,
    costs: &Costs,
) -> Result<Simulated, Unreadable> {
    let mut crew: Vec<Option<ProofWorker>> = Vec::new();
    crew.resize_with(workers, || None);
    let mut idle: VecDeque<usize> = (0..workers).collect();
    let mut arrivals: BinaryHeap<Arrival> = BinaryHeap::new();
    let mut answers: Vec<Option<(JobDone, f64)>> = Vec::new();
    answers.resize_with(workers, || None);
    let (mut now, mut led, mut network, mut carried) = (0.0_f64, 0.0, 0.0_f64, 0.0);
    let (mut busy, mut bytes, mut sent) = (0.0, 0_u64, 0_u64);
    while !master.is_done() {
        while let Some(&worker) = idle.front() {
            let Some(job) = master.hand_out() else { break };
            idle.pop_front();
            now += costs.master;
            led += costs.master;
            let doing = match &mut crew[worker] {
                Some(doing) => doing,
                none => none.insert(make()?),
            };
            let found = doing.search(&job)?;
            let time = costs.job + costs.node * found.part.nodes as f64;
            let done = JobDone { time_ms: time / 1e3, ..found };
            let length = length(&job) + length(&done);
            (bytes, sent, busy) = (bytes + length, sent + 1, busy + time);
            let back = now + time + 2.0 * costs.way;
            arrivals.push(Reverse(((back * 1e3) as u64, sent, worker)));
            answers[worker] = Some((done, length as f64 / costs.bandwidth));
        }
        let Some(Reverse((at, _, worker))) = arrivals.pop() else { break };
        if let Some((done, carries)) = answers[worker].take() {
            crew.iter_mut().flatten().for_each(|doing| doing.hear(&done.news));
            // The network carries one after the other, and the master takes in one after the other.
            network = network.max(at as f64 / 1e3) + carries;
            (now, carried) = (now.max(network), carried + carries);
            master.take(done);
        }
        idle.push_back(worker);
    }
    // What is under way at the end is of no use, and the worker was busy with it only until then.
    let counts = master.counts();
    let late: f64 = arrivals.iter().map(|Reverse((at, ..))| (*at as f64 / 1e3 - now).max(0.0)).sum();
    let offered = now.max(f64::MIN_POSITIVE);
    Ok(Simulated {
        workers,
        seconds: now / 1e6,
        counts,
        utilisation: (busy - late).max(0.0) / (offered * workers as f64),
        master: led / offered,
        network: carried / offered,
        bytes: bytes as f64 / sent.max(1) as f64,
    })
}

/// The bytes of something as JSON.
fn length(what: &impl Serialize) -> u64 {
    serde_json::to_vec(what).map_or(0, |text| text.len() as u64)
}

impl Default for Costs {
    /// Assumptions, of the order that such things have on a cluster; the network is one of a gigabit.
    fn default() -> Self {
        Costs { node: 2.0, job: 300.0, master: 100.0, way: 500.0, bandwidth: 125.0 }
    }
}

impl FromStr for Costs {
    type Err = Unreadable;

    /// `node=2,job=300,master=100,way=500,bandwidth=125`: microseconds, and megabytes a second. What is left out is as usual.
    fn from_str(text: &str) -> Result<Costs, Unreadable> {
        let mut costs = Costs::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let cost = match name {
                "node" => &mut costs.node,
                "job" => &mut costs.job,
                "master" => &mut costs.master,
                "way" => &mut costs.way,
                "bandwidth" => &mut costs.bandwidth,
                _ => {
                    let known = "node, job, master, way and bandwidth";
                    return Err(Unreadable(format!("there is no cost '{name}', expected some of {known}")));
                }
            };
            let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 1e-3);
            *cost = number
                .ok_or_else(|| Unreadable(format!("{name} is '{value}', expected a number from 0.001 on")))?;
        }
        Ok(costs)
    }
}
