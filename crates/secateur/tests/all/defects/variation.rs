//! (c) A variation search that never raises alpha after its first move.
//!
//! Eppstein's principal variation search stores the first move's score in `current` but leaves `alpha` where
//! it was. The other moves are then scouted against the old `alpha`: at the root that is the bottom of the
//! scale, so that every scout fails high at once and is searched again with the full window. Nor is the
//! first move's score compared with `beta`. The value is right, the tree is many times too large.
//!
//! Right: raise `alpha` and look for a cut-off after every move, the first included.

use super::games::{context, minimax, ordered, sure, trees};
use secateur::{Game, Keyed, Score, Stats, algo};

const SPREAD: i32 = 1_000;

/// The printed search. Counts the leaves.
fn printed<G: Game>(pos: &G, depth: u32, mut alpha: i32, beta: i32, leaves: &mut u64) -> i32 {
    if pos.outcome().is_some() || depth == 0 {
        *leaves += 1;
        return pos.outcome().map_or(0, Score::get);
    }
    let mut moves = pos.moves();
    let m = pos.child(moves.next().expect("a position that is not over has moves"));
    let mut current = -printed(&m, depth - 1, -beta, -alpha, leaves);
    for m in moves {
        let m = pos.child(m);
        let mut score = -printed(&m, depth - 1, -alpha - 1, -alpha, leaves);
        if score > alpha && score < beta {
            score = -printed(&m, depth - 1, -beta, -alpha, leaves);
        }
        if score >= current {
            current = score;
            if score >= alpha {
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
    }
    current
}

/// Leaves of the printed search, of plain alpha-beta, and of our variation search, on the whole tree.
fn leaves<G: Keyed>(tree: &G, depth: u32, value: i32) -> [u64; 3] {
    let mut theirs = 0;
    assert_eq!(printed(tree, depth, -SPREAD, SPREAD, &mut theirs), value);
    let mut cx = context(|_: &G| unreachable!("the whole tree is searched")).watch(Stats::default());
    let plain = algo::alpha_beta(&mut cx, tree, depth, -Score::INF, Score::INF);
    let plain_leaves = std::mem::take(&mut cx.watch).leaves;
    let ours = algo::pvs(&mut cx, tree, depth, -Score::INF, Score::INF);
    assert_eq!((sure(plain).get(), sure(ours).get()), (value, value));
    [theirs, plain_leaves, cx.watch.leaves]
}

/// Total leaves over forty trees, and over the same trees with the best move first everywhere.
fn totals(width: u16, depth: u32) -> [[u64; 3]; 2] {
    let mut totals = [[0; 3]; 2];
    for tree in trees(40, width, depth, SPREAD) {
        let value = minimax(&tree);
        let counts = [leaves(&tree, depth, value), leaves(&ordered(&tree), depth, value)];
        for (total, count) in totals.iter_mut().flatten().zip(counts.iter().flatten()) {
            *total += count;
        }
    }
    totals
}

#[test]
fn many_times_the_leaves_of_alpha_beta() {
    // The wider the tree, the less alpha-beta saves without ordering: the ratio falls from eleven to four.
    for (width, depth, least, most) in
        [(2, 8, 9, 13), (3, 6, 7, 10), (4, 5, 5, 7), (5, 5, 4, 6), (10, 4, 3, 5)]
    {
        let [[theirs, plain, ours], [theirs_ordered, plain_ordered, ours_ordered]] = totals(width, depth);
        assert!((least * plain..most * plain).contains(&theirs), "{theirs} leaves against {plain}");
        assert!(ours < 2 * plain, "{ours} leaves against {plain}");
        // With the best move first ours is as small as a tree can be, where theirs is at its worst.
        let width = u64::from(width);
        let minimal = 40 * (width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1);
        assert_eq!((plain_ordered, ours_ordered), (minimal, minimal));
        assert!(theirs_ordered > 30 * minimal, "{theirs_ordered} leaves against {minimal}");
    }
}
