//! Go: laws, rules, text, superko, and published values.

use crate::{error, hints_agree, keeps_the_laws, knows, read, reads_anything, sized};
use secateur::best::{DfPn, ProofTable, df_pn};
use secateur::drive::{Split, bisection};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Repetition, Score, Search, algo};
use secateur_games::Notation;
use secateur_games::go::{Areas, Go, WideGo};
use secateur_games::grid::hash;

#[test]
fn laws_hold() {
    let starts: Vec<Go> = sized(&[(7, 7), (1, 1), (2, 2), (3, 2), (2, 3), (5, 4), (8, 8), (1, 5)]);
    keeps_the_laws(&starts, 10);
    let more = read::<Go>(&[".X.X/XXXX/..../.... O", "XO./.../... X pass", ".XO./X.XO/.XO./.... O"]);
    keeps_the_laws(&more, 20);
    starts.iter().chain(&more).for_each(hints_agree);
    for start in read::<Go>(&["2x2", "1x4", ".X.X/XXXX/..../.... O", "OO.O/.OOO/XX.X X"]) {
        knows(&start, 20, 3);
    }
}

/// Larger boards are a type of their own, which keeps the laws, and on a small board plays as the usual one does, move by move.
#[test]
fn wide_boards() {
    let starts: Vec<WideGo> = sized(&[(9, 9), (11, 11), (13, 8), (64, 2), (3, 3)]);
    keeps_the_laws(&starts, 6);
    starts.iter().for_each(hints_agree);
    for start in read::<WideGo>(&["2x2", ".X.X/XXXX/..../.... O"]) {
        knows(&start, 20, 3);
    }
    reads_anything::<WideGo>(&["j9 pass a1", "9x9", "12x12 X"]);
    let open = Score::INF;
    for seed in 0..60 {
        let (mut small, mut wide) = (Go::sized(5, 4).unwrap(), WideGo::sized(5, 4).unwrap());
        for ply in 0..60 {
            let moves = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>();
            let named = moves(&mut small.moves().map(|m| small.write_move(m)));
            assert_eq!(named, moves(&mut wide.moves().map(|m| wide.write_move(m))));
            assert_eq!((small.write(), small.outcome()), (wide.write(), wide.outcome()));
            let meter = &mut Meter::unlimited();
            assert_eq!(Areas.bounds(&small, -open, open, meter), Areas.bounds(&wide, -open, open, meter));
            assert_eq!(Areas.eval(&small), Areas.eval(&wide));
            if small.outcome().is_some() {
                break;
            }
            let m = &named[hash([seed, ply]) as usize % named.len()];
            small.play(small.read_move(m).unwrap());
            wide.play(wide.read_move(m).unwrap());
        }
    }
}

#[test]
fn rules() {
    let play = |start: &str, moves: &str| Go::read_from(Go::read(start).unwrap(), moves);
    // Two stones at once, and one that had no liberty but for what it takes.
    assert_eq!(play("OO./XXX X", "c1").unwrap().write(), "..X/XXX O");
    assert_eq!(play(".XO./X.XO/.XO./.... O", "b2").unwrap().write(), ".XO./XO.O/.XO./.... X");
    // No suicide, of one stone or of two.
    assert!(play(".X./X../... O", "a1").is_err());
    assert!(play("O.X/XX. O", "b1").is_err());
    // Area: empty cells count for the side that alone surrounds them.
    let score = |text: &str| Go::read(text).unwrap().outcome();
    assert_eq!(score(".X.O/XX.O/.XO. X pass pass"), Some(Score::points(6 - 4)));
    assert_eq!(score("..../.... O pass pass"), Some(Score::DRAW));
    assert_eq!(score("..../...X O pass pass"), Some(Score::points(-8)));
    assert_eq!(score("..../...X O pass"), None);
    // A board is the same whoever is to move, and whoever passed.
    let identities =
        ["X../... O", "X../... X", "X../... X pass"].map(|text| Go::read(text).unwrap().identity());
    assert!(identities[0] == identities[1] && identities[1] != identities[2]);
    assert_ne!(Go::read("X../... O").unwrap().key(), Go::read("X../... X").unwrap().key());
}

#[test]
fn texts() {
    reads_anything::<Go>(&["b2 pass c3", "pass pass", ".X./... O pass", "4x5", "X O pass pass pass"]);
    assert_eq!(error::<Go>("X O"), "a chain on the board has no liberty, expected one for each");
    assert_eq!(Go::read("pass").unwrap().write().split_once(' ').unwrap().1, "O pass");
    assert_eq!(
        Go::read_from(Go::sized(2, 1).unwrap(), "c1").unwrap_err().to_string(),
        "move 1: 'c1' is not a legal move, expected one of a1 b1 pass"
    );
}

/// What the side to move gets, by a search of its own: a board that was there is no legal one.
fn by_the_rules(pos: &Go, boards: &mut Vec<String>, mut alpha: i32, beta: i32) -> i32 {
    if let Some(score) = pos.outcome() {
        return score.get();
    }
    let mut best = i32::MIN;
    for m in pos.moves() {
        let child = pos.child(m);
        let board = child.write().split(' ').next().unwrap().to_owned();
        if m != Go::PASS && boards.contains(&board) {
            continue;
        }
        boards.push(board);
        best = best.max(-by_the_rules(&child, boards, -beta, -alpha));
        boards.pop();
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The exact value, by proofs.
fn proven(start: &Go, with_bounds: bool) -> i32 {
    let mut table = ProofTable::with_bytes(16 << 20);
    let (history, cells) = (Repetition::exact(start), start.cells().unwrap().marks.len() as i32);
    let possible = Bounds { lower: Score::points(-cells), upper: Score::points(cells) };
    macro_rules! solved {
        ($knowledge:expr) => {{
            let mut cx = Search::new($knowledge).history(history);
            let prove = |_, goal| df_pn(&mut cx, start, goal, DfPn::default(), &mut table).probe(goal);
            bisection(possible, Split::TowardsZero, prove).expect("nothing halts it").get()
        }};
    }
    if with_bounds { solved!(Areas) } else { solved!(|_: &Go| Score::DRAW) }
}

/// To bring a board back loses at once: so nobody does, and all is as if it were no legal move.
#[test]
fn superko() {
    for (text, plain) in [("1x1", true), ("1x2", true), ("1x3", true), ("1x4", false)] {
        let start = Go::read(text).unwrap();
        let board = start.write().split(' ').next().unwrap().to_owned();
        let value = by_the_rules(&start, &mut vec![board], -99, 99);
        for with_bounds in [false, true] {
            assert_eq!(proven(&start, with_bounds), value, "{text}");
        }
        if plain {
            let mut cx = Search::new(Areas).history(Repetition::exact(&start));
            let Ok(score) = algo::alpha_beta(&mut cx, &start, 100, -Score::INF, Score::INF);
            assert_eq!(score.get(), value, "{text}");
        }
    }
}

/// J. Tromp, and E. van der Werf, *Solving Go for rectangular boards*, 2009.
#[test]
fn published_values() {
    for (columns, rows, value) in [(2, 2, 1), (2, 3, 0), (3, 2, 0), (2, 4, 8), (3, 3, 9)] {
        assert_eq!(proven(&Go::sized(columns, rows).unwrap(), true), value, "{columns}x{rows}");
    }
}
