//! A dialogue in UGI with the binary itself.

use crate::common::{command, secateur, typed};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// The binary, with pipes to both sides.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new(game: &str) -> Engine {
        let mut child = command(&["ugi", game]).stdin(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads up to a line that starts so.
    fn until(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended before saying {start}");
            if line.starts_with(start) {
                return line.trim_end().to_owned();
            }
        }
    }
}

#[test]
fn a_game_is_played_out() {
    let mut engine = Engine::new("clobber");
    engine.send("ugi");
    engine.until("ugiok");
    engine.send("setoption name Hash value 8");
    engine.send("isready");
    engine.until("readyok");
    engine.send("uginewgame");
    let mut position = "position fen 3x3".to_owned();
    for ply in 0.. {
        engine.send(&position);
        engine.send("query gameover");
        if engine.until("response") == "response true" {
            // The side to move has no move.
            engine.send("query result");
            let winner = if ply % 2 == 0 { "response p2win" } else { "response p1win" };
            assert_eq!(engine.until("response"), winner);
            break;
        }
        engine.send("go p1time 2000 p2time 2000 p1inc 10 p2inc 10");
        let best = engine.until("bestmove");
        let joint = if ply == 0 { " moves " } else { " " };
        position += joint;
        position += best.strip_prefix("bestmove ").unwrap();
    }
    engine.send("quit");
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_infinite_search_is_stopped() {
    let mut engine = Engine::new("connect4");
    engine.send("position startpos moves 4");
    engine.send("go infinite");
    engine.until("info depth 4");
    engine.send("isready");
    engine.until("readyok");
    let stopped = Instant::now();
    engine.send("stop");
    engine.until("bestmove ");
    assert!(stopped.elapsed() < Duration::from_secs(1), "{:?}", stopped.elapsed());
    // The end of input ends the next one.
    engine.send("go infinite");
    engine.until("info depth 4");
    let Engine { mut child, input, output } = engine;
    drop(input);
    let rest: Vec<String> = output.lines().map(Result::unwrap).collect();
    assert!(rest.last().unwrap().starts_with("bestmove "), "{rest:?}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn input_of_any_kind_ends_well() {
    let out =
        typed(&["ugi", "nim"], b"\xff\xfe\nposition fen 3,x\n\nposition\ngo perft\nquery\nhello\n").good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    assert!(lines.iter().all(|line| line.starts_with("info string ")), "{out}");
    assert_eq!(typed(&["ugi", "nim"], b"").good(), "");
    assert_eq!(typed(&["ugi", "nim"], b"query p1turn").good(), "response true\n", "no end of the last line");
    assert!(secateur(&["ugi", "nym"]).complaint().contains("did you mean 'nim'"));
}

#[test]
fn nobody_to_hear_it_is_no_error() {
    let Engine { mut child, mut input, output } = Engine::new("nim");
    drop(output);
    // The second line may meet a process that has ended.
    for _ in 0..2 {
        let _ = writeln!(input, "isready");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
