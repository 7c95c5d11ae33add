//! English checkers and international draughts: laws, rules and text.

use super::{error, hints_agree, keeps_the_laws, paths, read, reads_anything};
use secateur::{Game, Hints, Keyed, Score, laws};
use secateur_games::{
    Notation,
    draughts::{Board, Checkers, Draughts, Variant},
};
use std::collections::HashSet;

/// The Woldouby position.
const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
/// Many kings, and many captures that go round.
const KINGS: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";

#[test]
fn draughts() {
    let texts = ["", "32-28 17-22", WOLDOUBY, KINGS, "W:WK5,K46:BK28,1", "W:WK46:BK5:H9", "W:WK46:BK5:H47"];
    let starts = read::<Draughts>(&texts);
    keeps_the_laws(&starts, 5);
    starts.iter().for_each(hints_agree);
    reads_anything::<Draughts>(&[
        "W:W:B",
        "B:W:B1",
        "W:W31-35:B1-5",
        "W:WK1-5:B6",
        "w:wk3:b4",
        "W:W21:W22",
        ":",
        "W:",
        "W:W1:B50",
        "W:W50-31:B1",
        "W:W51:B0",
        "W:W\u{e9}:B1",
        "1. 32-28 17-22 2. 28x17",
        "32-28-",
        "x",
        "32x",
    ]);
}

#[test]
fn checkers() {
    let texts = ["", "11-15 22-18", "W:W18,K3:B1,K29,22", "B:WK1,K2,K9:BK31,K32,K24", "W:WK1:BK32:H77"];
    let starts = read::<Checkers>(&texts);
    keeps_the_laws(&starts, 10);
    starts.iter().for_each(hints_agree);
    reads_anything::<Checkers>(&["W:W:B", "W:W32:B1", "W:W33:B1", "B:W21-32:B1-12", "11-15"]);
}

/// One table sees both boards.
#[test]
fn boards_of_both_sizes_have_keys_of_their_own() {
    // The same bits are set.
    let (small, large) =
        (Checkers::read("W:WK1:BK2").unwrap().key(), Draughts::read("W:WK1:BK2").unwrap().key());
    assert_ne!(small, large);
}

/// From the start: A. Bik, *Computing deep perft and divide numbers for checkers*, 2012, and what many programs for international
/// draughts agree upon.
#[test]
fn draughts_paths() {
    assert_eq!(paths(&Checkers::start(), 8), [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931]);
    assert_eq!(paths(&Draughts::start(), 7), [9, 81, 658, 4_265, 27_117, 167_140, 1_049_442]);
}

fn moves<G: Notation>(text: &str) -> Vec<String> {
    let pos = G::read(text).unwrap();
    let mut moves: Vec<String> = pos.moves().map(|m| pos.write_move(m)).collect();
    moves.sort();
    moves
}

fn after<G: Notation>(text: &str, m: &str) -> String {
    let pos = G::read(text).unwrap();
    pos.child(pos.read_move(m).unwrap()).write()
}

#[test]
fn checkers_rules() {
    // Men capture ahead only, kings backwards too.
    assert_eq!(moves::<Checkers>("W:W15:B18"), ["15-10", "15-11"]);
    assert_eq!(moves::<Checkers>("W:WK15:B18"), ["15x22"]);
    // Any capture will do, but it is played to its end.
    assert_eq!(moves::<Checkers>("B:W10,18,25:B7,15"), ["15x29", "7x23"]);
    // A man that is crowned ends its move, though a king could go on.
    assert_eq!(after::<Checkers>("W:W11:B7,6", "11x2"), "B:WK2:B6");
    // A king goes round: both ways are one move, and can be written.
    let ring = "W:WK26:B14,15,22,23";
    assert_eq!(moves::<Checkers>(ring), ["26x26"]);
    for way in ["26x26", "26x17x10x19x26", "26x19x10x17x26"] {
        assert_eq!(after::<Checkers>(ring, way), "B:WK26:B");
    }
    assert!(Checkers::read(ring).unwrap().read_move("26x17x26").is_err());
}

#[test]
fn draughts_rules() {
    // Men capture backwards, too, and of captures only the longest are legal.
    assert_eq!(moves::<Draughts>("W:W28:B32,22,12"), ["28x8"]);
    assert_eq!(moves::<Draughts>("W:W28:B32"), ["28x37"]);
    // A man that passes over the last row goes on, and remains a man.
    assert_eq!(after::<Draughts>("W:W12:B8,9", "12x14"), "B:W14:B");
    assert_eq!(after::<Draughts>("W:W12:B8", "12x3"), "B:WK3:B");
    // A piece that was jumped stays until the move has ended, and is in the way: from 39 the king does not get to 22.
    assert_eq!(moves::<Draughts>("W:WK46:B22,24,28,34"), ["46x39", "46x43", "46x48"]);
}

/// Captures with the same ends that take different pieces are told apart by their squares.
#[test]
fn ambiguous_captures() {
    let text = "W:W26:B14,15,22,23";
    assert_eq!(moves::<Checkers>(text), ["26x17x10", "26x19x10"]);
    assert_eq!(after::<Checkers>(text, "26x17x10"), "B:W10:B15,23");
    assert_eq!(
        Checkers::read(text).unwrap().read_move("26x10").unwrap_err().0,
        "'26x10' is not a legal move, expected one of 26x17x10 26x19x10"
    );
}

