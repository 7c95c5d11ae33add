//! `secateur choose`: which search suits a game.

mod report;

use crate::options::Workload;
use crate::{CommandEnd, interrupt, messages, output, profiles};
use anyhow::Context;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::choose::race::Criterion;
use secateur_lab::choose::{ChoicePlan, ChoiceWords, Event, Thoroughness, choose};
use secateur_lab::files;
use secateur_session::Registry;
use std::fs;
use std::path::PathBuf;

/// Finds the search that suits a game, and writes a profile that analyse, play and the protocols use from then on.
///
/// Exact searches race over positions of the game's own play: algorithms, then orders of moves, then settings;
/// those that are worse beyond doubt are out. Then games show whether the best of them or the engine plays better, and
/// whether the engine does without one of its tricks. Interrupted or killed, the same command resumes from
/// where it was.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur choose connect4
  secateur choose clobber --effort quick --measure nodes --threads 2 --out clobber.toml")]
pub(crate) struct ChooseCommand {
    /// Game
    game: String,
    /// Criterion: time, or nodes, with which the same seed gives the same choice on every machine
    #[arg(long, value_enum, default_value_t = Counts::Time)]
    measure: Counts,
    /// Effort: quick for a first impression, usual for minutes, thorough for hours
    #[arg(long, value_enum, default_value_t = Spend::Usual)]
    effort: Spend,
    #[command(flatten)]
    workload: Workload,
    /// File to write the profile to; by default where every command looks for it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Counts {
    Nodes,
    Time,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Spend {
    Quick,
    Usual,
    Thorough,
}

impl ChooseCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entry = registry.find(&self.game)?;
        let plan = self.plan();
        let path = match &self.out {
            Some(path) => path.clone(),
            None => profiles::path_to_write(entry.name)?,
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        files::check_writable(&path)?;
        let journal = path.with_extension("unfinished");
        let interrupt = interrupt::flag()?;
        let (bar, mut stage) = (ProgressBar::new_spinner(), 0);
        let mut heard = |event: Event<'_>| show(&bar, &mut stage, event);
        let chosen = choose(entry, &plan, Some(&journal), &interrupt, &mut heard).with_context(|| {
            let journal = journal.display();
            format!("{}: an earlier choice may be in {journal}; without that file it begins anew", entry.name)
        });
        bar.finish_and_clear();
        let Some(chosen) = chosen? else {
            messages::say("interrupted; the same command goes on from there");
            return Ok(CommandEnd::Interrupted);
        };
        let words = ChoiceWords::new(&plan, &chosen);
        let profile = chosen.profile(entry.name, &plan, &words);
        files::write(&path, profile.write())?;
        fs::remove_file(&journal).with_context(|| format!("cannot remove {}", journal.display()))?;
        match self.json {
            true => report::json(entry.name, &plan, &chosen, &path)?,
            false => {
                report::tables(&chosen)?;
                report::show(&words, entry.name)?;
                let reach = match self.out {
                    None => "analyse, play and the protocols search by it from now on",
                    Some(_) => "--profile searches by it",
                };
                let (method, path) = (&chosen.method, path.display());
                output::line(format_args!("\nWritten to {path}: what plays best, {method}; {reach}."))?;
            }
        }
        Ok(CommandEnd::Done)
    }

    fn plan(&self) -> ChoicePlan {
        ChoicePlan {
            measure: match self.measure {
                Counts::Nodes => Criterion::Nodes,
                Counts::Time => Criterion::Time,
            },
            effort: match self.effort {
                Spend::Quick => Thoroughness::Quick,
                Spend::Usual => Thoroughness::Usual,
                Spend::Thorough => Thoroughness::Thorough,
            },
            seed: self.workload.seed,
            threads: self.workload.threads,
        }
    }
}

/// Shows the progress.
fn show(bar: &ProgressBar, stage: &mut u32, event: Event<'_>) {
    match event {
        Event::Stage { name, of, steps } => {
            *stage += 1;
            let shown = match (of, steps) {
                (_, None) => ProgressStyle::with_template("{spinner} {msg}, {elapsed}"),
                _ => ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}, {eta} left"),
            };
            if let Ok(style) = shown {
                bar.set_style(style);
            }
            bar.set_length(steps.unwrap_or(0) as u64);
            bar.set_position(0);
            bar.reset_eta();
            bar.set_message(if of > 2 {
                format!("{stage}. {name}, {of} of them")
            } else {
                format!("{stage}. {name}")
            });
            bar.tick();
        }
        Event::Known(0) => {}
        Event::Known(count) => {
            bar.inc(count as u64);
            // What was there before tells nothing of the time that is left.
            bar.reset_eta();
        }
        Event::Step => bar.inc(1),
        Event::Left(left, steps) => {
            bar.set_length(bar.position() + steps as u64);
            let message = bar.message();
            let name = message.rsplit_once(", ").map_or(&*message, |(name, _)| name);
            bar.set_message(format!("{name}, {left} left"));
        }
        // The tables at the end have them.
        Event::Race(_) | Event::Played(_) => {}
    }
}
