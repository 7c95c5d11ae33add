use crate::options::{Workload, whole};
use crate::positions::read_bytes;
use crate::{CommandEnd, interrupt, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::othello::patterns::Weights;
use secateur_lab::files;
use secateur_lab::othello::{
    Allowance, Opponent, Quality, TrainingPlan, TrainingProgress, TrainingTask, report, train, versus,
};
use secateur_lab::statistics::elo;
use secateur_session::Registry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Learns the patterns of Othello's evaluation from nothing but the rules.
///
/// In rounds: games are played, at random at first and then by what was learnt; positions near the end are
/// solved, earlier ones searched; and weights are fitted, from the last stage of the game to the first. All of
/// it is kept in a folder. After any interruption the same command resumes the work. The result
/// depends on the numbers given, not on interruptions or threads.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur train othello --quick
  secateur train othello --games 100000 --threads 8 --out weights.bin --match 200")]
pub(crate) struct TrainCommand {
    /// Game
    game: String,
    /// Train for about a minute, as a trial: few games, and little search
    #[arg(long)]
    quick: bool,
    /// Number of games of the last round; each other has a quarter of them
    #[arg(long, value_name = "N", value_parser = whole::<u64>(20..=100_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Number of rounds
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=100), allow_negative_numbers = true)]
    rounds: Option<u32>,
    /// Solve positions with at most this many empty squares
    #[arg(long, value_name = "SQUARES", value_parser = whole::<u32>(4..=20), allow_negative_numbers = true)]
    exact: Option<u32>,
    /// Search others this many plies into later stages, and every second one a ply further
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(0..=12), allow_negative_numbers = true)]
    beyond: Option<u32>,
    #[command(flatten)]
    workload: Workload,
    /// Folder that the games, the values and the weights of each round are kept in
    #[arg(long, value_name = "DIR", default_value = "train-othello")]
    dir: PathBuf,
    /// File to write the weights to; weights.bin in the folder by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play this many games with what was learnt; in pairs, so that there is one more if it is odd
    #[arg(long = "match", value_name = "GAMES", default_value_t = 0, value_parser = whole::<u64>(0..=1_000_000), allow_negative_numbers = true)]
    games_of_match: u64,
    /// Opponent: the evaluation by hand, the weights that come with Secateur, or those of a file
    #[arg(long, value_name = "hand|standard|FILE", default_value = "hand")]
    against: String,
    /// Nodes a move in these games
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    /// Milliseconds a move, in place of nodes
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    time: Option<u64>,
    /// Learn nothing: play the games with the weights of this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl TrainCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        registry.find(&self.game)?;
        if self.game != "othello" {
            bail!(
                "the evaluation of '{}' has no patterns to learn, expected othello, the one game whose evaluation has; \
                 `tune eval` fits the weights of others",
                self.game
            );
        }
        let opponent = self.opponent()?;
        if let Some(out) = &self.out {
            files::check_writable(out)?;
        }
        let interrupt = interrupt::flag()?;
        let weights = match &self.weights {
            Some(path) => read(path)?,
            None => match self.learn(&interrupt)? {
                Some(weights) => weights,
                None => {
                    output::line(format_args!(
                        "What was learnt so far is in {}. The same command goes on from there.",
                        self.dir.display()
                    ))?;
                    return Ok(CommandEnd::Interrupted);
                }
            },
        };
        if self.games_of_match > 0 {
            self.play(&weights, &opponent, &interrupt)?;
        }
        Ok(if interrupt.load(Ordering::Relaxed) { CommandEnd::Interrupted } else { CommandEnd::Done })
    }

    fn opponent(&self) -> anyhow::Result<Opponent> {
        Ok(match self.against.as_str() {
            "hand" => Opponent::ByHand,
            "standard" => Opponent::Weights(Weights::standard()),
            file => Opponent::Weights(read(Path::new(file))?),
        })
    }

    fn plan(&self) -> TrainingPlan {
        let plan = if self.quick { TrainingPlan::QUICK } else { TrainingPlan::STANDARD };
        TrainingPlan {
            games: self.games.unwrap_or(plan.games),
            rounds: self.rounds.unwrap_or(plan.rounds),
            exact: self.exact.unwrap_or(plan.exact),
            beyond: self.beyond.unwrap_or(plan.beyond),
            seed: self.workload.seed,
        }
    }

    /// Learns what is missing, writes the weights, and says how good they are. None if it was interrupted.
    fn learn(&self, interrupt: &AtomicBool) -> anyhow::Result<Option<Arc<Weights>>> {
        let plan = self.plan();
        let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(
            "{bar:30} round {msg}, {pos}/{len}, {per_sec}, {eta} left in this part",
        )?);
        let mut part = None;
        let mut heard = |TrainingProgress { round, task, done, all }| {
            let of = match task {
                TrainingTask::Games => "games",
                TrainingTask::Positions => "positions",
            };
            if part.replace((round, task)) != Some((round, task)) {
                bar.set_length(all);
                bar.set_message(format!("{round} of {}: {of}", plan.rounds));
                bar.set_position(done);
                bar.reset_eta();
            }
            bar.set_position(done);
        };
        let weights = train(&self.dir, &plan, self.workload.threads, interrupt, &mut heard)?;
        bar.finish_and_clear();
        let Some(weights) = weights else { return Ok(None) };
        self.say(&plan, &weights)?;
        let out = self.out.clone().unwrap_or_else(|| self.dir.join("weights.bin"));
        let bytes = weights.write();
        files::write(&out, &bytes)?;
        let kib = bytes.len().div_ceil(1024);
        output::line(format_args!("\nWritten to {}: {} KiB.", out.display(), output::thousands(kib as u64)))?;
        Ok(Some(weights))
    }

    fn say(&self, plan: &TrainingPlan, weights: &Arc<Weights>) -> anyhow::Result<()> {
        output::line(format_args!(
            "{}, the last of {}. How near static values come, in discs, on games held back:",
            output::counted(plan.rounds.into(), "round"),
            output::counted(plan.games, "game")
        ))?;
        let head =
            ["discs", "positions", "held back", "values", "error", "by hand", "correlation", "by hand"];
        let mut table = output::table(&head);
        for stage in report(&self.dir, plan, weights)? {
            let error = |quality: &Quality| format!("{:.2}", quality.error);
            let correlation =
                |quality: &Quality| quality.correlation.map_or("-".into(), |c| format!("{c:.3}"));
            table.add_row([
                format!("{} to {}", stage.discs, stage.discs + 3),
                output::thousands(stage.positions as u64),
                output::thousands(stage.held_back as u64),
                if stage.exact { "exact" } else { "searched" }.into(),
                error(&stage.learnt),
                error(&stage.by_hand),
                correlation(&stage.learnt),
                correlation(&stage.by_hand),
            ]);
        }
        output::line(table.trim_fmt())
    }

    fn play(
        &self,
        weights: &Arc<Weights>,
        opponent: &Opponent,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<()> {
        let pairs = self.games_of_match.div_ceil(2);
        let effort = match self.time {
            Some(time) => Allowance::Time(Duration::from_millis(time)),
            None => Allowance::Nodes(self.nodes),
        };
        let bar = ProgressBar::new(pairs).with_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} pairs of games, {msg}, {eta} left",
        )?);
        let score = versus(weights, opponent, effort, (pairs, self.workload.seed), interrupt, |score| {
            bar.inc(1);
            bar.set_message(format!("{:.1} %", 100.0 * score.share().unwrap_or(0.5)));
        });
        bar.finish_and_clear();
        let Some(share) = score.share() else { return Ok(()) };
        let percent = |share: f64| 100.0 * share;
        let range = score.interval().map_or(String::new(), |(low, high)| {
            format!(" ({:.1} to {:.1} with 95 % probability)", percent(low), percent(high))
        });
        let elo = elo(share).map_or(String::new(), |elo| format!(", {elo:+.0} Elo"));
        let effort = match effort {
            Allowance::Nodes(nodes) => output::counted(nodes, "node"),
            Allowance::Time(time) => format!("{} ms", time.as_millis()),
        };
        output::line(format_args!(
            "{} of the points in {} against {}, at {effort} a move{range}{elo}.",
            format_args!("{:.1} %", percent(share)),
            output::counted(score.games(), "game"),
            match self.against.as_str() {
                "hand" => "the evaluation by hand",
                "standard" => "the weights that come with Secateur",
                file => file,
            },
        ))
    }
}

fn read(path: &Path) -> anyhow::Result<Arc<Weights>> {
    let weights = Weights::read(&read_bytes(path)?).with_context(|| path.display().to_string())?;
    Ok(Arc::new(weights))
}
