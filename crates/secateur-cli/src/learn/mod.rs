mod fit;
mod judge;
mod made;
mod search;
mod tuples;

use crate::options::{duration, whole};
use crate::{CommandEnd, interrupt, output};
use anyhow::bail;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use made::{Made, Trial};
use secateur_games::Inputs;
use secateur_lab::duel::Arena;
use secateur_lab::learn::{self, LearnPlan, Lesson, School};
use secateur_lab::{files, learn::trial};
use secateur_session::{GameEntry, LearnedEvaluation, Registry};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Learns an evaluation of a game from nothing but its rules and a list of what stands on each cell.
///
/// An evaluation plays against itself, one ply ahead, and learns from what comes of it: a tuple network by TD(lambda) with
/// temporal coherence. Or (--method descent) it plays by growing a tree of lines to the end of the game, and learns from all that
/// the tree has come to. Or (--method puct) it plays by PUCT, as AlphaZero does, and a policy learns beside it which moves deserve
/// to be looked at. Or (--method search) the engine plays against itself with it, and an efficiently updatable network is
/// fitted to what the searches find, generation by generation. Or (--method fit) such a network is fitted to games that
/// `tune eval` has kept. What it has come to is measured by games of the engine with it against the engine with the evaluation
/// by hand, at the same number of nodes. Any search uses it by `--eval FILE`, and players of a match by `eval=FILE`.
///
/// What is learned is kept in a checkpoint, or a folder of games and networks: after any interruption the same command goes on. After the same number of games it
/// is the same, whatever the threads and the interruptions.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur learn connect4 --budget 5m --threads 2
  secateur learn breakthrough-6x6 --games 100000
  secateur learn connect4 --opening 0 --lambda 50 --average --oracle 200
  secateur learn connect4 --average --oracle all --values connect4.values --curve connect4.curve --best
  secateur learn connect4 --method puct --budget 10m --threads 2
  secateur learn hex --method search --budget 10m --threads 2
  secateur learn chess --method fit --from tune-chess --nearby 6 --neurons 256 --out copy.eval
  secateur learn chess --method fit --from tune-chess --start copy.eval --threads 2
  secateur learn chess --method fit --from tune-chess --neurons 256 --export chess.safetensors
  secateur learn chess --method fit --import weights.safetensors
  secateur play connect4 --eval connect4.eval
  secateur match connect4 engine,eval=connect4.eval,name=learned engine,eval=hand --time 20ms --games 100")]
pub(crate) struct LearnCommand {
    /// Game
    game: String,
    /// Way to learn: temporal differences, descent, PUCT, searches, or a fit to games that were kept
    #[arg(long, value_enum, default_value_t = MethodWord::Td)]
    method: MethodWord,
    /// Time to learn for, all sessions together: 90s, 30m [default: 5m without --games]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    budget: Option<Duration>,
    /// Games to learn from, by temporal differences, descent or PUCT
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=100_000_000_000), allow_negative_numbers = true)]
    games: Option<u64>,
    /// Seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Threads that play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
    /// File to write the evaluation to; the game's name and `.eval` by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File, or folder for searches, that learning is kept in; the evaluation's name and `.learning` by default
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tuples: tuples::TupleOptions,
    #[command(flatten)]
    search: search::SearchOptions,
    #[command(flatten)]
    fit: fit::FitOptions,
    #[command(flatten)]
    judge: judge::JudgeOptions,
}

/// How an evaluation is learned.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum MethodWord {
    /// A tuple network, by TD(lambda) from games one ply ahead
    Td,
    /// A tuple network, by the trees of descent: lines of play to the end of the game
    Descent,
    /// A tuple network, and another that is a policy, by games of PUCT
    Puct,
    /// An efficiently updatable network, fitted to what searches of its forerunners find
    Search,
    /// An efficiently updatable network, fitted to games that were kept (--from)
    Fit,
}

impl MethodWord {
    /// As it is written.
    fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |word| word.get_name().to_owned())
    }
}

/// The time to learn for where nothing is said.
const USUAL: Duration = Duration::from_secs(300);

