//! Alpha-beta as a pair, as it is first told: one function maximises, one minimises. And Pearl's Test.

use crate::{BAGS, DEEP, OPEN, PAIRS, perfect, points, seen, soft, tree};
use secateur::{Cx, Game, Moves, Score, Value, tree::Tree};

// ANCHOR: page
fn max_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, mut alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| Ok(-min_value(cx, child, depth - 1, alpha, beta)?))?;
        alpha = alpha.max(score); // the first player has this in hand
        if alpha >= beta {
            break; // the second player has better elsewhere
        }
    }
    Ok(alpha)
}

fn min_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, mut beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, -beta, -alpha)?;
    if let Some(score) = node.known {
        return Ok(-score);
    }
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = cx.visit(pos, m, |cx, child| max_value(cx, child, depth - 1, alpha, beta))?;
        beta = beta.min(score); // the second player has this in hand
        if beta <= alpha {
            break; // the first player has better elsewhere
        }
    }
    Ok(beta)
}
// ANCHOR_END: page

#[test]
fn it_looks_at_the_same_leaves() {
    let ordered = perfect(3, 4);
    for (text, depth) in [(DEEP, 4), (PAIRS, 3), (ordered.as_str(), 4)] {
        let found = seen(text, |cx, tree| max_value(cx, tree, depth, OPEN.0, OPEN.1));
        let other = soft(text, depth, OPEN);
        assert_eq!((found.value, found.leaves), (other.value, other.leaves));
    }
}

/// Pearl's Test: whether a position is worth more than this to the side to move.
fn test(pos: &Tree, bound: i32, leaves: &mut Vec<String>) -> bool {
    if let Some(score) = pos.outcome() {
        leaves.push(pos.to_string());
        return score.get() > bound;
    }
    pos.moves().any(|m| !test(&pos.child(m), -bound - 1, leaves))
}

#[test]
fn a_null_window_is_a_test() {
    let ordered = perfect(3, 4);
    for (text, depth) in [(BAGS, 2), (DEEP, 4), (PAIRS, 3), (ordered.as_str(), 4)] {
        for bound in -2..12 {
            let mut leaves = Vec::new();
            let more = test(&tree(text), bound, &mut leaves);
            let answer = soft(text, depth, points(bound, bound + 1));
            assert_eq!((more, leaves.join(" ")), (answer.value > bound, answer.leaves));
        }
    }
    let mut leaves = Vec::new();
    assert!(!test(&tree(BAGS), 3, &mut leaves));
    assert_eq!(leaves.join(" "), "3 2 14 5 2");
}
