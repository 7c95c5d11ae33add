//! Dialogues in GTP, as GoGui and its tools would hold them.

use crate::common::{Engine, legal, play_all};
use proptest::prelude::*;
use secateur_protocol::Next;
use secateur_session::Outcome;
use secateur_session::Request;
use std::time::{Duration, Instant};

fn engine(game: &str) -> Engine {
    Engine::gtp(game, Request::default().hash(1 << 20).depth(3))
}

/// Sends a command, and returns the response up to the empty line.
fn ask(engine: &mut Engine, line: &str) -> String {
    engine.send(line);
    let mut lines = vec![engine.read()];
    while !lines[lines.len() - 1].is_empty() {
        lines.push(engine.read());
    }
    lines.pop();
    lines.join("\n")
}

#[test]
fn it_introduces_itself() {
    let mut engine = engine("othello");
    assert_eq!(ask(&mut engine, "protocol_version"), "= 2");
    assert_eq!(ask(&mut engine, "10 name"), "=10 Secateur");
    assert_eq!(ask(&mut engine, "011\tversion # comment"), format!("=011 {}", env!("CARGO_PKG_VERSION")));
    let list = ask(&mut engine, "list_commands");
    for command in list.strip_prefix("= ").unwrap().lines() {
        assert_eq!(ask(&mut engine, &format!("known_command {command}")), "= true");
        if command != "quit" {
            assert_ne!(ask(&mut engine, command), "? unknown command", "{command}");
        }
    }
    assert_eq!(ask(&mut engine, "known_command loadsgf"), "= false");
    assert_eq!(ask(&mut engine, "3 loadsgf x"), "?3 unknown command");
    // Not every game has a board that GoGui could show.
    assert!(list.contains("gogui-rules_board"));
    assert!(!ask(&mut self::engine("nim"), "list_commands").contains("gogui"));
    // Comments and empty lines are no commands.
    engine.send("# 4 name");
    engine.send("  ");
    assert_eq!(engine.during(Duration::from_millis(20)), [""; 0]);
    assert_eq!(engine.line("5 quit"), Next::Quit);
    assert_eq!([engine.read(), engine.read()], ["=5", ""]);
}

/// Columns are counted without I, and the board is as large as it is asked to be.
#[test]
fn go_on_nine_by_nine() {
    let mut engine = engine("go");
    assert_eq!(ask(&mut engine, "boardsize 9"), "=");
    assert_eq!(ask(&mut engine, "gogui-rules_board_size"), "= 9");
    assert_eq!(ask(&mut engine, "gogui-rules_game_id"), "= Go");
    assert_eq!(ask(&mut engine, "play b j9"), "=");
    assert_eq!(ask(&mut engine, "play w i8"), "? illegal move");
    assert_eq!(ask(&mut engine, "play w h8"), "=");
    let legal = ask(&mut engine, "gogui-rules_legal_moves");
    assert!(
        legal.contains(" H9 ") && legal.contains(" J8 ") && !legal.contains('I') && !legal.contains("J9")
    );
    assert!(ask(&mut engine, "genmove b").starts_with("= "));
    assert_eq!(ask(&mut engine, "boardsize 19"), "? unacceptable size");
    assert_eq!(ask(&mut engine, "boardsize 5"), "=");
    assert_eq!(ask(&mut engine, "play b f5"), "? illegal move");
    assert_eq!(ask(&mut engine, "play b e5"), "=");
}

