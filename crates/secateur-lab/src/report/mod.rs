//! Reports of experiments: charts and tables, as one page of HTML or as Markdown with a file for each chart.
//!
//! - [`Section`]: the results of one experiment.
//! - `sample`: the rows of an experiment, by panel, series and place on the axis.
//! - `measured`: what is measured of each, over the positions that all series have.
//! - `figures`: charts of it.
//! - [`html`], [`markdown`]: the pages.

mod figures;
mod html;
mod markdown;
mod measured;
mod sample;
#[cfg(test)]
mod tests;
mod words;

pub use html::html;
pub(crate) use html::{STYLE, escaped};
pub use markdown::markdown;
pub(crate) use words::figures;

use crate::experiment::{Experiment, ResultRow};
use crate::plot::{BarChart, LineChart};
use crate::units::thousands;
use sample::Sample;
use std::collections::{BTreeSet, HashMap};

/// The results of one experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The name of the experiment.
    pub name: String,
    /// The subject of the experiment.
    pub about: String,
    /// The file that describes it. as a path.
    pub file: String,
    /// The text of that file.
    pub text: String,
    /// The store that has the rows, as a path.
    pub store: String,
    /// The number of jobs.
    pub jobs: usize,
    /// The number of jobs that the store lacks.
    pub missing: usize,
    /// The versions of the program that did the others.
    pub programs: Vec<String>,
    /// Notes for reading the charts, a sentence or two each.
    pub notes: Vec<String>,
    /// A panel for each game and whatever else is shown by itself.
    pub panels: Vec<Panel>,
}

/// Results that are shown together.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The title: the game, and whatever else holds throughout.
    pub title: String,
    /// The charts.
    pub figures: Vec<ReportFigure>,
    /// The numbers behind them.
    pub table: ReportTable,
}

/// A chart, and what has to be said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportFigure {
    /// A name for its file, without the end.
    pub name: String,
    /// The chart.
    pub chart: Chart,
    /// The explanation for readers.
    pub caption: String,
}

/// A chart of either kind.
#[derive(Clone, PartialEq, Debug)]
pub enum Chart {
    /// Lines over an axis.
    Lines(LineChart),
    /// Bars.
    Bars(BarChart),
}

/// A table: its first column is text, the others are numbers with their intervals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
}

impl ReportTable {
    /// The number of columns with the names of places and series, which stand before the number of positions.
    pub(crate) fn names(&self) -> usize {
        self.header.iter().position(|name| name == "positions").unwrap_or(1)
    }
}

impl Chart {
    /// The chart as SVG.
    pub fn svg(&self) -> String {
        match self {
            Chart::Lines(lines) => lines.svg(),
            Chart::Bars(bars) => bars.svg(),
        }
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        match self {
            Chart::Lines(lines) => &lines.title,
            Chart::Bars(bars) => &bars.title,
        }
    }
}

/// The origin of an experiment: its file as a path, the text of that, and the path of the store.
#[derive(Copy, Clone, Debug)]
pub struct Origin<'a> {
    /// The file that describes it,
    pub file: &'a str,
    /// The text of that file.
    pub text: &'a str,
    /// The store that has the rows.
    pub store: &'a str,
}

impl Section {
    /// Returns the results of an experiment by these rows, some of which may be of others.
    pub fn new(experiment: &Experiment, origin: Origin<'_>, rows: Vec<ResultRow>) -> Section {
        let rows: HashMap<String, ResultRow> =
            rows.into_iter().map(|row| (row.id().to_owned(), row)).collect();
        let sample = Sample::new(experiment, &rows);
        let done = || experiment.jobs.iter().filter_map(|job| rows.get(&job.id()));
        let programs: BTreeSet<String> = done().map(|row| row.text("program").to_owned()).collect();
        Section {
            name: experiment.name.clone(),
            about: experiment.about.clone(),
            file: origin.file.to_owned(),
            text: origin.text.to_owned(),
            store: origin.store.to_owned(),
            jobs: experiment.jobs.len(),
            missing: experiment.jobs.len() - done().count(),
            programs: programs.into_iter().collect(),
            notes: sample.notes(),
            panels: sample
                .panels
                .iter()
                .map(|panel| figures::panel(&experiment.name, &sample, panel))
                .collect(),
        }
    }

    /// The command that does the searches.
    fn run_command(&self) -> String {
        format!("secateur lab run {} --store {}", self.file, self.store)
    }

    /// The sentence on those that are missing; none if none are.
    fn lacks(&self) -> Option<String> {
        let (missing, jobs) = (thousands(self.missing as u64), thousands(self.jobs as u64));
        (self.missing > 0).then(|| format!("{missing} of {jobs} jobs are missing"))
    }
}
