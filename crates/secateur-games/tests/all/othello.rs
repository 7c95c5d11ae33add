//! Othello: counts of move paths, passes and ends, positions and games as text.
//!
//! `SECATEUR_LONG=1 cargo test --release -p secateur-games --test all othello` counts to the full depth.

use proptest::prelude::*;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::othello::{DISC, Othello, Square, record::Played, record::Record};
use secateur_games::{Notation, perft};

fn read(text: &str) -> Othello {
    Othello::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A board with these discs and no other.
fn discs(x: &str, o: &str, second: bool) -> Othello {
    let set = |squares: &str| {
        squares.split_whitespace().fold(0, |set, square| set | Square::read(square).unwrap().bit())
    };
    Othello::new(set(x), set(o), second).unwrap()
}

fn moves(pos: &Othello) -> Vec<String> {
    let mut moves: Vec<String> = pos.moves().map(|m| pos.write_move(m)).collect();
    moves.sort();
    moves
}

fn error(text: &str) -> String {
    Othello::read(text).map(|pos| pos.write()).expect_err(text).0
}

/// Published counts (A. Bik, 2012): a pass is a ply, and a finished game counts for the plies it lacks.
#[test]
fn move_paths_are_as_many_as_published() {
    let counts: [u64; 12] =
        [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636];
    let long = std::env::var_os("SECATEUR_LONG").is_some_and(|value| value == "1");
    for (depth, count) in (1..).zip(counts).take(if long { 12 } else { 9 }) {
        assert_eq!(perft(&Othello::start(), depth), count, "at depth {depth}");
    }
}

/// Turned or mirrored, a position has the same number of move paths.
#[test]
fn the_rules_have_the_symmetries_of_the_board() {
    let pos = read("f5d6c3d3c4f4f6");
    let [x, o] = pos.colours();
    // Upside down, and from side to side.
    let turns: [fn(u64) -> u64; 3] = [u64::swap_bytes, u64::reverse_bits, |b| b.reverse_bits().swap_bytes()];
    for turn in turns {
        let turned = Othello::new(turn(x), turn(o), true).unwrap();
        assert_eq!(perft(&turned, 5), perft(&pos, 5));
    }
}

#[test]
fn a_side_without_a_move_passes() {
    let pos = discs("b1", "a1", false);
    assert_eq!(moves(&pos), ["pass"]);
    assert_eq!((pos.outcome(), pos.encode(Square::PASS)), (None, 64));
    assert_eq!((pos.decode(64), pos.decode(2), pos.decode(65)), (Some(Square::PASS), None, None));
    assert!(!pos.irreversible(Square::PASS));
    let passed = pos.child(Square::PASS);
    assert_eq!((moves(&passed), passed.side()), (vec!["c1".to_owned()], "O".to_owned()));
    assert_eq!(passed.decode(64), None, "there is a move");
    assert_ne!(pos.key(), passed.key());
    assert_eq!(pos.read_move("c1").unwrap_err().0, "'c1' is not a legal move, expected a pass");
    assert_eq!(pos.read_move("--"), Ok(Square::PASS));
}

#[test]
fn the_empty_squares_are_the_winners() {
    let ends = [
        ("a1 b1", "h8", 62),                 // neither side can move
        ("a1", "h8", 0),                     // nobody wins the empty squares
        ("", "h8 h7", -64),                  // one colour is gone
        ("", "", 0),                         // as is the other
        ("a1 b1 c1", "a8 b8 c8 d8 e8", -58), // five to three, and fifty-six more
    ];
    for (x, o, margin) in ends {
        for (pos, margin) in [(discs(x, o, false), margin), (discs(x, o, true), -margin)] {
            assert_eq!(pos.outcome(), Some(Score::points(DISC * margin)), "{}", pos.write());
            assert_eq!(pos.value(Score::points(DISC * margin)), margin);
            assert_eq!(pos.moves().count(), 0);
        }
    }
    // A full board counts as it is.
    let full = Othello::new(u64::MAX >> 30, !(u64::MAX >> 30), false).unwrap();
    assert_eq!(full.outcome(), Some(Score::points(DISC * (34 - 30))));
}

#[test]
fn the_shortest_game_lasts_nine_moves() {
    let over = read("e6f4e3f6g5d6e7f5c5");
    assert_eq!((over.discs(), over.outcome()), ((0, 13), Some(Score::points(-64 * DISC))));
    assert_eq!(over.read_move("pass").unwrap_err().0, "'pass' is not legal: the game is over");
    assert_eq!(error("e6f4e3f6g5d6e7f5c5a1"), "move 10: 'a1' is not legal: the game is over");
}

#[test]
fn values_are_discs() {
    let value = |points| Othello::start().value(Score::points(points));
    assert_eq!([0, 49, 50, 149, -49, -50, 6400].map(value), [0, 0, 1, 1, 0, -1, 64]);
}

#[test]
fn boards_and_moves_are_read_alike() {
    let board = "---------------------------OX------OXX-----O-------------------- X";
    assert_eq!(read("f5 D6"), read(board));
    assert_eq!(read("f5 D6").write(), board);
    let start = "........ ........ ........ ...o*... ...*o... ........ ........ ........ *";
    assert_eq!(read(start), Othello::start());
    assert_eq!(read("  "), Othello::start());
    assert_eq!(read("F5d6\tc3 d3"), read("f5d6c3d3"));
    assert_eq!(
        read("f5").draw(),
        "   a b c d e f g h\n 1 - - - - - - - -\n 2 - - - - - - - -\n 3 - - - - - - - -\n 4 - - - O X + - -\n \
         5 - - - X X X - -\n 6 - - - + - + - -\n 7 - - - - - - - -\n 8 - - - - - - - -\nX 4, O 1"
    );
}

#[test]
fn lines_of_files_are_split() {
    let start = Othello::start().write();
    for (rest, value) in [
        ("", None),
        (";", None),
        ("; F5:+4; D3:+2;", Some(4)),
        (";f5:-64", Some(-64)),
        ("; F5: +0 ;", Some(0)),
        ("; F5:;", None),
        ("; --:-127;", None),
    ] {
        assert_eq!(Othello::split_line(&format!("{start}{rest}")), Ok((start.as_str(), value)), "{rest}");
    }
    let error = Othello::split_line("X; F5=3;").unwrap_err();
    assert_eq!(error.0, "found 'F5=3' after the position, expected a move and its value: f5:+4");
}

#[test]
fn says_what_is_wrong() {
    assert_eq!(error("f5 e5"), "move 2: 'e5' is not a legal move, expected one of f4 d6 f6");
    assert_eq!(error("f5z9"), "move 2 is 'z9', expected a square such as f5, or a pass");
    assert_eq!(error("f5d"), "move 2 is 'd', expected a square such as f5, or a pass");
    assert_eq!(error("pass"), "move 1: 'pass' is not a legal move, expected one of d3 c4 f5 e6");
    assert_eq!(error("XO"), "the board ends after 2 squares, expected 64");
    assert_eq!(error("XO?"), "c1 holds '?', expected X, O or -");
    let board = "-".repeat(64);
    assert_eq!(error(&board), "no side to move follows the board, expected X or O");
    assert_eq!(error(&(board.clone() + " Z")), "'Z' after the board is no side to move, expected X or O");
    assert_eq!(
        error(&(board + " X; a1:+2")),
        "'X;a1:+2' after the board is no side to move, expected X or O"
    );
}

fn game(text: &str) -> Record {
    Record::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn record_error(text: &str) -> String {
    Record::read(text).expect_err(text).0
}

#[test]
fn records_say_what_is_wrong() {
    let board = format!("BO[8 {}]", Othello::start().write().replace('X', "*"));
    let with = |rest: &str| record_error(&format!("(;GM[Othello]PB[a]{board}{rest};)"));
    assert_eq!(record_error("(;GM[Chess];)"), "GM: found 'Chess', expected Othello");
    assert_eq!(record_error("(;TY[10];)"), "TY: found '10', expected a board of 8");
    assert_eq!(record_error("(;GM[Othello]"), "the game is not enclosed, expected (; and ;) around it");
    assert_eq!(record_error("(;PB;)"), "found 'PB', expected a property such as PB[Ann]");
    assert_eq!(record_error("(;BO[XO];)"), "BO: found 'XO', expected 8, the squares, and the side to move");
    assert_eq!(record_error("(;BO[8 XO];)"), "BO: the board ends after 2 squares, expected 64");
    assert_eq!(with("B[F5]BO[8]"), "BO: found '8', expected the board before the moves");
    assert_eq!(with("B[Z5]"), "B: found 'Z5', expected a square such as F5, or PA");
    assert_eq!(with("B[F5/x]"), "B: the value is 'x', expected a number");
    assert_eq!(with("B[F5//inf]"), "B: the time is 'inf', expected a number");
    assert_eq!(with("W[F5]"), "W: 'f5' is played out of turn");
    assert_eq!(with("B[F5]W[E5]"), "W: 'e5' is not a legal move, expected one of f4 d6 f6");
}

#[test]
fn records_keep_what_they_do_not_know() {
    let mut record = game("(;GM[Othello]PC[here]TY[8r]KM[+2]B[f5/-1.25/3]W[d6//0.5]B[C3/];)");
    record.set_property("PC", "there");
    for name in ["BO", "TY", "b"] {
        record.set_property(name, "8 nothing");
        assert_eq!(record.property(name), None);
    }
    let board = Othello::start().write().replace('X', "*");
    assert_eq!(
        record.write(),
        format!("(;GM[Othello]TY[8r]PC[there]KM[+2]BO[8 {board}]B[F5/-1.25/3]W[D6//0.5]B[C3];)")
    );
}

/// Plays the moves that the numbers pick from the start.
fn played(picks: &[u8]) -> Record {
    let mut record = Record::new(Othello::start());
    for &pick in picks {
        let moves: Vec<Square> = record.end().moves().collect();
        if !moves.is_empty() {
            let square = moves[usize::from(pick) % moves.len()];
            let value = pick.is_multiple_of(3).then(|| f64::from(pick) / 4.0 - 20.0);
            let time = pick.is_multiple_of(5).then(|| f64::from(pick) / 8.0);
            record.play(Played { square, value, time }).unwrap();
        }
    }
    record
}

#[test]
fn passes_may_be_left_out_of_records() {
    // The first game found in which a side passes.
    let mut seed = 0u64;
    let mut dice = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as u8
    };
    let full =
        std::iter::repeat_with(|| played(&std::iter::repeat_with(&mut dice).take(70).collect::<Vec<_>>()))
            .find(|record| record.moves().iter().any(|played| played.square == Square::PASS))
            .unwrap();
    let with = full.write();
    assert!(with.contains("PA") && !full.line().contains("pa"));
    let without = with.split("[PA").map(|part| part.trim_end_matches(['B', 'W']));
    let without: String = without
        .enumerate()
        .map(|(i, part)| if i > 0 { &part[part.find(']').unwrap() + 1..] } else { part })
        .collect();
    assert_ne!(with, without);
    let squares = |record: &Record| record.moves().iter().map(|played| played.square).collect::<Vec<_>>();
    assert_eq!(squares(&game(&without)), squares(&full));
    assert_eq!(squares(&game(&full.line())), squares(&full));
    assert_eq!(Othello::read(&full.line()).as_ref(), Ok(full.end()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn records_are_read_as_they_are_written(picks in prop::collection::vec(any::<u8>(), 0..70)) {
        let record = played(&picks);
        prop_assert_eq!(Record::read(&record.write()), Ok(record.clone()));
        prop_assert_eq!(game(&record.line()).end().colours(), record.end().colours());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = Record::read(&text);
        let _ = Record::read(&format!("(;{text};)"));
        let _ = Othello::read(&text);
    }

    #[test]
    fn nor_does_a_text_that_is_nearly_right(
        text in "(GM\\[Othello\\])?(PB\\[[a-z\\]]{0,3}\\])?(BO\\[8 [-XO*]{62,65} [XO*]\\])?([BW]\\[[a-hA-H][1-8](/[-0-9.]{0,4}){0,3}\\]){0,4}",
        line in "([a-h][1-8]|pass|pa|--| |é){0,12}",
    ) {
        let text = format!("(;{text};)");
        match Record::read(&text) {
            Ok(record) => prop_assert_eq!(Record::read(&record.write()), Ok(record)),
            Err(e) => prop_assert!(!e.0.is_empty() && !e.0.contains('\n')),
        }
        let _ = (Record::read(&line), Othello::read(&line), Othello::start().read_move(&line));
    }
}
