//! What a learned evaluation is worth: games against the evaluation by hand.

use super::by_hand;
use crate::Error;
use crate::duel::Arena;
use crate::statistics::MatchScore;
use secateur_session::{Algorithm, LearnedEvaluation, Request};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The table of either side.
const TABLE: usize = 4 << 20;

/// Pairs of games of the engine with the learned evaluation against the engine with the one by hand, at so many nodes a move.
/// Fewer if the flag is raised.
///
/// # Errors
///
/// One sentence if the game does not take its own moves.
pub fn trial(
    arena: &Arena,
    evaluation: &Arc<LearnedEvaluation>,
    nodes: u64,
    pairs: usize,
    seed: u64,
    interrupt: &Arc<AtomicBool>,
) -> Result<MatchScore, Error> {
    let mut own = Request::default()
        .algorithm(Algorithm::named("engine")?)
        .nodes(nodes)
        .hash(TABLE)
        .interrupt(interrupt.clone());
    by_hand(&mut own);
    let learned = own.clone().learned(evaluation.clone());
    let mut score = MatchScore::default();
    for opening in arena.openings(pairs, &own, seed)? {
        let Some(half_points) = arena.pair(&opening, [&learned, &own])? else { break };
        score.add(half_points);
    }
    Ok(score)
}
