//! Dialogues in the NBoard protocol, as NBoard would hold them.

use crate::common::{Engine, legal};
use proptest::prelude::*;
use secateur_protocol::Next;
use secateur_session::Request;
use std::time::{Duration, Instant};

/// A game as NBoard hands it over, with these moves.
fn game(moves: &str) -> String {
    let board = "8 ---------------------------O*------*O--------------------------- *";
    format!("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[{board}]{moves};)")
}

fn engine() -> Engine {
    Engine::nboard(Request::default().hash(1 << 20))
}

/// An engine at a depth, after moves.
fn at(depth: u32, moves: &str) -> Engine {
    let mut engine = engine();
    engine.send("nboard 2");
    assert_eq!(engine.read(), "set myname Secateur");
    assert_eq!(engine.ask(&format!("set depth {depth}")), format!("set myname Secateur{depth}"));
    engine.send(&game(moves));
    engine
}

/// The words of a `search` line: the moves, the value and the depth.
fn told(line: &str) -> Option<(Vec<String>, f64, String)> {
    let words: Vec<&str> = line.strip_prefix("search ")?.split(' ').collect();
    let &[pv, value, "0", depth] = words.as_slice() else { panic!("{line}") };
    let moves = pv.split('-').map(|m| if m == "PA" { "pass".into() } else { m.to_lowercase() });
    Some((moves.collect(), value.parse().unwrap(), depth.into()))
}

#[test]
fn the_example_of_the_specification() {
    let mut engine = at(6, "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4]");
    assert_eq!(engine.ask("ping 1"), "pong 1");
    engine.send("go");
    assert_eq!(engine.read(), "status Secateur is thinking");
    let lines = engine.until("===");
    let played: Vec<String> = "f5 f6 d3 c5 e6 f7 e7 f4".split(' ').map(str::to_owned).collect();
    let legal = legal("othello", None, &played);
    let mut last = 0;
    for (line, number) in lines.iter().filter_map(|line| told(line)).zip(1..) {
        assert_eq!(line.2, number.to_string(), "{lines:?}");
        assert!(legal.contains(&line.0[0]), "{lines:?}");
        last = number;
    }
    assert_eq!(last, 6, "{lines:?}");
    let stats = lines.iter().filter_map(|line| line.strip_prefix("nodestats ")).next_back().unwrap();
    let (nodes, seconds) = stats.split_once(' ').unwrap();
    assert!(nodes.parse::<u64>().unwrap() > 100 && seconds.parse::<f64>().unwrap() < 30.0);
    let (m, rest) = lines.last().unwrap()["=== ".len()..].split_once('/').unwrap();
    let (value, time) = rest.split_once('/').unwrap();
    let (pv, searched, _) = lines.iter().rev().find_map(|line| told(line)).unwrap();
    assert_eq!((m.to_lowercase(), value.parse()), (pv[0].clone(), Ok(searched)));
    time.parse::<f64>().unwrap();
    assert_eq!(engine.read(), "status Secateur is waiting");
    // The move is not made before it is sent.
    engine.send("go");
    let again = engine.until("===").pop().unwrap();
    assert_eq!(again.split('/').next().unwrap(), format!("=== {m}"));
}

#[test]
fn a_game_is_played_out_with_all_its_passes() {
    let mut engine = at(2, "");
    let mut moves: Vec<String> = Vec::new();
    let mut passes = 0;
    while !legal("othello", None, &moves).is_empty() {
        engine.send("go");
        let best = engine.until("===").pop().unwrap();
        let best = best["=== ".len()..].split('/').next().unwrap().to_owned();
        engine.send(&format!("move {best}/0.5/0.01"));
        passes += usize::from(best == "PA");
        moves.push(if best == "PA" { "pass".into() } else { best.to_lowercase() });
        assert_eq!(engine.until("status Secateur is waiting").len(), 1);
    }
    assert!(moves.len() - passes > 40);
    engine.send("go");
    let why = "go: the game is over, expected a position with moves to play";
    assert_eq!([engine.read(), engine.read()], [format!("note: {why}"), format!("status {why}")]);
}

