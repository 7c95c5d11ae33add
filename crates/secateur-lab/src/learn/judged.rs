//! What a player is worth beside perfect play: games against it, and positions that it knows.

use super::Oracle;
use crate::Error;
use crate::duel::{Arena, Opening, wander};
use crate::random::below;
use crate::statistics::Estimate;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::SeedableRng;
use secateur_games::{Inputs, Learned};
use secateur_session::{Answer, Request, Session};
use std::collections::HashSet;
use std::sync::atomic::Ordering;

/// The fewest random moves before a position that a player is judged by, or half of a game: with fewer, solving takes long.
const FROM: usize = 8;
/// The most tries for each such position.
const TRIES: usize = 20;
/// The most openings of one length that are looked for one after another, and not at random.
const LISTED: usize = 10_000;

/// The games of a player against an [`Oracle`].
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

    /// The mean number of errors in a game.
    pub fn errors_a_game(&self) -> f64 {
        self.errors as f64 / self.games().max(1) as f64
    }
}

/// What a player makes of positions of random games, whose values an [`Oracle`] knows. A win counts 1, a draw 0, and a loss -1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PositionsScore {
    /// The share of errors, where some move is an error.
    pub errors: Option<Estimate>,
    /// How much less than the best move the move made is worth, from 0 to 2.
    pub regret: Option<Estimate>,
    /// How far the value that the player gives a position is from the true one, from 0 to 2.
    pub value_error: Option<Estimate>,
}

/// The value that a player gives a position, from -1 to 1.
fn value_of(answer: &Answer, board: &dyn Session, inputs: &Inputs) -> f64 {
    match answer.outcome {
        Some(outcome) => outcome.sign().into(),
        None => f64::from(2.0 * Learned::expectation(answer.points, board.unit(), inputs) - 1.0),
    }
}

impl Oracle {
    /// What a player that searches for this request makes of positions of random games, one of each: as many as are asked for in
    /// which some move is an error, and those that are met with besides. Fewer if there are not so many, or the flag is raised.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn judge(
        &mut self,
        arena: &Arena,
        player: &Request,
        positions: usize,
        seed: u64,
    ) -> Result<PositionsScore, Error> {
        let mut random = SplitMix64::seed_from_u64(seed);
        let (mut telling, mut errors) = (0, 0);
        let (mut regrets, mut off) = (Vec::new(), Vec::new());
        for _ in 0..TRIES * positions {
            if telling == positions || player.control.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let mut board = arena.board(&[])?;
            let from = FROM.min(arena.length() / 2);
            let plies = from + below(&mut random, (arena.length() - from).max(1));
            if wander(&mut *board, plies, &mut random).len() < plies || board.outcome().is_some() {
                continue;
            }
            let Some(values) = self.values(&mut *board)? else { break };
            let signs = || values.iter().map(|(_, value)| value.signum());
            let (best, worst) = (signs().max().unwrap_or_default(), signs().min().unwrap_or_default());
            let answer = board.analyse(player, &mut |_| {});
            let made = answer.best.as_ref().and_then(|chosen| values.iter().find(|(m, _)| m == chosen));
            let regret = best - made.map_or(best, |(_, value)| value.signum());
            regrets.push(f64::from(regret));
            if let Some(inputs) = board.inputs() {
                off.push((value_of(&answer, &*board, &inputs) - f64::from(best)).abs());
            }
            telling += usize::from(worst < best);
            errors += usize::from(regret > 0);
        }
        let within = |values: &[f64]| Some(Estimate::mean(values)?.within(0.0, 2.0));
        Ok(PositionsScore {
            errors: Estimate::share(errors, telling),
            regret: within(&regrets),
            value_error: within(&off),
        })
    }

    /// Plays games against a player that moves first after each of these openings, and searches for this request: the best move
    /// always, one of them at random where there are several. Fewer games if the flag of the request is raised.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not take its own moves.
    pub fn play(
        &mut self,
        arena: &Arena,
        player: &Request,
        openings: &[Opening],
        seed: u64,
    ) -> Result<OracleScore, Error> {
        let (mut score, mut random) = (OracleScore::default(), SplitMix64::seed_from_u64(seed));
        for opening in openings {
            let Some(sign) = self.game(&mut *arena.board(opening)?, player, &mut score, &mut random)? else {
                break;
            };
            match sign {
                1 => score.wins += 1,
                0 => score.draws += 1,
                _ => score.losses += 1,
            }
        }
        Ok(score)
    }

    /// A game, and how it ends for the player; none if the flag is raised.
    fn game(
        &mut self,
        board: &mut dyn Session,
        player: &Request,
        score: &mut OracleScore,
        random: &mut SplitMix64,
    ) -> Result<Option<i32>, Error> {
        let mut players_turn = true;
        loop {
            if player.control.interrupt.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Some(ending) = board.outcome() {
                let sign = ending.outcome.sign();
                return Ok(Some(if players_turn { sign } else { -sign }));
            }
            let chosen = if players_turn {
                let chosen = board.analyse(player, &mut |_| {}).best.unwrap_or_default();
                let (before, after) = (self.value(board)?, self.value_of(board, &chosen)?);
                let Some((before, after)) = before.zip(after) else { return Ok(None) };
                score.moves += 1;
                score.errors += u64::from(after.signum() < before.signum());
                chosen
            } else {
                let Some(mut equals) = self.best_moves(board)? else { return Ok(None) };
                equals.swap_remove(below(random, equals.len()))
            };
            board.play(&chosen)?;
            players_turn = !players_turn;
        }
    }
}

