//! Alpha-beta as a pair, and Pearl's Test, look at the leaves of fail-soft alpha-beta.

use super::{BAGS, DEEP, OPEN, PAIRS, perfect, points, seen, soft, tree};
use secateur::{Game, algo::alpha_beta_pair, tree::Tree};

#[test]
fn it_looks_at_the_same_leaves() {
    let ordered = perfect(3, 4);
    for (text, depth) in [(DEEP, 4), (PAIRS, 3), (ordered.as_str(), 4)] {
        let found = seen(text, |cx, tree| alpha_beta_pair(cx, tree, depth));
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
