//! Published and independently computed facts about the games: sizes of whole trees, numbers of positions,
//! winners.
//!
//! Tests named `long_*` take minutes: `cargo test -p secateur-games --test all long -- --ignored`.

use secateur::algo::{alpha_beta_memory, retrograde};
use secateur::{Keyed, Never, Score, Search, Table, order};
use secateur_games::{
    Notation, clobber::Clobber, connect4::AnyConnect4, dodgem::Dodgem, domineering::Domineering, mnk::Mnk,
    nim::Nim, othello::Small,
};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

fn moves<G: Notation>(pos: &G) -> Vec<G::Move> {
    if pos.outcome().is_some() { vec![] } else { pos.moves().collect() }
}

/// The nodes of the whole tree, the root included, and the games: its leaves.
fn walk<G: Notation>(pos: &G) -> (u64, u64) {
    let moves = moves(pos);
    let games = u64::from(moves.is_empty());
    moves.into_iter().map(|m| walk(&pos.child(m))).fold((1, games), |sum, sub| (sum.0 + sub.0, sum.1 + sub.1))
}

/// The nodes of the whole tree, every position's tree being walked only once; afterwards `sizes` holds every
/// position.
fn tree_size<G: Notation + Eq + Hash>(pos: &G, sizes: &mut HashMap<G, u64>) -> u64 {
    if let Some(&size) = sizes.get(pos) {
        return size;
    }
    let size = 1 + moves(pos).into_iter().map(|m| tree_size(&pos.child(m), sizes)).sum::<u64>();
    sizes.insert(pos.clone(), size);
    size
}

/// The value of the game, 1, 0 or -1 for the side to move.
fn solve<G: Notation>(text: &str) -> i32 {
    let pos = G::read(text).unwrap();
    let table = Table::with_bytes(64 << 20);
    let order = order::Ranked::new((order::TableMove, order::MoveScore));
    let mut cx = Search::new(G::Knowledge::default()).memory(table.exact()).order(order);
    // No game here lasts longer, and the table answers for depths below 255.
    let Ok(score) = alpha_beta_memory(&mut cx, &pos, 200, Score::DRAW - 1, Score::DRAW + 1);
    pos.value(score)
}

#[test]
fn tic_tac_toe_tree() {
    let start = Mnk::start();
    assert_eq!(walk(&start), (549_946, 255_168));
    let mut sizes = HashMap::new();
    assert_eq!(tree_size(&start, &mut sizes), 549_946);
    assert_eq!(sizes.len(), 5_478);
    let keys: HashSet<u64> = sizes.keys().map(Keyed::key).collect();
    assert_eq!(keys.len(), 765, "up to symmetry");
}

/// Nodes of the whole tree, and distinct pairs of board and side to move.
#[test]
fn clobber_trees() {
    for (size, nodes, positions) in
        [("2x5", 24_624, 1_889), ("3x4", 706_871, 13_343), ("4x4", 1_245_689_977, 600_161)]
    {
        let mut sizes = HashMap::new();
        assert_eq!(tree_size(&Clobber::read(size).unwrap(), &mut sizes), nodes, "{size}");
        assert_eq!(sizes.len(), positions, "{size}");
    }
    assert_eq!(walk(&Clobber::read("3x4").unwrap()).0, 706_871);
}

#[test]
#[ignore = "takes minutes: `cargo xtask long` runs it"]
fn long_clobber_4x4_tree_node_by_node() {
    assert_eq!(walk(&Clobber::read("4x4").unwrap()).0, 1_245_689_977);
}

/// Whether the first player wins Clobber, by rows and columns, from the full board.
fn clobber_winners(sizes: &[(&str, bool)]) {
    for &(size, first) in sizes {
        assert_eq!(solve::<Clobber>(size), if first { 1 } else { -1 }, "{size}");
        let (rows, columns) = size.split_once('x').unwrap();
        let across = format!("{columns}x{rows} O");
        assert_eq!(solve::<Clobber>(&across), if first { 1 } else { -1 }, "{across}");
    }
}

#[test]
fn clobber_values() {
    clobber_winners(&[
        ("2x2", true),
        ("2x3", false),
        ("2x4", true),
        ("2x5", true),
        ("2x6", false),
        ("2x7", true),
        ("2x8", true),
        ("3x3", true),
        ("3x4", false),
        ("3x5", true),
        ("4x4", true),
    ]);
}

#[test]
#[ignore = "takes minutes: `cargo xtask long` runs it"]
fn long_clobber_values() {
    clobber_winners(&[("2x9", false), ("2x10", true), ("3x6", false), ("3x7", true), ("4x5", true)]);
}

