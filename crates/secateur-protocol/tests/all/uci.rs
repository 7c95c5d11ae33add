//! Dialogues in UCI, as an interface or a match runner would hold them, about games that are no chess.

use crate::common::{Engine, after, drawn, legal, number, play_all, search};
use proptest::prelude::*;
use secateur_protocol::{Next, Uci};
use secateur_session::Algorithm;
use secateur_standard::standard;
use std::time::{Duration, Instant};

fn engine(game: &str) -> Engine {
    Engine::uci(game, "mtd-f")
}

#[test]
fn it_introduces_itself_and_names_its_options() {
    let mut engine = engine("connect4");
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Secateur ") && lines[1].starts_with("id author "), "{lines:?}");
    let options = [
        "Hash type spin default 64 min 1 max 1048576",
        "Threads type spin default 1 min 1 max 256",
        "Clear Hash type button",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 256",
        "Move Overhead type spin default 10 min 0 max 10000",
        "UCI_Chess960 type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 3000 min 600 max 3000",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
    ];
    assert_eq!(lines[2..lines.len() - 1], options.map(|option| format!("option name {option}")));
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn defaults_stay_what_they_are_whatever_is_set() {
    let mut engine = engine("nim");
    engine.send("uci");
    let before = engine.until("uciok");
    for set in [
        "Hash value 2",
        "hash value 3",
        "Threads value 2",
        "Clear Hash",
        "Ponder value true",
        "multipv value 3",
        "Move  Overhead value 50",
        "UCI_Chess960 value true",
        "UCI_LimitStrength value TRUE",
        "UCI_Elo value 600",
        "UCI_ShowWDL value true",
        "UCI_AnalyseMode value false",
        "Table.Bounds value 1",
        "null_move.reduction value 3",
        "Reverse_Futility.Margin value 90",
        "singular value off",
    ] {
        engine.send(&format!("setoption name {set}"));
    }
    engine.send("uci");
    assert_eq!(engine.until("uciok"), before);
}

#[test]
fn bad_values_are_answered_with_a_sentence() {
    let mut engine = engine("connect4");
    engine.send("position startpos moves 4");
    let before = drawn(&mut engine);
    for (line, said) in [
        ("setoption name Hash value 0", "Hash is '0', expected a number of MiB from 1 to 1048576"),
        (
            "setoption name Threads value many",
            "Threads is 'many', expected a number of threads from 1 to 256",
        ),
        ("setoption name MultiPV", "MultiPV is '', expected a number of lines from 1 to 256"),
        (
            "setoption name UCI_Elo value 5000",
            "UCI_Elo is '5000', expected a number of points from 600 to 3000",
        ),
        ("setoption name Ponder value maybe", "Ponder is 'maybe', expected true or false"),
        (
            "setoption name Ponders value true",
            "unknown option 'Ponders' (did you mean 'Ponder'?); there are Hash",
        ),
        (
            "setoption name table.bounds value 9",
            "found '9' for table.bounds, expected a whole number from 1 to 2",
        ),
        ("setoption Hash 5", "setoption: expected `name NAME value VALUE`"),
        ("position", "position: expected `startpos` or `fen`"),
        ("position fen 48", "position '48': "),
        ("position startpos moves 4 9 4", "move 2: '9' is not a legal move, expected one of "),
        ("go perft deep", "go: perft is 'deep', expected a whole number"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(&format!("info string {said}")), "{line}: {answer}");
        assert_eq!(drawn(&mut engine), before, "{line} changed the position");
    }
}

#[test]
fn nothing_is_answered_before_its_time() {
    for (game, go, release) in [
        ("nim", "go infinite", "stop"),
        ("nim", "go", "stop"),
        ("nim", "go ponder depth 3", "ponderhit"),
        ("nim", "go ponder wtime 1000 btime 1000", "ponderhit"),
        ("nim", "go ponder movetime 10", "stop"),
        ("connect4", "go ponder nodes 100", "ponderhit"),
        ("connect4", "go infinite depth 2", "stop"),
    ] {
        let mut engine = engine(game);
        engine.send(go);
        engine.send("isready");
        engine.until("readyok");
        let lines = engine.during(Duration::from_millis(200));
        assert!(lines.iter().all(|line| line.starts_with("info depth")), "{go}: {lines:?}");
        // Another word does not release it.
        engine.send(if go == "go infinite" { "ponderhit" } else { "isready" });
        let lines = engine.during(Duration::from_millis(50));
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}: {lines:?}");
        let released = Instant::now();
        engine.send(release);
        let best = engine.until("bestmove ").pop().unwrap();
        assert!(released.elapsed() < Duration::from_millis(900), "{go}: {:?}", released.elapsed());
        let best = best.split(' ').nth(1).unwrap().to_owned();
        assert!(legal(game, None, &[]).contains(&best), "{game}: {best}");
        engine.send("stop");
        engine.send("ponderhit");
        assert_eq!(engine.during(Duration::from_millis(20)), [""; 0], "there is nothing left to answer");
    }
}

