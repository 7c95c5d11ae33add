//! Dialogues in UGI, as a match runner or an interface would hold them.

use crate::common::{Engine, after, legal, number, play_all, search};
use proptest::prelude::*;
use secateur_protocol::{Next, Ugi};
use std::time::{Duration, Instant};

const GAMES: [&str; 3] = ["connect4", "clobber", "nim"];

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::new("connect4");
    engine.send("ugi");
    let lines = engine.until("ugiok");
    assert!(lines[0].starts_with("id name Secateur ") && lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines[2], "option name Hash type spin default 64 min 1 max 1048576");
    assert_eq!(lines[3], "option name Threads type spin default 1 min 1 max 256");
    assert!(
        lines[4].starts_with("option name Algorithm type combo default engine var minimax var "),
        "{lines:?}"
    );
    assert_eq!(lines[5], "option name Move Overhead type spin default 10 min 0 max 10000");
    assert_eq!(lines[6], "option name Level type spin default 10 min 1 max 10");
    assert_eq!(lines[7..], ["ugiok"]);
    engine.send("isready");
    assert_eq!(engine.read(), "readyok");
}

#[test]
fn no_clock_is_spent_on_an_only_move() {
    let mut engine = Engine::new("nim");
    engine.send("position fen 1");
    engine.send("go movetime 60000");
    assert_eq!(engine.until("bestmove 1-1").last().unwrap(), "bestmove 1-1");
}

#[test]
fn a_beginner_searches_little() {
    let mut engine = Engine::new("connect4");
    engine.send("setoption name Level value 1");
    engine.send("go movetime 60000"); // 40 nodes end it
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info ") && !line.contains("nodes 4000")), "{lines:?}");
    engine.send("setoption name Level value 11");
    assert_eq!(engine.read(), "info string Level is '11', expected a number of levels from 1 to 10");
}

#[test]
fn no_larger_table_is_offered_than_there_is_room_for() {
    for (room, offered) in [(5 << 20, "default 5 min 1 max 5"), (100, "default 1 min 1 max 1")] {
        let (send, said) = std::sync::mpsc::channel();
        let games = secateur_standard::standard();
        let say = move |line: &str| send.send(line.to_owned()).unwrap();
        let mut ugi = Ugi::new(games.find("nim").unwrap(), say).limit_hash(room);
        ugi.line("ugi");
        assert!(said.iter().any(|line| line == format!("option name Hash type spin {offered}")));
        said.iter().find(|line| line == "ugiok");
        ugi.line("setoption name Hash value 6");
        assert!(
            said.recv().unwrap().starts_with("info string Hash is '6', expected a number of MiB from 1 to ")
        );
    }
}

#[test]
fn variations_and_best_moves_are_legal_to_the_end_of_the_game() {
    for game in GAMES {
        let mut engine = Engine::new(game);
        let mut moves: Vec<String> = Vec::new();
        engine.send("setoption name Hash value 4");
        engine.send("uginewgame");
        while !legal(game, None, &moves).is_empty() {
            let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
            engine.send(&format!("position startpos{played}"));
            assert_eq!(engine.ask("query p1turn"), format!("response {}", moves.len().is_multiple_of(2)));
            assert_eq!(engine.ask("query gameover"), "response false");
            assert_eq!(engine.ask("query result"), "response none");
            let lines = search(&mut engine, "go depth 4");
            for line in lines.iter().filter(|line| line.starts_with("info depth")) {
                let variation: Vec<String> = after(line, "pv").split(' ').map(str::to_owned).collect();
                play_all(game, None, &[&moves[..], &variation].concat());
            }
            let (best, infos) = lines.split_last().unwrap();
            let best = best.strip_prefix("bestmove ").unwrap();
            assert_eq!(after(infos.last().unwrap(), "pv").split(' ').next(), Some(best));
            moves.push(best.to_owned());
        }
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        assert_eq!(engine.ask("query gameover"), "response true");
        // With best play nim's 3,4,5 is won by the first player; the other two may end either way.
        let result = engine.ask("query result");
        let decided = ["response p1win", "response p2win", "response draw"].contains(&result.as_str());
        assert!(if game == "nim" { result == "response p1win" } else { decided }, "{game}: {result}");
        assert_eq!(search(&mut engine, "go depth 4").last().unwrap(), "bestmove (none)");
    }
}

