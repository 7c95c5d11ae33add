//! What the solver says of an evaluation: in the end, and step by step.

use super::LearnCommand;
use super::made::{Judged, Openings};
use crate::options::{duration, whole};
use crate::output;
use anyhow::bail;
use clap::Args;
use secateur_games::Inputs;
use secateur_lab::duel::Arena;
use secateur_lab::files;
use secateur_lab::learn::{
    self, Curve, CurvePoint, LinesScore, Oracle, OracleScore, curve_chart, different_openings, read_for,
};
use secateur_session::{Algorithm, GameEntry, LearnedEvaluation, Request};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How it is found out what has come of it.
#[derive(Args)]
#[command(next_help_heading = "How good it has become")]
pub(super) struct JudgeOptions {
    /// Pairs of games, at the end, against the evaluation by hand
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>(0..=100_000), allow_negative_numbers = true)]
    pub(super) pairs: usize,
    /// Nodes a move in the games against the evaluation by hand
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=1_000_000_000), allow_negative_numbers = true)]
    pub(super) nodes: u64,
    /// Games, moving first and looking one ply ahead, against the solver, where the game can be solved: so many, its moves drawn
    /// from the best ones, or `all` that its best moves allow, each as probable as it is
    #[arg(long, value_name = "N|all", default_value = "0", value_parser = against_the_solver, allow_hyphen_values = true)]
    oracle: Against,
    /// Games against the solver from different openings of four plies [default: as many as --oracle, none with `all`]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=100_000), allow_negative_numbers = true)]
    openings: Option<u64>,
    /// Positions of random games, in which some move is an error, that the solver knows the values of
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<usize>(0..=100_000), allow_negative_numbers = true)]
    positions: usize,
    /// Time a move in games against the solver and in positions, instead of one ply ahead
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    oracle_time: Option<Duration>,
    /// File that values are kept in which the solver has found, so that no position is solved twice; one run at a time uses it
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// File of the learning curve, to which a point is added after every --every, or after a generation of searches, with --oracle games
    /// against the solver; its name and `.svg` is a chart of it. The evaluation at its best point is kept in the evaluation's name and `.best`
    #[arg(long, value_name = "FILE")]
    pub(super) curve: Option<PathBuf>,
    /// Make the evaluation as it was at the point of the curve with the most points won against the solver, the last one of several;
    /// the games in the end are others
    #[arg(long, requires = "curve")]
    best: bool,
    /// Name of the line in the chart, which seeds share [default: the method]
    #[arg(long, value_name = "NAME", requires = "curve")]
    line: Option<String>,
    /// Files of other curves for the chart to show as well
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "curve")]
    beside: Vec<PathBuf>,
}

/// The games against the solver.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Against {
    /// So many, by lot.
    Games(u64),
    /// All that its best moves allow.
    All,
}

impl Against {
    /// How many, if they are counted.
    fn games(self) -> u64 {
        match self {
            Against::Games(games) => games,
            Against::All => 0,
        }
    }
}

fn against_the_solver(text: &str) -> Result<Against, String> {
    let most = 100_000;
    match text.parse() {
        _ if text == "all" => Ok(Against::All),
        Ok(games) if games <= most => Ok(Against::Games(games)),
        _ => Err(format!("expected a whole number from 0 to {most}, or all")),
    }
}

/// What has come of games against the solver.
enum Fared {
    Games(OracleScore),
    All(LinesScore),
}

impl Fared {
    /// The share of points won, from 0 to 1.
    fn share(&self) -> f64 {
        match self {
            Fared::Games(score) => {
                (score.wins as f64 + score.draws as f64 / 2.0) / score.games().max(1) as f64
            }
            Fared::All(score) => score.wins + score.draws / 2.0,
        }
    }

    fn errors_a_game(&self) -> f64 {
        match self {
            Fared::Games(score) => score.errors_a_game(),
            Fared::All(score) => score.errors,
        }
    }
}

/// The sizes of the solver's table and of the player's with time to search, in bytes.
const ORACLE_HASH: usize = 1 << 30;
const PLAYER_HASH: usize = 16 << 20;
/// That of a player who looks one ply ahead, which remembers nothing.
const NO_HASH: usize = 1 << 12;
/// The plies of openings that it is judged from, as M. Boige, A. Boumaza and B. Scherrer do (2026), or a quarter of a game.
const OPENING: usize = 4;
/// What makes the games of a curve others than those in the end.
const CURVE: u64 = 0x00c0_7e5e;

