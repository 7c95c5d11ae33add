//! Lines over an axis.

use super::canvas::{At, GRID, INK, ROW, SeriesStyle, Sheet, TEXT, TITLE, WIDTH, legend_places, svg, width};
use super::scale::{Axis, AxisScale};

/// The height of the plot itself, in pixels.
const HEIGHT: i32 = 270;
/// The most marks on a line; of more points, only some have one.
const MARKS: usize = 16;

/// A point of a line.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Point {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
    /// The ends of an interval around `y`, if one is known.
    pub error: Option<(f64, f64)>,
}

/// A line and its name. Its points are joined in their order; one that an axis has no place for is left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points it goes through.
    pub points: Vec<Point>,
}

impl Series {
    /// A line through these points, without errors.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let points = points.into_iter().map(|(x, y)| Point { x, y, error: None }).collect();
        Series { name: name.into(), points }
    }
}

/// A chart of lines.
///
/// ```
/// use secateur_lab::plot::{Axis, LineChart, Point, Series};
///
/// let ratio = |depth: f64, ratio: f64| Point { x: depth, y: ratio, error: Some((0.9 * ratio, 1.1 * ratio)) };
/// let svg = LineChart {
///     title: "Leaves over those of alpha-beta".into(),
///     x: Axis::linear("depth, plies"),
///     y: Axis { mark: Some(1.0), ..Axis::linear("ratio") },
///     series: vec![Series { name: "mtd-f".into(), points: vec![ratio(4.0, 0.8), ratio(6.0, 0.6)] }],
/// }
/// .svg();
/// assert!(svg.trim_end().ends_with("</svg>"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    /// The title, in a line above the chart.
    pub title: String,
    /// The axis that goes across.
    pub x: Axis,
    /// The axis that goes up.
    pub y: Axis,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
}

impl LineChart {
    /// The chart as SVG, 520 pixels wide.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points).filter(|p| self.has(p));
        let errors = points().filter_map(|p| p.error).flat_map(|(low, high)| [low, high]);
        let x = self.x.scale(points().map(|p| p.x), false);
        let y = self.y.scale(points().map(|p| p.y).chain(errors), false);
        let (x_ticks, y_ticks) = (ticks(&self.x, &x), ticks(&self.y, &y));

        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let left = 14 + y_ticks.iter().map(|(_, say)| width(say, TEXT)).max().unwrap_or(0);
        let (top, right) = (54, WIDTH - 16);
        let bottom = top + HEIGHT;
        let places = legend_places(&names, 16, right);
        let legend = bottom + 62;
        let height = places.last().map_or(bottom + 48, |(row, _)| legend + ROW * row + 16);

        let across = |value: f64| left + (x.place(value) * f64::from(right - left)).round() as i32;
        let up = |value: f64| bottom - (y.place(value) * f64::from(bottom - top)).round() as i32;
        svg(&self.title, height, |sheet| {
            sheet.text(&self.title, (16, 18), TITLE, At::Start, true);
            sheet.text(&self.y.label, (16, 38), TEXT, At::Start, false);
            for (value, say) in &y_ticks {
                sheet.line(vec![(left, up(*value)), (right, up(*value))], GRID[0], 1);
                sheet.text(say, (left - 7, up(*value)), TEXT, At::End, false);
            }
            // Ticks that would run into each other are not named.
            let mut free = 0;
            for (value, say) in &x_ticks {
                let (at, half) = (across(*value), width(say, TEXT) / 2);
                sheet.line(vec![(at, top), (at, bottom)], GRID[0], 1);
                if at - half >= free {
                    sheet.text(say, (at.min(WIDTH - 4 - half), bottom + 14), TEXT, At::Middle, false);
                    free = at + half + 6;
                }
            }
            sheet.line(vec![(left, bottom), (right, bottom)], INK[0], 1);
            sheet.text(&self.x.label, ((left + right) / 2, bottom + 34), TEXT, At::Middle, false);
            for mark in self.y.mark.iter().filter(|&&mark| self.y.has(mark)) {
                sheet.line(vec![(left, up(*mark)), (right, up(*mark))], INK[0], 1);
            }
            for (nth, series) in self.series.iter().enumerate() {
                let points: Vec<&Point> = series.points.iter().filter(|p| self.has(p)).collect();
                draw(sheet, &points, SeriesStyle::of(nth), |p, value| (across(p.x), up(value)));
            }
            for (nth, (name, &(row, x))) in names.iter().zip(&places).enumerate() {
                sheet.legend(name, (x, legend + ROW * row), SeriesStyle::of(nth), true);
            }
        })
    }

    fn has(&self, point: &Point) -> bool {
        self.x.has(point.x) && self.y.has(point.y)
    }
}

/// A line, its errors and its marks.
fn draw(sheet: &Sheet<'_>, points: &[&Point], style: SeriesStyle, place: impl Fn(&Point, f64) -> (i32, i32)) {
    sheet.course(points.iter().map(|p| place(p, p.y)).collect(), style);
    let step = points.len().div_ceil(MARKS).max(1);
    for p in points.iter().step_by(step) {
        if let Some((low, high)) = p.error.filter(|(low, high)| low.is_finite() && high.is_finite()) {
            sheet.whisker([place(p, low), place(p, high)], (3, 0), style.colour());
        }
        sheet.mark(place(p, p.y), style);
    }
}

/// The axis's own ticks, or round ones.
pub(super) fn ticks(axis: &Axis, scale: &AxisScale) -> Vec<(f64, String)> {
    match axis.ticks.is_empty() {
        true => scale.ticks(),
        false => axis.ticks.iter().filter(|(at, _)| axis.has(*at)).cloned().collect(),
    }
}