#[test]
fn a_search_that_only_ponders_goes_on_after_the_hit_until_it_is_stopped() {
    let mut engine = engine("connect4");
    engine.send("go ponder infinite");
    engine.send("ponderhit");
    let lines = engine.during(Duration::from_millis(100));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.send("stop");
    engine.until("bestmove ");
}

#[test]
fn the_end_of_the_game_is_told_in_moves() {
    for (position, scores) in [
        ("fen 3", &["mate 1"][..]),
        ("fen 1,1", &["mate -1"]),
        ("fen 1,1,1", &["mate 2"]),
        ("fen 1,1,1,1", &["mate -2"]),
    ] {
        let mut nim = engine("nim");
        nim.send(&format!("position {position}"));
        let lines = search(&mut nim, "go depth 9");
        let last = &lines[lines.len() - 2];
        assert!(scores.iter().any(|s| after(last, "score").starts_with(&format!("{s} "))), "{lines:?}");
        assert_eq!(number(last, "multipv"), 1);
    }
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    for (game, position, score) in [
        ("connect4", "startpos moves 1 2 1 2 1 2 1", "score mate 0 "),
        ("nim", "startpos moves 1-3 2-4 3-5", "score mate 0 "),
        ("tictactoe", "fen XOX/XOO/OXX", "score cp 0 "),
    ] {
        let mut engine = engine(game);
        engine.send(&format!("position {position}"));
        for go in ["go depth 5", "go wtime 100 btime 100", "go movetime 10", "go nodes 1"] {
            let lines = search(&mut engine, go);
            assert_eq!(lines.last().unwrap(), "bestmove 0000", "{game}");
            assert!(lines[0].contains(score), "{game}: {lines:?}");
        }
    }
}

#[test]
fn variations_are_legal_and_their_second_move_is_to_be_pondered_on() {
    let mut engine = engine("connect4");
    let mut moves: Vec<String> = Vec::new();
    engine.send("setoption name Hash value 2");
    engine.send("ucinewgame");
    while !legal("connect4", None, &moves).is_empty() {
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        engine.send(&format!("position startpos{played}"));
        let lines = search(&mut engine, "go depth 4");
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            let variation: Vec<String> = after(line, "pv").split(' ').map(str::to_owned).collect();
            play_all("connect4", None, &[&moves[..], &variation].concat());
        }
        let variation: Vec<&str> = after(&lines[lines.len() - 2], "pv").split(' ').collect();
        let expected = match variation[..] {
            [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
            [best] => format!("bestmove {best}"),
            [] => unreachable!("a game that goes on has a best move"),
        };
        assert_eq!(*lines.last().unwrap(), expected);
        moves.push(variation[0].to_owned());
    }
    assert!(moves.len() > 6);
}

#[test]
fn odd_clocks_are_put_up_with() {
    let mut engine = engine("connect4");
    engine.send("setoption name Hash value 1");
    assert_eq!(engine.ask("isready"), "readyok");
    for go in [
        "go wtime -5 btime -100",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime 1 btime 1 movestogo 0",
        "go btime 200",
        "go wtime 100 btime 100 winc 1 binc 1",
        "go movetime 0",
        "go movetime -1",
        "go depth 0",
        "go nodes 0",
        "go wtime 300 btime 300 movestogo 4294967296",
    ] {
        let start = Instant::now();
        let lines = search(&mut engine, go);
        assert!(start.elapsed() < Duration::from_millis(300), "{go}: {:?}", start.elapsed());
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}: {lines:?}");
    }
}

