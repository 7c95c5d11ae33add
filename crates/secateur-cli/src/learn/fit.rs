//! Networks fitted to games: what they are, and fitting one to games that were kept.

use super::{LearnCommand, MethodWord};
use crate::options::whole;
use crate::output;
use anyhow::bail;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::{Inputs, LayerShape, LearnedNetwork, UpdatableNetwork};
use secateur_lab::files;
use secateur_lab::learn::{FitPlan, FitToGames, KeptSamples, import_fitted, read_for, read_kept};
use secateur_session::{GameEntry, LearnedEvaluation};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What only networks that are fitted to games take.
#[derive(Args)]
#[command(next_help_heading = "Networks (search, fit)")]
pub(super) struct FitOptions {
    /// Folder or file of kept games to fit a network to, as `tune eval` and `learn --method search` keep them; any number
    #[arg(long, value_name = "PATH")]
    from: Vec<PathBuf>,
    /// Fit to the evaluation by hand, in the positions kept and N near each, and not to what searches and games came to: what a
    /// network is like that is then fitted further (--start)
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=1000), allow_negative_numbers = true, conflicts_with = "import")]
    nearby: Option<u32>,
    /// Network to begin with, fitted before: its weights are fitted further, with smaller steps
    #[arg(long, value_name = "FILE", conflicts_with_all = ["export", "import"])]
    start: Option<PathBuf>,
    /// Write the positions to a file of tensors, for a trainer elsewhere, and fit nothing
    #[arg(long, value_name = "FILE", conflicts_with = "import")]
    export: Option<PathBuf>,
    /// Take the weights that a trainer elsewhere has fitted from a file of tensors
    #[arg(long, value_name = "FILE")]
    import: Option<PathBuf>,
    /// Neurons of the first layer, a multiple of 16, of a network that is fitted to games [default: what suits the game]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(16..=4096), allow_negative_numbers = true)]
    neurons: Option<u16>,
    /// What the end of a game counts where a network is fitted to games, in per cent; the rest is what the search found [default: 10, and 30 with
    /// --method search]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    results: Option<u8>,
    /// Passes of a fit through all positions [default: 8]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=10_000), allow_negative_numbers = true)]
    passes: Option<u32>,
}

/// What was written for a trainer elsewhere.
#[derive(Serialize)]
struct Exported {
    positions: u64,
    held_back: u64,
    games: u64,
    file: String,
}

impl LearnCommand {
    /// What network is fitted, where the options say no more.
    pub(super) fn fit_plan(&self, usual: FitPlan) -> FitPlan {
        let FitOptions { neurons, results, passes, nearby, .. } = self.fit;
        FitPlan {
            neurons: neurons.unwrap_or(usual.neurons),
            stages: self.tuples.stages.unwrap_or(usual.stages),
            results: results.map_or(usual.results, share),
            passes: passes.unwrap_or(usual.passes),
            nearby,
            ..usual
        }
    }

    /// Fits a network to games that were kept, or takes one that was. Returns the evaluation, and the games and the time that it
    /// took; none if it was interrupted, or the positions were written to a file.
    pub(super) fn by_kept_games(
        &self,
        entry: &GameEntry,
        inputs: &Inputs,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Option<(Arc<LearnedEvaluation>, u64, Duration)>> {
        if let Some(path) = &self.fit.export {
            files::check_writable(path)?;
        }
        let begun = Instant::now();
        let fitted = match &self.fit.import {
            Some(path) => Some(self.imported(entry, path)?),
            None => self.fitted(entry, inputs, interrupt)?,
        };
        Ok(fitted.map(|(network, games, made)| {
            let evaluation = LearnedEvaluation::new(&self.game, made, network);
            (Arc::new(evaluation), games, begun.elapsed())
        }))
    }

    /// A network that a trainer elsewhere has fitted, the games that it was fitted to, and how it was made.
    fn imported(&self, entry: &GameEntry, path: &Path) -> anyhow::Result<(UpdatableNetwork, u64, String)> {
        let (network, about) = import_fitted(entry, path)?;
        let games = about.get("games").and_then(|games| games.parse().ok()).unwrap_or(0);
        let by = about.get("made").map_or("elsewhere", String::as_str);
        Ok((network, games, format!("secateur learn {} --method fit --import FILE; {by}", self.game)))
    }

    /// The same, fitted here. None if it was interrupted, or the positions were written to a file.
    fn fitted(
        &self,
        entry: &GameEntry,
        inputs: &Inputs,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Option<(UpdatableNetwork, u64, String)>> {
        let start = self.start(entry, inputs)?;
        let usual = FitPlan::sensible(inputs, self.seed);
        let usual = FitPlan { lambda: self.tuples.lambda.map_or(usual.lambda, share), ..usual };
        let plan = self.fit_plan(match start.as_ref().map(|network| network.shape()) {
            None => usual,
            Some(&LayerShape { neurons, stages, .. }) => FitPlan { neurons, stages, ..usual },
        });
        let bar = ProgressBar::new(1)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}")?);
        let heard = |what: &'static str| {
            let bar = &bar;
            move |[now, all]: [u64; 2]| {
                bar.set_length(all);
                bar.set_position(now);
                bar.set_message(what);
                !interrupt.load(Ordering::Relaxed)
            }
        };
        let kept = read_kept(entry, &plan, &self.stores()?, self.threads, heard("files read"))?;
        let Some(kept) = kept else {
            bar.finish_and_clear();
            return Ok(None);
        };
        if let Some(path) = &self.fit.export {
            bar.finish_and_clear();
            kept.export(path, &self.game, &plan)?;
            self.tell_export(&kept, path)?;
            return Ok(None);
        }
        let fitted = kept.fit(&plan, start.as_deref(), self.threads, heard("steps of the fit"))?;
        bar.finish_and_clear();
        let Some(FitToGames { network, error }) = fitted else { return Ok(None) };
        let [to, held_back] = counted(&kept);
        if !self.json {
            output::line(format_args!(
                "Fitted to {to}; mean squared error {error:.5} on {held_back} held back."
            ))?;
        }
        let start = match &self.fit.start {
            None => String::new(),
            Some(path) => format!(" --start {}", path.display()),
        };
        let made = format!("secateur learn {} --method fit{start} {}; {to}", self.game, options_of(&plan));
        Ok(Some((network, kept.games, made)))
    }

