//! The properties of the kinds of trees: notation, keys, and the distribution of random numbers.

use proptest::prelude::*;
use secateur::algo::minimax;
use secateur::{Eval, Game, Hints, Keyed, Score, Search, laws};
use secateur_games::Notation;
use secateur_games::trees::{
    DagTree, IncrementalTree, NGameTree, OrderedTree, PGame, PGameTree, Synthetic, TreeKind, UniformTree,
};
use std::collections::HashMap;

/// All positions `plies` below, along every path.
fn layer<G: Game>(root: &G, plies: u32) -> Vec<G> {
    (0..plies).fold(vec![root.clone()], |layer, _| {
        layer.iter().flat_map(|pos| pos.moves().map(|m| pos.child(m))).collect()
    })
}

fn tree<G: Notation>(text: &str) -> G {
    G::read(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Checks laws that hold for any position of any kind.
fn check_position<K: TreeKind>(path: &[u16]) -> Result<(), TestCaseError> {
    let mut pos = tree::<Synthetic<K>>("b=5 d=7 seed=3");
    for &m in path {
        pos.play(m);
    }
    prop_assert_eq!(&pos.path(), path);
    prop_assert_eq!(Synthetic::<K>::read(&pos.write()).unwrap(), pos);
    prop_assert_eq!(pos.outcome().is_some(), pos.ply() == 7);
    prop_assert!(!K::guess(&pos).is_decisive());
    let moves: Vec<u16> = pos.moves().collect();
    for &m in &moves {
        prop_assert_eq!(pos.decode(pos.encode(m)), Some(m));
        prop_assert_eq!(pos.read_move(&pos.write_move(m)).unwrap(), m);
    }
    prop_assert_eq!(pos.decode(moves.len() as u16), None);
    prop_assert!(pos.draw().lines().count() > moves.len(), "{}", pos.draw());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_position_keeps_the_laws(path in prop::collection::vec(0..5u16, 0..=7)) {
        check_position::<secateur_games::trees::Uniform>(&path)?;
        check_position::<secateur_games::trees::Incremental>(&path)?;
        check_position::<secateur_games::trees::Ordered>(&path)?;
        check_position::<secateur_games::trees::PGame>(&path)?;
        check_position::<secateur_games::trees::NGame>(&path)?;
        check_position::<secateur_games::trees::Dag>(&path)?;
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[bdkpsev=0-9 ./-]{0,30}|\\PC{0,20}") {
        let _ = UniformTree::read(&text);
        let _ = IncrementalTree::read(&text);
        let _ = OrderedTree::read(&text);
        let _ = PGameTree::read(&text);
        let _ = NGameTree::read(&text);
        let _ = DagTree::read(&text);
        let _ = secateur::tree::Tree::read(&text);
    }
}

fn keeps_the_laws<G: Notation>(text: &str) {
    let start: G = tree(text);
    laws::check(&start, 1, 50).unwrap_or_else(|what| panic!("{text}: {what}"));
    laws::check_knowledge(&start, &mut G::Knowledge::default(), 1, 20, 4)
        .unwrap_or_else(|what| panic!("{text}: {what}"));
}

#[test]
fn every_kind_keeps_the_laws_of_games() {
    for size in ["b=1 d=0", "b=1 d=40", "b=3 d=6", "b=2 d=12", "b=500 d=2"] {
        keeps_the_laws::<UniformTree>(size);
        keeps_the_laws::<IncrementalTree>(size);
        keeps_the_laws::<OrderedTree>(size);
        keeps_the_laws::<PGameTree>(size);
        keeps_the_laws::<NGameTree>(size);
        keeps_the_laws::<DagTree>(&format!("{size} width=5"));
    }
    keeps_the_laws::<secateur::tree::Tree>("((3 (12 (-4 5) 8)) 7 (2 (14 5) 2))");
}

#[test]
fn defaults_are_written_out() {
    assert_eq!(UniformTree::start().write(), "b=4 d=6 seed=1 k=100");
    assert_eq!(IncrementalTree::start().write(), "b=4 d=6 seed=1 edge=10");
    assert_eq!(NGameTree::start().write(), "b=2 d=11 seed=1");
    assert_eq!(DagTree::start().write(), "b=4 d=8 seed=1 width=50 k=100");
    assert_eq!(PGameTree::start().write(), format!("b=2 d=10 seed=1 p={}", PGame::critical(2)));
    let ordered = OrderedTree::start();
    assert_eq!(
        ordered.write(),
        format!("b=10 d=5 seed=1 p=0.9 delta=20 v={} noise=10", ordered.known_value().get())
    );
    assert_eq!(tree::<UniformTree>("k=7 seed=2  d=1 b=3 /").write(), "b=3 d=1 seed=2 k=7");
}

#[test]
fn bad_parameters_get_one_clear_sentence() {
    let uniform = |text: &str| UniformTree::read(text).unwrap_err().to_string();
    let ordered = |text: &str| OrderedTree::read(text).unwrap_err().to_string();
    for (found, expected) in [
        (uniform("b=4 x=1"), "parameter 2: unknown name 'x', expected one of b d seed k"),
        (uniform("b=4 d"), "parameter 2: found 'd', expected a name, '=' and a value, such as b=4"),
        (uniform("b=0"), "parameter 1: found 'b=0', expected a whole number from 1 to 65534"),
        (uniform("k="), "parameter 1: found 'k=', expected a whole number from 1 to 31000"),
        (uniform("k=0"), "parameter 1: found 'k=0', expected a whole number from 1 to 31000"),
        (uniform("d=1001"), "parameter 1: found 'd=1001', expected a whole number from 0 to 1000"),
        (
            uniform("seed=-1"),
            "parameter 1: found 'seed=-1', expected a whole number from 0 to 18446744073709551615",
        ),
        (
            uniform("b=2 d=3 b=4"),
            "parameter 3: found 'b=4', expected 'b' only once: it is parameter 1 already",
        ),
        (uniform("b=40 d=30"), "the tree b=40 d=30 is too large, expected fewer than 2^128 leaves"),
        (uniform("b=2 d=2 / 0 5"), "move 2: '5' is not a legal move, expected one of 0 1"),
        (uniform("b=2 d=1 / 0 1"), "move 2: '1' is not legal: the game is over"),
        (ordered("p=1.5"), "parameter 1: found 'p=1.5', expected a number from 0 to 1"),
        (ordered("p=nan"), "parameter 1: found 'p=nan', expected a number from 0 to 1"),
        (
            ordered("d=10 delta=4000"),
            "parameter 2: found 'delta=4000', expected a whole number from 0 to 3099",
        ),
        (
            ordered("v=30950 d=5"),
            "parameter 1: found 'v=30950', expected a whole number from -30899 to 30899",
        ),
        (
            NGameTree::read("k=3").unwrap_err().to_string(),
            "parameter 1: unknown name 'k', expected one of b d seed",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

/// Trees are the same on every machine and in every version: measurements depend on it.
#[test]
fn trees_stay_what_they_are() {
    let value = |text| {
        let Ok(v) = minimax(&mut Search::new(secateur_games::trees::Guess), &tree::<UniformTree>(text), 9);
        v.get()
    };
    let found = [value(""), value("seed=3"), value("b=3 d=7"), value("k=10"), value("d=0")];
    assert_eq!(found, [27, 26, 69, 2, 66]);
}

#[test]
fn trees_that_differ_in_anything_share_no_keys() {
    let mut owner: HashMap<u64, (String, Vec<u16>)> = HashMap::new();
    for text in ["b=3 d=5", "b=3 d=5 seed=2", "b=3 d=6", "b=3 d=5 k=99"] {
        let root: UniformTree = tree(text);
        for pos in (0..=5).flat_map(|plies| layer(&root, plies)) {
            if let Some(other) = owner.insert(pos.key(), (text.into(), pos.path())) {
                panic!("{other:?} and {:?} of {text} share a key", pos.path());
            }
        }
    }
}

#[test]
fn equal_keys_of_a_graph_mean_equal_positions() {
    let root: DagTree = tree("b=4 d=6 width=9 k=1000");
    for ply in 1..=6 {
        let mut values = HashMap::new();
        for pos in layer(&root, ply) {
            let Ok(value) = minimax(&mut Search::new(secateur_games::trees::Guess), &pos, 6);
            assert_eq!(*values.entry(pos.key()).or_insert(value), value, "{}", pos.write());
        }
        assert!(values.len() <= 9 && (ply < 3 || values.len() > 6), "{} nodes on ply {ply}", values.len());
    }
}

#[test]
fn uniform_leaves_are_uniform() {
    let leaves = layer(&tree::<UniformTree>("b=10 d=4 k=10"), 4);
    let mut count = [0; 10];
    leaves.iter().for_each(|leaf| count[leaf.outcome().unwrap().get() as usize] += 1);
    assert!(count.iter().all(|&n| (880..1120).contains(&n)), "{count:?}");
    // With an odd depth the second player is to move at the leaves, and sees the first one's points negated.
    assert!(layer(&tree::<UniformTree>("d=3"), 3).iter().all(|leaf| leaf.outcome().unwrap().get() <= 0));
}

#[test]
fn incremental_leaves_are_sums_of_what_moves_promise() {
    let root: IncrementalTree = tree("b=3 d=5 edge=7");
    for leaf in layer(&root, 5) {
        let (mut pos, mut sum) = (root, 0);
        for m in leaf.path() {
            let worth = pos.move_score(m);
            assert!((-7..=7).contains(&worth));
            sum = -(sum + worth);
            pos.play(m);
            assert!(pos.ply() == 5 || secateur_games::trees::Guess.eval(&pos) == Score::points(sum));
        }
        assert_eq!(leaf.outcome(), Some(Score::points(sum)));
    }
}

#[test]
fn n_games_go_to_the_side_the_edges_favour() {
    for (d, draws) in [(5, false), (6, true)] {
        let root: NGameTree = tree(&format!("b=3 d={d}"));
        let outcomes: Vec<Score> = layer(&root, d).iter().filter_map(Game::outcome).collect();
        assert_eq!(outcomes.contains(&Score::DRAW), draws);
        assert!(outcomes.contains(&Score::WIN) && outcomes.contains(&Score::LOSS));
    }
    // One ply: the mover wins if some edge helps.
    let root: NGameTree = tree("b=3 d=1");
    let Ok(value) = minimax(&mut Search::new(secateur_games::trees::Guess), &root, 1);
    assert_eq!(value > Score::DRAW, root.moves().any(|m| root.move_score(m) == 1));
}

#[test]
fn ordered_trees_put_the_best_child_first_as_often_as_asked() {
    let nodes = layer(&tree::<OrderedTree>("b=4 d=7 p=0.8 delta=1000"), 6);
    let best = |pos: &OrderedTree| {
        pos.moves().filter(|&m| pos.child(m).known_value() == -pos.known_value()).collect::<Vec<_>>()
    };
    let mut first = [0; 4];
    nodes.iter().for_each(|pos| first[usize::from(best(pos)[0])] += 1);
    assert!((3150..3400).contains(&first[0]), "{first:?} of 4096");
    assert!(first[1..].iter().all(|n| (210..340).contains(n)), "{first:?}");
}

/// At the critical probability a deep game is as open as a single leaf; off it, it is decided.
#[test]
fn p_games_have_a_critical_probability() {
    let wins = |p: f64| {
        let won = |seed| {
            let root: PGameTree = tree(&format!("d=12 seed={seed} p={p}"));
            let Ok(value) = minimax(&mut Search::new(secateur_games::trees::Guess), &root, 12);
            value > Score::DRAW
        };
        (0..200).filter(|&seed| won(seed)).count()
    };
    let critical = PGame::critical(2);
    let found = [wins(critical - 0.1), wins(critical), wins(critical + 0.1)];
    assert!(found[0] < 10 && (100..147).contains(&found[1]) && found[2] > 190, "{found:?}");
    assert!((PGame::critical(1) - 0.5).abs() < 1e-12 && PGame::critical(65_534) < 1.0);
}
