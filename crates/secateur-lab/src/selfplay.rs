//! A game of the engine against itself.
//!
//! Some random moves, then the best of a fixed number of nodes for either side, until the rules or a
//! referee end the game. A game depends on the plan and its number alone.

use crate::duel::{Ground, hundredths};
use crate::store::Record;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Request, Session, StoppedBy};
use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many random moves begin a game.
pub(crate) const OPENING: RangeInclusive<usize> = 8..=9;
/// An opening is played if neither side is ahead by more, in hundredths of a unit.
pub(crate) const FAIR: i32 = 150;
/// So many tries for an opening, before one that is not fair will do.
pub(crate) const TRIES: usize = 50;
/// The game is drawn at the latest after so many plies.
pub(crate) const LONGEST: usize = 300;
/// No position is kept that arose earlier, nor in the first part of a short game.
const KEPT_FROM: usize = 16;

/// How games are played and what is kept of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What all randomness comes from.
    pub seed: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The size of the transposition table, in bytes.
    pub hash: usize,
    /// How many positions of a game are kept at most.
    pub positions: usize,
}

/// A position worth keeping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// After how many moves of the game it arose.
    pub ply: usize,
    /// As the game writes it.
    pub position: String,
    /// What the search made of it, in points, for the side that moved first in the game.
    pub score: i32,
}

/// Plays games, one after the other.
pub struct Player<'a> {
    ground: &'a Ground,
    plan: &'a Plan,
    request: Request,
}

/// When games are ended that both sides agree on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clear {
    /// A side that is ahead by more has won, in hundredths of a unit,
    pub(crate) won: i32,
    /// if both sides have said so for this many plies in a row.
    pub(crate) won_for: u32,
    /// The game is drawn if neither side is ahead by this much, in hundredths of a unit,
    pub(crate) level: i32,
    /// for this many plies in a row,
    pub(crate) level_for: u32,
    /// after this many.
    pub(crate) level_after: usize,
}

impl Default for Clear {
    fn default() -> Self {
        Clear { won: 1000, won_for: 4, level: 10, level_for: 10, level_after: 80 }
    }
}

/// Ends games that both sides agree on.
#[derive(Default)]
pub(crate) struct Referee {
    clear: Clear,
    /// For how many plies one side has been winning; negative if it is the second.
    winning: i32,
    level: u32,
}

impl Referee {
    pub(crate) fn new(clear: Clear) -> Self {
        Referee { clear, ..Referee::default() }
    }

    /// Takes in the value of a ply, in hundredths of a unit for the side that moved first; its result, if it
    /// is clear.
    pub(crate) fn judge(&mut self, ply: usize, value: i32) -> Option<i32> {
        let Clear { won, won_for, level, level_for, level_after } = self.clear;
        let sign = if value.abs() > won { value.signum() } else { 0 };
        self.winning = if sign == self.winning.signum() { self.winning + sign } else { sign };
        self.level = if value.abs() < level && ply > level_after { self.level + 1 } else { 0 };
        if self.winning.unsigned_abs() >= won_for {
            return Some(sign);
        }
        (self.level >= level_for).then_some(0)
    }

    /// Takes in a ply of which no value is known.
    pub(crate) fn pass_over(&mut self) {
        (self.winning, self.level) = (0, 0);
    }
}

impl<'a> Player<'a> {
    /// A player that gives up the game at hand when the flag is raised.
    ///
    /// # Errors
    ///
    /// None, as long as there is an engine.
    pub fn new(ground: &'a Ground, plan: &'a Plan, interrupt: &Arc<AtomicBool>) -> Result<Self, Unreadable> {
        let algorithm = Algorithm::named("engine")?;
        let (nodes, hash, interrupt) = (Some(plan.nodes), plan.hash, interrupt.clone());
        let request = Request::default().algorithm(algorithm).nodes(nodes).hash(hash).interrupt(interrupt);
        Ok(Player { ground, plan, request })
    }

