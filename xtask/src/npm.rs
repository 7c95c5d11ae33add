//! The package for JavaScript: the modules of games with what calls them, laid out as npm wants it, and tried.

use crate::shell::{capture, cargo, command, emptied, root, run, target, works};
use crate::site::{BROWSER, QUICKLY, module, modules};
use crate::steps::{StepDone, StepResult};
use crate::web::{copy, no_tools, with_browser};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

const SOURCES: &str = "web/npm";
/// The games that the checks build: one of each kind of module would take long.
const TRIED: [&str; 2] = ["connect4", "othello"];

/// Lays the package out, with all games or those that are tried alone, and tries it: in Node, and in Chromium where there is one.
pub(crate) fn check(all: bool) -> StepResult {
    if let Some(why) = no_tools()?.or_else(no_target) {
        return Ok(StepDone::Skipped(why));
    }
    let folder = target()?.join("npm");
    emptied(&folder)?;
    let package = folder.join("secateur");
    let bytes = lay_out(&package, all)?;
    // Programs find the package as they would find an installed one.
    let installed = folder.join("user/node_modules/secateur");
    copy(&package, &installed)?;
    let own = own(&folder)?;
    let played = capture(command("node", &["examples/play.mjs"]).current_dir(&installed))?;
    print!("{}", String::from_utf8_lossy(&played.stdout));
    let mut tests = command("node", &["--test", "web/npm/tests/"]);
    tests.env("SECATEUR_PACKAGE", &installed).env("SECATEUR_OWN", own);
    let tried = with_browser(tests)?;
    Ok(match tried {
        StepDone::Ok => StepDone::With(format!("{}, {} kB of modules", package.display(), bytes / 1000)),
        other => other,
    })
}

/// Why modules cannot be built here; none if they can. Adds the target to the toolchain, unless it is there.
fn no_target() -> Option<String> {
    let listed = capture(&mut command("rustup", &["target", "list", "--installed"])).ok()?;
    let is_there = String::from_utf8_lossy(&listed.stdout).lines().any(|line| line == BROWSER);
    let is_added = is_there || works(&mut command("rustup", &["target", "add", BROWSER]));
    (!is_added).then(|| format!("{BROWSER} is not installed, and rustup cannot add it"))
}

/// Writes the package; returns the bytes of its modules.
fn lay_out(package: &Path, all: bool) -> Result<u64> {
    fs::create_dir_all(package)?;
    let from = root().join(SOURCES);
    let mut compile = command("npm", &["exec", "--", "tsc", "-p", "npm/tsconfig.json", "--outDir"]);
    run(compile.arg(package.join("lib")).current_dir(root().join("web")))?;
    copy(&from.join("examples"), &package.join("examples"))?;
    for name in ["package.json", "README.md"] {
        fs::copy(from.join(name), package.join(name))?;
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(name), package.join(name))?;
    }
    modules(package, if all { &[] } else { &TRIED })
}

/// The module of a game of one's own, as `secateur new` begins it.
fn own(folder: &Path) -> Result<PathBuf> {
    let sources = root();
    let new = ["new", "my-game", "--wasm", "--sources", sources.to_str().context("a path that is no text")?];
    run(command(crate::shell::built("secateur")?, &new).current_dir(folder))?;
    let crate_folder = folder.join("my-game");
    fs::copy(root().join("Cargo.lock"), crate_folder.join("Cargo.lock"))?;
    let mut build = cargo(&["build", "--profile=wasm", "--lib", "--target", BROWSER]);
    run(build.args(QUICKLY).current_dir(&crate_folder).env("CARGO_TARGET_DIR", folder.join("target")))?;
    Ok(module(&folder.join("target"), "wasm", "my_game"))
}
