//! Proofs, certificates and checkpoints.

use crate::common::{Run, assert_fields, command, file, fresh, secateur};
use serde_json::{Value, json};
use std::fs;

/// The last line of a run with `--json`, after lines of progress.
fn verdict(run: &Run) -> Value {
    let mut lines = run.json();
    let last = lines.pop().expect("a verdict");
    for line in &lines {
        assert_fields(
            line,
            "iteration:b goal:i proof_numbers:o? pv:S nodes:i time_ms:f bytes:i stopped_by:s",
        );
    }
    assert!(!lines.is_empty());
    assert_fields(
        &last,
        "game:s position:s goal:i? proven:b? value:i? algorithm:s nodes:i time_ms:f certificate:s?",
    );
    last
}

#[test]
fn a_goal_is_proven_or_disproven() {
    let text = secateur(&["prove", "tictactoe", "--goal", "draw"]).good();
    assert!(text.lines().last().unwrap().starts_with("proven: at least 0 for X; "), "{text}");
    assert!(text.lines().next().unwrap().contains("at least 0 for X?"), "{text}");
    for (arguments, status, goal, proven, value) in [
        (&["prove", "tictactoe", "--goal", "win"][..], 1, Some(1), Some(false), None),
        (&["prove", "nim", "--goal", "win"], 0, Some(1), Some(true), None),
        (&["prove", "tictactoe"], 0, None, Some(true), Some(0)),
        (&["prove", "nim", "1,2,3", "--algorithm", "pn"], 0, None, Some(true), Some(-1)),
        (&["prove", "tree", "((3 12 8) (2 4 6) (14 5 2))", "--goal", "3"], 0, Some(3), Some(true), None),
    ] {
        let run = secateur(&[arguments, &["--json"]].concat());
        assert_eq!((run.status, run.err.as_str()), (Some(status), ""), "{arguments:?}");
        let last = verdict(&run);
        let found = (&last["goal"], &last["proven"], &last["value"]);
        assert_eq!(found, (&json!(goal), &json!(proven), &json!(value)), "{arguments:?}");
    }
}

#[test]
fn a_certificate_is_checked_by_the_rules() {
    let path = fresh("tictactoe.proof").1;
    let text = secateur(&["prove", "tictactoe", "--certificate", &path]).good();
    assert!(text.lines().last().unwrap().starts_with(&format!("{path}: ")), "{text}");
    let text = secateur(&["verify", &path]).good();
    let mut lines = text.lines();
    let claim = "at least 0 and at most 0 for the side to move";
    assert_eq!(lines.next().unwrap(), format!("tictactoe .../.../...: {claim}"));
    assert!(lines.next().unwrap().starts_with("holds: "), "{text}");
    let of_verify = "valid:b game:s position:s claim:s positions:i flaw:s?";
    let run = secateur(&["verify", &path, "--json"]);
    assert_eq!(run.status, Some(0));
    assert_fields(&run.json()[0], of_verify);
    assert_eq!(run.json()[0]["valid"], true);

    // Another claim than the one that was proven.
    let bytes = fs::read(&path).unwrap();
    let at = bytes.windows(10).position(|bytes| bytes == b"at least 0").unwrap();
    let mut altered = bytes.clone();
    altered[at + 9] = b'1';
    let other = file("wrong-claim.proof", &altered);
    let run = secateur(&["verify", &other, "--json"]);
    assert_eq!((run.status, run.err.as_str()), (Some(1), ""));
    assert_fields(&run.json()[0], of_verify);
    assert_eq!(run.json()[0]["valid"], false);
    let flaw = run.json()[0]["flaw"].as_str().unwrap().to_owned();
    assert!(flaw.ends_with("ends the game with the value 0, expected at least 1"), "{flaw}");
    let cut = file("cut.proof", &bytes[..bytes.len() - 20]);
    let run = secateur(&["verify", &cut]);
    assert!(run.status == Some(1) && run.out.contains("does not hold: in "), "{run:?}");
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let no_file = fresh("none.proof").1;
    let said = |arguments: &[&str], end: &str| {
        let run = secateur(arguments);
        assert!(run.complaint().contains(end), "{arguments:?}: {run:?}");
    };
    said(&["verify", &no_file], "cannot read ");
    said(
        &["verify", &file("no.proof", b"mine\n")],
        "it is no certificate, which begins with 'secateur-certificate-1'",
    );
    said(
        &["prove", "nim", "--algorithm", "mtd-f"],
        "mtd-f proves nothing, expected one of pn, pn2, df-pn, ews, solve",
    );
    said(&["prove", "nim", "--goal", "often"], "expected win, draw, or a value such as 12");
    said(&["prove", "nim", "--goal", "7"], "the goal is 7, expected 1 for a win or 0 for a draw");
    said(&["prove", "nim", "--every", "1s"], "--checkpoint");
    let none = "'x' is no part of the game's knowledge; those that a proof can do without: ";
    said(&["prove", "nim", "--without", "x"], &format!("{none}none"));
    said(&["prove", "hex-3x3", "--without", "x"], &format!("{none}connections, fill-in"));
    said(&["prove", "nim", "--certificate", "/no/such/folder/x"], "cannot write ");
    let path = fresh("twice").1;
    said(&["prove", "nim", "--certificate", &path, "--checkpoint", &path], "are the same file, expected two");
    let tree = ["prove", "nim", "--algorithm", "pn", "--checkpoint", &fresh("tree.checkpoint").1];
    said(&tree, "a checkpoint holds the table of df-pn or solve, and this algorithm has none");
    said(
        &["prove", "nim", "--checkpoint", &file("no.checkpoint", b"mine\n")],
        "it is no checkpoint, which begins with",
    );
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let (kept, proof) = (fresh("clobber.checkpoint").1, fresh("clobber.proof").1);
    let position = "XOXO/OXOX/XOXO/OXOX X";
    let search = ["prove", "clobber", position, "--checkpoint", &kept, "--certificate", &proof, "--json"];
    let mut before = 0;
    for _ in 0..3 {
        let run = secateur(&[&search[..], &["--nodes", "1000"]].concat());
        assert_eq!(run.status, Some(1));
        assert_eq!(run.sentence(), "not settled within --nodes; the same command goes on from there");
        let last = verdict(&run);
        assert!(last["value"].is_null() && last["certificate"].is_null());
        let nodes = last["nodes"].as_u64().unwrap();
        assert_eq!(nodes, before + 1000);
        before = nodes;
    }
    let run = secateur(&search);
    let last = verdict(&run);
    assert_eq!((run.status, &last["value"], &last["certificate"]), (Some(0), &json!(1), &json!(proof)));
    secateur(&["verify", &proof]).good();
    // What is done is done.
    let again = verdict(&secateur(&search));
    assert_eq!((&again["nodes"], &again["value"]), (&last["nodes"], &json!(1)));
    // It answers no other question.
    let other = secateur(&["prove", "clobber", position, "--goal", "win", "--checkpoint", &kept]);
    assert!(other.complaint().ends_with("it is for goal 'value', expected 'at least 1'"), "{other:?}");
}

