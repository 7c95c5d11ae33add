use crate::options::{duration, whole};
use crate::{CommandEnd, interrupt, output};
use anyhow::bail;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::designer::{self, DesignerPlan, GameReport, page::page, words::said};
use secateur_lab::files;
use secateur_session::{GameEntry, Registry};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Plays and searches a game for a given time, and tells whoever designs it what comes of that: who is favoured, how much there is
/// to find, how games go, and how long they take.
///
/// All of it is written as one page of HTML, with what each figure means and what designers take as good; of several games side by
/// side. Games and searches are kept in a folder: after any interruption the same command goes on, and with more time it goes on
/// from there.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur report connect4
  secateur report hex-5x5 hex-7x7 hex-9x9 --time 2m --threads 2 --html hex.html")]
pub(crate) struct ReportCommand {
    /// Games
    #[arg(required = true)]
    games: Vec<String>,
    /// Time for each game, all sessions together: 90s, 10m
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, allow_hyphen_values = true)]
    time: Duration,
    /// Seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Games or searches under way at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
    /// Folder that the work is kept in
    #[arg(long, value_name = "DIR", default_value = "reports")]
    dir: PathBuf,
    /// Page to write; by default the games' names in that folder
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ReportCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        if self.time.is_zero() {
            bail!("--time is nothing, expected some time to play for");
        }
        let entries: Vec<&GameEntry> =
            self.games.iter().map(|game| registry.find(game)).collect::<Result<_, _>>()?;
        let html =
            self.html.clone().unwrap_or_else(|| self.dir.join(format!("{}.html", self.games.join("+"))));
        std::fs::create_dir_all(&self.dir)?;
        files::check_writable(&html)?;
        let interrupt = interrupt::flag()?;
        let mut reports = Vec::new();
        for entry in entries {
            reports.push(self.examine(registry, entry, &interrupt)?);
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        files::write(&html, page(&reports, &self.command()))?;
        if self.json {
            output::json(&designer::json(&reports))?;
        } else {
            reports.iter().try_for_each(print)?;
            output::line(format_args!("Written to {}.", html.display()))?;
        }
        Ok(if interrupt.load(Ordering::Relaxed) { CommandEnd::Interrupted } else { CommandEnd::Done })
    }

    fn examine(
        &self,
        registry: &Registry,
        entry: &GameEntry,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<GameReport> {
        let plan = DesignerPlan { time: self.time, seed: self.seed, threads: self.threads };
        let bar = ProgressBar::new(self.time.as_millis() as u64)
            .with_style(ProgressStyle::with_template("{prefix} {bar:30} {percent} % {msg}, {eta} left")?)
            .with_prefix(entry.name);
        let journal = self.dir.join(format!("{}.work", entry.name));
        let report = designer::examine(registry, entry, &plan, &journal, interrupt, &mut |event| {
            bar.set_position(event.spent.as_millis() as u64);
            let games = output::counted(event.games as u64, "game");
            bar.set_message(match event.doing {
                "" => games,
                doing => format!("{games}, {doing}"),
            });
        });
        bar.finish_and_clear();
        Ok(report?)
    }

    /// The command that shows the same.
    fn command(&self) -> String {
        let ReportCommand { time, seed, .. } = self;
        let seconds = time.as_secs_f64();
        format!("secateur report {} --time {seconds}s --seed {seed}", self.games.join(" "))
    }
}

/// The figures of a game, a line each, with what to make of them.
fn print(report: &GameReport) -> anyhow::Result<()> {
    output::line(format_args!(
        "{}: {}, {} in {}",
        report.game,
        output::counted(report.played as u64, "game"),
        output::counted(report.studied as u64, "position looked into"),
        output::milliseconds(1e3 * report.spent.as_secs_f64())
    ))?;
    let mut table = output::table(&["figure", "value", ""]);
    for figure in said(report) {
        table.add_row([figure.title.to_owned(), figure.says(), figure.verdict.unwrap_or_default()]);
    }
    output::line(format_args!("{}\n", table.trim_fmt()))
}
