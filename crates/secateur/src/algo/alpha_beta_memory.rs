use crate::{Cx, Moves, Score, Value};

/// Fail-soft alpha-beta with a transposition table: the workhorse under the MTD family.
///
/// # Idea
///
/// Before searching, ask memory: it may settle the node, narrow its window, or name the move to try first.
/// Afterwards, remember what was proven: a value, a lower bound, or an upper bound, and the move that
/// proved it, if one did.
///
/// # Contract
///
/// As [`alpha_beta`](super::alpha_beta), with any table, since an entry answers only for its own depth and
/// only for what it proves.
///
/// # Source
///
/// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996
/// (AlphaBetaWithMemory).
///
/// # Example
///
/// ```
/// use secateur::{Game, Keyed, Score, Search, Stats, Table, algo::*};
///
/// /// Take one or two matches from either heap; whoever takes the last one of all wins.
/// #[derive(Clone)]
/// struct Heaps(u64, u64);
///
/// impl Game for Heaps {
///     type Move = (u64, u64);
///     fn moves(&self) -> impl Iterator<Item = (u64, u64)> {
///         (1..=self.0.min(2)).map(|n| (n, 0)).chain((1..=self.1.min(2)).map(|n| (0, n)))
///     }
///     fn play(&mut self, (first, second): (u64, u64)) {
///         *self = Heaps(self.0 - first, self.1 - second);
///     }
/// }
///
/// impl Keyed for Heaps {
///     fn key(&self) -> u64 {
///         self.0 << 32 | self.1
///     }
/// }
///
/// //                3,3             two orders of taking one from each heap,
/// //        2,3  1,3   3,2  3,1     one position: 2,2
/// //  2,2 ...          2,2 ...
/// let (root, open) = (Heaps(3, 3), Score::INF);
/// let mut cx = Search::new(|_: &Heaps| Score::DRAW).watch(Stats::default());
/// let Ok(value) = alpha_beta(&mut cx, &root, 7, -open, open);
/// assert_eq!((value, cx.watch.nodes), (Score::loss_in(4), 121));
///
/// let table = Table::with_entries(1 << 10);
/// let mut cx = cx.memory(table.exact()).watch(Stats::default());
/// let Ok(value) = alpha_beta_memory(&mut cx, &root, 7, -open, open);
/// assert_eq!((value, cx.watch.nodes), (Score::loss_in(4), 94));
///
/// // Asked again, the table settles the root's four children.
/// cx.watch = Stats::default();
/// let Ok(value) = alpha_beta_memory(&mut cx, &root, 7, -open, open);
/// assert_eq!((value, cx.watch.nodes), (Score::loss_in(4), 5));
/// ```
// ANCHOR: page
pub fn alpha_beta_memory<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score);
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score);
    }
    let (mut alpha, beta) = (node.alpha, node.beta);
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let score = -cx.visit(pos, m, |cx, child| alpha_beta_memory(cx, child, depth - 1, -beta, -alpha))?;
        best = best.max(score);
        if score > alpha {
            (alpha, choice) = (score, Some(m));
        }
        if alpha >= beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice))
}
// ANCHOR_END: page
