//! The weights of an evaluation that is being learned.

use super::targets;
use secateur_games::{TupleLayout, TupleNetwork};
use secateur_session::SeenGame;

/// The weights of a tuple network, and how each of them has changed so far.
///
/// Each weight has a step size of its own by temporal coherence (D. Beal and M. Smith, 1999): the less of its changes have
/// cancelled each other out, the larger.
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) layout: TupleLayout,
    pub(super) weights: Vec<f32>,
    /// For each weight the sum of its errors, and of their sizes.
    pub(super) errors: Vec<[f32; 2]>,
    /// What the weights were on average, and how often they were looked at for it.
    averages: Vec<f32>,
    looks: u64,
}

/// How much the average makes of what was last: the part of the last looks, the number of all to the power of this.
const LATE: f32 = 3.0;

impl Learner {
    /// A learner that knows nothing: all weights are zero.
    pub fn new(layout: TupleLayout) -> Learner {
        let count = layout.shape().weights();
        let (weights, errors, averages) = (vec![0.0; count], vec![[0.0; 2]; count], vec![0.0; count]);
        Learner { weights, errors, averages, looks: 0, layout }
    }

    /// The tuples.
    pub fn layout(&self) -> &TupleLayout {
        &self.layout
    }

    /// The weights, as they learn.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weights as they are used at play: their average, once there is one.
    fn settled(&self) -> &[f32] {
        if self.looks == 0 { &self.weights } else { &self.averages }
    }

    /// The network for play.
    pub fn network(&self) -> TupleNetwork {
        TupleNetwork::rounded(self.layout.clone(), self.settled())
    }

    /// The weights of the network for play; no more than so many of them that are not zero, if a number is given: those that are
    /// large and have met with many errors.
    pub(super) fn settled_of(&self, most: Option<usize>) -> Vec<f32> {
        let settled = self.settled();
        let worth = |place: usize| settled[place].abs() * self.errors[place][1];
        let mut worths: Vec<f32> = (0..settled.len()).map(worth).filter(|&worth| worth > 0.0).collect();
        let Some(least) = most.and_then(|most| worths.len().checked_sub(most + 1)) else {
            return settled.to_vec();
        };
        let (_, &mut too_little, _) = worths.select_nth_unstable_by(least, f32::total_cmp);
        let kept = |(place, &weight): (usize, &f32)| if worth(place) > too_little { weight } else { 0.0 };
        settled.iter().enumerate().map(kept).collect()
    }

    // ANCHOR: average
    /// Takes the weights of now into their average, in which a weight counts the more the later it was: of `n` looks the last
    /// half makes up fifteen sixteenths (O. Shamir and T. Zhang, 2013).
    pub fn look_back(&mut self) {
        self.looks += 1;
        let part = (LATE + 1.0) / (LATE + self.looks as f32);
        for (average, weight) in self.averages.iter_mut().zip(&self.weights) {
            *average += part * (weight - *average);
        }
    }
    // ANCHOR_END: average

    /// Learns from games, from the last position of each to its first: each is drawn towards its target by `rate` of the error.
    /// Returns the sum of the errors' sizes. Positions of different stages and views have no weight in common, so that threads
    /// share them out; what comes of it is the same.
    pub fn learn(&mut self, games: &[SeenGame], lambda: f32, rate: f32, threads: usize) -> f64 {
        let shape = self.layout.shape();
        let sets = usize::from(shape.inputs.views) * usize::from(shape.stages);
        let (size, threads) = (self.weights.len() / sets, threads.clamp(1, sets));
        let mut shares: Vec<Vec<Option<Set>>> = (0..threads).map(|_| Vec::new()).collect();
        let parts = self.weights.chunks_mut(size).zip(self.errors.chunks_mut(size));
        for (n, (weights, errors)) in parts.enumerate() {
            let set = Set { first: n * size, weights, errors, sum: 0.0 };
            shares.iter_mut().for_each(|share| share.push(None));
            shares[n % threads][n] = Some(set);
        }
        let (layout, step) = (&self.layout, rate / self.layout.places() as f32);
        std::thread::scope(|scope| {
            let (own, others) = shares.split_first_mut().expect("a thread at least");
            for share in others {
                scope.spawn(move || learn_sets(share, layout, games, lambda, step));
            }
            learn_sets(own, layout, games, lambda, step);
        });
        (0..sets).filter_map(|n| shares[n % threads][n].as_ref()).map(|set| set.sum).sum()
    }

