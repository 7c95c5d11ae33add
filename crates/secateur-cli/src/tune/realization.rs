use crate::options::{Workload, whole};
use crate::{CommandEnd, interrupt, output};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur::algo::MoveKind;
use secateur_lab::duel::Arena;
use secateur_lab::files;
use secateur_lab::profile::Profile;
use secateur_lab::realization::{KindCounts, count};
use secateur_lab::regression::RegressionPlan;
use secateur_session::Registry;
use std::path::PathBuf;

/// Counts how often a move of each kind is the best one: what realization-probability search has to know of a game.
///
/// Positions from games of the engine against itself are searched deeper and deeper; what the last iteration finds is
/// counted by what was known before it. The result is a profile, and depends on the numbers given, not on threads.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune realization connect4 --positions 500 --depth 8
  secateur tune realization chess --positions 3000 --threads 2 --out chess.toml
  secateur match chess profile:chess.toml engine --nodes 5000")]
pub(crate) struct RealizationCommand {
    /// Game
    game: String,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=10_000_000), allow_negative_numbers = true)]
    positions: u64,
    /// Depth of their searches, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = whole::<u32>(2..=40), allow_negative_numbers = true)]
    depth: u32,
    /// Nodes a move in the games that they come from
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    #[command(flatten)]
    workload: Workload,
    /// File to write the profile to; the game's name and `-realization.toml` by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl RealizationCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let arena = Arena::new(registry.find(&self.game)?, None, self.workload.seed)?;
        let out = self.out.clone().unwrap_or_else(|| format!("{}-realization.toml", self.game).into());
        files::check_writable(&out)?;
        let interrupt = interrupt::flag()?;
        let plan = RegressionPlan { seed: self.workload.seed, nodes: self.nodes, depth: self.depth };
        let bar = ProgressBar::new(self.positions).with_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} positions, {per_sec}, {eta} left",
        )?);
        let positions = usize::try_from(self.positions)?;
        let counts = count(&plan, &arena, positions, self.workload.threads, &interrupt, || bar.inc(1))?;
        bar.finish_and_clear();
        let Some(counts) = counts else { return Ok(CommandEnd::Interrupted) };
        show(&counts)?;
        let profile = Profile { game: self.game.clone(), method: counts.method()?, evidence: None };
        let RealizationCommand { game, positions, depth, nodes, workload: Workload { seed, .. }, .. } = &self;
        let text = format!(
            "# How likely a move of each kind is the best one. Counted by\n# secateur tune realization {game} --positions \
             {positions} --depth {depth} --nodes {nodes} --seed {seed}\n{}",
            profile.write()
        );
        files::write(&out, text)?;
        output::line(format_args!("\nWritten to {}.", out.display()))?;
        Ok(CommandEnd::Done)
    }
}

fn show(counts: &KindCounts) -> anyhow::Result<()> {
    let method = counts.method()?;
    let mut table = output::table(&["kind", "moves", "best", "thousandths", "plies"]);
    for kind in MoveKind::ALL {
        table.add_row([
            kind.name().to_owned(),
            output::thousands(counts.seen(kind)),
            output::thousands(counts.best(kind)),
            if counts.seen(kind) == 0 { "-".into() } else { counts.thousandths(kind).to_string() },
            format!("{:.2}", method.settings.realization.plies(kind)),
        ]);
    }
    output::line(table.trim_fmt())
}
