//! Proofs divided among workers: here, on a cluster, or simulated.

use crate::options::whole;
use crate::ray::{Cluster, OnRay, on_ray};
use crate::{interrupt, memory, output};
use anyhow::bail;
use clap::Args;
use comfy_table::CellAlignment;
use secateur_games::Unreadable;
use secateur_lab::crew::{Crew, Threads};
use secateur_lab::jobs::simulation::{Costs, Simulated, simulate};
use secateur_lab::jobs::{Division, JobCounts, Master, ProofTask, lead};
use secateur_session::{ProofNumbers, ProofProgress, StoppedBy};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Where the workers are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Threads of this process.
    Local,
    /// Nowhere: only the clock is made up.
    Simulated,
    Ray(OnRay),
}

/// Reads a place.
fn place(text: &str) -> Result<Place, Unreadable> {
    match text {
        "local" => Ok(Place::Local),
        "simulated" => Ok(Place::Simulated),
        _ => on_ray(text)
            .map(Place::Ray)
            .map_err(|_| Unreadable("expected local, ray, ray://HOST:PORT, ray://auto or simulated".into())),
    }
}

/// How a proof is divided.
#[derive(Args)]
pub(crate) struct Divided {
    /// Divide the proof among workers, each with a table of its own: local (threads), ray or ray://HOST:PORT (a
    /// cluster, through the Python package secateur[ray]), or simulated (what it would be with so many)
    #[arg(long, value_name = "WHERE", value_parser = place, conflicts_with_all = ["certificate", "checkpoint", "threads", "nodes"])]
    pub(crate) on: Option<Place>,
    /// Number of workers [default: 1 here, and one for each processor of a cluster]; several numbers, separated by
    /// commas, to simulate
    #[arg(long, value_name = "N", value_delimiter = ',', requires = "on", value_parser = whole::<usize>(1..=100_000), allow_negative_numbers = true)]
    workers: Vec<usize>,
    /// The most nodes of a job
    #[arg(long, value_name = "NODES", default_value_t = 50_000, requires = "on", value_parser = whole::<u64>(1..=1 << 50), allow_negative_numbers = true)]
    job: u64,
    /// The most facts that a worker tells the others after a job
    #[arg(long, value_name = "FACTS", default_value_t = 5_000, requires = "on", value_parser = whole::<usize>(0..=1_000_000), allow_negative_numbers = true)]
    news: usize,
    /// Nodes that one search takes, so that the node inflation can be told
    #[arg(long, value_name = "NODES", requires = "on", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    alone: Option<u64>,
    /// What things cost where workers are simulated, in microseconds: node=2,job=300,master=100,way=500; and in
    /// megabytes a second, bandwidth=125
    #[arg(long, value_name = "COSTS", requires = "on", value_parser = str::parse::<Costs>)]
    costs: Option<Costs>,
}

/// The time after which progress is told though the jobs have not doubled.
const SILENCE: Duration = Duration::from_secs(10);
/// Times that a job is tried again.
const RETRIES: u32 = 3;

/// A line of progress in JSON.
#[derive(Serialize)]
struct Iteration {
    iteration: bool,
    #[serde(flatten)]
    counts: JobCounts,
    workers: usize,
    utilisation: f64,
    inflation: Option<f64>,
    time_ms: f64,
}

/// A line of a simulation in JSON.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    simulated: &'a Simulated,
    speedup: f64,
    inflation: f64,
}

impl Divided {
    /// Has a proof done, with this limit of time; returns how far it came. None if it was only simulated.
    pub(crate) fn prove(
        &self,
        place: &Place,
        mut task: ProofTask,
        json: bool,
    ) -> anyhow::Result<Option<ProofProgress>> {
        if self.workers.len() > 1 && *place != Place::Simulated {
            bail!("there are {} numbers of workers, expected one, or --on simulated", self.workers.len());
        }
        let (hash, most) = (task.request.resources.hash, task.request.limits.time);
        let pressed = interrupt::flag()?;
        // The workers are stopped by a flag of their own: also where nobody needs their jobs any more.
        let halt = Arc::new(AtomicBool::new(false));
        let mut crew: Box<dyn Crew> = match place {
            Place::Simulated => {
                // There is nothing to save: an interrupt ends it at once.
                interrupt::while_waiting(|| self.simulate(&task, json))?;
                return Ok(None);
            }
            Place::Local => {
                let workers = self.workers.first().copied().unwrap_or(1);
                memory::check_room_for(hash.saturating_mul(workers), "--hash, times --workers")?;
                task.request.control.interrupt = halt.clone();
                Box::new(Threads::new(workers, &task.making())?)
            }
            Place::Ray(on) => {
                // What cannot be divided is refused before anything is started for it.
                drop(task.master(Division::default())?);
                let task = task.text()?;
                let cluster = Cluster::start(on, "proof", &task, self.workers.first().copied())?;
                if !json {
                    let workers = output::counted(cluster.workers() as u64, "worker");
                    output::line(format_args!(
                        "{workers} on {}",
                        output::counted(cluster.hosts as u64, "machine")
                    ))?;
                }
                Box::new(cluster)
            }
        };
        let workers = crew.workers();
        let mut master = task.master(self.division(workers))?;
        let (start, mut said, mut done) = (Instant::now(), Instant::now(), 0);
        let (mut stopped_by, mut broken) = (StoppedBy::Solved, None);
        let ended = lead(&mut master, &mut *crew, &mut |master| {
            let counts = master.counts();
            if counts.done > 2 * done || said.elapsed() >= SILENCE {
                (said, done) = (Instant::now(), counts.done);
                broken = self.tell(counts, workers, start, json).err();
            }
            match () {
                () if pressed.load(Ordering::Relaxed) => stopped_by = StoppedBy::Interrupt,
                () if most.is_some_and(|most| start.elapsed() >= most) => stopped_by = StoppedBy::Time,
                () => return broken.is_none(),
            }
            false
        });
        halt.store(true, Ordering::Relaxed);
        drop(crew);
        if let Some(error) = broken {
            return Err(error);
        }
        ended?;
        let counts = master.counts();
        self.tell(counts, workers, start, json)?;
        Ok(Some(progress(&mut master, start, stopped_by)))
    }

