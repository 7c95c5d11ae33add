//! Learning from searches.

use super::fit::options_of;
use super::judge::Judging;
use super::{LearnCommand, USUAL};
use crate::options::whole;
use crate::output;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::Inputs;
use secateur_lab::duel::Arena;
use secateur_lab::learn::{self, GenerationDone, GenerationNews, Generations, SearchPlan};
use secateur_session::{GameEntry, LearnedEvaluation};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What only learning from searches takes.
#[derive(Args)]
#[command(next_help_heading = "Games by searches (search, descent, puct)")]
pub(super) struct SearchOptions {
    /// Generations to learn for, by searches
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000), allow_negative_numbers = true)]
    generations: Option<u64>,
    /// Evaluation to begin with, such as one that was learned by temporal differences, by searches [default: none]
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// Nodes a move in the games that are learned from, by searches, descent or PUCT [default: 150, or 100 by descent, 30 by PUCT]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    pub(super) think: Option<u64>,
}

impl LearnCommand {
    /// Learns from searches, generation by generation. Returns the evaluation, and the games and the time that it took.
    pub(super) fn by_searches(
        &self,
        entry: &GameEntry,
        arena: &Arena,
        inputs: &Inputs,
        dir: &Path,
        interrupt: &Arc<AtomicBool>,
        mut curve: Option<Judging<'_>>,
    ) -> anyhow::Result<(Arc<LearnedEvaluation>, u64, Duration)> {
        let usual = SearchPlan::sensible(inputs, arena.length(), self.seed);
        let SearchOptions { generations, think, ref teacher } = self.search;
        let plan = SearchPlan {
            nodes: think.unwrap_or(usual.nodes),
            opening: self.tuples.opening.unwrap_or(usual.opening),
            fit: self.fit_plan(usual.fit),
            ..usual
        };
        let teacher = teacher.as_ref().map(|path| learn::read_for(path, entry.name, Some(*inputs)));
        let mut learning = Generations::open(entry, plan, self.threads, dir, teacher.transpose()?)?;
        let time = self.budget.or(generations.is_none().then_some(USUAL));
        let bar = ProgressBar::new(1)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}")?);
        let (mut told, mut failed) = (Vec::new(), None);
        learning.learn(generations, time, interrupt, |news| match news {
            GenerationNews::Game([generation, games, all]) => {
                bar.set_length(all);
                bar.set_position(games);
                bar.set_message(format!("games of generation {generation}"));
            }
            GenerationNews::Fit([generation, steps, all]) => {
                bar.set_length(all);
                bar.set_position(steps);
                bar.set_message(format!("steps of the fit of generation {generation}"));
            }
            GenerationNews::Done(done) => {
                let line = told_of(&done);
                bar.println(&line);
                told.push(line);
                if let Some(curve) = &mut curve {
                    let so_far = (done.games, done.spent);
                    failed = failed.take().or(curve.hear(so_far, None, || done.evaluation.clone()).err());
                }
            }
        })?;
        bar.finish_and_clear();
        failed.map_or(Ok(()), Err)?;
        // A bar that nobody sees says nothing.
        if bar.is_hidden() && !self.json {
            told.iter().try_for_each(output::line)?;
        }
        let mut evaluation = (**learning.evaluation()).clone();
        let plan = learning.plan();
        evaluation.made = format!(
            "secateur learn {} --method search --generations {} --think {} --opening {} {}; {}, {}",
            self.game,
            learning.generations(),
            plan.nodes,
            plan.opening,
            options_of(&plan.fit),
            output::counted(learning.games(), "game"),
            output::milliseconds(1000.0 * learning.spent().as_secs_f64()),
        );
        Ok((Arc::new(evaluation), learning.games(), learning.spent()))
    }
}

/// A line on a generation.
fn told_of(done: &GenerationDone) -> String {
    format!(
        "generation {}: {}, {:.1} % of {} against the one before, {}",
        done.generation,
        output::counted(done.positions as u64, "position"),
        100.0 * done.score.share().unwrap_or(0.5),
        output::counted(done.score.games(), "game"),
        if done.took_over { "which it replaces" } else { "which stays" }
    )
}
