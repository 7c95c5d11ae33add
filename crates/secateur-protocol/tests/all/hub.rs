//! Dialogues in the Hub protocol, as an interface for draughts would hold them.

use crate::common::Engine;
use proptest::prelude::*;
use secateur_games::{Notation, draughts::Draughts};
use secateur_protocol::Next;
use secateur_session::Request;
use std::time::Duration;

const START: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn engine() -> Engine {
    Engine::hub(Request::default().hash(1 << 20))
}

/// The value of an argument.
fn value<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!(" {name}=")).unwrap_or_else(|| panic!("no {name} in {line}"));
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap(),
        None => rest.split(' ').next().unwrap(),
    }
}

#[test]
fn an_initialisation() {
    let mut engine = engine();
    engine.send("hub");
    let lines = engine.until("wait");
    assert!(lines[0].starts_with("id name=Secateur version="), "{lines:?}");
    let names: Vec<&str> = lines[1..5].iter().map(|line| value(line, "name")).collect();
    assert_eq!(names, ["hash", "threads", "algorithm", "move-overhead"]);
    assert_eq!(lines[2], "param name=threads value=1 type=int min=1 max=256");
    assert!(value(&lines[3], "values").split(' ').any(|name| name == "pvs-memory"));
    engine.send("set-param name=threads value=2");
    engine.send("set-param name=algorithm value=pvs-memory");
    engine.send("set-param name=move-overhead value=5");
    assert_eq!(engine.ask("init"), "ready");
    assert_eq!(
        engine.ask("set-param name=threads value=0"),
        "error message=\"set-param: Threads is '0', expected a number of threads from 1 to 256\""
    );
    assert!(engine.ask("set-param name=variant value=frisian").contains("unknown option 'variant'"));
    assert_eq!(engine.ask("ping"), "pong");
    assert_eq!(engine.line("quit"), Next::Quit);
}

#[test]
fn a_search() {
    let mut engine = engine();
    let moves = "32-28 17-22 28x17x22";
    engine.send(&format!("{START} moves=\"{moves}\""));
    engine.send("level depth=6");
    engine.send("go think");
    let lines = engine.until("done ");
    let start = Draughts::start();
    let legal = |line: &str| start.moves_from_hub(&format!("{moves} {line}")).is_ok();
    let (done, infos) = lines.split_last().unwrap();
    let mut last = 0;
    for info in infos {
        assert!(info.starts_with("info depth="), "{info}");
        assert!(legal(value(info, "pv")), "{info}");
        last = value(info, "depth").parse::<u32>().unwrap().max(last);
        let (score, time): (f64, f64) =
            (value(info, "score").parse().unwrap(), value(info, "time").parse().unwrap());
        assert!(score.abs() < 5.0 && time < 30.0 && value(info, "nodes").parse::<u64>().is_ok(), "{info}");
        value(info, "nps").parse::<f64>().unwrap();
    }
    assert_eq!(last, 6);
    let (best, reply) = (value(done, "move"), value(done, "ponder"));
    // One of two pieces takes back, and both what they take is told.
    assert!(["11x22x17", "12x21x17"].contains(&best), "{done}");
    assert!(legal(&format!("{best} {reply}")), "{done}");
    assert!(value(infos.last().unwrap(), "pv").starts_with(&format!("{best} {reply}")), "{lines:?}");
}

#[test]
fn what_is_won_is_told_in_men() {
    let mut engine = engine();
    // The king takes the last piece.
    let board: String = (1..=50)
        .map(|n| {
            if n == 46 {
                'W'
            } else if n == 41 {
                'b'
            } else {
                'e'
            }
        })
        .collect();
    engine.send(&format!("pos pos=W{board}"));
    engine.send("level depth=3");
    engine.send("go think");
    let lines = engine.until("done ");
    let info = &lines[lines.len() - 2];
    assert_eq!(value(info, "score"), "99.99");
    let best = value(lines.last().unwrap(), "move");
    assert!(best.starts_with("46x") && best.ends_with("x41"), "{best}");
    assert!(!lines.last().unwrap().contains("ponder="));
}

#[test]
fn a_search_without_limits_ends_when_it_is_stopped() {
    let mut engine = engine();
    engine.send(START);
    engine.send("level infinite");
    engine.send("go analyze");
    let early = engine.during(Duration::from_millis(200));
    assert!(early.iter().all(|line| line.starts_with("info ")), "{early:?}");
    engine.send("ping");
    engine.until("pong");
    engine.send("stop");
    assert!(engine.until("done ").last().unwrap().contains(" move="));
}

#[test]
fn a_clock_and_pondering() {
    let mut engine = engine();
    engine.send(&format!("{START} moves=\"32-28 17-22 28x17x22 11x22x17\""));
    engine.send("level moves=10 time=1.5");
    engine.send("go ponder");
    let early = engine.during(Duration::from_millis(300));
    assert!(early.iter().all(|line| line.starts_with("info ")), "{early:?}");
    engine.send("ponder-hit");
    engine.until("done ");
    engine.send(START);
    engine.send("level time=1 inc=0.1");
    engine.send("level nodes=500");
    engine.send("go think");
    engine.until("done ");
}

#[test]
fn mistakes_change_nothing() {
    let mut engine = engine();
    engine.send(&format!("{START} moves=32-28"));
    for (line, why) in [
        ("pos pos=Wbw", "error message=\"pos: the board has 2 squares, expected 50\""),
        ("pos pos=\"\"", "error message=\"pos: '' begins with no side to move, expected W or B\""),
        (
            "pos moves=\"32-28 32-28\"",
            "error message=\"pos: move 2: '32-28' is not legal, expected such as 32-28 or 28x17x22\"",
        ),
        ("level depth=deep", "error message=\"level: depth is 'deep', expected a whole number\""),
        ("level time=soon", "error message=\"level: time is 'soon', expected a number of seconds\""),
        ("set-param value=3", "error message=\"set-param: expected name=NAME value=VALUE\""),
    ] {
        assert_eq!(engine.ask(line), why, "{line}");
    }
    engine.send("");
    engine.send("castle e1=g1");
    // Black is to move still.
    engine.send("level depth=2");
    engine.send("go think");
    let done = engine.until("done ").pop().unwrap();
    assert!(Draughts::start().moves_from_hub(&format!("32-28 {}", value(&done, "move"))).is_ok(), "{done}");
    // Nobody asks for a move where there is none; who does gets an answer.
    engine.send(&format!("pos pos=W{}B", "e".repeat(49)));
    engine.send("level depth=2");
    engine.send("go think");
    assert_eq!(
        engine.until("error").pop().unwrap(),
        "error message=\"the game is over, expected a position with moves\""
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever comes, every answer is one line, and nothing panics.
    #[test]
    fn any_dialogue(lines in proptest::collection::vec(
        prop_oneof![
            "[a-z =\"\\PC]{0,20}",
            Just(START.to_owned()),
            "pos pos=[WB][wbWBe]{50}",
            "pos moves=\"[0-9]{2}[-x][0-9]{2}\"",
            "level (depth|nodes|move-time|time|moves|inc)=[0-3.-]{0,3}",
            "level nodes=9",
            "go (think|ponder|analyze)",
            Just("stop".to_owned()),
            Just("ponder-hit".to_owned()),
            Just("hub".to_owned()),
            Just("init".to_owned()),
        ],
        0..12,
    )) {
        let mut engine = Engine::hub(Request::default().hash(1 << 16));
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
