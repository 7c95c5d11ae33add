//! The public API of the libraries as text, a line an item: what a change does to it is seen in review.

use crate::shell::{capture, cargo, command, root, works};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, Result, bail};

/// The crates whose API is recorded, in `crates/NAME/public-api.txt`.
const CRATES: [&str; 3] = ["secateur", "secateur-games", "secateur-session"];
/// The command that installs the tool.
const INSTALL: &str = "cargo install cargo-public-api --locked --version 0.52.0";

/// Checks that the recorded API is what the code offers; or, if `bless`, records it.
pub(crate) fn check(bless: bool) -> StepResult {
    if !works(&mut cargo(&["public-api", "--version"])) {
        return Ok(StepDone::Skipped(format!("cargo-public-api is not installed; `{INSTALL}` adds it")));
    }
    // It reads what rustdoc writes as JSON, which only nightly compilers do.
    if !works(&mut command("rustup", &["run", "nightly", "rustdoc", "--version"])) {
        return Ok(StepDone::Skipped(
            "there is no nightly compiler; `rustup toolchain install nightly` adds it".into(),
        ));
    }
    let mut items = 0;
    for name in CRATES {
        let now = offered(name)?;
        items += now.lines().count();
        let path = root().join("crates").join(name).join("public-api.txt");
        if bless {
            std::fs::write(&path, now)?;
            continue;
        }
        let then = std::fs::read_to_string(&path).unwrap_or_default();
        if let Some(difference) = difference(&then, &now) {
            bail!(
                "the public API of {name} is not the recorded one: {difference}; `cargo xtask api --bless` records it"
            );
        }
    }
    Ok(StepDone::With(format!("{items} items in {} crates", CRATES.len())))
}

/// All items that a crate offers, without what the compiler implements for every type.
fn offered(name: &str) -> Result<String> {
    let omit = "blanket-impls,auto-trait-impls";
    let output = capture(&mut cargo(&["public-api", "--package", name, "--omit", omit, "--color", "never"]))?;
    String::from_utf8(output.stdout).context("cargo-public-api wrote something else than text")
}

/// Returns the number of lines that are gone and that are new, and the first of them.
fn difference(then: &str, now: &str) -> Option<String> {
    let missing = |from: &str, among: &str| -> Vec<String> {
        let among: std::collections::HashSet<&str> = among.lines().collect();
        from.lines().filter(|line| !among.contains(line)).map(String::from).collect()
    };
    let (gone, new) = (missing(then, now), missing(now, then));
    let (first, is) = gone.first().map(|line| (line, "gone")).or(new.first().map(|line| (line, "new")))?;
    Some(format!("{} lines are gone and {} are new, `{first}` is {is}", gone.len(), new.len()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn tells_what_differs() {
        assert_eq!(super::difference("a\nb\n", "a\nb\n"), None);
        let said = super::difference("a\nb\n", "a\nc\nd\n").unwrap();
        assert_eq!(said, "1 lines are gone and 2 are new, `b` is gone");
        assert!(super::difference("a\n", "a\nb\n").unwrap().ends_with("`b` is new"));
    }
}
