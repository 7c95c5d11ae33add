//! The Python module: its tests against a build of the workspace, and the wheel that is published.

use crate::shell::{command, emptied, library, root, run, target, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the crate lies.
const CRATE: &str = "crates/secateur-py";
/// What the tests are run with.
const TOOLS: [&str; 2] = ["pytest", "mypy"];
/// What the package takes where it is there, and notebooks are run with: tests of what is missing are skipped, and say so.
const EXTRAS: [&str; 6] = ["nbclient", "ipykernel", "numpy", "pandas", "matplotlib", "tqdm"];
/// Other packages that it works with, which are large: asked for by `SECATEUR_LONG`.
const PEERS: [&str; 4] = ["polars", "open_spiel", "pettingzoo", "ray"];
/// The most that a wheel may take, in bytes.
const LARGEST: u64 = 15_000_000;
/// The most that `import secateur` may take, in milliseconds of the processor.
const IMPORT: f64 = 150.0;

/// Runs the tests of the module, its doctests, and the check of its stubs, with the library as the workspace builds it: the
/// games are compiled once for it and for the programs of the other checks.
pub(crate) fn test() -> StepResult {
    let Some(python) = environment("python", &TOOLS)? else { return Ok(StepDone::Skipped(NO_TOOLS.into())) };
    add_extras(&python);
    let (library, program) = library()?;
    let folder = target()?.join("python-package");
    emptied(&folder)?;
    let package = folder.join("secateur");
    fs::create_dir(&package)?;
    for entry in fs::read_dir(root().join(CRATE).join("python/secateur"))? {
        let path = entry?.path();
        if path.is_file() {
            fs::copy(&path, package.join(path.file_name().context("a file has a name")?))?;
        }
    }
    fs::copy(&library, package.join(format!("_secateur.abi3.{}", if cfg!(windows) { "pyd" } else { "so" })))
        .with_context(|| format!("cannot copy {}", library.display()))?;
    let with = |arguments: &[&str]| {
        let mut command = command(&python, arguments);
        command.env("PYTHONPATH", &folder).env("SECATEUR", &program).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    };
    tests(&with)
}

/// Builds the wheel, installs it in an environment of its own, and tries it there.
pub(crate) fn wheel() -> StepResult {
    let Some(maker) = environment("python-maturin", &["maturin"])? else {
        return Ok(StepDone::Skipped(NO_TOOLS.into()));
    };
    let wheels = target()?.join("wheels");
    emptied(&wheels)?;
    let out = wheels.to_str().context("a path that is no text")?;
    let manifest = format!("{CRATE}/Cargo.toml");
    let build =
        ["-m", "maturin", "build", "--release", "--strip", "--out", out, "--manifest-path", &manifest];
    run(&mut command(&maker, &build))?;
    let made = fs::read_dir(&wheels)?.next().context("maturin made no wheel")??.path();
    let bytes = fs::metadata(&made)?.len();
    ensure!(bytes <= LARGEST, "{} takes {bytes} bytes, expected {LARGEST} at most", made.display());
    let Some(python) = environment("python-wheel", &TOOLS)? else {
        return Ok(StepDone::Skipped(NO_TOOLS.into()));
    };
    add_extras(&python);
    let wheel = made.to_str().context("a path that is no text")?;
    run(&mut command(
        &python,
        &["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel],
    ))?;
    let import = import_time(&python)?;
    ensure!(import <= IMPORT, "`import secateur` takes {import:.0} ms, expected {IMPORT} at most");
    let (_, program) = library()?;
    let with = |arguments: &[&str]| {
        let mut command = command(&python, arguments);
        command.env("SECATEUR", &program);
        command
    };
    tests(&with)?;
    Ok(StepDone::With(format!("{:.1} MB, imported in {import:.0} ms", bytes as f64 / 1e6)))
}

const NO_TOOLS: &str = "there is no Python 3.9 or newer with venv, or its packages cannot be installed";

/// The tests, the doctests of the package and of the book's chapter, and the stubs against the real signatures.
fn tests(with: &dyn Fn(&[&str]) -> Command) -> StepResult {
    let tests = format!("{CRATE}/tests");
    // What was skipped is named, with the reason.
    run(&mut with(&["-m", "pytest", "--quiet", "-rs", "-p", "no:cacheprovider", &tests]))?;
    let doctests =
        ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--doctest-modules", "--pyargs", "secateur"];
    run(&mut with(&doctests))?;
    run(&mut with(&["-m", "doctest", "book/src/python.md"]))?;
    run(&mut with(&["-m", "mypy.stubtest", "secateur"]))?;
    let strict = ["-m", "mypy", "--strict", "--package", "secateur"];
    run(&mut with(&strict))?;
    Ok(StepDone::Ok)
}

/// The least of five times that it takes the processor to import the package, in milliseconds.
fn import_time(python: &Path) -> Result<f64> {
    let code = "import time; start = time.process_time(); import secateur; print(1e3 * (time.process_time() - start))";
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let output = crate::shell::capture(&mut command(python, &["-c", code]))?;
        least = least.min(String::from_utf8_lossy(&output.stdout).trim().parse()?);
    }
    Ok(least)
}

/// The interpreter of an environment in the target folder with these packages; none if that cannot be had.
fn environment(name: &str, packages: &[&str]) -> Result<Option<PathBuf>> {
    let folder = target()?.join(name);
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 9))";
    if !works(&mut command(&python, &["-c", new_enough])) {
        let found = ["python3", "python"].into_iter().find(|p| works(&mut command(p, &["-c", new_enough])));
        let Some(system) = found else { return Ok(None) };
        if run(command(system, &["-m", "venv"]).arg(&folder)).is_err() {
            return Ok(None);
        }
    }
    let has =
        packages.iter().all(|package| works(&mut command(&python, &["-c", &format!("import {package}")])));
    let install =
        |packages: &[&str]| run(command(&python, &["-m", "pip", "install", "--quiet"]).args(packages));
    if !has && install(packages).is_err() {
        return Ok(None);
    }
    Ok(Some(python))
}

/// Installs what tests are skipped without, as far as it can be had.
fn add_extras(python: &Path) {
    let peers: &[&str] = if std::env::var_os("SECATEUR_LONG").is_some() { &PEERS } else { &[] };
    for package in EXTRAS.iter().chain(peers) {
        let module = if *package == "open_spiel" { "pyspiel" } else { package };
        let is_there = works(&mut command(python, &["-c", &format!("import {module}")]));
        if !is_there && run(&mut command(python, &["-m", "pip", "install", "--quiet", package])).is_err() {
            eprintln!("    {package} cannot be installed: its tests are skipped");
        }
    }
}