    /// How often the weights were taken into their average.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Each weight that has changed: its place, itself with its average, and the sums of its errors.
    pub fn changed(&self) -> impl Iterator<Item = (usize, [f32; 2], [f32; 2])> {
        let all = self.weights.iter().zip(&self.averages).zip(&self.errors).enumerate();
        all.filter(|(_, (_, errors))| errors[1] != 0.0)
            .map(|(place, ((&weight, &average), &errors))| (place, [weight, average], errors))
    }

    /// Takes over a weight that had changed, with its average; whether there is such a place.
    pub fn restore(&mut self, place: usize, [weight, average]: [f32; 2], errors: [f32; 2]) -> bool {
        let is_there = place < self.weights.len();
        if is_there {
            (self.weights[place], self.averages[place], self.errors[place]) = (weight, average, errors);
        }
        is_there
    }

    /// Goes on after so many looks at the weights.
    pub fn restore_looks(&mut self, looks: u64) {
        self.looks = looks;
    }
}

/// The weights of a stage and a view, with their errors, and the sum of those of positions.
struct Set<'a> {
    /// The place of the first weight.
    first: usize,
    weights: &'a mut [f32],
    errors: &'a mut [[f32; 2]],
    sum: f64,
}

/// Learns from the positions of those sets that are there.
fn learn_sets(sets: &mut [Option<Set>], layout: &TupleLayout, games: &[SeenGame], lambda: f32, step: f32) {
    let (mut sight, mut places) = (layout.sight(), Vec::new());
    let (cells, size) = (sight.cells().len(), layout.shape().weights() / sets.len());
    for game in games {
        let seen = game.cells.chunks_exact(cells).zip(&game.plies).zip(targets(game, lambda));
        for ((cells, ply), target) in seen.rev() {
            layout.look_at(&mut sight, cells, ply.view.into());
            places.clear();
            places.extend(layout.counting(&sight));
            if let Some(set) = &mut sets[places[0] / size] {
                places.iter_mut().for_each(|place| *place -= set.first);
                set.learn(&places, target, step);
            }
        }
    }
}

impl Set<'_> {
    // ANCHOR: learn
    /// Draws a position, in which the weights at these places count, towards its target.
    fn learn(&mut self, places: &[usize], target: f32, step: f32) {
        let value = self.value(places).tanh();
        let error = target - value;
        self.sum += f64::from(error.abs());
        // The slope of tanh: values that are nearly certain move little.
        let error = error * (1.0 - value * value);
        for &place in places {
            draw(&mut self.weights[place], &mut self.errors[place], step, error);
        }
    }
    // ANCHOR_END: learn

    /// The sum of the weights at these places, in the order in which [`TupleLayout::sum`] adds them up.
    fn value(&self, places: &[usize]) -> f32 {
        let (mut chunks, mut sums) = (places.chunks_exact(4), [0.0; 4]);
        for places in &mut chunks {
            for (sum, &place) in sums.iter_mut().zip(places) {
                *sum += self.weights[place];
            }
        }
        let rest = chunks.remainder().iter().map(|&place| self.weights[place]);
        rest.chain(sums).sum()
    }
}