#[test]
fn hints_stream_and_are_the_best_moves_in_order() {
    let mut engine = at(6, "B[F5]W[D6]");
    engine.send("hint 3");
    assert_eq!(engine.read(), "status Secateur is analysing");
    let lines = engine.until("status");
    assert_eq!(lines.iter().filter(|line| line.starts_with("nodestats ")).count(), 5, "{lines:?}");
    let hints: Vec<_> = lines.iter().filter_map(|line| told(line)).collect();
    assert_eq!(hints.len(), 15, "{lines:?}");
    for (round, depth) in hints.chunks(3).zip(2..) {
        assert!(round.iter().all(|hint| hint.2 == depth.to_string()), "{lines:?}");
        assert!(round.is_sorted_by(|a, b| a.1 >= b.1), "{lines:?}");
        assert!(round[0].0[0] != round[1].0[0] && round[1].0[0] != round[2].0[0], "{lines:?}");
    }
    // One hint is a plain search, whose value is that of the best of several.
    engine.send("hint 1");
    let lines = engine.until("status Secateur is waiting");
    let (_, value, depth) = lines.iter().rev().find_map(|line| told(line)).unwrap();
    assert_eq!((value, depth.as_str()), (hints[12].1, "6"));
}

#[test]
fn what_is_solved_is_said_to_be() {
    // h7 and h8 are empty, and only X has a move.
    let board = format!("{}X-{}O- X", "X".repeat(54), "X".repeat(6));
    let mut engine = engine();
    engine.send(&format!("set game (;GM[Othello]TY[8]BO[8 {}];)", board.replace('X', "*")));
    engine.send("hint 2");
    let lines = engine.until("status Secateur is waiting");
    let (pv, value, depth) = lines.iter().rev().find_map(|line| told(line)).unwrap();
    assert_eq!((pv[0].as_str(), depth.as_str()), ("h8", "100%"), "{lines:?}");
    assert_eq!(value, 64.0);
}

#[test]
fn a_ping_ends_what_is_under_way() {
    let mut engine = at(60, "B[F5]");
    for (command, words) in
        [("go", "search "), ("hint 1", "search "), ("hint 4", "search "), ("analyze", "status ")]
    {
        engine.send(command);
        engine.until(words);
        let start = Instant::now();
        engine.send("ping 7");
        let lines = engine.until("pong");
        assert!(start.elapsed() < Duration::from_secs(2), "{command}: {:?}", start.elapsed());
        assert_eq!(lines.last().unwrap(), "pong 7");
        // The move comes before, and nothing after.
        let moves = lines.iter().filter(|line| line.starts_with("=== ")).count();
        assert_eq!(moves, usize::from(command == "go"), "{lines:?}");
        assert_eq!(engine.during(Duration::from_millis(50)), [""; 0], "{command}");
    }
}

#[test]
fn a_new_position_ends_what_is_under_way() {
    let mut engine = at(60, "");
    for change in ["move F5", "set game (;GM[Othello]TY[8];)", "go"] {
        engine.send("go");
        engine.until("search ");
        engine.send(change);
        engine.until("===");
    }
    assert_eq!(engine.line("quit"), Next::Quit);
    engine.until("===");
    let mut engine = at(60, "");
    engine.send("go");
    engine.until("search ");
    let rest = engine.end();
    assert!(rest.iter().any(|line| line.starts_with("=== ")), "{rest:?}");
}

