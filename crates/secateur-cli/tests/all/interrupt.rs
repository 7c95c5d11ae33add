//! Ctrl-C: the best answer so far, and status 130.
#![cfg(unix)]

use crate::common::{ANSWER, Run, assert_fields, command, file, fresh};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn press_ctrl_c(child: &Child) {
    send(child, "-INT");
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until the process catches the signal.
fn wait_for_the_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        let Ok(text) = std::fs::read_to_string(&status) else {
            // No such file on this system: a second should do.
            std::thread::sleep(Duration::from_secs(1));
            return;
        };
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // Signal 2 has bit 1.
        if caught.is_some_and(|mask| mask & 2 != 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no handler for Ctrl-C");
}

/// Starts it, waits for `lines` lines, presses Ctrl-C, and returns all that was printed.
fn interrupted(arguments: &[&str], lines: usize) -> Run {
    ended_by("-INT", arguments, lines)
}

/// Returns the result of a run ended by any signal.
fn ended_by(signal: &str, arguments: &[&str], lines: usize) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    wait_for_the_handler(&child);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    for _ in 0..lines {
        assert!(reader.read_line(&mut out).unwrap() > 0, "{out}");
    }
    if lines == 0 {
        std::thread::sleep(Duration::from_millis(100));
    }
    send(&child, signal);
    let start = Instant::now();
    reader.read_to_string(&mut out).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let status = child.wait().unwrap().code();
    assert!(start.elapsed() < Duration::from_secs(10), "{arguments:?} ended late");
    let run = Run { status, out, err };
    assert_eq!(run.status, Some(130), "{arguments:?}: {run:?}");
    run
}

#[test]
fn analyse_gives_the_best_answer_so_far() {
    let run = interrupted(&["analyse", "connect4", "--depth", "200", "--json"], 3);
    let lines = run.json();
    let (last, iterations) = lines.split_last().unwrap();
    assert_fields(last, ANSWER);
    assert_eq!((&last["stopped_by"], run.err.as_str()), (&"interrupt".into(), ""));
    let before = iterations.last().unwrap();
    assert_eq!(
        (&last["best"], &last["depth"], &last["value"]),
        (&before["best"], &before["depth"], &before["value"])
    );
    assert!(last["best"].is_string());

    let run = interrupted(&["analyse", "connect4", "--depth", "200"], 12);
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("best ") && last.contains("(interrupted)"), "{}", run.out);
    assert_eq!(run.err, "");
}

#[test]
fn whoever_is_told_to_end_answers_as_well() {
    let run = ended_by("-TERM", &["analyse", "connect4", "--depth", "200", "--json"], 3);
    let lines = run.json();
    let last = lines.last().unwrap();
    assert_eq!((&last["stopped_by"], last["best"].is_string()), (&"interrupt".into(), true));
}

