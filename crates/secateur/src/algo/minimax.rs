use crate::{Cx, Moves, Score, Value};

/// Minimax, in negamax form: the specification that every other search must match.
///
/// # Idea
///
/// A position is worth as much as its best move, and a move is worth the negated value of the position it
/// leads to, since what is good for one side is as bad for the other. One function serves both sides.
/// [`max_min`](super::max_min) is the same written with two.
///
/// # Contract
///
/// Returns the minimax value of (position, depth): no window, no fail-low, no fail-high. Costs the whole
/// tree, `b^d` leaves for branching factor `b` and depth `d`.
///
/// # Source
///
/// C. Shannon, *Programming a computer for playing chess*, 1950; the negamax form is D. Knuth and R. Moore,
/// *An analysis of alpha-beta pruning*, 1975.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::minimax, tree::Tree};
///
/// //        max            the root's side picks the best bag,
/// //    /    |    \        the opponent the worst thing in it
/// //   3     2     2
/// // 3 12 8 2 4 6 14 5 2
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = minimax(&mut cx, &tree, 2);
/// assert_eq!(value, Score::points(3));
/// assert_eq!(cx.watch.nodes, 13); // all of them
/// ```
// ANCHOR: page
pub fn minimax<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut best = -Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| minimax(cx, child, depth - 1))?;
        best = best.max(score);
    }
    Ok(cx.close(pos, &node, best))
}
// ANCHOR_END: page
