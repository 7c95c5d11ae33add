//! Options of games: limits, clocks, and when they are ended.

use crate::options::{duration, whole};
use crate::sprt::number;
use clap::Args;
use secateur_games::{Unreadable, did_you_mean};
use secateur_lab::statistics::sprt::{Model, Sprt};
use secateur_lab::tournament::{AdjudicationRules, AgreedDraw, AgreedWin, MoveLimits, TimeControl};
use std::str::FromStr;
use std::time::Duration;

/// The course of a game.
#[derive(Args)]
pub(super) struct Course {
    /// Clock of each player: 4+0.04 is 4 seconds and 0.04 more a move, 40/60 is 60 seconds for each 40 moves
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    tc: Option<TimeControl>,
    /// Time for each move: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=i64::MAX as u64), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Plies for each move
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=250), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Time by which a clock may be overstepped before the game is lost
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration, allow_hyphen_values = true)]
    margin: Duration,
    /// Longest time for a move of an outside program where no clock runs, before it is taken to hang
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration, allow_hyphen_values = true)]
    patience: Duration,
    /// End games that both sides see won: by more than over= units (pawns in chess) for plies= in a row [default with
    /// the option alone: over=10,plies=4]
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_missing_value = "over=10,plies=4")]
    win: Option<Won>,
    /// End games that both sides see level: within= units for plies= in a row, after= plies [default with the option
    /// alone: within=0.1,plies=10,after=80]
    #[arg(long, value_name = "WHEN", num_args = 0..=1, default_missing_value = "within=0.1,plies=10,after=80")]
    draw: Option<Level>,
    /// Number of plies after which games are drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1000, value_parser = whole::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    length: usize,
}

impl Course {
    pub(super) fn limits(&self) -> MoveLimits {
        MoveLimits { clock: self.tc, time: self.time, nodes: self.nodes, depth: self.depth }
    }

    pub(super) fn rules(&self) -> AdjudicationRules {
        AdjudicationRules {
            win: self.win.map(|won| won.0),
            draw: self.draw.map(|level| level.0),
            length: self.length,
            margin: self.margin,
            patience: self.patience,
        }
    }
}

/// The value of `--win`.
#[derive(Copy, Clone)]
pub(super) struct Won(AgreedWin);

impl FromStr for Won {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (mut over, mut plies) = (1000, 4);
        keyed(text, &["over", "plies"], |key, value| {
            match key {
                "over" => over = units(value)?,
                _ => plies = whole(1..=1000)(value)?,
            }
            Ok(())
        })?;
        Ok(Won(AgreedWin { over, plies }))
    }
}

/// The value of `--draw`.
#[derive(Copy, Clone)]
pub(super) struct Level(AgreedDraw);

impl FromStr for Level {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (mut within, mut plies, mut after) = (10, 10, 80);
        keyed(text, &["within", "plies", "after"], |key, value| {
            match key {
                "within" => within = units(value)?,
                "plies" => plies = whole(1..=1000)(value)?,
                _ => after = whole(0..=1_000_000)(value)?,
            }
            Ok(())
        })?;
        Ok(Level(AgreedDraw { within, plies, after }))
    }
}

/// The value of `--sprt`.
#[derive(Copy, Clone)]
pub(super) struct SprtOption(pub(super) Sprt);

impl FromStr for SprtOption {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (mut elo, mut errors, mut model) = ([None; 2], [0.05; 2], Model::Logistic);
        keyed(text, &["elo0", "elo1", "alpha", "beta", "model"], |key, value| {
            match key {
                "elo0" => elo[0] = Some(number(value)?),
                "elo1" => elo[1] = Some(number(value)?),
                "alpha" => errors[0] = number(value)?,
                "beta" => errors[1] = number(value)?,
                _ => {
                    model = match value {
                        "logistic" => Model::Logistic,
                        "normalised" => Model::Normalised,
                        _ => return Err(Unreadable("expected logistic or normalised".into())),
                    }
                }
            }
            Ok(())
        })?;
        let [Some(low), Some(high)] = elo else {
            return Err(Unreadable("expected elo0 and elo1, such as elo0=0,elo1=5".into()));
        };
        Sprt::new([low, high], errors, model).map(SprtOption)
    }
}

/// A positive number of units, in hundredths.
fn units(text: &str) -> Result<i32, Unreadable> {
    let units = number(text)?;
    if !(0.01..=300.0).contains(&units) {
        return Err(Unreadable("expected units from 0.01 to 300".into()));
    }
    Ok((units * 100.0).round() as i32)
}

/// Hands over what stands in a list such as `elo0=0,elo1=5`.
fn keyed(
    text: &str,
    known: &[&str],
    mut put: impl FnMut(&str, &str) -> Result<(), Unreadable>,
) -> Result<(), Unreadable> {
    for pair in text.split(',') {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        if !known.contains(&key) {
            let near = did_you_mean(key, known.iter().copied());
            return Err(Unreadable(format!(
                "found '{key}'{near}, expected some of {}",
                known.join("=, ") + "="
            )));
        }
        put(key, value).map_err(|e| Unreadable(format!("{key} is '{value}', {e}")))?;
    }
    Ok(())
}
