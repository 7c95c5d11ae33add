//! The instruction-count guard: generic alpha-beta on Connect-4 against the same search written by hand.
//! Instructions are counted by callgrind, since counts repeat from run to run and times do not.

use crate::shell::{built, capture, command, run, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The depth searched.
const DEPTH: &str = "10";
/// The most that the generic code may cost in addition, in per cent.
const LIMIT: f64 = 2.0;

/// Fails where generic code costs more than [`LIMIT`].
pub(crate) fn check() -> StepResult {
    ensure_valgrind()?;
    let binary = built("genericity")?;
    let (generic, value) = count(&binary, "generic")?;
    let (by_hand, expected) = count(&binary, "by-hand")?;
    if value != expected {
        bail!("the generic search found {value}, the one by hand {expected}: they must search the same tree");
    }
    let cost = 100.0 * (generic as f64 / by_hand as f64 - 1.0);
    let figures = format!("{cost:+.2} % ({generic} instructions, {by_hand} by hand)");
    if cost > LIMIT {
        bail!("generic code costs {figures}, more than {LIMIT} %");
    }
    Ok(StepDone::With(figures))
}

/// Instructions of one search, and the value it printed.
fn count(binary: &Path, which: &str) -> Result<(u64, String)> {
    let tool = &mut command("valgrind", &["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let output = capture(tool.arg(binary).args([which, DEPTH]))?;
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
