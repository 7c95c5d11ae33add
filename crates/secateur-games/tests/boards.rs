//! Games on boards of any size: the laws they keep, text and what is wrong with it, and published facts.
//!
//! Tests named `long_*` take minutes: `cargo test -p secateur-games --test boards long -- --ignored`.

use secateur::{Eval, Game, Keyed, Meter, Score, Search, Table, algo::alpha_beta_memory, laws, order};
use secateur_games::{
    Notation, amazons::Amazons, atarigo::AtariGo, breakthrough::Breakthrough, clobber::Clobber,
    domineering::Domineering, gomoku::Gomoku, hex::Hex, nim::Nim, nogo::NoGo, perft, qubic::Qubic,
};

fn read<G: Notation>(texts: &[&str]) -> Vec<G> {
    texts.iter().map(|text| G::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))).collect()
}

fn sized<G: Notation>(sizes: &[(u32, u32)]) -> Vec<G> {
    sizes.iter().map(|&(columns, rows)| G::sized(columns, rows).unwrap()).collect()
}

/// The laws of rules, keys, hints and notation hold from each start, and all of these go into one table.
fn keeps_the_laws<G: Notation>(starts: &[G], games: u32) {
    laws::check_all(starts, 1, games).unwrap_or_else(|what| panic!("{what}"));
    for start in starts {
        let text = start.text().unwrap();
        secateur_games::laws::check_notation::<G>(&text, 1, games.min(10))
            .unwrap_or_else(|what| panic!("{text}: {what}"));
    }
}

/// What is said to be proven holds, as far as a search to that depth shows.
fn knows<G: Notation>(start: &G, games: u32, depth: u32) {
    laws::check_knowledge(start, &mut G::Knowledge::default(), 1, games, depth)
        .unwrap_or_else(|what| panic!("{}: {what}", start.write()));
}

/// The shorter lists of moves that hints give are those that filtering all moves gives.
fn hints_agree<G: Notation>(start: &G) {
    let mut pos = start.clone();
    for pick in 0.. {
        let moves: Vec<G::Move> = if pos.outcome().is_none() { pos.moves().collect() } else { vec![] };
        if moves.is_empty() {
            break;
        }
        let (noisy, quiet): (Vec<G::Move>, Vec<G::Move>) = (pos.noisy().collect(), pos.quiet().collect());
        for &m in &moves {
            assert_eq!(pos.is_noisy(m), noisy.contains(&m), "{m:?} in {}", pos.write());
            assert!(pos.from_to(m) < G::FROM_TO_RANGE && pos.piece_to(m) < G::PIECE_TO_RANGE, "{m:?}");
        }
        let candidates: Vec<G::Move> = pos.candidates().filter(|m| !noisy.contains(m)).collect();
        assert_eq!(quiet, candidates, "{}", pos.write());
        assert_eq!(moves.len(), pos.moves().fold(0, |count, _| count + 1), "{}", pos.write());
        pos.play(moves[pick * 7 % moves.len()]);
    }
}

/// Nothing that is typed makes a reader panic, and what it reads it writes alike.
fn reads_anything<G: Notation + PartialEq>(texts: &[&str]) {
    let odd = [
        "",
        "?",
        "/",
        "X",
        ". X",
        "../.. X",
        "../.. O",
        "../.. Z",
        "../.. X X",
        "XO/OX X",
        "a1",
        "a1b1",
        "0x0",
        "9x9",
    ];
    for text in texts.iter().chain(&odd) {
        match G::read(text) {
            Ok(pos) => assert_eq!(G::read(&pos.write()).as_ref(), Ok(&pos), "{text:?}"),
            Err(e) => assert!(!e.0.is_empty() && !e.0.contains('\n'), "{e}"),
        }
        let _ = G::start().read_move(text);
    }
}

