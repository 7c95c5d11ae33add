//! The solved games.

use crate::common::{assert_fields, secateur};
use serde_json::{Value, json};
use std::fs;

const ROW: &str =
    "game:s size:s? position:s value:s score:i? known:b source:s? ok:b? found:i? nodes:i? time_ms:f?";

/// The rows that a run with `--json` printed, and the summary.
fn rows(arguments: &[&str]) -> (Vec<Value>, Value) {
    let run = secateur(&[&["atlas", "--json"], arguments].concat());
    let mut lines = run.json();
    run.good();
    let summary = lines.pop().expect("a summary");
    assert_fields(&summary, "summary:b rows:i checked:i wrong:i");
    lines.iter().for_each(|line| assert_fields(line, ROW));
    assert_eq!(summary["rows"], lines.len());
    (lines, summary)
}

#[test]
fn a_row_tells_who_wins_and_who_found_it() {
    let (all, summary) = rows(&[]);
    assert!(all.len() >= 80 && summary["checked"] == 0, "{summary}");
    let (connect4, _) = rows(&["connect4"]);
    assert!(
        connect4.len() > 1
            && connect4.iter().all(|row| row["game"].as_str().unwrap().starts_with("connect4"))
    );
    let usual = connect4.iter().find(|row| row["game"] == "connect4").unwrap();
    let known = (&usual["value"], &usual["score"], &usual["known"], &usual["source"]);
    assert_eq!(known, (&json!("win"), &json!(1), &json!(true), &json!("Allen; Allis 1988")));
    let (one, _) = rows(&["nogo-3x3"]);
    assert_eq!((one.len(), &one[0]["size"], &one[0]["ok"]), (1, &json!("3x3"), &Value::Null));
}

#[test]
fn what_fits_in_the_time_is_proven_again() {
    let (rows, summary) = rows(&["dodgem", "--check", "--within", "100s"]);
    let dodgem = rows.iter().find(|row| row["game"] == "dodgem-3x3").unwrap();
    assert_eq!((&dodgem["ok"], &dodgem["found"], &summary["wrong"]), (&json!(true), &json!(1), &json!(0)));
    assert!(summary["checked"].as_u64() >= Some(1), "{summary}");
    // Boards that are too large are not tried.
    let text = secateur(&["atlas", "qubic", "--check"]).good();
    assert_eq!(text, "not reached  qubic  win\n1 row: 0 agree, 0 differ, 1 not reached.\n");
    let text = secateur(&["atlas", "nogo-3x3", "--check"]).good();
    assert!(text.starts_with("agrees       nogo-3x3  win  ") && text.contains(" nodes, "), "{text}");
    assert!(text.ends_with("1 row: 1 agree, 0 differ, 0 not reached.\n"), "{text}");
}

#[test]
fn a_game_that_is_not_there_is_refused() {
    let sentence = |arguments: &[&str]| {
        let run = secateur(arguments);
        assert_eq!(run.status, Some(2), "{run:?}");
        run.sentence().to_owned()
    };
    assert!(sentence(&["atlas", "clober"]).contains("did you mean 'clobber'?"));
    assert!(sentence(&["atlas", "nim"]).contains("the atlas has no 'nim'"));
    assert!(sentence(&["atlas", "--within", "1s"]).contains("--check"));
}

/// `secateur atlas` prints the table of the chapter.
#[test]
fn the_chapter_has_the_table() {
    let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/atlas.md");
    let table = secateur(&["atlas"]).good();
    assert!(fs::read_to_string(chapter).unwrap().contains(&format!("```text\n{table}```\n")), "{table}");
}
