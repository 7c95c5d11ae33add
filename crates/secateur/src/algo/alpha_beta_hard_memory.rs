use crate::{Cx, Moves, Score, Value};

/// Fail-hard alpha-beta with a transposition table.
///
/// # Idea
///
/// As [`alpha_beta_memory`](super::alpha_beta_memory), but what is remembered is no tighter than the
/// window it was found with, so that memory is hit less often. It is here for comparison.
///
/// # Contract
///
/// As [`alpha_beta_hard`](super::alpha_beta_hard), with any table.
///
/// # Source
///
/// The form in which course texts print it (B. Bouzy after B. Moreland), without their slips: a move is
/// remembered only where it was proven good.
// ANCHOR: page
pub fn alpha_beta_hard_memory<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let floor = best.max(node.alpha);
        let score =
            -cx.visit(pos, m, |cx, child| alpha_beta_hard_memory(cx, child, depth - 1, -node.beta, -floor))?;
        if score > floor {
            choice = Some(m);
        }
        best = floor.max(score);
        if best >= node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice).clamp(alpha, beta))
}
// ANCHOR_END: page
