//! Committees: several learners of one game, whose mean is played.

use super::Learner;
use secateur_games::{TupleLayout, TupleNetwork, TupleShape};
use std::collections::HashMap;

// ANCHOR: committee
/// The network whose sum is the mean of those of several learners of one board and as many stages: it has the tuples of all, and
/// of each weight the part that is theirs. A tuple that several have counts once. With a number, no more weights than so many that
/// are not zero, as many of each learner.
///
/// Where learners err in different positions, their mean tends to err less than any of them (L. Hansen and P. Salamon, *Neural network
/// ensembles*, 1990; of temporal differences, S. Faußer and F. Schwenker, *Neural network ensembles in reinforcement learning*,
/// 2015). It takes as many times as long to look at a position as it has tuples more.
///
/// # Panics
///
/// If there are no learners, or they are of different boards or stages.
pub fn mean_network(learners: &[&Learner], most: Option<usize>) -> TupleNetwork {
    // As it is, with tuples that stand there twice: the same weights, rounded once.
    if let [alone] = learners {
        return TupleNetwork::rounded(alone.layout().clone(), &alone.settled_of(most));
    }
    let shapes = || learners.iter().map(|learner| learner.layout().shape());
    let first = shapes().next().expect("a learner at least");
    assert!(shapes().all(|shape| (shape.inputs, shape.stages) == (first.inputs, first.stages)), "one board");
    let (mut tuples, mut known) = (Vec::new(), HashMap::new());
    for tuple in shapes().flat_map(|shape| &shape.tuples) {
        known.entry(tuple).or_insert_with(|| {
            tuples.push(tuple.clone());
            tuples.len() - 1
        });
    }
    let layout = TupleLayout::new(TupleShape { tuples, ..first.clone() });
    let mut weights = vec![0.0; layout.shape().weights()];
    let sets = usize::from(first.inputs.views) * usize::from(first.stages);
    for learner in learners {
        let own = learner.settled_of(most.map(|most| most / learners.len()));
        let mut rest = &own[..];
        for set in 0..sets {
            for tuple in &learner.layout().shape().tuples {
                let to = layout.table(set, known[tuple]);
                let (table, others) = rest.split_at(to.len());
                rest = others;
                let parts = table.iter().map(|weight| weight / learners.len() as f32);
                weights[to].iter_mut().zip(parts).for_each(|(weight, part)| *weight += part);
            }
        }
    }
    TupleNetwork::rounded(layout, &weights)
}
// ANCHOR_END: committee

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::Inputs;
    use secateur_session::{SeenGame, SeenPly};
    use std::slice;

    /// A learner of a board of four cells, of two stages, that has seen one game.
    fn learner(seed: u64, best: f32) -> Learner {
        let shape = TupleShape::at_random(Inputs { views: 2, ..Inputs::of(2, 2) }, 5, 2, 2, seed);
        let mut learner = Learner::new(TupleLayout::new(shape));
        let plies = [(0, best), (1, best / 2.0)].map(|(view, best)| SeenPly { view, best, greedy: true });
        let game = SeenGame {
            cells: vec![0, 1, 0, 0, 0, 1, 2, 1],
            plies: plies.into(),
            end: 0.0,
            ..SeenGame::default()
        };
        learner.learn(slice::from_ref(&game), 0.0, 0.5, 1);
        learner
    }

    fn sum(network: &TupleNetwork, cells: &[u8], view: usize) -> f32 {
        let mut sight = network.layout().sight();
        network.layout().look_at(&mut sight, cells, view);
        network.layout().sum::<i16, i32>(network.weights(), &sight) as f32
    }

    #[test]
    fn its_sum_is_the_mean() {
        let learners = [learner(1, 0.9), learner(2, -0.3), learner(3, 0.5)];
        let all: Vec<&Learner> = learners.iter().collect();
        let mean = mean_network(&all, None);
        let tuples = |network: &TupleNetwork| network.layout().shape().tuples.len();
        // Of few pairs of cells, some are chosen more than once.
        assert!(tuples(&mean) < 15, "{} tuples", tuples(&mean));
        let mut differ = false;
        for (cells, view) in [([0, 1, 0, 0], 0), ([0, 1, 2, 1], 1), ([0, 1, 2, 1], 0), ([2, 1, 0, 0], 0)] {
            let sums = all.iter().map(|learner| sum(&learner.network(), &cells, view));
            let (sums, expected): (Vec<f32>, f32) = (sums.clone().collect(), sums.sum::<f32>() / 3.0);
            // Each weight of either is rounded.
            assert!((sum(&mean, &cells, view) - expected).abs() <= 40.0, "{cells:?} {view}");
            differ |= sums.iter().any(|sum| (sum - expected).abs() > 200.0);
        }
        assert!(differ);
    }

    #[test]
    fn of_one_it_is_the_network() {
        let one = learner(7, 0.9);
        let sums = |network: &TupleNetwork| [0, 1].map(|view| sum(network, &[0, 1, 2, 1], view));
        assert_eq!(sums(&mean_network(&[&one], None)), sums(&one.network()));
        let there = |network: &TupleNetwork| network.weights().iter().filter(|&&weight| weight != 0).count();
        let all = there(&one.network());
        let some = there(&mean_network(&[&one], Some(all - 1)));
        assert!((1..all).contains(&some), "{some} of {all}");
    }
}
