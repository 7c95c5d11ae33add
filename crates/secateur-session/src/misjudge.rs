//! The choice of a player that is to be weaker: each move is misjudged a little.

use crate::Handicap;
use crate::answer::Answer;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::Score;
use secateur_games::Notation;

/// Chooses among the lines as someone would who misjudges each of them a little.
pub(crate) fn misjudge<G: Notation>(
    pos: &G,
    lines: &[(Score, G::Move)],
    handicap: Handicap,
    answer: &mut Answer,
) {
    let mut scores = Vec::new();
    for &(score, _) in lines {
        scores.push(score);
    }
    let noise = i32::from(handicap.noise) * G::UNIT / 100;
    let Some(choice) = misjudged(&scores, handicap.seed ^ pos.key(), noise) else { return };
    let (score, m) = lines[choice];
    answer.set_value(pos, score, false);
    let best = pos.write_move(m);
    if answer.best.as_ref() != Some(&best) {
        answer.pv = vec![best.clone()];
    }
    answer.best = Some(best);
}

/// The place of the greatest score, to each of which some noise is added; of several the last.
fn misjudged(scores: &[Score], seed: u64, noise: i32) -> Option<usize> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut error = || (random.next_u64() % (2 * noise.unsigned_abs() as u64 + 1)) as i32 - noise;
    let judged: Vec<i32> = scores.iter().map(|score| score.get() + error()).collect();
    (0..judged.len()).max_by_key(|&n| judged[n])
}
