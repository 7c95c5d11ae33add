//! The entries of OPEN, and the way to open a node elsewhere in the tree: by a walk from the root.

use crate::{Cx, MoveOf, Moves, Score, Value};
use std::cmp::Reverse;
use std::collections::HashMap;

/// A node, as the places of the moves that lead to it. MAX, the side to move at the root, is to move where
/// the length is even.
pub(super) type Path = Vec<u16>;

/// An entry of OPEN. The greatest is next: the one of highest merit, and among equals the leftmost in the tree.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The most, for MAX, that the solution trees through this node can be worth.
    pub(super) merit: Score,
    pub(super) path: Reverse<Path>,
    /// SOLVED: the merit is a value. Otherwise LIVE: the node has not been opened.
    pub(super) solved: bool,
}

/// The inner nodes that have been opened and not yet settled.
pub(super) type Inner<M> = HashMap<Path, Opened<M>>;

pub(super) struct Opened<M> {
    pub(super) moves: Vec<M>,
    /// The least, for MAX, that knowledge proves the node to be worth; `-INF` where it proves nothing.
    pub(super) floor: Score,
}

/// Opens a node: returns its merit so far, and its moves (none for a leaf).
pub(super) fn expand<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    depth: u32,
    inner: &Inner<MoveOf<C>>,
    path: &[u16],
    merit: Score,
) -> Result<(Score, Opened<MoveOf<C>>), C::Halt> {
    let floor = path.split_last().map_or(-Score::INF, |(_, parent)| inner[parent].floor);
    let mut found = (merit, Opened { moves: Vec::new(), floor });
    walk(cx, root, inner, path, 0, &mut |cx, pos| {
        let max = path.len().is_multiple_of(2);
        let (alpha, beta) = if max { (floor, merit) } else { (-merit, -floor) };
        let node = cx.open(pos, depth - path.len() as u32, alpha, beta)?;
        let (merit_now, opened) = &mut found;
        if node.known.is_none() {
            let mut moves = cx.moves(pos, &node);
            opened.moves.extend(std::iter::from_fn(|| moves.next(cx)));
            (opened.floor, *merit_now) =
                if max { (node.alpha, node.beta) } else { (-node.beta, -node.alpha) };
        }
        if opened.moves.is_empty() {
            let score = node.known.unwrap_or_else(|| cx.close(pos, &node, -Score::INF));
            *merit_now = if max { score } else { -score }.clamp(floor, merit);
        }
        Ok(Score::INF)
    })?;
    Ok(found)
}

/// Goes down to a node as the path and the knowledge require, and evaluates it. Comes back with the weakest
/// answer, since the nodes on the way are not being searched: `INF`, at most anything.
fn walk<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    inner: &Inner<MoveOf<C>>,
    path: &[u16],
    at: usize,
    ask: &mut dyn FnMut(&mut C, &C::Game) -> Value<C>,
) -> Value<C> {
    let Some(&place) = path.get(at) else { return ask(cx, pos) };
    let m = inner[&path[..at]].moves[usize::from(place)];
    cx.visit(pos, m, |cx, child| walk(cx, child, inner, path, at + 1, ask))?;
    Ok(Score::INF)
}
