//! Gomoku and Qubic.

use super::{
    error, forced_wins_are_wins, hints_agree, keeps_the_laws, knows, paths, read, reads_anything, sized,
};
use secateur::Game;
use secateur_games::{Notation, gomoku::Gomoku, qubic::Qubic};

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