/// A count of moves without progress, which captures and men begin anew, ends the game.
#[test]
fn moves_without_progress() {
    assert_eq!(after::<Draughts>("W:WK46,30:BK5:H3", "46-41"), "B:W30,K41:BK5:H4");
    assert_eq!(after::<Draughts>("W:WK46,30:BK5:H3", "30-25"), "B:W25,K46:BK5");
    let last = Draughts::read("W:WK46,30:BK5:H49").unwrap();
    let end = last.child(last.read_move("46-41").unwrap());
    assert_eq!((last.outcome(), end.outcome()), (None, Some(Score::DRAW)));
    // Who cannot move has lost all the same.
    let drawn = Checkers::read("W:WK30:B9,K29:H80").unwrap();
    assert_eq!((drawn.outcome(), drawn.moves().count()), (Some(Score::DRAW), 2));
    let none = Checkers::read("W:W:BK29:H80").unwrap();
    assert_eq!((none.outcome(), none.moves().count(), none.no_moves()), (None, 0, Score::LOSS));
}

#[test]
fn draughts_say_what_is_wrong() {
    assert_eq!(error::<Draughts>("X:W1:B2"), "'X' is no side to move, expected W or B");
    assert_eq!(error::<Draughts>("W:W31"), "the pieces of black are missing, expected B and their squares");
    assert_eq!(
        error::<Draughts>("W:W51:B1"),
        "'51' is no square, expected 1 to 50, with K before it for a king"
    );
    assert_eq!(
        error::<Checkers>("W:W33:B1"),
        "'33' is no square, expected 1 to 32, with K before it for a king"
    );
    assert_eq!(error::<Checkers>("W:W4:B9"), "a man of white stands on 4, its last row, expected a king");
    assert_eq!(error::<Checkers>("W:W9:B9"), "two pieces stand on 9, expected one");
    assert_eq!(error::<Checkers>("W:W9:BK13-25"), "black has 13 pieces, expected at most 12");
    assert_eq!(
        error::<Checkers>("W:W9:X3"),
        "found 'X3', expected the pieces of each side once, such as W21,K3 and B1,2"
    );
    assert_eq!(error::<Checkers>("W:W9:B3:H81"), "'81' plies without progress, expected 0 to 80");
    assert_eq!(
        error::<Checkers>("11-15 23-19 11x18").split(',').next(),
        Some("move 3: '11x18' is not a legal move")
    );
}

/// A position seen from the other side is worth the same to the side to move.
#[test]
fn draughts_are_symmetric() {
    fn check<V: Variant>(text: &str, turned: &str) {
        let [a, b] = [text, turned].map(|text| Board::<V>::read(text).unwrap());
        assert_eq!(
            (a.key(), a.static_value(), a.moves().count()),
            (b.key(), b.static_value(), b.moves().count())
        );
        laws::check_all(&[a, b], 1, 20).unwrap_or_else(|what| panic!("{what}"));
    }
    check::<secateur_games::draughts::English>("W:W18,K3:B1,K29,7", "B:B15,K30:W32,K4,26");
    check::<secateur_games::draughts::International>("W:W33,K3:B1,K29", "B:B18,K48:W50,K22");
}

/// Every line of random games goes into Hub's form and back.
#[test]
fn moves_go_to_hub_and_back() {
    let (mut state, mut captures) = (1u64, 0);
    for text in ["", KINGS, WOLDOUBY] {
        let start = Draughts::read(text).unwrap();
        for _ in 0..20 {
            let (mut pos, mut line) = (start, Vec::new());
            while line.len() < 60 && pos.outcome().is_none() {
                let moves: Vec<_> = pos.moves().collect();
                let hub: std::collections::HashSet<_> =
                    moves.iter().flat_map(|&m| pos.moves_to_hub(&[pos.write_move(m)])).collect();
                assert_eq!(hub.len(), moves.len(), "{}", pos.write());
                if moves.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let m = moves[(state >> 33) as usize % moves.len()];
                line.push(pos.write_move(m));
                pos.play(m);
            }
            let hub = start.moves_to_hub(&line).join(" ");
            captures += hub.matches('x').count();
            assert_eq!(start.moves_from_hub(&hub), Ok(line));
        }
    }
    assert!(captures > 500, "{captures}");
}

#[test]
fn hub_says_what_is_wrong() {
    let start = Draughts::start();
    for text in ["28x32", "32-28-22", "32", "", "x", "99-98"] {
        let read = start.moves_from_hub(text);
        match text {
            "" => assert_eq!(read, Ok(vec![])),
            _ => assert_eq!(
                read.unwrap_err().0,
                format!("move 1: '{text}' is not legal, expected such as 32-28 or 28x17x22")
            ),
        }
    }
    let error = |text: &str| Draughts::from_hub(text).unwrap_err().0;
    assert_eq!(error("X"), "'X' begins with no side to move, expected W or B");
    assert_eq!(error("\u{e9}"), "'\u{e9}' begins with no side to move, expected W or B");
    assert_eq!(error(&format!("W{}?", "e".repeat(49))), "found '?' on square 50, expected w, b, W, B or e");
    assert_eq!(
        error(&format!("Ww{}", "e".repeat(49))),
        "a man of white stands on 1, its last row, expected a king"
    );
}

/// All positions with up to three pieces: as many as are published (J. Schaeffer and others, *Checkers is solved*, 2007), all
/// different, and no move leads out of them.
#[test]
fn endings_are_all_positions_with_few_pieces() {
    let key = |pos: &Checkers| pos.fresh().unwrap().0.whole();
    let all: Vec<Checkers> = Checkers::ending("3").unwrap().collect();
    assert_eq!(all.len(), 120 + 6_972 + 261_224);
    let keys: HashSet<u64> = all.iter().map(key).collect();
    assert_eq!(keys.len(), all.len());
    let moves = |pos: &Checkers| -> Vec<_> { pos.moves().collect() };
    assert!(all.iter().all(|pos| moves(pos).into_iter().all(|m| keys.contains(&key(&pos.child(m))))));
    assert!(Checkers::ending("5").is_none() && Checkers::ending("11-15").is_none());
}
