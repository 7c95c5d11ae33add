//! Games to learn from: many different ones rather than good ones.

use super::TrainingPlan;
use crate::random::below;
use crate::store::KeptGame;
use crate::store::KeptPosition;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::order::{MoveScore, Ranked};
use secateur::{Game, Never, Score, Search, With, algo};
use secateur_games::othello::patterns::{Patterns, Weights};
use secateur_games::othello::{EndGame, Othello, Square, record};
use secateur_games::{Notation, Unreadable};
use std::sync::Arc;

/// The least number of random moves that begin a game.
const RANDOM: usize = 4;
/// A bound on the number of random moves beyond those.
const MORE: usize = 16;
/// After them, one move in this many is random.
const A_RANDOM_MOVE_IN: usize = 16;
/// The depth of the searches for moves.
const DEPTH: u32 = 2;

/// A search with patterns, and with the end-game played out.
pub(super) type Searcher =
    Search<Othello, EndGame<Patterns>, With<(), Never, (), Ranked<MoveScore, Othello>>>;

pub(super) fn searcher(weights: Arc<Weights>) -> Searcher {
    Search::new(EndGame::new(Patterns::new(weights))).order(Ranked::new(MoveScore))
}

/// The value of a position by a search of this depth.
pub(super) fn search(searcher: &mut Searcher, pos: &Othello, depth: u32) -> Score {
    let Ok(score) = algo::alpha_beta(searcher, pos, depth, -Score::INF, Score::INF);
    score
}

/// Plays the game of that number: at random alone where nothing is learnt.
pub(super) fn play(plan: &TrainingPlan, number: u64, searcher: Option<&mut Searcher>) -> KeptGame {
    let mut random = SplitMix64::seed_from_u64(SplitMix64::seed_from_u64(plan.seed).next_u64() ^ number);
    let mut players = searcher;
    let begin = RANDOM + below(&mut random, MORE);
    let (mut pos, mut line, mut ply) = (Othello::start(), String::new(), 0);
    while pos.outcome().is_none() {
        let moves: Vec<Square> = pos.moves().collect();
        let by_chance = pos.empties() as usize + begin > 60 || below(&mut random, A_RANDOM_MOVE_IN) == 0;
        let m = match &mut players {
            Some(searcher) if !by_chance => best(searcher, &pos, &moves),
            _ => moves[below(&mut random, moves.len())],
        };
        line.push_str(&m.to_string());
        ply += 1;
        pos.play(m);
    }
    let [x, o] = pos.colours().map(|discs| discs.count_ones() as i32);
    // The line is a position of its own: the last one.
    let position = KeptPosition { ply, position: line, score: x - o };
    KeptGame { number, result: (x - o).signum(), positions: vec![position] }
}

fn best(searcher: &mut Searcher, pos: &Othello, moves: &[Square]) -> Square {
    let (mut best, mut alpha) = (moves[0], -Score::INF);
    for &m in moves {
        let Ok(score) = algo::alpha_beta(searcher, &pos.child(m), DEPTH - 1, -Score::INF, -alpha);
        if -score > alpha {
            (best, alpha) = (m, -score);
        }
    }
    best
}

/// The positions of a game, but for the last.
pub(super) fn positions(record: &KeptGame) -> Result<Vec<Othello>, Unreadable> {
    let line = record.positions.first().map_or("", |last| &last.position);
    let game = record::Record::read(line).map_err(|e| Unreadable(format!("game {}: {e}", record.number)))?;
    let mut pos = *game.start();
    let before = |played: &record::Played| {
        let before = pos;
        pos.play(played.square);
        before
    };
    Ok(game.moves().iter().map(before).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: TrainingPlan = TrainingPlan { seed: 5, ..TrainingPlan::QUICK };

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let games: Vec<KeptGame> = (0..3).map(|number| play(&PLAN, number, None)).collect();
        assert_ne!(games[1].positions, games[2].positions);
        assert_eq!(play(&PLAN, 2, None), games[2]);
        let mut searcher = searcher(Weights::none().into());
        let played: Vec<KeptGame> = (0..3).map(|number| play(&PLAN, number, Some(&mut searcher))).collect();
        assert_ne!(played[2].positions, games[2].positions);
        assert_eq!(play(&PLAN, 2, Some(&mut searcher)), played[2]);
    }

    #[test]
    fn positions_are_those_before_each_move() {
        let game = play(&PLAN, 4, None);
        let positions = positions(&game).unwrap();
        assert_eq!(positions[0].empties(), 60);
        assert!(positions.iter().all(|pos| pos.outcome().is_none()));
        let last = positions[positions.len() - 1];
        let end = last.moves().map(|m| last.child(m)).find(|pos| pos.outcome().is_some());
        assert!(end.is_some());
        let broken = KeptGame {
            number: 7,
            positions: vec![KeptPosition { ply: 2, position: "f5f5".into(), score: 0 }],
            ..game
        };
        let error = super::positions(&broken).unwrap_err().0;
        assert_eq!(error, "game 7: move 2: 'f5' is not a legal move, expected one of f4 d6 f6");
    }
}