#[test]
fn an_infinite_search_answers_isready_and_says_no_move_before_stop() {
    for game in GAMES {
        let mut engine = Engine::new(game);
        engine.send("position startpos");
        engine.send("go infinite");
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(lines.iter().rev().skip(1).all(|line| line.starts_with("info ")), "{lines:?}");
        // Nim is solved at once; even so nothing is sent before the other side asks for it.
        let lines = engine.during(Duration::from_millis(300));
        assert!(lines.iter().all(|line| line.starts_with("info depth")), "{lines:?}");
        let stopped = Instant::now();
        engine.send("stop");
        let best = engine.until("bestmove").pop().unwrap();
        assert!(stopped.elapsed() < Duration::from_secs(1), "{game}: {:?}", stopped.elapsed());
        let best = best.strip_prefix("bestmove ").unwrap().to_owned();
        assert!(legal(game, None, &[]).contains(&best), "{game}: {best}");
        engine.send("stop");
        assert_eq!(engine.during(Duration::from_millis(20)), [""; 0], "a second stop has nothing to stop");
    }
}

#[test]
fn a_search_goes_on_while_other_lines_come() {
    let mut engine = Engine::new("connect4");
    engine.send("position startpos moves 4 4");
    engine.send("go infinite");
    engine.send("go depth 1");
    let refused = engine.until("info string").pop().unwrap();
    assert_eq!(refused, "info string go: a search is under way, expected `stop` first");
    engine.send("position startpos moves 1");
    engine.send("query p1turn");
    assert_eq!(engine.until("response").pop().unwrap(), "response false");
    engine.send("uginewgame");
    engine.until("bestmove");
    assert_eq!(engine.ask("query p1turn"), "response true");
}

#[test]
fn limits_hold() {
    let mut engine = Engine::new("connect4");
    let lines = search(&mut engine, "go depth 6");
    assert_eq!(number(&lines[lines.len() - 2], "depth"), 6);
    let lines = search(&mut engine, "go nodes 5000");
    assert_eq!(number(&lines[lines.len() - 2], "nodes"), 5000);
    for (go, most) in [("go movetime 100", 500), ("go p1time 1000 p2time 5 p1inc 500 p2inc 0", 1000)] {
        let start = Instant::now();
        let lines = search(&mut engine, go);
        assert!(start.elapsed() < Duration::from_millis(most), "{go}: {:?}", start.elapsed());
        assert!(number(&lines[lines.len() - 2], "time") >= 50, "{go} hardly searched: {lines:?}");
    }
    // The options change the search: minimax visits more.
    let nodes =
        |engine: &mut Engine| number(search(engine, "go depth 5").iter().rev().nth(1).unwrap(), "nodes");
    let usual = nodes(&mut engine);
    engine.send("setoption name algorithm value Minimax");
    assert!(nodes(&mut engine) > 2 * usual);
}

#[test]
fn what_takes_long_is_done_when_asked_to_be_ready() {
    let mut engine = Engine::new("connect4");
    engine.send("setoption name Hash value 512");
    engine.send("position fen 4455 moves 1");
    assert_eq!(engine.ask("isready"), "readyok");
    // Making such a table takes a few hundred milliseconds.
    let lines = search(&mut engine, "go movetime 100");
    assert!(number(&lines[lines.len() - 2], "nodes") > 2_000, "{lines:?}");
}

#[test]
fn scores_are_for_the_side_to_move() {
    let mut nim = Engine::new("nim");
    for (position, score) in
        [("fen 3", "mate 1"), ("startpos moves 1-2 2-4 3-5", "mate 1"), ("fen 1,1", "mate -2")]
    {
        nim.send(&format!("position {position}"));
        let lines = search(&mut nim, "go depth 9");
        assert!(after(&lines[lines.len() - 2], "score").starts_with(&format!("{score} ")), "{lines:?}");
    }
    let mut tree = Engine::new("tree");
    for (position, score) in [("startpos", 3), ("startpos moves 0", -3), ("fen (7 (5 2) 9) moves 1", -2)] {
        tree.send(&format!("position {position}"));
        let lines = search(&mut tree, "go depth 9");
        assert_eq!(number(&lines[lines.len() - 2], "score cp"), score, "{position}: {lines:?}");
    }
}

#[test]
fn the_first_player_is_known_in_any_position() {
    for (game, position, first) in [
        ("clobber", "fen 4x5", true),
        ("clobber", "fen 4x5 O", false),
        ("clobber", "fen 4x5 O moves b1c1", true),
        ("connect4", "fen 44 moves 4", false),
        ("connect4", "fen 4", false),
        ("connect4", "fen", true),
        ("othello", "fen f5", false),
        ("othello", "fen f5 moves d6", true),
        ("nim", "fen 2,2", true),
        ("nim", "fen 2,2 moves 1-1", false),
    ] {
        let mut engine = Engine::new(game);
        engine.send(&format!("position {position}"));
        assert_eq!(engine.ask("query p1turn"), format!("response {first}"), "{game} {position}");
    }
}