    /// Plays the game of that number; none if it was interrupted.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn play(&self, number: u64) -> Result<Option<Record>, Unreadable> {
        let mut random =
            SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(self.plan.seed).next_u64() ^ number);
        for attempt in 0.. {
            if self.request.control.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let wandered = self.ground.wander_off(&OPENING, &mut random, &HashSet::new())?;
            let Some((mut board, moves)) = wandered else { continue };
            if let Some((result, mut positions)) = self.finish(&mut *board, moves.len(), attempt < TRIES)? {
                thin(&mut positions, self.plan.positions, &mut random);
                return Ok(Some(Record { number, result, positions }));
            }
        }
        Ok(None)
    }

    /// Plays on to the end. None if the opening is to be fair, and is not; or if the game was interrupted.
    fn finish(
        &self,
        board: &mut dyn Session,
        begun: usize,
        fair: bool,
    ) -> Result<Option<(i32, Vec<Position>)>, Unreadable> {
        let kept_from = KEPT_FROM.min(self.ground.length() / 3);
        let (mut kept, mut referee) = (Vec::new(), Referee::default());
        for ply in begun..LONGEST {
            let for_first = |value: i32| if ply.is_multiple_of(2) { value } else { -value };
            if let Some(outcome) = board.outcome() {
                return Ok(Some((for_first(outcome.outcome.sign()), kept)));
            }
            if board.repeats() >= 2 {
                break;
            }
            let answer = board.analyse(&self.request, &mut |_| {});
            if answer.stopped_by == StoppedBy::Interrupt
                || self.request.control.interrupt.load(Ordering::Relaxed)
            {
                return Ok(None);
            }
            let value = hundredths(&answer, board.unit());
            if fair && ply == begun && value.abs() > FAIR {
                return Ok(None);
            }
            let best = answer.best.unwrap_or_default();
            if ply >= kept_from && value.abs() <= referee.clear.won && board.is_quiet(&best) {
                kept.push(Position { ply, position: board.position(), score: for_first(answer.points) });
            }
            if let Some(result) = referee.judge(ply, for_first(value)) {
                return Ok(Some((result, kept)));
            }
            board.play(&best)?;
        }
        Ok(Some((0, kept)))
    }
}

/// A number below `n`, which is small.
pub(crate) fn below(random: &mut SplitMix64, n: usize) -> usize {
    (random.next_u64() % n as u64) as usize
}

/// Keeps so many at most, from all parts of the game.
fn thin(positions: &mut Vec<Position>, most: usize, random: &mut SplitMix64) {
    let all = positions.len();
    if all <= most {
        return;
    }
    let part = |n: usize| -> Range<usize> { n * all / most..(n + 1) * all / most };
    for n in 0..most {
        let Range { start, end } = part(n);
        positions.swap(n, start + below(random, end - start));
    }
    positions.truncate(most);
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::Notation;
    use secateur_games::chess::Chess;
    use secateur_games::connect4::Connect4;
    use secateur_session::Entry;

    const PLAN: Plan = Plan { seed: 7, nodes: 200, hash: 1 << 16, positions: 6 };

    fn ground() -> Ground {
        Ground::new(&Entry::new::<Chess>("chess", ""), None, 1).unwrap()
    }

    fn play(ground: &Ground, number: u64) -> Record {
        let player = Player::new(ground, &PLAN, &Arc::default()).unwrap();
        player.play(number).unwrap().unwrap()
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let ground = ground();
        let games = [0, 1, 2].map(|n| play(&ground, n));
        assert_ne!(games[0].positions, games[1].positions);
        assert_eq!(play(&ground, 2), games[2]);
    }

    #[test]
    fn kept_positions_are_quiet() {
        let record = play(&ground(), 3);
        assert_eq!(record.positions.len(), 6);
        for Position { ply, position, score } in record.positions {
            let pos = Chess::read(&position).unwrap();
            let said = 2 * u32::from(pos.board().fullmove_number() - 1) + pos.board().side_to_move() as u32;
            assert!(
                ply == said as usize && ply >= KEPT_FROM && score.abs() <= Clear::default().won,
                "{position}"
            );
            assert!(pos.board().checkers().is_empty(), "{position}");
        }
    }

    #[test]
    fn short_games_are_kept_from_their_first_third_on() {
        let ground = Ground::new(&Entry::new::<Connect4>("connect4", ""), None, 1).unwrap();
        let records: Vec<Record> = (0..8).map(|n| play(&ground, n)).collect();
        let first = records.iter().flat_map(|r| &r.positions).map(|p| p.ply).min();
        assert!((4..KEPT_FROM).contains(&first.unwrap()), "{first:?}");
        assert!(records.iter().any(|r| r.result == 1) && records.iter().any(|r| r.result == -1));
    }

    #[test]
    fn an_interrupted_game_is_none() {
        let (ground, raised) = (ground(), Arc::new(AtomicBool::new(true)));
        assert_eq!(Player::new(&ground, &PLAN, &raised).unwrap().play(0), Ok(None));
    }

    #[test]
    fn the_referee_wants_both_to_agree() {
        let mut referee = Referee::default();
        let said =
            [1200, 1300, 900, 1100, -1100, -1200, -1300, -32_000].map(|value| referee.judge(50, value));
        assert_eq!(said, [None, None, None, None, None, None, None, Some(-1)]);
        let mut referee = Referee::default();
        assert!((60..=90).map(|ply| referee.judge(ply, 9)).position(|said| said.is_some()) == Some(30));
    }

    #[test]
    fn what_is_kept_comes_from_all_parts() {
        let position = |n: usize| Position { ply: 0, position: String::new(), score: n as i32 };
        let mut positions: Vec<Position> = (0..100).map(position).collect();
        thin(&mut positions, 10, &mut SplitMix64::seed_from_u64(1));
        let tens: Vec<i32> = positions.iter().map(|p| p.score / 10).collect();
        assert_eq!(tens, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
