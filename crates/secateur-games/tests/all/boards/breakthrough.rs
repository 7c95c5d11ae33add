//! Breakthrough.

use super::{error, hints_agree, keeps_the_laws, knows, paths, read, reads_anything, sized, solved, winners};
use secateur::{Eval, Game, Meter, Score, Search, Table, algo};
use secateur_games::{
    Notation,
    breakthrough::{Breakthrough, Runners},
};

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
    for (columns, rows, value) in [(4, 5, -1), (3, 6, 1), (3, 7, -1)] {
        let pos = Breakthrough::sized(columns, rows).unwrap();
        assert_eq!(solved(&pos, Runners), value, "{columns}x{rows}");
    }
}

/// Whatever knowledge says of positions with few pieces holds, as far as the end of the game; and it says much.
#[test]
fn breakthrough_bounds_hold() {
    let mut seed: u64 = 1;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (seed >> 33) % n
    };
    let table = Table::with_bytes(1 << 24);
    let (mut decided, mut all) = ([0, 0], 0);
    for _ in 0..4_000 {
        let sizes = [(3, 4), (2, 5), (3, 5), (4, 5), (5, 5), (6, 5), (8, 5), (3, 6), (4, 6), (2, 7), (2, 9)];
        let (columns, rows) = sizes[below(sizes.len() as u64) as usize];
        let mut cells = vec!['.'; columns * rows];
        for i in 0..3 + below(6) {
            let column = below(columns as u64) as usize;
            let row = below(rows as u64 - 1) as usize;
            let (piece, row) = if i % 2 == 0 { ('X', row + 1) } else { ('O', row) };
            cells[row * columns + column] = piece;
        }
        let lines: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
        let side = ["X", "O"][below(2) as usize];
        let Ok(pos) = Breakthrough::read(&format!("{} {side}", lines.join("/"))) else { continue };
        if pos.outcome().is_some() {
            continue;
        }
        let mut cx = Search::new(|_: &Breakthrough| Score::DRAW).memory(table.solving());
        let Ok(value) = algo::alpha_beta_memory(&mut cx, &pos, 100, -Score::INF, Score::INF);
        let said = Runners.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
        assert!(said.lower <= value && value <= said.upper, "{}: {value}, {said:?}", pos.write());
        all += 1;
        decided[0] += i32::from(said.lower > Score::DRAW);
        decided[1] += i32::from(said.upper < Score::DRAW);
    }
    assert!(all > 3_500 && decided[0] > all / 2 && decided[1] > all / 5, "{decided:?} of {all}");
}

#[test]
fn breakthrough_paths() {
    assert_eq!(paths(&Breakthrough::start(), 5), [22, 484, 11_132, 256_036, 6_182_818]);
}
