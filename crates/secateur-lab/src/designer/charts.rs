//! The charts of a report.

use super::figures::PARTS;
use super::words::{SaidFigure, Topic};
use super::{AHEAD, GameReport};
use crate::plot::{Axis, Bar, BarChart, LineChart, Point, Series};
use crate::units::thousands;

/// The charts that belong to a topic, each with what it shows.
pub(super) fn of(report: &GameReport, topic: Topic) -> Vec<(String, String)> {
    let charts = match topic {
        Topic::Fairness => vec![by_strength(report)],
        Topic::Depth => vec![skill(report)],
        Topic::Drama => vec![courses(report)],
        Topic::Shape => vec![branching(report), lengths(report)],
    };
    charts.into_iter().flatten().collect()
}

/// The first player's share at each level of play.
fn by_strength(report: &GameReport) -> Option<(String, String)> {
    let levels: Vec<_> = report.figures.levels.iter().filter(|level| level.first.is_some()).collect();
    let bars = levels.iter().map(|level| {
        let first = level.first?;
        let percent = |share: f64| 100.0 * share;
        Some(Bar {
            value: percent(first.value),
            error: first.interval.map(|(low, high)| (percent(low), percent(high))),
            say: format!("{:.0} % of {}", percent(first.value), thousands(first.count as u64)),
        })
    });
    let bars: Vec<Option<Bar>> = bars.collect();
    let rows = levels.iter().map(|level| format!("{} nodes", thousands(level.nodes))).collect();
    let axis = Axis { mark: Some(50.0), ..Axis::linear("points of the side that moves first, per cent") };
    let chart =
        BarChart { title: "Equals against each other".into(), axis, rows, series: vec![("".into(), bars)] };
    let caption = "The stronger the players, the nearer to what perfect play would bring.";
    (!levels.is_empty()).then(|| (chart.svg(), caption.to_owned()))
}

/// Elo of each level over the one below.
fn skill(report: &GameReport) -> Option<(String, String)> {
    let steps: Vec<_> = report.figures.steps.iter().filter(|step| step.score.games() > 0).collect();
    let bars = steps.iter().map(|step| {
        let percent = |share: f64| 100.0 * share;
        let share = step.score.share()?;
        Some(Bar {
            value: percent(share),
            error: step.score.interval().map(|(low, high)| (percent(low), percent(high.min(1.0)))),
            say: format!("{:.0} % of {}", percent(share), thousands(step.score.games())),
        })
    });
    let bars: Vec<Option<Bar>> = bars.collect();
    let name = |nodes: [u64; 2]| format!("{} nodes against {}", thousands(nodes[1]), thousands(nodes[0]));
    let rows = steps.iter().map(|step| name(step.nodes)).collect();
    let axis = Axis { mark: Some(50.0), ..Axis::linear("points of the stronger, per cent") };
    let chart =
        BarChart { title: "Four times the thought".into(), axis, rows, series: vec![("".into(), bars)] };
    let caption = "Where the last step still pays, there is more to find than these players found.";
    (!steps.is_empty()).then(|| (chart.svg(), caption.to_owned()))
}

/// The courses of some games.
fn courses(report: &GameReport) -> Option<(String, String)> {
    let series: Vec<Series> = report
        .courses
        .iter()
        .map(|(name, course)| {
            let points =
                (course.opening..).zip(&course.points).map(|(ply, &points)| (ply as f64, 100.0 * points));
            Series::new(*name, points)
        })
        .collect();
    let y =
        Axis { mark: Some(50.0), ..Axis::linear("points expected for the side that moves first, per cent") };
    let chart = LineChart { title: "The course of games".into(), x: Axis::linear("moves"), y, series };
    let ahead = 100.0 * AHEAD;
    let caption = format!(
        "The lead changes where a line goes from above {ahead:.0} % to below {:.0} %, or back.",
        100.0 - ahead
    );
    (!report.courses.is_empty()).then(|| (chart.svg(), caption))
}

/// Legal moves by tenths of the game.
fn branching(report: &GameReport) -> Option<(String, String)> {
    let parts = report.figures.branching_by_part.iter().enumerate();
    let points: Vec<Point> = parts
        .filter_map(|(part, estimate)| {
            let estimate = (*estimate)?;
            Some(Point {
                x: 100.0 * (part as f64 + 0.5) / PARTS as f64,
                y: estimate.value,
                error: estimate.interval,
            })
        })
        .collect();
    let is_there = !points.is_empty();
    let series = vec![Series { name: "legal moves".into(), points }];
    let (x, y) = (Axis::linear("part of the game, per cent"), Axis::linear("legal moves"));
    let chart = LineChart { title: "The choice, from beginning to end".into(), x, y, series };
    is_there.then(|| (chart.svg(), "A game that opens up has its largest choice in the middle.".into()))
}

/// The number of games by length.
fn lengths(report: &GameReport) -> Option<(String, String)> {
    const BINS: usize = 8;
    let lengths = &report.figures.lengths;
    let (least, most) = (*lengths.iter().min()?, *lengths.iter().max()?);
    let wide = (most - least + 1).div_ceil(BINS);
    let bins = (least..=most).step_by(wide);
    let row = |from: usize| match wide {
        1 => from.to_string(),
        _ => format!("{from} to {}", from + wide - 1),
    };
    let bar = |from: usize| {
        let count = lengths.iter().filter(|&&n| (from..from + wide).contains(&n)).count();
        Some(Bar { value: count as f64, error: None, say: thousands(count as u64) })
    };
    let (rows, bars) = bins.map(|from| (row(from), bar(from))).unzip();
    let axis = Axis::linear("games");
    let chart = BarChart {
        title: "The length of games, in moves".into(),
        axis,
        rows,
        series: vec![("".into(), bars)],
    };
    Some((chart.svg(), "Games of the players that most figures are from.".into()))
}

/// The shares of several games side by side: who is favoured, and what thought is worth.
pub(super) fn compared(reports: &[GameReport], rows: &[Vec<SaidFigure>]) -> Vec<String> {
    let chart = |key: &str, mark: Option<f64>| {
        let figures: Vec<&SaidFigure> =
            rows.iter().filter_map(|row| row.iter().find(|figure| figure.key == key)).collect();
        let scale = |figure: &SaidFigure| if figure.unit.sign().is_empty() { 1.0 } else { 100.0 };
        let bars = figures.iter().map(|figure| {
            let (value, scale) = (figure.value?, scale(figure));
            let error = value.interval.map(|(low, high)| (scale * low, scale * high));
            Some(Bar { value: scale * value.value, error, say: figure.unit.number(value.value) })
        });
        let bars = bars.collect();
        let first = figures.first()?;
        let axis = Axis { mark, ..Axis::linear(format!("{}{}", first.short, first.unit.sign())) };
        let rows = reports.iter().map(|report| report.game.clone()).collect();
        Some(BarChart { title: first.title.into(), axis, rows, series: vec![("".into(), bars)] }.svg())
    };
    [chart("first_player", Some(50.0)), chart("skill", None)].into_iter().flatten().collect()
}