#[cfg(unix)]
#[test]
fn nothing_that_ends_it_takes_more_than_the_last_moments() {
    use std::process::Command;
    use std::time::{Duration, Instant};
    let kept = fresh("killed.checkpoint").1;
    let search = ["prove", "breakthrough-4x6", "--checkpoint", &kept, "--every", "1ms", "--json"];
    let nodes = |path: &str| -> u64 {
        let bytes = fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
        text.lines().find_map(|line| line.strip_prefix("nodes ")).map_or(0, |nodes| nodes.parse().unwrap())
    };
    let mut before = 0;
    for signal in ["-KILL", "-INT", "-TERM", "-KILL"] {
        let mut child = command(&search).spawn().unwrap();
        let start = Instant::now();
        while nodes(&kept) <= before {
            assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let status = child.wait().unwrap().code();
        assert_eq!(status, (signal != "-KILL").then_some(130));
        assert!(nodes(&kept) > before);
        before = nodes(&kept);
    }
}

#[test]
fn a_long_solve_goes_on_from_its_checkpoint() {
    let kept = fresh("solve.checkpoint").1;
    let solve = ["solve", "connect4", "44445332", "--hash", "16MiB", "--json", "--checkpoint", &kept];
    let run = secateur(&[&solve[..], &["--every", "20ms", "--time", "60ms"]].concat());
    assert_eq!((run.status, run.sentence()), (Some(1), "not solved within --time"));
    let open = run.json()[0].clone();
    assert!(open["value"].is_null() && fs::metadata(&kept).unwrap().len() > 1_000);
    let solved = secateur(&solve).json()[0].clone();
    assert!(solved["nodes"].as_u64() > open["nodes"].as_u64());
    let plain = secateur(&["solve", "connect4", "44445332", "--hash", "16MiB", "--json"]).json()[0].clone();
    assert_eq!(solved["value"], plain["value"]);
    // Which of several good moves it names depends on what the table holds: each is worth the value.
    for best in [&solved["best"], &plain["best"]] {
        let after = format!("44445332{}", best.as_str().unwrap());
        let after = secateur(&["solve", "connect4", &after, "--hash", "16MiB", "--json"]).json()[0].clone();
        assert_eq!(after["value"].as_i64(), plain["value"].as_i64().map(|value| -value), "{best}");
    }
    // What is done is done: no more than a look at the table.
    let again = secateur(&solve).json()[0].clone();
    assert_eq!(again["value"], plain["value"]);
    assert!(again["nodes"].as_u64().unwrap() < solved["nodes"].as_u64().unwrap() + 100_000);
    let said = |arguments: &[&str], end: &str| {
        let run = secateur(arguments);
        assert!(run.complaint().contains(end), "{arguments:?}: {run:?}");
    };
    let other = |game: &'static str, position: &'static str, hash: &'static str| {
        secateur(&["solve", game, position, "--hash", hash, "--checkpoint", &kept]).complaint().to_owned()
    };
    assert!(other("connect4", "44445332", "1MiB").contains(": the same --hash"));
    assert!(other("connect4", "4444533", "16MiB").ends_with("expected '4444533'"));
    said(
        &["solve", "dodgem", "--checkpoint", &fresh("dodgem.checkpoint").1],
        "a game in which positions come back is solved without one",
    );
    said(&["solve", "nim", "--every", "1s"], "--checkpoint");
}