#[test]
fn a_game_is_analysed_from_its_end() {
    let moves = "B[F5]W[D6]B[C3]W[D3]B[C4]";
    let mut engine = at(4, moves);
    engine.send("analyze");
    let lines = engine.until("status Secateur is waiting");
    let values: Vec<(usize, f64)> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("analysis ")?.split_once(' '))
        .map(|(number, value)| (number.parse().unwrap(), value.parse().unwrap()))
        .collect();
    assert_eq!(values.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [5, 4, 3, 2, 1, 0]);
    // A position is worth as much as the move that was played in it, or more.
    assert!(values.windows(2).all(|two| two[1].1 >= -two[0].1), "{values:?}");
    // Where it was, it still is.
    engine.send("hint 1");
    let lines = engine.until("status Secateur is waiting");
    assert_eq!(lines.iter().rev().find_map(|line| told(line)).unwrap().1, values[0].1);
}

#[test]
fn the_rest_is_answered_or_ignored() {
    let mut engine = at(3, "B[F5]");
    assert_eq!(engine.ask("learn"), "learned");
    for quiet in
        ["set contempt -20", "set colour blue", "draw_tree", "", "  ", "F5", "search F5 1 0 3", "\u{e9}"]
    {
        engine.send(quiet);
    }
    assert_eq!(engine.ask("  ping   12  "), "pong 12");
    for (line, why) in [
        ("move z9", "move: found 'z9', expected a square such as F5, or PA"),
        ("move F5", "move: 'f5' is not a legal move, expected one of f4 d6 f6"),
        ("move", "move: found '', expected a square such as F5, or PA"),
        ("move D6/x", "move: the value is 'x', expected a number"),
        ("set game", "set: no game, expected one in GGF: (;GM[Othello]...;)"),
        ("set game (;GM[Chess];)", "set: game: GM: found 'Chess', expected Othello"),
        ("set game (;", "set: game: the game is not enclosed, expected (; and ;) around it"),
        ("set depth 0", "set: depth is '0', expected a number from 1 on"),
        ("set depth deep", "set: depth is 'deep', expected a number from 1 on"),
        ("set contempt much", "set: contempt is 'much', expected a number"),
        ("hint", "hint: found '', expected how many moves to evaluate, from 1 on"),
        ("hint -1", "hint: found '-1', expected how many moves to evaluate, from 1 on"),
    ] {
        let noted = engine.ask(line);
        assert_eq!([noted, engine.read()], [format!("note: {why}"), format!("status {why}")]);
    }
    // Another version is reported, and served as far as possible.
    engine.send("nboard 3");
    assert!(engine.until("status nboard: the version is '3', expected 2")[0].starts_with("set myname "));
    // The position is still the old one.
    engine.send("move D6");
    engine.send("go");
    assert!(engine.until("===").pop().is_some());
}

#[test]
fn a_clock_limits_a_move() {
    let mut engine = at(60, "");
    let clock = |text: &str| game("").replace("15:00", text);
    engine.send(&clock("00:02"));
    engine.send("go");
    let start = Instant::now();
    engine.until("===");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

/// Words that mean something, and others.
fn lines() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "nboard 2",
        "set depth 2",
        "set game",
        "set game (;",
        "set contempt 5",
        "move",
        "move F5",
        "move D6/1/2",
        "move PA",
        "go",
        "hint 1",
        "hint 2",
        "hint",
        "ping 3",
        "ping",
        "learn",
        "analyze",
        "status",
    ])
    .prop_map(str::to_owned);
    let games = "(B|W|TI|BO|GM)\\[[A-H1-8*O/: -]{0,70}\\]".prop_map(|properties| game(&properties));
    prop_oneof![4 => known, 1 => "[ -~\\t]{0,40}", 1 => ".{0,20}", 1 => games]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_lines_make_it_panic(lines in prop::collection::vec(lines(), 0..20)) {
        let mut engine = Engine::nboard(Request::default().hash(1 << 16).depth(2));
        for line in &lines {
            if engine.line(line) == Next::Quit {
                break;
            }
        }
        for said in engine.end() {
            prop_assert!(!said.contains(['\n', '\r']) && !said.contains("panicked"), "{said}");
        }
    }
}
