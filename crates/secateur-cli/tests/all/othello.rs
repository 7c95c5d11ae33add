//! Othello on the command line: boards that begin with dashes, files in OBF, and protocols.

use crate::common::{file, secateur, typed};

/// A position with nine empty squares, which begins like an option.
const BOARD: &str = "--XXXXX-O-OXXXXXOOOXOXXXOOXOXXXXOOXXOXXXOXXXXOXXO-XXXX-X--OOOOO- X";

#[test]
fn a_board_may_begin_with_dashes() {
    let dots = BOARD.replace('-', ".");
    for command in ["solve", "analyse"] {
        let values: Vec<_> = [BOARD, &dots]
            .map(|board| secateur(&[command, "othello", board, "--json", "--hash", "1MiB"]).json())
            .into_iter()
            .map(|lines| lines.last().unwrap()["value"].clone())
            .collect();
        assert!(values[0].is_i64() && values[0] == values[1], "{command}: {values:?}");
    }
    let behind = secateur(&["solve", "--json", "othello", "--hash", "1MiB", "--", BOARD]).json();
    assert_eq!(behind[0]["position"], BOARD);
    assert!(secateur(&["perft", "othello", "1", BOARD]).good().starts_with("  1                  2 "));
    let run = secateur(&["solve", "othello", "--X"]);
    assert_eq!(run.complaint(), "othello position '--X': the board ends after 3 squares, expected 64");
}

#[test]
fn mistyped_options_are_not_taken_for_boards() {
    for arguments in [
        &["solve", "othello", "--jsn"][..],
        &["solve", "othello", "--jsn", BOARD],
        &["solve", "othello", BOARD, "--jsn"],
        &["solve", "--jsn", "othello", BOARD],
    ] {
        let run = secateur(arguments);
        let expected = "there is no option '--jsn' (did you mean '--json'?); `secateur solve --help`";
        assert!(run.complaint().starts_with(expected), "{arguments:?}: {run:?}");
    }
    assert!(secateur(&["play", "othello", "-x"]).complaint().starts_with("there is no option '-x'"));
}

#[test]
fn files_in_obf_are_solved_and_checked() {
    let solved = secateur(&["solve", "othello", BOARD, "--json", "--hash", "1MiB"]).json();
    let value = solved[0]["value"].as_i64().unwrap();
    let lines = format!(
        "# two lines of one position\n{BOARD}; A1:{value:+}; B2:-64;\n{BOARD};\n{BOARD}; --:-127;\n{BOARD}; H1: ;\n{BOARD}\n"
    );
    let right = file("right.obf", lines.as_bytes());
    let run = secateur(&["solve", "othello", "--file", &right, "--json", "--hash", "1MiB"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    let told: Vec<_> = run.json().iter().map(|line| line["expected"].as_i64()).collect();
    assert_eq!(told, [Some(value), None, None, None, None, None]);
    assert!(run.json()[..5].iter().all(|line| line["position"] == BOARD && line["value"] == value));

    let wrong = file("wrong.obf", format!("{BOARD}; A1:{:+};", value + 2).as_bytes());
    let run = secateur(&["solve", "othello", "--file", &wrong, "--hash", "1MiB"]);
    assert!(run.status == Some(1) && run.out.contains("WRONG, expected"), "{run:?}");
    for (text, expected) in [
        (
            format!("{BOARD}; A1+4;"),
            "line 1: found 'A1+4' after the position, expected a move and its value: f5:+4",
        ),
        (format!("{BOARD}; A1:four;"), "line 1: found 'A1:four' after the position"),
        ("XO X; A1:+4;".into(), "line 1: the board ends after 3 squares"),
    ] {
        let path = file("bad.obf", text.as_bytes());
        let run = secateur(&["solve", "othello", "--file", &path]);
        assert!(run.complaint().contains(expected), "{run:?}");
    }
}

#[test]
fn a_dialogue_in_the_nboard_protocol() {
    let lines = "nboard 2\nset depth 3\nmove F5\nping 4\ngo\n";
    let out = typed(&["nboard", "--hash", "1MiB"], lines.as_bytes()).good();
    let said: Vec<&str> = out.lines().collect();
    assert_eq!(said[..3], ["set myname Secateur", "set myname Secateur3", "pong 4"]);
    let best = said.iter().find_map(|line| line.strip_prefix("=== ")).unwrap();
    assert!(["D6", "F4", "F6"].contains(&&best[..2]), "{out}");
    // What is wrong with a line is said on both outputs, and ends nothing.
    let run = typed(&["nboard"], b"\xff\xfe\nset game (;GM[Chess];)\nmove\nping 1\n");
    let notes: Vec<&str> = run.err.lines().collect();
    assert_eq!(run.status, Some(0));
    assert_eq!(notes[0], "secateur: set: game: GM: found 'Chess', expected Othello");
    assert_eq!((notes.len(), run.out.lines().count(), run.out.ends_with("pong 1\n")), (2, 3, true));
    assert_eq!(typed(&["nboard"], b"").good(), "");
}

#[test]
fn a_dialogue_in_gtp() {
    let lines = "1 boardsize 8\nplay black f5\n2 genmove white\nundo\nplay white f5\nquit\nname\n";
    let out = typed(&["gtp", "othello", "--depth", "3", "--hash", "1MiB"], lines.as_bytes()).good();
    let said: Vec<&str> = out.lines().collect();
    assert_eq!(said.len(), 12, "{out}");
    assert_eq!([said[0], said[2], said[6], said[8], said[10]], ["=1", "=", "=", "? illegal move", "="]);
    assert!(["=2 D6", "=2 F4", "=2 F6"].contains(&said[4]), "{out}");
    assert_eq!(typed(&["gtp", "nim"], b"\xff\xfe\n\n# x\n7\n").good(), "? unknown command\n\n");
    assert!(secateur(&["gtp", "otello"]).complaint().contains("did you mean 'othello'"));
    assert!(
        secateur(&["gtp", "othello", "--depth", "0"]).complaint().contains("expected a whole number from 1")
    );
}