/// A curve in the making.
pub(super) struct Judging<'a> {
    command: &'a LearnCommand,
    arena: &'a Arena,
    curve: Curve,
    /// The chart's file, and the points of others in it.
    chart: PathBuf,
    others: Vec<CurvePoint>,
    oracle: Option<&'a mut Oracle>,
    interrupt: &'a Arc<AtomicBool>,
}

impl JudgeOptions {
    /// Refuses what does not go together.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.oracle == Against::All && self.oracle_time.is_some() {
            bail!("--oracle all looks one ply ahead, expected no --oracle-time with it")
        }
        Ok(())
    }
}

impl LearnCommand {
    /// The solver that knows the game, if it is asked for.
    pub(super) fn oracle(
        &self,
        entry: &GameEntry,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<Option<Oracle>> {
        if self.judge.oracle == Against::Games(0) {
            return Ok(None);
        }
        let request = Request::default().hash(ORACLE_HASH).threads(self.threads).interrupt(interrupt.clone());
        let oracle = Oracle::new(&*entry.open(), &request)?;
        Ok(Some(match &self.judge.values {
            Some(path) => oracle.keep(&self.game, path)?,
            None => oracle,
        }))
    }

    /// How a player with this evaluation searches.
    fn player(
        &self,
        evaluation: Arc<LearnedEvaluation>,
        interrupt: &Arc<AtomicBool>,
        time: Option<Duration>,
    ) -> Request {
        let player = Request::default().learned(evaluation).interrupt(interrupt.clone());
        match time {
            Some(time) => player.hash(PLAYER_HASH).time(time),
            None => {
                let page = Algorithm::named("alpha-beta").expect("the list has it");
                player.hash(NO_HASH).algorithm(page).depth(1)
            }
        }
    }

    /// What comes of games against the solver from the start, of fewer if they were interrupted, and none of all.
    fn fare(
        &self,
        oracle: &mut Oracle,
        arena: &Arena,
        player: &Request,
        seed: u64,
    ) -> anyhow::Result<Option<Fared>> {
        match self.judge.oracle {
            Against::All => Ok(oracle.lines(arena, player)?.map(Fared::All)),
            Against::Games(games) => {
                let openings = vec![Vec::new(); games as usize];
                Ok(Some(Fared::Games(oracle.play(arena, player, &openings, seed)?)))
            }
        }
    }

    /// What the solver says of it in the end.
    pub(super) fn judge(
        &self,
        mut oracle: Oracle,
        arena: &Arena,
        evaluation: &Arc<LearnedEvaluation>,
        interrupt: &Arc<AtomicBool>,
    ) -> anyhow::Result<Judged> {
        let (games, time) = (self.judge.oracle.games(), self.judge.oracle_time);
        let player = self.player(evaluation.clone(), interrupt, time);
        let fared = self.fare(&mut oracle, arena, &player, self.seed)?;
        let plies = OPENING.min(arena.length() / 4);
        let most = self.judge.openings.unwrap_or(games) as usize;
        let openings = (most > 0).then(|| different_openings(arena, plies, most, self.seed)).transpose()?;
        let after = openings.map(|openings| oracle.play(arena, &player, &openings, self.seed)).transpose()?;
        let positions = oracle.judge(arena, &player, self.judge.positions, self.seed)?;
        let (low, high) = positions.errors.and_then(|rate| rate.interval).unzip();
        let (score, lines) = match fared {
            Some(Fared::Games(score)) => (score, None),
            Some(Fared::All(lines)) => (OracleScore::default(), Some(lines)),
            None => (OracleScore::default(), None),
        };
        let judged = Judged {
            positions: positions.errors.map_or(0, |rate| rate.count),
            error_rate: positions.errors.map(|rate| rate.value),
            low,
            high,
            regret: positions.regret.map(|regret| regret.value),
            value_error: positions.value_error.map(|off| off.value),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            errors_a_game: lines.map_or(score.errors_a_game(), |lines| lines.errors),
            lines,
            openings: after.map(|after| Openings::of(plies, &after)),
            milliseconds: time.map(|time| time.as_millis() as u64),
        };
        if !self.json {
            output::line(&judged)?;
        }
        Ok(judged)
    }

    /// The file of the best evaluation so far.
    fn best_file(&self) -> PathBuf {
        let mut best = self.files().0.into_os_string();
        best.push(".best");
        best.into()
    }

    /// The evaluation at the best point of the curve, and its games, if it is asked for and there is a point.
    pub(super) fn best_of_curve(
        &self,
        entry: &GameEntry,
        inputs: &Inputs,
    ) -> anyhow::Result<Option<(Arc<LearnedEvaluation>, u64)>> {
        let JudgeOptions { best: true, curve: Some(curve), .. } = &self.judge else { return Ok(None) };
        let points = Curve::read(curve)?;
        let Some(best) = best_point(&points) else { return Ok(None) };
        Ok(Some((read_for(&self.best_file(), entry.name, Some(*inputs))?, best.games)))
    }

    /// The name of the curve's line.
    fn line(&self) -> String {
        self.judge.line.clone().unwrap_or_else(|| self.method.word())
    }

    /// The curve that is asked for.
    pub(super) fn curve<'a>(
        &'a self,
        arena: &'a Arena,
        oracle: Option<&'a mut Oracle>,
        interrupt: &'a Arc<AtomicBool>,
    ) -> anyhow::Result<Option<Judging<'a>>> {
        let Some(path) = &self.judge.curve else { return Ok(None) };
        if self.judge.best && oracle.is_none() {
            bail!(
                "--best goes by games against the solver, expected --oracle with it, and a number of games or all"
            )
        }
        let mut others = Vec::new();
        for path in &self.judge.beside {
            others.extend(Curve::read(path)?);
        }
        let mut chart = path.clone().into_os_string();
        chart.push(".svg");
        let curve = Curve::open(path, &format!("{} {} seed={}", self.game, self.line(), self.seed))?;
        if self.judge.best && best_point(curve.points()).is_some() && !self.best_file().exists() {
            let (path, best) = (path.display(), self.best_file());
            bail!("{path} has points, but {} is missing, expected the best of them there", best.display())
        }
        let judging = Judging { command: self, arena, curve, chart: chart.into(), others, oracle, interrupt };
        judging.draw()?;
        Ok(Some(judging))
    }
}

