//! Hex.

use super::{
    error, hints_agree, keeps_the_laws, knows, paths, read, reads_anything, sized, solved, value, winners,
};
use secateur::{Eval, Game, Meter, Score, candidates};
use secateur_games::{Notation, hex::Hex};
use std::collections::HashMap;

#[test]
fn hex() {
    let texts =
        ["XO../..X. O", "XO/../X./.. O", ".X./O.O/.X. X", "XXX/... O", "", "swap .../.X./... O", "swap"];
    let mut starts = read::<Hex>(&texts);
    starts.extend(sized::<Hex>(&[(1, 1), (2, 2), (4, 3), (3, 4), (12 - 1, 1), (1, 11), (6, 2), (5, 5)]));
    keeps_the_laws(&starts, 8);
    starts.extend((1..5).map(ruled));
    starts.iter().for_each(hints_agree);
    for (columns, rows, depth) in
        [(2, 2, 4), (3, 3, 9), (4, 3, 5), (3, 4, 5), (4, 4, 4), (1, 5, 5), (5, 5, 3)]
    {
        knows(&Hex::sized(columns, rows).unwrap(), 40, depth);
    }
    for (size, depth) in [(2, 5), (3, 6), (5, 3)] {
        knows(&ruled(size), 40, depth);
    }
    reads_anything::<Hex>(&[
        "swap X./.. O",
        "swap ../.. X",
        "XX/.. X",
        "XX/.. O",
        "X./X. O",
        "X./X. X",
        "O./O. X",
        "OO/.. O",
        "XO/OX X",
    ]);
    assert!(Hex::sized(12, 11).is_none() && Hex::sized(0, 3).is_none() && Hex::sized(300, 3).is_none());
    assert_eq!(Hex::sized(3, 2).unwrap().draw(), "   a b c\n 1 . . .\n  2 . . .");
}

/// A square board under the rule of the swap.
fn ruled(size: u32) -> Hex {
    Hex::new(size, size).unwrap().with_swap().unwrap()
}

/// Who swaps has what the first player had: whatever the opening, one of the two replies wins, so that the second player does.
#[test]
fn hex_with_swap() {
    for size in 2..5 {
        let start = ruled(size);
        assert!(value(&start) < 0);
        for opening in start.moves() {
            let (fair, bare) = (start.child(opening), Hex::new(size, size).unwrap().child(opening));
            let swapped = fair.child(fair.read_move("swap").unwrap());
            assert_eq!(value(&swapped).signum(), value(&bare).signum(), "{}", fair.write());
            assert!(value(&fair) > 0);
        }
    }
    let once = Hex::read_from(Hex::start(), "swap f6 swap").unwrap();
    assert_eq!((once.side().as_str(), once.read_move("swap").is_err()), ("X", true));
    assert_eq!(paths(&ruled(2), 3), [4, 16, 4 * (3 * 2 + 3)]);
}

#[test]
fn hex_says_what_is_wrong() {
    let no_swap =
        "there is no swap here, expected an empty square board, or one with a stone of X and O to move";
    for text in ["swap .../... X", "swap X../.O./... X", "swap .../.../... O"] {
        assert_eq!(error::<Hex>(text), no_swap);
    }
    assert_eq!(error::<Hex>("a1 swap").split(',').next(), Some("move 2: 'swap' is not a legal move"));
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

/// What virtual connections and fill-in prove is so, each alone and both together; of the moves that win, one is never
/// called needless; and they prove something long before the end.
#[test]
fn hex_knowledge() {
    let parts: [(&[&str], usize); 3] = [(&["fill-in"], 400), (&["connections"], 250), (&[], 450)];
    let mut values = HashMap::new();
    let mut value = |pos: &Hex| *values.entry(*pos).or_insert_with(|| solved(pos, |_: &Hex| Score::DRAW));
    for (without, least) in parts {
        let (mut known, mut fewer) = (0, 0);
        let mut knowledge = Hex::knowledge(without);
        for size in [(3, 3), (4, 3), (3, 4), (4, 4)] {
            let mut line: Vec<Hex> = vec![Hex::sized(size.0, size.1).unwrap()];
            let mut seed: u64 = 7;
            for _ in 0..200 {
                let pos = line[line.len() - 1];
                if pos.outcome().is_some() {
                    line.truncate(1);
                    continue;
                }
                let (alpha, beta) = (Score::DRAW, Score::DRAW + 1);
                let bounds = knowledge.bounds(&pos, alpha, beta, &mut Meter::unlimited());
                let worth = value(&pos);
                if bounds.lower > Score::DRAW || bounds.upper < Score::DRAW {
                    known += 1;
                    assert_eq!(bounds.lower > Score::DRAW, worth > 0, "{pos:?}");
                }
                let needless = knowledge.needless(&pos, alpha, beta);
                let tried: Vec<u8> = candidates(&pos).into_iter().filter(|&m| !needless(m)).collect();
                fewer += candidates(&pos).len() - tried.len();
                assert!(worth < 0 || tried.iter().any(|&m| value(&pos.child(m)) < 0), "{pos:?} {tried:?}");
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let moves: Vec<u8> = pos.moves().collect();
                line.push(pos.child(moves[(seed >> 33) as usize % moves.len()]));
            }
        }
        assert!(known > least && fewer > 500, "{known} of 800, {fewer} moves, without {without:?}");
    }
}
