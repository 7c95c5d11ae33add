//! The tables and charts of the studies: made anew from the searches of `experiments/`, which take minutes.

mod grids;

use crate::shell::{built, command, root, run, target};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use grids::{Column, GRIDS, Grid};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the pages of the studies are, and below it their charts.
const PAGES: &str = "book/src/studies";
/// The charts, as a page names them.
const CHARTS: &str = "](images/";
/// The tables, which the pages include.
const TABLES: &str = "book/studies.md";

/// Does the searches that are missing, and compares the tables and charts of the pages with the report; or, if `bless`, takes over
/// those of the report. Another version of the program has others as soon as a search visits other nodes.
pub(crate) fn check(bless: bool) -> StepResult {
    let (program, store, report) =
        (built("secateur")?, target()?.join("studies.db"), target()?.join("studies"));
    let mut lab = command(program, &["lab", "report", "--run"]);
    lab.args(files(&root().join("experiments"), "toml")?);
    run(lab.arg("--store").arg(store).arg("--to").arg(&report))?;
    let mut stale = Vec::new();
    let mut take = |old: PathBuf, new: Vec<u8>| -> Result<()> {
        if bless {
            fs::write(&old, new).with_context(|| format!("cannot write {}", old.display()))?;
        } else if fs::read(&old).ok() != Some(new) {
            stale.push(old.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
        Ok(())
    };
    take(root().join(TABLES), tables(&Report::read(&report.join("report.md"))?)?.into_bytes())?;
    let mut charts = 0;
    for page in files(&root().join(PAGES), "md")? {
        let text = fs::read_to_string(&page).with_context(|| format!("{} cannot be read", page.display()))?;
        for name in text.split(CHARTS).skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
            let chart =
                fs::read(report.join(name)).with_context(|| format!("the report has no chart {name}"))?;
            take(root().join(PAGES).join("images").join(name), chart)?;
            charts += 1;
        }
    }
    if !stale.is_empty() {
        bail!(
            "{} are not what the report says; `cargo xtask studies --bless` takes over what it does, and the text may need another look",
            stale.join(", ")
        );
    }
    Ok(StepDone::With(format!("{} tables, {charts} charts", GRIDS.len())))
}

fn tables(report: &Report) -> Result<String> {
    let mut text = String::from("<!-- taken from the report by `cargo xtask studies --bless` -->\n");
    for grid in GRIDS {
        let table = table(report, grid).with_context(|| format!("the table {}", grid.name))?;
        text += &format!("<!-- ANCHOR: {0} -->\n{table}<!-- ANCHOR_END: {0} -->\n", grid.name);
    }
    Ok(text)
}

fn table(report: &Report, grid: &Grid) -> Result<String> {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let row = |shown: &str, star: &str, figure: Option<&str>| -> Result<String> {
        let mut cells = vec![shown.to_owned()];
        for column in grid.columns {
            cells.push(report.figure(grid.study, column, star, figure)?);
        }
        Ok(line(cells))
    };
    let headings = grid.columns.iter().map(|column| column.heading);
    let mut text = line([grid.corner].into_iter().chain(headings).map(str::to_owned).collect());
    text += &format!("|---{}|\n", "|---:".repeat(grid.columns.len()));
    for (shown, star) in grid.rows {
        text += &row(shown, star, None)?;
    }
    if let Some((shown, star, figure)) = grid.last {
        text += &row(shown, star, Some(figure))?;
    }
    Ok(text)
}

/// The rows of all tables in a report, each with its study and its part.
struct Report(Vec<Row>);

struct Row {
    study: String,
    panel: String,
    header: Vec<String>,
    cells: Vec<String>,
}

impl Report {
    fn read(path: &Path) -> Result<Report> {
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let (mut study, mut panel, mut header) = (String::new(), String::new(), Vec::new());
        let mut rows = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("## ") {
                name.clone_into(&mut study);
            } else if let Some(title) = line.strip_prefix("### ") {
                title.clone_into(&mut panel);
                header.clear();
            } else if let Some(inner) = line.strip_prefix("| ").and_then(|rest| rest.strip_suffix(" |")) {
                let cells: Vec<String> = inner.split(" | ").map(str::to_owned).collect();
                if header.is_empty() {
                    header = cells;
                } else if cells[0] != "---" {
                    let (study, panel) = (study.clone(), panel.clone());
                    rows.push(Row { study, panel, header: header.clone(), cells });
                }
            }
        }
        Ok(Report(rows))
    }

    /// A figure; another than the column's, if it is given, and then without its interval.
    fn figure(&self, study: &str, column: &Column, star: &str, other: Option<&str>) -> Result<String> {
        let panel = column.panel.replace('*', star);
        let labels: Vec<&str> =
            column.labels.iter().map(|label| if *label == "*" { star } else { label }).collect();
        let name = other.unwrap_or(column.figure);
        let found = self.0.iter().find_map(|row| {
            let positions = row.header.iter().position(|heading| heading == "positions")?;
            let is_it = row.study == study && row.panel == panel && row.cells[..positions] == labels[..];
            row.cells.get(row.header.iter().position(|heading| heading == name)?).filter(|_| is_it)
        });
        let cell = found
            .with_context(|| format!("the report has no `{name}` of {} in {panel}", labels.join(", ")))?;
        let is_brief = column.is_brief || other.is_some();
        Ok(cell.split_once(" (").filter(|_| is_brief).map_or(cell.as_str(), |(number, _)| number).to_owned())
    }
}

/// The files of a folder whose names end like this, in order.
fn files(folder: &Path, end: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    let mut files: Vec<PathBuf> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == end)).collect();
    files.sort();
    Ok(files)
}
