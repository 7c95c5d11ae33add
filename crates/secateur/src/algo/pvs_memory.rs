use crate::{Cx, Moves, Score, Value};

/// Principal variation search with a transposition table.
///
/// # Idea
///
/// The table names the move to trust, and makes the second search of a child cheap, since much of what the
/// scout proved is remembered. This pair is what most programs of the classical kind are built on.
///
/// # Contract
///
/// As [`pvs`](super::pvs), with any table.
///
/// # Source
///
/// T. Marsland, *A review of game-tree pruning*, 1986; without the flaw of the version printed there, in
/// which a bound found through a narrow window could answer for a wider one.
///
/// # Example
///
/// The game is that of [`alpha_beta_memory`](super::alpha_beta_memory).
///
/// ```
/// # use secateur::{Game, Keyed, Score, Search, Stats, Table, algo::*};
/// #
/// # #[derive(Clone)]
/// # struct Heaps(u64, u64);
/// #
/// # impl Game for Heaps {
/// #     type Move = (u64, u64);
/// #     fn moves(&self) -> impl Iterator<Item = (u64, u64)> {
/// #         (1..=self.0.min(2)).map(|n| (n, 0)).chain((1..=self.1.min(2)).map(|n| (0, n)))
/// #     }
/// #     fn play(&mut self, (first, second): (u64, u64)) {
/// #         *self = Heaps(self.0 - first, self.1 - second);
/// #     }
/// # }
/// #
/// # impl Keyed for Heaps {
/// #     fn key(&self) -> u64 {
/// #         self.0 << 32 | self.1
/// #     }
/// # }
/// #
/// //                3,3             one or two matches from either heap
/// //        2,3  1,3   3,2  3,1
/// //  2,2 ...          2,2 ...
/// let (root, open) = (Heaps(3, 3), Score::INF);
/// let mut cx = Search::new(|_: &Heaps| Score::DRAW).watch(Stats::default());
/// let Ok(value) = pvs(&mut cx, &root, 7, -open, open);
/// assert_eq!((value, cx.watch.nodes), (Score::loss_in(4), 108));
///
/// let table = Table::with_entries(1 << 10);
/// let mut cx = cx.memory(table.exact()).watch(Stats::default());
/// let Ok(value) = pvs_memory(&mut cx, &root, 7, -open, open);
/// assert_eq!((value, cx.watch.nodes), (Score::loss_in(4), 78)); // alpha-beta needs 94
/// ```
// ANCHOR: page
pub fn pvs_memory<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, alpha: Score, beta: Score) -> Value<C> {
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
        let scout = if index == 0 { beta } else { alpha.next() };
        let mut score = -cx.visit(pos, m, |cx, child| pvs_memory(cx, child, depth - 1, -scout, -alpha))?;
        if scout <= score && score < beta {
            score = -cx.revisit(pos, m, |cx, child| pvs_memory(cx, child, depth - 1, -beta, -alpha))?;
        }
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
