//! What the solver says of the moves of a player: games against perfect play, where a game can be solved.

use crate::Error;
use crate::duel::{Arena, wander};
use crate::random::below;
use crate::statistics::Estimate;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur_games::Unreadable;
use secateur_session::{Request, Session, Solver};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// A perfect player: it knows the value of every move.
pub struct Oracle {
    solver: Box<dyn Solver>,
    /// The values of the moves of positions that were asked for.
    known: HashMap<String, Vec<(String, i32)>>,
}

/// The value of a win at once, where wins count as such.
const SOONEST: i32 = 1_000;

/// The fewest random moves before a position that a player is judged by, or half of a game: with fewer, solving takes long.
const FROM: usize = 8;
/// The most tries for each such position.
const TRIES: usize = 20;

/// The games of a player that moved first against an [`Oracle`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct OracleScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The moves of the player.
    pub moves: u64,
    /// Those after which the position was worth less than before: a win became a draw or a loss, or a draw a loss.
    pub errors: u64,
}

impl OracleScore {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Oracle {
    /// The oracle of a game, whose solver has a table of so many bytes.
    ///
    /// # Errors
    ///
    /// One sentence if there is no memory for the table.
    pub fn new(session: &dyn Session, hash: usize) -> Result<Oracle, Error> {
        let request = Request::default().hash(hash);
        request.check()?;
        Ok(Oracle { solver: session.solver(&request), known: HashMap::new() })
    }

    /// The value of each move for the side to move, on the game's own scale.
    fn values(&mut self, board: &mut dyn Session) -> Result<&[(String, i32)], Error> {
        let position = board.position();
        if !self.known.contains_key(&position) {
            let mut values = Vec::new();
            for m in board.moves() {
                board.play(&m)?;
                let value = match board.outcome() {
                    // A win at once is better than any other.
                    Some(ending) => ending.outcome.sign() * ending.by.map_or(SOONEST, |by| by as i32),
                    None => {
                        let solved = self.solver.solve(&board.position())?.solved();
                        solved.ok_or_else(|| Unreadable("the solver was stopped".into()))?.value
                    }
                };
                board.undo();
                values.push((m, -value));
            }
            self.known.insert(position.clone(), values);
        }
        Ok(&self.known[&position])
    }

    /// The share of errors of a player that searches for this request, with its likely error: on one position each of random
    /// games, in which some move is better than another. None if there is no such position, or the flag is raised.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn error_rate(
        &mut self,
        arena: &Arena,
        player: &Request,
        positions: usize,
        seed: u64,
    ) -> Result<Option<Estimate>, Error> {
        let mut random = SplitMix64::seed_from_u64(seed);
        let (mut seen, mut errors) = (0, 0);
        for _ in 0..TRIES * positions {
            if seen == positions || player.control.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let mut board = arena.board(&[])?;
            let from = FROM.min(arena.length() / 2);
            let plies = from + below(&mut random, (arena.length() - from).max(1));
            if wander(&mut *board, plies, &mut random).len() < plies || board.outcome().is_some() {
                continue;
            }
            let signs = self.values(&mut *board)?.iter().map(|(m, value)| (m.clone(), value.signum()));
            let signs: HashMap<String, i32> = signs.collect();
            let best = signs.values().max().copied().unwrap_or_default();
            if signs.values().all(|&sign| sign == best) {
                continue;
            }
            let chosen = board.analyse(player, &mut |_| {}).best.unwrap_or_default();
            seen += 1;
            errors += usize::from(signs.get(&chosen).is_some_and(|&sign| sign < best));
        }
        Ok(Estimate::share(errors, seen))
    }

    /// Plays games against a player that moves first, after so many random moves, and searches for this request: the best move
    /// always, one of them at random where there are several. Fewer games if the flag of the request is raised.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn play(
        &mut self,
        arena: &Arena,
        player: &Request,
        games: u64,
        opening: usize,
        seed: u64,
    ) -> Result<OracleScore, Error> {
        let (mut score, mut random) = (OracleScore::default(), SplitMix64::seed_from_u64(seed));
        for _ in 0..games {
            let mut board = arena.board(&[])?;
            wander(&mut *board, opening, &mut random);
            let mut players_turn = true;
            let sign = loop {
                if player.control.interrupt.load(Ordering::Relaxed) {
                    return Ok(score);
                }
                if let Some(ending) = board.outcome() {
                    break if players_turn { ending.outcome.sign() } else { -ending.outcome.sign() };
                }
                let values = self.values(&mut *board)?;
                let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
                let chosen = if players_turn {
                    let chosen = board.analyse(player, &mut |_| {}).best.unwrap_or_default();
                    let worth = values.iter().find(|(m, _)| *m == chosen).map_or(best, |&(_, value)| value);
                    score.moves += 1;
                    score.errors += u64::from(worth.signum() < best.signum());
                    chosen
                } else {
                    let equals: Vec<&String> =
                        values.iter().filter(|(_, value)| *value == best).map(|(m, _)| m).collect();
                    equals[below(&mut random, equals.len())].clone()
                };
                board.play(&chosen)?;
                players_turn = !players_turn;
            };
            match sign {
                1 => score.wins += 1,
                0 => score.draws += 1,
                _ => score.losses += 1,
            }
        }
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_session::Algorithm;
    use secateur_standard::standard;

    #[test]
    fn perfect_players_draw_and_others_are_caught() {
        let entry = *standard().find("tictactoe").unwrap();
        let arena = Arena::new(&entry, None, 1).unwrap();
        let mut oracle = Oracle::new(&*entry.open(), 1 << 20).unwrap();
        let perfect = Request::default().depth(9).hash(1 << 20);
        let score = oracle.play(&arena, &perfect, 10, 0, 3).unwrap();
        assert_eq!((score.draws, score.games(), score.errors), (10, 10, 0));
        let random = Request::default().algorithm(Algorithm::named("random").unwrap());
        let score = oracle.play(&arena, &random, 40, 0, 3).unwrap();
        assert!(score.losses > 10 && score.errors >= score.losses && score.wins == 0, "{score:?}");
        // From some openings of two moves a perfect player wins, and makes no error from any.
        let score = oracle.play(&arena, &perfect, 40, 2, 3).unwrap();
        assert!(score.wins > 5 && score.losses == 0 && score.errors == 0, "{score:?}");
    }
}
