//! Quiet positions near one, as the evaluation by hand values them.

use super::SeenBoard;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::{Eval, legal_moves, result};
use secateur_games::Notation;

/// The position, and `count` that follow it after a random move or two; see [`super::Learning::nearby`].
///
/// A search looks mostly at positions in which somebody has just made a mistake, and games have few of those.
pub(crate) fn nearby<G: Notation>(start: &G, count: usize, seed: u64) -> Vec<(SeenBoard, i32)> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
    let (mut knowledge, mut found) = (G::Knowledge::default(), Vec::new());
    for number in 0..=count {
        let mut pos = start.clone();
        for _ in 0..number.min(1 + below(2)) {
            let mut moves = legal_moves(&pos);
            // One move of three is noisy where there are any: what stands out is seen often enough.
            if below(3) == 0 && moves.iter().any(|&m| pos.is_noisy(m)) {
                moves.retain(|&m| pos.is_noisy(m));
            }
            match moves.is_empty() {
                true => break,
                false => pos.play(moves[below(moves.len())]),
            }
        }
        if result(&pos).is_none()
            && is_calm(&pos)
            && let Some(seen) = SeenBoard::of(&pos)
        {
            found.push((seen, knowledge.eval(&pos).get()));
        }
    }
    found
}

/// Whether the static value can be trusted: nobody is in check, and nothing is to be won by an exchange.
fn is_calm<G: Notation>(pos: &G) -> bool {
    !pos.in_check() && !pos.noisy().any(|m| pos.exchange(m, pos.constants().unit / 2))
}
