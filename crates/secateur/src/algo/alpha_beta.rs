use crate::{Cx, Moves, Score, Value};

/// Alpha-beta, fail-soft: minimax that skips what cannot matter, and says all it has proven.
///
/// # Idea
///
/// `alpha` is what the side to move has already secured elsewhere, `beta` what the opponent has. As soon as
/// one move reaches `beta`, the opponent will not let this position arise, and the other moves need no
/// look. The best score is kept apart from `alpha`, so that the answer may lie outside the window and say
/// more than "too low" or "too high".
///
/// # Contract
///
/// For the minimax value `v`: an answer inside the window is `v`; an answer `s <= alpha` proves `v <= s`;
/// an answer `s >= beta` proves `v >= s`. Between `b^ceil(d/2) + b^floor(d/2) - 1` leaves (best move always
/// first) and all of them (worst always first).
///
/// # Source
///
/// D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975; fail-soft is J. Fishburn, *Another
/// optimization of alpha-beta search*, 1983.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::alpha_beta, tree::Tree};
///
/// // In the second bag the 2 is already worse than the 3 at hand: the 4 and the 6 stay unseen.
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 11));
///
/// // Asked whether the value exceeds 10, it fails low, and proves that it is at most 5.
/// let Ok(bound) = alpha_beta(&mut cx, &tree, 2, Score::points(10), Score::points(11));
/// assert_eq!(bound, Score::points(5));
/// ```
// ANCHOR: page
pub fn alpha_beta<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta, mut best) = (node.alpha, node.beta, -Score::INF);
    let (mut moves, mut index) = (cx.moves(pos, &node), 0);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| alpha_beta(cx, child, depth - 1, -beta, -alpha))?;
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
