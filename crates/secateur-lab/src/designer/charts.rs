//! The charts of a report.

use super::GameReport;
use super::figures::{LevelFigures, PARTS};
use super::words::Topic;
use crate::plot::{Axis, Bar, BarChart, LineChart, Point, Series};
use crate::statistics::Estimate;
use crate::units::thousands;

/// The most bars of lengths.
const BARS: usize = 12;

/// A chart, and what it shows.
pub(super) struct Chart {
    pub(super) svg: String,
    pub(super) caption: String,
}

/// The charts under a heading: those that there is anything to draw for.
pub(super) fn of(topic: Topic, report: &GameReport) -> Vec<Chart> {
    match topic {
        Topic::Fairness => fairness(report).into_iter().collect(),
        Topic::Depth => skill(report).into_iter().collect(),
        Topic::Drama => courses(report).into_iter().collect(),
        Topic::Shape => [branching(report), lengths(report)].into_iter().flatten().collect(),
    }
}

/// An axis from 0 to 100 per cent, with the middle marked.
fn percent(label: &str) -> Axis {
    let ticks = (0..=5).map(|n| (20.0 * f64::from(n), format!("{}", 20 * n))).collect();
    Axis { mark: Some(50.0), ticks, ..Axis::linear(label) }
}

fn fairness(report: &GameReport) -> Option<Chart> {
    let played: Vec<_> =
        report.figures.levels.iter().filter_map(|level| Some((level, level.first?))).collect();
    if played.is_empty() {
        return None;
    }
    // The number stands before its bar: behind it, the line at one half would go through it.
    let bar = |first: &Estimate| {
        let error = first.interval.map(|(low, high)| (100.0 * low, 100.0 * high));
        Some(Bar { value: 100.0 * first.value, error, say: String::new() })
    };
    let row = |level: &LevelFigures, first: &Estimate| {
        format!("{} nodes: {:.0} %", thousands(level.nodes), 100.0 * first.value)
    };
    let chart = BarChart {
        title: "First player's share, by strength".into(),
        axis: percent("points of the first player, per cent"),
        rows: played.iter().map(|(level, first)| row(level, first)).collect(),
        series: vec![("share".into(), played.iter().map(|(_, first)| bar(first)).collect())],
    };
    let caption = "Games of equal players; their strength grows from row to row. The thin lines are 95 % intervals, and the line across is at one half, where no side is favoured. An advantage that grows from the weak to the strong is one that skill can use.";
    Some(Chart { svg: chart.svg(), caption: caption.into() })
}

fn skill(report: &GameReport) -> Option<Chart> {
    let steps: Vec<_> = report.figures.steps.iter().filter_map(|step| Some((step, step.elo()?))).collect();
    if steps.is_empty() {
        return None;
    }
    let bar = |(value, half): (f64, Option<f64>)| {
        let error = half.map(|half| (value - half, value + half));
        let least = if half.is_none() { "at least " } else { "" };
        Some(Bar { value, error, say: format!("{least}{value:.0}") })
    };
    let chart = BarChart {
        title: "What four times the thought is worth".into(),
        axis: Axis::linear("Elo of the stronger player over the weaker"),
        rows: steps
            .iter()
            .map(|(step, _)| step.nodes.map(thousands))
            .map(|[few, many]| format!("{many} against {few} nodes"))
            .collect(),
        series: vec![("Elo".into(), steps.iter().map(|&(_, elo)| bar(elo)).collect())],
    };
    let caption = "Matches of a player against one that looks at a quarter of the positions, in pairs of games with sides changed; the thin lines are 95 % intervals. Bars that do not shrink from row to row promise that there is more to find for players who are stronger still.";
    Some(Chart { svg: chart.svg(), caption: caption.into() })
}

fn courses(report: &GameReport) -> Option<Chart> {
    let series: Vec<Series> = (report.courses.iter())
        .map(|(name, course)| {
            let points = course.points.iter().enumerate();
            Series::new(*name, points.map(|(n, points)| ((course.opening + n) as f64, 100.0 * points)))
        })
        .collect();
    if series.is_empty() {
        return None;
    }
    let chart = LineChart {
        title: "The courses of some games".into(),
        x: Axis::linear("moves made"),
        y: percent("points expected for the first player, per cent"),
        series,
    };
    let caption = "What searches expect from the end of the opening on: above the middle line the first player is ahead, below it the second. Of all games by their changes of lead, and by ups and downs where these are as many, quiet is the first, usual the one in the middle, and lively the last. A line that goes straight to an edge and stays there is a game without drama.";
    Some(Chart { svg: chart.svg(), caption: caption.into() })
}

fn branching(report: &GameReport) -> Option<Chart> {
    let point = |(part, mean): (usize, &Option<Estimate>)| {
        let mean = (*mean)?;
        Some(Point { x: (100.0 * part as f64 + 50.0) / PARTS as f64, y: mean.value, error: mean.interval })
    };
    let points: Vec<Point> = report.figures.branching_by_part.iter().enumerate().filter_map(point).collect();
    if points.is_empty() {
        return None;
    }
    let chart = LineChart {
        title: "The choice as the game goes on".into(),
        x: Axis::linear("part of the game that is over, per cent"),
        y: Axis::linear("legal moves, mean"),
        series: vec![Series { name: "mean".into(), points }],
    };
    let caption = "The mean number of legal moves of the side to move in each tenth of the game; the thin lines are 95 % intervals.";
    Some(Chart { svg: chart.svg(), caption: caption.into() })
}

fn lengths(report: &GameReport) -> Option<Chart> {
    let all = &report.figures.lengths;
    let (least, most) = (*all.iter().min()?, *all.iter().max()?);
    let rows = bars(least, most);
    let count = |&(from, to): &(usize, usize)| all.iter().filter(|&&n| (from..=to).contains(&n)).count();
    let bar = |range| {
        let games = count(range);
        Some(Bar { value: games as f64, error: None, say: games.to_string() })
    };
    let chart = BarChart {
        title: "Lengths of games".into(),
        axis: Axis::linear("games"),
        series: vec![("games".into(), rows.iter().map(bar).collect())],
        rows: rows
            .iter()
            .map(|(from, to)| if from == to { format!("{from}") } else { format!("{from} to {to}") })
            .collect(),
    };
    Some(Chart {
        svg: chart.svg(),
        caption: "How many games had so many moves, those of both sides counted.".into(),
    })
}

/// The ranges of lengths, each as wide as the others, but for the last, which ends with the longest game.
fn bars(least: usize, most: usize) -> Vec<(usize, usize)> {
    let wide = (most - least + 1).div_ceil(BARS);
    (least..=most).step_by(wide).map(|from| (from, (from + wide - 1).min(most))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_take_in_every_length_once() {
        assert_eq!(bars(7, 7), [(7, 7)]);
        assert_eq!(bars(7, 9), [(7, 7), (8, 8), (9, 9)]);
        let wide = bars(10, 47);
        assert_eq!((wide.len(), wide[0], wide[9]), (10, (10, 13), (46, 47)));
    }
}