#[test]
fn results_are_the_players_not_the_side_to_moves() {
    for (game, position, result) in [
        ("connect4", "startpos moves 1 2 1 2 1 2 1", "p1win"),
        ("connect4", "startpos moves 1 2 1 2 1 2 3 2", "p2win"),
        ("tictactoe", "fen XOX/XOO/OXX", "draw"),
        ("nim", "fen 1,1 moves 1-1 2-1", "p2win"),
        ("clobber", "fen X.O O", "p1win"),
        ("othello", "fen e6f4e3f6g5d6e7f5 moves c5", "p1win"),
    ] {
        let mut engine = Engine::new(game);
        engine.send(&format!("position {position}"));
        assert_eq!(engine.ask("query gameover"), "response true", "{game} {position}");
        assert_eq!(engine.ask("query result"), format!("response {result}"), "{game} {position}");
    }
}

#[test]
fn what_cannot_be_done_is_said_in_one_line_and_changes_nothing() {
    let mut engine = Engine::new("connect4");
    engine.send("position startpos moves 4");
    for (line, said) in [
        ("position", "position: expected `startpos` or `fen`"),
        ("position fen 48", "position '48': "),
        ("position startpos moves 4 9 4", "move 2: '9' is not a legal move, expected one of "),
        ("position fen 112233 moves 4 4", "move 2: '4' is not legal: the game is over"),
        ("go perft deep", "go: perft is 'deep', expected a whole number"),
        ("query winner", "query 'winner': expected gameover, p1turn or result"),
        ("setoption name Hash value lots", "Hash is 'lots', expected a number of MiB from 1 to 1048576"),
        ("setoption name Threads value 0", "Threads is '0', expected a number of threads from 1 to 256"),
        ("setoption name Thread value 1", "unknown option 'Thread' (did you mean 'Threads'?)"),
        ("setoption name Algorithm value mtdf", "unknown algorithm 'mtdf' (did you mean 'mtd-f'?)"),
        ("setoption", "setoption: expected `name NAME value VALUE`"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("info string {said}")), "{line}: {answer}");
        assert_eq!(engine.ask("query p1turn"), "response false", "{line} changed the position");
    }
    let long = format!("position fen {}", "x".repeat(10_000));
    assert!(engine.ask(&long).len() < 400);
}

#[test]
fn a_limit_that_cannot_be_read_is_skipped_and_a_move_comes() {
    let mut engine = Engine::new("connect4");
    let lines = search(&mut engine, "go depth deep nodes 50");
    assert_eq!(lines[0], "info string go: depth is 'deep', expected a whole number");
}

#[test]
fn unknown_words_are_skipped() {
    let mut engine = Engine::new("nim");
    assert_eq!(engine.ask("joho isready"), "readyok");
    for line in ["", "   ", "hello", "register later", "\u{0}\u{7f}", "ponderhit", "\r"] {
        engine.send(line);
    }
    assert_eq!(engine.ask("  query \t p1turn\r"), "response true");
    assert_eq!(search(&mut engine, "go ponder depth 3 mate 5").last().unwrap(), "bestmove 1-2");
}

#[test]
fn quitting_and_the_end_of_input_end_a_search_with_its_move() {
    let mut engine = Engine::new("connect4");
    engine.send("go infinite");
    assert_eq!(engine.line("quit"), Next::Quit);
    assert!(engine.until("bestmove").pop().unwrap().starts_with("bestmove "));
    let mut engine = Engine::new("connect4");
    engine.send("go infinite");
    let lines = engine.end();
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}

#[test]
fn an_error_in_a_game_is_survived() {
    let mut engine = Engine::of(&crate::common::broken::entry());
    engine.send("position startpos");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    let said = ["info string the search panicked: there is an error in the game", "bestmove (none)"];
    assert!(lines.ends_with(&said.map(str::to_owned)), "{lines:?}");
    assert_eq!(search(&mut engine, "go depth 1").last().unwrap(), "bestmove 0");
}

/// Words that mean something, and some that do not.
const WORDS: &str = "ugi isready setoption uginewgame position go stop query quit name value startpos fen moves \
    depth nodes movetime infinite p1time btime p2inc gameover p1turn result Hash Threads Algorithm Move Overhead \
    mtd-f pvs 1 2 3 4 44 -7 1-1 3,4 a1b1 4x5 XO/OX O 99999999999999999999 \u{0} é (";

fn lines() -> impl Strategy<Value = Vec<String>> {
    let words: Vec<&str> = WORDS.split(' ').filter(|word| !word.is_empty()).collect();
    let sense = prop::collection::vec(prop::sample::select(words), 0..7).prop_map(|words| words.join(" "));
    prop::collection::vec(prop_oneof![9 => sense, 1 => any::<String>()], 0..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_lines_make_it_panic(lines in lines(), game in prop::sample::select(&GAMES[..])) {
        let mut engine = Engine::new(game);
        engine.send("setoption name Hash value 1");
        for line in &lines {
            engine.line(line);
        }
        engine.send("stop");
        engine.send("isready");
        let said = engine.until("readyok");
        prop_assert!(said.iter().all(|line| !line.contains('\n')));
        prop_assert!(!said.iter().any(|line| line.contains("panicked")));
    }
}
