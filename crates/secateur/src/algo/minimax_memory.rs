use crate::{Cx, Moves, Score, Value};

/// Minimax that never searches a position twice.
///
/// # Idea
///
/// Many orders of moves lead to one position (a *transposition*). What was found there once is kept in a
/// table and used instead of another search. Without windows every value in the table is exact.
///
/// # Contract
///
/// Returns the minimax value of (position, depth), whatever the table's size: an entry answers only for
/// the depth it was made at.
///
/// # Source
///
/// R. Greenblatt, D. Eastlake and S. Crocker, *The Greenblatt chess program*, 1967; for keys, A. Zobrist,
/// *A new hashing method with application for game playing*, 1970 (reprinted 1990).
// ANCHOR: page
pub fn minimax_memory<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut best, mut choice) = (-Score::INF, None);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| minimax_memory(cx, child, depth - 1))?;
        if score > best {
            (best, choice) = (score, Some(m));
        }
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}
// ANCHOR_END: page
