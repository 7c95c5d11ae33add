//! The lines and bars of charts as data, for pages that draw them anew.

use crate::plot::{Axis, Bar, BarChart, LineChart};
use serde::Serialize;

/// Lines over an axis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinesView {
    /// The axis that goes across.
    pub x: AxisView,
    /// The axis that goes up.
    pub y: AxisView,
    /// The lines.
    pub series: Vec<LineView>,
}

/// An axis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AxisView {
    /// The quantity it measures, and the unit.
    pub label: String,
    /// Whether equal distances are equal ratios.
    pub is_log: bool,
    /// A value to hold the others against.
    pub mark: Option<f64>,
}

/// A line and its name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineView {
    /// The name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<PointView>,
}

/// A point of a line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointView {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
    /// The ends of an interval around it, if one is known.
    pub interval: Option<(f64, f64)>,
}

impl From<&Axis> for AxisView {
    fn from(axis: &Axis) -> AxisView {
        AxisView { label: axis.label.clone(), is_log: axis.is_log, mark: axis.mark }
    }
}

impl From<&LineChart> for LinesView {
    fn from(chart: &LineChart) -> LinesView {
        // A picture moves points apart where their intervals would hide each other; their places are the ticks.
        let place = |x: f64| {
            let apart = |&tick: &f64| (tick - x).abs();
            let ticks = chart.x.ticks.iter().map(|&(tick, _)| tick);
            ticks.min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(x)
        };
        let line = |series: &crate::plot::Series| LineView {
            name: series.name.clone(),
            points: (series.points.iter())
                .map(|point| PointView { x: place(point.x), y: point.y, interval: point.error })
                .collect(),
        };
        LinesView {
            x: AxisView::from(&chart.x),
            y: AxisView::from(&chart.y),
            series: chart.series.iter().map(line).collect(),
        }
    }
}

/// Bars along an axis: a row for each name, with a bar for each series.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BarsView {
    /// The axis along the bars.
    pub axis: AxisView,
    /// The names of the rows, from above.
    pub rows: Vec<String>,
    /// The series.
    pub series: Vec<BarSeriesView>,
}

/// The bars of a series.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BarSeriesView {
    /// The name in the legend.
    pub name: String,
    /// A bar for each row, where there is one.
    pub bars: Vec<Option<BarView>>,
}

/// A bar.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BarView {
    /// Its length.
    pub value: f64,
    /// The ends of an interval around it, if one is known.
    pub interval: Option<(f64, f64)>,
    /// The value in full.
    pub say: String,
}

impl From<&BarChart> for BarsView {
    fn from(chart: &BarChart) -> BarsView {
        let view = |bar: &Bar| BarView { value: bar.value, interval: bar.error, say: bar.say.clone() };
        let series = |(name, bars): &(String, Vec<Option<Bar>>)| BarSeriesView {
            name: name.clone(),
            bars: bars.iter().map(|bar| bar.as_ref().map(view)).collect(),
        };
        BarsView {
            axis: AxisView::from(&chart.axis),
            rows: chart.rows.clone(),
            series: chart.series.iter().map(series).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LinesView;
    use crate::plot::{Axis, LineChart, Point, Series};

    #[test]
    fn points_that_were_moved_apart_stand_at_their_ticks() {
        let point = |x: f64| Point { x, y: 1.0, error: Some((0.5, 2.0)) };
        let chart = LineChart {
            title: "a chart".into(),
            x: Axis {
                ticks: [4.0, 6.0, 8.0].map(|tick| (tick, tick.to_string())).into(),
                ..Axis::linear("depth")
            },
            y: Axis::log("nodes"),
            series: vec![Series { name: "pvs".into(), points: vec![point(3.9), point(6.1), point(8.0)] }],
        };
        let lines = LinesView::from(&chart);
        let places: Vec<f64> = lines.series[0].points.iter().map(|point| point.x).collect();
        assert_eq!(places, [4.0, 6.0, 8.0]);
        assert_eq!(lines.series[0].points[0].interval, Some((0.5, 2.0)));
        assert!(lines.y.is_log && !lines.x.is_log);
    }
}