/// The point with the most points won, the last one of several; none where nobody was asked.
fn best_point(points: &[CurvePoint]) -> Option<&CurvePoint> {
    let asked = points.iter().filter(|point| point.share.is_some());
    asked.max_by(|a, b| a.share.unwrap_or_default().total_cmp(&b.share.unwrap_or_default()))
}

impl Judging<'_> {
    /// Adds a point to the curve where the last one is long ago, and draws the chart anew.
    pub(super) fn hear(
        &mut self,
        (games, spent): (u64, Duration),
        error: Option<f64>,
        evaluation: impl Fn() -> Arc<LearnedEvaluation>,
    ) -> anyhow::Result<()> {
        let cores = self.command.threads as f64;
        let seconds = spent.as_secs_f64() * cores;
        let last = self.curve.points().last().map_or(0.0, |last| last.seconds);
        if seconds < last + self.command.every.as_secs_f64() * cores {
            return Ok(());
        }
        let score = match &mut self.oracle {
            None => None,
            Some(oracle) => {
                let evaluation = evaluation();
                let player = self.command.player(evaluation.clone(), self.interrupt, None);
                let fared = self.command.fare(oracle, self.arena, &player, self.command.seed ^ CURVE)?;
                // Interrupted: the few games that were played are no point, and would be the best by luck.
                let is_whole = |fared: &Fared| match fared {
                    Fared::Games(score) => self.command.judge.oracle == Against::Games(score.games()),
                    Fared::All(_) => true,
                };
                let Some(score) = fared.filter(is_whole) else { return Ok(()) };
                // The evaluation before the point that says how good it is: killed in between, it is measured once more.
                if best_point(self.curve.points()).is_none_or(|best| Some(score.share()) >= best.share) {
                    learn::write(&self.command.best_file(), &evaluation)?;
                }
                Some(score)
            }
        };
        self.curve.add(CurvePoint {
            name: self.command.line(),
            seed: self.command.seed,
            games,
            seconds,
            error,
            share: score.as_ref().map(Fared::share),
            errors_a_game: score.map(|score| score.errors_a_game()),
        })?;
        self.draw()
    }

    /// Draws the chart.
    fn draw(&self) -> anyhow::Result<()> {
        let points = [self.curve.points(), &self.others].concat();
        let chart = curve_chart(&self.command.game, &points).svg();
        Ok(files::write(&self.chart, chart.as_bytes())?)
    }
}
