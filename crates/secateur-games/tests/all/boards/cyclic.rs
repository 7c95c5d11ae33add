//! Dobutsu shogi and Lines of Action, in which positions come back: laws, rules and text.

use super::{error, keeps_the_laws};
use secateur::{Game, laws};
use secateur_games::{Notation, dobutsu::Dobutsu, loa::Loa, perft};
use std::collections::HashSet;

/// Positions of random games, and the lists of moves that hints give there.
fn random_positions<G: Notation>(start: &G, games: u64, mut check: impl FnMut(&G)) {
    let mut state = 7u64;
    for _ in 0..games {
        let mut pos = start.clone();
        for _ in 0..80 {
            check(&pos);
            let moves: Vec<G::Move> = if pos.outcome().is_none() { pos.moves().collect() } else { vec![] };
            if moves.is_empty() {
                break;
            }
            let noisy: Vec<G::Move> = pos.noisy().collect();
            let quiet: Vec<G::Move> = pos.quiet().collect();
            assert_eq!(noisy.len() + quiet.len(), moves.len(), "{}", pos.write());
            for &m in &moves {
                assert_eq!(pos.is_noisy(m), noisy.contains(&m), "{m:?} in {}", pos.write());
                assert!(pos.from_to(m) < G::FROM_TO_RANGE && pos.piece_to(m) < G::PIECE_TO_RANGE);
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            pos.play(moves[(state >> 33) as usize % moves.len()]);
        }
    }
}

#[test]
fn dobutsu() {
    let texts = [
        "",
        "b3b2 b1b2",
        "h.G/.l./..L/E.e gote Cg",
        ".../l.c/.../L.. sente EGceg",
        "l../C.c/.../..L sente EEGG",
    ];
    let starts: Vec<Dobutsu> = texts.iter().map(|text| Dobutsu::read(text).unwrap()).collect();
    keeps_the_laws(&starts, 10);
    let mut lions = secateur_games::dobutsu::Lions;
    for start in &starts {
        laws::check_knowledge(start, &mut lions, 1, 30, 3).unwrap_or_else(|what| panic!("{what}"));
        random_positions(start, 20, |_| ());
    }
    for text in [
        "",
        "?",
        "gle/.c./.C./ELG",
        "gle/.c./.C./ELG sente L",
        "xxx",
        ".../.../.../... gote -",
        "l../L../.../... gote -",
    ] {
        if let Ok(pos) = Dobutsu::read(text) {
            assert_eq!(Dobutsu::read(&pos.write()), Ok(pos));
        }
    }
}

/// A lion is home where nothing takes it; a chick grows when it steps onto the last row, not when it is dropped there; what was a hen
/// is a chick in the hand.
#[test]
fn dobutsu_rules() {
    let ends = |text: &str| Dobutsu::read(text).unwrap().outcome().map(|score| score.get().signum());
    assert_eq!(ends("..L/.../l../... gote -"), Some(-1));
    assert_eq!(ends(".gL/.../l../... gote -"), None);
    assert_eq!(ends(".eL/.../l../... gote -"), Some(-1)); // elephants step aslant
    assert_eq!(ends("..L/.../l../... sente -"), Some(1));
    let after =
        |text: &str, moves: &str| Dobutsu::read_from(Dobutsu::read(text).unwrap(), moves).unwrap().write();
    assert_eq!(after("..l/C../.../..L sente -", "a2a1"), "H.l/.../.../..L gote -");
    assert_eq!(after("..l/.../.../..L sente C", "C*a1"), "C.l/.../.../..L gote -");
    assert_eq!(after("h.l/G../.../..L sente -", "a2a1"), "G.l/.../.../..L gote C");
}

#[test]
fn dobutsu_says_what_is_wrong() {
    assert_eq!(error::<Dobutsu>("gle/.c./.C. sente -"), "the board has 3 rows by 3 columns, expected 4 by 3");
    assert_eq!(
        error::<Dobutsu>("gle/.c./.C./EL? sente -"),
        "found '?' in row 4, column 3, expected C, E, G, L, H or ."
    );
    assert_eq!(
        error::<Dobutsu>("gle/.c./.C./ELG X -"),
        "'X' after the board is no side to move, expected sente or gote"
    );
    assert_eq!(
        error::<Dobutsu>("gle/.c./.C./ELG gote L"),
        "found 'L' in the hands, expected C, E, G, c, e, g or -"
    );
    assert_eq!(
        error::<Dobutsu>("gle/.c./.C./ELG gote C"),
        "there are 3 chicks and hens on the board and in the hands, expected at most 2"
    );
    assert_eq!(error::<Dobutsu>("gLe/.c./.C./ELG gote -"), "the other side has 2 lions, expected one");
}

/// All that can follow within a few plies, up to mirror images and exchanged sides.
#[test]
fn dobutsu_positions() {
    let (mut layer, mut seen) = (vec![Dobutsu::start()], HashSet::new());
    let mut counts = Vec::new();
    for _ in 0..6 {
        layer.retain(|pos| seen.insert(secateur::Keyed::key(pos)));
        counts.push(layer.len());
        let open = layer.iter().filter(|pos| pos.outcome().is_none());
        layer = open.flat_map(|pos| pos.moves().map(|m| pos.child(m)).collect::<Vec<_>>()).collect();
    }
    let paths: Vec<u64> = (1..=6).map(|depth| perft(&Dobutsu::start(), depth)).collect();
    assert_eq!(counts, [1, 4, 17, 96, 631, 3_242]);
    assert_eq!(paths, [4, 17, 123, 976, 8_122, 71_677]);
}

/// The targets of a piece by the rule as it is told, step by step.
fn by_hand(board: &[Vec<char>], side: char, row: i32, column: i32) -> Vec<(i32, i32)> {
    let at = |row: i32, column: i32| {
        let line = usize::try_from(row).ok().and_then(|row| board.get(row));
        line.and_then(|line| line.get(usize::try_from(column).ok()?)).copied()
    };
    let mut found = Vec::new();
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
        let line = (-8..=8).filter_map(|i| at(row + i * down, column + i * right));
        let steps = line.filter(|&c| c != '.').count() as i32;
        let jumped = (1..steps)
            .all(|i| matches!(at(row + i * down, column + i * right), Some(c) if c == side || c == '.'));
        let target = (row + steps * down, column + steps * right);
        if jumped && at(target.0, target.1).is_some_and(|c| c != side) {
            found.push(target);
        }
    }
    found
}

