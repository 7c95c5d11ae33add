//! A match as plain data: its games, and what they say of the players.

use super::record::{GameEnding, MoveReport};
use super::run::Heard;
use super::standings::{Pairing, Standings, TestProgress};
use crate::statistics::sprt::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;

/// A game in a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameLine<'a> {
    /// Its number in the match, from 1.
    pub number: usize,
    /// The pair of games of its two players that it belongs to, from 1.
    pub round: usize,
    /// The player that moved first.
    pub first: &'a str,
    /// The other one.
    pub second: &'a str,
    /// The position that it began at; none for the game's own start.
    pub position: Option<&'a str>,
    /// The moves that were played before the players were asked.
    pub opening: &'a [String],
    /// The result for the side that moved first: `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The reason why it ended.
    pub ending: GameEnding,
    /// The reason in words.
    pub reason: &'a str,
    /// The number of moves, those of the opening among them.
    pub plies: usize,
    /// The moves of the players.
    pub moves: &'a [MoveReport],
}

impl<'a> GameLine<'a> {
    /// The line of a game.
    pub fn new(heard: &Heard<'a>) -> Self {
        let record = heard.record;
        GameLine {
            number: heard.number + 1,
            round: record.round,
            first: &record.players[0],
            second: &record.players[1],
            position: record.opening.position.as_deref(),
            opening: &record.opening.moves,
            result: record.score(),
            ending: record.ending,
            reason: &record.reason,
            plies: record.opening.moves.len() + record.moves.len(),
            moves: &record.moves,
        }
    }
}

/// Two players in a line. Everything is from the first one's point of view.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairingLine<'a> {
    /// The first player.
    pub first: &'a str,
    /// The other one.
    pub second: &'a str,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games with 0, 1/2, 1, 1 1/2 and 2 points.
    pub pairs: [u64; 5],
    /// Points of the pairs, of a hundred that could be had.
    pub score_percent: Option<f64>,
    /// The same as a difference of strength.
    pub elo: Option<f64>,
    /// The lower end of its interval of 95 %.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// The likelihood that the first one is the stronger.
    pub los_percent: Option<f64>,
    /// Games drawn, of a hundred.
    pub draws_percent: Option<f64>,
}

impl<'a> PairingLine<'a> {
    /// The line of two of the players with these names.
    pub fn new(names: &'a [String], pairing: &Pairing) -> Self {
        let (score, [wins, draws, losses]) = (&pairing.score, pairing.games);
        let games = wins + draws + losses;
        let part = |part: Option<f64>| part.map(|part| 100.0 * part);
        let (elo_low, elo_high) = score.elo_interval();
        let [first, second] = pairing.players.map(|n| names[n].as_str());
        PairingLine {
            first,
            second,
            games,
            wins,
            draws,
            losses,
            pairs: score.pairs(),
            score_percent: part(score.share()),
            elo: score.elo(),
            elo_low,
            elo_high,
            los_percent: part(score.superiority()),
            draws_percent: part((games > 0).then(|| draws as f64 / games as f64)),
        }
    }
}

/// A player's rating in a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingLine<'a> {
    /// The player.
    pub player: &'a str,
    /// Its rating.
    pub elo: f64,
    /// Half of the rating's interval of 95 %.
    pub error: f64,
}

/// A test in a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestLine {
    /// Its hypotheses.
    pub test: String,
    /// The pairs of games that it has seen.
    pub pairs: u64,
    /// The logarithm of the ratio of likelihoods.
    pub llr: f64,
    /// `H0`, `H1` or `continue`.
    pub verdict: &'static str,
}

impl From<&TestProgress> for TestLine {
    fn from(TestProgress { test, score, verdict }: &TestProgress) -> TestLine {
        TestLine {
            test: test.to_string(),
            pairs: score.games() / 2,
            llr: test.llr(score),
            verdict: match verdict {
                Verdict::AcceptH0 => "H0",
                Verdict::AcceptH1 => "H1",
                Verdict::Continue => "continue",
            },
        }
    }
}

/// A match in a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchSummary<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The number of games played.
    pub games: usize,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// The results of each two players.
    pub pairings: Vec<PairingLine<'a>>,
    /// The ratings; none where the games do not determine them.
    pub ratings: Option<Vec<RatingLine<'a>>>,
    /// The number of games for each reason to end.
    pub endings: &'a BTreeMap<GameEnding, usize>,
    /// The number of games with the same moves as an earlier one.
    pub repeats: usize,
    /// The test, if there is one.
    pub sprt: Option<TestLine>,
}

impl<'a> MatchSummary<'a> {
    /// The summary of a match of this game.
    pub fn new(game: &'a str, standings: &'a Standings, interrupted: bool) -> Self {
        let named = |ratings| standings.names().iter().zip(ratings);
        let line = |(player, rating): (&'a String, crate::statistics::ratings::Rating)| RatingLine {
            player,
            elo: rating.elo,
            error: rating.error,
        };
        let pairings = standings.pairings();
        MatchSummary {
            game,
            games: standings.games(),
            interrupted,
            pairings: pairings.iter().map(|pairing| PairingLine::new(standings.names(), pairing)).collect(),
            ratings: standings.ratings().ok().map(|ratings| named(ratings).map(line).collect()),
            endings: standings.endings(),
            repeats: standings.repeats(),
            sprt: standings.test().map(TestLine::from),
        }
    }
}
