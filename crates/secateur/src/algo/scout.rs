use crate::{Cx, Moves, Score, Value};

/// SCOUT: a search that asks of each move but the first only whether it is better.
///
/// # Idea
///
/// To *test* whether a value exceeds a bound costs far less than to find the value. The first move is searched for its value;
/// each other one is tested against the best so far, and searched only if it passes.
///
/// # Contract
///
/// As [`minimax`](super::minimax). A move that passes is searched again in full, from nothing: [`pvs`](super::pvs) hands its
/// window down instead, and [`nega_scout`](super::nega_scout) the bound that the test has proven.
///
/// # Source
///
/// J. Pearl, *Asymptotic properties of minimax trees and game-searching procedures*, 1980.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::scout, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 7))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = scout(&mut cx, &tree, 2);
/// assert_eq!((value, cx.watch.nodes, cx.watch.researches), (Score::points(5), 16, 2));
/// ```
// ANCHOR: page
pub fn scout<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
    let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut moves, mut best) = (cx.moves(pos, &node), -Score::INF);
    while let Some(m) = moves.next(cx) {
        if best == -Score::INF {
            best = -cx.visit(pos, m, |cx, child| scout(cx, child, depth - 1))?;
        } else if -cx.visit(pos, m, |cx, child| test(cx, child, depth - 1, -best))? > best {
            best = -cx.revisit(pos, m, |cx, child| scout(cx, child, depth - 1))?;
        }
    }
    Ok(cx.close(pos, &node, best))
}

/// TEST: whether the value reaches a bound. An answer of at least the bound says yes.
fn test<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, bound: Score) -> Value<C> {
    let node = cx.open(pos, depth, bound.prev(), bound)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut moves, mut best, mut index) = (cx.moves(pos, &node), -Score::INF, 0);
    while let Some(m) = moves.next(cx) {
        best = best.max(-cx.visit(pos, m, |cx, child| test(cx, child, depth - 1, -bound.prev()))?);
        if best >= bound {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.close(pos, &node, best))
}
// ANCHOR_END: page
