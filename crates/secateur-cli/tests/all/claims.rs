//! The claims of the lectures by the binary itself: told, measured, left out; and what is refused.

use crate::common::{assert_fields, secateur};
use serde_json::Value;

fn claims(arguments: &[&str]) -> crate::common::Run {
    secateur(&[&["claims"], arguments].concat())
}

const HEAD: &str = "id:s claim:s lecture:s section:s tested:s rule:s";

#[test]
fn the_list_measures_nothing() {
    let list = claims(&["--list"]).good();
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    let lines = claims(&["--list", "--json"]).json();
    lines.iter().for_each(|line| assert_fields(line, HEAD));
    let name = |line: &Value| line["id"].as_str().unwrap().to_owned();
    assert!(lines.len() >= 20 && lines.iter().all(|line| list.contains(&name(line))));
    let few = claims(&["--list", "--only", &name(&lines[3]), "--json"]).json();
    assert_eq!(few, lines[3..4]);
}

#[test]
fn a_claim_is_measured_and_judged() {
    let run = claims(&["--quick", "--only", "deepening-bound", "--only", "entry-24", "--json"]);
    let lines = run.json();
    assert_eq!((run.status, lines.len()), (Some(0), 2));
    let ids: Vec<&str> = lines.iter().filter_map(|line| line["id"].as_str()).collect();
    assert_eq!(ids, ["entry-24", "deepening-bound"]); // in the order of the list
    for line in &lines {
        let when = if line["verdict"] == "holds if" { "when:S" } else { "" };
        let mut line = line.clone();
        let measured = line.as_object_mut().unwrap().remove("measured").unwrap();
        assert_fields(&line, &format!("{HEAD} unit:s verdict:s {when}"));
        for figure in measured.as_array().unwrap() {
            assert_fields(figure, "at:s value:f low:f? high:f? samples:i stands:b? sure:b");
        }
    }
    assert_eq!(lines[1]["verdict"], "holds");

    let text = claims(&["--quick", "--only", "deepening-bound"]).good();
    assert!(text.starts_with("deepening-bound\n---------------\nclaim     "), "{text}");
    assert!(
        text.contains("\nverdict   HOLDS\n") && text.contains("1 times  the sum, at its largest\n"),
        "{text}"
    );
    assert!(text.ends_with("\n1 claim: 1 hold, 0 hold if, 0 not as stated, 0 not shown.\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn figures_come_from_the_seed() {
    let run = |seed: &str, threads: &str| {
        claims(&["--quick", "--only", "worst-first", "--seed", seed, "--threads", threads, "--json"]).good()
    };
    let one = run("1", "1");
    assert_eq!(one, run("1", "2"));
    assert_ne!(one, run("2", "2"));
}

#[test]
fn what_is_wrong_is_said() {
    let said = |arguments: &[&str]| claims(arguments).complaint().to_owned();
    assert_eq!(
        said(&["--only", "pvs-1O"]),
        "--only: unknown claim 'pvs-1O' (did you mean 'pvs-10'?); `secateur claims --list` lists them"
    );
    assert!(said(&["--threads", "0"]).contains("expected a whole number from 1 to 256"));
    assert!(said(&["--seed", "-1"]).contains("expected a whole number from 0 on"));
    assert!(said(&["pvs-10"]).contains("expected nothing more"));
}
