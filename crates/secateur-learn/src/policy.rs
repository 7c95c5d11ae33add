//! Weights that say which moves deserve to be looked at.

use crate::Learner;
use crate::learner::draw;
use secateur_session::{SeenChoice, SeenGame};

/// How many times as large as those of a value the steps of a policy are: of the weights that count after a move most count after
/// the others as well, and do not tell them apart.
const LARGER: f32 = 4.0;

impl Learner {
    /// Learns from what searches have chosen: of each position the chances of its moves, by the sums of the weights after them, are
    /// drawn towards their shares in the visits, by `rate` of the error. Returns the sum over all positions of how much they
    /// differ, from 0, where they are alike, to 2.
    pub fn learn_choices(&mut self, games: &[SeenGame], rate: f32) -> f64 {
        let mut page = Page { errors: vec![0.0; self.weights.len()], places: Vec::new() };
        let step = LARGER * rate / self.layout.places() as f32;
        games
            .iter()
            .flat_map(|game| &game.choices)
            .map(|choice| self.learn_choice(choice, step, &mut page))
            .sum()
    }

    // ANCHOR: policy
    fn learn_choice(&mut self, choice: &SeenChoice, step: f32, page: &mut Page) -> f64 {
        let sums = self.sums(choice);
        let most = sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let all: f32 = sums.iter().map(|sum| (sum - most).exp()).sum();
        let errors = choice.shares.iter().zip(&sums).map(|(share, sum)| share - (sum - most).exp() / all);
        let errors: Vec<f32> = errors.collect();
        self.gather(choice, &errors, page);
        for place in page.places.drain(..) {
            let error = std::mem::take(&mut page.errors[place]);
            draw(&mut self.weights[place], &mut self.errors[place], step, error);
        }
        errors.iter().map(|error| f64::from(error.abs())).sum()
    }
    // ANCHOR_END: policy

    /// What the weights say of each move.
    fn sums(&self, choice: &SeenChoice) -> Vec<f32> {
        let mut sight = self.layout.sight();
        let seen = choice.cells.chunks_exact(sight.cells().len()).zip(&choice.views);
        let sum = |(cells, &view): (&[u8], &u8)| {
            self.layout.look_at(&mut sight, cells, view.into());
            self.layout.sum::<f32, f32>(&self.weights, &sight)
        };
        seen.map(sum).collect()
    }

    /// The error of each weight: the sum of those of all moves after which it counts.
    fn gather(&self, choice: &SeenChoice, errors: &[f32], page: &mut Page) {
        let mut sight = self.layout.sight();
        let seen = choice.cells.chunks_exact(sight.cells().len()).zip(&choice.views);
        for ((cells, &view), &error) in seen.zip(errors).filter(|&(_, &error)| error != 0.0) {
            self.layout.look_at(&mut sight, cells, view.into());
            for place in self.layout.counting(&sight) {
                if page.errors[place] == 0.0 {
                    page.places.push(place);
                }
                page.errors[place] += error;
            }
        }
    }
}

/// The errors of the weights in a position, and where there are some. (A place may be listed twice, and has no error left then.)
struct Page {
    errors: Vec<f32>,
    places: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{Inputs, TupleLayout, TupleShape};
    use std::slice;

    fn choice(shares: [f32; 3]) -> SeenChoice {
        let cells = vec![1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1];
        SeenChoice { cells, views: vec![0; 3], shares: shares.to_vec() }
    }

    fn learner() -> Learner {
        Learner::new(TupleLayout::new(TupleShape::at_random(Inputs::of(2, 2), 6, 2, 1, 1)))
    }

    #[test]
    fn chances_come_near_their_shares() {
        let (mut learner, choice) = (learner(), choice([0.7, 0.2, 0.1]));
        let game = SeenGame { choices: vec![choice.clone()], ..SeenGame::default() };
        let first = learner.learn_choices(slice::from_ref(&game), 1.0);
        let errors: Vec<f64> =
            (0..2_000).map(|_| learner.learn_choices(slice::from_ref(&game), 1.0)).collect();
        assert!(first > 0.7 && errors[1_999] < 0.01, "{first}, {}", errors[1_999]);
        let sums = learner.sums(&choice);
        assert!((sums[0] - sums[1] - (0.7_f32 / 0.2).ln()).abs() < 0.05, "{sums:?}");
    }

    #[test]
    fn what_counts_after_all_moves_alike_learns_nothing() {
        let (mut learner, choice) = (learner(), choice([0.5, 0.5, 0.0]));
        let mut same = choice.clone();
        same.cells = [1, 0, 0, 0].repeat(3);
        learner.learn_choices(&[SeenGame { choices: vec![same], ..SeenGame::default() }], 1.0);
        assert!(learner.weights.iter().all(|weight| weight.abs() < 1e-6));
        learner.learn_choices(&[SeenGame { choices: vec![choice], ..SeenGame::default() }], 1.0);
        assert!(learner.weights.iter().any(|weight| weight.abs() > 0.01));
    }
}