#[test]
fn boards_are_set_up() {
    let mut engine = engine("othello");
    assert_eq!(ask(&mut engine, "boardsize 19"), "? unacceptable size");
    assert_eq!(ask(&mut engine, "boardsize big"), "? syntax error: expected a number");
    assert_eq!(ask(&mut engine, "play b f5"), "=");
    assert_eq!(ask(&mut engine, "boardsize 8"), "=");
    assert_eq!(ask(&mut engine, "komi 6.5"), "=");
    assert_eq!(ask(&mut engine, "komi"), "? syntax error: expected a number");
    assert_eq!(ask(&mut engine, "gogui-rules_legal_moves"), "= D3 C4 F5 E6");
    assert_eq!(ask(&mut engine, "gogui-rules_side_to_move"), "= black");
    assert_eq!(ask(&mut engine, "gogui-rules_game_id"), "= Othello");
    assert_eq!(ask(&mut engine, "gogui-rules_board_size"), "= 8");
    assert_eq!(ask(&mut engine, "PLAY b f5"), "? unknown command");
    assert_eq!(ask(&mut engine, "play black d3"), "=");
    // From the highest row to the lowest: d3 is in the sixth line.
    let empty = ". . . . . . . .";
    let board = [empty, empty, empty, ". . . X O . . .", ". . . X X . . .", ". . . X . . . .", empty, empty];
    assert_eq!(ask(&mut engine, "gogui-rules_board"), format!("= {}", board.join("\n")));
    assert!(ask(&mut engine, "showboard").starts_with("=\n   a b c d e f g h\n 1 - -"));
    assert_eq!(ask(&mut engine, "gogui-rules_final_result"), "=");
    assert_eq!(ask(&mut engine, "clear_board"), "=");
    assert_eq!(ask(&mut engine, "play b f5"), "=");
    // Connect-4 has no square board, and Nim none at all.
    assert_eq!(ask(&mut self::engine("connect4"), "boardsize 7"), "=");
    assert_eq!(ask(&mut self::engine("nim"), "boardsize 19"), "=");
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut engine = engine("othello");
    assert_eq!(ask(&mut engine, "1 undo"), "?1 cannot undo");
    for (line, said) in [
        ("play black f5", "="),
        ("play black d6", "? illegal move"),
        ("play white f5", "? illegal move"),
        ("play white z9", "? illegal move"),
        ("play white pass", "? illegal move"),
        ("play red d6", "? syntax error: expected black or white"),
        ("play white", "? syntax error: expected a colour and a move"),
        ("genmove", "? syntax error: expected a colour"),
        ("genmove black", "? it is not the turn of black"),
        ("play W D6", "="),
        ("undo", "="),
        ("play white f4", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
    ] {
        assert_eq!(ask(&mut engine, line), said, "{line}");
    }
    assert_eq!(ask(&mut engine, "gogui-rules_legal_moves"), "= D3 C4 F5 E6");
}

#[test]
fn a_game_is_played_out_and_scored() {
    for game in ["othello", "tictactoe", "connect4", "nim"] {
        let mut engine = engine(game);
        let mut moves: Vec<String> = Vec::new();
        while !legal(game, None, &moves).is_empty() {
            assert!(ask(&mut engine, "final_score").starts_with("? cannot score"));
            let colour = ["black", "white"][moves.len() % 2];
            let asked = ask(&mut engine, &format!("reg_genmove {colour}"));
            let played = ask(&mut engine, &format!("genmove {colour}"));
            assert_eq!(asked, played, "{game} {moves:?}");
            moves.push(played["= ".len()..].to_lowercase());
        }
        let end = play_all(game, None, &moves);
        let outcome = end.outcome().unwrap();
        let points = outcome.by.unwrap_or(1);
        let to_move_is_black = moves.len().is_multiple_of(2);
        let expected = match outcome.outcome {
            Outcome::Draw => "= 0".to_owned(),
            Outcome::Win if to_move_is_black => format!("= B+{points}"),
            Outcome::Loss if !to_move_is_black => format!("= B+{points}"),
            _ => format!("= W+{points}"),
        };
        assert_eq!(ask(&mut engine, "final_score"), expected, "{game}: {outcome}");
        // Both pass, and that can be taken back, too.
        for line in ["genmove black", "genmove white", "reg_genmove white"] {
            assert_eq!(ask(&mut engine, line), "= pass");
        }
        assert_eq!(ask(&mut engine, "play black pass"), "=");
        for _ in 0..3 + moves.len() {
            assert_eq!(ask(&mut engine, "undo"), "=");
        }
        assert_eq!(ask(&mut engine, "undo"), "? cannot undo");
    }
}

#[test]
fn a_pass_that_the_rules_demand_may_be_left_out() {
    let line = first_pass();
    let (last, before) = line.split_last().unwrap();
    let mut engine = engine("othello");
    for (i, m) in before.iter().enumerate() {
        assert_eq!(ask(&mut engine, &format!("play {} {m}", ["b", "w"][i % 2])), "=");
    }
    let (mover, passer) = if before.len() % 2 == 0 { ("w", "b") } else { ("b", "w") };
    assert_eq!(ask(&mut engine, &format!("reg_genmove {passer}")), "= pass");
    assert_eq!(ask(&mut engine, &format!("play {mover} {last}")), "=");
    assert_eq!(ask(&mut engine, "undo"), "=");
    assert_eq!(ask(&mut engine, &format!("genmove {passer}")), "= pass", "the undo took back both");
    assert_eq!(ask(&mut engine, &format!("play {mover} {last}")), "=");
}

/// Moves from the start, the pass before the last one left out.
fn first_pass() -> Vec<String> {
    let mut at = vec![Vec::new()];
    loop {
        let mut next: Vec<Vec<String>> = Vec::new();
        for line in &at {
            let moves = legal("othello", None, line);
            if moves == ["pass"] {
                let passed = [&line[..], &["pass".to_owned()]].concat();
                let last = legal("othello", None, &passed).swap_remove(0);
                return [&line[..], &[last]].concat();
            }
            // Two moves of each position are enough to meet a pass soon.
            next.extend(moves.into_iter().take(2).map(|m| [&line[..], &[m]].concat()));
        }
        at = next;
    }
}

#[test]
fn clocks_limit_moves() {
    let mut engine = Engine::gtp("othello", Request::default().hash(1 << 20));
    let mut time = |lines: &[&str]| {
        let (last, first) = lines.split_last().unwrap();
        first.iter().for_each(|line| assert_eq!(ask(&mut engine, line), "="));
        let start = Instant::now();
        assert!(ask(&mut engine, last).starts_with("= "));
        assert_eq!(ask(&mut engine, "undo"), "=");
        start.elapsed()
    };
    let usual = time(&["genmove black"]);
    assert!(usual > Duration::from_millis(900), "a second without any limit: {usual:?}");
    let short = Duration::from_millis(800);
    assert!(time(&["time_settings 2 0 0", "genmove black"]) < short);
    assert!(time(&["time_settings 0 4 20", "genmove black"]) < short);
    assert!(time(&["time_settings 600 0 0", "time_left black 1 0", "genmove black"]) < short);
    assert!(time(&["time_left black 2 10", "genmove black"]) < short);
    assert!(time(&["time_settings 0 1 0", "genmove black"]) > short, "no limit");
    for (line, said) in [
        ("time_settings", "? syntax error: expected the main time, a period and the moves in it"),
        ("time_settings x 0 0", "? syntax error: expected a number of seconds"),
        ("time_settings nan 0 0", "? syntax error: expected a number of seconds"),
        ("time_settings -1 1e300 4", "="),
        ("time_left black 3", "? syntax error: expected a colour, a time and a number of moves"),
        ("time_left black 3 x", "? syntax error: expected a number of moves"),
    ] {
        assert_eq!(ask(&mut engine, line), said);
    }
}

fn lines() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "boardsize 8",
        "clear_board",
        "komi 0",
        "play black f5",
        "play white d6",
        "play b",
        "genmove black",
        "genmove w",
        "reg_genmove b",
        "undo",
        "time_settings 0 0 0",
        "time_settings 1 0 0",
        "time_left b 0 0",
        "showboard",
        "final_score",
        "list_commands",
        "gogui-rules_board",
        "gogui-rules_final_result",
        "7",
        "#",
    ])
    .prop_map(str::to_owned);
    prop_oneof![4 => known, 1 => "[0-9]{0,12} ?[a-z_]{0,8} [ -~]{0,20}", 1 => ".{0,30}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_command_is_answered_once(
        game in prop::sample::select(vec!["othello", "tictactoe", "nim"]),
        lines in prop::collection::vec(lines(), 0..20),
    ) {
        let request = Request::default().hash(1 << 16).depth(2);
        let mut engine = Engine::gtp(game, request);
        for line in &lines {
            engine.line(line);
            let said = engine.during(Duration::ZERO);
            let Some((end, lines)) = said.split_last() else { continue };
            prop_assert!(end.is_empty() && lines[0].starts_with(['=', '?']), "{line:?}: {said:?}");
            prop_assert!(lines.iter().all(|line| !line.is_empty() && !line.contains(['\n', '\r'])), "{said:?}");
        }
    }
}
