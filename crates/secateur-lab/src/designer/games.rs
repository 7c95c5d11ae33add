//! The games of a report: openings in which no side is let down, and games of the engine against itself.

use super::record::{GameEnd, PlayedGame};
use super::worth::Worth;
use crate::duel::{Arena, Opening};
use crate::referee::TRIES;
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Handicap, Request, Session};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes a move at each level of play. Each has four times those of the one before: two doublings.
pub const LEVELS: [u64; 4] = [50, 200, 800, 3200];
/// The number of doublings from one level to the next.
pub(super) const DOUBLINGS: f64 = 2.0;
/// The length of openings, in plies.
const OPENING: RangeInclusive<usize> = 4..=6;
/// How openings are played: nodes a move, and by how much a move may be misjudged, in hundredths of a unit.
const OPENING_NODES: u64 = 400;
const OPENING_NOISE: u16 = 50;
/// No game goes on for longer, in plies.
pub(super) const LONGEST: usize = 400;
/// Each player's table, in bytes.
const HASH: usize = 1 << 20;

/// The request for a move of the engine with this many nodes.
pub(super) fn player(nodes: u64, interrupt: &Arc<AtomicBool>) -> Request {
    let engine = Request::default().algorithm(Algorithm::player());
    engine.nodes(nodes).hash(HASH).interrupt(interrupt.clone())
}

/// Returns opening `number`: some moves from the start, each nearly as good as the best, to a position that no other opening
/// leads to. None if there are no more, or the flag was raised.
pub(super) fn opening(
    arena: &Arena,
    number: usize,
    seen: &HashSet<String>,
    seed: u64,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<(Opening, String)>, Unreadable> {
    let plies = arena.at_most_a_third(OPENING);
    let plies = plies.start() + number % (plies.end() - plies.start() + 1);
    for attempt in 0..TRIES as u64 {
        let mut board = arena.board(&[])?;
        let mut moves = Opening::new();
        while moves.len() < plies && board.outcome().is_none() {
            let seed =
                [seed, number as u64, attempt, moves.len() as u64].iter().fold(0, |mixed: u64, part| {
                    (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
                });
            let noise = Handicap { nodes: OPENING_NODES, noise: OPENING_NOISE, seed };
            let answer = board.analyse(&player(OPENING_NODES, interrupt).handicap(noise), &mut |_| {});
            if interrupt.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Some(best) = answer.best else { break };
            board.play(&best)?;
            moves.push(best);
        }
        let position = board.position();
        if board.outcome().is_none() && !seen.contains(&position) {
            return Ok(Some((moves, position)));
        }
    }
    Ok(None)
}

/// Plays a game of the engine against itself. None if the flag was raised.
pub(super) fn game(
    arena: &Arena,
    opening: &[String],
    nodes: u64,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<PlayedGame>, Unreadable> {
    let mut board = arena.board(&[])?;
    let (mut moves, mut legal, mut worth) = (Vec::new(), Vec::new(), Vec::new());
    for m in opening {
        legal.push(choices(&*board));
        board.play(m)?;
        moves.push(m.clone());
    }
    let request = player(nodes, interrupt);
    let unit = board.unit();
    let (result, end, margin) = loop {
        let first = moves.len() % 2 == 0;
        if let Some(ending) = board.outcome() {
            let sign = ending.outcome.sign();
            break (if first { sign } else { -sign }, GameEnd::Rules, ending.by);
        }
        if board.is_drawn_by_repetition() {
            break (0, GameEnd::Repetition, None);
        }
        if moves.len() >= LONGEST {
            break (0, GameEnd::Length, None);
        }
        let answer = board.analyse(&request, &mut |_| {});
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let here = Worth::of(&answer, unit);
        worth.push(if first { here } else { -here });
        legal.push(choices(&*board));
        let best = answer.best.unwrap_or_default();
        board.play(&best)?;
        moves.push(best);
    };
    Ok(Some(PlayedGame { result, end, margin, opening: opening.len(), moves, legal, worth }))
}

/// The number of moves to choose from; 0 where the side to move has to pass as a matter of form.
pub(super) fn choices(board: &dyn Session) -> u32 {
    if board.pass().is_some() { 0 } else { board.moves().len() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_standard::standard;

    fn arena(game: &str) -> Arena {
        Arena::new(standard().find(game).unwrap(), None, 1).unwrap()
    }

    #[test]
    fn openings_differ_and_come_from_their_numbers() {
        let (arena, flag) = (arena("connect4"), Arc::default());
        let mut seen = HashSet::new();
        for number in 0..12 {
            let (moves, position) = opening(&arena, number, &seen, 3, &flag).unwrap().unwrap();
            assert_eq!(moves.len(), 4 + number % 3);
            let again = opening(&arena, number, &seen, 3, &flag).unwrap().unwrap();
            assert_eq!(again.0, moves);
            assert!(seen.insert(position));
        }
    }

    #[test]
    fn openings_come_to_an_end_where_there_are_few() {
        // One heap of two: a game of random moves has two moves at most, and a third of that is none.
        let games = standard().with(secateur_session::GameEntry::opened_by("two", "", "mtd-f", |name| {
            let two = secateur_games::Notation::read("2").unwrap();
            secateur_session::begun_at::<secateur_games::nim::Nim>(name, two)
        }));
        let arena = Arena::new(games.find("two").unwrap(), None, 1).unwrap();
        let (moves, position) = opening(&arena, 0, &HashSet::new(), 1, &Arc::default()).unwrap().unwrap();
        assert!(moves.is_empty());
        assert!(opening(&arena, 1, &HashSet::from([position]), 1, &Arc::default()).unwrap().is_none());
    }

    #[test]
    fn a_game_has_all_that_a_report_looks_at() {
        let (arena, flag) = (arena("kalah-4x3"), Arc::default());
        let (first, _) = opening(&arena, 0, &HashSet::new(), 1, &flag).unwrap().unwrap();
        let played = game(&arena, &first, 100, &flag).unwrap().unwrap();
        assert_eq!(played.moves[..played.opening], first);
        assert_eq!(played.moves.len(), played.legal.len());
        assert_eq!(played.worth.len(), played.moves.len() - played.opening);
        // Whoever moves again leaves the opponent to pass, which is no move to count.
        assert!(played.length() < played.moves.len() && played.end == GameEnd::Rules);
        let board = arena.board(&played.moves).unwrap();
        let sign = board.outcome().unwrap().outcome.sign();
        assert_eq!(played.result, if played.moves.len().is_multiple_of(2) { sign } else { -sign });
        flag.store(true, Ordering::Relaxed);
        assert_eq!(game(&arena, &first, 100, &flag).unwrap(), None);
    }
}
