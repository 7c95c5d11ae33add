//! (h) A table that stores a "best move" at all-nodes.
//!
//! Bouzy's `RecordHash` stores `BestMove()` with every entry, whatever its kind. (What that function answers
//! is not printed; here it is the move with the highest `val`, the first of equals, which is the kindest
//! reading.) At an all-node of a fail-hard search every move that is not a leaf comes back with exactly
//! `alpha`: they were all refuted, none has been compared with another, and the one that is stored has
//! nothing but its place in the order to speak for it. Tried first at the next visit, it displaces moves
//! that were once *proven* good there.
//!
//! Right: remember a move only where it raised alpha, and is thus proven to be worth the bound.

use super::games::{Page, Uniform, context, minimax, sure, trees};
use secateur::{Bounds, Cx, Game, Memory, Place, Score, Search, algo};

const SPREAD: i32 = 20_000;

/// The printed code's record of an all-node: the node, its depth, the move, and every move's `val`.
struct Stored {
    pos: Uniform,
    best: Option<u16>,
    vals: Vec<i32>,
}

/// The printed search, noting what it records with `hashfALPHA`.
fn printed(pos: &Uniform, depth: u32, mut alpha: i32, beta: i32, alpha_entries: &mut Vec<Stored>) -> i32 {
    if depth == 0 {
        return pos.eval();
    }
    let (mut exact, mut best, mut vals) = (false, None, Vec::new());
    for m in pos.moves() {
        let val = -printed(&pos.child(m), depth - 1, -beta, -alpha, alpha_entries);
        if vals.iter().all(|&earlier| val > earlier) {
            best = Some(m);
        }
        vals.push(val);
        if val >= beta {
            return beta;
        }
        if val > alpha {
            exact = true;
            alpha = val;
        }
    }
    if !exact {
        alpha_entries.push(Stored { pos: pos.clone(), best, vals });
    }
    alpha
}

#[test]
fn the_stored_move_is_as_good_as_any() {
    let (mut count, mut truly_best) = (0, 0);
    for tree in trees(300, 4, 5, SPREAD) {
        let mut stored = Vec::new();
        printed(&tree, tree.depth(), -SPREAD - 1, SPREAD + 1, &mut stored);
        for Stored { pos, best, vals } in stored.into_iter().filter(|s| s.pos.depth() >= 2) {
            assert!(vals.iter().all(|&val| val == vals[0]), "every move answers alpha");
            assert_eq!(best, Some(0), "so the first is stored");
            count += 1;
            truly_best += u32::from(-minimax(&pos.child(0)) == minimax(&pos));
        }
    }
    // One move in four is best, and so is the stored one.
    assert!(count > 1_000, "{count} all-nodes");
    assert!((20..30).contains(&(100 * truly_best / count)), "{truly_best} of {count} truly best");
}

/// Looks at what a page records, and remembers nothing.
#[derive(Default)]
struct Spy {
    with_move: u32,
    without: u32,
}

impl Memory<Uniform> for Spy {
    fn record(&mut self, pos: &Uniform, _: Place, bounds: Bounds, best: Option<u16>, _: u64) {
        let Some(m) = best else {
            assert_eq!(bounds.lower, -Score::INF, "a lower bound is owed to some move");
            self.without += 1;
            return;
        };
        assert!(bounds.lower > -Score::INF, "nothing is proven of any move at an all-node");
        assert!(-minimax(&pos.child(m)) >= bounds.lower.get(), "the move is worth the bound");
        self.with_move += 1;
    }
}

/// Watches a page through windows above, below, at and around the value.
fn honest<C: Cx<Game = Uniform, Halt = std::convert::Infallible>>(
    cx: &mut C,
    page: Page<'_, C>,
    tree: &Uniform,
) {
    let value = Score::points(minimax(tree));
    for (alpha, beta) in
        [(-Score::INF, Score::INF), (value, value + 1), (value - 1, value), (value - 9, value + 9)]
    {
        sure(page(cx, tree, tree.depth(), alpha, beta));
    }
}

#[test]
fn ours_remembers_moves_only_where_they_were_proven_good() {
    let cx = &mut context(Uniform::eval).memory(Spy::default());
    for spread in [10_000, 5] {
        for tree in trees(20, 4, 4, spread) {
            honest(cx, &|cx, pos, depth, a, b| algo::alpha_beta_memory(cx, pos, depth, a, b), &tree);
            honest(cx, &|cx, pos, depth, a, b| algo::alpha_beta_hard_memory(cx, pos, depth, a, b), &tree);
            honest(cx, &|cx, pos, depth, a, b| algo::pvs_memory(cx, pos, depth, a, b), &tree);
            honest(cx, &|cx, pos, depth, _, _| algo::minimax_memory(cx, pos, depth), &tree);
        }
    }
    let Search { memory: Spy { with_move, without }, .. } = cx;
    assert!(*with_move > 1_000 && *without > 1_000, "{with_move} with a move, {without} without");
}
