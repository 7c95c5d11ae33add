use crate::options::{duration, whole};
use crate::{CommandEnd, interrupt, output};
use anyhow::bail;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::duel::Arena;
use secateur_lab::learn::{self, LearnPlan, Lesson, Oracle, OracleScore, School, Tuples};
use secateur_lab::{files, learn::trial};
use secateur_session::{GameEntry, LearnedEvaluation, Registry, Request};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Learns an evaluation of a game from nothing but its rules and a list of what stands on each cell.
///
/// An evaluation plays against itself, one ply ahead, and learns from what comes of it: a tuple network by TD(lambda) with
/// temporal coherence. What it has come to is measured by games of the engine with it against the engine with the game's own
/// evaluation, at the same number of nodes. Any search uses it by `--eval FILE`, and players of a match by `eval=FILE`.
///
/// What is learned is kept in a checkpoint: after any interruption the same command goes on. After the same number of games it
/// is the same, whatever the threads and the interruptions.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur learn connect4 --budget 5m --threads 2
  secateur learn breakthrough-6x6 --games 100000
  secateur play connect4 --eval connect4.eval
  secateur match connect4 engine,eval=connect4.eval,name=learned engine --time 20ms --games 100")]
pub(crate) struct LearnCommand {
    /// Game
    game: String,
    /// Time to learn for, all sessions together: 90s, 30m [default: 5m without --games]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    budget: Option<Duration>,
    /// Games to learn from
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=100_000_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Threads that play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
    /// Tuples: straight lines over the board and random walks beside them, or walks alone
    #[arg(long, value_enum, default_value_t = TupleWord::Lines)]
    shape: TupleWord,
    /// Number of tuples [default: what suits the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=4096), allow_negative_numbers = true)]
    tuples: Option<usize>,
    /// Cells of a tuple [default: what suits the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=20), allow_negative_numbers = true)]
    length: Option<usize>,
    /// Stages of a game, each with weights of its own [default: 1, or 4 where points count]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=64), allow_negative_numbers = true)]
    stages: Option<u8>,
    /// What the end of a game counts, in per cent: 0 is approximate value iteration, 100 learns from results alone
    #[arg(long, value_name = "PERCENT", default_value_t = 80, value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    lambda: u8,
    /// Share of an error that a step takes away at first, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = whole::<u8>(1..=200), allow_negative_numbers = true)]
    rate: u8,
    /// Moves made at random, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    random: u8,
    /// Most random moves that a game begins with [default: half of a game of random moves, 12 at most]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=1000), allow_negative_numbers = true)]
    opening: Option<u32>,
    /// File to write the evaluation to; the game's name and `.eval` by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File that learning is kept in; the evaluation's name and `.learning` by default
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,
    /// Pairs of games, at the end, against the game's own evaluation
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>(0..=100_000), allow_negative_numbers = true)]
    pairs: usize,
    /// Games, moving first and looking one ply ahead, against the solver, where the game can be solved; and as many from openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=100_000), allow_negative_numbers = true)]
    oracle: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Nodes a move in the games against the game's own evaluation
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
}

/// How tuples are chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum TupleWord {
    /// Straight lines and random walks
    Lines,
    /// Random walks alone
    Walks,
}

/// The size of the solver's table, in bytes.
const ORACLE_HASH: usize = 1 << 30;
/// The positions that a player is judged by.
const POSITIONS: usize = 1_000;
/// The random moves of openings that it is judged from, as M. Boige, A. Boumaza and B. Scherrer do (2026), or a quarter of a game.
const OPENING: usize = 4;

/// What was made, and what it has come to.
#[derive(Serialize)]
struct Made<'a> {
    game: &'a str,
    games: u64,
    seconds: f64,
    /// Those that are not zero, of all.
    weights: u64,
    of: u64,
    file: String,
    bytes: u64,
    trial: Option<Trial>,
    oracle: Option<Judged>,
}

