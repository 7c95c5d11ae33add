use crate::{Bounds, Game, History, Memory, Place, Score};

/// Plays straight from memory. *Not a search*: it looks one move ahead, and only at what is remembered.
///
/// # Idea
///
/// A table filled by a deep search knows an answer to most positions near the line it expected. The move
/// it once proved good is played at once; where it names none, the move to the best child, as far as the
/// children are known. A child of which nothing is known counts as a draw, so that proven wins come
/// before the unknown, and the unknown before proven losses.
///
/// # Contract
///
/// Returns a legal move, or none if the game is over; proves nothing about it. `depth` is that of the
/// entries to ask, in plies from `pos`; `path` leads to `pos` as that search led there, `()` where nothing comes back.
/// From the root of a finished exact search through an open window,
/// with nothing lost from its table, both sides playing by reflex follow a line worth the value. Off that
/// line memory holds bounds that sufficed to refute, not to choose the best.
///
/// # Example
///
/// ```
/// use secateur::{Game, Score, Search, Table, algo, tree::Tree};
///
/// let tree: Tree = "((2 4 6) (3 12 8) (14 5 2))".parse().unwrap();
/// let table = Table::with_entries(64);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
/// let Ok(_) = algo::alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(algo::reflex(&mut cx.memory, &mut (), &tree, 2), Some(1));
/// assert_eq!(algo::reflex(&mut cx.memory, &mut (), &tree.child(1), 1), Some(0));
/// ```
// ANCHOR: page
pub fn reflex<G: Game, M: Memory<G>, H: History<G>>(
    memory: &mut M,
    path: &mut H,
    pos: &G,
    depth: u32,
) -> Option<G::Move> {
    if pos.outcome().is_some() {
        return None;
    }
    let hint = memory.recall(pos, Place { ply: 0, depth, salt: path.salt() }).hint;
    let mut best = None;
    for m in pos.moves() {
        if hint == Some(m) {
            return hint;
        }
        let child = pos.child(m);
        path.push(pos, Some(m), &child);
        let below = Place { ply: 1, depth: depth.saturating_sub(1), salt: path.salt() };
        let known = match child.outcome() {
            Some(score) => Bounds::exact(score.to_root(1)),
            None if path.repeats(1).is_some() => Bounds::exact(path.worth().to_root(1)),
            None => memory.recall(&child, below).bounds,
        };
        path.pop();
        let worth = (-known.clamp(Score::DRAW), -known.upper);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, m));
        }
    }
    best.map(|(_, m)| m)
}
// ANCHOR_END: page
