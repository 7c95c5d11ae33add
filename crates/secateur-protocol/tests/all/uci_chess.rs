//! Dialogues in UCI about chess, with the engine.

use crate::common::{Engine, after, drawn, number, play_all, search};
use std::collections::HashSet;
use std::time::{Duration, Instant};

const MIDDLE: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";

fn engine() -> Engine {
    let mut engine = Engine::uci("chess", "engine");
    engine.send("setoption name Hash value 4");
    engine
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The best move, and the last `info` line before it.
fn best(lines: &[String]) -> (&str, &str) {
    let [.., info, best] = lines else { panic!("{lines:?}") };
    (best.split(' ').nth(1).unwrap(), info)
}

#[test]
fn variations_are_legal_and_every_iteration_is_told() {
    for position in ["startpos", "startpos moves e2e4 c7c5 g1f3", &format!("fen {MIDDLE}")] {
        let mut engine = engine();
        engine.send(&format!("position {position}"));
        let lines = search(&mut engine, "go depth 7");
        let root = |more: &str| {
            let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
            let fen = start.strip_prefix("fen ");
            play_all("chess", fen, &words(&format!("{moves} {more}")))
        };
        for line in &lines[..lines.len() - 1] {
            root(after(line, "pv"));
            assert!(number(line, "nodes") > 0 && number(line, "hashfull") <= 1000, "{line}");
        }
        let depths: HashSet<i64> =
            lines[..lines.len() - 1].iter().map(|line| number(line, "depth")).collect();
        assert!((1..=7).all(|depth| depths.contains(&depth)), "{lines:?}");
        assert_eq!(after(best(&lines).1, "pv").split(' ').next(), Some(best(&lines).0));
    }
}

#[test]
fn a_trick_is_switched_by_its_name_though_it_is_not_listed() {
    let nodes = |setting: Option<&str>| {
        let mut engine = engine();
        setting.iter().for_each(|setting| engine.send(&format!("setoption name {setting}")));
        number(best(&search(&mut engine, "go depth 7")).1, "nodes")
    };
    let [whole, again, without] =
        [None, Some("reductions value on"), Some("reductions value off")].map(nodes);
    assert_eq!(whole, again);
    assert!(without > whole, "{without} nodes without reductions, {whole} with");
}

#[test]
fn mates_are_told_in_moves_with_their_sign() {
    for (fen, score, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "mate 1", &["d1d8"][..]),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", "mate 2", &["c6c7", "c6b6"]),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "mate -1", &["a8b8"]),
    ] {
        let mut engine = engine();
        engine.send(&format!("position fen {fen}"));
        let lines = search(&mut engine, "go depth 8");
        let (played, info) = best(&lines);
        assert!(after(info, "score").starts_with(&format!("{score} ")), "{fen}: {lines:?}");
        assert!(moves.contains(&played), "{fen}: {played}");
    }
    let mut engine = engine();
    engine.send("position fen k7/8/2K5/8/8/8/8/7R w - - 0 1");
    let lines = search(&mut engine, "go mate 2");
    assert!(after(best(&lines).1, "score").starts_with("mate 2 "), "{lines:?}");
}

/// `go mate` tells nothing but what is proven, each time with the whole line.
#[test]
fn a_mate_asked_for_is_proven_and_its_line_ends_in_it() {
    for (fen, moves, score, plies) in [
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 5, "mate 2", 3),
        ("5N2/4p3/8/8/3kN3/1B3K2/4P3/8 b - - 0 1", 5, "mate -4", 8),
        ("5N2/4p3/8/8/3kN3/1B3K2/4P3/8 b - - 0 1", 3, "cp ", 0),
    ] {
        let mut engine = engine();
        engine.send(&format!("position fen {fen}"));
        let lines = search(&mut engine, &format!("go mate {moves}"));
        let (played, info) = best(&lines);
        assert!(after(info, "score").starts_with(score), "{fen}: {lines:?}");
        for line in lines.iter().filter(|line| line.contains(" score mate ")) {
            let pv = words(after(line, "pv"));
            assert_eq!(
                pv.len(),
                (2 * number(line, "mate").unsigned_abs() as usize) - usize::from(plies % 2 == 1)
            );
            let end = play_all("chess", Some(fen), &pv).outcome().map(|end| end.to_string());
            assert_eq!(end.as_deref(), Some("loss"), "{line}");
        }
        assert!(after(info, "pv").starts_with(played), "{info}");
    }
}

