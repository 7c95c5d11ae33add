//! Golden counts: the savings of good ordering, against the formula and against published figures.

use secateur::algo::{alpha_beta, alpha_beta_hard, alpha_beta_memory, nega_scout, pvs, pvs_memory};
use secateur::drive::{MtdStep, mtd};
use secateur::order::HintFirst;
use secateur::{Score, Search, Stats, Table};
use secateur_games::Notation;
use secateur_games::trees::{Guess, OrderedTree, minimal_leaves};

#[test]
fn the_formula_gives_the_known_numbers() {
    assert_eq!(minimal_leaves(40, 8), 5_119_999);
    assert_eq!([0, 1, 2, 3, 4].map(|d| minimal_leaves(10, d)), [1, 10, 19, 109, 199]);
    assert_eq!((minimal_leaves(1, 1_000), minimal_leaves(2, 500)), (1, u64::MAX));
}

/// The leaves of each window search through the full window.
fn leaves(tree: &OrderedTree, depth: u32) -> [u64; 4] {
    let cx = || Search::new(Guess).watch(Stats::default());
    macro_rules! count {
        ($page:ident) => {{
            let mut cx = cx();
            let Ok(value) = $page(&mut cx, tree, depth, -Score::INF, Score::INF);
            assert_eq!(value, tree.known_value(), "{}", tree.write());
            cx.watch.leaves
        }};
    }
    [count!(alpha_beta), count!(alpha_beta_hard), count!(pvs), count!(nega_scout)]
}

#[test]
fn perfect_order_visits_exactly_the_minimal_tree() {
    for b in 1..=12 {
        for d in (0..=10).filter(|&d| minimal_leaves(b, d) < 5_000) {
            for (seed, delta) in [(1, 0), (2, 1), (3, 20), (4, 1_000)] {
                let text = format!("b={b} d={d} seed={seed} p=1 delta={delta}");
                let tree = OrderedTree::read(&text).unwrap();
                assert_eq!(leaves(&tree, d), [minimal_leaves(b, d); 4], "{text}");
            }
        }
    }
}

#[test]
fn perfect_order_of_forty_moves_eight_deep() {
    let tree = OrderedTree::read("b=40 d=8 p=1").unwrap();
    let mut cx = Search::new(Guess).watch(Stats::default());
    let Ok(value) = alpha_beta(&mut cx, &tree, 8, -Score::INF, Score::INF);
    assert_eq!((value, cx.watch.leaves), (tree.known_value(), 5_119_999));
}

#[test]
fn worse_order_visits_more() {
    let sum = |p: f64| -> u64 {
        (1..=50).map(|s| leaves(&OrderedTree::read(&format!("b=6 d=5 p={p} seed={s}")).unwrap(), 5)[0]).sum()
    };
    let sums = [1.0, 0.8, 0.6, 0.3, 0.0].map(sum);
    assert!(sums.is_sorted(), "{sums:?}");
    assert_eq!(sums[0], 50 * minimal_leaves(6, 5));
}

/// Leaves over minimal, the mean of many seeds: alpha-beta; principal variation search and MTD(f) started
/// at the value, each with a table that has room for all.
fn ratios(p: f64) -> [f64; 3] {
    const SEEDS: u64 = 400;
    let (b, d) = (10, 5);
    let mut leaves = [0; 3];
    let table = Table::with_bytes(1 << 20);
    for seed in 1..=SEEDS {
        let tree = OrderedTree::read(&format!("b={b} d={d} p={p} seed={seed}")).unwrap();
        let v = tree.known_value();
        leaves[0] += self::leaves(&tree, d)[0];

        table.clear();
        let mut cx = Search::new(Guess).watch(Stats::default()).memory(table.exact()).order(HintFirst);
        let Ok(value) = pvs_memory(&mut cx, &tree, d, -Score::INF, Score::INF);
        assert_eq!(value, v);
        leaves[1] += cx.watch.leaves;

        table.clear();
        let mut cx = Search::new(Guess).watch(Stats::default()).memory(table.exact()).order(HintFirst);
        let Ok(value) =
            mtd(v, MtdStep::Guess, |alpha, beta| alpha_beta_memory(&mut cx, &tree, d, alpha, beta));
        assert_eq!(value, v);
        leaves[2] += cx.watch.leaves;
    }
    leaves.map(|n| n as f64 / (SEEDS * minimal_leaves(b, d)) as f64)
}

/// Independent programs on such trees count 1.154, 1.081 and 1.037 for `p = 0.9`, and 1.622, 1.290 and
/// 1.136 for `p = 0.7`.
#[test]
fn the_cost_of_imperfect_order_is_what_it_should_be() {
    let near = |found: [f64; 3], expected: [f64; 3]| {
        found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 0.05 * e)
    };
    let good = ratios(0.9);
    assert!(near(good, [1.154, 1.081, 1.037]), "{good:?}");
    assert!(good[1] <= 1.09 && good[2] <= 1.045, "{good:?}");
    let fair = ratios(0.7);
    assert!(near(fair, [1.622, 1.290, 1.136]), "{fair:?}");
}
