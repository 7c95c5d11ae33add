//! NoGo and Atari Go.

use super::{error, hints_agree, keeps_the_laws, knows, read, reads_anything, sized, value, winners};
use secateur::best::{DfPn, ProofTable, df_pn};
use secateur::order::{MoveScore, Ranked};
use secateur::{Game, Score, Search, Stats};
use secateur_games::atarigo::{Atari, AtariGo};
use secateur_games::{Notation, nogo::NoGo};

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

/// With a table of 2^12 entries the search that was published first took 18 times as long as with 2^20 (J. Pawlewicz and Ł.
/// Lew, *Improving depth-first pn-search: 1+ε trick*, 2007).
#[test]
fn atari_go_with_a_small_table() {
    let start = AtariGo::read_from(AtariGo::sized(6, 6).unwrap(), "crosscut").unwrap();
    let [large, small] = [20, 12].map(|log2| {
        let mut cx = Search::new(Atari).watch(Stats::default()).order(Ranked::new(MoveScore));
        let mut table = ProofTable::with_entries(1 << log2);
        let answer = df_pn(&mut cx, &start, Score::points(1), DfPn::default(), &mut table);
        assert!(answer.bounds.lower > Score::DRAW);
        cx.watch.nodes
    });
    assert!(small <= 3 * large, "{small} nodes with a small table, {large} with a large one");
}
