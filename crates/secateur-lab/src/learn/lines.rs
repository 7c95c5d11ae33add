//! What a player is worth in all games that perfect play allows it.

use super::Oracle;
use crate::Error;
use crate::duel::Arena;
use secateur_games::Unreadable;
use secateur_session::{Request, Session};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// All games of a player against an [`Oracle`], which makes any of its best moves as often as any other: nothing is left to
/// chance, as no game is drawn by lot.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct LinesScore {
    /// The probability of a win, from 0 to 1.
    pub wins: f64,
    /// That of a draw.
    pub draws: f64,
    /// That of a loss: 0 if, and only if, there is no way to lose.
    pub losses: f64,
    /// The expected number of moves in a game after which the position is worth less than before.
    pub errors: f64,
    /// The different positions in these games.
    pub positions: u64,
}

impl LinesScore {
    /// A game that ends for the player with this sign.
    fn ended(sign: i32) -> LinesScore {
        let part = |is: bool| f64::from(u8::from(is));
        LinesScore { wins: part(sign > 0), draws: part(sign == 0), losses: part(sign < 0), ..Self::default() }
    }

    fn add(&mut self, other: &LinesScore, share: f64) {
        self.wins += share * other.wins;
        self.draws += share * other.draws;
        self.losses += share * other.losses;
        self.errors += share * other.errors;
    }
}

impl Oracle {
    /// All games of a player that moves first and searches for this request; none if the flag of the request is raised. Its move
    /// has to depend on the position alone, as by a search to a depth without a table.
    ///
    /// # Errors
    ///
    /// One sentence if a position can come back in one of these games, as what follows would depend on the way to it, or if the game
    /// does not take its own moves.
    pub fn lines(&mut self, arena: &Arena, player: &Request) -> Result<Option<LinesScore>, Error> {
        let mut lines = Lines { oracle: self, player, known: HashMap::new() };
        let Some(score) = lines.of(&mut *arena.board(&[])?, true)? else { return Ok(None) };
        Ok(Some(LinesScore { positions: lines.known.len() as u64, ..score }))
    }
}

struct Lines<'a> {
    oracle: &'a mut Oracle,
    player: &'a Request,
    /// What the positions so far lead to, by their notation; nothing yet for those on the path.
    known: HashMap<String, Option<LinesScore>>,
}

impl Lines<'_> {
    fn of(&mut self, board: &mut dyn Session, players_turn: bool) -> Result<Option<LinesScore>, Error> {
        if self.player.control.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(ending) = board.outcome() {
            let sign = ending.outcome.sign();
            return Ok(Some(LinesScore::ended(if players_turn { sign } else { -sign })));
        }
        let position = board.position();
        match self.known.get(&position) {
            Some(Some(score)) => return Ok(Some(*score)),
            Some(None) => {
                return Err(Error::from(Unreadable(format!(
                    "{position} comes back in these games, so that not all of them can be followed; expected some of them by lot"
                ))));
            }
            None => self.known.insert(position.clone(), None),
        };
        let score = match players_turn {
            true => self.after_the_player(board)?,
            false => self.after_the_oracle(board)?,
        };
        self.known.insert(position, score);
        Ok(score)
    }

    fn after_the_player(&mut self, board: &mut dyn Session) -> Result<Option<LinesScore>, Error> {
        let chosen = board.analyse(self.player, &mut |_| {}).best.unwrap_or_default();
        let (before, after) = (self.oracle.value(board)?, self.oracle.value_of(board, &chosen)?);
        let (Some((before, after)), Some(mut score)) =
            (before.zip(after), self.after(board, &chosen, false)?)
        else {
            return Ok(None);
        };
        score.errors += f64::from(u8::from(after.signum() < before.signum()));
        Ok(Some(score))
    }

    fn after_the_oracle(&mut self, board: &mut dyn Session) -> Result<Option<LinesScore>, Error> {
        let Some(equals) = self.oracle.best_moves(board)? else { return Ok(None) };
        let mut sum = LinesScore::default();
        for m in &equals {
            let Some(score) = self.after(board, m, true)? else { return Ok(None) };
            sum.add(&score, 1.0 / equals.len() as f64);
        }
        Ok(Some(sum))
    }

    fn after(
        &mut self,
        board: &mut dyn Session,
        m: &str,
        players_turn: bool,
    ) -> Result<Option<LinesScore>, Error> {
        board.play(m)?;
        let score = self.of(board, players_turn);
        board.undo();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_session::Algorithm;
    use secateur_standard::standard;

    fn score(game: &str, player: &Request) -> (LinesScore, super::super::OracleScore) {
        let entry = *standard().find(game).unwrap();
        let mut oracle = Oracle::new(&*entry.open(), &Request::default().hash(1 << 22)).unwrap();
        let arena = Arena::new(&entry, None, 1).unwrap();
        let games = oracle.play(&arena, player, &vec![Vec::new(); 400], 1).unwrap();
        (oracle.lines(&arena, player).unwrap().unwrap(), games)
    }

    /// Games by lot come near the probabilities, and where there is no way to lose none is lost.
    #[test]
    fn games_by_lot_are_some_of_the_lines() {
        let player = |depth| {
            Request::default().hash(1 << 12).depth(depth).algorithm(Algorithm::named("alpha-beta").unwrap())
        };
        let (mut lost, mut drawn) = (false, false);
        for (game, depth) in [("tictactoe", 1), ("tictactoe", 2), ("connect4-4x4", 1), ("tictactoe", 9)] {
            let (lines, games) = score(game, &player(depth));
            let all = lines.wins + lines.draws + lines.losses;
            assert!((all - 1.0).abs() < 1e-9, "{game}: {lines:?}");
            for (probability, count) in
                [(lines.wins, games.wins), (lines.draws, games.draws), (lines.losses, games.losses)]
            {
                let share = count as f64 / games.games() as f64;
                assert!((share - probability).abs() < 0.1, "{game}, depth {depth}: {lines:?}, {games:?}");
                assert!(probability > 0.0 || count == 0);
            }
            assert!((lines.errors - games.errors_a_game()).abs() < 0.15, "{lines:?}, {games:?}");
            assert!(lines.positions > 2);
            lost |= lines.losses > 0.0;
            drawn |= depth == 9 && lines.draws == 1.0 && lines.errors == 0.0;
        }
        assert!(lost && drawn);
    }

    #[test]
    fn a_position_that_comes_back_is_told() {
        let player = Request::default().hash(1 << 12).depth(1);
        let entry = *standard().find("dodgem-4x4").unwrap();
        let mut oracle = Oracle::new(&*entry.open(), &Request::default().hash(1 << 28)).unwrap();
        let arena = Arena::new(&entry, None, 1).unwrap();
        let said = oracle.lines(&arena, &player).unwrap_err().to_string();
        assert!(said.contains("comes back in these games"), "{said}");
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let player = Request::default().hash(1 << 12).depth(1);
        player.control.interrupt.store(true, Ordering::Relaxed);
        let entry = *standard().find("tictactoe").unwrap();
        let mut oracle = Oracle::new(&*entry.open(), &Request::default().hash(1 << 20)).unwrap();
        let arena = Arena::new(&entry, None, 1).unwrap();
        assert_eq!(oracle.lines(&arena, &player).unwrap(), None);
    }
}
