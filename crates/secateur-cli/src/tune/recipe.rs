use super::screen;
use crate::options::{Workload, bytes, recipe, whole};
use crate::ray::Elsewhere;
use crate::{CommandEnd, interrupt, memory, messages, output};
use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::{Unreadable, did_you_mean};
use secateur_lab::duel::Arena;
use secateur_lab::experiment::Job;
use secateur_lab::files::{self, fingerprint};
use secateur_lab::journal::{Journal, JournalKind};
use secateur_lab::plot::{Axis, LineChart, Series};
use secateur_lab::profile::Profile;
use secateur_lab::spsa::recipe::{Tunable, Tuning, TuningPlan, tunables};
use secateur_session::{Method, Registry};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Tunes the numbers of the engine's recipe for a game, all at once, by games (SPSA).
///
/// In every pair of games all numbers are moved a little up or down at random for one player, and the opposite way for
/// the other; then all of them follow the winner. Pairs are kept as they end: interrupted in whatever way, the same
/// command goes on where it was. The result depends on the numbers given, not on interruptions or threads. What is
/// found is likely to be better, not sure: `secateur match GAME profile:FILE engine --sprt elo0=0,elo1=5` tests it.
///
/// With `--screen` nothing moves: each number is low for one player of a pair and high for the other, at random, and what comes
/// out is the worth of each in Elo, with 95 % intervals.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune recipe connect4 --pairs 500 --nodes 500 --out tuned.toml --plot course.svg
  secateur tune recipe chess --numbers reductions,futility.base --pairs 20000 --threads 8
  secateur tune recipe chess --pairs 20000 --batch 64 --on ray
  secateur tune recipe chess --screen --numbers reductions,futility.base=100..160 --pairs 1500")]
pub(crate) struct RecipeCommand {
    /// Game
    game: String,
    /// Numbers to tune, or tricks with all of theirs, separated by commas; by default those of all tricks that are on. With
    /// --screen a number may have its two values with it: `futility.base=100..160`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    numbers: Vec<String>,
    /// Tell what the numbers are worth, and move none
    #[arg(long, conflicts_with_all = ["batch", "rate", "out", "plot"])]
    screen: bool,
    /// Number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = whole::<u64>(1..=100_000_000), allow_negative_numbers = true)]
    pairs: u64,
    /// Number of pairs to play before the numbers move
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u64>(1..=10_000), allow_negative_numbers = true)]
    batch: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    nodes: u64,
    /// Speed at which numbers follow, in thousandths of their reach a point won at the end of the course
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(1..=1_000), allow_negative_numbers = true)]
    rate: u32,
    /// Size of each player's transposition table
    #[arg(long, value_name = "SIZE", default_value = "4MiB", value_parser = bytes, allow_hyphen_values = true)]
    hash: usize,
    /// Trick or number of the recipe, set otherwise than in play to begin with: `--set null_move=off`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    workload: Workload,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// File to keep the pairs in; the game's name and `.pairs` by default
    #[arg(long, value_name = "FILE")]
    kept: Option<PathBuf>,
    /// Write a profile that plays by what was found
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the course of the numbers that moved most, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The number changes with the format, and with how points are chosen and pairs are played.
const PAIRS: JournalKind = JournalKind { what: "pairs", format: "secateur-pairs-2", checked: true };

/// The most numbers that are drawn.
const SERIES: usize = 8;
/// The number of steps by which each is drawn.
const DRAWN: usize = 40;

