//! Two methods of search against each other: pairs of games from the same opening, with colours changed.
//!
//! Games are played through a [`Session`], so that they are the same code for every game, and depend on the
//! opening and the two requests alone.

use crate::random::below;
use crate::referee::{FAIR, LONGEST, OPENING, Referee, TRIES};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur_games::Unreadable;
use secateur_session::{Answer, GameEntry, Registry, Request, Session, StoppedBy};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of random games from which the length of a game is estimated.
const SOUNDINGS: usize = 15;
/// The most plies that a random game is followed for.
const SOUNDED: usize = 200;
/// The referee's value of decided games, in hundredths of a unit.
const DECIDED: i32 = 32_000;

/// The game that duels are about, and where it begins.
#[derive(Clone, Debug)]
pub struct Arena {
    pub(crate) entry: GameEntry,
    position: Option<String>,
    /// The median length of random games, in plies.
    length: usize,
    /// The source of those.
    seed: u64,
}

/// What an [`Arena`] is made of, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArenaTerms {
    game: String,
    position: Option<String>,
    seed: u64,
}

impl ArenaTerms {
    /// The arena made of it.
    pub(crate) fn arena(&self, registry: &Registry) -> Result<Arena, Unreadable> {
        Arena::new(registry.find(&self.game)?, self.position.as_deref(), self.seed)
    }
}

/// The moves from the beginning that lead to a position.
pub type Opening = Vec<String>;

/// A board after random moves, and those moves.
type Wandered = (Box<dyn Session>, Opening);

impl Arena {
    /// What it was made of.
    pub(crate) fn terms(&self) -> ArenaTerms {
        let Arena { entry, position, seed, .. } = self;
        ArenaTerms { game: entry.name.to_owned(), position: position.clone(), seed: *seed }
    }

    /// Games from this position, or from the start.
    ///
    /// # Errors
    ///
    /// One sentence if the position cannot be read, or the game is over there.
    pub fn new(entry: &GameEntry, position: Option<&str>, seed: u64) -> Result<Self, Unreadable> {
        let mut arena = Arena { entry: *entry, position: None, length: 0, seed };
        let mut board = arena.board(&[])?;
        if let Some(text) = position {
            board.set(text)?;
            arena.position = Some(text.to_owned());
        }
        if board.outcome().is_some() {
            return Err(Unreadable("the game is over in this position: there is nothing to play".into()));
        }
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut lengths = Vec::new();
        for _ in 0..SOUNDINGS {
            lengths.push(wander(&mut *board, SOUNDED, &mut random).len());
            while board.undo() {}
        }
        lengths.sort_unstable();
        Ok(Arena { length: lengths[SOUNDINGS / 2], ..arena })
    }

    /// A board of its own, after these moves.
    pub(crate) fn board(&self, moves: &[String]) -> Result<Box<dyn Session>, Unreadable> {
        let mut board = self.entry.open();
        if let Some(position) = &self.position {
            board.set(position)?;
        }
        moves.iter().try_for_each(|m| board.play(m))?;
        Ok(board)
    }

    /// Returns the length of a game of random moves, in plies.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns a range of random moves to begin with: as wanted, but no more than a third of the game.
    pub(crate) fn at_most_a_third(&self, plies: RangeInclusive<usize>) -> RangeInclusive<usize> {
        let most = self.length / 3;
        *plies.start().min(&most)..=*plies.end().min(&most)
    }

