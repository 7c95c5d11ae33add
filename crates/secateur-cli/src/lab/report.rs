use super::read;
use super::run::Threads;
use crate::positions::read_text;
use crate::{CommandEnd, interrupt, messages, output};
use anyhow::Context;
use clap::Args;
use secateur_lab::experiment::ExperimentStore;
use secateur_lab::report::{Origin, Section, html, markdown};
use secateur_lab::{Error, files};
use secateur_session::Registry;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Makes a page of charts and tables from the results of experiments.
///
/// It is written twice: `report.html` is one page that needs nothing else, `report.md` is Markdown with a file of SVG
/// for each chart. A report of an experiment that is not done says what is missing.
#[derive(Args)]
pub(crate) struct ReportCommand {
    /// Files that describe the experiments
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Store that holds the rows of the experiments
    #[arg(long, value_name = "FILE", default_value = "secateur.db")]
    store: PathBuf,
    /// Folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "report")]
    to: PathBuf,
    /// Run the searches that are missing first
    #[arg(long)]
    run: bool,
    #[command(flatten)]
    threads: Threads,
}

impl ReportCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let interrupt = interrupt::flag()?;
        let mut experiments = Vec::new();
        for file in &self.files {
            experiments.push((file, read_text(file)?, read(file, registry, &interrupt)?));
            if interrupt.load(Ordering::Relaxed) {
                return Ok(CommandEnd::Interrupted);
            }
        }
        for (_, _, experiment) in experiments.iter().filter(|_| self.run) {
            let jobs = &experiment.jobs;
            if self.threads.search(&experiment.name, jobs, &self.store, (registry, None), &interrupt)?
                == CommandEnd::Interrupted
            {
                return Ok(CommandEnd::Interrupted);
            }
        }
        let store = ExperimentStore::existing(&self.store)?;
        let path = |path: &Path| path.display().to_string();
        let command = self.command();
        let mut sections = Vec::new();
        for (file, text, experiment) in &experiments {
            let ids: HashSet<String> = experiment.jobs.iter().map(|job| job.id()).collect();
            let mut rows = Vec::new();
            store.rows(|row| {
                if ids.contains(row.id()) {
                    rows.push(row);
                }
                Ok::<(), Error>(())
            })?;
            let origin = Origin { file: &path(file), text, store: &path(&self.store) };
            sections.push(Section::new(experiment, origin, rows));
        }
        self.write(&sections, &command)?;
        let page = path(&self.to.join("report.html"));
        let charts = sections.iter().flat_map(|s| &s.panels).map(|panel| panel.figures.len()).sum::<usize>();
        let (charts, all) = (output::counted(charts as u64, "chart"), sections.len() as u64);
        output::line(format_args!("{charts} of {} in {page}", output::counted(all, "experiment")))?;
        let mut end = CommandEnd::Done;
        for (section, (file, ..)) in
            sections.iter().zip(&experiments).filter(|(section, _)| section.missing > 0)
        {
            messages::say(&format!(
                "{} of {} of {} missing: `secateur lab run {} --store {}` goes on",
                output::thousands(section.missing as u64),
                output::counted(section.jobs as u64, "job"),
                section.name,
                file.display(),
                self.store.display()
            ));
            end = CommandEnd::No;
        }
        Ok(end)
    }

    /// Returns the command line as it was called.
    fn command(&self) -> String {
        let files: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        let (files, store, to) = (files.join(" "), self.store.display(), self.to.display());
        format!("secateur lab report {files} --store {store} --to {to}")
    }

    fn write(&self, sections: &[Section], command: &str) -> anyhow::Result<()> {
        fs::create_dir_all(&self.to)
            .with_context(|| format!("cannot make the folder {}", self.to.display()))?;
        let write = |name: &str, text: &str| files::write(&self.to.join(name), text);
        let (text, charts) = markdown(sections, command);
        for (name, svg) in &charts {
            write(name, svg)?;
        }
        write("report.md", &text)?;
        Ok(write("report.html", &html(sections, command))?)
    }
}
