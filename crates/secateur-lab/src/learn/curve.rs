//! Learning curves: how strong an evaluation was after so much work, line by line in a file, and on a chart.

use crate::Error;
use crate::journal::{Journal, JournalKind};
use crate::plot::{Axis, LineChart, Point, Series};
use crate::statistics::Estimate;
use secateur_games::Unreadable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How strong an evaluation was after so much work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The name of the line, such as the way to learn: runs that share it are seeds of the same.
    pub name: String,
    /// The seed of the run.
    pub seed: u64,
    /// The games so far.
    pub games: u64,
    /// The time so far, of all threads together, in seconds.
    pub seconds: f64,
    /// The mean size of the errors that were learned from since the point before, from 0 to 2; none where networks are fitted.
    pub error: Option<f64>,
    /// The share of points from games against perfect play, moving first, from 0 to 1; none where nobody was asked.
    pub share: Option<f64>,
    /// The errors a game in them.
    pub errors_a_game: Option<f64>,
}

/// The files of curves.
const KIND: JournalKind = JournalKind { what: "curves", format: "secateur-curve-1", checked: false };

/// The curve of a run, kept in a file.
pub struct Curve {
    journal: Journal,
    points: Vec<CurvePoint>,
}

fn point(path: &Path, line: &str) -> Result<CurvePoint, Error> {
    let refuse = |e| Unreadable(format!("{}: '{line}', expected a point of a curve: {e}", path.display()));
    Ok(serde_json::from_str(line).map_err(refuse)?)
}

impl Curve {
    /// The curve in a file, to which points are added; of a run of which this says what it is.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read or written, or is of another run.
    pub fn open(path: &Path, run: &str) -> Result<Curve, Error> {
        let (journal, lines) = Journal::open(path, KIND, run)?;
        let points = lines.iter().map(|line| point(path, line)).collect::<Result<_, _>>()?;
        Ok(Curve { journal, points })
    }

    /// The points in a file.
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be read.
    pub fn read(path: &Path) -> Result<Vec<CurvePoint>, Error> {
        KIND.load(path)?.iter().map(|line| point(path, line)).collect()
    }

    /// Adds a point, unless there is one after as many games.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be written.
    pub fn add(&mut self, point: CurvePoint) -> Result<(), Error> {
        if self.points.last().is_some_and(|last| last.games >= point.games) {
            return Ok(());
        }
        self.journal.add(&serde_json::to_string(&point).unwrap_or_default())?;
        self.points.push(point);
        Ok(())
    }

    /// The points so far.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }
}

/// The runs of a line, by their seeds: what was reached after so many minutes.
type Runs = BTreeMap<u64, Vec<(f64, f64)>>;

/// A chart of curves: the points won against perfect play, or the errors learned from where nobody was asked. Seeds of one name are
/// one line, of which each point is the mean of those that are next to each other in time, with its interval.
///
/// ```
/// use secateur_lab::learn::{CurvePoint, curve_chart};
///
/// let point = |name: &str, seed, games, share| CurvePoint {
///     name: name.into(), seed, games, seconds: games as f64 / 100.0, error: Some(0.1), share: Some(share), errors_a_game: None,
/// };
/// let points = [point("td", 1, 100, 0.2), point("td", 2, 100, 0.4), point("descent", 1, 90, 0.5)];
/// let chart = curve_chart("Tic-tac-toe", &points);
/// assert_eq!(chart.series.len(), 2);
/// assert!((chart.series[1].points[0].y - 30.0).abs() < 1e-9);
/// ```
pub fn curve_chart(title: &str, points: &[CurvePoint]) -> LineChart {
    let asked = points.iter().any(|point| point.share.is_some());
    let value = |point: &CurvePoint| if asked { Some(100.0 * point.share?) } else { point.error };
    let mut lines: BTreeMap<&str, Runs> = BTreeMap::new();
    for point in points {
        let runs = lines.entry(&point.name).or_default();
        runs.entry(point.seed).or_default().extend(value(point).map(|value| (point.seconds / 60.0, value)));
    }
    let series = lines.into_iter().map(|(name, runs)| {
        let longest = runs.values().map(Vec::len).max().unwrap_or_default();
        let at = |nth| runs.values().filter_map(move |run: &Vec<_>| run.get(nth).copied()).unzip();
        let points = (0..longest).filter_map(|nth| {
            let (times, values): (Vec<f64>, Vec<f64>) = at(nth);
            let mean = Estimate::mean(&values)?;
            let most = if asked { 100.0 } else { 2.0 };
            Some(Point {
                x: times.iter().sum::<f64>() / times.len() as f64,
                y: mean.value,
                error: mean.within(0.0, most).interval,
            })
        });
        Series { name: name.to_owned(), points: points.collect() }
    });
    LineChart {
        title: title.to_owned(),
        x: Axis::linear("time, all threads together, minutes"),
        y: Axis::linear(if asked {
            "points won against perfect play, moving first, %"
        } else {
            "mean error of what is learned from"
        }),
        series: series.collect(),
    }
}
