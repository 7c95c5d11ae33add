//! Othello against the `ai-othello` crate: pairs of games from random openings, colours changed, equal time.

use ai_othello::{EvaluationProfile, GameResult, Move, Position, SearchConfig, Side, search_until};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Request, Session};
use secateur_standard::standard;
use std::time::{Duration, Instant};

/// The games to play.
#[derive(Copy, Clone, Debug)]
pub struct MatchPlan {
    /// The number of pairs of games.
    pub pairs: u64,
    /// For a move, on either side.
    pub time: Duration,
    /// Random moves to begin with.
    pub opening: usize,
    /// The seed of the openings.
    pub seed: u64,
}

/// The result of the games.
#[derive(Copy, Clone, Debug, Default)]
pub struct MatchTally {
    /// Ours won, drawn, and lost.
    pub games: [u64; 3],
    /// The time that each side took, ours first, and for how many moves.
    pub spent: [(Duration, u32); 2],
}

impl MatchTally {
    /// The part of the points that is ours, from 0 to 1.
    pub fn share(&self) -> f64 {
        let [won, drawn, lost] = self.games.map(|n| n as f64);
        (won + drawn / 2.0) / (won + drawn + lost)
    }

    /// Milliseconds a move, ours first.
    pub fn pace(&self) -> [f64; 2] {
        self.spent.map(|(time, moves)| 1e3 * time.as_secs_f64() / f64::from(moves.max(1)))
    }
}

/// The crate's move: ever deeper until the time is up. (It searches to a fixed depth; the deepest search that was
/// finished counts.)
fn peer(position: Position, time: Duration) -> Option<Move> {
    let deadline = Instant::now() + time;
    let mut best = None;
    for depth in 1..=60 {
        let config = SearchConfig::fixed_depth(depth, EvaluationProfile::Phase);
        // The shallowest search is always finished: there has to be a move.
        let Some(report) = search_until(position, config, || depth > 1 && Instant::now() >= deadline) else {
            break;
        };
        best = report.best_move;
        if report.principal_variation.len() < usize::from(depth) {
            break; // It sees the end of the game.
        }
    }
    best
}

/// Ours, through the same session as the command line's.
fn ours(board: &mut dyn Session, request: &Request) -> Option<Move> {
    let answer = board.analyse(request, &mut |_| {});
    answer.best?.parse().ok()
}

/// Plays a game: 0 if ours won, 1 for a draw, 2 if it lost.
fn game(
    plan: &MatchPlan,
    opening: &[Move],
    black: bool,
    tally: &mut MatchTally,
) -> Result<usize, Unreadable> {
    let algorithm = Algorithm::named("engine")?;
    let request = Request::default().algorithm(algorithm).time(plan.time).hash(16 << 20);
    let mut board = standard().find("othello")?.open();
    let mut position = Position::default();
    let play = |board: &mut dyn Session, position: &mut Position, m: Move| {
        board.play(&m.to_string())?;
        position.make_move(m).map(|_| ()).map_err(|e| Unreadable(e.to_string()))
    };
    opening.iter().try_for_each(|&m| play(&mut *board, &mut position, m))?;
    while position.result() == GameResult::Ongoing {
        let mine = (position.side_to_move() == Side::Black) == black;
        let start = Instant::now();
        let m = if mine { ours(&mut *board, &request) } else { peer(position, plan.time) };
        let spent = &mut tally.spent[usize::from(!mine)];
        *spent = (spent.0 + start.elapsed(), spent.1 + 1);
        let Some(m) = m else { return Err(Unreadable(format!("there is no move in {}", board.position()))) };
        play(&mut *board, &mut position, m)?;
    }
    Ok(match position.result() {
        GameResult::Win { winner, .. } if (winner == Side::Black) == black => 0,
        GameResult::Win { .. } => 2,
        _ => 1,
    })
}

/// Random moves from the start, by a seed; fewer only if the game ends.
fn opening(plan: &MatchPlan, pair: u64) -> Vec<Move> {
    let mut random = SplitMix64::seed_from_u64(plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ pair);
    let mut position = Position::default();
    let mut moves = Vec::new();
    while moves.len() < plan.opening && position.result() == GameResult::Ongoing {
        let legal = position.legal_moves();
        let m = legal.as_slice()[(random.next_u64() % legal.as_slice().len() as u64) as usize];
        if position.make_move(m).is_err() {
            break;
        }
        moves.push(m);
    }
    moves
}

/// Plays all of it; `heard` is called for each pair.
///
/// # Errors
///
/// One sentence if the two sides disagree about the rules.
pub fn versus(plan: &MatchPlan, mut heard: impl FnMut(&MatchTally)) -> Result<MatchTally, Unreadable> {
    let mut tally = MatchTally::default();
    for pair in 0..plan.pairs {
        let opening = opening(plan, pair);
        for black in [true, false] {
            let result = game(plan, &opening, black, &mut tally)?;
            tally.games[result] += 1;
        }
        heard(&tally);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_match_is_won() {
        let plan = MatchPlan { pairs: 2, time: Duration::from_millis(2), opening: 6, seed: 1 };
        let mut heard = 0;
        let tally = versus(&plan, |_| heard += 1).unwrap();
        assert_eq!((heard, tally.games.iter().sum::<u64>()), (2, 4));
        assert!(tally.share() > 0.5, "{tally:?}");
        assert!(tally.spent.iter().all(|&(_, moves)| moves > 80));
        assert!(opening(&plan, 0) != opening(&plan, 1) && opening(&plan, 0).len() == 6);
    }
}
