//! Solvers against plain minimax, late in games of random moves: with and without components, with one thread and
//! two, with tables of every size. And a few end-games whose values are published.

use proptest::prelude::*;
use secateur::{Score, Search, algo};
use secateur_games::Notation;
use secateur_games::connect4::{AnyConnect4, Connect4};
use secateur_games::othello::Othello;
use secateur_session::{Request, Solver, StoppedBy};
use secateur_standard::standard;
use std::sync::Arc;
use std::time::Duration;

/// Deeper than these games are long.
const END: u32 = 1_000;

/// The position after these moves from the start, each chosen by a number from those that do not end the game, as long as
/// there are any.
fn after<G: Notation>(start: G, numbers: &[u16]) -> G {
    let mut pos = start;
    for &number in numbers {
        let goes_on = |pos: &G| pos.outcome().is_none() && pos.moves().next().is_some();
        let next: Vec<G> = pos.moves().map(|m| pos.child(m)).filter(goes_on).collect();
        match next.get(usize::from(number) % next.len().max(1)) {
            Some(child) => pos = child.clone(),
            None => break,
        }
    }
    pos
}

/// A way to solve.
#[derive(Clone, Debug)]
struct Way {
    hash: usize,
    threads: usize,
    /// The components to leave out.
    without: u16,
}

fn ways() -> impl Strategy<Value = Way> {
    let few = prop_oneof![Just(0), any::<u16>().prop_map(|a| a & a >> 3)];
    (10..23_u32, 1..3_usize, few).prop_map(|(size, threads, without)| Way {
        hash: 1 << size,
        threads,
        without,
    })
}

fn solver_is_minimax<G: Notation>(
    name: &str,
    start: G,
    numbers: &[u16],
    way: &Way,
) -> Result<(), TestCaseError> {
    let pos = after(start, numbers);
    let Ok(score) = algo::minimax(&mut Search::new(|_: &G| Score::DRAW), &pos, END);
    let session = standard().find(name).unwrap().open();
    let components = session.components().into_iter().enumerate();
    let without =
        components.filter(|(i, _)| way.without >> i & 1 == 1).map(|(_, component)| component.name.to_owned());
    let request = Request::default().hash(way.hash).threads(way.threads).without(without.collect());
    let solved = session.solver(&request).solve(&pos.write()).unwrap().solved().unwrap();
    prop_assert_eq!(solved.value, pos.value(score), "{} in {}", pos.write(), name);
    Ok(())
}

/// Moves, this many.
fn numbers(plies: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), plies)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn connect_4_is_solved_as_minimax_does(
        usual in numbers(33..42), small in numbers(9..20), low in numbers(37..45), wide in numbers(53..60),
        way in ways(),
    ) {
        let sized = |columns, rows| AnyConnect4::sized(columns, rows).unwrap();
        solver_is_minimax("connect4", Connect4::start(), &usual, &way)?;
        solver_is_minimax("connect4-5x4", sized(5, 4), &small, &way)?;
        solver_is_minimax("connect4-9x5", sized(9, 5), &low, &way)?;
        solver_is_minimax("connect4-10x6", sized(10, 6), &wide, &way)?;
    }

    #[test]
    fn othello_is_solved_as_minimax_does(moves in numbers(52..60), way in ways()) {
        solver_is_minimax("othello", Othello::start(), &moves, &way)?;
    }
}

