//! The result of a choice, for people and for programs.

use crate::output;
use comfy_table::{CellAlignment, ColumnConstraint, Width};
use secateur_lab::choose::race::Criterion;
use secateur_lab::choose::{ChoiceMatch, ChoicePlan, ChoiceReport, Entrant, Finding, Round};
use secateur_lab::statistics::paired::Ratio;
use secateur_lab::statistics::sprt::Verdict;
use secateur_session::Method;
use serde::Serialize;
use std::path::Path;

/// Below this many nodes, any search will do.
const FEW: f64 = 500.0;
/// The most entrants of a race that are shown.
const SHOWN: usize = 8;
/// The most width of the names of methods.
const WIDE: u16 = 64;

/// The result in sentences: what is printed is what the profile says.
pub(super) struct Words {
    pub(super) positions: String,
    pub(super) smallest: String,
    pub(super) fastest: String,
    pub(super) play: String,
}

impl Words {
    pub(super) fn new(plan: &ChoicePlan, chosen: &ChoiceReport) -> Words {
        let (from, to) = chosen.depths;
        let depths = if from == to { format!("depth {from}") } else { format!("depths from {from} to {to}") };
        let raced = output::counted(chosen.raced as u64, "position");
        let figures = if chosen.fresh == chosen.raced && chosen.raced < 16 {
            "the figures are from the same ones, as there are so few".to_owned()
        } else {
            format!("the figures are from {} others", chosen.fresh)
        };
        Words {
            positions: format!("{raced} of the game's own play, searched to {depths}; {figures}"),
            smallest: finding(&chosen.smallest, Criterion::Nodes),
            fastest: match &chosen.fastest {
                Some(fastest) => finding(fastest, Criterion::Time),
                None => "not asked for: nodes decided".into(),
            },
            play: play(plan, chosen),
        }
    }

    pub(super) fn show(&self, game: &str) -> anyhow::Result<()> {
        let row = |name: &str, words: &str| output::line(format_args!("{name:<15}{words}"));
        output::line(format_args!("{game}: {}.\n", self.positions))?;
        row("smallest tree", &self.smallest)?;
        row("fastest", &self.fastest)?;
        row("plays best", &self.play)
    }
}

/// `pvs-memory, order table+history: 1,234 nodes a position; the runner-up ...`.
fn finding(found: &Finding, measure: Criterion) -> String {
    let mean = match measure {
        Criterion::Nodes => format!("{} nodes", output::thousands(found.mean.round() as u64)),
        Criterion::Time => output::milliseconds(found.mean),
    };
    let small = measure == Criterion::Nodes && found.mean < FEW;
    let small = if small { ", so few that any search will do" } else { "" };
    let mut words = format!("{}: {mean} a position{small}", found.method);
    if let Some((method, ratio)) = &found.runner_up {
        words += &format!("; the best of another algorithm, {method}, takes {}", times(ratio));
    }
    if found.usual.mean != 1.0 {
        words += &format!("; the default, mtd-f, takes {}", times(&found.usual));
    }
    words
}

/// `1.23 times as much (95 %: 1.10 to 1.38)`.
fn times(ratio: &Ratio) -> String {
    let interval =
        ratio.interval.map_or(String::new(), |(low, high)| format!(" (95 %: {low:.2} to {high:.2})"));
    format!("{:.2} times as much{interval}", ratio.mean)
}

fn play(plan: &ChoicePlan, chosen: &ChoiceReport) -> String {
    let a_move = plan.a_move();
    let limit = match (a_move.limits.nodes, a_move.limits.time) {
        (Some(nodes), _) => output::counted(nodes, "node"),
        (None, time) => output::milliseconds(time.unwrap_or_default().as_secs_f64() * 1e3),
    };
    let mut words = format!("{}. With {limit} a move for both: {}", chosen.method, result(&chosen.decided));
    if let Some(usual) = &chosen.usual {
        words += &format!("; against the default: {}", result(usual));
    }
    words
}

