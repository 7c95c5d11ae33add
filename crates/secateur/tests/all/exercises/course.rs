//! Node types foretold, static values by their order alone, best-first search; and what the text says of its pictures.

use super::{BAGS, OPEN, Zero, points, seen, soft, tree};
use secateur::algo::*;
use secateur::best::{DfPn, FirstNumbers, ProofTable, SearchTree, df_pn, pn_search};
use secateur::drive::{MtdStep, mtd};
use secateur::trace::{End, NodeType};
use secateur::{Bounds, Score, Search, Stats};
use std::convert::Infallible;

/// The second move is the better one.
const LATE: &str = "(((5 3) (6 9)) ((7 2) (8 4)))";

/// The type to be expected on this way, as if every node's first move were the best.
fn expected(path: &[u16]) -> NodeType {
    path.iter().fold(NodeType::Pv, |above, &place| match (above, place) {
        (NodeType::Pv, 0) => NodeType::Pv,
        (NodeType::Pv | NodeType::All, _) => NodeType::Cut,
        (NodeType::Cut, _) => NodeType::All,
    })
}

#[test]
fn node_types() {
    assert_eq!([&[0, 0, 2, 1, 0][..], &[0, 1, 0, 0]].map(expected), [NodeType::Cut; 2]);

    let found = soft(LATE, 3, OPEN);
    let surprises: Vec<_> = (found.trace.nodes.iter().zip(found.trace.expected()))
        .filter(|(node, expected)| matches!(node.end, End::All | End::Cut { .. }) && node.kind() != *expected)
        .map(|(node, expected)| (node.ply, expected.unwrap(), node.kind().unwrap()))
        .collect();
    let (pv, cut, all) = (NodeType::Pv, NodeType::Cut, NodeType::All);
    assert_eq!(surprises, [(1, cut, pv), (2, all, pv), (2, all, cut)]);
    assert_eq!((0.9_f64.powi(5) * 100.0).round(), 59.0);
}

#[test]
fn only_comparisons_count() {
    let cubes = "((27 1728 512) (8 64 216) (2744 125 8))";
    let (plain, cubed) = (soft(BAGS, 2, OPEN), soft(cubes, 2, OPEN));
    assert_eq!((plain.value, cubed.value), (3, 27));
    assert_eq!((plain.nodes, plain.line), (cubed.nodes, cubed.line));
    assert_eq!(cubed.leaves, "27 1728 512 8 2744 125 8");
    assert_eq!(6 * 6 * 6 - 27, 189);
}

#[test]
fn sets_of_cells() {
    /// Four in a line, where a column takes `column` bits: as the library has it.
    fn has_four(stones: u64, column: u32) -> bool {
        [1, column - 1, column, column + 1].into_iter().any(|step| {
            let two = stones & stones >> step;
            two & two >> (2 * step) != 0
        })
    }
    let wrapped = [3, 4, 5, 6].iter().fold(0, |set, cell| set | 1 << cell);
    assert!(has_four(wrapped, 6)); // three on top of a column, one at the foot of the next
    let apart = [3, 4, 5, 7].iter().fold(0, |set, cell| set | 1 << cell);
    assert!(!has_four(apart, 7)); // the same stones, with a spare cell

    let line = |x: i32, y: i32, (dx, dy): (i32, i32)| {
        let (x, y) = (x + 3 * dx, y + 3 * dy);
        (0..7).contains(&x) && (0..6).contains(&y)
    };
    let lines =
        |way| (0..7).flat_map(|x| (0..6).map(move |y| (x, y))).filter(|&(x, y)| line(x, y, way)).count();
    assert_eq!([(1, 0), (0, 1), (1, 1), (1, -1)].map(lines), [24, 21, 12, 12]);
    assert_eq!(0b1011_0100_u64 & (0b1011_0100 - 1), 0b1011_0000);
}

