//! Every game keeps the laws, and the bounds that its knowledge proves hold.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::tree::Tree;
use secateur::{Eval, Meter, Score, laws};
use secateur_games::chess::Chess;
use secateur_games::connect4::{AnyConnect4, Connect4, Threats};
use secateur_games::trees::{DagTree, IncrementalTree, NGameTree, OrderedTree, PGameTree, UniformTree};
use secateur_games::{
    Notation,
    clobber::Clobber,
    dodgem::Dodgem,
    domineering::{Domineering, WideDomineering},
    draughts::{Checkers, Draughts},
    mnk::Mnk,
    nim::Nim,
    othello::{Othello, Small},
};

fn keeps<G: Notation>(start: &G, games: u32) {
    laws::check(start, 1, games).unwrap_or_else(|what| panic!("{}: {what}", start.write()));
}

fn knows<G: Notation>(text: &str, games: u32, depth: u32) {
    knows_from(&G::read(text).unwrap(), games, depth);
}

fn knows_at<G: Notation>((columns, rows): (u32, u32), games: u32, depth: u32) {
    knows_from(&G::sized(columns, rows).unwrap(), games, depth);
}

fn knows_from<G: Notation>(start: &G, games: u32, depth: u32) {
    let mut knowledge = G::Knowledge::default();
    laws::check_knowledge(start, &mut knowledge, 1, games, depth)
        .unwrap_or_else(|what| panic!("{}: {what}", start.write()));
}

/// One table may see boards of every size and games of every rule that can be set up.
fn keep_apart<G: Notation>(texts: &[&str], games: u32) {
    let starts: Vec<G> = texts.iter().map(|text| G::read(text).unwrap()).collect();
    laws::check_all(&starts, 1, games).unwrap_or_else(|what| panic!("{texts:?}: {what}"));
}

#[test]
fn mnk_of_every_kind_goes_into_one_table() {
    keep_apart::<Mnk>(
        &[
            "", "3x3,2", "4x4,3", "4x4,4", "2x8,3", "8x2,3", "3x5,3", "5x3,3", "5x3,4", "1x9,3", "9x1,3",
            "2x2,1",
        ],
        40,
    );
}

#[test]
fn clobber_of_every_kind_goes_into_one_table() {
    // The stones stand in the same places of the row of all cells.
    keep_apart::<Clobber>(
        &[
            "OXOXO./XXXOOX O",
            "OXOX/O.XX/XOOX O",
            "OXOXO.XXXOOX O",
            "4x4",
            "2x8 O",
            "8x2",
            "1x16",
            "3x3",
            "1x9",
        ],
        40,
    );
    keep_apart::<Clobber>(&["XO../.... X", "XO/../../.. X", "XO...... X", "X./O./../.. X", "X..O/.... X"], 5);
}

#[test]
fn domineering_of_every_kind_goes_into_one_table() {
    keep_apart::<Domineering>(
        &[
            "3x4", "4x3", "2x6", "6x2", "1x12", "3x4 H", "4x3 H", "2x6 H", "1x12 H", "4x4", "4x4 H", "2x8",
            "6x6",
        ],
        20,
    );
}

#[test]
fn nim_of_every_kind_goes_into_one_table() {
    keep_apart::<Nim>(
        &["3,4,5", "5,3,4,0", "0,3,0,4,0,5", "3,4", "2,2,2", "2,2,2,2", "1", "255,255", "0", "0,0"],
        10,
    );
}

#[test]
fn othello_of_every_kind_goes_into_one_table() {
    keep_apart::<Othello>(&["", "f5", "f5d6", "f5f6"], 10);
    let [four, six] = [4, 6].map(|size| Small::sized(size, size).unwrap());
    // The same discs on the same squares, on either board.
    let wide = Small::read("--------------XX----OO-------------- X").unwrap();
    let narrow = Small::read_from(four, "----------XX--OO X").unwrap();
    laws::check_all(&[four, six, wide, narrow], 1, 20).unwrap();
}

#[test]
fn chess_of_every_kind_goes_into_one_table() {
    keep_apart::<Chess>(
        &[
            "",
            "chess960 518",
            "chess960 0",
            "chess960 959",
            // Rights to castle that differ, with the same rooks or with others.
            "4k3/8/8/8/8/8/8/RR2K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1",
            "4k3/8/8/8/8/8/8/RR2K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/RR2K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/RR2K2R b - - 0 1",
            // En passant rights that are legal, and one that is not.
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
            // The fifty moves.
            "4k3/8/8/8/8/8/8/RR2K2R w - - 98 90",
            "4k3/8/8/8/8/8/8/RR2K2R w - - 99 90",
        ],
        2,
    );
}