/// `[engine] scores 61.2 % of 120 games against [pvs-memory, order table]`, the winner first.
fn result(m: &ChoiceMatch) -> String {
    let share = m.score.share().unwrap_or(0.5);
    let (winner, share, loser) = match share >= 0.5 {
        true => (&m.first, share, &m.second),
        false => (&m.second, 1.0 - share, &m.first),
    };
    let sure = match m.verdict {
        Some(Verdict::Continue) if share == 0.5 => " (equals, as far as they tell)",
        Some(Verdict::Continue) => " (not beyond doubt)",
        _ => "",
    };
    format!("[{winner}] scores {:.1} % of {} games against [{loser}]{sure}", 100.0 * share, m.score.games())
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
            verdict(m).to_owned(),
        ]);
    }
    output::line(format_args!("{}\n", table.trim_fmt()))
}

fn verdict(m: &ChoiceMatch) -> &'static str {
    match m.verdict {
        None => "-",
        Some(Verdict::AcceptH1) => "better",
        Some(Verdict::AcceptH0) => "not better",
        Some(Verdict::Continue) => "not beyond doubt",
    }
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

/// One of a race, in JSON.
#[derive(Serialize)]
struct Row<'a> {
    race: &'a str,
    #[serde(flatten)]
    method: Named<'a>,
    positions: usize,
    left: bool,
    cut: bool,
    nodes_ratio: f64,
    nodes_low: Option<f64>,
    nodes_high: Option<f64>,
    time_ratio: Option<f64>,
    time_low: Option<f64>,
    time_high: Option<f64>,
}

/// A method in JSON.
#[derive(Serialize)]
struct Named<'a> {
    algorithm: String,
    order: String,
    settings: &'a [String],
}

/// A match in JSON: the score is that of the first.
#[derive(Serialize)]
struct Played {
    first: String,
    second: String,
    games: u64,
    score_percent: Option<f64>,
    score_low: Option<f64>,
    score_high: Option<f64>,
    verdict: &'static str,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    game: &'a str,
    seed: u64,
    #[serde(flatten)]
    method: Named<'a>,
    smallest: String,
    smallest_over_usual: f64,
    fastest: Option<String>,
    fastest_over_usual: Option<f64>,
    raced: usize,
    fresh: usize,
    depths: [u32; 2],
    profile: String,
}

fn named(method: &Method) -> Named<'_> {
    Named {
        algorithm: method.algorithm.full_name(),
        order: method.order.to_string(),
        settings: method.settings.written(),
    }
}

pub(super) fn json(game: &str, plan: &ChoicePlan, chosen: &ChoiceReport, path: &Path) -> anyhow::Result<()> {
    for round in &chosen.rounds {
        for entrant in &round.entrants {
            let (nodes_low, nodes_high) = entrant.nodes.interval.unzip();
            let (time_low, time_high) = entrant.time.and_then(|time| time.interval).unzip();
            output::json(&Row {
                race: round.name,
                method: named(&entrant.method),
                positions: entrant.positions,
                left: entrant.left,
                cut: entrant.cut,
                nodes_ratio: entrant.nodes.mean,
                nodes_low,
                nodes_high,
                time_ratio: entrant.time.map(|time| time.mean),
                time_low,
                time_high,
            })?;
        }
    }
    for m in chosen.matches.iter().chain([&chosen.decided]).chain(&chosen.usual) {
        let percent = |share: f64| 100.0 * share;
        let (low, high) = m.score.interval().unzip();
        output::json(&Played {
            first: m.first.to_string(),
            second: m.second.to_string(),
            games: m.score.games(),
            score_percent: m.score.share().map(percent),
            score_low: low.map(percent),
            score_high: high.map(percent),
            verdict: verdict(m),
        })?;
    }
    output::json(&Summary {
        summary: true,
        game,
        seed: plan.seed,
        method: named(&chosen.method),
        smallest: chosen.smallest.method.to_string(),
        smallest_over_usual: chosen.smallest.usual.mean.recip(),
        fastest: chosen.fastest.as_ref().map(|fastest| fastest.method.to_string()),
        fastest_over_usual: chosen.fastest.as_ref().map(|fastest| fastest.usual.mean.recip()),
        raced: chosen.raced,
        fresh: chosen.fresh,
        depths: chosen.depths.into(),
        profile: path.display().to_string(),
    })
}