#[test]
fn proof_numbers() {
    let bags = tree("((6 7 4 9) (5 8) (9 9 9 2))");
    let proven = (Bounds::at_least(Score::points(5)), vec![1, 0]);
    let mut cx = Search::new(Zero).watch(Stats::default());
    let mut grown = SearchTree::with_bytes(1 << 16);
    let answer = pn_search(&mut cx, &bags, Score::points(5), FirstNumbers::Ones, &mut grown);
    assert_eq!(((answer.bounds, answer.line), grown.nodes()), (proven.clone(), 10));
    let (mut cx, mut table) = (cx.watch(Stats::default()), ProofTable::with_entries(64));
    let answer = df_pn(&mut cx, &bags, Score::points(5), DfPn::default(), &mut table);
    assert_eq!(((answer.bounds, answer.line), cx.watch.nodes), (proven, 6));

    // A node with the thresholds 10 and 12, its children with (φ, δ): its own numbers, and what it hands to the first child.
    let children = [(3, 2), (2, 4), (4, 7)];
    let phi = children.iter().map(|child| child.1).min().unwrap();
    let delta: i32 = children.iter().map(|child| child.0).sum();
    assert_eq!((phi, delta), (2, 9));
    let [thresholds, second] = [(10, 12), children[1]];
    let handed = (thresholds.0.min(second.1 + 1), thresholds.1 - (delta - children[0].0));
    assert_eq!(handed, (5, 6));
}

/// The answers that a certificate has in a tree of `width` moves a node: moves of the side that proves.
fn answers(width: u32, depth: u32, is_mine: bool) -> u32 {
    match (depth, is_mine) {
        (0, _) => 0,
        (_, true) => 1 + answers(width, depth - 1, false),
        (_, false) => width * answers(width, depth - 1, true),
    }
}

#[test]
fn certificates() {
    assert_eq!([true, false].map(|is_mine| answers(3, 4, is_mine)), [4, 12]);
}

#[test]
fn what_the_pictures_show() {
    let hopes = "(((3 5) (2 1)) ((5 4) (2 7)) ((6 5) (7 8)))";
    let (plain, best) = (soft(hopes, 3, OPEN), seen(hopes, |cx, tree| sss_star(cx, tree, 3)));
    let count = |leaves: &str| leaves.split(' ').count();
    assert_eq!((plain.value, best.value, count(&plain.leaves), count(&best.leaves)), (6, 6, 11, 7));

    let ordered = "((((5 7) (4 6)) ((8 9) (2 3))) (((4 6) (3 9)) ((7 8) (1 2))))";
    assert_eq!(soft(ordered, 4, OPEN).leaves, "5 7 4 8 9 4 3"); // the minimum: 4 + 4 - 1

    let again = |search: &dyn Fn(&mut super::Context, &secateur::tree::Tree) -> Result<Score, Infallible>| {
        seen(LATE, search).leaves
    };
    assert_eq!(again(&|cx, tree| pvs(cx, tree, 3, OPEN.0, OPEN.1)), "5 3 6 7 8 7 2 8");
    assert_eq!(again(&|cx, tree| nega_scout(cx, tree, 3, OPEN.0, OPEN.1)), "5 3 6 7 8 7 2");
    assert_eq!(again(&|cx, tree| scout(cx, tree, 3)), "5 3 6 7 8 7 2 8");

    let asked = |text: &str, fail_soft: bool| {
        let mut asked = Vec::new();
        let Ok(value) = mtd(Score::DRAW, MtdStep::Guess, |alpha, beta| {
            let window = points(alpha.get(), beta.get());
            let found = if fail_soft { soft(text, 3, window) } else { super::hard(text, 3, window) };
            asked.push((beta.get(), found.value));
            Ok::<_, Infallible>(Score::points(found.value))
        });
        (value.get(), asked)
    };
    let outside = "(((-6 -4) -3) ((-8 -7) -1))";
    assert_eq!(asked(outside, true), (-4, vec![(0, -4), (-4, -4)]));
    assert_eq!(asked(outside, false).1[..2], [(0, -1), (-1, -2)]);
    let negative = "(((-6 -4) (-3 0)) ((-8 -7) (-9 -1)))";
    assert_eq!(asked(negative, true), (-4, vec![(0, -4), (-4, -4)]));
}
