//! The drivers: the windows they ask, and the answers.

use super::{BAGS, OPEN, context, perfect, seen, tree};
use secateur::algo::*;
use secateur::drive::{Aspiration, MtdStep, Split, aspiration, bisection, deepening, mtd};
use secateur::{Bounds, Halt, Limiter, Score};
use std::convert::Infallible;

/// Runs a driver over a window search of the bags: the windows asked, each with its answer, and all nodes.
fn driven(
    text: &str,
    fail_soft: bool,
    drive: impl FnOnce(&mut dyn FnMut(Score, Score) -> Result<Score, Infallible>) -> Result<Score, Infallible>,
) -> (i32, Vec<(i32, i32, i32)>, u64) {
    let (mut cx, tree, mut asked) = (context(), tree(text), Vec::new());
    let Ok(value) = drive(&mut |alpha, beta| {
        let search = if fail_soft { alpha_beta } else { alpha_beta_hard };
        let Ok(score) = search(&mut cx, &tree, 2, alpha, beta);
        asked.push((alpha.get(), beta.get(), score.get()));
        Ok(score)
    });
    (value.get(), asked, cx.watch.0.nodes)
}

#[test]
fn aspiration_windows() {
    let how = Aspiration { half_width: 2, growth: 1, patience: 3 };
    let from = |centre| driven(BAGS, true, |probe| aspiration(Score::points(centre), how, probe));
    assert_eq!(from(6), (3, vec![(4, 8, 3), (-1, 8, 3)], 20));
    assert_eq!(from(3), (3, vec![(1, 5, 3)], 11));
    assert_eq!(from(5), (3, vec![(3, 7, 3), (-1, 7, 3)], 20));
    assert_eq!(from(10), (3, vec![(8, 12, 5), (1, 12, 3)], 19));
}

#[test]
fn bisected() {
    let within = |lower, upper, fail_soft| {
        let bounds = Bounds { lower: Score::points(lower), upper: Score::points(upper) };
        let (value, asked, _) = driven(BAGS, fail_soft, |probe| bisection(bounds, Split::Middle, probe));
        assert_eq!(value, 3);
        asked
    };
    assert_eq!(within(-16, 16, true), [(0, 1, 3), (9, 10, 5), (4, 5, 3)]);
    assert_eq!(within(0, 15, true), [(7, 8, 5), (2, 3, 3), (4, 5, 3)]);
    assert_eq!(within(0, 15, false), [(7, 8, 7), (3, 4, 3), (1, 2, 2), (2, 3, 3)]);
    assert_eq!((-1 / 2, (-1i32).div_euclid(2)), (0, -1)); // the middle of -1..=0
    let values = (Score::WIN.get() - Score::LOSS.get() + 1) as f64;
    assert_eq!((values, values.log2().ceil()), (64_001.0, 16.0));
}

#[test]
fn memory_test_drivers() {
    let from =
        |guess, fail_soft| driven(BAGS, fail_soft, |probe| mtd(Score::points(guess), MtdStep::Guess, probe));
    assert_eq!(from(0, true), (3, vec![(-1, 0, 3), (3, 4, 3)], 14));
    assert_eq!(from(10, true), (3, vec![(9, 10, 5), (4, 5, 3), (2, 3, 3)], 22));
    let (value, asked, nodes) = from(10, false);
    assert_eq!((value, asked.len(), nodes), (3, 8, 63));
    let (value, asked, _) = driven(BAGS, true, |probe| mtd(Score::DRAW, MtdStep::FromAbove, probe));
    let top = Score::WIN.get();
    assert_eq!((value, asked), (3, vec![(top - 1, top, 14), (13, 14, 5), (4, 5, 3), (2, 3, 3)]));
    let (value, asked, _) = driven("((3 1))", true, |probe| mtd(Score::points(3), MtdStep::Guess, probe));
    assert_eq!((value, asked), (1, vec![(2, 3, 1), (0, 1, 1)]));
}

#[test]
fn one_depth_after_another() {
    let mut cx = context();
    let bags = tree(BAGS);
    let mut counts = Vec::new();
    let search = |depth, _| {
        let found = alpha_beta(&mut cx, &bags, depth, OPEN.0, OPEN.1);
        counts.push(cx.watch.0.nodes);
        found
    };
    let (last, halted) = deepening(1..=2, search, |_| true);
    assert_eq!((last.map(|last| last.score.get()), halted), (Some(3), None));
    assert_eq!(counts, [4, 15]);

    let whole = perfect(3, 4);
    let nodes = |depth| seen(&whole, |cx, tree| minimax(cx, tree, depth)).nodes;
    assert_eq!([1, 2, 3, 4].map(nodes), [4, 13, 40, 121]);

    let mut cx = context().stop(Limiter::new(10, || None));
    let halted = alpha_beta(&mut cx, &bags, 2, OPEN.0, OPEN.1);
    assert_eq!(halted, Err(Halt::Nodes));
}