#[test]
fn a_limit_that_cannot_be_read_is_skipped_and_a_move_comes() {
    let mut engine = engine("connect4");
    for (go, said) in [
        ("go depth deep nodes 50", "depth is 'deep', expected a whole number"),
        ("go movestogo -1 wtime 100 btime 100", "movestogo is '-1', expected a whole number"),
        ("go wtime depth 2", "wtime is '', expected a number of milliseconds"),
    ] {
        let lines = search(&mut engine, go);
        assert_eq!(lines[0], format!("info string go: {said}"), "{lines:?}");
    }
    // Without any other limit it is `go` alone: the move comes on `stop`, and once.
    for go in ["go depth x", "go movestogo -1"] {
        engine.send(go);
        engine.send("stop");
        engine.until("bestmove");
    }
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn a_search_under_way_is_not_changed() {
    let mut engine = engine("connect4");
    engine.send("go infinite");
    engine.send("go depth 1");
    let refused = engine.until("info string").pop().unwrap();
    assert_eq!(refused, "info string go: a search is under way, expected `stop` first");
    engine.send("setoption name Clear Hash");
    let refused = engine.until("info string").pop().unwrap();
    assert_eq!(refused, "info string Clear Hash: a search is under way, expected `stop` first");
    engine.send("setoption name Hash value 1");
    engine.send("position startpos moves 1");
    engine.send("ucinewgame");
    engine.until("bestmove ");
    assert!(search(&mut engine, "go depth 2").last().unwrap().starts_with("bestmove "));
}

#[test]
fn moves_to_choose_from_are_held_against_the_rules() {
    let mut engine = engine("connect4");
    engine.send("go depth 2 searchmoves 4 9");
    let lines = engine.until("bestmove ");
    let said = "info string searchmoves: '9' is not a legal move, expected one of 4 3 5 2 6 1 7";
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string")).collect::<Vec<_>>(), [said]);
}

#[test]
fn move_paths_are_counted() {
    let mut engine = engine("connect4");
    engine.send("position startpos moves 4");
    engine.send("go perft 5");
    let lines = engine.until("nodes searched");
    assert_eq!((lines.len(), lines[7].as_str()), (8, "nodes searched: 16807"));
    assert!(lines.contains(&"1: 2401".to_owned()), "{lines:?}");
    // A long count is stopped at once, and a search may follow.
    engine.send("go perft 40");
    let stopped = Instant::now();
    engine.send("stop");
    assert_eq!(engine.until("info string").pop().unwrap(), "info string perft: stopped before its end");
    assert!(stopped.elapsed() < Duration::from_secs(1));
    search(&mut engine, "go depth 1");
    engine.send("position startpos moves 1 2 1 2 1 2 1");
    assert_eq!(engine.ask("go perft 3"), "nodes searched: 0");
}

#[test]
fn the_board_is_drawn() {
    let mut engine = engine("tictactoe");
    engine.send("position startpos moves b2 a1");
    let board = play_all("tictactoe", None, &["b2".into(), "a1".into()]);
    let expected: Vec<String> = board.draw().lines().map(str::to_owned).chain([board.position()]).collect();
    assert_eq!(drawn(&mut engine), expected);
    engine.send("print");
    assert_eq!(engine.until(&board.position()), expected);
}

#[test]
fn lines_of_any_kind_are_put_up_with() {
    let mut engine = engine("connect4");
    for line in
        ["", " \t ", "\r", "debug on", "register later", "UCI", "\u{0}\u{7f}\u{feff}", "ponderhit", "stop"]
    {
        engine.send(line);
    }
    assert_eq!(engine.ask("\tisready \r"), "readyok");
    assert_eq!(engine.ask("joho  isready"), "readyok");
    engine.send(&format!("position startpos moves {}", "1 2 ".repeat(100_000)));
    assert!(engine.read().starts_with("info string move 8: "));
    assert!(engine.ask(&format!("position fen {}", "x".repeat(1_000_000))).len() < 400);
    assert!(engine.ask(&format!("setoption name {}", "y ".repeat(100_000))).len() < 400);
    assert!(search(&mut engine, "go\tdepth\t2\r").last().unwrap().starts_with("bestmove "));
}

#[test]
fn quitting_and_the_end_of_input_end_a_search() {
    for go in ["go infinite", "go ponder wtime 5 btime 5", "go depth 100"] {
        let mut quits = engine("connect4");
        quits.send(go);
        assert_eq!(quits.line("quit"), Next::Quit);
        quits.until("bestmove ");
        let mut ends = engine("connect4");
        ends.send(go);
        assert!(ends.end().last().unwrap().starts_with("bestmove "));
    }
}

#[test]
fn no_larger_table_is_offered_than_there_is_room_for() {
    let (send, said) = std::sync::mpsc::channel();
    let say = move |line: &str| send.send(line.to_owned()).unwrap();
    let mut uci = Uci::new(standard().find("nim").unwrap(), Algorithm::default(), say).limit_hash(5 << 20);
    uci.line("uci");
    assert!(said.try_iter().any(|line| line == "option name Hash type spin default 5 min 1 max 5"));
}

/// Words that mean something, and some that do not.
const WORDS: &str = "uci isready setoption ucinewgame position go stop ponderhit quit d name value startpos fen moves \
    depth nodes movetime infinite ponder mate searchmoves wtime btime winc movestogo perft true Hash Threads Clear \
    MultiPV UCI_Elo UCI_LimitStrength etc on 1 2 3 4 44 -7 1-1 3,4 99999999999999999999 \u{0} é (";

fn lines() -> impl Strategy<Value = Vec<String>> {
    let words: Vec<&str> = WORDS.split(' ').filter(|word| !word.is_empty()).collect();
    let sense = prop::collection::vec(prop::sample::select(words), 0..7).prop_map(|words| words.join(" "));
    prop::collection::vec(prop_oneof![9 => sense, 1 => any::<String>()], 0..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_lines_make_it_panic(lines in lines(), game in prop::sample::select(&["connect4", "nim"][..])) {
        let mut engine = engine(game);
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
