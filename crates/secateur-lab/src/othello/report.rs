//! The accuracy of static values against the true ones, on games that nothing was learnt from.

use super::labels::{Labels, is_exact};
use super::{GAMES, TrainingPlan, VALUES, round_folder};
use crate::error::Error;
use crate::store::load;
use secateur::Eval;
use secateur_games::othello::patterns::{Patterns, Weights};
use secateur_games::othello::{DISC, Judgement, Othello};
use std::path::Path;
use std::sync::Arc;

/// The accuracy with which static values predict the worth of positions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Quality {
    /// The mean distance, in discs.
    pub error: f64,
    /// Pearson's correlation, from -1 to 1; none if either does not vary.
    pub correlation: Option<f64>,
}

impl Quality {
    /// Returns the quality of pairs of a guess and a value, in points.
    fn of(pairs: &[(i32, i32)]) -> Quality {
        let n = pairs.len().max(1) as f64;
        let mean = |f: &dyn Fn(f64, f64) -> f64| {
            pairs.iter().map(|&(a, b)| f(f64::from(a), f64::from(b))).sum::<f64>() / n
        };
        let (a, b) = (mean(&|a, _| a), mean(&|_, b| b));
        let spread = (mean(&|x, _| (x - a).powi(2)) * mean(&|_, y| (y - b).powi(2))).sqrt();
        Quality {
            error: mean(&|a, b| (a - b).abs()) / f64::from(DISC),
            correlation: (spread > 0.0).then(|| mean(&|x, y| (x - a) * (y - b)) / spread),
        }
    }
}

/// The weights learnt for a stage, beside the evaluation by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct StageReport {
    /// Its first number of discs.
    pub discs: usize,
    /// The number of positions learnt from.
    pub positions: usize,
    /// The number of positions held back, to report on.
    pub held_back: usize,
    /// Whether their values are exact, rather than by search.
    pub exact: bool,
    /// The quality of the patterns.
    pub learnt: Quality,
    /// The quality of the evaluation by hand.
    pub by_hand: Quality,
}

/// Reports on the last round of a training that is done, from the first stage that has positions.
///
/// # Errors
///
/// One sentence if files cannot be read.
pub fn report(folder: &Path, plan: &TrainingPlan, weights: &Arc<Weights>) -> Result<Vec<StageReport>, Error> {
    let folder = round_folder(folder, plan.rounds);
    let games = load(&folder.join(GAMES))?;
    let stages = super::stages_of(&games, plan.games)?;
    let values = Labels::read(&folder.join(VALUES))?;
    let (mut patterns, mut rest) = (Patterns::new(weights.clone()), &values[..]);
    let mut reports = Vec::new();
    for (number, stage) in stages.iter().enumerate().rev() {
        let Some((own, others)) = rest.split_at_checked(stage.positions.len()) else { break };
        rest = others;
        let held: Vec<(&Othello, i32)> = (0..own.len())
            .filter(|&i| stage.is_held_back[i])
            .map(|i| (&stage.positions[i], i32::from(own[i])))
            .collect();
        if held.is_empty() {
            continue;
        }
        let quality = |value: &mut dyn FnMut(&Othello) -> i32| {
            Quality::of(&held.iter().map(|&(pos, worth)| (value(pos), worth)).collect::<Vec<_>>())
        };
        reports.push(StageReport {
            discs: 4 + 4 * number,
            positions: own.len() - held.len(),
            held_back: held.len(),
            exact: held.iter().all(|(pos, _)| is_exact(pos, plan)),
            learnt: quality(&mut |pos| patterns.eval(pos).get()),
            by_hand: quality(&mut |pos| Judgement.eval(pos).get()),
        });
    }
    reports.reverse();
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quality_is_distance_and_correlation() {
        let quality = Quality::of(&[(100, 300), (200, 500), (300, 700)]);
        assert_eq!(quality.error, 3.0);
        assert!((quality.correlation.unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(Quality::of(&[(5, 1), (5, 2)]).correlation, None);
    }
}
