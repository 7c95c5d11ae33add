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
///
/// # Example
///
/// ```
/// use secateur::{Game, Keyed, Score, Search, Stats, Table, algo::*};
///
/// /// Take one or two matches from a heap; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Matches(u64);
///
/// impl Game for Matches {
///     type Move = u64;
///     fn moves(&self) -> impl Iterator<Item = u64> {
///         1..=self.0.min(2)
///     }
///     fn play(&mut self, taken: u64) {
///         self.0 -= taken;
///     }
/// }
///
/// impl Keyed for Matches {
///     fn key(&self) -> u64 {
///         self.0
///     }
/// }
///
/// //              5                   to the left one match is taken, to the right two;
/// //        4           3             the same heap is reached on many ways
/// //     3     2     2     1
/// //    2 1   1 0   1 0   0
/// //   1 0 0 0     0
/// //  0
/// let mut cx = Search::new(|_: &Matches| Score::DRAW).watch(Stats::default());
/// let Ok(value) = minimax(&mut cx, &Matches(5), 6);
/// assert_eq!((value, cx.watch.nodes), (Score::win_in(3), 20)); // all of them
///
/// // To a given depth, a heap counts as known if it was searched with as many plies left.
/// let table = Table::with_entries(64);
/// let mut cx = cx.memory(table.exact()).watch(Stats::default());
/// let Ok(value) = minimax_memory(&mut cx, &Matches(5), 6);
/// assert_eq!((value, cx.watch.nodes), (Score::win_in(3), 16));
///
/// // To the end of the game, each heap is searched once: the root, and two moves from most heaps.
/// let mut cx = cx.memory(table.solving()).watch(Stats::default());
/// let Ok(value) = minimax_memory(&mut cx, &Matches(5), 6);
/// assert_eq!((value, cx.watch.nodes), (Score::win_in(3), 10));
/// ```
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