#[test]
fn tree_of_every_kind_goes_into_one_table() {
    keep_apart::<Tree>(
        &["((1 2) (3 4))", "((5 6) (7 8))", "((1 2) (4 3))", "(0 (-1 -2))", "((1 2) 3)", "(1 2)", "1", "-1"],
        10,
    );
}

/// Parameters of every kind are part of a synthetic tree's key.
#[test]
fn all_synthetic_trees_go_into_one_table() {
    let sizes =
        ["b=2 d=3", "b=3 d=2", "b=3 d=3", "b=2 d=4", "b=2 d=3 seed=2", "b=3 d=3 seed=2", "b=3 d=3 / 1"];
    let with = |more: &[&'static str]| -> Vec<&str> { sizes.iter().chain(more).copied().collect() };
    keep_apart::<UniformTree>(&with(&["b=2 d=3 k=2", "b=2 d=3 k=3"]), 10);
    keep_apart::<IncrementalTree>(&with(&["b=2 d=3 edge=2", "b=2 d=3 edge=3"]), 10);
    let ordered =
        ["p=1", "p=0.5", "delta=2", "delta=3", "v=1", "v=2", "noise=0"].map(|more| format!("b=2 d=3 {more}"));
    keep_apart::<OrderedTree>(&ordered.iter().map(String::as_str).chain(sizes).collect::<Vec<_>>(), 10);
    keep_apart::<PGameTree>(&with(&["b=2 d=3 p=0.1", "b=2 d=3 p=0.9"]), 10);
    keep_apart::<NGameTree>(&sizes, 10);
    keep_apart::<DagTree>(
        &with(&["b=2 d=3 width=2", "b=2 d=3 width=3", "b=2 d=3 width=2 k=2", "width=2 d=4 b=2"]),
        10,
    );
}

/// Checks that a static value that a game declares a sum is that sum, wherever random games lead.
fn adds_up<G: Notation>(text: &str, games: u64) {
    let (weights, mut knowledge, mut seen) = (G::weights(), G::Knowledge::default(), 0);
    assert!(!weights.is_empty());
    let mut random = SplitMix64::seed_from_u64(1);
    for _ in 0..games {
        let mut pos = G::read(text).unwrap();
        loop {
            if let Some(features) = pos.features() {
                let (sum, value) = (features.value(&weights), knowledge.eval(&pos).get());
                assert!((sum - value as f32).abs() < 1.01, "{}: {sum}, {value}", pos.write());
                assert_eq!(features.clone().reversed().value(&weights), -sum);
                seen += 1;
            }
            let moves: Vec<G::Move> = pos.moves().collect();
            if pos.outcome().is_some() || moves.is_empty() {
                break;
            }
            pos.play(moves[random.next_u64() as usize % moves.len()]);
        }
    }
    assert!(seen > games);
}

#[test]
fn sums() {
    adds_up::<Mnk>("5x5,4", 40);
    adds_up::<Domineering>("", 40);
    adds_up::<Chess>("", 40);
    adds_up::<Draughts>("", 40);
    adds_up::<Checkers>("", 40);
}

#[test]
fn connect4() {
    keeps(&Connect4::start(), 60);
    for (columns, rows, games) in
        [(5, 4, 200), (9, 5, 40), (10, 6, 30), (13, 4, 30), (8, 7, 20), (35, 2, 5), (4, 31, 5)]
    {
        keeps(&AnyConnect4::sized(columns, rows).unwrap(), games);
    }
    knows::<Connect4>("", 40, 5);
    knows_at::<AnyConnect4>((5, 4), 100, 6);
    knows_at::<AnyConnect4>((4, 4), 100, 7);
    knows_at::<AnyConnect4>((1, 6), 5, 6);
    knows_at::<AnyConnect4>((6, 1), 20, 6);
    knows_at::<AnyConnect4>((10, 6), 20, 4);
    knows_at::<AnyConnect4>((16, 7), 5, 3);
}

#[test]
fn connect4_of_every_size_goes_into_one_table() {
    let sizes = [
        (7, 6),
        (6, 7),
        (5, 4),
        (4, 5),
        (4, 4),
        (10, 6),
        (9, 5),
        (6, 9),
        (8, 7),
        (16, 3),
        (3, 4),
        (4, 3),
        (1, 1),
        (1, 6),
        (6, 1),
        (16, 7),
        (32, 3),
        (13, 4),
    ];
    let starts = sizes.map(|(columns, rows)| AnyConnect4::sized(columns, rows).unwrap());
    laws::check_all(&starts, 1, 20).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn mnk() {
    for text in ["", "4x4,3", "3x5,3", "5x5,4", "4x4,4", "8x8,5", "1x64,2", "64x1,3", "2x2,1", "1x1,1"] {
        keeps(&Mnk::read(text).unwrap(), 20);
    }
    for (text, depth) in
        [("", 9), ("4x4,3", 4), ("3x5,3", 5), ("4x4,4", 4), ("5x5,4", 3), ("2x2,1", 4), ("3x3,2", 6)]
    {
        knows::<Mnk>(text, 30, depth);
    }
}

#[test]
fn nim() {
    for text in ["3,4,5", "1,1,1", "0", "2,2,2,2", "5,0,3,1"] {
        keeps(&Nim::read(text).unwrap(), 20);
    }
    keeps(&Nim::read("99,98,0,97,255,255,1,9").unwrap(), 1);
    for text in ["2,3,2", "1,2,3", "1,1,1,1", "4,2", "0", "7", "3,4"] {
        knows::<Nim>(text, 30, 9);
    }
}

#[test]
fn clobber() {
    for text in ["", "4x4", "3x3 O", "2x7", "1x64", "64x1", "8x8", "XOO./O.XX/.OXO O"] {
        keeps(&Clobber::read(text).unwrap(), 20);
    }
    for (text, depth) in
        [("2x5", 12), ("3x3", 12), ("4x4", 5), ("1x12", 12), ("3x5", 4), ("XOO./O.XX/.OXO O", 12)]
    {
        knows::<Clobber>(text, 40, depth);
    }
}

#[test]
fn domineering() {
    for text in ["", "4x4 H", "3x5", "5x3 H", "8x8", "1x64", "64x1", "1x1", "X.O/..X H"] {
        keeps(&Domineering::read(text).unwrap(), 20);
    }
    for (columns, rows) in [(10, 10), (11, 11), (128, 1), (1, 128), (16, 8), (3, 3)] {
        keeps(&WideDomineering::sized(columns, rows).unwrap(), 5);
    }
    for (text, depth) in
        [("3x3", 10), ("3x4 H", 12), ("4x3", 12), ("4x4", 6), ("2x6", 12), ("5x5", 3), ("5x4 H", 5)]
    {
        knows::<Domineering>(text, 30, depth);
    }
}

#[test]
fn dodgem() {
    for text in ["", "3x3 O", "4x4", "5x5 O", "8x8", "2x2", "X.X/.OO/... O"] {
        keeps(&Dodgem::read(text).unwrap(), 40);
    }
    for text in ["", "4x4 O"] {
        knows::<Dodgem>(text, 10, 3);
    }
}

#[test]
fn dodgem_of_every_kind_goes_into_one_table() {
    keep_apart::<Dodgem>(
        &["", "3x3 O", "2x2", "4x4", "4x4 O", "5x5", ".X/O. X", "X.../...O/..../.... X"],
        20,
    );
}

#[test]
fn othello() {
    keeps(&Othello::start(), 60);
    // Short games, many passes.
    let late = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
    keeps(&Othello::read(late).unwrap(), 200);
    for size in [4, 6] {
        keeps(&Small::sized(size, size).unwrap(), 60);
    }
    knows::<Othello>("", 10, 2);
    knows::<Othello>(late, 40, 3);
}

/// The checks can fail: a bound that is one ply too sharp is found out.
#[test]
fn wrong_bounds_are_found() {
    struct Sharp;
    impl secateur::Eval<Connect4> for Sharp {
        fn eval(&mut self, _: &Connect4) -> Score {
            Score::DRAW
        }
        fn bounds(
            &mut self,
            pos: &Connect4,
            alpha: Score,
            beta: Score,
            meter: &mut Meter<'_>,
        ) -> secateur::Bounds {
            let bounds = Threats::default().bounds(pos, alpha, beta, meter);
            if bounds == secateur::Bounds::exact(Score::loss_in(2)) {
                return secateur::Bounds::exact(Score::loss_in(4));
            }
            bounds
        }
    }
    let error = laws::check_knowledge(&Connect4::start(), &mut Sharp, 1, 40, 3).unwrap_err().to_string();
    assert!(
        error.contains("said to be from loss in 4 to loss in 4, and is from loss in 2 to loss in 2"),
        "{error}"
    );
}

/// The checks can fail: a bound that is given to some windows only would change static values.
#[test]
fn bounds_that_depend_on_the_window_are_found() {
    struct Shy;
    impl secateur::Eval<Connect4> for Shy {
        fn eval(&mut self, pos: &Connect4) -> Score {
            Threats::default().eval(pos)
        }
        fn bounds(
            &mut self,
            pos: &Connect4,
            alpha: Score,
            beta: Score,
            meter: &mut Meter<'_>,
        ) -> secateur::Bounds {
            let bounds = Threats::default().bounds(pos, alpha, beta, meter);
            if bounds.upper == Score::DRAW && alpha < Score::DRAW {
                return secateur::Bounds { upper: Score::win_in(3), ..bounds };
            }
            bounds
        }
    }
    let error = laws::check_knowledge(&Connect4::start(), &mut Shy, 1, 40, 3).unwrap_err().to_string();
    assert!(error.contains("if the window is from"), "{error}");
}
