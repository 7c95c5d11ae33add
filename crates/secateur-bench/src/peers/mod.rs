//! Secateur beside the `minimax` crate: Connect-4 from the start, to one depth, every leaf worth nothing.
//!
//! Both sides first find their best settings by trying them all, then run in turn in one process, so that a
//! machine that slows down or speeds up does so for both.

pub mod crate_minimax;
pub mod othello;
pub mod ours;
pub mod report;
pub mod rules;

use std::time::Duration;

/// The depth searched, in plies.
pub const DEPTH: u8 = 12;

/// The cost of one search, and its value.
#[derive(Copy, Clone, Debug)]
pub struct TimedRun {
    /// Time on the clock, the making and clearing of tables left out.
    pub time: Duration,
    /// The value at the root.
    pub value: i32,
    /// Nodes opened, all iterations together, where they are counted.
    pub nodes: Option<u64>,
}

/// Something that can be set up in several ways: each option is a number below its count.
pub trait Peer {
    /// Returns the number of choices of each option.
    fn options(&self) -> Vec<usize>;

    /// One search with these choices, from an empty memory.
    fn run(&self, choices: &[usize]) -> TimedRun;

    /// The choices in words.
    fn name(&self, choices: &[usize]) -> String;
}

/// The fastest of all combinations of choices, by the best of three runs each.
pub fn tuned(contender: &impl Peer) -> Vec<usize> {
    let counts = contender.options();
    let combination = |mut number: usize| -> Vec<usize> {
        let digit = |&count: &usize| (number % count, number /= count).0;
        counts.iter().map(digit).collect()
    };
    let time = |choices: &Vec<usize>| (0..3).map(|_| contender.run(choices).time).min();
    (0..counts.iter().product()).map(combination).min_by_key(time).unwrap_or_default()
}

/// Runs all in turn, this many rounds: the runs of each.
pub fn in_turn(rounds: usize, all: &mut [&mut dyn FnMut() -> TimedRun]) -> Vec<Vec<TimedRun>> {
    let mut runs = vec![Vec::with_capacity(rounds); all.len()];
    for _ in 0..rounds {
        for (runs, one) in runs.iter_mut().zip(all.iter_mut()) {
            runs.push(one());
        }
    }
    runs
}

/// Minimum, median and maximum.
pub fn spread(mut figures: Vec<f64>) -> [f64; 3] {
    figures.sort_by(f64::total_cmp);
    [figures[0], figures[figures.len() / 2], figures[figures.len() - 1]]
}

/// Returns the times of `theirs` over those of `ours`, round by round.
pub fn ratios(theirs: &[TimedRun], ours: &[TimedRun]) -> [f64; 3] {
    spread(theirs.iter().zip(ours).map(|(t, o)| t.time.as_secs_f64() / o.time.as_secs_f64()).collect())
}
