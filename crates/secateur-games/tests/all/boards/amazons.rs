//! Amazons.

use super::{error, hints_agree, keeps_the_laws, knows, paths, read, reads_anything, sized, winners};
use secateur::{Game, Keyed};
use secateur_games::{Notation, amazons::Amazons};

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