#[test]
fn lines_of_action() {
    let mut starts: Vec<Loa> =
        [(8, 8), (6, 6), (4, 4), (5, 7), (7, 5), (4, 8)].map(|(c, r)| Loa::sized(c, r).unwrap()).into();
    starts.push(Loa::read("XO../.X../O.../..O. O").unwrap());
    keeps_the_laws(&starts, 2);
    for start in &starts {
        random_positions(start, 6, |pos| {
            let text = pos.write();
            let board: Vec<Vec<char>> =
                text.split(' ').next().unwrap().split('/').map(|row| row.chars().collect()).collect();
            let side = if pos.side() == "X" { 'X' } else { 'O' };
            let mut count = 0;
            for (row, line) in board.iter().enumerate() {
                for (column, _) in line.iter().enumerate().filter(|&(_, &c)| c == side) {
                    count += by_hand(&board, side, row as i32, column as i32).len();
                }
            }
            let pass = usize::from(count == 0);
            assert_eq!(pos.moves().count(), count + pass, "{text}");
        });
    }
    assert!(Loa::sized(9, 8).is_none() && Loa::sized(3, 8).is_none());
}

#[test]
fn lines_of_action_end() {
    let ends = |text: &str| Loa::read(text).unwrap().outcome().map(|score| score.get().signum());
    assert_eq!(ends("XX../..X./O.../..O. O"), Some(-1));
    assert_eq!(ends("XX../..X./O.../..O. X"), Some(1));
    assert_eq!(ends("XX../..X./O.../.O.. X"), Some(0));
    assert_eq!(ends("X..X/..../O.../..O. X"), None);
    // Neither piece of O's can move: X is in the way of each.
    let stuck = Loa::read("OX.../XX.../...../...XX/...XO O").unwrap();
    let pass = stuck.read_move("pass").unwrap();
    assert_eq!((stuck.pass(), stuck.moves().collect::<Vec<_>>()), (Some(pass), vec![pass]));
    assert_eq!(stuck.child(pass), Loa::read("OX.../XX.../...../...XX/...XO X").unwrap());
    keeps_the_laws(&[stuck], 5);
    assert_eq!(
        error::<Loa>("X.../..../..../.... X"),
        "a side has no pieces, expected one at least for X and for O"
    );
    assert_eq!(error::<Loa>("XO X"), "a board of 1x2 is not possible, expected 4x4 to 8x8");
}

#[test]
fn lines_of_action_paths() {
    let paths = |columns, rows| -> Vec<u64> {
        let start = Loa::sized(columns, rows).unwrap();
        (1..=4).map(|depth| perft(&start, depth)).collect()
    };
    assert_eq!(paths(8, 8), [36, 1_244, 44_952, 1_563_208]);
}