/// The value of the game, 1, 0 or -1 for the side to move, with the game's knowledge and without.
fn value<G: Notation>(pos: &G) -> i32 {
    let solve = |known: bool| {
        let table = Table::with_bytes(64 << 20);
        let order = order::Ranked::new((order::TableMove, order::MoveScore));
        let (alpha, beta) = (Score::DRAW - 1, Score::DRAW + 1);
        // No game here lasts longer, and the table answers for depths below 255.
        let Ok(score) = if known {
            let mut cx = Search::new(G::Knowledge::default()).memory(table.exact()).order(order);
            alpha_beta_memory(&mut cx, pos, 200, alpha, beta)
        } else {
            let mut cx = Search::new(|_: &G| Score::DRAW).memory(table.exact()).order(order);
            alpha_beta_memory(&mut cx, pos, 200, alpha, beta)
        };
        pos.value(score)
    };
    let values = [solve(true), solve(false)];
    assert_eq!(values[0], values[1], "{}: with knowledge and without", pos.write());
    values[0]
}

/// Wins that are said to be forced are found by searching as deep, too, where random games lead. Returns how many there were.
fn forced_wins_are_wins<G: Notation>(start: &G, games: u64, plies: u32) -> u32 {
    let (mut count, mut state) = (0, 1u64);
    for _ in 0..games {
        let mut pos = start.clone();
        loop {
            let moves: Vec<G::Move> = if pos.outcome().is_none() { pos.moves().collect() } else { vec![] };
            if moves.is_empty() {
                break;
            }
            let known =
                G::Knowledge::default().bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
            if let Some(n) =
                known.lower.plies_to_end().filter(|&n| known.lower > Score::DRAW && n > 1 && n <= plies)
            {
                let table = Table::with_entries(1 << 16);
                let order = order::Ranked::new((order::TableMove, order::MoveScore));
                let mut cx = Search::new(|_: &G| Score::DRAW).memory(table.exact()).order(order);
                let Ok(score) = alpha_beta_memory(&mut cx, &pos, n, known.lower.prev(), known.lower);
                assert!(score >= known.lower, "{}: {score}, not {}", pos.write(), known.lower);
                count += 1;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            pos.play(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    count
}

/// Whether the first player wins, by columns and rows.
fn winners<G: Notation>(sizes: &[(u32, u32, bool)]) {
    for &(columns, rows, first) in sizes {
        let pos = G::sized(columns, rows).unwrap();
        assert_eq!(value(&pos), if first { 1 } else { -1 }, "{columns}x{rows}");
    }
}

fn paths<G: Notation>(pos: &G, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(pos, depth)).collect()
}

fn error<G: Notation>(text: &str) -> String {
    G::read(text).map(|pos| pos.write()).expect_err(text).0
}

/// Boards of a size asked for by columns and rows; moves are played on them, too.
#[test]
fn older_games_have_boards_of_any_size() {
    assert_eq!(Clobber::sized(3, 2).unwrap().write(), "XOX/OXO X");
    assert_eq!(Domineering::sized(2, 3).unwrap().write(), "../../.. V");
    assert!(Clobber::sized(9, 8).is_none() && Nim::sized(3, 3).is_none());
    let start = Clobber::sized(3, 2).unwrap();
    assert_eq!(Clobber::read_from(start, "a1b1").unwrap().write(), ".XX/OXO O");
    assert_eq!(Clobber::read_from(start, "").unwrap(), start);
    assert_eq!(Clobber::read_from(start, "XO/OX O").unwrap().write(), "XO/OX O");
    assert_eq!(Domineering::read("2x2").unwrap().write(), "../.. V");
    let moves = Domineering::read_from(Domineering::sized(2, 3).unwrap(), "a1a2 a3b3").unwrap();
    assert_eq!(moves.write(), "X./X./OO V");
}

#[test]
fn breakthrough() {
    // The first two have their pieces in the same places of the row of all cells.
    let texts = ["OOOO/..../..../XXXX X", "OO/OO/../../../../XX/XX X", "OO/.O/X./XX O", ""];
    let mut starts = read::<Breakthrough>(&texts);
    starts.extend(sized::<Breakthrough>(&[(2, 4), (3, 5), (4, 4), (2, 8), (16, 4), (2, 32)]));
    keeps_the_laws(&starts, 20);
    starts.iter().for_each(hints_agree);
    for (columns, rows, depth) in [(2, 4, 9), (2, 5, 7), (3, 4, 5), (4, 5, 4), (2, 8, 6), (8, 8, 2)] {
        knows(&Breakthrough::sized(columns, rows).unwrap(), 60, depth);
    }
    reads_anything::<Breakthrough>(&[
        "4x2",
        "OO/../../XX X",
        "OO/../../XX O",
        "XX/../../OO X",
        "OO/../../.. X",
    ]);
    assert!(Breakthrough::sized(1, 8).is_none() && Breakthrough::sized(8, 3).is_none());
    assert!(Breakthrough::sized(9, 8).is_none());
}

#[test]
fn breakthrough_says_what_is_wrong() {
    assert_eq!(error::<Breakthrough>("3x8"), "a board of 3x8 is too small, expected at least 4x2");
    let won = "X has won already, expected it to be the other side's turn";
    assert_eq!(error::<Breakthrough>("OX/../../.X X"), won);
    assert_eq!(error::<Breakthrough>("../../../.X X"), won);
    assert!(Breakthrough::read("../../../.X O").unwrap().outcome().is_some());
    let twice = error::<Breakthrough>("a2a3 a2a3");
    assert_eq!(twice.split(',').next(), Some("move 2: 'a2a3' is not a legal move"));
}

/// Four columns by four rows: A. Saffidine, N. Jouandeau and T. Cazenave, *Solving Breakthrough with race patterns and
/// job-level proof number search*, 2011, and J. Haugland.
#[test]
fn breakthrough_values() {
    winners::<Breakthrough>(&[(4, 4, false), (2, 4, false), (3, 4, false), (2, 5, false), (3, 5, false)]);
    winners::<Breakthrough>(&[(2, 6, true), (2, 7, false), (2, 8, true)]);
}

/// Saffidine and others, 2011; J. Haugland.
#[test]
#[ignore = "takes minutes: `cargo xtask long` runs it"]
fn long_breakthrough_values() {
    winners::<Breakthrough>(&[(4, 5, false), (3, 6, true), (3, 7, false)]);
}

#[test]
fn breakthrough_paths() {
    assert_eq!(paths(&Breakthrough::start(), 5), [22, 484, 11_132, 256_036, 6_182_818]);
}

#[test]
fn hex() {
    let texts = ["XO../..X. O", "XO/../X./.. O", ".X./O.O/.X. X", "XXX/... O", ""];
    let mut starts = read::<Hex>(&texts);
    starts.extend(sized::<Hex>(&[(1, 1), (2, 2), (4, 3), (3, 4), (12 - 1, 1), (1, 11), (6, 2), (5, 5)]));
    keeps_the_laws(&starts, 8);
    starts.iter().for_each(hints_agree);
    for (columns, rows, depth) in
        [(2, 2, 4), (3, 3, 9), (4, 3, 5), (3, 4, 5), (4, 4, 4), (1, 5, 5), (5, 5, 3)]
    {
        knows(&Hex::sized(columns, rows).unwrap(), 40, depth);
    }
    reads_anything::<Hex>(&["XX/.. X", "XX/.. O", "X./X. O", "X./X. X", "O./O. X", "OO/.. O", "XO/OX X"]);
    assert!(Hex::sized(12, 11).is_none() && Hex::sized(0, 3).is_none() && Hex::sized(300, 3).is_none());
    assert_eq!(Hex::sized(3, 2).unwrap().draw(), "   a b c\n 1 . . .\n  2 . . .");
}

#[test]
fn hex_says_what_is_wrong() {
    assert_eq!(error::<Hex>("X./X. X"), "X has won already, expected it to be the other side's turn");
    assert_eq!(error::<Hex>("............ X"), "a board of 1x12 is too large, expected at most 11x11");
    assert_eq!(error::<Hex>("X?/.. X"), "found '?' in row 1, column 2, expected X, O or .");
    assert_eq!(error::<Hex>("../.."), "the text ends after the board, expected X or O to move");
    assert_eq!(error::<Hex>("a1 a1").split(',').next(), Some("move 2: 'a1' is not a legal move"));
}

/// J. Nash: the first player wins on n by n cells. Where one pair of edges is further apart than the other, the side that joins
/// the nearer one wins, even as second player (C. Shannon, told by M. Gardner, 1957).
#[test]
fn hex_values() {
    winners::<Hex>(&[(1, 1, true), (2, 2, true), (3, 3, true), (4, 4, true), (4, 3, true), (3, 4, false)]);
    let openings = |size: u32| {
        let start = Hex::sized(size, size).unwrap();
        let won = start.moves().filter(|&m| value(&start.child(m)) < 0);
        won.map(|m| start.write_move(m)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(openings(3), "c1 a2 b2 c2 a3");
    assert_eq!(openings(4), "d1 c2 b3 a4");
}

#[test]
fn hex_paths() {
    assert_eq!(paths(&Hex::start(), 3), [121, 121 * 120, 121 * 120 * 119]);
    // Half of the pairs of stones that X can have on two by two join its edges.
    assert_eq!(paths(&Hex::sized(2, 2).unwrap(), 4), [4, 12, 24, 12]);
}

#[test]
fn nogo() {
    let texts = [".OX/OX./.X. O", "XO../..X. O", "XO/../X./.. O", ""];
    let mut starts = read::<NoGo>(&texts);
    starts.extend(sized::<NoGo>(&[(1, 1), (1, 2), (2, 2), (4, 3), (3, 4), (12, 1), (64, 1), (8, 8)]));
    keeps_the_laws(&starts, 6);
    starts.iter().for_each(hints_agree);
    for (columns, rows, depth) in [(2, 2, 4), (3, 3, 9), (4, 3, 5), (1, 7, 7), (4, 4, 4)] {
        knows(&NoGo::sized(columns, rows).unwrap(), 40, depth);
    }
    reads_anything::<NoGo>(&["XX/XX O", "XX/X. O", "XX/X. X", "4x5", "XO/O. X"]);
    assert_eq!(error::<NoGo>("XO/O. X"), "a chain on the board has no liberty, expected one for each");
}

/// M. Müller, *Solving NoGo on Small Board Sizes*; on four by four the reply on the opposite side wins.
#[test]
fn nogo_values() {
    winners::<NoGo>(&[(3, 3, true), (4, 4, false), (1, 1, false), (2, 2, true)]);
    let three = NoGo::sized(3, 3).unwrap();
    assert!(three.moves().all(|m| value(&three.child(m)) < 0));
    for moves in ["b1 c4", "a1 d4", "b2 c3"] {
        assert_eq!(value(&NoGo::read_from(NoGo::sized(4, 4).unwrap(), moves).unwrap()), -1, "{moves}");
    }
}

#[test]
fn atari_go() {
    let texts = ["crosscut", ".X./XO./... X", "XO../..X. O", "XO/../X./.. O", "OX./X../... O", ""];
    let mut starts = read::<AtariGo>(&texts);
    starts.extend(sized::<AtariGo>(&[(1, 1), (1, 2), (2, 2), (4, 3), (3, 4), (12, 1), (64, 1), (8, 8)]));
    keeps_the_laws(&starts, 6);
    starts.iter().for_each(hints_agree);
    for (columns, rows, depth) in [(2, 2, 6), (3, 3, 7), (4, 3, 5), (1, 7, 7), (4, 4, 4), (6, 6, 2)] {
        knows(&AtariGo::sized(columns, rows).unwrap(), 60, depth);
    }
    reads_anything::<AtariGo>(&[
        "crosscut a1",
        "crosscut z9",
        "XX/XX O",
        "XX/X. O",
        "4x5",
        "XO/O. X",
        "XO/O. O",
    ]);
    let wide = AtariGo::sized(5, 1).unwrap();
    let no_room = "a board of 1x5 has no room for a crosscut, expected at least 2x2";
    assert_eq!(AtariGo::read_from(wide, "crosscut").unwrap_err().0, no_room);
    let alive = "a chain of the side that has just moved has no liberty, expected it to have one";
    assert_eq!(error::<AtariGo>("XO/O. O"), alive);
}

#[test]
fn atari_go_values() {
    winners::<AtariGo>(&[(2, 2, false), (3, 3, true), (4, 3, true), (4, 4, false)]);
    let start = AtariGo::sized(4, 4).unwrap();
    assert_eq!(value(&AtariGo::read_from(start, "crosscut").unwrap()), 1);
}

#[test]
fn amazons() {
    let texts = ["X../.../O.. X", "X../..O O", "O.X#/..#./X#.O X", ".X/X./../O./.O O", "X...#.O X"];
    let mut starts = read::<Amazons>(&texts);
    starts.extend(sized::<Amazons>(&[(4, 4), (5, 4), (4, 5)]));
    keeps_the_laws(&starts, 3);
    starts.push(Amazons::start());
    starts.iter().for_each(hints_agree);
    for (text, depth) in
        [("X../.../..O X", 9), ("X..#/..#./.#.O O", 6), ("X.#O/..#./X.#./..#O X", 6), ("X..X#.O. X", 7)]
    {
        knows(&Amazons::read(text).unwrap(), 60, depth);
    }
    knows(&Amazons::sized(4, 4).unwrap(), 20, 2);
    reads_anything::<Amazons>(&["X#/.O X", "X#/#O X", "X#/#O O", "a1-a2/a1", "XXXX/X... X"]);
    let large = ["..........", "..."].concat();
    assert_eq!(
        error::<Amazons>(&format!("{large} X")),
        "a board of 1x13 is too large, expected at most 11x11"
    );
    assert_eq!(error::<Amazons>("XXX/XX. X"), "X has 5 amazons, expected at most 4");
    assert_eq!(error::<Amazons>("X?/.. X"), "found '?' in row 1, column 2, expected X, O, # or .");
    let wrong = Amazons::start().read_move("d1-d7/z7").unwrap_err();
    assert_eq!(wrong.0, "'d1-d7/z7' is not a legal move, expected one such as a4-f9/e10");
}

/// J. Song and M. Müller, *An Enhanced Solver for the Game of Amazons*, 2015.
#[test]
fn amazons_values() {
    winners::<Amazons>(&[(4, 4, false)]);
}

/// From the usual start; and the positions after one move and after two, up to symmetry, which a table of all of them has
/// (`jh85/smallgames`, 2026).
#[test]
fn amazons_paths() {
    assert_eq!(paths(&Amazons::start(), 2), [2_176, 4_307_152]);
    let after = |columns, rows, plies: u32| {
        let mut layer = vec![Amazons::sized(columns, rows).unwrap()];
        for _ in 0..plies {
            layer =
                layer.iter().flat_map(|pos| pos.moves().map(|m| pos.child(m)).collect::<Vec<_>>()).collect();
            layer.sort_by_key(Keyed::key);
            layer.dedup_by_key(|pos| pos.key());
        }
        layer.len()
    };
    assert_eq!([after(5, 4, 1), after(5, 5, 1), after(5, 5, 2)], [85, 130, 22_872]);
}

#[test]
fn gomoku() {
    let five = "...../...../..X../...../..... O";
    let texts = [five, "exact ...../...../..X../...../..... O", "XXXXX/OOOO./...../...../..... O"];
    let mut starts = read::<Gomoku>(&texts);
    starts.extend(sized::<Gomoku>(&[(5, 5), (5, 6), (6, 5), (7, 5), (5, 7)]));
    starts.extend(read::<Gomoku>(&["exact ......./......./......./......./......./......./...X... O"]));
    keeps_the_laws(&starts, 1);
    starts.extend(sized::<Gomoku>(&[(15, 15), (19, 19)]));
    starts.iter().for_each(hints_agree);
    knows(&Gomoku::sized(6, 6).unwrap(), 3, 2);
    reads_anything::<Gomoku>(&[five, "exact", "exact h8 h9", "XXXXX/...../...../...../..... X"]);
    let small = "a board of 2x3 is not possible, expected 5x5 to 19x19";
    assert_eq!(error::<Gomoku>(".../... X"), small);
    let won = "X has won already, expected it to be the other side's turn";
    assert_eq!(error::<Gomoku>("XXXXX/...../...../...../..... X"), won);
    assert_eq!(Gomoku::read("exact h8").unwrap().side(), "O");
    assert!(Gomoku::sized(20, 15).is_none() && Gomoku::sized(4, 9).is_none());
    assert_eq!(paths(&Gomoku::start(), 3), [225, 225 * 224, 225 * 224 * 223]);
}

/// Rows of five in every direction and every corner, no longer ones by the exact rule, and none around the edge.
#[test]
fn gomoku_rows() {
    let wins = |exact: &str, cells: &str| {
        let cells: Vec<&str> = cells.split(' ').collect();
        let rows: Vec<String> = (1..=7)
            .map(|row| {
                let at = |column| if cells.contains(&format!("{column}{row}").as_str()) { 'X' } else { '.' };
                ('a'..='g').map(at).collect()
            })
            .collect();
        Gomoku::read(&format!("{exact} {} O", rows.join("/"))).unwrap().outcome().is_some()
    };
    for row in [
        "a1 b1 c1 d1 e1",
        "c7 d7 e7 f7 g7",
        "g3 g4 g5 g6 g7",
        "a1 b2 c3 d4 e5",
        "g1 f2 e3 d4 c5",
        "a7 b6 c5 d4 e3",
    ] {
        assert!(wins("", row) && wins("exact", row), "{row}");
    }
    for row in ["f1 g1 a2 b2 c2", "e1 f2 g3 a5 b6", "a1 b1 c1 d1 f1", "a3 b2 c1 g4 f5"] {
        assert!(!wins("", row) && !wins("exact", row), "{row}");
    }
    for row in ["a1 b1 c1 d1 e1 f1", "b2 c3 d4 e5 f6 g7", "g2 f3 e4 d5 c6 b7"] {
        assert!(wins("", row) && !wins("exact", row), "{row}");
    }
    assert!(wins("exact", "a1 b1 c1 d1 e1 f1 g3 g4 g5 g6 g7"));
}

#[test]
fn gomoku_wins_by_threats() {
    for start in ["", "exact "] {
        let start =
            Gomoku::read(&format!("{start}......./......./......./...X.../......./......./....... O"))
                .unwrap();
        assert!(forced_wins_are_wins(&start, 60, 7) > 20);
    }
}

#[test]
fn qubic() {
    let texts = ["", "a1 b1 b6 c1 c11 d1 d16", "a1 d1 a16 d16 d4"];
    let starts = read::<Qubic>(&texts);
    keeps_the_laws(&starts, 1);
    starts.iter().for_each(hints_agree);
    knows(&Qubic::start(), 2, 2);
    reads_anything::<Qubic>(&["16x4", "16x4 O", "4x16", "z1"]);
    assert_eq!(error::<Qubic>("4x16"), "the board has 4 rows by 16 columns, expected 16 by 4");
    assert_eq!(paths(&Qubic::start(), 4), [64, 64 * 63, 64 * 63 * 62, 64 * 63 * 62 * 61]);
    assert!(forced_wins_are_wins(&Qubic::start(), 60, 7) > 20);
}
