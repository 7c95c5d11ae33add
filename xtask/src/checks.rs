//! The checks that cargo does, each a step.

use crate::shell::{cargo, command, root, run, target, works};
use crate::steps::{StepDone, StepReport, StepResult};
use anyhow::Context;

/// Format, clippy, rustdoc, tests and the fuzz targets.
pub(crate) fn all(report: &mut StepReport) {
    report.step("format", format);
    report.step("clippy", clippy);
    report.step("rustdoc", rustdoc);
    report.step("tests and doctests", || ran(&mut cargo(&["test", "--workspace"])));
    report.step("fuzz targets compile", fuzz);
}

/// The tests, with those that are left out since they take minutes, and with more of what others try.
pub(crate) fn long() -> StepResult {
    ran(cargo(&["test", "--workspace", "--", "--include-ignored"]).env("SECATEUR_LONG", "1"))
}

/// Ratios against other crates, printed by the program that measures them.
pub(crate) fn peers() -> StepResult {
    ran(&mut cargo(&["run", "--release", "--package", "secateur-bench", "--bin", "peers"]))
}

fn ran(command: &mut std::process::Command) -> StepResult {
    run(command)?;
    Ok(StepDone::Ok)
}

fn format() -> StepResult {
    component("fmt", "rustfmt")?;
    run(&mut cargo(&["fmt", "--all", "--check"])).context("`cargo fmt --all` mends this")?;
    Ok(StepDone::Ok)
}

fn clippy() -> StepResult {
    component("clippy", "clippy")?;
    ran(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// Libraries only: the binary has the name of the library, and their pages would overwrite each other.
fn rustdoc() -> StepResult {
    ran(cargo(&["doc", "--workspace", "--no-deps", "--lib"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn fuzz() -> StepResult {
    if !root().join("fuzz/Cargo.toml").exists() {
        return Ok(StepDone::Skipped("there is no fuzz/Cargo.toml".into()));
    }
    if !works(&mut command("c++", &["--version"])) {
        return Ok(StepDone::Skipped("libFuzzer needs a C++ compiler, and `c++` is not installed".into()));
    }
    // What clippy has compiled serves here too.
    ran(cargo(&["check", "--manifest-path", "fuzz/Cargo.toml"]).env("CARGO_TARGET_DIR", target()?))
}

/// Adds a part of the toolchain that minimal installations lack.
fn component(subcommand: &str, name: &str) -> anyhow::Result<()> {
    if works(&mut cargo(&[subcommand, "--version"])) {
        return Ok(());
    }
    eprintln!("    {name} is not installed: adding it to the toolchain");
    run(&mut command("rustup", &["component", "add", name]))
        .with_context(|| format!("{name} is missing; install it with `rustup component add {name}`"))
}
