//! The weights of an evaluation that is being learned.

use super::targets;
use secateur_games::{Sight, TupleLayout, TupleNetwork};
use secateur_session::SeenGame;

/// The weights of a tuple network, and how each of them has changed so far.
///
/// Each weight has a step size of its own by temporal coherence (D. Beal and M. Smith, 1999): the less of its changes have
/// cancelled each other out, the larger.
#[derive(Clone, Debug)]
pub struct Learner {
    layout: TupleLayout,
    weights: Vec<f32>,
    /// For each weight the sum of its errors, and of their sizes.
    errors: Vec<[f32; 2]>,
    sight: Sight,
}

impl Learner {
    /// A learner that knows nothing: all weights are zero.
    pub fn new(layout: TupleLayout) -> Learner {
        let count = layout.shape().weights();
        Learner { weights: vec![0.0; count], errors: vec![[0.0; 2]; count], sight: layout.sight(), layout }
    }

    /// The tuples.
    pub fn layout(&self) -> &TupleLayout {
        &self.layout
    }

    /// The weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights as they are used at play.
    pub fn network(&self) -> TupleNetwork {
        TupleNetwork::rounded(self.layout.clone(), &self.weights)
    }

    /// The same with no more than so many weights that are not zero: those that are large and have met with many errors.
    pub fn network_of(&self, most: usize) -> TupleNetwork {
        let worth = |place: usize| self.weights[place].abs() * self.errors[place][1];
        let mut worths: Vec<f32> = (0..self.weights.len()).map(worth).filter(|&worth| worth > 0.0).collect();
        let Some(least) = worths.len().checked_sub(most + 1) else { return self.network() };
        let (_, &mut too_little, _) = worths.select_nth_unstable_by(least, f32::total_cmp);
        let kept = |(place, &weight): (usize, &f32)| if worth(place) > too_little { weight } else { 0.0 };
        let weights: Vec<f32> = self.weights.iter().enumerate().map(kept).collect();
        TupleNetwork::rounded(self.layout.clone(), &weights)
    }

    // ANCHOR: learn
    /// Learns from a game, from its last position to its first: each is drawn towards its target by `rate` of the error.
    /// Returns the sum of the errors' sizes.
    pub fn learn(&mut self, game: &SeenGame, lambda: f32, rate: f32) -> f64 {
        let (cells, mut sum) = (self.sight.cells().len(), 0.0);
        let step = rate / self.layout.places() as f32;
        let seen = game.cells.chunks_exact(cells).zip(&game.plies).zip(targets(game, lambda));
        for ((cells, ply), target) in seen.rev() {
            self.layout.look_at(&mut self.sight, cells, ply.view.into());
            let value = self.layout.sum::<f32, f32>(&self.weights, &self.sight).tanh();
            let error = target - value;
            sum += f64::from(error.abs());
            // The slope of tanh: values that are nearly certain move little.
            let error = error * (1.0 - value * value);
            for place in self.layout.counting(&self.sight) {
                let [net, total] = &mut self.errors[place];
                let coherence = if *total > 0.0 { net.abs() / *total } else { 1.0 };
                self.weights[place] += step * coherence * error;
                *net += error;
                *total += error.abs();
            }
        }
        sum
    }
    // ANCHOR_END: learn

    /// Each weight that has changed: its place, itself, and the sums of its errors.
    pub fn changed(&self) -> impl Iterator<Item = (usize, f32, [f32; 2])> {
        let all = self.weights.iter().zip(&self.errors).enumerate();
        all.filter(|(_, (_, errors))| errors[1] != 0.0)
            .map(|(place, (&weight, &errors))| (place, weight, errors))
    }

    /// Takes over a weight that had changed; whether there is such a place.
    pub fn restore(&mut self, place: usize, weight: f32, errors: [f32; 2]) -> bool {
        let is_there = place < self.weights.len();
        if is_there {
            (self.weights[place], self.errors[place]) = (weight, errors);
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{Inputs, TupleShape};
    use secateur_session::SeenPly;

    fn learner() -> Learner {
        Learner::new(TupleLayout::new(TupleShape::at_random(Inputs::of(2, 2), 4, 2, 1, 1)))
    }

    fn value(learner: &Learner, cells: &[u8]) -> f32 {
        let mut sight = learner.layout.sight();
        learner.layout.look_at(&mut sight, cells, 0);
        learner.layout.sum::<f32, f32>(&learner.weights, &sight).tanh()
    }

    #[test]
    fn values_come_near_their_targets() {
        let mut learner = learner();
        let ply = |best| SeenPly { view: 0, best, greedy: true };
        let game =
            SeenGame { cells: vec![1, 0, 0, 0, 0, 2, 0, 1], plies: vec![ply(0.5), ply(-0.25)], end: 0.0 };
        let first = learner.learn(&game, 0.0, 0.5);
        for _ in 0..200 {
            learner.learn(&game, 0.0, 0.5);
        }
        assert!(first > 0.5 && learner.learn(&game, 0.0, 0.5) < 0.01);
        assert!((value(&learner, &[1, 0, 0, 0]) - 0.5).abs() < 0.01);
        assert!((value(&learner, &[0, 2, 0, 1]) + 0.25).abs() < 0.01);
    }

    #[test]
    fn the_weights_that_matter_most_are_kept() {
        let mut learner = learner();
        let ply = |best| SeenPly { view: 0, best, greedy: true };
        let often = SeenGame { cells: vec![1, 0, 0, 0], plies: vec![ply(0.9)], end: 0.0 };
        let once = SeenGame { cells: vec![0, 0, 2, 2], plies: vec![ply(0.1)], end: 0.0 };
        learner.learn(&once, 0.0, 0.5);
        let rare = learner.network().weights().iter().filter(|&&weight| weight != 0).count();
        for _ in 0..50 {
            learner.learn(&often, 0.0, 0.5);
        }
        let there = |network: &TupleNetwork| network.weights().iter().filter(|&&weight| weight != 0).count();
        let all = there(&learner.network());
        assert!(rare > 0 && all > rare);
        assert_eq!(learner.network_of(all).weights(), learner.network().weights());
        let some = learner.network_of(all - 1);
        assert!(there(&some) < all && there(&some) > 0);
        let (whole, largest) = (learner.network(), learner.network_of(1));
        let kept = (0..).zip(largest.weights()).filter(|&(_, &weight)| weight != 0);
        assert!(kept.clone().all(|(place, weight): (usize, _)| whole.weights()[place] == *weight));
        assert!(kept.count() <= 1);
    }

    #[test]
    fn steps_shrink_where_errors_cancel_out() {
        let mut learner = learner();
        let game = |best| SeenGame {
            cells: vec![1, 0, 0, 0],
            plies: vec![SeenPly { view: 0, best, greedy: true }],
            end: 0.0,
        };
        let swing = |learner: &mut Learner| {
            let before = value(learner, &[1, 0, 0, 0]);
            learner.learn(&game(0.9), 0.0, 0.5);
            let after = value(learner, &[1, 0, 0, 0]);
            learner.learn(&game(-0.9), 0.0, 0.5);
            (after - before).abs()
        };
        let first = swing(&mut learner);
        let last = (0..100).map(|_| swing(&mut learner)).last().unwrap();
        assert!(last < first / 5.0, "{last} after {first}");
    }
}
