//! What the terms of the evaluation say, and whether those who are ahead by them win.

use super::record::PlayedGame;
use crate::duel::Arena;
use crate::statistics::Estimate;
use secateur_games::Unreadable;
use secateur_games::linear::{Features, Weight};
use secateur_session::Session;
use std::collections::BTreeMap;

/// The positions of every so many plies are looked at.
const EVERY: usize = 2;

/// A term of the evaluation: weights under one name.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationTerm {
    /// Its name.
    pub name: &'static str,
    /// What it says on average, for either side, in hundredths of the game's unit.
    pub size: f64,
    /// Of the positions of decided games in which it says anything, the share in which it speaks for the winner.
    pub right: Option<Estimate>,
}

/// The terms over the positions of these games, the largest first; none if the evaluation is no sum of terms with names.
pub(super) fn terms(arena: &Arena, games: &[&PlayedGame]) -> Result<Vec<EvaluationTerm>, Unreadable> {
    let start = arena.board(&[])?;
    let (weights, unit) = (start.weights(), f64::from(start.unit().max(1)));
    if weights.is_empty() {
        return Ok(Vec::new());
    }
    // For each term the sum of its sizes, and by game how often it spoke for the winner and at all.
    let mut sums: BTreeMap<&'static str, (f64, usize, usize)> = BTreeMap::new();
    let mut positions = 0_usize;
    for game in games {
        let mut board: Box<dyn Session> = arena.board(&game.moves[..game.opening])?;
        for ply in game.opening..game.moves.len() {
            if let Some(features) = board.features().filter(|_| (ply - game.opening).is_multiple_of(EVERY)) {
                positions += 1;
                let sign = if ply.is_multiple_of(2) { game.result } else { -game.result };
                for (name, points) in said(&features, &weights) {
                    let (size, right, all) = sums.entry(name).or_default();
                    *size += points.abs();
                    let speaks = sign != 0 && points != 0.0;
                    *right += usize::from(speaks && (points > 0.0) == (sign > 0));
                    *all += usize::from(speaks);
                }
            }
            board.play(&game.moves[ply])?;
        }
    }
    let term = |(name, (size, right, all)): (&'static str, (f64, usize, usize))| EvaluationTerm {
        name,
        size: 100.0 * size / unit / positions.max(1) as f64,
        right: Estimate::share(right, all),
    };
    let mut terms: Vec<EvaluationTerm> = sums.into_iter().map(term).collect();
    terms.sort_by(|a, b| b.size.total_cmp(&a.size));
    Ok(terms)
}

/// The points of each term for the side to move.
fn said(features: &Features, weights: &[Weight]) -> BTreeMap<&'static str, f64> {
    let mut points: BTreeMap<&'static str, [f64; 2]> = BTreeMap::new();
    for count in &features.counts {
        let Weight { group, value: [first, last], .. } = weights[usize::from(count.index)];
        let term = points.entry(group).or_default();
        term[0] += f64::from(first) * f64::from(count.count);
        term[1] += f64::from(last) * f64::from(count.count);
    }
    let behind = points.values().map(|term| term[1]).sum::<f64>() < 0.0;
    let [first, last] = [features.first, features.last[usize::from(behind)]].map(f64::from);
    points.into_iter().map(|(name, term)| (name, first * term[0] + last * term[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_says_the_points_of_its_weights() {
        let weights = [
            Weight::of("men", 100),
            Weight::of("men", 30),
            Weight { value: [10, 50], ..Weight::of("tempo", 0) },
        ];
        let features = Features::new([2, -1, 3]);
        assert_eq!(said(&features, &weights), BTreeMap::from([("men", 170.0), ("tempo", 30.0)]));
        let half = Features::new([2, -1, 3]).at(0.5);
        assert_eq!(said(&half, &weights), BTreeMap::from([("men", 170.0), ("tempo", 90.0)]));
    }
}
