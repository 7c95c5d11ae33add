//! Charts of what was measured, and the numbers behind them.

use super::sample::{Group, Sample};
use super::words::figures;
use super::{Chart, Panel, ReportFigure, ReportTable};
use crate::experiment::Measure;
use crate::plot::{Axis, Bar, BarChart, LineChart, Point, Series};
use crate::statistics::Estimate;

/// The ratio of the greatest to the least value from which on an axis is logarithmic.
const WIDE: f64 = 2.5;
/// That ratio for an axis along bars.
const BARS_WIDE: f64 = 30.0;
/// The part of the axis by which series are moved apart where their intervals would hide each other.
const APART: f64 = 0.012;

/// The contents of one chart.
struct Shown<'a> {
    measure: Measure,
    title: String,
    label: String,
    /// The text of a value.
    say: &'a dyn Fn(f64) -> String,
    value: &'a dyn Fn(usize, usize) -> Option<Estimate>,
    /// Whether intervals are shown, which those over unlike positions are not.
    has_errors: bool,
    mark: Option<f64>,
}

impl Shown<'_> {
    /// Whether it grows by factors along the axis that goes across.
    fn is_size(&self) -> bool {
        self.measure.is_count() && self.mark.is_none()
    }
}

pub(super) fn panel(experiment: &str, sample: &Sample, group: &Group) -> Panel {
    let mut charts = Vec::new();
    for &measure in &sample.measures {
        let factor = if measure.is_share() { 100.0 } else { 1.0 };
        let scaled = |e: Estimate| Estimate {
            value: factor * e.value,
            interval: e.interval.map(|(low, high)| (factor * low, factor * high)),
            ..e
        };
        charts.push((
            measure.to_string(),
            measure.caption().to_owned(),
            chart(
                sample,
                group,
                &Shown {
                    measure,
                    title: format!("{}: {}", measure.title(), group.title),
                    label: measure.label().to_owned(),
                    say: &|value| measure.say(value / factor),
                    value: &|s, x| sample.estimate(group, measure, (s, x)).map(scaled),
                    has_errors: !measure.is_count(),
                    mark: None,
                },
            ),
        ));
        if !measure.is_count() || Some(&measure) != sample.measures.first() {
            continue;
        }
        if let Some(name) = against(sample, group) {
            let what = measure.heading();
            charts.push((
                format!("{measure}-ratio"),
                format!("Each position's {what} over those of {name} on the same position: the mean, and its 95 % interval."),
                chart(sample, group, &Shown {
                    measure,
                    title: format!("{} over those of {name}: {}", measure.title(), group.title),
                    label: format!("{what} / {what} of {name}"),
                    say: &figures,
                    value: &|s, x| sample.ratio(group, measure, (s, x)),
                    has_errors: true,
                    mark: Some(1.0),
                }),
            ));
        }
    }
    let slug = |text: &str| {
        let plain: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    };
    let figure = |(name, caption, chart): (String, String, Option<Chart>)| {
        Some(ReportFigure {
            name: slug(&format!("{experiment}-{}-{name}", group.title)),
            caption,
            chart: chart?,
        })
    };
    Panel {
        title: group.title.clone(),
        figures: charts.into_iter().filter_map(figure).collect(),
        table: table(sample, group),
    }
}

/// The name of what the others are held against, if there are others.
fn against(sample: &Sample, group: &Group) -> Option<String> {
    let last = (group.series.len() - 1, group.places.len() - 1);
    let held = (0..=last.0)
        .flat_map(|s| (0..=last.1).map(move |x| (s, x)))
        .map(|at| (at, sample.held_against(group, at)));
    let (at, (s, x)) = held.into_iter().find(|(at, held)| at != held)?;
    let (axis, place) = (sample.x.as_ref().map(|x| x.label()).unwrap_or_default(), &group.places[x]);
    Some(match place.number {
        _ if at.1 == x => group.series[s].clone(),
        Some(_) => format!("{axis} {}", place.label),
        None => place.label.clone(),
    })
}

