//! Reports for designers, by the binary itself.

use crate::common::{folder, secateur};
use std::fs;

#[test]
fn a_report_is_a_page_and_data_and_goes_on_from_what_is_kept() {
    let folder = folder("reported");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (page, data) = (path("games.html"), path("games.json"));
    let run = |time: &str| {
        let call = ["report", "tictactoe", "nim", "--time", time, "--out", &page, "--json", &data];
        let text = secateur(&call).good();
        assert!(text.contains("First player's share") && text.contains("games.html"), "{text}");
        let data: serde_json::Value = serde_json::from_str(&fs::read_to_string(&data).unwrap()).unwrap();
        data["games"].as_array().unwrap().clone()
    };
    let first = run("2s");
    let names: Vec<&str> = first.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(names, ["tictactoe", "nim"]);
    assert_eq!(first[0]["solved"], "draw");
    let html = fs::read_to_string(&page).unwrap();
    for part in ["Side by side", "id=\"nim\"", "Branching factor", "Browne (2008)", "</html>"] {
        assert!(html.contains(part), "{part}");
    }
    // What is proven stands beside what the games tell.
    assert_eq!(html.matches("with perfect play it is a draw (solved by this program)").count(), 1);
    // No sign of per cent begins a line.
    assert!(!html.contains(" %"));
    // Nothing is loaded from anywhere.
    for outside in [" src=", "@import", "<link", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
    // All its time is spent: the journal stays as it is. With more time, it grows.
    let journal = path("tictactoe.report");
    let kept = fs::read_to_string(&journal).unwrap();
    assert_eq!(run("2s"), first, "the same figures from what is kept");
    assert_eq!(fs::read_to_string(&journal).unwrap(), kept);
    run("3s");
    assert!(fs::read_to_string(&journal).unwrap().starts_with(&kept));
}

#[test]
fn bad_input_is_one_sentence() {
    let refused = |call: &[&str], why: &str| {
        let run = secateur(call);
        assert!(run.complaint().contains(why), "{run:?}");
    };
    refused(&["report", "nmi"], "unknown game 'nmi' (did you mean 'nim'?)");
    refused(&["report", "nim", "nim"], "nim is named twice");
    refused(&["report", "nim", "--out", "/dev/null/x.html"], "/dev/null");
    refused(&["report", "nim", "--time", "soon"], "--time");
}
