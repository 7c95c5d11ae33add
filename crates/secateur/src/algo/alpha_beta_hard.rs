use crate::{Cx, Moves, Score, Value};

/// Alpha-beta, fail-hard: the answer never leaves the window.
///
/// # Idea
///
/// The first form of alpha-beta, and the shortest: the best score so far *is* `alpha`. Compare
/// [`alpha_beta`](super::alpha_beta), which keeps the two apart.
///
/// # Contract
///
/// For the minimax value `v`: an answer strictly inside the window is `v`; the answer `alpha` proves
/// `v <= alpha`; the answer `beta` proves `v >= beta`. Visits the same nodes as fail-soft, as long as
/// nothing is remembered.
///
/// # Source
///
/// D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975 (their procedure F2).
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::alpha_beta_hard, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = alpha_beta_hard(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 11));
///
/// // It knows that the value is at most 5, but may only say "at most 10".
/// let Ok(bound) = alpha_beta_hard(&mut cx, &tree, 2, Score::points(10), Score::points(11));
/// assert_eq!(bound, Score::points(10));
/// ```
// ANCHOR: page
pub fn alpha_beta_hard<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut index) = (-Score::INF, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let floor = best.max(node.alpha);
        let score =
            -cx.visit(pos, m, |cx, child| alpha_beta_hard(cx, child, depth - 1, -node.beta, -floor))?;
        best = floor.max(score);
        if best >= node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best).clamp(alpha, beta))
}
// ANCHOR_END: page