#[test]
fn a_mated_or_stalemated_root_has_no_move() {
    for (position, score) in [
        ("startpos moves f2f3 e7e5 g2g4 d8h4", "score mate 0 "),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0 "),
    ] {
        let mut engine = engine();
        engine.send(&format!("position {position}"));
        for go in ["go depth 3", "go wtime 1000 btime 1000", "go movetime 10"] {
            let lines = search(&mut engine, go);
            assert_eq!(lines.last().unwrap(), "bestmove 0000");
            assert!(lines[0].contains(score), "{lines:?}");
        }
        engine.send("go infinite");
        let early = engine.during(Duration::from_millis(60));
        assert!(!early.iter().any(|line| line.starts_with("bestmove")), "{early:?}");
        engine.send("stop");
        assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove 0000");
    }
}

#[test]
fn castling_is_written_as_the_interface_wants_it_and_read_either_way() {
    const CASTLES: &str = "r3k2r/pppqbppp/2np1n2/4p3/4P3/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 9";
    for castles in ["e1g1", "e1h1", "O-O"] {
        for (chess960, reply) in [("false", "e8c8"), ("true", "e8a8")] {
            let mut engine = engine();
            engine.send(&format!("setoption name UCI_Chess960 value {chess960}"));
            engine.send(&format!("position fen {CASTLES} moves {castles}"));
            let lines = search(&mut engine, "go depth 2 searchmoves e8c8");
            assert_eq!(best(&lines).0, reply, "{castles} {chess960}: {lines:?}");
            let lines = search(&mut engine, "go depth 2 searchmoves e8a8");
            assert_eq!(best(&lines).0, reply, "{castles} {chess960}: {lines:?}");
        }
    }
    // In Chess960 the king may not move at all, or only by one square.
    let mut engine = engine();
    engine.send("setoption name UCI_Chess960 value true");
    engine.send("position fen 4k3/8/8/8/8/8/PPP5/1R3KR1 w GB - 0 1");
    assert_eq!(best(&search(&mut engine, "go depth 2 searchmoves f1g1")).0, "f1g1");
    assert_eq!(best(&search(&mut engine, "go depth 2 searchmoves f1b1")).0, "f1b1");
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = engine();
    let lines = search(&mut engine, "go depth 5 searchmoves a2a3 h2h4");
    for line in &lines[..lines.len() - 1] {
        let first = after(line, "pv").split(' ').next().unwrap();
        assert!(["a2a3", "h2h4"].contains(&first), "{line}");
    }
    let lines = search(&mut engine, "go depth 3 searchmoves a2a5 g1f3");
    assert!(lines[0].starts_with("info string searchmoves: 'a2a5' "), "{lines:?}");
    assert_eq!(best(&lines).0, "g1f3");
}

#[test]
fn several_lines_are_told() {
    let mut engine = engine();
    engine.send("setoption name MultiPV value 3");
    let lines = search(&mut engine, "go depth 5");
    let at = |place: i64| -> Vec<&String> {
        let is = |line: &&String| line.starts_with("info depth 5 ") && number(line, "multipv") == place;
        lines.iter().filter(is).filter(|line| !line.contains("bound")).collect()
    };
    let last: Vec<&String> =
        [1, 2, 3].into_iter().map(|place| *at(place).last().expect("a line for each place")).collect();
    let first_moves: HashSet<&str> =
        last.iter().map(|line| after(line, "pv").split(' ').next().unwrap()).collect();
    assert_eq!(first_moves.len(), 3, "{lines:?}");
    assert_eq!(after(last[0], "pv").split(' ').next(), Some(best(&lines).0));
    // More lines than there are moves.
    engine.send("setoption name MultiPV value 200");
    engine.send("position fen k7/8/8/8/8/8/7p/7K w - - 0 1");
    assert!(search(&mut engine, "go depth 3").last().unwrap().starts_with("bestmove h1"));
}

