//! (e) Bisection that leaves with `alpha != beta`, and division that truncates.
//!
//! Eppstein's loop runs `while (beta > alpha + 1)`. Both ends are values that are still possible (`beta =
//! test`, `alpha = test + 1`), so it may leave with two of them, and which is right has not been asked.
//! The obvious cure, `while (beta > alpha)`, uncovers another flaw: `(alpha + beta) / 2` rounds towards
//! zero, in C as in Rust. Between two negative neighbours `test` is then the upper one, the probe is bound to
//! answer "at most `test`", and nothing has changed: the loop never ends.
//!
//! Right: run until the ends meet, and round down.

use super::games::{Uniform, context, minimax, sure, trees};
use super::printed::fail_soft;
use secateur::drive::{Split, bisection};
use secateur::{Bounds, Score, algo};

const SPREAD: i32 = 100;

/// The printed loop, which runs while `beta > alpha + gap` with a `gap` of 1 in print: where it leaves
/// `alpha` and `beta`, or none after a thousand passes, where thirteen would do.
fn printed(tree: &Uniform, gap: i32) -> Option<(i32, i32)> {
    let (mut alpha, mut beta) = (-SPREAD, SPREAD);
    for _ in 0..1_000 {
        if beta <= alpha + gap {
            return Some((alpha, beta));
        }
        let test = (alpha + beta) / 2;
        if fail_soft(tree, tree.depth() as i32, test, test + 1, SPREAD) <= test {
            beta = test;
        } else {
            alpha = test + 1;
        }
    }
    None
}

#[test]
fn leaves_with_two_values() {
    let (mut two, mut alpha_right, mut beta_right) = (0, 0, 0);
    for (width, depth) in [(2, 5), (3, 3), (3, 4), (4, 3), (5, 2)] {
        for tree in trees(200, width, depth, SPREAD) {
            let value = minimax(&tree);
            let (alpha, beta) = printed(&tree, 1).expect("the printed loop ends");
            assert!((alpha..=beta).contains(&value));
            two += u32::from(alpha != beta);
            alpha_right += u32::from(alpha == value);
            beta_right += u32::from(beta == value);
        }
    }
    // Seven in ten; and neither end is the one to take.
    assert!((600..800).contains(&two), "{two} of 1,000 left with two values");
    assert!(alpha_right < 750 && beta_right < 750, "alpha right {alpha_right}, beta {beta_right} of 1,000");
}

#[test]
fn truncating_division_never_ends_below_zero() {
    let (mut negative, mut endless) = (0, 0);
    for tree in trees(1_000, 3, 4, SPREAD) {
        let value = minimax(&tree);
        let end = printed(&tree, 0);
        if value > 0 {
            assert_eq!(end, Some((value, value)), "above zero, truncating is rounding down");
            continue;
        }
        negative += 1;
        match end {
            Some(ends) => assert_eq!(ends, (value, value)),
            None => endless += 1,
        }
    }
    assert!(endless * 2 > negative, "{endless} of {negative} without end");
}

#[test]
fn ours_is_left_with_the_value() {
    for tree in trees(300, 3, 4, SPREAD) {
        let (value, depth) = (minimax(&tree), tree.depth());
        let mut cx = context(Uniform::eval);
        let known = Bounds { lower: Score::points(-SPREAD), upper: Score::points(SPREAD) };
        for (bounds, split) in [
            (known, Split::Middle),
            (known, Split::TowardsZero),
            (Bounds::NONE, Split::Middle),
            (Bounds::NONE, Split::TowardsZero),
        ] {
            let mut passes = 0;
            let soft = bisection(bounds, split, |alpha, beta| {
                passes += 1;
                algo::alpha_beta(&mut cx, &tree, depth, alpha, beta)
            });
            let hard = bisection(bounds, split, |alpha, beta| {
                algo::alpha_beta_hard(&mut cx, &tree, depth, alpha, beta)
            });
            assert_eq!((sure(soft).get(), sure(hard).get()), (value, value));
            assert!(passes <= 32, "{passes}");
        }
    }
}
