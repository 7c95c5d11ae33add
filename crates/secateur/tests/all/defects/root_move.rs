//! (d) `>=` in the update of the best move.
//!
//! Both of Eppstein's searches name the move to play by `if (score >= alpha)` or `if (score >= current)`. A
//! move searched through a window that an earlier move has narrowed may be refuted with an answer *equal* to
//! `alpha`, which proves only that it is no better. With `>=` it takes the place of the move that was proven
//! worth the value. In the first listing every refuted move answers so, unless it is a leaf.
//!
//! Right: `>`, from a start below the scale, so that a lost position has a move to play as well.

use super::games::{Decided, Page, Uniform, context, minimax, sure, trees};
use super::printed::fail_soft;
use secateur::drive::{Aspiration, MtdStep, aspiration, mtd};
use secateur::{Cx, Game, Line, Score, Search, With, algo};

const WIN: i32 = 1_000;

/// Eppstein's first listing, "basic alpha-beta": the score, and `bestmove` at the outer level.
fn basic(pos: &Uniform, depth: i32, mut alpha: i32, beta: i32) -> (i32, Option<u16>) {
    let mut bestmove = None;
    if pos.over() || depth <= 0 {
        return (pos.eval(), None);
    }
    for m in pos.moves() {
        let score = -basic(&pos.child(m), depth - 1, -beta, -alpha).0;
        if score >= alpha {
            alpha = score;
            bestmove = Some(m);
        }
        if alpha >= beta {
            break;
        }
    }
    (alpha, bestmove)
}

/// The outer level of his second listing, fail-soft.
fn soft(pos: &Uniform, depth: i32, mut alpha: i32, beta: i32) -> (i32, Option<u16>) {
    let (mut current, mut bestmove) = (-WIN, None);
    for m in pos.moves() {
        let score = -fail_soft(&pos.child(m), depth - 1, -beta, -alpha, WIN);
        if score >= current {
            current = score;
            bestmove = Some(m);
            if score >= alpha {
                alpha = score;
            }
            if score >= beta {
                break;
            }
        }
    }
    (current, bestmove)
}

/// The real value of a move.
fn worth(tree: &Uniform, m: u16) -> i32 {
    -minimax(&tree.child(m))
}

/// The number of trees, of 500, in which the first and the second listing name a move that is worth less than the value.
fn wrong(width: u16, depth: u32, spread: i32) -> (u32, u32) {
    let (mut wrong_basic, mut wrong_soft) = (0, 0);
    for tree in trees(500, width, depth, spread) {
        let value = minimax(&tree);
        let (score, m) = basic(&tree, depth as i32, -WIN, WIN);
        assert_eq!(score, value);
        wrong_basic += u32::from(m.is_none_or(|m| worth(&tree, m) < value));
        let (score, m) = soft(&tree, depth as i32, -WIN, WIN);
        assert_eq!(score, value);
        wrong_soft += u32::from(m.is_none_or(|m| worth(&tree, m) < value));
    }
    (wrong_basic, wrong_soft)
}

#[test]
fn a_refuted_move_is_played() {
    // Fail-hard: two in three with three moves, more with more moves.
    for (width, depth) in [(3, 3), (4, 4), (5, 3), (8, 3), (3, 6)] {
        let (wrong, _) = wrong(width, depth, 1_000);
        assert!((300..450).contains(&wrong), "{wrong} of 500 wrong");
    }
    // Fail-soft answers meet alpha only by coincidence, which is common where few values occur.
    for (width, depth, spread) in [(4, 4, 10), (4, 4, 3), (8, 4, 3), (5, 3, 2)] {
        let (_, wrong) = wrong(width, depth, spread);
        assert!((150..250).contains(&wrong), "{wrong} of 500 wrong");
    }
}

/// Whatever drives whichever page, the move that leads the last line found is worth the value.
fn plays_well<C: Cx<Game = Uniform, Halt = std::convert::Infallible>>(
    cx: &mut C,
    line: impl Fn(&C) -> Option<u16>,
    page: Page<'_, C>,
    tree: &Uniform,
) {
    let (value, depth) = (minimax(tree), tree.depth());
    let open = sure(page(cx, tree, depth, -Score::INF, Score::INF));
    let first = line(cx).expect("an open window has a best move");
    assert_eq!((open.get(), worth(tree, first)), (value, value));
    for guess in [-WIN, value - 1, value, value + 1, 0, WIN] {
        let guess = Score::points(guess);
        let mut proven = None;
        let mut probe = |alpha, beta| {
            let score = page(cx, tree, depth, alpha, beta);
            // A probe that fails low names no move, and the one proven before stands.
            assert_eq!(line(cx).is_some(), sure(score) > alpha);
            proven = line(cx).or(proven);
            score
        };
        assert_eq!(sure(mtd(guess, MtdStep::Guess, &mut probe)).get(), value);
        assert_eq!(proven.map(|m| worth(tree, m)), Some(value), "MTD(f) from {guess}");
        let mut proven = None;
        let narrow = Aspiration { half_width: 2, ..Aspiration::default() };
        let answer = aspiration(guess, narrow, |alpha, beta| {
            let score = page(cx, tree, depth, alpha, beta);
            proven = line(cx);
            score
        });
        assert_eq!(sure(answer).get(), value);
        assert_eq!(proven.map(|m| worth(tree, m)), Some(value), "aspiration around {guess}");
    }
}

#[test]
fn ours_plays_a_move_that_is_worth_the_value() {
    // Few values, so that many moves tie.
    for (width, depth, spread) in [(3, 3, 1_000), (4, 3, 10), (4, 4, 3), (5, 3, 2), (3, 3, 1)] {
        for tree in trees(50, width, depth, spread) {
            let cx = &mut context(Uniform::eval).watch(Line::default());
            let line = |cx: &Search<_, _, With<Line<u16>>>| cx.watch.moves().first().copied();
            plays_well(cx, line, &|cx, pos, depth, a, b| algo::alpha_beta(cx, pos, depth, a, b), &tree);
            plays_well(cx, line, &|cx, pos, depth, a, b| algo::alpha_beta_hard(cx, pos, depth, a, b), &tree);
            plays_well(cx, line, &|cx, pos, depth, a, b| algo::pvs(cx, pos, depth, a, b), &tree);
            plays_well(cx, line, &|cx, pos, depth, a, b| algo::nega_scout(cx, pos, depth, a, b), &tree);
        }
    }
}

#[test]
fn ours_plays_on_in_a_lost_position() {
    for left in [1, 2, 5] {
        for end in [Score::WIN, Score::LOSS] {
            let cx = &mut context(|_: &Decided| 0).watch(Line::default());
            sure(algo::alpha_beta(cx, &Decided { left, end }, left, -Score::INF, Score::INF));
            assert_eq!(cx.watch.moves().len(), left as usize);
            sure(algo::alpha_beta_hard(cx, &Decided { left, end }, left, -Score::INF, Score::INF));
            assert_eq!(cx.watch.moves().len(), left as usize);
        }
    }
}
