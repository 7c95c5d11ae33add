//! (f) Aspiration that never ends when the value lies at the end of the scale.
//!
//! Eppstein widens a window that failed to `-WIN` or `WIN`, the least and the greatest value there is, and
//! searches again. A value of `WIN` then meets `score >= beta` with `beta = WIN`, `beta` is set to `WIN` once
//! more, and so on for ever; likewise at `-WIN`. It takes no more than a won or a lost position.
//!
//! Right: open a side to beyond the scale, and let a side that is open not fail.

use super::games::{Decided, Uniform, context, minimax, sure, trees};
use super::printed::fail_soft;
use secateur::drive::{Aspiration, aspiration};
use secateur::{Score, algo};

const WIN: i32 = 3;

/// The printed loop: none after a hundred searches, where three would do.
fn printed(previous: i32, window: i32, mut alphabeta: impl FnMut(i32, i32) -> i32) -> Option<i32> {
    let (mut alpha, mut beta) = (previous - window, previous + window);
    for _ in 0..100 {
        let score = alphabeta(alpha, beta);
        if score <= alpha {
            alpha = -WIN;
        } else if score >= beta {
            beta = WIN;
        } else {
            return Some(score);
        }
    }
    None
}

#[test]
fn never_ends_on_a_won_or_lost_position() {
    let mut ends = [0; 2];
    for tree in trees(200, 4, 3, WIN).chain(trees(400, 4, 2, WIN)) {
        let value = minimax(&tree);
        let answer = printed(0, 1, |alpha, beta| fail_soft(&tree, tree.depth() as i32, alpha, beta, WIN));
        if value.abs() == WIN {
            assert_eq!(answer, None, "value {value}");
            ends[usize::from(value > 0)] += 1;
        } else {
            assert_eq!(answer, Some(value));
        }
    }
    assert!(ends[0] > 10 && ends[1] > 10, "{ends:?}: values at both ends occur");
}

/// Windows of every kind.
fn kinds() -> impl Iterator<Item = Aspiration> {
    [(0, 1, 3), (1, 1, 0), (1, 1, 1_000), (50, 3, 2), (u16::MAX, u16::MAX, 3)]
        .map(|(half_width, growth, patience)| Aspiration { half_width, growth, patience })
        .into_iter()
}

const CENTRES: [Score; 6] =
    [Score::LOSS, Score::loss_in(3), Score::points(-7), Score::DRAW, Score::win_in(2), Score::WIN];

#[test]
fn ours_ends_at_the_ends_of_the_scale() {
    for (left, end) in [0, 1, 2, 5].into_iter().flat_map(|left| [(left, Score::WIN), (left, Score::LOSS)]) {
        let game = Decided { left, end };
        let cx = &mut context(|_: &Decided| 0);
        let value = sure(algo::minimax(cx, &game, left));
        assert_eq!(value.plies_to_end(), Some(left));
        for (centre, how) in CENTRES.into_iter().flat_map(|centre| kinds().map(move |how| (centre, how))) {
            let mut searches = 0;
            let soft = aspiration(centre, how, |alpha, beta| {
                searches += 1;
                algo::alpha_beta(cx, &game, left, alpha, beta)
            });
            let hard = aspiration(centre, how, |alpha, beta| {
                searches += 1;
                algo::alpha_beta_hard(cx, &game, left, alpha, beta)
            });
            assert_eq!((sure(soft), sure(hard)), (value, value), "{how:?} around {centre}");
            assert!(searches <= 40, "{searches} searches with {how:?} around {centre}");
        }
    }
}

#[test]
fn ours_ends_on_the_same_trees() {
    for tree in trees(100, 4, 3, WIN) {
        let (value, depth, cx) = (minimax(&tree), tree.depth(), &mut context(Uniform::eval));
        for (centre, how) in CENTRES.into_iter().flat_map(|centre| kinds().map(move |how| (centre, how))) {
            let mut searches = 0;
            let answer = aspiration(centre, how, |alpha, beta| {
                searches += 1;
                algo::alpha_beta(cx, &tree, depth, alpha, beta)
            });
            assert_eq!(sure(answer).get(), value, "{how:?} around {centre}");
            assert!(searches <= 20, "{searches} searches with {how:?} around {centre}");
        }
    }
}