/// Openings of so many plies that lead to different positions in which the game goes on: all there are, or as many as are wanted,
/// drawn at random.
///
/// # Errors
///
/// One sentence if the game does not take its own moves.
pub fn different_openings(
    arena: &Arena,
    plies: usize,
    most: usize,
    seed: u64,
) -> Result<Vec<Opening>, Error> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut openings = match all_openings(arena, plies)? {
        Some(all) => all,
        None => some_openings(arena, plies, most, &mut random)?,
    };
    while openings.len() > most {
        openings.swap_remove(below(&mut random, openings.len()));
    }
    Ok(openings)
}

/// All of them, ply by ply; none if there are too many.
fn all_openings(arena: &Arena, plies: usize) -> Result<Option<Vec<Opening>>, Error> {
    let mut openings = vec![Opening::new()];
    for _ in 0..plies {
        let (mut longer, mut seen) = (Vec::new(), HashSet::new());
        for opening in openings {
            let mut board = arena.board(&opening)?;
            for m in board.moves() {
                board.play(&m)?;
                if board.outcome().is_none() && seen.insert(board.position()) {
                    longer.push([&opening[..], &[m]].concat());
                }
                board.undo();
            }
            if longer.len() > LISTED {
                return Ok(None);
            }
        }
        openings = longer;
    }
    Ok(Some(openings))
}

/// As many as are wanted, if they are found.
fn some_openings(
    arena: &Arena,
    plies: usize,
    most: usize,
    random: &mut SplitMix64,
) -> Result<Vec<Opening>, Error> {
    let (mut openings, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..TRIES * most {
        let mut board = arena.board(&[])?;
        let moves = wander(&mut *board, plies, random);
        let goes_on = moves.len() == plies && board.outcome().is_none();
        if openings.len() < most && goes_on && seen.insert(board.position()) {
            openings.push(moves);
        }
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_session::Algorithm;
    use secateur_standard::standard;

    fn tictactoe() -> (Arena, Oracle) {
        let entry = *standard().find("tictactoe").unwrap();
        let oracle = Oracle::new(&*entry.open(), &Request::default().hash(1 << 20)).unwrap();
        (Arena::new(&entry, None, 1).unwrap(), oracle)
    }

    #[test]
    fn perfect_players_draw_and_others_are_caught() {
        let (arena, mut oracle) = tictactoe();
        let perfect = Request::default().depth(9).hash(1 << 20);
        let score = oracle.play(&arena, &perfect, &vec![Vec::new(); 10], 3).unwrap();
        assert_eq!((score.draws, score.games(), score.errors), (10, 10, 0));
        let random = Request::default().algorithm(Algorithm::named("random").unwrap());
        let score = oracle.play(&arena, &random, &vec![Vec::new(); 40], 3).unwrap();
        assert!(score.losses > 10 && score.errors >= score.losses && score.wins == 0, "{score:?}");
        // From some openings of two moves a perfect player wins, and makes no error from any.
        let openings = different_openings(&arena, 2, 100, 1).unwrap();
        assert_eq!(openings.len(), 72);
        let score = oracle.play(&arena, &perfect, &openings, 3).unwrap();
        assert!(score.wins > 5 && score.losses == 0 && score.errors == 0, "{score:?}");
    }

    #[test]
    fn values_and_regrets_are_those_of_the_positions() {
        let (arena, mut oracle) = tictactoe();
        let perfect = Request::default().depth(9).hash(1 << 20);
        let score = oracle.judge(&arena, &perfect, 100, 3).unwrap();
        let [errors, regret, off] = [score.errors, score.regret, score.value_error].map(Option::unwrap);
        assert_eq!((errors.value, errors.count, regret.value, off.value), (0.0, 100, 0.0, 0.0));
        assert!(regret.count > 100 && off.count == regret.count);
        let random = Request::default().algorithm(Algorithm::named("random").unwrap());
        let score = oracle.judge(&arena, &random, 100, 3).unwrap();
        let [errors, regret] = [score.errors, score.regret].map(Option::unwrap);
        assert!(errors.value > 0.3 && regret.value > 0.3, "{score:?}");
        assert!(errors.value * 100.0 <= regret.value * regret.count as f64);
    }

    #[test]
    fn openings_are_different_and_go_on() {
        let (arena, _) = tictactoe();
        let some = different_openings(&arena, 2, 50, 1).unwrap();
        assert_eq!((some.len(), some.iter().collect::<HashSet<_>>().len()), (50, 50));
        assert_eq!(different_openings(&arena, 9, 50, 1).unwrap().len(), 0);
        let mut random = SplitMix64::seed_from_u64(1);
        let drawn = some_openings(&arena, 3, 30, &mut random).unwrap();
        assert!(drawn.len() == 30 && drawn.iter().all(|moves| moves.len() == 3));
    }
}