    /// Openings for `count` pairs of games, all different: fewer where there are not enough, and none that a
    /// search finds unfair unless others are hard to find.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn openings(&self, count: usize, fair: &Request, seed: u64) -> Result<Vec<Opening>, Unreadable> {
        self.sample(OPENING, count, fair, seed)
    }

    /// Openings of `plies` moves, or of a third of the game. The flag of the request ends the search for them.
    pub(crate) fn sample(
        &self,
        plies: RangeInclusive<usize>,
        count: usize,
        fair: &Request,
        seed: u64,
    ) -> Result<Vec<Opening>, Unreadable> {
        let mut random = SplitMix64::seed_from_u64(seed);
        let (mut openings, mut seen) = (Vec::new(), HashSet::new());
        for attempt in 0..2 * TRIES * count {
            if openings.len() == count || fair.control.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let Some((mut board, moves)) = self.wander_off(&plies, &mut random, &seen)? else { continue };
            if attempt >= TRIES * count || is_fair(&mut *board, fair) {
                seen.insert(board.position());
                openings.push(moves);
            }
        }
        Ok(openings)
    }

    /// As many random moves as there are plies in the range, at most a third of the game. None if they end it, or
    /// lead to a position that was seen.
    pub(crate) fn wander_off(
        &self,
        plies: &RangeInclusive<usize>,
        random: &mut SplitMix64,
        seen: &HashSet<String>,
    ) -> Result<Option<Wandered>, Unreadable> {
        let plies = self.at_most_a_third(plies.clone());
        let mut board = self.board(&[])?;
        let wanted = plies.start() + below(random, plies.end() - plies.start() + 1);
        let moves = wander(&mut *board, wanted, random);
        let is_new = board.outcome().is_none() && !seen.contains(&board.position());
        Ok(is_new.then_some((board, moves)))
    }

    /// Plays two games from this opening, each contender moving first in one. The half points of the first
    /// contender: 4 for two wins. None if the games were interrupted.
    ///
    /// # Errors
    ///
    /// One sentence if a move of the opening is not legal.
    pub fn pair(&self, opening: &[String], contenders: [&Request; 2]) -> Result<Option<usize>, Unreadable> {
        let [first, second] = contenders;
        let Some(with_the_move) = self.game(opening, [first, second])? else { return Ok(None) };
        let Some(without) = self.game(opening, [second, first])? else { return Ok(None) };
        Ok(usize::try_from(2 + with_the_move - without).ok())
    }

    /// Plays a game to its end: 1, 0 or -1 for the contender that moves first after the opening.
    fn game(&self, opening: &[String], contenders: [&Request; 2]) -> Result<Option<i32>, Unreadable> {
        // Each keeps its own table and histories from move to move.
        let mut boards = [self.board(opening)?, self.board(opening)?];
        let mut referee = Referee::default();
        for ply in opening.len()..LONGEST {
            let turn = (ply - opening.len()) % 2;
            let for_first = |value: i32| if turn == 0 { value } else { -value };
            let (board, request) = (&mut boards[turn], contenders[turn]);
            if let Some(outcome) = board.outcome() {
                return Ok(Some(for_first(outcome.outcome.sign())));
            }
            if board.is_drawn_by_repetition() {
                return Ok(Some(0));
            }
            let answer = board.analyse(request, &mut |_| {});
            if answer.stopped_by == StoppedBy::Interrupt || request.control.interrupt.load(Ordering::Relaxed)
            {
                return Ok(None);
            }
            if let Some(result) = referee.judge(ply, for_first(hundredths(&answer, board.unit()))) {
                return Ok(Some(result));
            }
            let best = answer.best.unwrap_or_default();
            boards.iter_mut().try_for_each(|board| board.play(&best))?;
        }
        Ok(Some(0))
    }
}

/// Plays random moves until `plies` are made or the game is over.
pub(crate) fn wander(board: &mut dyn Session, plies: usize, random: &mut SplitMix64) -> Vec<String> {
    let mut played = Vec::new();
    while played.len() < plies {
        let mut moves = board.moves();
        if moves.is_empty() {
            break;
        }
        let m = moves.swap_remove(below(random, moves.len()));
        if board.play(&m).is_err() {
            break;
        }
        played.push(m);
    }
    played
}

/// The table of a search that chooses positions, in bytes.
const STEADY_HASH: usize = 1 << 18;

/// The search that studies choose their positions with, and play the games that they come from: to a fixed depth, in plies,
/// and exact. What it finds depends on a game alone, so that positions stay the same when the engine is tuned.
pub(crate) fn steady(interrupt: &Arc<AtomicBool>, depth: u32) -> Request {
    Request::default().depth(depth).hash(STEADY_HASH).interrupt(interrupt.clone())
}

