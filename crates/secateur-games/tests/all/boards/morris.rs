//! Nine Men's Morris and Six Men's Morris: laws, rules and text.

use super::{error, hints_agree, keeps_the_laws, paths, read, reads_anything};
use secateur::algo::retrograde;
use secateur::{Game, Keyed, Never, Score};
use secateur_games::{Notation, morris::Morris};

/// X is to place a man, with two mills open; and positions in which men move, and fly.
const TEXTS: [&str; 6] = [
    "",
    "XX./.../O../O.X.../.../.O./... X 6,6",
    "X.O/O.X/XXO/O.X..X/OXO/.../O.. O",
    "X.O/O.X/.../..X..X/.../.../O.. O",
    "XO./.../X.O./.../X.O X 3,3",
    "XO./..O/X.../O../XOX X",
];

#[test]
fn morris() {
    let starts = read::<Morris>(&TEXTS);
    keeps_the_laws(&starts, 10);
    keeps_the_laws(&[Morris::sized(5, 5).unwrap()], 10);
    starts.iter().for_each(hints_agree);
    reads_anything::<Morris>(&[
        "XXX/OOO/..../.../... X 0,0",
        ".../.../..../.../... O 0,0",
        ".../.../..../.../... X 1,2",
        "a7 d7 g7xd7",
        "XXX/XXX/XXXX/XXX/XXX X",
        ".../.../.../....../.../.../\u{e9}.. X",
    ]);
    assert!(Morris::sized(6, 6).is_none() && Morris::sized(7, 5).is_none());
}

/// Images of one position share a key, those under which the squares change places too.
#[test]
fn symmetric_positions_are_one() {
    let keys = |texts: &[&str]| -> Vec<u64> {
        let mut keys: Vec<u64> = texts.iter().map(|text| Morris::read(text).unwrap().key()).collect();
        keys.dedup();
        keys
    };
    assert_eq!(keys(&["a7 d7", "g7 d7", "g7 g4", "a1 a4", "c5 d5", "e3 e4"]).len(), 1);
    assert_eq!(keys(&["a7 d7", "a7 a4", "b6 d6", "a7 b6"]).len(), 3);
}

fn after(text: &str, moves: &str) -> String {
    Morris::read_from(Morris::read(text).unwrap(), moves).unwrap().write()
}

fn moves(text: &str) -> Vec<String> {
    let pos = Morris::read(text).unwrap();
    let mut moves: Vec<String> = pos.moves().map(|m| pos.write_move(m)).collect();
    moves.sort();
    moves
}

#[test]
fn mills_take_men() {
    // Men in mills are taken only where there are no others.
    let spared = "XX./OOO/..../.../O.. X 1,0";
    assert_eq!(moves(spared).iter().filter(|m| m.contains('x')).collect::<Vec<_>>(), ["e5xa1"]);
    let bare = "XX./OOO/..../.../... X 1,0";
    assert_eq!(moves(bare).iter().filter(|m| m.contains('x')).count(), 3);
    // One man that closes two mills takes one.
    assert_eq!(after("XX./O../...X/O../O.X X 1,0", "e5xa1"), "XXX/O../...X/O../..X O 0,0");
    // A mill is closed again by a man that left it.
    assert_eq!(after("XXX/.../..../O../O.O X", "e5-e3 b2-c2 e3-e5xc2"), "XXX/.../..../.../O.O O 0,0");
    // The lines between two squares are no rows; those between three are.
    assert!(moves(".X./.X./..../..O/OO. X 1,0").iter().all(|m| !m.contains('x')));
    assert!(moves(".X./.X./.../....../.../..O/OO. X 1,0").contains(&"d5xa1".into()));
}

#[test]
fn men_fly_in_nine_mens_morris_alone() {
    assert_eq!(moves("X../.../..../..X/..X X").len(), 6);
    // Three men to each of 18 points; no mill can be closed.
    let flying = moves("X.O/O.X/.../..X.../.../.../O.. X");
    assert_eq!((flying.len(), flying[0].as_str()), (3 * 18, "a7-a4"));
}

#[test]
fn morris_ends() {
    let ends = |text: &str| Morris::read(text).unwrap().outcome().map(|score| score.get().signum());
    assert_eq!(ends("XX./OOO/..../.../... X"), Some(-1));
    assert_eq!(ends("XX./OOO/..../.../... X 1,0"), None);
    assert_eq!(ends("XX./OOO/..../.../... O"), Some(1));
    // Who is shut in has lost.
    let shut = Morris::read("XOX/.../O..O/.../XO. X").unwrap();
    assert_eq!((shut.outcome(), shut.moves().count(), shut.no_moves()), (None, 0, Score::LOSS));
}

#[test]
fn morris_says_what_is_wrong() {
    assert_eq!(error::<Morris>("..../... X"), "the board has 2 rows, expected 5 or 7");
    assert_eq!(error::<Morris>("..../.../.../.../... X"), "row 1 has 4 points, expected 3");
    assert_eq!(error::<Morris>("..?/.../..../.../... X"), "found '?' in row 1, expected X, O or .");
    assert_eq!(
        error::<Morris>(".../.../..../.../... Z"),
        "'Z' after the board is no side to move, expected X or O"
    );
    assert_eq!(
        error::<Morris>(".../.../..../.../... X 7,0"),
        "'7,0' are no men to place, expected 0 to 6 of X and of O, as in 2,3"
    );
    assert_eq!(error::<Morris>("XXX/.../..../.../... X 4,4"), "X has 7 men, expected at most 6");
    assert_eq!(
        error::<Morris>(".../.../..../.../... X 4,5"),
        "the side to move has 4 men to place and the other one 5, expected no fewer"
    );
}

/// The first five plies of Nine Men's Morris: all ways to place five men, and two men to choose from instead of one wherever the
/// fifth closes one of 16 mills.
#[test]
fn morris_paths() {
    let placed = 24 * 23 * 22 * 21;
    let mills = 16 * 6 * 21 * 20;
    assert_eq!(paths(&Morris::start(), 5), [24, 24 * 23, 24 * 23 * 22, placed, placed * 20 + mills]);
    let six = Morris::sized(5, 5).unwrap();
    assert_eq!(paths(&six, 5)[4], 16 * 15 * 14 * 13 * 12 + 8 * 6 * 13 * 12);
}

/// With four men each on two squares nobody can force an end (B. Liou, whose 4,111,151 positions these are up to symmetry
/// and the exchange of sides).
#[test]
fn four_men_each() {
    let pos = Morris::read(".../.../..../.../... X 4,4").unwrap();
    let Ok(Some(ends)) = retrograde([pos], 1 << 30, &mut Never) else { panic!("there is room") };
    assert_eq!((ends.value(&pos), ends.positions()), (Some(Score::DRAW), 148_235));
}