    /// The network to begin with.
    fn start(&self, entry: &GameEntry, inputs: &Inputs) -> anyhow::Result<Option<Arc<UpdatableNetwork>>> {
        let Some(path) = &self.fit.start else { return Ok(None) };
        match &read_for(path, entry.name, Some(*inputs))?.network {
            LearnedNetwork::Layers(network) => Ok(Some(network.clone())),
            LearnedNetwork::Tuples(_) => {
                bail!("{} holds tuples, expected a network that was fitted to games", path.display())
            }
        }
    }

    fn tell_export(&self, kept: &KeptSamples, path: &Path) -> anyhow::Result<()> {
        let [positions, held_back] = kept.sets.each_ref().map(|set| set.len() as u64);
        let file = path.display().to_string();
        if self.json {
            return output::json(&Exported { positions, held_back, games: kept.games, file });
        }
        let [to, held_back] = counted(kept);
        output::line(format_args!("{to}, and {held_back} held back, are in {file}."))
    }

    /// Refuses what belongs to another way to learn than the one that is asked for.
    pub(super) fn check_method(&self) -> anyhow::Result<()> {
        let FitOptions { from, start, nearby, export, import, .. } = &self.fit;
        let is_fit = self.method == MethodWord::Fit;
        match (self.method, from.is_empty()) {
            _ if !is_fit && (export.is_some() || import.is_some() || start.is_some() || nearby.is_some()) => {
                bail!(
                    "--export, --import, --start and --nearby are for networks that are fitted to games, expected --method fit with them"
                )
            }
            (MethodWord::Fit, false) if import.is_some() => {
                bail!("--import takes weights that are fitted already, expected no --from beside it")
            }
            (MethodWord::Fit, true) if import.is_none() => {
                bail!("there are no games to fit a network to, expected --from and a folder of kept games")
            }
            (_, false) if !is_fit => {
                bail!("--from names games to fit a network to, expected --method fit with it")
            }
            (MethodWord::Fit, _) if self.judge.curve.is_some() => {
                bail!("--curve is for methods that play games, expected td, descent, puct or search with it")
            }
            (MethodWord::Search | MethodWord::Fit, _) => self.check_no_tuples(),
            _ => self.check_weights(),
        }
    }

    /// Refuses what is for tuples, where a network of layers learns.
    fn check_no_tuples(&self) -> anyhow::Result<()> {
        let given = [
            ("--tuples", self.tuples.tuples.is_some()),
            ("--length", self.tuples.length.is_some()),
            ("--weights", self.tuples.weights.is_some()),
            ("--average", self.tuples.average),
            ("--committee", self.tuples.committee > 1),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                bail!("{option} is for tuples, expected it with --method td, descent or puct")
            }
            None => Ok(()),
        }
    }

    /// Refuses so few weights that learners are left without any.
    fn check_weights(&self) -> anyhow::Result<()> {
        match self.tuples.weights {
            Some(most) if most < self.tuples.committee => {
                bail!(
                    "--weights {most} leaves none to some learners, expected {} or more",
                    self.tuples.committee
                )
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

/// A share given in per cent.
pub(super) fn share(percent: u8) -> f32 {
    f32::from(percent) / 100.0
}

/// The positions to fit to, with their games, and those held back.
fn counted(kept: &KeptSamples) -> [String; 2] {
    let [positions, held_back] =
        kept.sets.each_ref().map(|set| output::counted(set.len() as u64, "position"));
    [format!("{positions} of {}", output::counted(kept.games, "game")), held_back]
}

/// The options that make the same network of the same games.
pub(super) fn options_of(plan: &FitPlan) -> String {
    let FitPlan { seed, neurons, stages, results, lambda, passes, nearby } = plan;
    let aims = match nearby {
        None if *lambda > 0.0 => format!("--results {:.0} --lambda {:.0}", 100.0 * results, 100.0 * lambda),
        None => format!("--results {:.0}", 100.0 * results),
        Some(count) => format!("--nearby {count}"),
    };
    format!("--seed {seed} --neurons {neurons} --stages {stages} {aims} --passes {passes}")
}
