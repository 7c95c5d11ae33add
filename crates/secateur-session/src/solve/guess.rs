//! The first window: where to begin, in a game of points.

use super::components::Components;
use secateur::drive::{MtdStep, mtd};
use secateur::table::{Prefetching, Table};
use secateur::{Eval, Halt, Hints, Score, Search, Stats, Stop, algo};

/// The depth of the search whose value is the first guess, where a game does not say how many plies are left;
const DEPTH: u32 = 4;
/// and where it does, the plies that are left out of account. What such a guess is worth is in the book's chapter on Othello.
const BEFORE_END: u32 = 10;
/// The size of the table of that search, in bytes.
const TABLE: usize = 1 << 22;

/// A guess at the value of a position by static values, and the nodes it took. A long search begins from the value of one that
/// is two plies shorter.
pub(crate) fn guess<G: Hints, E: Eval<G>>(
    pos: &G,
    values: E,
    components: &Components,
    stop: impl Stop<Halt = Halt>,
) -> (Result<Score, Halt>, u64) {
    let left = pos.plies_left().filter(|_| components.guess).unwrap_or(0);
    let depth = left.saturating_sub(BEFORE_END).max(DEPTH);
    let (first, bytes) = if depth > DEPTH { (depth % 2 + 2, TABLE) } else { (depth, TABLE >> 6) };
    let table = Table::with_bytes(bytes);
    let mut cx = Search::new(values)
        .watch(Stats::default())
        .stop(stop)
        .memory(Prefetching(table.exact()))
        .order(components.ranked());
    let mut guess = Ok(Score::DRAW);
    for depth in (first..=depth).step_by(2) {
        guess = guess.and_then(|guess| {
            mtd(guess, MtdStep::Guess, |alpha, beta| {
                algo::alpha_beta_memory(&mut cx, pos, depth, alpha, beta)
            })
        });
    }
    (guess, cx.watch.nodes)
}
