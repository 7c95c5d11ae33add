//! Games of the engine with a learned evaluation against itself: each position is searched, so that it can be learned from.

use super::FitPlan;
use crate::duel::{Arena, wander};
use crate::random::below;
use crate::referee::LONGEST;
use crate::store::{KeptGame, KeptPosition};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::{Inputs, Learned, Unreadable};
use secateur_learn::LayerSamples;
use secateur_session::{Request, Session, StoppedBy};

/// The points of a position in which somebody is known to win.
const WON: i32 = 1_000_000;

/// How games are varied.
#[derive(Copy, Clone, Debug)]
pub(super) struct Variety {
    pub(super) seed: u64,
    /// The most random moves that a game begins with.
    pub(super) opening: u32,
    /// The share of moves made at random later on.
    pub(super) random: f32,
}

/// Plays the game of a number, in which both sides search for this request. None if it was interrupted.
///
/// Kept are the positions whose best move is quiet, and those in which somebody is known to win.
pub(super) fn play(
    arena: &Arena,
    request: &Request,
    variety: &Variety,
    number: u64,
) -> Result<Option<KeptGame>, Unreadable> {
    let mut random = SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(variety.seed).next_u64() ^ number);
    let mut board = arena.board(&[])?;
    let plies = below(&mut random, variety.opening as usize + 1);
    let begun = wander(&mut *board, plies, &mut random).len();
    let mut positions = Vec::new();
    for ply in begun..LONGEST {
        let for_first = |value: i32| if ply.is_multiple_of(2) { value } else { -value };
        if let Some(outcome) = board.outcome() {
            return Ok(Some(KeptGame { number, result: for_first(outcome.outcome.sign()), positions }));
        }
        if board.is_drawn_by_repetition() {
            break;
        }
        let answer = board.analyse(request, &mut |_| {});
        if answer.stopped_by == StoppedBy::Interrupt {
            return Ok(None);
        }
        let known = answer.outcome.map(|outcome| WON * outcome.sign());
        let best = answer.best.unwrap_or_default();
        if known.is_some() || board.is_quiet(&best) {
            let score = for_first(known.unwrap_or(answer.points));
            positions.push(KeptPosition { ply, position: board.position(), score });
        }
        let wanders = (random.next_u64() >> 40) as f32 / 16_777_216.0 < variety.random;
        if wanders {
            wander(&mut *board, 1, &mut random);
        } else {
            board.play(&best)?;
        }
    }
    Ok(Some(KeptGame { number, result: 0, positions }))
}

/// Adds the positions of a game, with what each should be worth: by the search, and to the share that the plan says by how the
/// game ended. Where points are counted the search alone says it. Or each with others near it, and what the evaluation by hand
/// says of them ([`FitPlan::nearby`]).
///
/// # Errors
///
/// One sentence if a position cannot be read.
pub(super) fn add(
    game: &KeptGame,
    board: &mut dyn Session,
    plan: &FitPlan,
    samples: &mut LayerSamples,
) -> Result<(), Unreadable> {
    let inputs = samples.shape().inputs;
    let results = if inputs.margin > 1 { 0.0 } else { plan.results };
    let found = found(game, board.unit(), &inputs, plan.lambda);
    for (KeptPosition { ply, position, .. }, found) in game.positions.iter().zip(found) {
        let named = |e: Unreadable| Unreadable(format!("game {}, position '{position}': {e}", game.number));
        board.set(position).map_err(named)?;
        if let Some(count) = plan.nearby {
            for (seen, points) in board.nearby(count as usize, game.number << 10 | *ply as u64) {
                samples.add(&seen, Learned::expectation(points, board.unit(), &inputs));
            }
            continue;
        }
        let Some(seen) = board.seen() else { continue };
        let first_moves = ply.is_multiple_of(2);
        let sign = if first_moves { 1 } else { -1 };
        let ended = (1 + sign * game.result) as f32 / 2.0;
        let found = if first_moves { found } else { 1.0 - found };
        samples.add(&seen, results * ended + (1.0 - results) * found);
    }
    Ok(())
}

/// What the searches of a game have found in each position, as the first player's expectation: of its own search, and of those
/// of the positions after it, each counting `lambda` times the one before (R. Sutton, 1988).
fn found(game: &KeptGame, unit: i32, inputs: &Inputs, lambda: f32) -> Vec<f32> {
    let expectation = |&KeptPosition { score, .. }: &KeptPosition| match score.abs() >= WON {
        true => (1.0 + score.signum() as f32) / 2.0,
        false => Learned::expectation(score, unit, inputs),
    };
    let mut found: Vec<f32> = game.positions.iter().map(expectation).collect();
    for place in (1..found.len()).rev() {
        found[place - 1] += lambda * (found[place] - found[place - 1]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_later_searches_found_counts() {
        let position = |ply, score| KeptPosition { ply, position: String::new(), score };
        let positions = vec![position(8, 0), position(9, 400), position(12, WON)];
        let game = KeptGame { number: 0, result: 1, positions };
        let inputs = Inputs::of(8, 8);
        let second = 10.0 / 11.0;
        let close = |lambda, expected: [f32; 3]| {
            let found = found(&game, 100, &inputs, lambda);
            let same = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6);
            assert!(same && found.len() == 3, "{found:?} for {expected:?}");
        };
        close(0.0, [0.5, second, 1.0]);
        close(0.5, [0.25 + 0.25 * second + 0.25, 0.5 * second + 0.5, 1.0]);
        close(1.0, [1.0; 3]);
    }
}
