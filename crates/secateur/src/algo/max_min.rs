use crate::{Cx, Moves, Score, Value};

/// Minimax as a pair: one function for the side that maximises, one for the side that minimises.
///
/// # Idea
///
/// The form in which minimax is usually taught first. Both functions speak of the value for the *first*
/// player, the one to move at the root. [`minimax`](super::minimax) folds the two into one by negation.
///
/// # Contract
///
/// As [`minimax`](super::minimax): the same value from the same nodes.
///
/// # Source
///
/// J. von Neumann, *Zur Theorie der Gesellschaftsspiele*, 1928; C. Shannon, 1950.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::max_min, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = max_min(&mut cx, &tree, 2);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 13));
/// ```
// ANCHOR: page
pub fn max_min<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    max_value(cx, pos, depth)
}

fn max_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut best = -Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        // What comes up from a child is said from the child's side, so the pair turns it round.
        let score = -cx.visit(pos, m, |cx, child| Ok(-min_value(cx, child, depth - 1)?))?;
        best = best.max(score);
    }
    Ok(cx.close(pos, &node, best))
}

fn min_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(-score);
    }
    let mut best = Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = cx.visit(pos, m, |cx, child| max_value(cx, child, depth - 1))?;
        best = best.min(score);
    }
    Ok(-cx.close(pos, &node, -best))
}
// ANCHOR_END: page
