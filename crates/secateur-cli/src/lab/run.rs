use super::read;
use crate::options::whole;
use crate::positions::read_long_text;
use crate::ray::{Cluster, Elsewhere};
use crate::{CommandEnd, interrupt, memory, messages, output};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::experiment::{ExperimentStore, Job, Shard, run, run_by};
use secateur_session::Registry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Does the searches of an experiment that its store lacks.
#[derive(Args)]
pub(crate) struct RunCommand {
    /// File that describes the experiment
    file: PathBuf,
    /// Store to keep the results in
    #[arg(long, value_name = "FILE", default_value = "secateur.db")]
    store: PathBuf,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    elsewhere: Elsewhere,
}

/// Does the searches of a shard that its store lacks.
#[derive(Args)]
pub(crate) struct RunShardCommand {
    /// Shard, a file that `secateur lab plan` has written
    shard: PathBuf,
    /// Store to keep the results in; beside the shard by default, under its name with `.db`
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Args)]
pub(super) struct Threads {
    /// Number of searches to run at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
}

impl RunCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let interrupt = interrupt::flag()?;
        let experiment = read(&self.file, registry, &interrupt)?;
        if interrupt.load(Ordering::Relaxed) {
            output::line("Interrupted while positions were sampled. The same command begins again.")?;
            return Ok(CommandEnd::Interrupted);
        }
        let crew = self.elsewhere.crew("search")?;
        self.threads.search(&experiment.name, &experiment.jobs, &self.store, (registry, crew), &interrupt)
    }
}

impl RunShardCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let shard = Shard::read(&self.shard, &read_long_text(&self.shard)?, registry)?;
        let store = self.store.unwrap_or_else(|| self.shard.with_extension("db"));
        let name = format!("{}, shard {} of {}", shard.experiment, shard.number, shard.of);
        self.threads.search(&name, &shard.jobs, &store, (registry, None), &interrupt::flag()?)
    }
}

impl Threads {
    /// Does what is missing of these jobs, here or by a crew, and says how far it came.
    pub(super) fn search(
        &self,
        name: &str,
        jobs: &[Job],
        path: &Path,
        (registry, crew): (&Registry, Option<Cluster>),
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<CommandEnd> {
        let largest = jobs.iter().map(|job| job.hash).max().unwrap_or(0);
        let at_a_time = self.threads.min(jobs.len());
        if crew.is_none() {
            memory::check_room_for(largest.saturating_mul(at_a_time), "hash, times --threads")?;
        }
        let mut store = ExperimentStore::open(path)?;
        let known = store.ids()?;
        let there = jobs.iter().filter(|job| known.contains(&job.id())).count();
        let bar = ProgressBar::new(jobs.len() as u64)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} jobs, {elapsed}, {eta} left")?);
        bar.set_position(there as u64);
        // What was there before tells nothing of the time that is left.
        bar.reset_eta();
        let heard = |some| bar.inc(some as u64);
        let done = match crew {
            Some(mut crew) => run_by(jobs, &mut store, &mut crew, interrupt, heard).map(|(done, work)| {
                messages::note(&crew.summary(&work));
                done
            }),
            None => run(jobs, &mut store, registry, self.threads, interrupt, heard),
        };
        bar.finish_and_clear();
        let (done, all) = (done?, output::counted(jobs.len() as u64, "job"));
        let (now, path) = (output::thousands(done as u64), path.display());
        if there + done < jobs.len() {
            let so_far = output::thousands((there + done) as u64);
            output::line(format_args!(
                "{so_far} of {all} are in {path}. The same command goes on from there."
            ))?;
            return Ok(CommandEnd::Interrupted);
        }
        output::line(format_args!("{name}: {all} in {path}, {now} of them done now."))?;
        Ok(CommandEnd::Done)
    }
}
