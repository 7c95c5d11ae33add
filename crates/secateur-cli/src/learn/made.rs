//! What learning has made, as it is told.

use crate::output;
use secateur_lab::learn::{LinesScore, OracleScore};
use serde::Serialize;
use std::fmt;

/// What was made, and what it has come to.
#[derive(Serialize)]
pub(super) struct Made<'a> {
    pub(super) game: &'a str,
    pub(super) games: u64,
    pub(super) seconds: f64,
    /// The games of the best point of the curve, where the evaluation is that of then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<u64>,
    /// Those that are not zero, of all.
    pub(super) weights: u64,
    pub(super) of: u64,
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) trial: Option<Trial>,
    pub(super) oracle: Option<Judged>,
}

/// The games against the evaluation by hand.
#[derive(Serialize)]
pub(super) struct Trial {
    pub(super) nodes: u64,
    pub(super) games: u64,
    pub(super) share: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// What the solver says.
#[derive(Serialize)]
pub(super) struct Judged {
    /// The positions of random games in which an error can be made.
    pub(super) positions: usize,
    pub(super) error_rate: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    /// By how much the moves made are worth less than the best, and the values given are off, in all such positions.
    pub(super) regret: Option<f64>,
    pub(super) value_error: Option<f64>,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) errors_a_game: f64,
    /// All games that the solver's best moves allow, where these were asked for, and none played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lines: Option<LinesScore>,
    /// The same from different openings.
    pub(super) openings: Option<Openings>,
    /// The time of a move, in milliseconds, where it was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) milliseconds: Option<u64>,
}

/// `0.26 %`, and `none` of what there is no way to.
fn part(probability: f64) -> String {
    match 100.0 * probability {
        0.0 => "none".to_owned(),
        per_cent if per_cent < 0.01 => "less than 0.01 %".to_owned(),
        per_cent => format!("{per_cent:.2} %"),
    }
}

/// Games from different openings.
#[derive(Serialize)]
pub(super) struct Openings {
    pub(super) plies: usize,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) errors_a_game: f64,
}

impl Openings {
    pub(super) fn of(plies: usize, score: &OracleScore) -> Openings {
        let OracleScore { wins, draws, losses, .. } = *score;
        Openings { plies, wins, draws, losses, errors_a_game: score.errors_a_game() }
    }
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
        let best =
            self.best.map_or(String::new(), |best| format!("as after {}, ", output::counted(best, "game")));
        write!(f, "{games} in {time}; {best}{weights} of {of} weights, {bytes} bytes, in {}.", self.file)
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Against the evaluation by hand, the engine at {} a move: {:.1} % of {}{}.",
            output::counted(self.nodes, "node"),
            100.0 * self.share.unwrap_or(0.5),
            output::counted(self.games, "game"),
            between(self.low, self.high)
        )
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.milliseconds {
            None => "One ply ahead".to_owned(),
            Some(ms) => format!("With {} a move", output::milliseconds(ms as f64)),
        };
        if let Some(rate) = self.error_rate {
            let positions = output::counted(self.positions as u64, "random position");
            let between = between(self.low, self.high);
            let rate = 100.0 * rate;
            writeln!(
                f,
                "{how}, by the solver, errors in {positions} where there is one to make: {rate:.1} %{between}."
            )?;
        }
        if let Some((regret, off)) = self.regret.zip(self.value_error) {
            writeln!(
                f,
                "In all such positions, a win being 1 and a loss -1: mean regret {regret:.3}, mean error of the values {off:.3}."
            )?;
        }
        let Judged { wins, draws, losses, errors_a_game, lines, openings, .. } = self;
        if let Some(LinesScore { wins, draws, losses, positions, .. }) = lines {
            write!(
                f,
                "{how}, moving first, in all games that the solver's best moves allow: {} won, {} drawn, {} lost; {errors_a_game:.2} errors a game; {}.",
                part(*wins),
                part(*draws),
                part(*losses),
                output::counted(*positions, "position")
            )?;
        } else if wins + draws + losses == 0 {
            return f.write_str("No game against the solver was finished.");
        } else {
            write!(
                f,
                "{how}, moving first, against the solver: {wins} won, {draws} drawn, {losses} lost; {errors_a_game:.2} errors a game."
            )?;
        }
        let Some(Openings { plies, wins, draws, losses, errors_a_game }) = openings else { return Ok(()) };
        write!(
            f,
            "\nThe same after {} different openings of {}: {wins} won, {draws} drawn, {losses} lost; {errors_a_game:.2} errors a game.",
            wins + draws + losses,
            output::counted(*plies as u64, "ply"),
        )
    }
}
