use super::read;
use crate::{CommandEnd, interrupt, messages, output};
use anyhow::Context;
use clap::Args;
use secateur_lab::experiment::{ExperimentStore, ResultRow};
use secateur_session::Registry;
use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Writes the rows of a store, or those of an experiment, ordered by game, position, and method.
///
/// `depth` and `node_limit` are what the search was allowed, `depth_reached` and `nodes` what it took; `hash` is in
/// bytes, `value` counts for the side to move.
#[derive(Args)]
pub(crate) struct ExportCommand {
    /// Store, or the file of an experiment, which ends in .toml
    #[arg(value_name = "STORE|FILE")]
    what: PathBuf,
    /// Store that holds the rows of the experiment
    #[arg(long, value_name = "FILE", default_value = "secateur.db")]
    store: PathBuf,
    #[command(flatten)]
    form: Form,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Form {
    /// Write commas between values, names on the first line
    #[arg(long)]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

impl ExportCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let of_an_experiment = self.what.extension().is_some_and(|end| end == "toml");
        let (store, mut missing) = match of_an_experiment {
            false => (self.what, None),
            true => {
                let experiment = read(&self.what, registry, &interrupt::flag()?)?;
                let ids: HashSet<String> = experiment.jobs.iter().map(|job| job.id()).collect();
                (self.store, Some(ids))
            }
        };
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut write = |line: String| writeln!(out, "{line}").context("cannot write the output");
        let rows = ExperimentStore::existing(&store)?;
        if self.form.csv {
            write(ResultRow::csv_header())?;
        }
        rows.rows(|row| {
            let is_asked_for = missing.as_mut().is_none_or(|ids| ids.remove(row.id()));
            if is_asked_for { write(if self.form.csv { row.csv() } else { row.json() }) } else { Ok(()) }
        })?;
        out.flush().context("cannot write the output")?;
        let missing = missing.map_or(0, |ids| ids.len() as u64);
        if missing > 0 {
            let store = store.display();
            messages::say(&format!(
                "{} not in {store} yet: `secateur lab run` goes on",
                output::counted(missing, "job")
            ));
            return Ok(CommandEnd::No);
        }
        Ok(CommandEnd::Done)
    }
}
