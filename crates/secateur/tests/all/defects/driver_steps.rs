//! (b) MTD(f) over fail-hard alpha-beta.
//!
//! Bouzy prints Plaat's driver, which is right, over Moreland's fail-hard alpha-beta, which is right too.
//! Together they are useless: a fail-hard answer to the window `beta - 1, beta` is `beta - 1` or `beta`, so
//! the bound moves by one unit per pass, and a value `n` units from the guess costs `n + 1` searches (one more
//! from below, where the last has to show that there is no further to go).
//!
//! Right: drive a fail-soft search; and cap the passes, since not every search is ours to choose.

use super::games::{Uniform, context, minimax, sure, trees};
use super::printed::{fail_hard, fail_soft};
use secateur::drive::{MtdStep, mtd};
use secateur::{Score, algo};

const SPREAD: i32 = 1_000;

/// The printed driver: the value, and the number of passes.
fn printed(f: i32, mut alphabeta: impl FnMut(i32, i32) -> i32) -> (i32, u32) {
    let mut g = f;
    let (mut upperbound, mut lowerbound) = (i32::MAX, i32::MIN);
    let mut passes = 0;
    while lowerbound < upperbound {
        let beta = if g == lowerbound { g + 1 } else { g };
        g = alphabeta(beta - 1, beta);
        passes += 1;
        if g < beta {
            upperbound = g;
        } else {
            lowerbound = g;
        }
    }
    (g, passes)
}

#[test]
fn one_unit_a_pass() {
    let (mut hard_passes, mut soft_passes) = (0, 0);
    for tree in trees(50, 3, 4, SPREAD) {
        let (value, depth) = (minimax(&tree), tree.depth() as i32);
        let (hard, passes) = printed(0, |alpha, beta| fail_hard(&tree, depth, alpha, beta));
        assert_eq!((hard, passes), (value, value.unsigned_abs() + 1 + u32::from(value >= 0)));
        hard_passes += passes;
        let (soft, passes) = printed(0, |alpha, beta| fail_soft(&tree, depth, alpha, beta, SPREAD));
        assert_eq!(soft, value);
        soft_passes += passes;
    }
    assert!(
        hard_passes > 50 * soft_passes,
        "{hard_passes} passes over fail-hard, {soft_passes} over fail-soft"
    );
}

#[test]
fn ours_takes_few_passes_over_fail_soft_and_ends_over_fail_hard() {
    for tree in trees(50, 3, 4, SPREAD) {
        let (value, depth) = (minimax(&tree), tree.depth());
        let mut cx = context(Uniform::eval);
        let (mut soft_passes, mut hard_passes) = (0, 0);
        let soft = mtd(Score::DRAW, MtdStep::Guess, |alpha, beta| {
            soft_passes += 1;
            algo::alpha_beta(&mut cx, &tree, depth, alpha, beta)
        });
        // From the far end of the scale, one unit per pass would take tens of thousands of them.
        let hard = mtd(Score::WIN, MtdStep::Guess, |alpha, beta| {
            hard_passes += 1;
            algo::alpha_beta_hard(&mut cx, &tree, depth, alpha, beta)
        });
        assert_eq!((sure(soft).get(), sure(hard).get()), (value, value));
        assert!(soft_passes <= 10, "{soft_passes} passes to {value}");
        assert!(hard_passes <= 1_001, "{hard_passes} passes to {value}");
    }
}
