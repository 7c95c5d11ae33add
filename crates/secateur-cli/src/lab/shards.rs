use super::read;
use crate::options::whole;
use crate::{CommandEnd, interrupt, output};
use anyhow::Context;
use clap::Args;
use secateur_lab::experiment::ExperimentStore;
use secateur_lab::files;
use secateur_session::Registry;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Divides an experiment into shards: files that need nothing but the program, to be run on several machines.
#[derive(Args)]
pub(crate) struct PlanCommand {
    /// File that describes the experiment
    file: PathBuf,
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=10_000), allow_negative_numbers = true)]
    shards: usize,
    /// Folder to write them to
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
}

/// Brings the rows of stores into one. A job that is there already is not added again.
#[derive(Args)]
pub(crate) struct MergeCommand {
    /// Store to add to, made if there is none
    into: PathBuf,
    /// Stores to read
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

impl PlanCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let interrupt = interrupt::flag()?;
        let experiment = read(&self.file, registry, &interrupt)?;
        if interrupt.load(Ordering::Relaxed) {
            return Ok(CommandEnd::Interrupted);
        }
        let folder = self.to.display();
        fs::create_dir_all(&self.to).with_context(|| format!("cannot make the folder {folder}"))?;
        for shard in experiment.shards(self.shards) {
            let path = self.to.join(shard.file_name());
            files::write(&path, shard.write())?;
        }
        output::line(format_args!(
            "{}: {} in {}, in {folder}. `secateur lab run-shard` runs one, `secateur lab merge` collects.",
            experiment.name,
            output::counted(experiment.jobs.len() as u64, "job"),
            output::counted(self.shards as u64, "shard"),
        ))?;
        Ok(CommandEnd::Done)
    }
}

impl MergeCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        // All are looked at before anything is written.
        let from =
            self.from.iter().map(|path| ExperimentStore::existing(path)).collect::<Result<Vec<_>, _>>()?;
        let mut into = ExperimentStore::open(&self.into)?;
        let mut new = 0;
        for store in &from {
            new += into.merge(store)?;
        }
        output::line(format_args!(
            "{}: {}, {} of them new.",
            self.into.display(),
            output::counted(into.ids()?.len() as u64, "row"),
            output::thousands(new as u64)
        ))?;
        Ok(CommandEnd::Done)
    }
}
