//! The book's exercises on learning: every number in their solutions that the library can tell.

use crate::learner::draw;
use crate::{Learner, targets};
use secateur_games::{Inputs, TupleLayout, TupleShape};
use secateur_session::{SeenChoice, SeenGame, SeenPly};
use std::slice;

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-3
}

#[test]
fn temporal_differences() {
    // 1: the game of three plies in the chapter, then with a second move that was the best.
    let ply = |best, greedy| SeenPly { view: 0, best, greedy };
    let first = |second: bool, lambda| {
        let plies = vec![ply(0.2, true), ply(0.4, second), ply(1.0, true)];
        let game = SeenGame { plies, end: -1.0, ..SeenGame::default() };
        f64::from(targets(&game, lambda).next().unwrap())
    };
    for (lambda, target) in [(0.0, 0.2), (0.5, -0.1), (1.0, -0.4), (0.8, -0.28)] {
        assert!(near(first(false, lambda), target), "{lambda}");
    }
    assert!(near(first(true, 0.8), 0.616));
    // 2: errors that cancel out.
    let (mut weight, mut errors) = (0.0, [0.2, 0.6]);
    draw(&mut weight, &mut errors, 1.0, -0.2);
    assert!(near(f64::from(weight), -0.2 / 3.0) && near(f64::from(errors[0]), 0.0));
    let before = weight;
    draw(&mut weight, &mut errors, 1.0, -0.2);
    assert_eq!(weight, before);
    // 3: the columns that can be, from empty to full.
    assert_eq!((3_u32.pow(6), (0..=6).map(|stones| 2_u32.pow(stones)).sum()), (729, 127));
    // 4: what the average makes of the last quarter.
    let mut learner = Learner::new(TupleLayout::new(TupleShape::at_random(Inputs::of(2, 2), 4, 2, 1, 1)));
    for look in 1..=1_000 {
        learner.weights.fill(if look <= 750 { 0.0 } else { 1.0 });
        learner.look_back();
    }
    let part = f64::from(learner.network().weights()[0]) / f64::from(secateur_games::TupleNetwork::STEPS);
    assert!((part - 175.0 / 256.0).abs() < 0.005, "{part}");
}

#[test]
fn policy() {
    // 1 and 2: sums of 1, 0 and 0, then 11, 10 and 10, against shares of six, three and one.
    let cells = vec![1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1];
    let choice = SeenChoice { cells, views: vec![0; 3], shares: vec![0.6, 0.3, 0.1] };
    for more in [0.0, 10.0] {
        let layout = TupleLayout::new(TupleShape::at_random(Inputs::of(2, 2), 1, 4, 1, 1));
        let mut sight = layout.sight();
        layout.look_at(&mut sight, &choice.cells[..4], 0);
        let places: Vec<usize> = layout.counting(&sight).collect();
        let mut learner = Learner::new(layout);
        let places_of_all = learner.layout().places() as f32;
        learner.weights.fill(more / places_of_all);
        let each = 1.0 / places.len() as f32;
        places.iter().for_each(|&place| learner.weights[place] += each);
        let game = SeenGame { choices: vec![choice.clone()], ..SeenGame::default() };
        let differ = learner.learn_choices(slice::from_ref(&game), 1.0);
        assert!(near(differ, 0.024 + 0.088 + 0.112), "{differ}");
    }
}
