use self::open_list::{Inner, Opened, Path, State, expand};
use crate::{Cx, MoveOf, Score, Value};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

mod open_list;

/// SSS*: best-first minimax. Always goes on where the most can still be hoped for, wherever that is.
///
/// # Idea
///
/// A *solution tree* holds one move at each node of one side and every move at the other's: here, all of
/// MAX's and one reply of MIN's to each. The replies settle what MAX can get at most, the *merit*. The list
/// OPEN holds the frontier of all solution trees begun so far. The one of highest merit is taken and
/// changed by the operator gamma, case by case: where MAX moves all children join the list (6), where MIN
/// moves only the first (5); a leaf caps the merit (4). A child of a MIN node that is solved makes room for
/// its next sibling (2), or after the last one solves its parent (3). A child of a MAX node that is solved
/// was ahead of all its siblings: it solves its parent, and they are purged (1).
///
/// # Contract
///
/// Returns the minimax value of (position, depth): no window, no fail-low, no fail-high. Given the same
/// order of moves, one that does not change while it runs, it never visits a leaf that [`alpha_beta`](super::alpha_beta) skips, and visits those of
/// [`mtd`](crate::drive::mtd) from above over [`alpha_beta_memory`](super::alpha_beta_memory) and a table
/// that forgets nothing, in the same order. Transpositions are not noticed.
///
/// Before it returns, observers see the search go to the root's best move and come back with the value.
/// They hear every node open, but inner nodes do not close: they have no one place in the order of events.
///
/// # Cost
///
/// Unlike the other pages it allocates: OPEN grows to `b^ceil(d/2)` entries, each with its path, as does the
/// list of inner nodes. Every node is opened once, but reached by a walk from the root.
///
/// # Source
///
/// G. Stockman, *A minimax algorithm better than alpha-beta?*, 1979. Ties go to the left, not to the
/// newest entry: the correction by I. Roizen and J. Pearl (*A minimax algorithm better than alpha-beta? Yes
/// and no*, 1983) and by M. Campbell and T. Marsland (1983), without which the leaves may exceed
/// alpha-beta's. That proven bounds raise and cap the merit is ours.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::{alpha_beta, sss_star}, tree::Tree};
///
/// // The best bag is the last. SSS* looks at one thing in each, and finishes the bag that promises most:
/// // 3, 2, 14, and in the third bag 5 and 4.
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = sss_star(&mut cx, &tree, 2);
/// assert_eq!((value, cx.watch.nodes, cx.watch.leaves), (Score::points(4), 9, 5));
///
/// let mut cx = cx.watch(Stats::default());
/// let Ok(value) = alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes, cx.watch.leaves), (Score::points(4), 11, 7));
/// ```
// ANCHOR: page
pub fn sss_star<C: Cx>(cx: &mut C, root: &C::Game, depth: u32) -> Value<C> {
    let mut inner = Inner::<MoveOf<C>>::new();
    let mut open = BinaryHeap::new();
    open.push(State { merit: Score::WIN, path: Reverse(Path::new()), solved: false });
    while let Some(State { merit, path: Reverse(mut path), solved }) = open.pop() {
        if (0..path.len()).any(|n| !inner.contains_key(&path[..n])) {
            continue; // purged
        }
        let mut put = |merit, path, solved| open.push(State { merit, path: Reverse(path), solved });
        let max = path.len().is_multiple_of(2);
        if solved {
            let Some(place) = path.pop() else { return Ok(merit) };
            let Opened { moves, floor } = &inner[&path];
            if max && merit > *floor && usize::from(place) + 1 < moves.len() {
                path.push(place + 1);
                put(merit, path, false); // case 2
            } else if max {
                put(merit, path, true); // case 3
            } else {
                if path.is_empty() {
                    cx.visit(root, moves[usize::from(place)], |_, _| Ok(-merit))?;
                }
                inner.remove(&path); // whatever lies below is purged
                put(merit, path, true); // case 1
            }
            continue;
        }
        let (merit, node) = expand(cx, root, depth, &inner, &path, merit)?;
        let child = |place| path.iter().copied().chain([place]).collect();
        match node.moves.len() as u16 {
            0 => put(merit, path, true), // case 4
            children => {
                // Case 6: all children of a MAX node. Case 5: the first of a MIN node.
                (0..if max { children } else { 1 }).for_each(|place| put(merit, child(place), false));
                inner.insert(path, node);
            }
        }
    }
    unreachable!("OPEN holds a part of every solution tree until the root is solved")
}
// ANCHOR_END: page
