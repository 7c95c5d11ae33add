//! The book: a quick check of its own, and the build by mdBook.

use crate::shell::{built, capture, cargo, command, root, run, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The version that [`build`] installs.
const MDBOOK: &str = "mdbook@0.5.4";

/// Every included file and anchor exists, every link to a file resolves, and every page is in the summary.
pub(crate) fn check() -> StepResult {
    let source = root().join("book/src");
    let (mut pages, mut includes, mut links, mut bad) = (BTreeSet::new(), 0, 0, Vec::new());
    let mut summary = BTreeSet::new();
    for path in files(&source)? {
        let name = path.strip_prefix(&source)?.to_string_lossy().into_owned();
        let folder = path.parent().unwrap_or(&source);
        let text = std::fs::read_to_string(&path)?;
        for target in between(&text, "{{#include ", "}}") {
            includes += 1;
            if let Err(error) = include(folder, target.trim()) {
                bad.push(format!("{name}: {error:#}"));
            }
        }
        for target in between(&prose(&text), "](", ")").filter(|t| !t.contains("://") && !t.starts_with('#'))
        {
            links += 1;
            let file = target.split('#').next().unwrap_or_default().to_owned();
            if !folder.join(&file).exists() {
                bad.push(format!("{name} links to {file}, which does not exist"));
            }
            if name == "SUMMARY.md" {
                summary.insert(file);
            }
        }
        pages.insert(name);
    }
    pages.remove("SUMMARY.md");
    bad.extend(pages.difference(&summary).map(|page| format!("{page} is not in SUMMARY.md")));
    if !bad.is_empty() {
        bail!("{}", bad.join("; "));
    }
    Ok(StepDone::With(format!("{} pages, {includes} includes, {links} links", pages.len())))
}

/// Returns the texts between `open` and the next `close`, each time.
fn between<'a>(text: &'a str, open: &'a str, close: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| Some(rest.split_once(close)?.0))
}

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    let mut code = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// `FILE` or `FILE:ANCHOR`, seen from the folder of the pages.
fn include(source: &Path, target: &str) -> Result<()> {
    let (file, anchor) = target.split_once(':').unwrap_or((target, ""));
    let text = std::fs::read_to_string(source.join(file))
        .with_context(|| format!("{file} is included and cannot be read"))?;
    for mark in ["ANCHOR: ", "ANCHOR_END: "].iter().filter(|_| !anchor.is_empty()) {
        let names = between(&text, mark, "\n").filter_map(|rest| rest.split_whitespace().next());
        let found = names.filter(|&name| name == anchor).count();
        if found != 1 {
            bail!("{file} has `{mark}{anchor}` {found} times, expected once");
        }
    }
    Ok(())
}

/// The pages in a folder and in those within it.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|e| e == "md") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The numbers are those that a run prints; or, if `bless`, they become so.
pub(crate) fn numbers(bless: bool) -> StepResult {
    let program = built("numbers")?;
    let now = String::from_utf8(capture(&mut command(program, &[]))?.stdout)?;
    let path = root().join("book/numbers.md");
    if bless {
        std::fs::write(&path, now)?;
        return Ok(StepDone::With("wrote book/numbers.md".into()));
    }
    let then = std::fs::read_to_string(&path).context("book/numbers.md cannot be read")?;
    if let Some((old, new)) = then.lines().zip(now.lines()).find(|(old, new)| old != new) {
        bail!(
            "book/numbers.md says `{old}`, a run prints `{new}`; `cargo xtask book --bless` writes it anew"
        );
    }
    if then.len() != now.len() {
        bail!(
            "book/numbers.md and what a run prints differ in length; `cargo xtask book --bless` writes it anew"
        );
    }
    Ok(StepDone::Ok)
}

/// Builds the book if mdBook is installed.
pub(crate) fn build_if_possible() -> StepResult {
    match find_mdbook() {
        Some(mdbook) => build_with(&mdbook),
        None => {
            Ok(StepDone::Skipped("mdBook is not installed; `cargo xtask book` installs it and builds".into()))
        }
    }
}

/// Builds the book, with an mdBook installed for it if need be.
pub(crate) fn build() -> StepResult {
    if find_mdbook().is_none() {
        eprintln!("    mdBook is not installed: installing it, which takes some minutes");
        run(&mut cargo(&["install", MDBOOK, "--no-default-features", "--locked"]))?;
    }
    build_with(&find_mdbook().context("mdBook was installed, but cannot be run")?)
}

/// mdBook reports broken includes only in its log, so the log is searched.
fn build_with(mdbook: &Path) -> StepResult {
    let output = capture(command(mdbook, &["build", "book"]).env("RUST_LOG", "info"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let complaints: Vec<&str> =
        log.lines().filter(|line| line.contains("WARN") || line.contains("ERROR")).collect();
    if !complaints.is_empty() {
        bail!("mdBook complains: {}", complaints.join("; "));
    }
    Ok(StepDone::With("book/book/index.html".into()))
}

/// On the path, or where cargo installs programs.
fn find_mdbook() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let installed = home.map(|home| home.join("bin/mdbook"));
    let works = |path: &PathBuf| works(&mut command(path, &["--version"]));
    [Some("mdbook".into()), installed].into_iter().flatten().find(works)
}
