//! Positions of games looked into: whether a quick look finds the move, whether one move alone keeps what there is, and
//! what each first move is worth.

use super::games::{LEVELS, choices, player};
use super::record::PlayedGame;
use super::worth::Worth;
use crate::duel::Arena;
use crate::random::below;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur_games::Unreadable;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes of a quick look.
pub const QUICK: u64 = LEVELS[0];
/// Nodes of a deep one.
pub const DEEP: u64 = 4 * LEVELS[LEVELS.len() - 1];

/// A position looked into. All is worth for the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StudiedPosition {
    /// The moves that lead there.
    pub moves: Vec<String>,
    /// The number of legal moves.
    pub legal: u32,
    /// The best move, as the deep search has it.
    pub best: String,
    /// What that is worth.
    pub worth: Worth,
    /// What the best of the other moves is worth.
    pub second: Worth,
    /// The move that the quick search likes.
    pub quick: String,
    /// What that is worth, as the deep search has it.
    pub quick_worth: Worth,
}

/// Studies a position of a game, one of those with a choice; none if there is none that was not studied before it, or if the flag
/// was raised.
pub(super) fn study(
    arena: &Arena,
    game: &PlayedGame,
    nth: usize,
    seed: u64,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<StudiedPosition>, Unreadable> {
    let mut places: Vec<usize> =
        (game.opening..game.moves.len()).filter(|&ply| game.legal[ply] > 1).collect();
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut place = None;
    for _ in 0..=nth.min(places.len()) {
        place = (!places.is_empty()).then(|| places.swap_remove(below(&mut random, places.len())));
    }
    let Some(place) = place else { return Ok(None) };
    let moves = &game.moves[..place];
    let board = arena.board(moves)?;
    // Each search has a table of its own, so that none knows what another one found.
    let search = |nodes: u64, only: Vec<String>| {
        let answer = arena.board(moves)?.analyse(&player(nodes, interrupt).only(only), &mut |_| {});
        Ok::<_, Unreadable>((Worth::of(&answer, board.unit()), answer.best.unwrap_or_default()))
    };
    let (worth, best) = search(DEEP, Vec::new())?;
    let (second, _) = search(DEEP, board.moves().into_iter().filter(|m| *m != best).collect())?;
    let (_, quick) = search(QUICK, Vec::new())?;
    let quick_worth = if quick == best { worth } else { search(DEEP, vec![quick.clone()])?.0 };
    if interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let legal = choices(&*board);
    Ok(Some(StudiedPosition { moves: moves.to_vec(), legal, best, worth, second, quick, quick_worth }))
}

/// The worth of a first move, for whoever makes it. None if the flag was raised.
pub(super) fn first_move(
    arena: &Arena,
    m: &str,
    nodes: u64,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<Worth>, Unreadable> {
    let mut board = arena.board(&[m.to_owned()])?;
    if let Some(ending) = board.outcome() {
        return Ok(Some(Worth::Proven(-ending.outcome)));
    }
    let answer = board.analyse(&player(nodes, interrupt), &mut |_| {});
    Ok((!interrupt.load(Ordering::Relaxed)).then(|| -Worth::of(&answer, board.unit())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::designer::record::GameEnd;
    use secateur_session::Outcome;
    use secateur_standard::standard;

    fn arena(game: &str) -> Arena {
        Arena::new(standard().find(game).unwrap(), None, 1).unwrap()
    }

    /// A game of these moves, in which only the last position has a choice.
    fn game(arena: &Arena, moves: &[&str]) -> PlayedGame {
        let moves: Vec<String> = moves.iter().map(|m| (*m).to_owned()).collect();
        assert!(arena.board(&moves).is_ok());
        let mut legal = vec![1; moves.len()];
        *legal.last_mut().unwrap() = 7;
        let worth = vec![Worth::Guess(0); moves.len()];
        PlayedGame { result: 0, end: GameEnd::Rules, margin: None, opening: 0, moves, legal, worth }
    }

    #[test]
    fn the_one_move_that_holds_is_found() {
        let arena = arena("connect4");
        // Three in column 4: whoever is to move next has to block it, or loses at once.
        let game = game(&arena, &["4", "1", "4", "2", "4", "4"]);
        let studied = study(&arena, &game, 0, 1, &Arc::default()).unwrap().unwrap();
        assert_eq!((studied.moves.len(), studied.best.as_str(), studied.legal), (5, "4", 7));
        assert_eq!(studied.second, Worth::Proven(Outcome::Loss));
        assert_ne!(studied.worth, Worth::Proven(Outcome::Loss));
        // There is no other position with a choice.
        assert_eq!(study(&arena, &game, 1, 1, &Arc::default()).unwrap(), None);
        let raised = Arc::new(AtomicBool::new(true));
        assert_eq!(study(&arena, &game, 0, 1, &raised).unwrap(), None);
    }

    #[test]
    fn first_moves_are_worth_what_they_bring_whoever_makes_them() {
        let arena = arena("clobber-2x1");
        // The one capture there is wins.
        let m = arena.board(&[]).unwrap().moves().remove(0);
        assert_eq!(first_move(&arena, &m, 100, &Arc::default()).unwrap(), Some(Worth::Proven(Outcome::Win)));
    }
}
