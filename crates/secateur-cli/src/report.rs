//! `secateur report`: what a game's designer wants to know.

use crate::options::{Workload, duration};
use crate::{CommandEnd, interrupt, messages, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::designer::{DesignerEvent, DesignerPlan, GameReport, examine, json, page, words};
use secateur_lab::files;
use secateur_session::{GameEntry, Registry};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells the designer of a game how fair, deep and dramatic it is, on a page that needs nothing else.
///
/// The engine plays the game against itself at several strengths and looks into positions, first moves and smaller boards.
/// Each figure comes with its 95 % interval, with what it means, and with what designers take as good. Several games are
/// put side by side, a row each.
///
/// The work is kept in GAME.report and GAME.races beside the page: after any interruption the same command goes on, and a longer
/// --time goes on from there.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur report connect4
  secateur report breakthrough-6x6 --time 5m --threads 2 --out breakthrough.html
  secateur report connect4 hex-7x7 othello --out games.html --json games.json")]
pub(crate) struct ReportCommand {
    /// Games
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Time for each game, all calls together: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, allow_hyphen_values = true)]
    time: Duration,
    #[command(flatten)]
    workload: Workload,
    /// Page to write; by default the game's name and `.html`, or `games.html`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the figures as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl ReportCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entries = self.entries(registry)?;
        let out = self.out.clone().unwrap_or_else(|| match &entries[..] {
            [one] => format!("{}.html", one.name).into(),
            _ => "games.html".into(),
        });
        for file in [Some(&out), self.json.as_ref()].into_iter().flatten() {
            files::check_writable(file)?;
        }
        let interrupt = interrupt::flag()?;
        let mut reports = Vec::new();
        for entry in entries {
            reports.push(self.examine(registry, entry, &out, &interrupt)?);
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        files::write(&out, page::html(&reports, &self.command(&out)))?;
        if let Some(file) = &self.json {
            files::write(file, format!("{:#}\n", json(&reports)))?;
        }
        reports.iter().try_for_each(show)?;
        output::line(format_args!("Written to {}.", out.display()))?;
        if interrupt.load(Ordering::Relaxed) {
            messages::say("interrupted; the same command goes on from there");
            return Ok(CommandEnd::Interrupted);
        }
        Ok(CommandEnd::Done)
    }

    /// The games, each of them once.
    fn entries<'r>(&self, registry: &'r Registry) -> anyhow::Result<Vec<&'r GameEntry>> {
        let mut seen = HashSet::new();
        let mut entries = Vec::new();
        for name in &self.games {
            let entry = registry.find(name)?;
            if entry.open().outcome().is_some() {
                bail!("{name} is over before the first move, expected a game to play");
            }
            if !seen.insert(entry.name) {
                bail!("{name} is named twice, expected each game once");
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    fn examine(
        &self,
        registry: &Registry,
        entry: &GameEntry,
        out: &Path,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<GameReport> {
        let Workload { seed, threads } = self.workload;
        let plan = DesignerPlan { time: self.time, seed, threads };
        let journal = out.with_file_name(format!("{}.report", entry.name));
        let bar = ProgressBar::new(self.time.as_millis() as u64)
            .with_style(ProgressStyle::with_template("{bar:30} {percent} % {msg}")?);
        let mut heard = |event: DesignerEvent| {
            bar.set_position(event.spent.as_millis() as u64);
            let games = output::counted(event.games as u64, "game");
            bar.set_message(format!("{}: {games}, now {}", entry.name, event.doing));
        };
        let report = examine(registry, entry, &plan, &journal, interrupt, &mut heard);
        bar.finish_and_clear();
        report.with_context(|| format!("cannot report on {}", entry.name))
    }

    /// The command line as it was called.
    fn command(&self, out: &Path) -> String {
        let (games, Workload { seed, threads }) = (self.games.join(" "), &self.workload);
        let time = match self.time.as_millis() {
            ms if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
            ms => format!("{ms}ms"),
        };
        let json = self.json.as_ref().map_or(String::new(), |file| format!(" --json {}", file.display()));
        format!(
            "secateur report {games} --time {time} --seed {seed} --threads {threads} --out {}{json}",
            out.display()
        )
    }
}

/// Prints the figures of a game; what to make of them stands on the page.
fn show(report: &GameReport) -> anyhow::Result<()> {
    let mut table = output::table(&[&report.game, ""]);
    for figure in words::said(report) {
        table.add_row([figure.title.to_owned(), figure.says()]);
    }
    output::line(table)
}
