use crate::options::{Workload, whole};
use crate::{CommandEnd, interrupt, output};
use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur::Regressions;
use secateur::engine::MultiProbCut;
use secateur_lab::duel::Arena;
use secateur_lab::files;
use secateur_lab::journal::{Journal, JournalKind};
use secateur_lab::regression::{RegressionPlan, RegressionSample, fit};
use secateur_session::Registry;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Fits how well shallow searches predict deep ones: what Multi-ProbCut has to know of a game and its evaluation.
///
/// Positions from games of the engine against itself are searched to every depth, without Multi-ProbCut, and the
/// values at one depth are regressed on those at lesser ones. Interrupted in whatever way, the same command goes
/// on where it was. The result depends on the numbers given, not on interruptions or threads.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune probcut connect4 --positions 500 --depth 8
  secateur tune probcut othello --positions 3000 --depth 13 --threads 2")]
pub(crate) struct ProbcutCommand {
    /// Game
    game: String,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=10_000_000), allow_negative_numbers = true)]
    positions: u64,
    /// Depth of their searches, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = whole::<u32>(2..=40), allow_negative_numbers = true)]
    depth: u32,
    /// Nodes a move in the games that they come from
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    /// Number of plies in a stage of the game, where a game's length is known beforehand
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = whole::<u32>(1..=1000), allow_negative_numbers = true)]
    stage: u32,
    #[command(flatten)]
    workload: Workload,
    /// File to keep the searched positions in; the game's name and `.samples` by default
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// File to write the fit to; the game's name and `.regressions` by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The number changes with the format, and with how positions come about.
const SAMPLES: JournalKind = JournalKind { what: "samples", format: "secateur-samples-1", checked: true };
/// The number of positions that a thread searches before they are written.
const AT_ONCE: u64 = 4;

impl ProbcutCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let arena = Arena::new(registry.find(&self.game)?, None, self.workload.seed)?;
        files::check_writable(&self.out())?;
        let path = self.samples.clone().unwrap_or_else(|| format!("{}.samples", self.game).into());
        let ProbcutCommand { game, workload: Workload { seed, .. }, nodes, depth, .. } = &self;
        let terms = format!("{game} seed={seed} nodes={nodes} depth={depth}");
        let (mut journal, lines) = Journal::open(&path, SAMPLES, &terms)?;
        let mut samples = Vec::new();
        for (number, line) in (2..).zip(&lines) {
            let sample = RegressionSample::read(line);
            samples.push(sample.with_context(|| format!("{}, line {number}", path.display()))?);
        }
        let interrupt = interrupt::flag()?;
        let plan = RegressionPlan { seed: *seed, nodes: *nodes, depth: *depth };
        let bar = ProgressBar::new(self.positions).with_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} positions, {per_sec}, {eta} left",
        )?);
        bar.set_position(samples.len() as u64);
        bar.reset_eta();
        while (samples.len() as u64) < self.positions {
            let from = samples.len() as u64;
            let to = self.positions.min(from + AT_ONCE * self.workload.threads as u64);
            for sample in plan.samples(&arena, from..to, self.workload.threads, &interrupt, || bar.inc(1))? {
                journal.add(&sample.write())?;
                samples.push(sample);
            }
            if interrupt.load(Ordering::Relaxed) {
                bar.finish_and_clear();
                output::line(format_args!(
                    "{} of {} positions are in {}. The same command goes on from there.",
                    output::thousands(samples.len() as u64),
                    output::thousands(self.positions),
                    path.display()
                ))?;
                return Ok(CommandEnd::Interrupted);
            }
        }
        bar.finish_and_clear();
        samples.truncate(usize::try_from(self.positions)?);
        self.show(&fit(&samples, self.stage))?;
        Ok(CommandEnd::Done)
    }

    fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| format!("{}.regressions", self.game).into())
    }

    fn show(&self, regressions: &Regressions) -> anyhow::Result<()> {
        output::line(format_args!(
            "{}: {} from games at {} a move; stages of {}\n",
            self.game,
            output::counted(self.positions, "position"),
            output::counted(self.nodes, "node"),
            output::counted(self.stage.into(), "ply"),
        ))?;
        let mut table = output::table(&[
            "plies left",
            "depth",
            "predicted by",
            "slope",
            "offset",
            "spread",
            "fit",
            "used",
        ]);
        let least = MultiProbCut::STANDARD.fit as f32 / 100.0;
        for (stage, deep, regression) in regressions.all() {
            let from = stage * self.stage;
            table.add_row([
                format!("{from} to {}", from + self.stage - 1),
                deep.to_string(),
                regression.shallow.to_string(),
                format!("{:.2}", regression.slope),
                format!("{:+.0}", regression.offset),
                format!("{:.0}", regression.spread),
                format!("{:.2}", regression.fit),
                if regression.fit >= least { "yes" } else { "no" }.into(),
            ]);
        }
        output::line(table.trim_fmt())?;
        let path = self.out();
        let ProbcutCommand { game, positions, depth, nodes, stage, workload: Workload { seed, .. }, .. } =
            self;
        let text = format!(
            "# How well shallow searches predict deep ones, in points. Fitted by\n# secateur tune probcut {game} \
             --positions {positions} --depth {depth} --nodes {nodes} --stage {stage} --seed {seed}\n{regressions}"
        );
        files::write(&path, text)?;
        output::line(format_args!(
            "\nFit: the part of the variance that is predicted. Multi-ProbCut asks regressions of at least {least:.2}.\nWritten to {}.",
            path.display()
        ))
    }
}
