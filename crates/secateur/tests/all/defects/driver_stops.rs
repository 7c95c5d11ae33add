//! (a) MTD(f) that stops when the value repeats.
//!
//! Eppstein prints a loop that searches the window `test, test + 1`, stops when the answer is `test`, and
//! goes on from the answer otherwise. An answer equal to `test` has failed *low*: it proves that the value
//! is at most `test`, and no more. If the value was approached from below, the probe before has proven that
//! it is at least `test`, and all is well. From above nothing has, and the loop ends on the first upper
//! bound that a probe cannot improve. Over fail-hard search that is the first guess itself.
//!
//! Right: keep a lower and an upper bound, and stop when they meet.

use super::games::{Uniform, context, minimax, sure, trees};
use super::printed::{fail_hard, fail_soft};
use secateur::drive::{MtdStep, mtd};
use secateur::{Score, algo};

const SPREAD: i32 = 100;

/// The printed loop. The first guess is 0 in print.
fn printed(mut alphabeta: impl FnMut(i32, i32) -> i32) -> i32 {
    let mut test = 0;
    loop {
        let score = alphabeta(test, test + 1);
        if test == score {
            break test;
        }
        test = score;
    }
}

fn printed_over_soft(tree: &Uniform) -> i32 {
    printed(|alpha, beta| fail_soft(tree, tree.depth() as i32, alpha, beta, SPREAD))
}

fn printed_over_hard(tree: &Uniform) -> i32 {
    printed(|alpha, beta| fail_hard(tree, tree.depth() as i32, alpha, beta))
}

#[test]
fn wrong_below_the_first_guess() {
    let (mut below, mut wrong_soft, mut too_low) = (0, 0, 0);
    for (width, depth) in [(2, 4), (3, 3), (3, 4), (4, 4), (5, 3)] {
        for tree in trees(400, width, depth, SPREAD) {
            let (value, soft, hard) = (minimax(&tree), printed_over_soft(&tree), printed_over_hard(&tree));
            if value >= 0 {
                assert_eq!((soft, hard), (value, value), "from below the loop is right");
                continue;
            }
            below += 1;
            wrong_soft += u32::from(soft != value);
            too_low += u32::from(soft < value);
            assert_eq!(hard, 0, "over fail-hard the loop returns its guess");
        }
    }
    assert!(below > 900, "{below} of 2,000 values lie below the guess");
    // Four in five, and always too high: an upper bound taken for the value.
    assert!((70..90).contains(&(100 * wrong_soft / below)), "{wrong_soft} of {below} wrong over fail-soft");
    assert_eq!(too_low, 0);
}

#[test]
fn ours_is_right_from_any_guess() {
    for tree in trees(300, 3, 4, SPREAD) {
        let (value, depth) = (minimax(&tree), tree.depth());
        let mut cx = context(Uniform::eval);
        for guess in [-SPREAD, -1, 0, 1, SPREAD, value - 1, value, value + 1] {
            let soft = mtd(Score::points(guess), MtdStep::Guess, |alpha, beta| {
                algo::alpha_beta(&mut cx, &tree, depth, alpha, beta)
            });
            let hard = mtd(Score::points(guess), MtdStep::Guess, |alpha, beta| {
                algo::alpha_beta_hard(&mut cx, &tree, depth, alpha, beta)
            });
            assert_eq!((sure(soft).get(), sure(hard).get()), (value, value), "from {guess}");
        }
    }
}
