//! Networks fitted to games: what they are, and fitting one to games that were kept.

use super::{LearnCommand, MethodWord};
use crate::options::whole;
use crate::output;
use anyhow::bail;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::Inputs;
use secateur_lab::learn::{FitNews, FitPlan, fit_to_games};
use secateur_session::{GameEntry, LearnedEvaluation};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What only networks that are fitted to games take.
#[derive(Args)]
pub(super) struct FitOptions {
    /// Folder or file of kept games to fit a network to, as `tune eval` and `learn --method search` keep them; any number
    #[arg(long, value_name = "PATH")]
    from: Vec<PathBuf>,
    /// Neurons of the first layer, a multiple of 16, of a network that is fitted to games [default: what suits the game]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(16..=4096), allow_negative_numbers = true)]
    neurons: Option<u16>,
    /// What the end of a game counts where a network is fitted to games, in per cent; the rest is what the search found [default: 30]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    results: Option<u8>,
    /// Passes of a fit through all positions [default: 8]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=10_000), allow_negative_numbers = true)]
    passes: Option<u32>,
}

impl LearnCommand {
    /// What network is fitted, where the options say no more.
    pub(super) fn fit_plan(&self, usual: FitPlan) -> FitPlan {
        let FitOptions { neurons, results, passes, .. } = self.fit;
        FitPlan {
            neurons: neurons.unwrap_or(usual.neurons),
            stages: self.stages.unwrap_or(usual.stages),
            results: results.map_or(usual.results, |percent| f32::from(percent) / 100.0),
            passes: passes.unwrap_or(usual.passes),
            ..usual
        }
    }

    /// Fits a network to games that were kept. Returns the evaluation, and the games and the time that it took; none if it was
    /// interrupted.
    pub(super) fn by_kept_games(
        &self,
        entry: &GameEntry,
        inputs: &Inputs,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Option<(Arc<LearnedEvaluation>, u64, Duration)>> {
        let plan = self.fit_plan(FitPlan::sensible(inputs, self.seed));
        let files = self.stores()?;
        let begun = Instant::now();
        let bar = ProgressBar::new(1)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}")?);
        let fitted = fit_to_games(entry, &plan, &files, self.threads, |news| {
            let ([now, all], what) = match news {
                FitNews::Read(of) => (of, "files read"),
                FitNews::Fit(of) => (of, "steps of the fit"),
            };
            bar.set_length(all);
            bar.set_position(now);
            bar.set_message(what);
            !interrupt.load(Ordering::Relaxed)
        })?;
        bar.finish_and_clear();
        let Some(fitted) = fitted else { return Ok(None) };
        let [positions, held_back] = fitted.positions.map(|count| count as u64);
        let to = format!(
            "{} of {}",
            output::counted(positions, "position"),
            output::counted(fitted.games, "game")
        );
        if !self.json {
            output::line(format_args!(
                "Fitted to {to}; mean squared error {:.5} on {} held back.",
                fitted.error,
                output::counted(held_back, "position"),
            ))?;
        }
        let made = format!("secateur learn {} --method fit {}; {to}", self.game, options_of(&plan));
        let evaluation = LearnedEvaluation { game: self.game.clone(), made, network: fitted.network.into() };
        Ok(Some((Arc::new(evaluation), fitted.games, begun.elapsed())))
    }

    /// Refuses what belongs to another way to learn than the one that is asked for.
    pub(super) fn check_fit(&self) -> anyhow::Result<()> {
        match (self.method, self.fit.from.is_empty()) {
            (MethodWord::Fit, true) => {
                bail!("there are no games to fit a network to, expected --from and a folder of kept games")
            }
            (MethodWord::Td | MethodWord::Descent | MethodWord::Search, false) => {
                bail!("--from names games to fit a network to, expected --method fit with it")
            }
            (MethodWord::Search | MethodWord::Fit, _) if self.weights.is_some() => {
                bail!("--weights is for tuples, expected it with --method td or descent")
            }
            _ => Ok(()),
        }
    }

    /// The files of kept games: of a folder all that it has.
    fn stores(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.fit.from {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let before = files.len();
            for file in std::fs::read_dir(path)? {
                let file = file?.path();
                let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                if name.starts_with("games") && name.ends_with(".txt") {
                    files.push(file);
                }
            }
            if files.len() == before {
                bail!("{} holds no games, expected a file such as games.txt", path.display());
            }
            files[before..].sort();
        }
        Ok(files)
    }
}

/// The options that make the same network of the same games.
pub(super) fn options_of(plan: &FitPlan) -> String {
    let FitPlan { seed, neurons, stages, results, passes } = plan;
    let results = 100.0 * results;
    format!("--seed {seed} --neurons {neurons} --stages {stages} --results {results:.0} --passes {passes}")
}