/// Whoever reads a pipe that nobody writes to waits for ever.
#[test]
fn waiting_for_a_pipe_can_be_interrupted() {
    let (_, pipe) = fresh("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (_, store) = fresh("pipe.db");
    for arguments in [
        &["lab", "run", &pipe, "--store", &store][..],
        &["analyse", "connect4", "--profile", &pipe],
        &["train", "othello", "--weights", &pipe],
        &["compare", "connect4", "--file", &pipe],
        &["solve", "connect4", "--book", &pipe],
    ] {
        let mut child = command(arguments).spawn().unwrap();
        wait_until_it_opens(&child);
        press_ctrl_c(&child);
        let start = Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > Duration::from_secs(5) => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    panic!("{arguments:?} waits on");
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        use std::os::unix::process::ExitStatusExt;
        // Without a handler yet, the signal itself ends it.
        assert!(status.code() == Some(130) || status.signal() == Some(2), "{arguments:?}: {status}");
    }
    // What lines are added to and read back cannot be a pipe.
    let run = crate::common::secateur(&["book", "connect4-5x4", "--plies", "1", "--out", &pipe]);
    assert!(run.complaint().ends_with("pipe.toml is no file, expected one, or a new name"), "{run:?}");
}

/// A process that waits in a system call has got as far as it will.
fn wait_until_it_opens(child: &Child) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        match std::fs::read_to_string(format!("/proc/{}/wchan", child.id())) {
            Ok(at) if at.contains("fifo") || at.contains("pipe") => return,
            Ok(_) if start.elapsed() < Duration::from_secs(2) => {}
            _ => return std::thread::sleep(Duration::from_millis(500)),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_book_says_how_far_it_came() {
    let (_, out) = fresh("interrupted.book");
    let mut child =
        command(&["book", "connect4", "--plies", "6", "--hash", "1MiB", "--out", &out]).spawn().unwrap();
    let known = || std::fs::read_to_string(&out).map_or(0, |text| text.lines().count().saturating_sub(1));
    let start = Instant::now();
    while !std::fs::exists(&out).unwrap() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    press_ctrl_c(&child);
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(said.starts_with(&format!("{} of ", known())), "{said}, {} are there", known());
}

#[test]
fn the_end_of_input_ends_a_search_that_nothing_else_would() {
    let mut child = command(&["gtp", "othello", "--depth", "60"]).stdin(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"genmove black\n").unwrap();
    let start = Instant::now();
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success() && start.elapsed() < Duration::from_secs(30));
    assert!(said.starts_with("= "), "{said}");
}

#[test]
fn also_before_the_first_iteration_is_done() {
    // One node of this tree has sixty thousand children.
    let wide = ["analyse", "uniform", "b=60000 d=8", "--algorithm", "minimax", "--depth", "3", "--json"];
    let run = interrupted(&wide, 1);
    assert!(run.json().last().unwrap()["best"].is_string());
}

#[test]
fn solve_tells_what_is_known() {
    let run = interrupted(&["solve", "connect4", "--json"], 0);
    assert_eq!(run.sentence(), "not solved, interrupted");
    let lines = run.json();
    assert_eq!((lines.len(), &lines[0]["stopped_by"]), (1, &"interrupt".into()));
    assert!(lines[0]["value"].is_null());
    let run = interrupted(&["solve", "connect4"], 0);
    assert!(run.out.contains("  value "), "{}", run.out);
}

#[test]
fn solve_sums_up_the_file_so_far() {
    let path = file("interrupted", b"121212 18\n4\n121212 18\n");
    let run = interrupted(&["solve", "connect4", "--json", "--file", &path], 1);
    let lines = run.json();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!((&lines[1]["stopped_by"], &lines[1]["value"]), (&"interrupt".into(), &().into()));
    assert_eq!((&lines[2]["summary"], &lines[2]["positions"]), (&true.into(), &1.into()));
    assert!(run.sentence().ends_with("1 position not solved, interrupted"));
}

#[test]
fn compare_sums_up_what_is_done() {
    // The first is interrupted before any algorithm is done, the second after one.
    for (depth, done) in [("30", 0), ("8", 1)] {
        let run = interrupted(&["compare", "connect4", "--json", "--hash", "1MiB", "--depth", depth], done);
        let lines = run.json();
        assert!(lines.len() > done && run.err.is_empty());
        assert_eq!(lines.last().unwrap()["summary"], true, "{lines:?}");
    }
}

#[test]
fn commands_that_print_as_they_go_just_end() {
    interrupted(&["perft", "connect4", "100"], 5);
    interrupted(&["bench"], 1);
    interrupted(&["play", "connect4", "--watch", "--time", "1m"], 3);
}

#[test]
fn a_prompt_is_left_at_once() {
    let mut child = command(&["play", "tictactoe"]).stdin(Stdio::piped()).spawn().unwrap();
    wait_for_the_handler(&child);
    // Waiting would close the input, which leaves as well.
    let input = child.stdin.take();
    press_ctrl_c(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

#[test]
fn ablate_gives_the_tricks_so_far() {
    let long = ["ablate", "connect4", "--positions", "1", "--depth", "4", "--nodes", "200", "--games", "40"];
    let run = interrupted(&[&long[..], &["--json"]].concat(), 1);
    let lines = run.json();
    let summary = lines.last().unwrap();
    assert_eq!((&summary["interrupted"], run.err.as_str()), (&true.into(), ""));
    assert_eq!(summary["tricks"].as_u64(), Some(lines.len() as u64 - 1));
    assert!((2..17).contains(&lines.len()), "{}", run.out);
}

#[test]
fn claims_keeps_what_was_found() {
    // The first takes no time, the second minutes.
    let run = interrupted(&["claims", "--only", "entry-24", "--only", "table-and-time", "--json"], 1);
    assert_eq!((run.json().len(), run.err.as_str()), (1, ""));
    assert_eq!(run.json()[0]["id"], "entry-24");
}

/// Of the atlas: the rows that were proven again, and all others as not reached.
#[test]
fn the_atlas_ends_with_what_has_been_done() {
    let run = interrupted(&["atlas", "--check", "--within", "1h"], 1);
    assert_eq!((run.status, run.err.as_str()), (Some(130), ""));
    assert!(run.out.starts_with("agrees "), "{}", run.out);
    let last = run.out.lines().last().unwrap();
    assert!(last.contains(" 0 differ, ") && last.ends_with(" not reached."), "{last}");
}

#[test]
fn a_simulated_cluster_ends_at_once() {
    interrupted(&["prove", "breakthrough", "--on", "simulated", "--alone", "1"], 0);
}