// ANCHOR: draw
/// Draws a weight by a step's share of an error, the less the more its errors have cancelled each other out.
pub(super) fn draw(weight: &mut f32, [net, total]: &mut [f32; 2], step: f32, error: f32) {
    let coherence = if *total > 0.0 { net.abs() / *total } else { 1.0 };
    *weight += step * coherence * error;
    *net += error;
    *total += error.abs();
}
// ANCHOR_END: draw

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{Inputs, TupleShape};
    use secateur_session::SeenPly;
    use std::slice;

    fn seen(cells: Vec<u8>, plies: Vec<SeenPly>, end: f32) -> SeenGame {
        SeenGame { cells, plies, end, ..SeenGame::default() }
    }

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
        let game = seen(vec![1, 0, 0, 0, 0, 2, 0, 1], vec![ply(0.5), ply(-0.25)], 0.0);
        let first = learner.learn(slice::from_ref(&game), 0.0, 0.5, 1);
        for _ in 0..200 {
            learner.learn(slice::from_ref(&game), 0.0, 0.5, 1);
        }
        assert!(first > 0.5 && learner.learn(slice::from_ref(&game), 0.0, 0.5, 1) < 0.01);
        assert!((value(&learner, &[1, 0, 0, 0]) - 0.5).abs() < 0.01);
        assert!((value(&learner, &[0, 2, 0, 1]) + 0.25).abs() < 0.01);
    }

    #[test]
    fn the_weights_that_matter_most_are_kept() {
        let mut learner = learner();
        let ply = |best| SeenPly { view: 0, best, greedy: true };
        let often = seen(vec![1, 0, 0, 0], vec![ply(0.9)], 0.0);
        let once = seen(vec![0, 0, 2, 2], vec![ply(0.1)], 0.0);
        learner.learn(slice::from_ref(&once), 0.0, 0.5, 1);
        let rare = learner.network().weights().iter().filter(|&&weight| weight != 0).count();
        for _ in 0..50 {
            learner.learn(slice::from_ref(&often), 0.0, 0.5, 1);
        }
        let there = |network: &TupleNetwork| network.weights().iter().filter(|&&weight| weight != 0).count();
        let all = there(&learner.network());
        assert!(rare > 0 && all > rare);
        let of = |most| TupleNetwork::rounded(learner.layout.clone(), &learner.settled_of(Some(most)));
        assert_eq!(of(all).weights(), learner.network().weights());
        let some = of(all - 1);
        assert!(there(&some) < all && there(&some) > 0);
        let (whole, largest) = (learner.network(), of(1));
        let kept = (0..).zip(largest.weights()).filter(|&(_, &weight)| weight != 0);
        assert!(kept.clone().all(|(place, weight): (usize, _)| whole.weights()[place] == *weight));
        assert!(kept.count() <= 1);
    }

    #[test]
    fn threads_change_nothing() {
        let inputs = Inputs { views: 2, ..Inputs::of(2, 2) };
        let shape = TupleShape::at_random(inputs, 4, 3, 3, 1);
        let ply =
            |n: usize| SeenPly { view: (n % 2) as u8, best: (n as f32).sin(), greedy: !n.is_multiple_of(3) };
        let cells = |n: usize| (0..4).map(move |cell| ((n * 7 + cell * 5) % 11 % 3) as u8);
        let game = |n: usize| seen((n..n + 9).flat_map(cells).collect(), (n..n + 9).map(ply).collect(), -1.0);
        let games: Vec<SeenGame> = (0..20).map(game).collect();
        let learned = |threads| {
            let mut learner = Learner::new(TupleLayout::new(shape.clone()));
            let errors = learner.learn(&games, 0.5, 1.0, threads);
            (learner, errors)
        };
        let (one, errors) = learned(1);
        let changed = one.weights.chunks(one.weights.len() / 6).filter(|set| set.iter().any(|&w| w != 0.0));
        assert!(changed.count() > 3 && errors > 0.0);
        for threads in [2, 3, 4, 16] {
            let (other, sum) = learned(threads);
            assert_eq!((other.weights, sum), (one.weights.clone(), errors));
        }
    }

    #[test]
    fn values_are_those_of_the_layout() {
        let mut learner = learner();
        let size = learner.weights.len();
        learner.weights = (0..size).map(|n| (n as f32).sin()).collect();
        let mut sight = learner.layout.sight();
        learner.layout.look_at(&mut sight, &[1, 0, 2, 1], 0);
        let places: Vec<usize> = learner.layout.counting(&sight).collect();
        let sum = learner.layout.sum::<f32, f32>(&learner.weights, &sight);
        let set = Set { first: 0, weights: &mut learner.weights, errors: &mut learner.errors, sum: 0.0 };
        assert_eq!(set.value(&places), sum);
    }

    #[test]
    fn averages_are_those_of_late_weights() {
        let mut learner = learner();
        let place = learner.layout.counting(&learner.layout.sight()).next().unwrap();
        for look in 1..=100 {
            learner.weights[place] = if look <= 50 { 0.0 } else { 1.0 };
            learner.look_back();
        }
        assert!((learner.averages[place] - 15.0 / 16.0).abs() < 0.01, "{}", learner.averages[place]);
        let steps = (learner.averages[place] * TupleNetwork::STEPS).round() as i16;
        assert_eq!(learner.network().weights()[place], steps);
    }

    #[test]
    fn steps_shrink_where_errors_cancel_out() {
        let mut learner = learner();
        let game = |best| seen(vec![1, 0, 0, 0], vec![SeenPly { view: 0, best, greedy: true }], 0.0);
        let swing = |learner: &mut Learner| {
            let before = value(learner, &[1, 0, 0, 0]);
            learner.learn(&[game(0.9)], 0.0, 0.5, 1);
            let after = value(learner, &[1, 0, 0, 0]);
            learner.learn(&[game(-0.9)], 0.0, 0.5, 1);
            (after - before).abs()
        };
        let first = swing(&mut learner);
        let last = (0..100).map(|_| swing(&mut learner)).last().unwrap();
        assert!(last < first / 5.0, "{last} after {first}");
    }
}
