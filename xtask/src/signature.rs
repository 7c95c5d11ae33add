//! The bench signature: the total of nodes over fixed searches, the same on every machine. Whatever
//! changes it has changed what some search does, and has to say so by committing the new number.

use crate::shell::{built, capture, command, root};
use crate::steps::{StepDone, StepResult};
use anyhow::{Context, bail};
use serde_json::Value;

const FILE: &str = "crates/secateur-lab/src/signature.txt";

/// Compares the signature with the committed one, or commits to it.
pub(crate) fn check(bless: bool) -> StepResult {
    let program = built("secateur")?;
    let output = capture(&mut command(program, &["bench", "--json"]))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let now = signature(&text).with_context(|| format!("no signature in what bench printed: {text}"))?;
    let path = root().join(FILE);
    if bless {
        std::fs::create_dir_all(path.with_file_name(""))?;
        std::fs::write(&path, format!("{now}\n"))?;
        return Ok(StepDone::With(format!("wrote {now} to {FILE}")));
    }
    let then = std::fs::read_to_string(&path)
        .with_context(|| format!("{FILE} cannot be read; `cargo xtask signature --bless` writes it"))?;
    if now != then.trim() {
        bail!(
            "the signature is {now}, {FILE} says {}: some search visits other nodes than before. If that \
             is meant, `cargo xtask signature --bless`, and give the reason in the commit message",
            then.trim()
        );
    }
    Ok(StepDone::With(now))
}

/// The signature in the last line that has one.
fn signature(json_lines: &str) -> Option<String> {
    json_lines.lines().rev().find_map(|line| {
        let value: Value = serde_json::from_str(line).ok()?;
        match value.get("signature")? {
            Value::String(s) => Some(s.clone()),
            Value::Number(n) => Some(n.to_string()),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_numbers_and_strings() {
        let lines = "{\"progress\":1}\n{\"signature\":123,\"nodes\":123}\n";
        assert_eq!(super::signature(lines).as_deref(), Some("123"));
        assert_eq!(super::signature("{\"signature\":\"0f\"}").as_deref(), Some("0f"));
        assert_eq!(super::signature("not json"), None);
    }
}
