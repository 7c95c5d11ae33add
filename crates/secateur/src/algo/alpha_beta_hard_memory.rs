use crate::{Cx, Moves, Score, Value};

/// Fail-hard alpha-beta with a transposition table.
///
/// # Idea
///
/// As [`alpha_beta_memory`](super::alpha_beta_memory), but what is remembered is no tighter than the
/// window it was found with, so that memory is hit less often. It is here for comparison.
///
/// # Contract
///
/// As [`alpha_beta_hard`](super::alpha_beta_hard), with any table.
///
/// # Source
///
/// The form in which course texts print it (B. Bouzy after B. Moreland), without their slips: a move is
/// remembered only where it was proven good.
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
/// let table = Table::with_entries(1 << 10);
/// let mut cx = Search::new(|_: &Heaps| Score::DRAW).memory(table.exact()).watch(Stats::default());
/// let Ok(value) = alpha_beta_hard_memory(&mut cx, &root, 7, -open, open);
/// assert_eq!((value, cx.watch.nodes), (Score::loss_in(4), 100)); // fail-soft needs 94
///
/// // Asked whether the value reaches 5, it says no more than that it does not.
/// let window = (Score::points(4), Score::points(5));
/// let Ok(bound) = alpha_beta_hard_memory(&mut cx, &root, 7, window.0, window.1);
/// assert_eq!(bound, Score::points(4));
/// ```
// ANCHOR: page
pub fn alpha_beta_hard_memory<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C> {
    let node = cx.open(pos, depth, alpha, beta)?;
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let node = cx.recall(pos, depth, node);
    if let Some(score) = node.known {
        return Ok(score.clamp(alpha, beta));
    }
    let (mut best, mut choice, mut index) = (-Score::INF, None, 0);
    let mut moves = cx.moves(pos, &node);
    while let Some(m) = moves.next(cx) {
        let floor = best.max(node.alpha);
        let score =
            -cx.visit(pos, m, |cx, child| alpha_beta_hard_memory(cx, child, depth - 1, -node.beta, -floor))?;
        if score > floor {
            choice = Some(m);
        }
        best = floor.max(score);
        if best >= node.beta {
            cx.cutoff(pos, depth, index, m);
            break;
        }
        index += 1;
    }
    Ok(cx.record(pos, depth, &node, best, choice).clamp(alpha, beta))
}
// ANCHOR_END: page
