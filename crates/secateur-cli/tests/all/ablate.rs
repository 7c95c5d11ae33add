//! The worth of tricks, by the binary itself, on small numbers.

use crate::common::{assert_fields, secateur};
use secateur::engine::Custom;
use serde_json::Value;

const ROW: &str = "trick:s about:s positions:i nodes_without:i nodes_with:i nodes_percent:f? same_move:i games:i \
    score_percent:f? score_low:f? score_high:f? elo:f? elo_low:f? elo_high:f?";

fn ablate(more: &[&str]) -> String {
    let small = ["ablate", "connect4", "--positions", "3", "--depth", "7", "--games", "8", "--nodes", "150"];
    secateur(&[&small[..], more].concat()).good()
}

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_for_each_trick_whatever_the_threads() {
    let one = ablate(&["--json", "--threads", "1"]);
    assert_eq!(ablate(&["--json", "--threads", "2"]), one);
    let lines = json(&one);
    let (summary, rows) = lines.split_last().unwrap();
    assert_fields(
        summary,
        "summary:b game:s position:s? tricks:i seed:i positions:i depth:i games:i nodes:i interrupted:b",
    );
    assert_eq!((&summary["interrupted"], &summary["games"]), (&false.into(), &8.into()));
    let names: Vec<&str> = rows.iter().map(|row| row["trick"].as_str().unwrap()).collect();
    assert_eq!(names, Custom::TRICKS.iter().map(|(name, ..)| *name).collect::<Vec<_>>());
    for row in rows {
        assert_fields(row, ROW);
        assert_eq!((&row["positions"], &row["games"]), (&3.into(), &8.into()));
        assert_eq!(row["nodes_with"], rows[0]["nodes_with"], "the same searches for all");
        let of = |field: &str| row[field].as_f64();
        // Who scores better without a trick loses by having it.
        let (score, elo) = (of("score_percent").unwrap(), of("elo"));
        assert!(elo.is_none_or(|elo| (score - 50.0) * elo <= 0.0), "{row}");
        if let (Some(low), Some(high)) = (of("score_low"), of("score_high")) {
            assert!(0.0 <= low && low < score && score < high && high <= 100.0, "{row}");
        }
    }
    let changed = |name: &str| {
        let row = rows.iter().find(|row| row["trick"] == name).unwrap();
        row["nodes_without"] != row["nodes_with"]
    };
    assert!(changed("reductions"));
    // Nothing is exchanged in Connect-4.
    assert!(!changed("exchanges"));
    assert!(rows.iter().any(|row| row["score_percent"] != 50.0), "{one}");
    assert_ne!(ablate(&["--json", "--seed", "2"]), one);
}

#[test]
fn a_table_for_people() {
    let chosen = ["--tricks", "singular,reductions"];
    let text = ablate(&chosen);
    let first =
        "connect4 without each trick of the engine; 3 positions to depth 7; 8 games with 150 nodes a move\n";
    assert!(text.starts_with(first), "{text}");
    let row = |name: &str| text.lines().position(|line| line.trim_start().starts_with(name)).unwrap();
    assert!(row("singular") < row("reductions") && !text.contains("null_move"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 110), "it fits a terminal:\n{text}");
    // The same numbers as in JSON.
    let numbers = json(&ablate(&[&chosen[..], &["--json"]].concat()));
    for part in ["nodes_percent", "score_percent"] {
        let percent = format!(" {:.1} %", numbers[1][part].as_f64().unwrap());
        assert!(
            text.lines().nth(row("reductions")).unwrap().contains(&percent),
            "{part} {percent} in\n{text}"
        );
    }
}

#[test]
fn one_part_alone_and_games_of_any_kind() {
    let only = |arguments: &[&str]| {
        let all = [&["ablate"][..], arguments, &["--tricks", "reductions", "--json"]].concat();
        json(&secateur(&all).good()).remove(0)
    };
    let row = only(&["connect4", "--games", "0", "--positions", "2", "--depth", "5"]);
    assert_eq!((&row["games"], &row["score_percent"]), (&0.into(), &Value::Null));
    let row = only(&["connect4", "44", "--games", "3", "--positions", "0", "--nodes", "50"]);
    assert_eq!(
        (&row["positions"], &row["nodes_percent"], &row["games"]),
        (&0.into(), &Value::Null, &4.into())
    );
    // A game of few positions: no opening is played twice.
    let row = only(&["tictactoe", "XO./.X./..O", "--games", "400", "--positions", "400", "--nodes", "50"]);
    assert!(row["games"].as_u64().unwrap() < 40 && row["positions"].as_u64().unwrap() < 20, "{row}");
}

#[test]
fn bad_input_is_one_sentence() {
    let refused = |arguments: &[&str], expected: &str| {
        let run = secateur(&[&["ablate"], arguments].concat());
        assert!(run.complaint().contains(expected), "{run:?}");
    };
    refused(&["conect4"], "unknown game 'conect4' (did you mean 'connect4'?)");
    refused(&["connect4", "--tricks", "nul_move"], "unknown trick 'nul_move' (did you mean 'null_move'?)");
    refused(&["connect4", "--tricks", "probcut,probcut"], "the trick 'probcut' is named twice");
    refused(&["connect4", "--games", "0", "--positions", "0"], "there is nothing to measure");
    refused(&["connect4", "--depth", "0"], "expected a whole number from 1 to 128");
    refused(&["connect4", "48"], "connect4 position '48'");
    refused(&["tictactoe", "XXX/OO./..."], "the game is over in this position");
}
