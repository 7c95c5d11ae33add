//! The charts of the studies: made anew from the searches of `experiments/`, which take minutes.

use crate::shell::{built, command, root, run, target};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the pages of the studies are, and below it their charts.
const PAGES: &str = "book/src/studies";
/// The charts, as a page names them.
const CHARTS: &str = "](images/";

/// Does the searches that are missing, and compares the charts that the pages show with those of the report; or, if `bless`,
/// takes over those of the report. A chart of another version of the program differs as soon as a search visits other nodes.
pub(crate) fn check(bless: bool) -> StepResult {
    let (program, store, report) =
        (built("secateur")?, target()?.join("studies.db"), target()?.join("studies"));
    let mut lab = command(program, &["lab", "report", "--run"]);
    lab.args(files(&root().join("experiments"), "toml")?);
    run(lab.arg("--store").arg(store).arg("--to").arg(&report))?;
    let (mut charts, mut stale) = (0, Vec::new());
    for page in files(&root().join(PAGES), "md")? {
        let text = fs::read_to_string(&page).with_context(|| format!("{} cannot be read", page.display()))?;
        for name in text.split(CHARTS).skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
            let (new, old) = (report.join(name), root().join(PAGES).join("images").join(name));
            let new = fs::read(&new).with_context(|| format!("the report has no chart {name}"))?;
            charts += 1;
            if bless {
                fs::write(&old, new).with_context(|| format!("cannot write {}", old.display()))?;
            } else if fs::read(&old).ok() != Some(new) {
                stale.push(name.to_owned());
            }
        }
    }
    if !stale.is_empty() {
        bail!(
            "{} are not what the report draws; `cargo xtask studies --bless` takes them over",
            stale.join(", ")
        );
    }
    Ok(StepDone::With(format!("{charts} charts")))
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
