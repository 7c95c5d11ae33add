//! The site without a server: the pages, with modules of WebAssembly in its place, for any web server.

use crate::shell::{cargo, command, emptied, root, run, target};
use crate::steps::{StepDone, StepResult};
use crate::web::{PAGES, copy, with_browser};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// The target of the browser.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";
/// The crate with the modules.
const MODULES: &str = "crates/secateur-wasm";
/// What is said of optimisation, taken back, where modules are only tried: that takes milliseconds, and the compiler minutes.
pub(crate) const QUICKLY: [&str; 4] =
    ["--config", "profile.wasm.opt-level=1", "--config", "profile.wasm.lto=\"off\""];
/// The mark in the first page by which it knows whether there is a server.
const SERVED: &str = r#"name="secateur" content="server""#;
const ALONE: &str = r#"name="secateur" content="static""#;

/// Lays the pages out in a folder, with a module for each group of games, and the book if it is built.
pub(crate) fn lay_out(folder: &Path) -> StepResult {
    let folder = std::path::absolute(folder)?;
    emptied(&folder)?;
    copy(&root().join(PAGES), &folder)?;
    let first = folder.join("index.html");
    let page = fs::read_to_string(&first)?;
    if !page.contains(SERVED) {
        bail!("{} has no {SERVED}", first.display());
    }
    fs::write(&first, page.replace(SERVED, ALONE))?;
    let bytes = modules(&folder, &[])?;
    let book = root().join("book/book");
    if book.exists() {
        copy(&book, &folder.join("book"))?;
    }
    Ok(StepDone::With(format!("{}, the modules {} kB", folder.display(), bytes / 1000)))
}

/// Measures the speed of the site's modules beside that of the program.
pub(crate) fn speed(folder: &Path) -> StepResult {
    let mut node = command("node", &["web/site/speed.mjs"]);
    node.arg(std::path::absolute(folder)?);
    with_browser(node)
}

/// Builds modules into the folder, with the list of what they have: all, or these, to try them. Returns the bytes of all.
pub(crate) fn modules(folder: &Path, only: &[&str]) -> Result<u64> {
    // A search goes down as many plies as it is asked for: the usual stack is too small for that.
    // Every browser since 2023 has vectors of 128 bits.
    let flags = "-Clink-arg=-zstack-size=8388608 -Ctarget-feature=+simd128";
    let mut build = cargo(&["build", "--profile=wasm", "--target", BROWSER, "--package=secateur-wasm"]);
    match only {
        [] => build.arg("--examples"),
        only => build.args(QUICKLY).args(only.iter().flat_map(|name| ["--example", name])),
    };
    run(build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags))?;
    let target = target()?;
    fs::create_dir_all(folder.join("modules"))?;
    let mut list = command("node", &["web/site/list.mjs"]);
    list.arg(folder);
    let mut bytes = 0;
    for name in names()?.iter().filter(|name| only.is_empty() || only.contains(&name.as_str())) {
        let (from, to) = (module(&target, "wasm/examples", name), format!("modules/{name}.wasm"));
        bytes +=
            fs::copy(&from, folder.join(&to)).with_context(|| format!("cannot copy {}", from.display()))?;
        list.arg(to);
    }
    run(&mut list)?;
    Ok(bytes)
}

/// A module where cargo puts it.
pub(crate) fn module(target: &Path, place: &str, name: &str) -> PathBuf {
    target.join(BROWSER).join(place).join(name).with_extension("wasm")
}

/// The modules, in the order in which their games are listed.
fn names() -> Result<Vec<String>> {
    let manifest: toml::Table =
        toml::from_str(&fs::read_to_string(root().join(MODULES).join("Cargo.toml"))?)?;
    let listed = manifest["example"].as_array().context("there should be modules")?;
    let name = |module: &toml::Value| Some(module.get("name")?.as_str()?.to_owned());
    listed.iter().map(|module| name(module).context("a module should have a name")).collect()
}
