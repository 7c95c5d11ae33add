//! The pages of the playground: built, compared with what is committed, and tried in a browser.

use crate::shell::{built, command, emptied, root, run, target, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the pages are written.
const SOURCES: &str = "web";
/// Where they lie once they are built, for the crate that embeds them.
pub(crate) const PAGES: &str = "crates/secateur-web/pages";

/// Builds the pages and compares them with the committed ones, or commits to them.
pub(crate) fn check(bless: bool) -> StepResult {
    if let Some(why) = no_tools()? {
        return Ok(StepDone::Skipped(why));
    }
    run(&mut npm(&["run", "--silent", "check"]))?;
    let fresh = target()?.join("web-pages");
    emptied(&fresh)?;
    build_into(&fresh)?;
    let (new, old) = (files(&fresh)?, files(&root().join(PAGES))?);
    if bless {
        emptied(&root().join(PAGES))?;
        copy(&fresh, &root().join(PAGES))?;
    } else if let Some(name) = new.keys().chain(old.keys()).find(|&name| new.get(name) != old.get(name)) {
        bail!("{PAGES}/{name} is not what {SOURCES} builds; `cargo xtask web --bless` writes it anew");
    }
    Ok(StepDone::With(format!("{} files", new.len())))
}

/// Tries the pages in a browser, served by the program; or those of the site in this folder.
pub(crate) fn test(site: Option<&Path>) -> StepResult {
    let mut node = command("node", &["--test", "web/tests/"]);
    if let Some(site) = site {
        node.env("SECATEUR_SITE", std::path::absolute(site)?);
    }
    with_browser(node)
}

/// Runs a program that asks ours, and looks at pages in a browser.
pub(crate) fn with_browser(mut node: Command) -> StepResult {
    if let Some(why) = no_tools()? {
        return Ok(StepDone::Skipped(why));
    }
    let browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let Some(browser) = browsers.iter().find(|path| Path::new(path).exists()) else {
        return Ok(StepDone::Skipped("there is no Chromium".into()));
    };
    run(node.env("SECATEUR", built("secateur")?).env("CHROMIUM", browser))?;
    Ok(StepDone::Ok)
}

/// Why the pages cannot be built here; none if they can. Installs what `package-lock.json` names, unless it is there.
pub(crate) fn no_tools() -> Result<Option<String>> {
    if !works(&mut command("npm", &["--version"])) {
        return Ok(Some("there is no npm, and the pages that are committed need none".into()));
    }
    // (A list of what is there fails where something that is named is missing.)
    if !works(&mut npm(&["ls", "--silent"]))
        && let Err(error) = run(&mut npm(&["ci", "--no-audit", "--no-fund"]))
    {
        return Ok(Some(format!("npm cannot install what the pages are built with: {error}")));
    }
    Ok(None)
}

fn npm(args: &[&str]) -> Command {
    let mut npm = command("npm", args);
    npm.current_dir(root().join(SOURCES));
    npm
}

fn build_into(folder: &Path) -> Result<()> {
    let folder = folder.to_str().context("a path that is no text")?;
    run(&mut npm(&["exec", "--", "vite", "build", "--logLevel=warn", "--outDir", folder, "--emptyOutDir"]))
}

/// All files below, by their names from there.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).with_context(|| format!("cannot read {}", inner.display()))? {
            let path: PathBuf = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    for (name, contents) in files(from)? {
        let path = to.join(name);
        fs::create_dir_all(path.parent().context("a file within a folder")?)?;
        fs::write(&path, contents)?;
    }
    Ok(())
}
