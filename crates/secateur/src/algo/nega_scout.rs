use crate::{Cx, Moves, Score, Value};

/// NegaScout: principal variation search whose second search starts from what the scout has proven.
///
/// # Idea
///
/// A scout that fails high at `s` has proven that the move is worth at least `s`. The second search need
/// only look above it, through `s..beta`. [`pvs`](super::pvs) starts again from `alpha`.
///
/// # Contract
///
/// As [`alpha_beta`](super::alpha_beta), fail-soft. If the second search finds nothing above `s`, the move
/// is worth exactly `s`. (Reinefeld's program also skips the second search two plies above the leaves,
/// where a fail-soft answer is exact in a tree of uniform depth; quiescence and proven bounds break that,
/// so this page does not.)
///
/// # Source
///
/// A. Reinefeld, *An improvement to the Scout tree search algorithm*, 1983.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::nega_scout, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 7))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = nega_scout(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(value, Score::points(5));
/// // The scout proved 5; looking only above 5, the second search stops at the 5.
/// assert_eq!((cx.watch.nodes, cx.watch.researches), (14, 1));
/// ```
// ANCHOR: page
pub fn nega_scout<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut moves, mut index) = (cx.moves(pos, &node), 0);
    while let Some(m) = moves.next(cx) {
        let scout = if index == 0 { beta } else { alpha.next() };
        let mut score = -cx.visit(pos, m, |cx, child| nega_scout(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            let proven = score;
            let above = -cx.revisit(pos, m, |cx, child| nega_scout(cx, child, depth - 1, -beta, -proven))?;
            score = proven.max(above);
        }
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}
// ANCHOR_END: page
