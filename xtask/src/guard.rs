//! The instruction-count guards: generic code against the same by hand. Instructions are counted by callgrind, since counts repeat
//! from run to run and times do not.

use crate::shell::{capture, command, genericity, run, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;

/// The most that alpha-beta on Connect-4 may cost in addition, in per cent.
const OF_SEARCH: f64 = 2.0;
/// The same for the network of chess, evaluated along a walk.
const OF_NETWORK: f64 = 10.0;

/// Fails where generic code costs more.
pub(crate) fn check() -> StepResult {
    ensure_valgrind()?;
    let binary = genericity()?;
    let search = cost(&binary, "alpha-beta", 0, OF_SEARCH)?;
    let (walk, _) = count(&binary, ["network", "walk"])?;
    let network = cost(&binary, "network", walk, OF_NETWORK)?;
    Ok(StepDone::With(format!("search {search}; network {network}")))
}

/// What some work costs more by generic code than by hand, in words; so many instructions of both are for something else.
fn cost(binary: &Path, work: &str, besides: u64, limit: f64) -> Result<String> {
    let (generic, value) = count(binary, [work, "generic"])?;
    let (by_hand, expected) = count(binary, [work, "by-hand"])?;
    if value != expected {
        bail!("{work}: generic code found {value}, the one by hand {expected}; they must do the same");
    }
    let (generic, by_hand) = (generic - besides, by_hand - besides);
    let cost = 100.0 * (generic as f64 / by_hand as f64 - 1.0);
    let figures = format!("{cost:+.2} % ({generic} instructions, {by_hand} by hand)");
    ensure!(cost <= limit, "{work}: generic code costs {figures}, more than {limit} %");
    Ok(figures)
}

/// Instructions of one run, and the value it printed.
fn count(binary: &Path, what: [&str; 2]) -> Result<(u64, String)> {
    let tool = &mut command("valgrind", &["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let output = capture(tool.arg(binary).args(what))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let instructions = collected(&log).with_context(|| format!("callgrind printed no count: {log}"))?;
    Ok((instructions, String::from_utf8_lossy(&output.stdout).trim().to_owned()))
}

/// The number after `Collected :`.
fn collected(log: &str) -> Option<u64> {
    log.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
}

fn ensure_valgrind() -> Result<()> {
    if works(&mut command("valgrind", &["--version"])) {
        return Ok(());
    }
    let root = capture(&mut command("id", &["-u"])).is_ok_and(|o| o.stdout.trim_ascii() == b"0");
    if root && works(&mut command("apt-get", &["--version"])) {
        eprintln!("    valgrind is not installed: installing it with apt-get");
        let mut install = command("apt-get", &["install", "-y", "valgrind"]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        if run(&mut install).is_err() {
            run(&mut command("apt-get", &["update"]))?;
            run(&mut install)?;
        }
        return Ok(());
    }
    bail!(
        "valgrind counts the instructions and is not installed; install it with your package manager, for \
         instance `sudo apt-get install valgrind` on Debian and Ubuntu or `sudo dnf install valgrind` on Fedora"
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_the_count() {
        let log = "==7== Events    : Ir\n==7== Collected : 1234567\n==7==\n==7== I   refs:      1,234,567\n";
        assert_eq!(super::collected(log), Some(1_234_567));
        assert_eq!(super::collected("==7== nothing"), None);
    }
}
