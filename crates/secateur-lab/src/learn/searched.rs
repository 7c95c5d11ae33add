//! Games of the engine with a learned evaluation against itself: each position is searched, so that it can be learned from.

use super::FitPlan;
use crate::duel::{Arena, wander};
use crate::random::below;
use crate::referee::LONGEST;
use crate::store::{KeptGame, KeptPosition};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::{Learned, Unreadable};
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
    for KeptPosition { ply, position, score } in &game.positions {
        let named = |e: Unreadable| Unreadable(format!("game {}, position '{position}': {e}", game.number));
        board.set(position).map_err(named)?;
        if let Some(count) = plan.nearby {
            for (seen, points) in board.nearby(count as usize, game.number << 10 | *ply as u64) {
                samples.add(&seen, Learned::expectation(points, board.unit(), &inputs));
            }
            continue;
        }
        let Some(seen) = board.seen() else { continue };
        let sign = if ply.is_multiple_of(2) { 1 } else { -1 };
        let score = sign * score;
        let found = match score.abs() >= WON {
            true => (1.0 + score.signum() as f32) / 2.0,
            false => Learned::expectation(score, board.unit(), &inputs),
        };
        let ended = (1 + sign * game.result) as f32 / 2.0;
        samples.add(&seen, results * ended + (1.0 - results) * found);
    }
    Ok(())
}
