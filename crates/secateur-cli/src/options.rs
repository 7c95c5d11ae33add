//! The options that several commands share, and how their values are written.

use clap::Args;
use secateur::order::Choice;
use secateur_games::Unreadable;
use secateur_games::session::{Algorithm, Request};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How to search.
#[derive(Args, Clone, Debug)]
pub(crate) struct Searching {
    /// The algorithm, or a driver and a window search such as mtd-f/pvs-memory; `secateur algorithms` lists
    /// them
    #[arg(long, value_name = "NAME", default_value = "mtd-f")]
    pub(crate) algorithm: String,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) table: Table,
}

/// When to end.
#[derive(Args, Clone, Debug)]
pub(crate) struct Limits {
    /// Search this many plies and no more
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=250))]
    pub(crate) depth: Option<u32>,
    /// Stop after this time: 500ms, 2s, 1m
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop after exactly this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// What is remembered, and in which order moves are tried.
#[derive(Args, Clone, Debug)]
pub(crate) struct Table {
    /// The size of the transposition table: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes)]
    pub(crate) hash: usize,
    /// Search threads; more than one help algorithms with memory
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub(crate) threads: usize,
    /// The order of moves: none, or some of table, promise, killers, history, previous, random, joined by +
    #[arg(long, default_value = "table+promise", value_parser = order)]
    pub(crate) order: Choice,
    /// The seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Searching {
    pub(crate) fn request(&self) -> anyhow::Result<Request> {
        let algorithm = Algorithm::named(&self.algorithm)?;
        let Limits { depth, time, nodes } = self.limits.clone();
        Ok(Request { algorithm, depth, time, nodes, ..self.table.request()? })
    }
}

impl Table {
    pub(crate) fn request(&self) -> anyhow::Result<Request> {
        let order = Choice { seed: self.seed, ..self.order.clone() };
        Ok(Request {
            hash: self.hash,
            threads: self.threads,
            order,
            interrupt: on_ctrl_c()?,
            ..Request::default()
        })
    }
}

/// A flag that the first Ctrl-C sets; a second one ends the process at once.
fn on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(flag)
}

/// Splits a number from the unit behind it.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, text[end..].trim_start()))
}

/// `500ms`, `2s`, `1.5m`, `1h`.
fn duration(text: &str) -> Result<Duration, Unreadable> {
    let expected = || Unreadable("expected a time such as 500ms, 2s or 1m".into());
    let (number, unit) = number_and_unit(text).ok_or_else(expected)?;
    let seconds = number
        * match unit {
            "ms" => 1e-3,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(expected()),
        };
    if seconds <= 0.0 {
        return Err(Unreadable("expected a time longer than nothing".into()));
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| time.as_secs() <= 366 * 86_400)
        .ok_or_else(|| Unreadable("expected a time of at most a year".into()))
}

/// The largest table that can be asked for.
const MAX_HASH: f64 = (1u64 << 40) as f64;

/// `64MiB`, `1GiB`, `500kB`, `65536`.
fn bytes(text: &str) -> Result<usize, Unreadable> {
    let expected = || Unreadable("expected a size such as 64MiB, 1GiB or 500kB".into());
    let (number, unit) = number_and_unit(text).ok_or_else(expected)?;
    let size = number
        * match unit.to_ascii_lowercase().as_str() {
            "" | "b" => 1.0,
            "kb" => 1e3,
            "mb" => 1e6,
            "gb" => 1e9,
            "kib" | "k" => 1024.0,
            "mib" | "m" => 1048576.0,
            "gib" | "g" => 1073741824.0,
            _ => return Err(expected()),
        };
    if !(1024.0..=MAX_HASH).contains(&size) {
        return Err(Unreadable("expected a size between 1KiB and 1024GiB".into()));
    }
    Ok(size as usize)
}

fn threads(text: &str) -> Result<usize, Unreadable> {
    let number = text.parse().ok().filter(|n| (1..=256).contains(n));
    number.ok_or_else(|| Unreadable("expected a number of threads from 1 to 256".into()))
}

fn order(text: &str) -> Result<Choice, Unreadable> {
    text.parse().map_err(|e: secateur::order::BadChoice| Unreadable(e.to_string()))
}