fn chart(sample: &Sample, group: &Group, shown: &Shown<'_>) -> Option<Chart> {
    let estimate = |s, x| (shown.value)(s, x).map(|e| (e.value, e.interval.filter(|_| shown.has_errors)));
    let (series, places) = (0..group.series.len(), 0..group.places.len());
    let values = || series.clone().flat_map(|s| places.clone().filter_map(move |x| Some(estimate(s, x)?.0)));
    let (low, high) = values().fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
    values().next()?;
    // A bar has to begin somewhere: at nothing, as long as the short ones can be seen.
    let wide = if !group.is_numeric() {
        BARS_WIDE
    } else if shown.is_size() {
        1.0
    } else {
        WIDE
    };
    let is_log = low > 0.0 && !shown.measure.is_share() && high / low > wide;
    let axis = if is_log { Axis::log(&shown.label) } else { Axis::linear(&shown.label) };
    let axis = Axis { mark: shown.mark, ..axis };
    let title = shown.title.clone();
    if group.is_numeric() {
        let x_axis = across(sample, group);
        let numbers: Vec<f64> = group.places.iter().filter_map(|place| place.number).collect();
        let to = |v: f64| if x_axis.is_log { v.log10() } else { v };
        let range = to(*numbers.last()?) - to(numbers[0]);
        let middle = 0.5 * (group.series.len() - 1) as f64;
        let point = |s: usize, x: usize| {
            let (y, error) = estimate(s, x)?;
            let aside = if shown.has_errors { APART * range * (s as f64 - middle) } else { 0.0 };
            let at = to(numbers[x]) + aside;
            Some(Point { x: if x_axis.is_log { 10f64.powf(at) } else { at }, y, error })
        };
        let line = |s: usize| Series {
            name: group.series[s].clone(),
            points: places.clone().filter_map(|x| point(s, x)).collect(),
        };
        let series = series.clone().map(line).collect();
        return Some(Chart::Lines(LineChart { title, x: x_axis, y: axis, series }));
    }
    let bar = |s: usize, x: usize| {
        let (value, error) = estimate(s, x)?;
        Some(Bar { value, error, say: (shown.say)(value) })
    };
    Some(Chart::Bars(if group.places.len() > 1 {
        let rows = group.places.iter().map(|place| place.label.clone()).collect();
        let bars = |s: usize| (group.series[s].clone(), places.clone().map(|x| bar(s, x)).collect());
        BarChart { title, axis, rows, series: series.clone().map(bars).collect() }
    } else {
        let bars = (shown.label.clone(), series.clone().map(|s| bar(s, 0)).collect());
        BarChart { title, axis, rows: group.series.clone(), series: vec![bars] }
    }))
}

/// The axis that goes across, with a tick for each place.
fn across(sample: &Sample, group: &Group) -> Axis {
    let numbers: Vec<f64> = group.places.iter().filter_map(|place| place.number).collect();
    let label = sample.x.as_ref().map(|x| x.label()).unwrap_or_default();
    let (low, high) = (numbers.first().copied().unwrap_or(0.0), numbers.last().copied().unwrap_or(0.0));
    let axis = if low > 0.0 && high / low > WIDE { Axis::log(label) } else { Axis::linear(label) };
    let ticks = group.places.iter().filter_map(|place| Some((place.number?, place.label.clone()))).collect();
    Axis { ticks, ..axis }
}

fn table(sample: &Sample, group: &Group) -> ReportTable {
    let mut table = ReportTable::default();
    let has_places = group.places.len() > 1 || group.places.iter().any(|place| place.number.is_some());
    if has_places {
        table.header.push(sample.x.as_ref().map(|x| x.label()).unwrap_or_default());
    }
    table.header.extend([sample.series.clone(), "positions".to_owned()]);
    let against = against(sample, group);
    for (n, measure) in sample.measures.iter().enumerate() {
        table.header.push(measure.heading().to_owned());
        if let Some(name) = against.as_ref().filter(|_| n == 0 && measure.is_count()) {
            table.header.push(format!("/ {name}"));
        }
    }
    for x in 0..group.places.len() {
        for s in 0..group.series.len() {
            let at = (s, x);
            if group.at(at).is_none() {
                continue;
            }
            let mut row = Vec::new();
            if has_places {
                row.push(group.places[x].label.clone());
            }
            row.push(group.series[s].clone());
            let count =
                sample.measures.first().and_then(|&m| sample.estimate(group, m, at)).map_or(0, |e| e.count);
            row.push(count.to_string());
            for (n, &measure) in sample.measures.iter().enumerate() {
                row.push(cell(sample.estimate(group, measure, at), |v| measure.say(v), !measure.is_count()));
                if against.is_some() && n == 0 && measure.is_count() {
                    row.push(cell(sample.ratio(group, measure, at), figures, true));
                }
            }
            table.rows.push(row);
        }
    }
    table
}

/// A value, and its interval.
fn cell(estimate: Option<Estimate>, say: impl Fn(f64) -> String, has_errors: bool) -> String {
    let Some(estimate) = estimate else { return "-".into() };
    // Equal measurements have no interval, but for rounding.
    let is_wide = |(low, high): &(f64, f64)| high - low > 1e-9 * estimate.value.abs();
    match estimate.interval.filter(|ends| has_errors && is_wide(ends)) {
        Some((low, high)) => format!("{} ({} to {})", say(estimate.value), say(low), say(high)),
        None => say(estimate.value),
    }
}