impl RecipeCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let arena = Arena::new(registry.find(&self.game)?, None, self.workload.seed)?;
        let plan = self.plan()?;
        if !self.elsewhere.is_asked() {
            let all = self.hash.saturating_mul(self.workload.threads.saturating_mul(2));
            memory::check_room_for(all, "--hash of two players, times --threads")?;
        }
        self.out.iter().chain(&self.plot).try_for_each(|file| files::check_writable(file))?;
        let path = self.kept.clone().unwrap_or_else(|| format!("{}.pairs", self.game).into());
        let (mut journal, lines) = Journal::open(&path, PAIRS, &self.terms(&plan))?;
        let mut played = BTreeMap::new();
        for (number, line) in (2..).zip(&lines) {
            let (pair, half_points) =
                read(line).with_context(|| format!("{}, line {number}", path.display()))?;
            played.insert(pair, half_points);
        }
        let interrupt = interrupt::flag()?;
        let mut tuning = Tuning::new(&plan, &arena, &played);
        let mut cluster = self.elsewhere.crew("pair")?;
        let mut workers = Elsewhere::workforce(&mut cluster, self.workload.threads);
        let bar = ProgressBar::new(plan.pairs)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} pairs, {per_sec}, {eta} left")?);
        bar.set_position(tuning.played());
        bar.reset_eta();
        while !tuning.is_done() && !interrupt.load(Ordering::Relaxed) {
            tuning.play(&mut workers, &interrupt, |pair, half_points| {
                bar.inc(1);
                played.insert(pair, half_points);
                journal.add(&format!("{pair} {half_points}"))
            })?;
        }
        bar.finish_and_clear();
        let found = if self.screen { screen::show(&plan, &played)? } else { self.show(&plan, &tuning)? };
        if let Some(file) = self.out.as_ref().filter(|_| tuning.is_done()) {
            let mut method = Method::of("engine")?;
            found.iter().try_for_each(|setting| method.settings.set(setting))?;
            let profile = Profile { game: self.game.clone(), method, evidence: None };
            files::write(file, profile.write())?;
        }
        if let Some(file) = &self.plot {
            files::write(file, self.course(&plan, &tuning).svg())?;
        }
        if !tuning.is_done() {
            output::line(format_args!(
                "\n{} of {} pairs are in {}. The same command goes on from there.",
                output::thousands(tuning.played()),
                output::thousands(plan.pairs),
                path.display()
            ))?;
            return Ok(CommandEnd::Interrupted);
        }
        Ok(CommandEnd::Done)
    }

    fn plan(&self) -> anyhow::Result<TuningPlan> {
        Ok(TuningPlan {
            settings: self.settings.clone(),
            numbers: self.chosen()?,
            seed: self.workload.seed,
            pairs: self.pairs,
            batch: self.batch,
            rate: f64::from(self.rate()) / 1000.0,
            nodes: self.nodes,
            hash: self.hash,
        })
    }

    /// In a screening nothing moves.
    fn rate(&self) -> u32 {
        if self.screen { 0 } else { self.rate }
    }

    /// The numbers asked for, in the order of the recipe.
    fn chosen(&self) -> anyhow::Result<Vec<Tunable>> {
        let mut numbers = tunables(&recipe(&self.settings)?);
        let (names, values) = screen::with_values(&self.numbers)?;
        ensure!(self.screen || values.is_empty(), "two values of a number need --screen");
        let trick = |number: &Tunable| number.name.split('.').next().map(str::to_owned);
        for name in &names {
            let names = |number: &Tunable| number.name == *name || trick(number).as_ref() == Some(name);
            if !numbers.iter().any(names) {
                let known: Vec<&str> = numbers.iter().map(|number| &*number.name).collect();
                let near = did_you_mean(name, known.iter().copied());
                bail!(
                    "unknown number '{}'{near}; there are {}",
                    messages::printable(name, 40),
                    known.join(", ")
                );
            }
        }
        if !names.is_empty() {
            numbers.retain(|number| {
                names.contains(&number.name) || trick(number).is_some_and(|t| names.contains(&t))
            });
        }
        if self.screen { screen::of_two(numbers, &values) } else { Ok(numbers) }
    }

    /// All that decides how pairs go.
    fn terms(&self, plan: &TuningPlan) -> String {
        let TuningPlan { seed, pairs, batch, nodes, hash, .. } = plan;
        let numbers = format!("{:?} {:?}", plan.settings, plan.numbers);
        format!(
            "{} seed={seed} pairs={pairs} batch={batch} rate={} nodes={nodes} hash={hash} numbers={:016x} program={}",
            self.game,
            self.rate(),
            fingerprint(numbers),
            Job::program().replace(' ', "-"),
        )
    }

    /// The numbers that moved most, as a part of the range worth trying.
    fn course(&self, plan: &TuningPlan, tuning: &Tuning<'_>) -> LineChart {
        let course = tuning.course();
        let last = course.len() - 1;
        let moved = |place: usize, batch: usize| {
            let parameter = &plan.numbers[place].parameter;
            let wide = parameter.range.end() - parameter.range.start();
            100.0 * (course[batch][place] - parameter.start) / wide.max(f64::MIN_POSITIVE)
        };
        let mut places: Vec<usize> = (0..plan.numbers.len()).collect();
        places.sort_by(|&a, &b| moved(b, last).abs().total_cmp(&moved(a, last).abs()));
        let series = |&place: &usize| {
            let batches = (0..=DRAWN).map(|part| part * last / DRAWN);
            let at = |batch| (plan.pairs.min(batch as u64 * plan.batch) as f64, moved(place, batch));
            Series::new(&plan.numbers[place].name, batches.map(at))
        };
        LineChart {
            title: format!("{}: the course of the recipe", self.game),
            x: Axis::linear("pairs of games"),
            y: Axis::linear("moved, % of the range"),
            series: places.iter().take(SERIES).map(series).collect(),
        }
    }

    /// Shows where the numbers went. What is set otherwise than in play now.
    fn show(&self, plan: &TuningPlan, tuning: &Tuning<'_>) -> anyhow::Result<Vec<String>> {
        let found = tuning.settings();
        let mut table = output::table(&["number", "from", "to", "least", "most"]);
        let mut moved = Vec::new();
        for (number, setting) in plan.numbers.iter().zip(&found) {
            let parameter = &number.parameter;
            let to = setting.rsplit('=').next().unwrap_or_default();
            table.add_row([
                &number.name,
                &parameter.start.to_string(),
                to,
                &parameter.range.start().to_string(),
                &parameter.range.end().to_string(),
            ]);
            if to != parameter.start.to_string() {
                moved.push(setting.clone());
            }
        }
        output::line(table.trim_fmt())?;
        let base = self.settings.iter().filter(|setting| {
            let key = setting.split('=').next().unwrap_or_default();
            !plan.numbers.iter().any(|number| number.name == key)
        });
        let all: Vec<String> = base.cloned().chain(moved).collect();
        output::line(format_args!("\nTo try it: --set {}", all.join(" --set ")))?;
        Ok(all)
    }
}

/// Reads a line of the journal: the pair's number, and its half points.
fn read(line: &str) -> Result<(u64, u8), Unreadable> {
    let pair = line.split_once(' ').and_then(|(pair, points)| {
        let points = points.parse().ok().filter(|points| (0..=4).contains(points))?;
        Some((pair.parse().ok()?, points))
    });
    pair.ok_or_else(|| {
        let shown = messages::printable(line, 40);
        Unreadable(format!("found '{shown}', expected a pair's number and its half points, 0 to 4"))
    })
}
