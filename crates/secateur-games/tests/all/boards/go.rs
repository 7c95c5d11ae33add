//! Go: laws, rules, text, superko, and published values.

use super::{error, hints_agree, keeps_the_laws, knows, read, reads_anything, sized};
use secateur::best::{DfPn, ProofTable, Proving, df_pn};
use secateur::drive::{Split, bisection};
use secateur::order::{MoveScore, Ranked};
use secateur::{
    Bounds, Constants, Eval, Game, Hints, Keyed, Meter, Repetition, Score, Search, Stats, Watch, algo,
};
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
    // Marks of proofs hold for all that has the same key.
    let classes = ["X../O.. O", "..X/..O X", "O../X.. X", "XO./... X"]
        .map(|text| Go::read(text).unwrap().identity_class());
    assert!(classes[..3].iter().all(|&class| class == classes[0]) && classes[3] != classes[0]);
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

fn board(pos: &Go) -> String {
    pos.write().split(' ').next().unwrap().to_owned()
}

/// What the side to move gets, by a search of its own: a board that was there is no legal one. Nothing, if that takes more
/// nodes than are left.
fn by_the_rules(pos: &Go, boards: &mut Vec<String>, window: (i32, i32), left: &mut u32) -> Option<i32> {
    if let Some(score) = pos.outcome() {
        return Some(score.get());
    }
    *left = left.checked_sub(1)?;
    let ((mut alpha, beta), mut best) = (window, i32::MIN);
    // The pass first: it ends the game soonest.
    for m in std::iter::once(Go::PASS).chain(pos.moves().filter(|&m| m != Go::PASS)) {
        let child = pos.child(m);
        if m != Go::PASS && boards.contains(&board(&child)) {
            continue;
        }
        boards.push(board(&child));
        let theirs = by_the_rules(&child, boards, (-beta, -alpha), left);
        boards.pop();
        best = best.max(-theirs?);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}

/// The exact value, by proofs.
fn proven(start: &Go, with_bounds: bool) -> i32 {
    proven_after(&[], start, with_bounds, &mut ProofTable::with_bytes(16 << 20))
}

/// The same in a game in which these positions came before.
fn proven_after(played: &[Go], start: &Go, with_bounds: bool, table: &mut ProofTable) -> i32 {
    let (history, cells) =
        (Repetition::exact_after(played, start), start.cells().unwrap().marks.len() as i32);
    let possible = Bounds { lower: Score::points(-cells), upper: Score::points(cells) };
    macro_rules! solved {
        ($knowledge:expr) => {{
            let mut cx = Search::new($knowledge).history(history);
            let prove = |_, goal| df_pn(&mut cx, start, goal, DfPn::default(), table).probe(goal);
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
        let value = by_the_rules(&start, &mut vec![board(&start)], (-99, 99), &mut u32::MAX.clone()).unwrap();
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

/// In games under way, with tables from one entry up.
#[test]
fn superko_in_a_game_under_way() {
    let mut compared = [0; 3];
    for seed in 0..1_000u64 {
        let size = seed as usize % 3;
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut draw = |n: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 33) as usize % n
        };
        let mut played = vec![Go::read(["2x2", "2x3", "3x3"][size]).unwrap()];
        let mut boards = vec![board(&played[0])];
        for _ in 0..draw(16) + [2, 10, 24][size] {
            let last = played[played.len() - 1];
            if last.outcome().is_some() {
                break;
            }
            let legal = |m: &u8| *m != Go::PASS && !boards.contains(&board(&last.child(*m)));
            let moves: Vec<u8> = last.moves().filter(legal).collect();
            let m = if moves.is_empty() { Go::PASS } else { moves[draw(moves.len())] };
            played.push(last.child(m));
            boards.push(board(&last.child(m)));
        }
        let start = played.pop().unwrap();
        if start.outcome().is_some() {
            continue;
        }
        let Some(value) = by_the_rules(&start, &mut boards, (-99, 99), &mut 6_000) else { continue };
        for entries in [[1, 4, 16, 64][draw(4)], 4_096] {
            let mut table = ProofTable::with_entries(entries);
            let found = proven_after(&played, &start, seed % 2 == 0, &mut table);
            assert_eq!(found, value, "{} after {} plies, {entries} entries", start.write(), played.len());
        }
        compared[size] += 1;
    }
    assert!(compared.iter().all(|&count| count > 10), "{compared:?}");
}

/// J. Tromp, and E. van der Werf, *Solving Go for rectangular boards*, 2009.
#[test]
fn published_values() {
    for (columns, rows, value) in [(2, 2, 1), (2, 3, 0), (3, 2, 0), (2, 4, 8), (3, 3, 9)] {
        assert_eq!(proven(&Go::sized(columns, rows).unwrap(), true), value, "{columns}x{rows}");
    }
}

/// How often df-pn goes into a node: the nodes of those who count expansions, each as often as there is one.
#[derive(Default)]
struct Entered(u64);

impl Watch<Go> for Entered {
    fn proving(&mut self, _ply: u32, step: Proving) {
        self.0 += u64::from(matches!(step, Proving::Enters { .. }));
    }
}

/// The nodes that it takes to prove that the first player has at least `goal` points on an empty board, and how many of
/// them are gone into.
fn work(board: &str, goal: i32) -> [u64; 2] {
    let start = Go::read(board).unwrap();
    let mut table = ProofTable::for_game(Constants::of::<Go>(), 256 << 20);
    let mut cx = Search::new(Areas)
        .history(Repetition::exact(&start))
        .order(Ranked::new(MoveScore))
        .watch((Stats::default(), Entered::default()));
    let answer = df_pn(&mut cx, &start, Score::points(goal), DfPn::default(), &mut table);
    assert!(answer.bounds.lower >= Score::points(goal), "{board}");
    [cx.watch.0.nodes, cx.watch.1.0]
}

#[test]
fn what_is_proven_on_one_path_is_used_on_others() {
    assert_eq!([work("2x4", 8), work("3x3", 9)], [[1_641, 537], [3_443, 1_107]]);
}

#[test]
#[ignore = "takes ten seconds"]
fn long_what_is_proven_on_one_path_is_used_on_others() {
    assert_eq!(work("4x4", 2), [2_547_577, 492_951]);
}
