//! Experiments that cannot be lost.

mod export;
mod report;
mod run;
mod shards;

use crate::{CommandEnd, positions};
use clap::{Args, Subcommand};
use secateur_games::Unreadable;
use secateur_lab::experiment::Experiment;
use secateur_session::Registry;
use secateur_session::Session;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs experiments: grids of searches that a file describes, each of them kept in a store as soon as it is done.
///
/// Killed at any moment and started again, an experiment goes on with what is missing, and no search is there
/// twice. Each search has an empty table of its own, so that node counts depend on neither threads nor
/// interruptions.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur lab run experiments/fixed-depth.toml --threads 2
  secateur lab report experiments/fixed-depth.toml --to report
  secateur lab export experiments/fixed-depth.toml --csv
  secateur lab plan experiments/fixed-depth.toml --shards 4 --to shards")]
pub(crate) struct LabCommand {
    /// Action
    #[command(subcommand)]
    what: LabAction,
}

#[derive(Subcommand)]
enum LabAction {
    /// Run the searches of an experiment that its store lacks
    Run(run::RunCommand),
    /// Divide an experiment into files for several machines
    Plan(shards::PlanCommand),
    /// Run the searches of one such file
    RunShard(run::RunShardCommand),
    /// Merge the rows of several stores into one
    Merge(shards::MergeCommand),
    /// Make a page of charts and tables
    Report(report::ReportCommand),
    /// Write rows as CSV or JSON
    Export(export::ExportCommand),
}

impl LabCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        match self.what {
            LabAction::Run(c) => c.run(registry),
            LabAction::Plan(c) => c.run(registry),
            LabAction::RunShard(c) => c.run(registry),
            LabAction::Merge(c) => c.run(),
            LabAction::Report(c) => c.run(registry),
            LabAction::Export(c) => c.run(registry),
        }
    }
}

/// Reads the file of an experiment, and samples its positions.
fn read(path: &Path, registry: &Registry, interrupt: &Arc<AtomicBool>) -> anyhow::Result<Experiment> {
    Ok(Experiment::read(path, &positions::read_text(path)?, registry, &read_positions, interrupt)?)
}

/// Reads the positions that the file of an experiment names.
pub(crate) fn read_positions(path: &Path, session: &dyn Session) -> Result<Vec<String>, Unreadable> {
    let lines = positions::read_file(path, session).map_err(|e| Unreadable(format!("{e:#}")))?;
    Ok(lines.into_iter().map(|line| line.position).collect())
}
