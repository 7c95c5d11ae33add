//! Running other programs from the root of the repository.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A command that runs in the root.
pub(crate) fn command(program: impl AsRef<OsStr>, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo(args: &[&str]) -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args)
}

/// Runs a command, its output passed through.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    eprintln!("    $ {}", shown(command));
    let status = command.status().with_context(|| format!("cannot run `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs a command and returns what it wrote.
pub(crate) fn capture(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("cannot run `{}`", shown(command)))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` ended with {}: {}", shown(command), output.status, stderr.trim());
    }
    Ok(output)
}

/// Whether a command can be run and succeeds; its output is dropped.
pub(crate) fn works(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// An empty folder at this place, whatever was there before.
pub(crate) fn emptied(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// The command that builds the programs which chores run. It is one for all, since packages that are built by themselves ask
/// dependencies for other features, and the games would be compiled once more.
const BUILD: &[&str] = &[
    "build",
    "--release",
    "--package=secateur-cli",
    "--package=secateur-bench",
    "--package=secateur-py",
    "--package=secateur-c",
    "--lib",
    "--bin=secateur",
    "--bin=numbers",
];

/// The same as the tests have it, which have compiled all of it already.
const BUILD_AS_TESTED: &[&str] = &[
    "build",
    "--profile=test",
    "--workspace",
    "--exclude=secateur-examples",
    "--exclude=xtask",
    "--lib",
    "--tests",
    "--bin=secateur",
    "--bin=numbers",
];

static AS_TESTED: AtomicBool = AtomicBool::new(false);

/// From now on chores run the programs as the tests do: with debug assertions, and not compiled once more for release.
pub(crate) fn run_as_tested() {
    AS_TESTED.store(true, Ordering::Relaxed);
}

/// Builds a program as users run it, or as the tests do, and says where it is.
pub(crate) fn built(program: &str) -> Result<PathBuf> {
    let (build, folder) = match AS_TESTED.load(Ordering::Relaxed) {
        true => (BUILD_AS_TESTED, "debug"),
        false => (BUILD, "release"),
    };
    run(&mut cargo(build))?;
    program_in(folder, program)
}

/// Builds the program that does the same work by generic code and by hand, as users would run it, and says where it is. It needs few
/// of the games.
pub(crate) fn genericity() -> Result<PathBuf> {
    const ALONE: [&str; 6] =
        ["build", "--release", "--package=secateur-bench", "--no-default-features", "--bin", "genericity"];
    run(&mut cargo(&ALONE))?;
    program_in("release", "genericity")
}

fn program_in(folder: &str, program: &str) -> Result<PathBuf> {
    Ok(target()?.join(folder).join(program).with_extension(std::env::consts::EXE_EXTENSION))
}

/// Builds the library of the Python module beside the program, and says where both are.
pub(crate) fn library() -> Result<(PathBuf, PathBuf)> {
    let program = built("secateur")?;
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    Ok((program.with_file_name(format!("{before}_secateur{after}")), program))
}

/// The workspace as cargo sees it, without its dependencies.
pub(crate) fn metadata() -> Result<serde_json::Value> {
    let output = capture(&mut cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Returns the folder that cargo puts its output in.
pub(crate) fn target() -> Result<PathBuf> {
    Ok(metadata()?["target_directory"].as_str().context("cargo metadata names no target directory")?.into())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy();
    let args = command.get_args().map(|arg| arg.to_string_lossy());
    std::iter::once(program).chain(args).collect::<Vec<_>>().join(" ")
}
