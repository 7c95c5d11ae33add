//! The result of a choice, for people and for programs.

use crate::output;
use comfy_table::{CellAlignment, ColumnConstraint, Width};
use secateur_lab::choose::{ChoiceLine, ChoicePlan, ChoiceReport, ChoiceWords, Entrant, Round};
use secateur_lab::statistics::paired::Ratio;
use serde::Serialize;
use std::path::Path;

/// The most entrants of a race that are shown.
const SHOWN: usize = 8;
/// The most width of the names of methods.
const WIDE: u16 = 64;

/// The result in sentences: what is printed is what the profile says.
pub(super) fn show(words: &ChoiceWords, game: &str) -> anyhow::Result<()> {
    let row = |name: &str, words: &str| output::line(format_args!("{name:<15}{words}"));
    output::line(format_args!("{game}: {}.\n", words.positions))?;
    row("smallest tree", &words.smallest)?;
    row("fastest", &words.fastest)?;
    row("plays best", &words.play)
}

/// The races and the matches, a table each.
pub(super) fn tables(chosen: &ChoiceReport) -> anyhow::Result<()> {
    chosen.rounds.iter().try_for_each(round)?;
    let mut table = output::table(&["match", "against", "games", "score", "95 %", "verdict"]);
    for column in [0, 1, 5] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Left);
            column.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(WIDE / 2)));
        }
    }
    let variants = chosen.matches.iter().rev().take(SHOWN);
    for m in chosen.usual.iter().chain([&chosen.decided]).chain(variants) {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        table.add_row([
            m.first.to_string(),
            m.second.to_string(),
            m.score.games().to_string(),
            m.score.share().map_or("-".into(), |share| percent(share) + " %"),
            m.score
                .interval()
                .map_or("-".into(), |(low, high)| format!("{} to {}", percent(low), percent(high))),
            m.verdict_word().to_owned(),
        ]);
    }
    output::line(format_args!("{}\n", table.trim_fmt()))
}

fn round(round: &Round) -> anyhow::Result<()> {
    let mut table = output::table(&[round.name, "positions", "nodes", "95 %", "time", "95 %", ""]);
    if let Some(column) = table.column_mut(0) {
        column.set_constraint(ColumnConstraint::UpperBoundary(Width::Fixed(WIDE)));
    }
    let mean = |ratio: &Ratio| format!("{:.2}", ratio.mean);
    let interval =
        |ratio: &Ratio| ratio.interval.map_or("-".into(), |(low, high)| format!("{low:.2} to {high:.2}"));
    for entrant in round.entrants.iter().take(SHOWN) {
        let of_time = |show: &dyn Fn(&Ratio) -> String| entrant.time.as_ref().map_or("-".into(), show);
        table.add_row([
            entrant.method.to_string(),
            entrant.positions.to_string(),
            mean(&entrant.nodes),
            interval(&entrant.nodes),
            of_time(&mean),
            of_time(&interval),
            fate(entrant).to_owned(),
        ]);
    }
    let more = round.entrants.len().saturating_sub(SHOWN);
    output::line(table.trim_fmt())?;
    output::line(if more > 0 { format!(" and {more} more\n") } else { String::new() })
}

fn fate(entrant: &Entrant) -> &'static str {
    match entrant {
        Entrant { cut: true, .. } => "given up: takes more",
        Entrant { left: false, .. } => "worse",
        _ => "",
    }
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    #[serde(flatten)]
    of: ChoiceLine<'a>,
    profile: String,
}

pub(super) fn json(game: &str, plan: &ChoicePlan, chosen: &ChoiceReport, path: &Path) -> anyhow::Result<()> {
    chosen.race_lines().try_for_each(|line| output::json(&line))?;
    chosen.match_lines().try_for_each(|line| output::json(&line))?;
    let of = chosen.line(game, plan);
    output::json(&Summary { summary: true, of, profile: path.display().to_string() })
}
