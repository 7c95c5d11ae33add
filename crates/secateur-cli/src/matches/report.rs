//! The output of a match: its games, and their results.

use crate::sprt::{UNKNOWN, elo, percent};
use crate::{messages, output};
use secateur_lab::statistics::sprt::Sprt;
use secateur_lab::tournament::{GameLine, MatchEnd, MatchSummary, Pairing, PairingLine, Standings, TestLine};
use serde::Serialize;

/// The form and the game of a match's report.
pub(super) struct MatchReport<'a> {
    pub(super) json: bool,
    pub(super) game: &'a str,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    #[serde(flatten)]
    of: MatchSummary<'a>,
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
            let of = MatchSummary::new(self.game, standings, outcome == MatchEnd::Interrupted);
            return output::json(&Summary { summary: true, of });
        }
        self.table(&lines)?;
        if standings.names().len() > 2 {
            self.ratings(standings)?;
            super::cross_table::print(standings)?;
        }
        let endings = standings.endings().iter().map(|(ending, n)| format!("{ending} {n}"));
        output::line(format_args!("\nended by: {}", endings.collect::<Vec<_>>().join(", ")))?;
        if let Some(progress) = standings.test() {
            let TestLine { pairs, llr, verdict, .. } = TestLine::from(progress);
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
}

/// Elo to one place, and no negative zero.
fn one_place(elo: f64) -> String {
    format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0)
}
