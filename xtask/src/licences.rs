//! The licences that dependencies may have, checked without a network where the sources are
//! at hand, and known security advisories, where a tool for that is installed.

use crate::shell::{capture, cargo, root, run, works};
use crate::spdx;
use crate::steps::{StepDone, StepReport, StepResult};
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Both steps.
pub(crate) fn all(report: &mut StepReport) {
    report.step("licences", check);
    report.step("advisories", advisories);
}

/// Every dependency, for every platform, has a licence that deny.toml allows.
fn check() -> StepResult {
    let allowed = allowed()?;
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let (mut count, mut bad) = (0, Vec::new());
    // The workspace's own packages have no source.
    for package in packages.iter().filter(|p| !p["source"].is_null()) {
        count += 1;
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        match package["license"].as_str() {
            None => bad.push(format!("{name} names no licence")),
            Some(licence) => match spdx::satisfied(licence, &allowed) {
                Some(true) => {}
                Some(false) => {
                    bad.push(format!("{name} is licensed {licence}, which deny.toml does not allow"))
                }
                None => bad.push(format!("{name} has a licence that cannot be read: {licence}")),
            },
        }
    }
    if !bad.is_empty() {
        bail!("{}", bad.join("; "));
    }
    Ok(StepDone::With(format!("{count} dependencies")))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

/// The list of licences in deny.toml, which is cargo-deny's list, too.
fn allowed() -> Result<Vec<String>> {
    let config = std::fs::read_to_string(root().join("deny.toml")).context("deny.toml cannot be read")?;
    let config: toml::Table = config.parse().context("deny.toml is not TOML")?;
    let list = config.get("licenses").and_then(|l| l.get("allow")).and_then(toml::Value::as_array);
    let list = list.context("deny.toml has no licenses.allow")?;
    Ok(list.iter().filter_map(|l| l.as_str().map(String::from)).collect())
}

/// All platforms' dependencies; only this platform's where the others were never downloaded and cannot be.
fn metadata() -> Result<Value> {
    let all = ["metadata", "--format-version", "1", "--offline"];
    let output = capture(&mut cargo(&all)).or_else(|_| capture(&mut cargo(&all[..3]))).or_else(|_| {
        let host = host()?;
        eprintln!("    without a network, only the dependencies for {host} can be looked at");
        capture(cargo(&all).args(["--filter-platform", &host]))
    })?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn host() -> Result<String> {
    let output = capture(&mut cargo(&["-vV"]))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`cargo -vV` names no host")?.to_owned())
}

fn advisories() -> StepResult {
    if works(&mut cargo(&["deny", "--version"])) {
        run(&mut cargo(&["deny", "check", "advisories"]))?;
        return Ok(StepDone::With("cargo-deny".into()));
    }
    if works(&mut cargo(&["audit", "--version"])) {
        run(&mut cargo(&["audit"]))?;
        return Ok(StepDone::With("cargo-audit".into()));
    }
    Ok(StepDone::Skipped("neither cargo-deny nor cargo-audit is installed, and both need a network".into()))
}
