use crate::options::{Workload, whole};
use crate::ray::Elsewhere;
use crate::{CommandEnd, interrupt, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::linear::Weight;
use secateur_lab::duel::Arena;
use secateur_lab::files::{self, fingerprint};
use secateur_lab::fit::{Errors, Fit, Fitted, fit};
use secateur_lab::generate::generate;
use secateur_lab::learn::{BY_HAND, read_for};
use secateur_lab::linear;
use secateur_lab::samples::Samples;
use secateur_lab::selfplay::GamesPlan;
use secateur_lab::store::{GameStore, KeptGame, load};
use secateur_lab::workforce::Workforce;
use secateur_session::Session;
use secateur_session::{GameEntry, Registry};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Fits the weights of an evaluation to games that the engine plays against itself.
///
/// The evaluation has to be linear: a sum of counts, each times a weight, as the game says in `Notation::weights`. The
/// games are kept in a folder. After any interruption the same command resumes the work; fitting
/// takes minutes and is begun anew. The result depends on the numbers given, not on interruptions or threads.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune eval domineering --games 500 --nodes 1000
  secateur tune eval chess --games 40000 --threads 8 --dir games --out weights.txt
  secateur tune eval chess --games 1000000 --on ray")]
pub(crate) struct EvalCommand {
    /// Game
    game: String,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(20..=100_000_000), allow_negative_numbers = true)]
    games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = whole::<u64>(100..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    /// Most positions to keep of a game
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole::<usize>(1..=300), allow_negative_numbers = true)]
    positions: usize,
    /// Learned evaluation that both sides play by, a file of `learn`; or `hand`, as without
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    #[command(flatten)]
    workload: Workload,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// Folder that the games are kept in; `tune-` and the game's name by default
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Add the games of this folder, however they were made
    #[arg(long = "with", value_name = "DIR")]
    others: Vec<PathBuf>,
    /// File to write the weights to; weights.txt beside the games by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Most passes through all positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u32>(1..=100_000), allow_negative_numbers = true)]
    epochs: u32,
    /// Weight of a game's result in the target of a position, in per cent; the rest is the search's
    #[arg(long, value_name = "PERCENT", default_value_t = 70, value_parser = whole::<u8>(0..=100), allow_negative_numbers = true)]
    results: u8,
}

/// Each thread's transposition table.
const TABLE: usize = 4 << 20;
/// The file of the games in their folder.
const GAMES: &str = "games.txt";