#[test]
fn bad_positions_and_moves_leave_the_old_position() {
    let mut engine = engine();
    engine.send("position startpos moves e2e4");
    let before = drawn(&mut engine);
    assert!(before.last().unwrap().contains("4P3"), "{before:?}");
    for bad in [
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1",
        "fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 99999999999999999999 -1",
        "startpos moves e2e5",
        "startpos moves e2e4 e2e4",
        "startpos moves 0000",
        "startpos moves e7e8q",
    ] {
        let said = engine.ask(&format!("position {bad}"));
        assert!(said.starts_with("info string ") && said.len() < 400, "{bad}: {said}");
        assert_eq!(drawn(&mut engine), before, "{bad}");
    }
}

#[test]
fn repetitions_are_seen_over_the_whole_game() {
    // White is a queen down and may repeat for the third time.
    const LOST: &str = "fen 6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1";
    let score = |moves: &str| {
        let mut engine = engine();
        engine.send(&format!("position {LOST}{moves}"));
        let lines = search(&mut engine, "go depth 1 searchmoves d1d8");
        after(best(&lines).1, "score").to_owned()
    };
    assert!(score("").starts_with("mate 1 "), "{}", score(""));
    let mut engine = engine();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    engine.send(&format!("position startpos moves {shuffle}"));
    // The knight's way back repeats the start for the third time: a draw, whatever the depth.
    for depth in [1, 4] {
        let lines = search(&mut engine, &format!("go depth {depth} searchmoves f6g8"));
        assert_eq!(number(best(&lines).1, "score cp"), 0, "{lines:?}");
    }
}

#[test]
fn fast_games_are_not_lost_on_time() {
    for (clock, increment, plies) in [(1000u64, 10u64, 60), (100, 1, 40)] {
        let mut engine = engine();
        let mut clocks = [Duration::from_millis(clock); 2];
        let mut moves = String::new();
        let mut board = play_all("chess", None, &[]);
        let mut longest = Duration::ZERO;
        for ply in 0..plies {
            if board.outcome().is_some() {
                break;
            }
            engine.send(&format!("position startpos moves{moves}"));
            let [w, b] = clocks.map(|clock| clock.as_millis());
            let start = Instant::now();
            engine.send(&format!("go wtime {w} btime {b} winc {increment} binc {increment}"));
            let lines = engine.until("bestmove ");
            let spent = start.elapsed();
            longest = longest.max(spent);
            // A busy machine may take the processor away for longer than such a clock shows.
            let own = &mut clocks[ply % 2];
            *own = own.saturating_sub(spent).max(Duration::from_millis(2)) + Duration::from_millis(increment);
            let (played, _) = best(&lines);
            board.play(played).unwrap();
            moves += &format!(" {played}");
        }
        assert!(longest < Duration::from_millis(clock), "{longest:?} of {clock} ms");
    }
}

#[test]
fn pondering_costs_no_time_of_ours() {
    let mut engine = engine();
    engine.send(&format!("position fen {MIDDLE} moves c1g5"));
    engine.send("go ponder wtime 400 btime 400");
    let lines = engine.during(Duration::from_millis(500));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    let hit = Instant::now();
    engine.send("ponderhit");
    engine.until("bestmove ");
    assert!(hit.elapsed() < Duration::from_millis(400), "{:?}", hit.elapsed());
    // The opponent played another move.
    engine.send("go ponder wtime 400 btime 400");
    engine.send("stop");
    engine.until("bestmove ");
    engine.send(&format!("position fen {MIDDLE} moves h2h3"));
    assert!(search(&mut engine, "go wtime 400 btime 400").last().unwrap().starts_with("bestmove "));
}

#[test]
fn weak_players_search_little() {
    let mut engine = engine();
    engine.send("setoption name UCI_LimitStrength value true");
    let mut last = 0;
    for elo in [600, 1500, 2200] {
        engine.send(&format!("setoption name UCI_Elo value {elo}"));
        engine.send("ucinewgame");
        let lines = search(&mut engine, "go movetime 5000");
        let nodes = number(best(&lines).1, "nodes");
        assert!(nodes > last && nodes < 20_000, "{elo}: {nodes}");
        last = nodes;
    }
}

#[test]
fn move_paths_are_counted_as_published() {
    let mut engine = engine();
    engine.send("go perft 4");
    let lines = engine.until("nodes searched");
    assert_eq!((lines.len(), lines.last().unwrap().as_str()), (21, "nodes searched: 197281"));
    assert!(lines.contains(&"e2e4: 13160".to_owned()), "{lines:?}");
}
