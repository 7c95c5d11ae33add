use crate::{Cx, Moves, Score, Value};

/// Alpha-beta as a pair, below a root that looks for a move: one function maximises, one minimises.
///
/// # Idea
///
/// The form in which alpha-beta is usually taught first. Both functions speak of the value for the *first* player: `alpha`
/// is what that player can already have elsewhere, `beta` what the second can hold the value down to. The root has no
/// `beta`, and a move to remember: it is a loop of its own. [`alpha_beta_hard`](super::alpha_beta_hard) folds
/// all three into one by negation.
///
/// # Contract
///
/// As [`minimax`](super::minimax), from the nodes that [`alpha_beta_hard`](super::alpha_beta_hard) visits through an open
/// window. Within, answers stay inside the window.
///
/// # Source
///
/// D. Edwards and T. Hart, *The tree prune (TP) algorithm*, 1961.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::alpha_beta_pair, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = alpha_beta_pair(&mut cx, &tree, 2);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 11));
/// ```
// ANCHOR: page
pub fn alpha_beta_pair<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let mut alpha = -Score::INF;
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        // What comes up from a child is said from the child's side, so the pair turns it round.
        let below = |cx: &mut C, child: &_| Ok(-min_value(cx, child, depth - 1, alpha, Score::INF)?);
        alpha = alpha.max(-cx.visit(pos, m, below)?);
    }
    Ok(cx.close(pos, &node, alpha))
}

fn max_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut index) = (-Score::INF, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let alpha = best.max(node.alpha);
        let below = |cx: &mut C, child: &_| Ok(-min_value(cx, child, depth - 1, alpha, node.beta)?);
        best = alpha.max(-cx.visit(pos, m, below)?); // the first player has this in hand
        if best >= node.beta {
            // The second player has better elsewhere.
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best).clamp(alpha, beta))
}

fn min_value<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, -beta, -alpha)?;
    if let Some(score) = node.known {
        return Ok((-score).clamp(alpha, beta));
    }
    let (mut worst, mut index) = (Score::INF, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let beta = worst.min(-node.alpha);
        worst = beta.min(cx.visit(pos, m, |cx, child| max_value(cx, child, depth - 1, -node.beta, beta))?);
        if worst <= -node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok((-cx.close(pos, &node, -worst)).clamp(alpha, beta))
}
// ANCHOR_END: page
