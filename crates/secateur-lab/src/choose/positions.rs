//! Typical positions of a game: those of its own play.

use super::ChoicePlan;
use crate::duel::{Arena, Opening, steady};
use crate::each::each;
use crate::random::below;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Request};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The depth, in plies, of the searches in the games that positions are taken from.
const DEPTH: u32 = 3;
/// The depth, in plies, of the search that decides whether an opening is fair.
const FAIR_DEPTH: u32 = 4;
/// The table of a search that sounds a position, in bytes.
const SMALL: usize = 1 << 18;
/// No game is followed for longer, in plies.
const LONGEST: usize = 200;

/// A position, and how deep it is searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RacePosition {
    /// The moves that lead to it.
    pub(super) moves: Opening,
    /// The depth in plies that plain alpha-beta reaches with the nodes of the plan.
    pub(super) depth: u32,
}

/// The search that decides whether an opening is fair.
pub(super) fn fair(interrupt: &Arc<AtomicBool>) -> Request {
    steady(interrupt, FAIR_DEPTH)
}

/// At most `count` positions, all different, from games of a steady search against itself after random openings: one a
/// game, and more only where there are not enough games. None if the flag is raised.
pub(super) fn typical(
    arena: &Arena,
    count: usize,
    plan: &ChoicePlan,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<Vec<Opening>>, Unreadable> {
    let openings = arena.openings(count, &fair(interrupt), plan.seed)?;
    let player = steady(interrupt, DEPTH);
    let work = |n: usize| follow(arena, &openings[n], &player);
    let mut games = each(openings.len(), plan.threads, interrupt, work, || ())?;
    if games.len() < openings.len() {
        return Ok(None);
    }
    let mut random = SplitMix64::seed_from_u64(plan.seed);
    let (mut chosen, mut seen) = (Vec::new(), Vec::new());
    while chosen.len() < count && games.iter().any(|game| !game.is_empty()) {
        for game in &mut games {
            if game.is_empty() || chosen.len() == count {
                continue;
            }
            let (position, moves) = game.swap_remove(below(&mut random, game.len()));
            if !seen.contains(&position) {
                seen.push(position);
                chosen.push(moves);
            }
        }
    }
    // Where every game is decided at once, there is still its beginning.
    if chosen.is_empty() {
        chosen.push(Opening::new());
    }
    Ok(Some(chosen))
}

/// The positions of a game until the search sees its end, each with the moves that lead there.
fn follow(
    arena: &Arena,
    opening: &[String],
    player: &Request,
) -> Result<Option<Vec<(String, Opening)>>, Unreadable> {
    let (mut board, mut moves) = (arena.board(opening)?, opening.to_vec());
    let mut positions = Vec::new();
    while moves.len() < LONGEST && !board.is_drawn_by_repetition() && board.outcome().is_none() {
        let answer = board.analyse(player, &mut |_| {});
        if player.control.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        if answer.outcome.is_some() {
            break;
        }
        positions.push((board.position(), moves.clone()));
        let Some(best) = answer.best else { break };
        board.play(&best)?;
        moves.push(best);
    }
    Ok(Some(positions))
}

/// Returns these positions, each with the depth that plain alpha-beta reaches with the nodes of the plan. None if the
/// flag is raised.
pub(super) fn sounded(
    arena: &Arena,
    positions: Vec<Opening>,
    plan: &ChoicePlan,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<Vec<RacePosition>>, Unreadable> {
    let plain = Request::default()
        .algorithm(Algorithm::named("alpha-beta")?)
        .nodes(plan.sizes().nodes)
        .hash(SMALL)
        .interrupt(interrupt.clone());
    let sound = |n: usize| {
        let answer = arena.board(&positions[n])?.analyse(&plain, &mut |_| {});
        Ok((!interrupt.load(std::sync::atomic::Ordering::Relaxed)).then_some(answer.depth.max(1)))
    };
    let depths = each(positions.len(), plan.threads, interrupt, sound, || ())?;
    let whole = depths.len() == positions.len();
    let race_positions =
        positions.into_iter().zip(depths).map(|(moves, depth)| RacePosition { moves, depth });
    Ok(whole.then(|| race_positions.collect()))
}