impl EvalCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let entry = registry.find(&self.game)?;
        let mut board = entry.open();
        if board.weights().is_empty() {
            let with = registry.entries().iter().filter(|entry| !entry.open().weights().is_empty());
            let with: Vec<&str> = with.map(|entry| entry.name).collect();
            let expected = match with.is_empty() {
                true => "a game whose `Notation::weights` tells them; no game here does".to_owned(),
                false => format!("one of {}", with.join(", ")),
            };
            bail!("the evaluation of '{}' tells no weights to fit, expected {expected}", self.game);
        }
        if let Some(out) = &self.out {
            files::check_writable(out)?;
        }
        let interrupt = interrupt::flag()?;
        let mut sets = <[Samples; 2]>::default();
        let mut games = self.play(entry, &mut *board, &interrupt, &mut sets)?;
        if interrupt.load(Ordering::Relaxed) {
            output::line(format_args!(
                "{} of {} games are in {}. The same command goes on from there.",
                output::thousands(games),
                output::thousands(self.games),
                self.dir().display()
            ))?;
            return Ok(CommandEnd::Interrupted);
        }
        for dir in &self.others {
            let file = dir.join(GAMES);
            let others = load(&file)?;
            games += others.len() as u64;
            take_in(&file, others.values(), &mut *board, &mut sets)?;
        }
        if sets.iter().any(Samples::is_empty) {
            bail!("there are too few positions in {} games to fit anything", output::thousands(games));
        }
        self.fit(&*board, games, &sets, &interrupt)?;
        Ok(if interrupt.load(Ordering::Relaxed) { CommandEnd::Interrupted } else { CommandEnd::Done })
    }

    fn dir(&self) -> PathBuf {
        self.dir.clone().unwrap_or_else(|| format!("tune-{}", self.game).into())
    }

    /// Plays what is missing, and takes in all of the games. How many there are.
    fn play(
        &self,
        entry: &GameEntry,
        board: &mut dyn Session,
        interrupt: &Arc<AtomicBool>,
        sets: &mut [Samples; 2],
    ) -> anyhow::Result<u64> {
        let &EvalCommand { workload: Workload { seed, threads }, nodes, positions, games, .. } = self;
        let eval = self.eval.clone().filter(|path| path.as_os_str() != BY_HAND);
        let arena = Arena::new(entry, None, seed)?;
        let weights = match &eval {
            None => fingerprint(board.write_weights(&points(&board.weights()))),
            Some(path) => {
                // Before a file of games is made for it.
                read_for(path, entry.name, board.inputs())?;
                fingerprint(std::fs::read(path).with_context(|| path.display().to_string())?)
            }
        };
        let plan = GamesPlan { seed, nodes, hash: TABLE, positions, eval };
        let made = plan.terms(&self.game, weights);
        let file = self.dir().join(GAMES);
        let mut store = GameStore::open(&file, &made)?;
        let bar = ProgressBar::new(games)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left")?);
        bar.set_position(store.games().range(..games).count() as u64);
        bar.reset_eta();
        // What is kept here, and in other folders, is read back, with a first game, before hours go into the rest.
        let one = &mut Workforce::Threads(1);
        generate(&mut store, &arena, &plan, games.min(1), one, interrupt, |_| bar.inc(1))?;
        take_in(&file, store.games().values(), board, &mut Default::default())?;
        for file in self.others.iter().map(|dir| dir.join(GAMES)) {
            take_in(&file, load(&file)?.values(), board, &mut Default::default())?;
        }
        let mut cluster = self.elsewhere.crew("training")?;
        let mut workers = Elsewhere::workforce(&mut cluster, threads);
        generate(&mut store, &arena, &plan, games, &mut workers, interrupt, |_| bar.inc(1))?;
        bar.finish_and_clear();
        let wanted = || store.games().range(..games).map(|(_, record)| record);
        take_in(&file, wanted(), board, sets)?;
        Ok(wanted().count() as u64)
    }

    fn fit(
        &self,
        board: &dyn Session,
        games: u64,
        sets: &[Samples; 2],
        interrupt: &AtomicBool,
    ) -> anyhow::Result<()> {
        let [training, validation] = sets;
        output::line(format_args!(
            "{} of {}, {} of them held back",
            output::counted((training.len() + validation.len()) as u64, "position"),
            output::counted(games, "game"),
            output::thousands(validation.len() as u64)
        ))?;
        let standard = board.weights();
        let start = linear::start(&standard);
        let share = f32::from(self.results) / 100.0;
        let how =
            Fit { epochs: self.epochs, share, seed: self.workload.seed, threads: self.workload.threads };
        let bar = ProgressBar::new(self.epochs.into())
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} epochs, {msg} {eta} left")?);
        let fitted =
            fit([training, validation], &start, &linear::neighbours(&standard), &how, |epoch, errors| {
                bar.set_position(epoch.into());
                bar.set_message(format!("error {:.5} {:.5}", errors.training, errors.validation));
                !interrupt.load(Ordering::Relaxed)
            });
        bar.finish_and_clear();
        // Margins of the search are meant for values of this size.
        let scale = linear::same_size(training, &start, &fitted.weights);
        let found = linear::finish(&fitted.weights, scale, training);
        self.report(&fitted, scale, &linear::changes(training, &standard, &found))?;
        let weights = board.write_weights(&linear::rounded(&found));
        let out = self.out.clone().unwrap_or_else(|| self.dir().join("weights.txt"));
        let text = format!(
            "# The weights of the evaluation, in points: as the game begins/as it ends where they differ.\n# Fitted to {} of {} by\n# {}\n\n{weights}",
            output::counted((training.len() + validation.len()) as u64, "position"),
            output::counted(games, "game"),
            self.command(),
        );
        files::write(&out, text)?;
        output::line(format_args!("\nWritten to {}.", out.display()))
    }

    /// The command that makes the same weights.
    fn command(&self) -> String {
        let EvalCommand {
            game,
            games,
            nodes,
            positions,
            workload: Workload { seed, .. },
            epochs,
            results,
            eval,
            ..
        } = self;
        let eval = eval.as_ref().map_or(String::new(), |file| format!(" --eval {}", file.display()));
        format!(
            "secateur tune eval {game} --games {games} --nodes {nodes} --positions {positions} --seed {seed} \
             --epochs {epochs} --results {results}{eval}"
        )
    }

    fn report(&self, fitted: &Fitted, scale: f64, changes: &[linear::Change]) -> anyhow::Result<()> {
        let Fitted { spread, score_spread, errors, epochs, .. } = fitted;
        let mut table = output::table(&["group", "weights", "seen", "begin", "end", "greatest"]);
        for c in changes {
            table.add_row([
                c.group.into(),
                c.weights.to_string(),
                output::thousands(c.seen),
                format!("{:.1}", c.mean[0]),
                format!("{:.1}", c.mean[1]),
                format!("{:.1} to {:.1}", c.greatest.0, c.greatest.1),
            ]);
        }
        output::line(table.trim_fmt())?;
        output::line(format_args!(
            "\nChances change by a factor of e with {:.0} points of the evaluation, {score_spread:.0} of a search.",
            spread * scale
        ))?;
        let [Errors { training: a, validation: b }, Errors { training: c, validation: d }] = errors;
        output::line(format_args!(
            "Mean error: {a:.5} before, {c:.5} after {}; held back: {b:.5} before, {d:.5} after.",
            output::counted((*epochs).into(), "epoch")
        ))
    }
}

/// Takes in the games of a file.
fn take_in<'a>(
    file: &Path,
    mut games: impl Iterator<Item = &'a KeptGame>,
    board: &mut dyn Session,
    sets: &mut [Samples; 2],
) -> anyhow::Result<()> {
    games.try_for_each(|record| {
        linear::add(record, board, sets).with_context(|| {
            let (number, file) = (record.number, file.display());
            format!("game {number} of {file}, which another folder (--dir) would leave alone")
        })
    })
}

fn points(weights: &[Weight]) -> Vec<[i32; 2]> {
    weights.iter().map(|weight| weight.value).collect()
}
