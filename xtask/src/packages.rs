//! The crates as others get them: packed, unpacked in a folder of their own, and checked from the packed files alone.

use crate::shell::{capture, cargo, command, emptied, metadata, root, run, target, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that every package has beside its code, equal to those of the same name in the root.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
/// The fields that crates.io shows of a package.
const SHOWN: [&str; 5] = ["description", "license", "readme", "keywords", "categories"];

/// A crate that can be published.
struct Package {
    name: String,
    version: String,
    folder: PathBuf,
}

/// Packs every crate that can be published, and compiles what was packed.
pub(crate) fn check() -> StepResult {
    let packages = published()?;
    packages.iter().try_for_each(licences)?;
    let folder = unpacked(&packages)?;
    workspace(&folder, &packages)?;
    let all = ["check", "--workspace", "--offline"];
    run(cargo(&all).current_dir(&folder).env("CARGO_TARGET_DIR", target()?))
        .context("the crates compile here, and not from their packages alone")?;
    Ok(StepDone::With(format!("{} crates", packages.len())))
}

/// The crates compile with the oldest Rust that they promise to compile with.
pub(crate) fn oldest_rust() -> StepResult {
    let manifest = manifest()?;
    let version = manifest.get("workspace").and_then(|w| w.get("package")?.get("rust-version")?.as_str());
    let version = version.context("Cargo.toml has no workspace.package.rust-version")?;
    let there = |version| works(&mut command("rustup", &["run", version, "cargo", "--version"]));
    if !there(version) {
        eprintln!("    Rust {version} is not installed: adding it");
        let mut install = command("rustup", &["toolchain", "install", version, "--profile", "minimal"]);
        if run(&mut install).is_err() || !there(version) {
            return Ok(StepDone::Skipped(format!(
                "Rust {version} is not installed, and rustup cannot add it"
            )));
        }
    }
    let mut check = command("rustup", &["run", version, "cargo", "check"]);
    for package in published()? {
        check.args(["--package", &package.name]);
    }
    run(&mut check).with_context(|| format!("Cargo.toml promises Rust {version}"))?;
    Ok(StepDone::With(format!("Rust {version}")))
}

/// The crates that can be published, each with all that a package shows.
fn published() -> Result<Vec<Package>> {
    let mut found = Vec::new();
    for package in metadata()?["packages"].as_array().context("cargo metadata lists no packages")? {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        // `null` is any registry, `[]` is none.
        if !package["publish"].is_null() {
            continue;
        }
        for key in SHOWN {
            let value = &package[key];
            let empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            ensure!(!empty, "{} can be published, and its Cargo.toml has no {key}", text("name"));
        }
        let folder = Path::new(&text("manifest_path")).with_file_name("");
        found.push(Package { name: text("name"), version: text("version"), folder });
    }
    Ok(found)
}

/// The licences are copies: links would be packed as text where a system has none.
fn licences(package: &Package) -> Result<()> {
    for name in LICENCES {
        let copy = package.folder.join(name);
        let same = std::fs::read(&copy).ok() == Some(std::fs::read(root().join(name))?);
        ensure!(same, "{} is not a copy of {name} in the root", copy.display());
    }
    Ok(())
}

/// Packs them, and says in which folder they lie unpacked, `NAME-VERSION` each.
fn unpacked(packages: &[Package]) -> Result<PathBuf> {
    let mut pack = cargo(&["package", "--no-verify", "--allow-dirty", "--offline"]);
    for package in packages {
        pack.args(["--package", &package.name]);
    }
    said_nothing_of_files_outside(&mut pack)?;
    let target = target()?;
    let folder = target.join("packages");
    emptied(&folder)?;
    for Package { name, version, .. } in packages {
        let packed = target.join(format!("package/{name}-{version}.crate"));
        // As of now: packed files bear a date of long ago, and cargo would take what was compiled before for theirs.
        let mut unpack = command("tar", &["-xzmf"]);
        capture(unpack.arg(packed).current_dir(&folder)).context("unpacking takes `tar`")?;
    }
    Ok(folder)
}

/// Cargo leaves targets out whose files lie outside the crate, and only warns of it.
fn said_nothing_of_files_outside(pack: &mut Command) -> Result<()> {
    let output = capture(pack)?;
    let log = String::from_utf8_lossy(&output.stderr);
    match log.lines().find(|line| line.starts_with("warning: ignoring")) {
        Some(line) => bail!("a package would lack a part: {line}"),
        None => Ok(()),
    }
}

/// A workspace of the unpacked crates, which are each other's only source; others' are those of our Cargo.lock, compiled
/// as here, so that what was compiled before serves again.
fn workspace(folder: &Path, packages: &[Package]) -> Result<()> {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let place = |p: &Package| format!("{}-{}", p.name, p.version);
    let members: Vec<String> = packages.iter().map(|p| quoted(&place(p))).collect();
    let mut text = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n", members.join(", "));
    text += "[patch.crates-io]\n";
    for package in packages {
        text += &format!("{} = {{ path = {} }}\n", package.name, quoted(&place(package)));
    }
    text += "\n[profile.dev]\n";
    let profile = manifest()?.get("profile").and_then(|p| p.get("dev")?.as_table().cloned());
    for (key, value) in profile.unwrap_or_default() {
        text += &format!("{key} = {value}\n");
    }
    std::fs::write(folder.join("Cargo.toml"), text)?;
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

fn manifest() -> Result<toml::Table> {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml cannot be read")?;
    text.parse().context("Cargo.toml is not TOML")
}
