use crate::{Cx, Moves, Score, Value};

/// Fail-soft alpha-beta with a transposition table: the workhorse under the MTD family.
///
/// # Idea
///
/// Before searching, ask memory: it may settle the node, narrow its window, or name the move to try first.
/// Afterwards, remember what was proven: a value, a lower bound, or an upper bound, and the move that
/// proved it, if one did.
///
/// # Contract
///
/// As [`alpha_beta`](super::alpha_beta), with any table, since an entry answers only for its own depth and
/// only for what it proves.
///
/// # Source
///
/// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996
/// (AlphaBetaWithMemory).
// ANCHOR: page
pub fn alpha_beta_memory<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C> {
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
        let score = -cx.visit(pos, m, |cx, child| alpha_beta_memory(cx, child, depth - 1, -beta, -alpha))?;
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
