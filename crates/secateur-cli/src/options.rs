//! The options that several commands share, and how their values are written.

use crate::beside::Beside;
use crate::profiles::Profiled;
use crate::{interrupt, memory, messages, profiles};
use anyhow::Context;
use clap::Args;
use secateur::engine::Custom;
use secateur::order::Choice;
use secateur_games::Unreadable;
pub(crate) use secateur_lab::units::bytes;
use secateur_lab::units::number_and_unit;
use secateur_session::GameEntry;
use secateur_session::{Algorithm, Handicap, Request, Session};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The method and the limits of a search.
#[derive(Args, Clone, Debug)]
pub(crate) struct Searching {
    /// Algorithm, or a driver and a window search such as mtd-f/pvs-memory; `secateur algorithms` lists
    /// them [default: that of a profile if there is one, else engine to play, and to analyse mtd-f, in chess engine]
    #[arg(long, value_name = "NAME")]
    pub(crate) algorithm: Option<String>,
    #[command(flatten)]
    pub(crate) profiled: Profiled,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    #[command(flatten)]
    pub(crate) table: TableOptions,
}

/// The playing strength.
#[derive(Args, Copy, Clone, Debug)]
pub(crate) struct Strength {
    /// Play at a level, from 1, a beginner, to 10, full strength
    #[arg(long, value_name = "N", conflicts_with = "elo", value_parser = whole::<u32>(1..=10), allow_negative_numbers = true)]
    level: Option<u32>,
    /// Play at about this strength, in points of Elo from 600 to 3000
    #[arg(long, value_name = "POINTS", value_parser = whole::<u32>(600..=3000), allow_negative_numbers = true)]
    elo: Option<u32>,
}

impl Strength {
    fn handicap(self, seed: u64) -> Option<Handicap> {
        match (self.elo, self.level) {
            (Some(elo), _) => Some(Handicap::of_elo(elo, seed)),
            (None, level) => Handicap::of_level(level?, seed),
        }
    }
}

/// The limits of a search.
#[derive(Args, Clone, Debug)]
pub(crate) struct LimitOptions {
    /// Search this many plies and no more
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=250), allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// Stop after this time: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop after exactly this many nodes
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
}

/// The seed, and the number of threads.
#[derive(Args, Copy, Clone, Debug)]
pub(crate) struct Workload {
    /// Seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of games, searches or positions to work on at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    pub(crate) threads: usize,
}

/// The table, and the order in which moves are tried.
#[derive(Args, Clone, Debug)]
pub(crate) struct TableOptions {
    /// Size of the transposition table: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes, allow_hyphen_values = true)]
    pub(crate) hash: usize,
    /// Number of search threads; more than one help algorithms with memory
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Order of moves: none, or some of table, move-score, killers, history, previous, random, joined by +
    /// [default: table+move-score]
    #[arg(long, value_parser = order)]
    pub(crate) order: Option<Choice>,
    /// Seed of whatever is random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Set a number or a switch; a wrong name lists them all
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,
}

impl Searching {
    /// Returns the request for the position at hand in a session of the game. A profile is for the algorithm that it names, and is not used if another one is named.
    /// `quiet` does not report it.
    pub(crate) fn request(
        &self,
        game: &GameEntry,
        session: &dyn Session,
        quiet: bool,
    ) -> anyhow::Result<Request> {
        self.request_by(Algorithm::named(game.algorithm)?, game, session, quiet)
    }

    /// Returns the request where a game is played, as opposed to analysed.
    pub(crate) fn playing(
        &self,
        game: &GameEntry,
        session: &dyn Session,
        strength: Strength,
    ) -> anyhow::Result<Request> {
        let request = self.request_by(Algorithm::player(), game, session, false)?;
        let request = request.handicap(strength.handicap(self.table.seed));
        request.check()?;
        Ok(request)
    }

    fn request_by(
        &self,
        usual: Algorithm,
        game: &GameEntry,
        session: &dyn Session,
        quiet: bool,
    ) -> anyhow::Result<Request> {
        let algorithm = self.algorithm.as_deref().map_or(Ok(usual), Algorithm::named)?;
        let LimitOptions { depth, time, nodes } = self.limits.clone();
        let mut request = self.table.request()?.algorithm(algorithm).depth(depth).time(time).nodes(nodes);
        self.beside.apply(game.name, || session.inputs(), &mut request)?;
        let found = match (&self.algorithm, &self.profiled.profile) {
            (Some(_), None) => None,
            _ => self.profiled.find(game.name)?,
        };
        let Some((path, profile)) = found else { return Ok(request) };
        profile.apply(&mut request);
        if self.algorithm.is_some() {
            request.method.algorithm = algorithm;
        }
        self.table.put(&mut request)?;
        if !quiet {
            profiles::say(&path, &profile);
        }
        Ok(request)
    }
}

impl TableOptions {
    pub(crate) fn request(&self) -> anyhow::Result<Request> {
        memory::check_room_for(self.hash, "--hash")?;
        let mut request =
            Request::default().hash(self.hash).threads(self.threads).interrupt(interrupt::flag()?);
        self.put(&mut request)?;
        Ok(request)
    }

    /// Sets the order and the settings that are given; the others stay.
    fn put(&self, request: &mut Request) -> anyhow::Result<()> {
        if let Some(order) = &self.order {
            request.method.order = order.clone();
        }
        request.method.order.seed = self.seed;
        Ok(self.settings.iter().try_for_each(|setting| request.method.settings.set(setting))?)
    }
}

/// The engine's recipe with these settings.
pub(crate) fn recipe(settings: &[String]) -> anyhow::Result<Custom> {
    let mut recipe = Custom::default();
    for setting in settings {
        let shown = || format!("--set {}", messages::printable(setting, 60));
        let (name, value) = setting
            .split_once('=')
            .context("expected NAME=VALUE, such as null_move=off")
            .with_context(shown)?;
        recipe.set(name, value).with_context(shown)?;
    }
    Ok(recipe)
}

/// Takes a position. Boards may begin with a `-`; what looks like an option is a mistyped one.
pub(crate) fn position(text: &str) -> Result<String, Unreadable> {
    match messages::looks_like_an_option(text) {
        true => Err(Unreadable("expected a position".into())),
        false => Ok(text.to_owned()),
    }
}

/// Reads a whole number within a range.
pub(crate) fn whole<N>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, Unreadable> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64>,
{
    move |text| {
        let inside = text.parse().ok().filter(|n| range.contains(n)).and_then(|n| N::try_from(n).ok());
        inside.ok_or_else(|| {
            let (from, to) = (range.start(), range.end());
            Unreadable(match *to {
                u64::MAX => format!("expected a whole number from {from} on"),
                _ => format!("expected a whole number from {from} to {to}"),
            })
        })
    }
}

/// `500ms`, `2s`, `1.5m`, `1h`.
pub(crate) fn duration(text: &str) -> Result<Duration, Unreadable> {
    let expected = || Unreadable("expected a time such as 500ms, 2s or 1m".into());
    let (number, unit) = number_and_unit(text).ok_or_else(expected)?;
    let seconds = number
        * match unit {
            "ms" => 1e-3,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(expected()),
        };
    if seconds <= 0.0 {
        return Err(Unreadable("expected a time longer than nothing".into()));
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| time.as_secs() <= 366 * 86_400)
        .ok_or_else(|| Unreadable("expected a time of at most a year".into()))
}

fn order(text: &str) -> Result<Choice, Unreadable> {
    text.parse().map_err(|e: secateur::order::BadChoice| Unreadable(e.to_string()))
}
