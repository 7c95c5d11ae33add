//! Searches as a shelf shows them: the results of an experiment, and what is in a store.

use super::charts::{BarsView, LinesView};
use super::{Described, Shelf};
use crate::error::Error;
use crate::experiment::{ExperimentStore, ResultRow};
use crate::report::{Chart, Origin, ReportTable, Section, figures};
use crate::units::thousands;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most lines of a store that are shown.
const LINES: usize = 500;

/// The results of an experiment: what `secateur lab report` says of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentView {
    /// Its name.
    pub name: String,
    /// Its subject, in one line.
    pub about: String,
    /// The file that describes it.
    pub text: String,
    /// The number of its jobs.
    pub jobs: usize,
    /// The number of those that no store has.
    pub missing: usize,
    /// The versions of the program that did the others.
    pub programs: Vec<String>,
    /// Notes for reading the charts.
    pub notes: Vec<String>,
    /// A panel for each game, and whatever else is shown by itself.
    pub panels: Vec<PanelView>,
}

/// Results that are shown together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PanelView {
    /// The title.
    pub title: String,
    /// The charts.
    pub figures: Vec<FigureView>,
    /// The numbers behind them.
    pub table: TableView,
}

/// A chart.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FigureView {
    /// The title.
    pub title: String,
    /// The explanation.
    pub caption: String,
    /// Its lines, if it has lines.
    pub lines: Option<LinesView>,
    /// Its bars, if it has bars.
    pub bars: Option<BarsView>,
}

/// A table, all of it text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableView {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The number of columns with names: those after it have numbers.
    pub names: usize,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
}

/// What is in a store of searches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchesView {
    /// The number of searches.
    pub searches: usize,
    /// The versions of the program that did them.
    pub programs: Vec<String>,
    /// The searches by game and method.
    pub table: TableView,
    /// The lines that the table lacks, where there are too many.
    pub left_out: usize,
}

impl From<&ReportTable> for TableView {
    fn from(table: &ReportTable) -> TableView {
        TableView { header: table.header.clone(), names: table.names(), rows: table.rows.clone() }
    }
}

impl Described {
    /// The experiment by the rows that the stores of the shelf have now.
    pub(super) fn view(&self, name: &str, shelf: &Shelf) -> Result<ExperimentView, Error> {
        let mut rows = Vec::new();
        for store in shelf.stores() {
            ExperimentStore::reading(&store.path)?.rows_in_turns(|row| {
                if self.ids.contains(row.id()) {
                    rows.push(row);
                }
            })?;
        }
        let origin = Origin { file: name, text: &self.text, store: "" };
        let Section { name, about, text, jobs, missing, programs, notes, panels, .. } =
            Section::new(&self.experiment, origin, rows);
        let panels = panels.iter().map(|panel| PanelView {
            title: panel.title.clone(),
            figures: (panel.figures.iter())
                .map(|figure| {
                    let (title, caption) = (figure.chart.title().to_owned(), figure.caption.clone());
                    let (lines, bars) = match &figure.chart {
                        Chart::Lines(chart) => (Some(LinesView::from(chart)), None),
                        Chart::Bars(chart) => (None, Some(BarsView::from(chart))),
                    };
                    FigureView { title, caption, lines, bars }
                })
                .collect(),
            table: TableView::from(&panel.table),
        });
        Ok(ExperimentView { name, about, text, jobs, missing, programs, notes, panels: panels.collect() })
    }
}

/// The searches of one method in a game.
#[derive(Default)]
struct Sum {
    searches: u64,
    /// The sum of the logarithms of nodes and of milliseconds.
    logs: [f64; 2],
}

impl SearchesView {
    /// Reads a store.
    pub(super) fn read(path: &Path) -> Result<SearchesView, Error> {
        let (mut searches, mut programs, mut sums) =
            (0, BTreeSet::new(), BTreeMap::<[String; 5], Sum>::new());
        ExperimentStore::reading(path)?.rows_in_turns(|row| {
            searches += 1;
            programs.insert(row.text("program").to_owned());
            let text = |column| row.text(column).to_owned();
            let key = [text("game"), text("algorithm"), text("ordering"), text("settings"), limit(&row)];
            let sum = sums.entry(key).or_default();
            sum.searches += 1;
            let log = |column| row.number(column).unwrap_or(0.0).max(1e-3).ln();
            sum.logs = [sum.logs[0] + log("nodes"), sum.logs[1] + log("time_ms")];
        })?;
        let header = ["game", "algorithm", "order", "settings", "limit", "searches", "nodes", "time, ms"];
        let left_out = sums.len().saturating_sub(LINES);
        let rows = sums.into_iter().take(LINES).map(|(key, sum)| {
            let mean = |n: usize| figures((sum.logs[n] / sum.searches as f64).exp());
            key.into_iter().chain([thousands(sum.searches), mean(0), mean(1)]).collect()
        });
        let table = TableView { header: header.map(str::to_owned).into(), names: 5, rows: rows.collect() };
        Ok(SearchesView { searches, programs: programs.into_iter().collect(), table, left_out })
    }
}

/// What a search was allowed.
fn limit(row: &ResultRow) -> String {
    let part =
        |column: &str, unit: &str| row.number(column).map(|n| format!("{} {unit}", thousands(n as u64)));
    let parts = [part("depth", "plies"), part("node_limit", "nodes")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