    fn division(&self, workers: usize) -> Division {
        Division { workers, nodes: self.job, retries: RETRIES, news: self.news }
    }

    /// Tells what was done so far, on one line.
    fn tell(&self, counts: JobCounts, workers: usize, start: Instant, json: bool) -> anyhow::Result<()> {
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        let utilisation = counts.utilisation(workers, time_ms);
        let inflation = self.alone.map(|alone| counts.nodes as f64 / alone as f64);
        if json {
            return output::json(&Iteration {
                iteration: true,
                counts,
                workers,
                utilisation,
                inflation,
                time_ms,
            });
        }
        let numbers = counts.root.map_or("settled".to_owned(), |root| {
            format!("{} : {}", output::thousands(root.proof.into()), output::thousands(root.disproof.into()))
        });
        let inflation = inflation.map_or(String::new(), |n| format!("  {n:.2} nodes for each of one search"));
        output::line(format_args!(
            "{:>9} jobs  {:>5} under way  {} overtaken  {} lost  {:>14} nodes  {:>9}  {:.1} % at work  {numbers}{inflation}",
            output::thousands(counts.done),
            counts.under_way,
            output::thousands(counts.overtaken),
            output::thousands(counts.lost),
            output::thousands(counts.nodes),
            output::milliseconds(time_ms),
            100.0 * utilisation,
        ))
    }

    /// Prints what the proof would be with so many workers.
    fn simulate(&self, task: &ProofTask, json: bool) -> anyhow::Result<()> {
        let costs = self.costs.unwrap_or_default();
        let numbers = if self.workers.is_empty() { &[1, 2, 4][..] } else { &self.workers };
        // Each simulated worker has a table of its own, as a real one would.
        let most = numbers.iter().copied().max().unwrap_or(1);
        memory::check_room_for(task.request.resources.hash.saturating_mul(most), "--hash, times --workers")?;
        let alone = match self.alone {
            Some(alone) => alone,
            None => {
                let mut proof = task.session()?.prover(task.goal, &task.request)?;
                let mut progress = proof.search(u64::MAX);
                while progress.stopped_by == StoppedBy::Nodes {
                    progress = proof.search(u64::MAX);
                }
                progress.nodes
            }
        };
        let seconds = alone as f64 * costs.node / 1e6;
        let mut table = output::table(&[
            "workers",
            "seconds",
            "speed-up",
            "jobs",
            "overtaken",
            "nodes",
            "inflation",
            "at work",
            "master",
            "network",
            "bytes a job",
        ]);
        for column in table.column_iter_mut() {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for &workers in numbers {
            let mut master = task.master(self.division(workers))?;
            let simulated = simulate(&mut master, workers, &|| task.worker(), &costs)?;
            let (speedup, inflation) =
                (seconds / simulated.seconds, simulated.counts.nodes as f64 / alone as f64);
            if json {
                output::json(&Line { simulated: &simulated, speedup, inflation })?;
                continue;
            }
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            table.add_row([
                output::thousands(workers as u64),
                format!("{:.2}", simulated.seconds),
                format!("{speedup:.2}"),
                output::thousands(simulated.counts.done),
                output::thousands(simulated.counts.overtaken),
                output::thousands(simulated.counts.nodes),
                format!("{inflation:.2}"),
                percent(simulated.utilisation),
                percent(simulated.master),
                percent(simulated.network),
                output::thousands(simulated.bytes as u64),
            ]);
        }
        if json {
            return Ok(());
        }
        output::line(table)?;
        output::line(format_args!(
            "One search opens {} nodes, {seconds:.2} s at {} microseconds for each.",
            output::thousands(alone),
            costs.node
        ))
    }
}

/// How far a divided proof has come, as one search would say it.
fn progress(master: &mut Master, start: Instant, stopped_by: StoppedBy) -> ProofProgress {
    let (claims, counts) = (master.claims(), master.counts());
    let numbers =
        counts.root.map(|root| ProofNumbers { proof: Some(root.proof), disproof: Some(root.disproof) });
    ProofProgress {
        goal: 0,
        proof_numbers: numbers,
        pv: Vec::new(),
        nodes: counts.nodes,
        time_ms: start.elapsed().as_secs_f64() * 1e3,
        bytes: 0,
        stopped_by: if master.is_done() { StoppedBy::Solved } else { stopped_by },
        claims,
    }
}