/// One solver, one table: a position of another shape, with other rules, or of another tree has a value of its own.
#[test]
fn positions_of_every_shape_share_a_table() {
    let mixed: [(&str, &[&str]); 6] = [
        ("tree", &["((1 2) (3 4))", "((5 6) (7 8))", "(-1 (2 3))", ""]),
        (
            "tictactoe",
            &["4x4,3 ..../..../..../....", "4x4,4 ..../..../..../....", "", "3x3,2", "2x8,4", "8x2,3"],
        ),
        ("clobber", &["OXOXO./XXXOOX O", "OXXX/OO.X/OXXO O", "2x6", "3x4", "1x12", "2x5 O"]),
        (
            "domineering",
            &["XX../...X/X.../X.X./.... V", "...../.X.X./X..XX V", "2x6", "3x4 H", "4x3 H", "1x12 H"],
        ),
        ("nim", &["3,4,5", "5,0,4,3", "1,2,3", "3,2,1,0", "2,2,2,2", "2,2,2"]),
        (
            "connect4-5x4",
            &[
                "",
                "....../....../....../......",
                "..../..../..../..../....",
                ".../.../...",
                "...../...../..X../..O..",
            ],
        ),
    ];
    // The second of each is one that a table filled by the first could answer wrongly.
    let seconds = [7, 0, 1, -1, 1, -1];
    for ((name, positions), second) in mixed.into_iter().zip(seconds) {
        let session = standard().find(name).unwrap().open();
        let request = Request::default().hash(1 << 20);
        let value = |solver: &mut dyn Solver, text: &str| solver.solve(text).unwrap().solved().unwrap().value;
        let alone: Vec<i32> =
            positions.iter().map(|text| value(&mut *session.solver(&request), text)).collect();
        assert_eq!(alone[1], second, "{name}");
        let mut solver = session.solver(&request);
        let forwards: Vec<i32> = positions.iter().map(|text| value(&mut *solver, text)).collect();
        assert_eq!(forwards, alone, "{name}");
        let mut solver = session.solver(&request);
        let mut backwards: Vec<i32> = positions.iter().rev().map(|text| value(&mut *solver, text)).collect();
        backwards.reverse();
        assert_eq!(backwards, alone, "{name}, backwards");
    }
}

/// The first five positions of the FFO suite of end-games, 14 and 15 squares before the end, with their margins.
pub(crate) const ENDS: [(&str, i32); 5] = [
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10),
    ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", 0),
    ("-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", 32),
];

#[test]
fn published_end_games_of_othello() {
    let session = standard().find("othello").unwrap().open();
    for threads in [1, 2] {
        let mut solver = session.solver(&Request::default().hash(8 << 20).threads(threads));
        for (position, margin) in ENDS {
            assert_eq!(solver.solve(position).unwrap().solved().unwrap().value, margin, "{position}");
        }
    }
}

/// Limits hold from the first node on: for the searches that order moves near the root, for the guess at the value,
/// and for the last squares played out.
#[test]
fn solving_othello_heeds_limits() {
    let positions = [
        "-OX-O-X---X-OOOX-XXOO-OO--OOOXO-OOXXXOO--X-XXXOO---X-X----X----- X", // 29 squares are empty
        "-O--O-X---O-OX-X-XXOO-XO---XOXO-OOXXXOO--X-XXXOO---O-X---------- X",
        "----O-X---X--X-X--OXX-XO---XXOO--XXXOXO-----XOOO---------------- X",
    ];
    let session = standard().find("othello").unwrap().open();
    for (position, threads) in positions.into_iter().flat_map(|position| [(position, 1), (position, 2)]) {
        let request = Request::default().hash(1 << 20).threads(threads);
        for nodes in [1, 300, 10_000, 50_000] {
            let limited = request.clone().nodes(nodes);
            let unsolved = session.solver(&limited).solve(position).unwrap().unsolved().unwrap();
            assert_eq!(unsolved.stopped_by, StoppedBy::Nodes);
            // Each thread has the limit for itself, and the last squares are played out together.
            let most = threads as u64 * (nodes + 5_000);
            assert!((nodes..most).contains(&unsolved.nodes), "{} of {nodes} in {position}", unsolved.nodes);
        }
        let late = request.clone().time(Duration::ZERO);
        let interrupted = request.interrupt(Arc::new(true.into()));
        for (request, by) in [(late, StoppedBy::Time), (interrupted, StoppedBy::Interrupt)] {
            let unsolved = session.solver(&request).solve(position).unwrap().unsolved().unwrap();
            assert!(unsolved.nodes < 5_000, "{} in {position}", unsolved.nodes);
            assert_eq!(unsolved.stopped_by, by);
        }
    }
}
