//! What is proven of sums, held against trying everything.

use super::*;
use crate::domineering::Position;
use crate::grid::hash;
use secateur::Game;
use std::collections::HashMap;
use std::hash::Hash;

/// Whether the side to move wins, by trying everything.
fn wins<B: Bits + Hash>(pos: &Position<B>, known: &mut HashMap<(B, bool), bool>) -> bool {
    let at = (pos.empty(), pos.flat);
    if let Some(&answer) = known.get(&at) {
        return answer;
    }
    let answer = pos.moves().any(|m| !wins(&pos.child(m), known));
    known.insert(at, answer);
    answer
}

/// On boards filled at random, of every shape up to 26 cells; and most results are seen.
fn proven_is_so<B: Bits + Hash>() {
    let (mut proven, mut all) = (0, 0);
    let sides = 1..=longest::<B>();
    let shapes = sides.clone().flat_map(|r| sides.clone().map(move |c| (r, c)));
    for (rows, columns) in shapes.filter(|(r, c)| r * c <= 26) {
        let grid = Rectangle::<B>::new(rows, columns).unwrap();
        let mut known = HashMap::new();
        for seed in 0..60 {
            let taken = hash([seed, 1]) & (hash([seed, 2]) | hash([seed, 3]));
            let taken = B::of(taken.into()) & grid.cells();
            for flat in [false, true] {
                let pos = Position { taken: [taken, B::NONE], grid, flat };
                let truth = wins(&pos, &mut known);
                let won = pos.worth(flat).unwrap().wins_first();
                let lost = pos.worth(!flat).unwrap().wins_second();
                assert!(!(won && !truth || lost && truth), "{pos:?}: {truth}");
                (proven, all) = (proven + u32::from(won || lost), all + 1);
            }
        }
    }
    assert!(proven > all * 9 / 10, "{proven} of {all}");
}

#[test]
fn what_is_proven_is_so() {
    proven_is_so::<u64>();
    proven_is_so::<u128>();
}

/// Boards on which only one side has moves, and as many as there can be: no sum wraps.
#[test]
fn the_largest_sums_have_the_right_sign() {
    let full = Rectangle::<u128>::new(10, 10).unwrap();
    let columns = (0..5).fold(0, |set, column| set | full.left() << (2 * column));
    let worth = |board: u128| {
        let pos = Position { taken: [full.cells() & !board, 0], grid: full, flat: false };
        [pos.worth(false), pos.worth(true)].map(|worth| {
            let worth = worth.unwrap();
            (worth.wins_first(), worth.wins_second())
        })
    };
    assert_eq!(worth(columns), [(true, true), (false, false)]);
    assert_eq!(worth(full.transposed(columns)), [(false, false), (true, true)]);
}

/// Boards that are alike are worked out once.
#[test]
fn turned_boards_are_worth_the_same() {
    for (rows, columns) in [(1, 5), (2, 4), (3, 3), (3, 4), (4, 3)] {
        for flat in [false, true] {
            let all = Walls::all(rows, columns, flat);
            for empty in 0..1 << (rows * columns) {
                assert_eq!(all.of(empty, columns, flat), *all.at(empty), "{empty:b}");
            }
        }
    }
}

/// Boards that are games of a name: 1/2, 1 and -1 either way, a switch, and 0.
#[test]
fn thermographs_as_published() {
    let walls = |rows, columns, empty: usize| Walls::all(rows, columns, false).at(empty).walls;
    // An L of three cells is 1/-1 turned about: two by two without a corner.
    assert_eq!(walls(2, 2, 0b0111).map(|wall| [wall[0], wall[STEPS - 1]]), [[0, 0], [0, 0]]);
    // Two by two: 1 or -1, whoever moves.
    assert_eq!(walls(2, 2, 0b1111).map(|wall| [wall[0], wall[STEPS - 1]]), [[POINT, 0], [-POINT, 0]]);
    // Upright, three cells and one at the side of the lowest: 1/2.
    assert_eq!(walls(3, 2, 0b11_0101)[1][0], POINT / 2);
    assert_eq!(simplest(Some((POINT, false)), None), Some(2 * POINT));
    assert_eq!(simplest(Some((-POINT, true)), Some((POINT, false))), Some(0));
    assert_eq!(simplest(Some((POINT / 4, false)), Some((POINT / 2, false))), Some(POINT * 3 / 8));
    assert_eq!(simplest(Some((POINT, false)), Some((POINT, true))), None);
}
