use crate::{Cx, Moves, Score, Value};

/// Principal variation search: trust the first move, and prove the others no better.
///
/// # Idea
///
/// With good ordering the first move is mostly the best. The rest are *scouted* with the empty window
/// `alpha..alpha + 1`, which cuts most: it asks only whether a move is better. If one is, it is searched
/// again with the window of the node. [`nega_scout`](super::nega_scout) differs in that second search.
///
/// # Contract
///
/// As [`alpha_beta`](super::alpha_beta), fail-soft. With a null window it is alpha-beta.
///
/// # Source
///
/// T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982, after J. Pearl's
/// Scout, 1980.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::pvs, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 7))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = pvs(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(value, Score::points(5));
/// // The third bag was better after all: it is searched again, and in it the leaf that made it so.
/// assert_eq!((cx.watch.nodes, cx.watch.researches, cx.watch.researched), (16, 2, 5));
/// ```
// ANCHOR: page
pub fn pvs<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut moves, mut index) = (cx.moves(pos, &node), 0);
    while let Some(m) = moves.next(cx) {
        let scout = if index == 0 { beta } else { alpha.next() };
        let mut score = -cx.visit(pos, m, |cx, child| pvs(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            score = -cx.revisit(pos, m, |cx, child| pvs(cx, child, depth - 1, -beta, -alpha))?;
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