/// The games against the game's own evaluation.
#[derive(Serialize)]
struct Trial {
    nodes: u64,
    games: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// What the solver says.
#[derive(Serialize)]
struct Judged {
    positions: usize,
    error_rate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    wins: u64,
    draws: u64,
    losses: u64,
    errors_a_game: f64,
    /// The same from openings of random moves.
    openings: Openings,
}

/// Games from openings of random moves.
#[derive(Serialize)]
struct Openings {
    plies: usize,
    wins: u64,
    draws: u64,
    losses: u64,
    errors_a_game: f64,
}

impl Openings {
    fn of(plies: usize, score: &OracleScore) -> Openings {
        let OracleScore { wins, draws, losses, .. } = *score;
        Openings { plies, wins, draws, losses, errors_a_game: errors_a_game(score) }
    }
}

fn errors_a_game(score: &OracleScore) -> f64 {
    score.errors as f64 / score.games().max(1) as f64
}

/// ` (52.8 to 79.7)`, in per cent.
fn between(low: Option<f64>, high: Option<f64>) -> String {
    low.zip(high).map_or(String::new(), |(low, high)| format!(" ({:.1} to {:.1})", 100.0 * low, 100.0 * high))
}

impl fmt::Display for Made<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, time) =
            (output::counted(self.games, "game"), output::milliseconds(1000.0 * self.seconds));
        let [weights, of, bytes] = [self.weights, self.of, self.bytes].map(output::thousands);
        write!(f, "{games} in {time}; {weights} of {of} weights, {bytes} bytes, in {}.", self.file)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Against the game's own evaluation, the engine at {} a move: {:.1} % of {}{}.",
            output::counted(self.nodes, "node"),
            100.0 * self.share.unwrap_or(0.5),
            output::counted(self.games, "game"),
            between(self.low, self.high)
        )
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rate) = self.error_rate {
            let positions = output::counted(self.positions as u64, "random position");
            let between = between(self.low, self.high);
            let rate = 100.0 * rate;
            writeln!(
                f,
                "One ply ahead, by the solver, errors in {positions} where there is one to make: {rate:.1} %{between}."
            )?;
        }
        let Judged { wins, draws, losses, errors_a_game, openings, .. } = self;
        if wins + draws + losses == 0 {
            return f.write_str("No game against the solver was finished.");
        }
        writeln!(
            f,
            "Moving first, against the solver: {wins} won, {draws} drawn, {losses} lost; {errors_a_game:.2} errors a game."
        )?;
        let Openings { plies, wins, draws, losses, errors_a_game } = openings;
        write!(
            f,
            "The same after {}: {wins} won, {draws} drawn, {losses} lost; {errors_a_game:.2} errors a game.",
            output::counted(*plies as u64, "random move"),
        )
    }
}

