//! UCI with the binary itself.

use crate::common::{command, secateur, typed};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn help_tells_how_an_interface_starts_it() {
    let help = secateur(&["uci", "--help"]).good();
    assert!(help.contains("command `secateur`, argument `uci`"), "{help}");
    assert!(secateur(&["uci", "chess"]).complaint().contains("found 'chess', expected nothing more"));
}

#[test]
fn a_dialogue_on_standard_input_and_output() {
    let mut child = command(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until = |start: &str| lines.find(|line| line.starts_with(start)).expect("it should be said");
    write!(input, "uci\r\n").unwrap();
    assert!(until("id name").starts_with("id name Secateur "));
    until("uciok");
    writeln!(input, "isready\nposition startpos moves e2e4 e7e5\ngo depth 4").unwrap();
    until("readyok");
    assert!(until("info depth 4 ").contains(" score cp "));
    until("bestmove ");
    // The end of input ends the next one.
    writeln!(input, "go infinite").unwrap();
    until("info depth 3 ");
    drop(input);
    until("bestmove ");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn input_of_any_kind_ends_well() {
    let out = typed(&["uci"], b"\xff\xfe\nposition fen x\n\nposition\ngo perft\nhello\nquit\ngo\n").good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines.iter().all(|line| line.starts_with("info string ")), "{out}");
    assert_eq!(typed(&["uci"], b"").good(), "");
    assert_eq!(typed(&["uci"], b"isready").good(), "readyok\n", "no end of the last line");
}