impl LearnCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entry = registry.find(&self.game)?;
        self.check_method()?;
        self.judge.check()?;
        let arena = Arena::new(entry, None, self.seed)?;
        let (out, kept) = self.files();
        files::check_writable(&out)?;
        let inputs = self.inputs(registry, entry)?;
        let interrupt = interrupt::flag()?;
        // What is wrong with its file is said before the work begins.
        let mut oracle = self.oracle(entry, &interrupt)?;
        let learned = match self.method {
            MethodWord::Td | MethodWord::Descent | MethodWord::Puct => {
                let curve = self.curve(&arena, oracle.as_mut(), &interrupt)?;
                Some(self.by_games(entry, &arena, &inputs, kept.clone(), &interrupt, curve)?)
            }
            MethodWord::Search => {
                let curve = self.curve(&arena, oracle.as_mut(), &interrupt)?;
                Some(self.by_searches(entry, &arena, &inputs, &kept, &interrupt, curve)?)
            }
            MethodWord::Fit => self.by_kept_games(entry, &inputs, &interrupt)?,
        };
        let end = || match interrupt.load(Ordering::Relaxed) {
            true => CommandEnd::Interrupted,
            false => CommandEnd::Done,
        };
        // Nothing is kept of a fit that is not done, and nothing made where positions are written for a trainer elsewhere.
        let Some((last, games, spent)) = learned else { return Ok(end()) };
        let (evaluation, best) = match self.best_of_curve(entry, &inputs)? {
            Some((best, games)) => (best, Some(games)),
            None => (last, None),
        };
        let bytes = learn::write(&out, &evaluation)?;
        let (weights, of) = evaluation.weights();
        let mut made = Made {
            game: &self.game,
            games,
            seconds: spent.as_secs_f64(),
            best,
            weights,
            of,
            file: out.display().to_string(),
            bytes,
            trial: None,
            oracle: None,
        };
        if !self.json {
            output::line(&made)?;
        }
        if interrupt.load(Ordering::Relaxed) {
            if !self.json && self.method != MethodWord::Fit {
                let kept = kept.display();
                output::line(format_args!("The same command goes on from {kept}."))?;
            }
        } else {
            made.trial = self.trial(&arena, &evaluation, &interrupt)?;
            made.oracle =
                oracle.map(|oracle| self.judge(oracle, &arena, &evaluation, &interrupt)).transpose()?;
        }
        if self.json {
            output::json(&made)?;
        }
        Ok(end())
    }

    fn files(&self) -> (PathBuf, PathBuf) {
        let out = self.out.clone().unwrap_or_else(|| format!("{}.eval", self.game).into());
        let mut kept = out.clone().into_os_string();
        kept.push(".learning");
        (out, self.checkpoint.clone().unwrap_or_else(|| kept.into()))
    }

    /// What is seen of the game.
    fn inputs(&self, registry: &Registry, entry: &GameEntry) -> anyhow::Result<Inputs> {
        if let Some(inputs) = entry.open().inputs() {
            return Ok(inputs);
        }
        let with = registry.entries().iter().filter(|entry| entry.open().inputs().is_some());
        let with: Vec<&str> = with.map(|entry| entry.name).collect();
        let expected = match with.is_empty() {
            true => "a game that does (`Notation::inputs`); no game here does".to_owned(),
            false => format!("one of {}", with.join(", ")),
        };
        bail!("'{}' does not list what stands on its cells, expected {expected}", self.game)
    }

    /// Learns from games, one after another. Returns the evaluation, and the games and the time that it took.
    fn by_games(
        &self,
        entry: &GameEntry,
        arena: &Arena,
        inputs: &Inputs,
        kept: PathBuf,
        interrupt: &AtomicBool,
        curve: Option<judge::Judging<'_>>,
    ) -> anyhow::Result<(Arc<LearnedEvaluation>, u64, Duration)> {
        let plan = self.plan(LearnPlan::sensible(inputs, arena.length(), self.seed));
        let mut school = School::open(&*entry.open(), &self.game, plan, self.threads, Some(kept))?;
        self.learn(&mut school, interrupt, curve)?;
        let evaluation = school.evaluation(self.tuples.weights, &self.game, &self.made(&school));
        Ok((Arc::new(evaluation), school.games(), school.spent()))
    }

    /// Learns until the budget is spent.
    fn learn(
        &self,
        school: &mut School,
        interrupt: &AtomicBool,
        mut curve: Option<judge::Judging<'_>>,
    ) -> anyhow::Result<()> {
        let time = self.budget.or(self.games.is_none().then_some(USUAL));
        let length = self.games.unwrap_or_else(|| time.map_or(0, |time| time.as_millis() as u64));
        let bar = ProgressBar::new(length)
            .with_style(ProgressStyle::with_template("{bar:30} {percent} % {msg}, {eta} left")?);
        let (mut error, mut failed) = (None, None);
        let name = self.game.as_str();
        school.learn(self.games, time, self.every, interrupt, |lesson: &Lesson, school| {
            // A mean over about a hundred batches.
            let mean = error.map_or(lesson.error, |mean: f64| mean + (lesson.error - mean) / 100.0);
            error = Some(mean);
            bar.set_position(match self.games {
                Some(_) => lesson.games,
                None => lesson.spent.as_millis() as u64,
            });
            bar.set_message(format!("{}, mean error {mean:.3}", output::counted(lesson.games, "game")));
            if let Some(curve) = &mut curve {
                let evaluation =
                    || Arc::new(school.evaluation(self.tuples.weights, name, &self.made(school)));
                failed = curve.hear((lesson.games, lesson.spent), Some(mean), evaluation).err();
            }
            failed.is_none()
        })?;
        bar.finish_and_clear();
        failed.map_or(Ok(()), Err)
    }

    /// What it has come to beside the evaluation by hand.
    fn trial(
        &self,
        arena: &Arena,
        evaluation: &Arc<LearnedEvaluation>,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<Option<Trial>> {
        if self.judge.pairs == 0 {
            return Ok(None);
        }
        // Other openings than any that it was learned from, by another seed.
        let score =
            trial(arena, evaluation, self.judge.nodes, self.judge.pairs, self.seed ^ 0x7e57, interrupt)?;
        let (low, high) = score.interval().unzip();
        let trial = Trial { nodes: self.judge.nodes, games: score.games(), share: score.share(), low, high };
        if !self.json {
            output::line(&trial)?;
        }
        Ok(Some(trial))
    }
}
