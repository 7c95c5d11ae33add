use crate::{Cx, Moves, Score, Value};

/// Principal variation search with a transposition table.
///
/// # Idea
///
/// The table names the move to trust, and makes the second search of a child cheap, since much of what the
/// scout proved is remembered. This pair is what most programs of the classical kind are built on.
///
/// # Contract
///
/// As [`pvs`](super::pvs), with any table.
///
/// # Source
///
/// T. Marsland, *A review of game-tree pruning*, 1986; without the flaw of the version printed there, in
/// which a bound found through a narrow window could answer for a wider one.
// ANCHOR: page
pub fn pvs_memory<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta) = (node.alpha, node.beta);
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let scout = if index == 0 { beta } else { alpha + 1 };
        let mut score = -cx.visit(pos, m, |cx, child| pvs_memory(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            score = -cx.revisit(pos, m, |cx, child| pvs_memory(cx, child, depth - 1, -beta, -alpha))?;
        }
        best = best.max(score);
        if score > alpha {
            (alpha, choice) = (score, Some(m));
        }
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}
// ANCHOR_END: page
