//! Bars that lie, so that there is room for their names.

use super::canvas::{At, GRID, INK, ROW, SeriesStyle, TEXT, TITLE, WIDTH, legend_places, svg, width};
use super::lines::ticks;
use super::scale::Axis;

/// The thickness of a bar and its distance to the next of its row, in pixels.
const THICK: i32 = 14;
/// The distance between rows, in pixels.
const GAP: i32 = 12;
/// The names of rows take no more of the width than this, in pixels; longer ones stand above their bars.
const NAMES: i32 = 190;

/// A bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Its length, from zero on or from the lower end of a log axis.
    pub value: f64,
    /// The ends of an interval around the value, if one is known.
    pub error: Option<(f64, f64)>,
    /// The text behind the bar, such as the value in full.
    pub say: String,
}

/// A chart of bars: a row for each name, with a bar for each series.
///
/// ```
/// use secateur_lab::plot::{Axis, Bar, BarChart};
///
/// let bar = |value: f64| Some(Bar { value, error: None, say: format!("{value:.2}") });
/// let svg = BarChart {
///     title: "What an order of moves saves".into(),
///     axis: Axis { mark: Some(1.0), ..Axis::linear("nodes over those without") },
///     rows: vec!["killers".into(), "history".into()],
///     series: vec![("chess".into(), vec![bar(0.62), bar(0.48)]), ("othello".into(), vec![bar(0.81), None])],
/// }
/// .svg();
/// assert!(svg.contains("killers") && svg.contains("0.48"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct BarChart {
    /// The title, in a line above the chart.
    pub title: String,
    /// The axis along the bars.
    pub axis: Axis,
    /// The names of the rows, from above.
    pub rows: Vec<String>,
    /// For each series its name and a bar for each row, where there is one. One series has no legend.
    pub series: Vec<(String, Vec<Option<Bar>>)>,
}

impl BarChart {
    /// The chart as SVG, 520 pixels wide.
    pub fn svg(&self) -> String {
        let has = |bar: &&Bar| self.axis.has(bar.value);
        let bars = || self.series.iter().flat_map(|(_, bars)| bars.iter().flatten()).filter(has);
        let errors = bars().filter_map(|bar| bar.error).flat_map(|(low, high)| [low, high]);
        let scale = self.axis.scale(bars().map(|bar| bar.value).chain(errors), true);
        let ticks = ticks(&self.axis, &scale);

        let longest = self.rows.iter().map(|row| width(row, TEXT)).max().unwrap_or(0);
        let above = longest > NAMES;
        let said = bars().map(|bar| width(&bar.say, TEXT)).max().unwrap_or(0);
        let (left, right) = (if above { 16 } else { 24 + longest }, WIDTH - 24 - said);
        let head = if above { ROW - 2 } else { 0 };
        let each = head + THICK * self.series.len() as i32 + GAP;
        let (top, count) = (34, self.rows.len() as i32);
        let bottom = top + GAP / 2 + each * count;
        let names: Vec<&str> = self.series.iter().map(|(name, _)| name.as_str()).collect();
        let names = if names.len() > 1 { names } else { Vec::new() };
        let places = legend_places(&names, 16, WIDTH - 16);
        let legend = bottom + 62;
        let height = places.last().map_or(bottom + 48, |(row, _)| legend + ROW * row + 16);

        let along =
            |value: f64| left + (scale.place(value).max(0.0) * f64::from(right - left)).round() as i32;
        let zero = if self.axis.is_log { left } else { along(0.0) };
        svg(&self.title, height, |sheet| {
            sheet.text(&self.title, (16, 18), TITLE, At::Start, true);
            let mut free = 0;
            for (value, say) in &ticks {
                let (at, half) = (along(*value), width(say, TEXT) / 2);
                sheet.line(vec![(at, top), (at, bottom)], GRID[0], 1);
                if at - half >= free {
                    sheet.text(say, (at, bottom + 14), TEXT, At::Middle, false);
                    free = at + half + 6;
                }
            }
            sheet.text(&self.axis.label, ((left + right) / 2, bottom + 34), TEXT, At::Middle, false);
            for (n, row) in self.rows.iter().enumerate() {
                let from = top + GAP / 2 + each * n as i32;
                match above {
                    true => sheet.text(row, (16, from + head / 2), TEXT, At::Start, false),
                    false => sheet.text(row, (left - 8, from + (each - GAP) / 2), TEXT, At::End, false),
                }
                for (nth, (_, bars)) in self.series.iter().enumerate() {
                    let Some(bar) = bars.get(n).and_then(Option::as_ref).filter(has) else { continue };
                    let (style, y) = (SeriesStyle::of(nth), from + head + THICK * nth as i32);
                    let (end, middle) = (along(bar.value), y + THICK / 2);
                    sheet.bar((zero.min(end), y + 1), (zero.max(end), y + THICK - 1), style, names.len() > 1);
                    let mut reach = end.max(zero);
                    if let Some((low, high)) = bar.error.filter(|e| e.0.is_finite() && e.1.is_finite()) {
                        reach = reach.max(along(high));
                        sheet.whisker([(along(low), middle), (along(high), middle)], (0, 3), INK[0]);
                    }
                    sheet.text(&bar.say, (reach + 8, middle), TEXT, At::Start, false);
                }
            }
            for mark in self.axis.mark.iter().filter(|&&mark| self.axis.has(mark)) {
                sheet.line(vec![(along(*mark), top), (along(*mark), bottom)], INK[0], 1);
            }
            for (nth, (name, &(row, x))) in names.iter().zip(&places).enumerate() {
                sheet.legend(name, (x, legend + ROW * row), SeriesStyle::of(nth), false);
            }
        })
    }
}
