//! The output of a match: its games, and their results.

use crate::sprt::{UNKNOWN, elo, percent};
use crate::{messages, output};
use secateur_lab::statistics::sprt::{Sprt, Verdict};
use secateur_lab::tournament::{GameEnding, Heard, MatchEnd, MoveReport, Pairing, Standings, TestProgress};
use serde::Serialize;
use std::collections::BTreeMap;

/// The form and the game of a match's report.
pub(super) struct MatchReport<'a> {
    pub(super) json: bool,
    pub(super) game: &'a str,
}

/// A game's line in JSON.
#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    /// Its number in the match, from 1.
    number: usize,
    /// The pair of games of its two players that it belongs to, from 1.
    round: usize,
    first: &'a str,
    second: &'a str,
    position: Option<&'a str>,
    opening: &'a [String],
    /// The result for the side that moved first.
    result: &'static str,
    ending: GameEnding,
    reason: &'a str,
    plies: usize,
    moves: &'a [MoveReport],
}

impl<'a> GameLine<'a> {
    pub(super) fn new(heard: &Heard<'a>) -> Self {
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

/// Two players in JSON. Everything is from the first one's point of view.
#[derive(Serialize)]
struct PairingLine<'a> {
    first: &'a str,
    second: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs of games with 0, 1/2, 1, 1 1/2 and 2 points.
    pairs: [u64; 5],
    score_percent: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    los_percent: Option<f64>,
    draws_percent: Option<f64>,
}

#[derive(Serialize)]
struct RatingLine<'a> {
    player: &'a str,
    elo: f64,
    error: f64,
}

#[derive(Serialize)]
struct TestLine {
    test: String,
    pairs: u64,
    llr: f64,
    verdict: &'static str,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    game: &'a str,
    games: usize,
    interrupted: bool,
    pairings: Vec<PairingLine<'a>>,
    /// The ratings; none where the games do not determine them.
    ratings: Option<Vec<RatingLine<'a>>>,
    endings: &'a BTreeMap<GameEnding, usize>,
    repeats: usize,
    sprt: Option<TestLine>,
}

impl<'a> PairingLine<'a> {
    fn new(names: &'a [String], pairing: &Pairing) -> Self {
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

/// The score of two players, for the progress bar.
pub(super) fn so_far(standings: &Standings) -> String {
    match &standings.pairings()[..] {
        [Pairing { games: [wins, draws, losses], .. }] => format!("+{wins} ={draws} -{losses}"),
        _ => String::new(),
    }
}

impl MatchReport<'_> {
    /// Prints the hypotheses of the test.
    pub(super) fn begin(&self, test: Option<&Sprt>) -> anyhow::Result<()> {
        let Some(test) = test else { return Ok(()) };
        let said = format!("{test}");
        if self.json {
            messages::note(&said)
        } else {
            output::line(format_args!("{said}\n"))?
        }
        Ok(())
    }

    /// Reports the end of a game; to people only if it ended other than by play.
    pub(super) fn game(&self, line: &GameLine<'_>) -> anyhow::Result<()> {
        match self.json {
            true => output::json(line),
            false if line.ending.is_fault() => output::line(format_args!(
                "game {}, {} - {}: {}",
                line.number, line.first, line.second, line.reason
            )),
            false => Ok(()),
        }
    }

    pub(super) fn end(&self, standings: &Standings, outcome: MatchEnd) -> anyhow::Result<()> {
        if standings.games() == 0 {
            return Ok(());
        }
        let pairings = standings.pairings();
        let lines: Vec<PairingLine<'_>> =
            pairings.iter().map(|pairing| PairingLine::new(standings.names(), pairing)).collect();
        let repeats = standings.repeats();
        if repeats > 0 {
            super::warn(&format!(
                "{} of {} had the same moves as an earlier one, and tell nothing new",
                output::counted(repeats as u64, "game"),
                standings.games()
            ));
        }
        if self.json {
            return self.summary(standings, lines, outcome);
        }
        self.table(&lines)?;
        if standings.names().len() > 2 {
            self.ratings(standings)?;
            super::cross_table::print(standings)?;
        }
        let endings = standings.endings().iter().map(|(ending, n)| format!("{ending} {n}"));
        output::line(format_args!("\nended by: {}", endings.collect::<Vec<_>>().join(", ")))?;
        if let Some(progress) = standings.test() {
            let TestLine { pairs, llr, verdict, .. } = test_line(progress);
            let (low, high) = progress.test.bounds();
            let said = match verdict {
                "continue" => "the games do not tell yet".into(),
                accepted => format!("{accepted} is accepted"),
            };
            let pairs = output::counted(pairs, "pair");
            output::line(format_args!(
                "SPRT: LLR {}, bounds {low:+.2} and {high:+.2}, after {pairs}: {said}",
                elo(llr)
            ))?;
        }
        Ok(())
    }

    fn table(&self, lines: &[PairingLine<'_>]) -> anyhow::Result<()> {
        let head = ["players", "games", "+", "=", "-", "score", "Elo", "95 %", "LOS", "draws"];
        let mut table = output::table(&head);
        for line in lines {
            let percent = |x: Option<f64>| x.map_or(UNKNOWN.into(), percent);
            let ends = [line.elo_low, line.elo_high].map(|end| end.map_or(UNKNOWN.into(), one_place));
            let interval = match (line.elo_low, line.elo_high) {
                (None, None) => UNKNOWN.into(),
                _ => ends.join(" to "),
            };
            table.add_row([
                format!("{} - {}", line.first, line.second),
                line.games.to_string(),
                line.wins.to_string(),
                line.draws.to_string(),
                line.losses.to_string(),
                percent(line.score_percent),
                line.elo.map_or(UNKNOWN.into(), one_place),
                interval,
                percent(line.los_percent),
                percent(line.draws_percent),
            ]);
        }
        output::line(table.trim_fmt())
    }

    fn ratings(&self, standings: &Standings) -> anyhow::Result<()> {
        let ratings = match standings.ratings() {
            Ok(ratings) => ratings,
            Err(why) => return output::line(format_args!("\nno ratings: {why}")),
        };
        let mut table = output::table(&["player", "Elo", "error"]);
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        for n in order {
            let rating = ratings[n];
            table.add_row([
                standings.names()[n].clone(),
                one_place(rating.elo),
                format!("{:.1}", rating.error),
            ]);
        }
        output::line(format_args!("\n{}", table.trim_fmt()))
    }

    fn summary(
        &self,
        standings: &Standings,
        pairings: Vec<PairingLine<'_>>,
        outcome: MatchEnd,
    ) -> anyhow::Result<()> {
        let ratings = standings.ratings().ok().map(|ratings| {
            let named = standings.names().iter().zip(ratings);
            named
                .map(|(player, rating)| RatingLine { player, elo: rating.elo, error: rating.error })
                .collect()
        });
        output::json(&Summary {
            summary: true,
            game: self.game,
            games: standings.games(),
            interrupted: outcome == MatchEnd::Interrupted,
            pairings,
            ratings,
            endings: standings.endings(),
            repeats: standings.repeats(),
            sprt: standings.test().map(test_line),
        })
    }
}

fn test_line(TestProgress { test, score, verdict }: &TestProgress) -> TestLine {
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

/// Elo to one place, and no negative zero.
fn one_place(elo: f64) -> String {
    format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0)
}
