use crate::{Cx, Moves, Score, Value};

/// MT, the memory-enhanced test: null-window alpha-beta with a table, of two parameters and not three.
///
/// # Idea
///
/// A null window has one bound: `bound - 1..bound`. Whatever search asks null windows alone (MTD(f), SSS\* and DUAL\* as
/// drivers, bisection) needs a depth and that bound. There is no alpha to raise: a move is good enough, and then it
/// is the last, or it is not.
///
/// # Contract
///
/// Whether the minimax value `v` is at least `bound`, fail-soft: an answer `s >= bound` proves `v >= s`, any other
/// `v <= s`. Visits the nodes of [`alpha_beta_memory`](super::alpha_beta_memory) through that window.
///
/// # Source
///
/// J. Pearl, *Asymptotic properties of minimax trees and game-searching procedures*, 1980 (Test). With memory: A. Plaat,
/// J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996 (MT).
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, algo::memory_test, drive::{MtdStep, mtd}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let Ok(answer) = memory_test(&mut cx, &tree, 2, Score::points(4));
/// assert_eq!(answer, Score::points(3)); // not at least 4: at most 3
/// let Ok(value) = mtd(Score::DRAW, MtdStep::Guess, |_, bound| memory_test(&mut cx, &tree, 2, bound));
/// assert_eq!(value, Score::points(3));
/// ```
// ANCHOR: page
pub fn memory_test<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, bound: Score) -> Value<C> {
    let node = cx.open(pos, depth, bound.prev(), bound)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        best = best.max(-cx.visit(pos, m, |cx, child| memory_test(cx, child, depth - 1, -bound.prev()))?);
        if best >= bound {
            choice = Some(m);
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}
// ANCHOR_END: page