impl LearnCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entry = registry.find(&self.game)?;
        let arena = Arena::new(entry, None, self.seed)?;
        let (out, kept) = self.files();
        files::check_writable(&out)?;
        let mut school = self.school(registry, entry, &arena, kept.clone())?;
        let interrupt = interrupt::flag()?;
        self.learn(&mut school, &interrupt)?;
        let evaluation = Arc::new(LearnedEvaluation {
            game: self.game.clone(),
            made: self.made(&school),
            network: Arc::new(school.learner().network()),
        });
        let bytes = learn::write(&out, &evaluation)?;
        let weights = evaluation.network.weights();
        let mut made = Made {
            game: &self.game,
            games: school.games(),
            seconds: school.spent().as_secs_f64(),
            weights: weights.iter().filter(|&&weight| weight != 0).count() as u64,
            of: weights.len() as u64,
            file: out.display().to_string(),
            bytes,
            trial: None,
            oracle: None,
        };
        if !self.json {
            output::line(&made)?;
        }
        if interrupt.load(Ordering::Relaxed) {
            if !self.json {
                let kept = kept.display();
                output::line(format_args!("The same command goes on from {kept}."))?;
            }
        } else {
            made.trial = self.trial(&arena, &evaluation, &interrupt)?;
            made.oracle = self.ask_the_oracle(entry, &arena, &evaluation, &interrupt)?;
        }
        if self.json {
            output::json(&made)?;
        }
        Ok(if interrupt.load(Ordering::Relaxed) { CommandEnd::Interrupted } else { CommandEnd::Done })
    }

    fn files(&self) -> (PathBuf, PathBuf) {
        let out = self.out.clone().unwrap_or_else(|| format!("{}.eval", self.game).into());
        let mut kept = out.clone().into_os_string();
        kept.push(".learning");
        (out, self.checkpoint.clone().unwrap_or_else(|| kept.into()))
    }

    fn school(
        &self,
        registry: &Registry,
        entry: &GameEntry,
        arena: &Arena,
        kept: PathBuf,
    ) -> anyhow::Result<School> {
        let session = entry.open();
        let Some(inputs) = session.inputs() else {
            let with = registry.entries().iter().filter(|entry| entry.open().inputs().is_some());
            let with: Vec<&str> = with.map(|entry| entry.name).collect();
            let expected = match with.is_empty() {
                true => "a game that does (`Notation::inputs`); no game here does".to_owned(),
                false => format!("one of {}", with.join(", ")),
            };
            bail!("'{}' does not list what stands on its cells, expected {expected}", self.game);
        };
        let usual = LearnPlan::sensible(&inputs, arena.length(), self.seed);
        let chosen = match self.shape {
            TupleWord::Lines => Tuples::Lines,
            TupleWord::Walks => Tuples::Walks,
        };
        let plan = LearnPlan {
            chosen,
            tuples: self.tuples.unwrap_or(usual.tuples),
            length: self.length.unwrap_or(usual.length),
            stages: self.stages.unwrap_or(usual.stages),
            lambda: f32::from(self.lambda) / 100.0,
            rate: f32::from(self.rate) / 100.0,
            random: f32::from(self.random) / 100.0,
            opening: self.opening.unwrap_or(usual.opening),
            ..usual
        };
        Ok(School::open(&*session, &self.game, plan, self.threads, Some(kept))?)
    }

    /// Learns until the budget is spent.
    fn learn(&self, school: &mut School, interrupt: &AtomicBool) -> anyhow::Result<()> {
        const USUAL: Duration = Duration::from_secs(300);
        let time = self.budget.or(self.games.is_none().then_some(USUAL));
        let length = self.games.unwrap_or_else(|| time.map_or(0, |time| time.as_millis() as u64));
        let bar = ProgressBar::new(length)
            .with_style(ProgressStyle::with_template("{bar:30} {percent} % {msg}, {eta} left")?);
        let mut error = None;
        school.learn(self.games, time, self.every, interrupt, |lesson: &Lesson| {
            // A mean over about a hundred batches.
            let mean = error.map_or(lesson.error, |mean: f64| mean + (lesson.error - mean) / 100.0);
            error = Some(mean);
            bar.set_position(match self.games {
                Some(_) => lesson.games,
                None => lesson.spent.as_millis() as u64,
            });
            bar.set_message(format!("{}, mean error {mean:.3}", output::counted(lesson.games, "game")));
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// What it has come to beside the game's own evaluation.
    fn trial(
        &self,
        arena: &Arena,
        evaluation: &Arc<LearnedEvaluation>,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<Option<Trial>> {
        if self.pairs == 0 {
            return Ok(None);
        }
        // Other openings than any that it was learned from, by another seed.
        let score = trial(arena, evaluation, self.nodes, self.pairs, self.seed ^ 0x7e57, interrupt)?;
        let (low, high) = score.interval().unzip();
        let trial = Trial { nodes: self.nodes, games: score.games(), share: score.share(), low, high };
        if !self.json {
            output::line(&trial)?;
        }
        Ok(Some(trial))
    }

    /// What the solver says of it.
    fn ask_the_oracle(
        &self,
        entry: &GameEntry,
        arena: &Arena,
        evaluation: &Arc<LearnedEvaluation>,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<Option<Judged>> {
        if self.oracle == 0 {
            return Ok(None);
        }
        let mut oracle = Oracle::new(&*entry.open(), ORACLE_HASH)?;
        let player = Request::default().depth(1).hash(1 << 20).learned(evaluation.clone());
        let player = player.interrupt(interrupt.clone());
        let rate = oracle.error_rate(arena, &player, POSITIONS, self.seed)?;
        let score = oracle.play(arena, &player, self.oracle, 0, self.seed)?;
        let plies = OPENING.min(arena.length() / 4);
        let after = oracle.play(arena, &player, self.oracle, plies, self.seed)?;
        let (low, high) = rate.and_then(|rate| rate.interval).unzip();
        let judged = Judged {
            positions: rate.map_or(0, |rate| rate.count),
            error_rate: rate.map(|rate| rate.value),
            low,
            high,
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            errors_a_game: errors_a_game(&score),
            openings: Openings::of(plies, &after),
        };
        if !self.json {
            output::line(&judged)?;
        }
        Ok(Some(judged))
    }

    /// How it was made.
    fn made(&self, school: &School) -> String {
        let plan = school.plan();
        format!(
            "secateur learn {} --games {} --seed {} --shape {} --tuples {} --length {} --stages {} --lambda {} --rate {} --random {} --opening {}; {}",
            self.game,
            school.games(),
            plan.seed,
            match plan.chosen {
                Tuples::Lines => "lines",
                Tuples::Walks => "walks",
            },
            plan.tuples,
            plan.length,
            plan.stages,
            self.lambda,
            self.rate,
            self.random,
            plan.opening,
            output::milliseconds(1000.0 * school.spent().as_secs_f64()),
        )
    }
}