/// The winner of Domineering, by rows and columns: if `V` starts, and if `H` starts.
fn domineering_winners(sizes: &[(&str, &str, &str)]) {
    for &(size, if_v, if_h) in sizes {
        for (starts, wins) in [("V", if_v), ("H", if_h)] {
            let text = format!("{size} {starts}");
            assert_eq!(solve::<Domineering>(&text), if starts == wins { 1 } else { -1 }, "{text}");
        }
    }
}

#[test]
fn domineering_values() {
    domineering_winners(&[
        ("2x2", "V", "H"),
        ("2x3", "V", "H"),
        ("3x3", "V", "H"),
        ("3x4", "H", "H"),
        ("3x5", "H", "H"),
        ("4x4", "V", "H"),
        ("4x5", "V", "V"),
        ("5x5", "H", "V"),
        ("3x6", "H", "H"),
        ("3x7", "H", "H"),
        ("4x6", "V", "H"),
        ("4x7", "V", "V"),
        ("5x6", "H", "H"),
        ("6x6", "V", "H"),
        ("7x7", "V", "H"),
    ]);
}

/// Of the m,n,k-games with both sides of three or more, three in a line are drawn on 3x3 alone; four are drawn
/// on 4x4.
#[test]
fn mnk_values() {
    for (text, value) in [("", 0), ("3x4,3", 1), ("4x4,3", 1), ("4x4,4", 0), ("2x8,3", 0), ("3x3,2", 1)] {
        assert_eq!(solve::<Mnk>(text), value, "{text}");
    }
}

/// Nim by search, with no knowledge, against Bouton's theorem.
#[test]
fn nim_values() {
    for (a, b, c) in (0..6u8).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| (a, b, c)))) {
        let pos = Nim::read(&format!("{a},{b},{c}")).unwrap();
        let table = Table::with_bytes(1 << 16);
        let mut cx = Search::new(|_: &Nim| Score::DRAW).memory(table.exact());
        let Ok(score) = alpha_beta_memory(&mut cx, &pos, 20, -Score::INF, Score::INF);
        assert_eq!(pos.value(score), if a ^ b ^ c == 0 { -1 } else { 1 }, "{a},{b},{c}");
    }
}

/// The first player wins Dodgem on 3x3 (*Winning Ways*), and nobody on 4x4 (D. desJardins, 1996).
#[test]
fn dodgem_values() {
    let win = Score::win_in(19);
    for (text, value, positions) in [
        ("2x2", Score::win_in(3), 14),
        ("3x3", win, 1_349),
        ("3x3 O", win, 1_349),
        ("4x4", Score::DRAW, 276_832),
    ] {
        let pos = Dodgem::read(text).unwrap();
        let Ok(Some(ends)) = retrograde([pos], 256 << 20, &mut Never) else { panic!("{text} has room") };
        assert_eq!((ends.value(&pos), ends.positions()), (Some(value), positions), "{text}");
    }
}

/// Who wins Connect-4 on small boards, as J. Tromp found (2006).
#[test]
fn connect_4_on_small_boards() {
    for (columns, rows, value) in [(4, 4, 0), (5, 4, 0), (4, 5, 0), (6, 4, -1), (5, 5, 0), (4, 6, 0)] {
        let start = AnyConnect4::sized(columns, rows).unwrap();
        assert_eq!(solve::<AnyConnect4>(&start.write()).signum(), value, "{columns}x{rows}");
    }
}

/// Knowledge, keys that mirror images share and the order of moves change no value.
#[test]
fn connect_4_by_its_rules_alone() {
    let start = AnyConnect4::sized(4, 4).unwrap();
    let table = Table::with_bytes(64 << 20);
    let mut cx = Search::new(|_: &AnyConnect4| Score::DRAW).memory(table.exact());
    let Ok(score) = alpha_beta_memory(&mut cx, &start, 16, Score::DRAW - 1, Score::DRAW + 1);
    assert_eq!(score, Score::DRAW);
}

/// Othello on four by four squares, to the end and with nothing known: 11 discs to 3 for the second player, and the two empty
/// squares are the winner's.
#[test]
fn othello_on_four_by_four() {
    let start = Small::sized(4, 4).unwrap();
    let table = Table::with_bytes(16 << 20);
    let mut cx = Search::new(|_: &Small| Score::DRAW).memory(table.exact());
    let Ok(score) = alpha_beta_memory(&mut cx, &start, 200, -Score::INF, Score::INF);
    assert_eq!(start.value(score), -10);
}