/// Whether neither side is far ahead, as this search sees it.
pub(crate) fn is_fair(board: &mut dyn Session, fair: &Request) -> bool {
    let answer = board.analyse(fair, &mut |_| {});
    hundredths(&answer, board.unit()).abs() <= FAIR
}

/// Returns an answer's value, in hundredths of a unit for the side to move.
pub(crate) fn hundredths(answer: &Answer, unit: i32) -> i32 {
    match answer.outcome {
        Some(outcome) => DECIDED * outcome.sign(),
        None => (i64::from(answer.value) * 100 / i64::from(unit.max(1))) as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::MatchScore;
    use secateur_session::Algorithm;
    use secateur_standard::standard;

    fn player(nodes: u64) -> Request {
        let algorithm = Algorithm::named("engine").unwrap();
        Request::default().algorithm(algorithm).nodes(nodes).hash(1 << 16)
    }

    fn connect4() -> Arena {
        Arena::new(standard().find("connect4").unwrap(), None, 1).unwrap()
    }

    #[test]
    fn openings_differ_and_are_fair() {
        let (arena, fair) = (connect4(), player(100_000).depth(4));
        let openings = arena.openings(10, &fair, 5).unwrap();
        assert_eq!((openings.len(), &openings), (10, &arena.openings(10, &fair, 5).unwrap()));
        assert_ne!(openings, arena.openings(10, &fair, 6).unwrap());
        let mut positions: Vec<String> = Vec::new();
        for opening in &openings {
            let mut board = arena.board(opening).unwrap();
            let answer = board.analyse(&fair, &mut |_| {});
            assert!(answer.outcome.is_none() && answer.value.abs() <= FAIR, "{opening:?}");
            positions.push(board.position());
        }
        positions.sort();
        positions.dedup();
        assert_eq!(positions.len(), 10);
    }

    #[test]
    fn an_opening_leaves_most_of_a_game() {
        let clobber = *standard().find("clobber").unwrap();
        let openings = |position| {
            let arena = Arena::new(&clobber, Some(position), 1).unwrap();
            let mut openings = arena.openings(10, &player(100), 1).unwrap();
            openings.sort();
            openings
        };
        // Two or three captures: one to begin with, and there are but four.
        assert_eq!(openings("XO/OX X"), [["a1a2"], ["a1b1"], ["b2a2"], ["b2b1"]]);
        // One capture, and the game is over.
        assert_eq!(openings("XO X"), [Opening::new()]);
        let error = Arena::new(&clobber, Some("XX/XX X"), 1).unwrap_err();
        assert!(error.to_string().starts_with("the game is over"), "{error}");
    }

    #[test]
    fn equals_share_the_points_and_more_nodes_win() {
        let arena = connect4();
        let openings = arena.openings(6, &player(200), 3).unwrap();
        let (weak, strong) = (player(10), player(2_000));
        let mut score = MatchScore::default();
        for opening in &openings {
            assert_eq!(arena.pair(opening, [&weak, &weak]).unwrap(), Some(2));
            let pair = arena.pair(opening, [&strong, &weak]).unwrap().unwrap();
            assert_eq!(arena.pair(opening, [&weak, &strong]).unwrap(), Some(4 - pair));
            score.add(pair);
        }
        assert!(score.share() > Some(0.7), "{score:?}");
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let arena = Arena::new(standard().find("chess").unwrap(), None, 1).unwrap();
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
        let twice = [&there_and_back[..], &there_and_back].concat();
        // Nobody gets to search, or the flag would have ended the game without a result.
        let interrupted = player(100);
        interrupted.control.interrupt.store(true, Ordering::Relaxed);
        assert_eq!(arena.pair(&twice, [&interrupted, &interrupted]).unwrap(), Some(2));
        assert_eq!(arena.pair(&there_and_back, [&interrupted, &interrupted]).unwrap(), None);
    }
}
