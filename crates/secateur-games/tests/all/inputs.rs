//! What learned evaluations see of each game.
//!
//! `SECATEUR_LONG=1 cargo test --release -p secateur-games --test all inputs` goes through a million moves of each.

use secateur::legal_moves;
use secateur_games::{
    Inputs, LayerShape, LayerWeights, Notation, TupleLayout, TupleNetwork, TupleShape, UpdatableNetwork,
    amazons::Amazons,
    atarigo::AtariGo,
    breakthrough::Breakthrough,
    chess::Chess,
    clobber::Clobber,
    connect4::{AnyConnect4, Connect4},
    domineering::Domineering,
    draughts::{Checkers, Draughts},
    gomoku::Gomoku,
    hex::Hex,
    kalah::Kalah,
    laws,
    loa::Loa,
    mnk::Mnk,
    nim::Nim,
    nogo::NoGo,
    othello::{Othello, Small},
    qubic::Qubic,
};

fn keeps<G: Notation>(start: &G, games: u32) {
    laws::check_inputs(start, 1, games).unwrap_or_else(|what| panic!("{}: {what}", start.write()));
    follows(start);
}

/// What is counted anew from move to move, back and forth, is what is counted from an empty board.
fn follows<G: Notation>(start: &G) {
    let Some(inputs) = start.inputs() else { return };
    let long = std::env::var_os("SECATEUR_LONG").is_some_and(|value| value == "1");
    let mut left = if long { 1_000_000 } else { 2_000 };
    let layout = TupleLayout::new(TupleShape::at_random(inputs, 24, 4, 2, 1));
    // Any weights, and none of them zero.
    let weights = (0..layout.shape().weights() as u64)
        .map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as i16 | 1);
    let network = TupleNetwork::new(layout.clone(), weights.collect()).unwrap();
    let layers = layers(inputs);
    let (mut sight, mut accumulators, mut state) = (layout.sight(), layers.accumulators(), 1_u64);
    // One that is not told of moves comes to the same.
    let mut untold = layers.accumulators();
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut line = vec![start.clone()];
    while left > 0 {
        let pos = line.last().unwrap().clone();
        let moves = if pos.outcome().is_some() { Vec::new() } else { legal_moves(&pos) };
        // Now and then back by some moves, as a search goes, and back to the start where the game ends.
        if moves.is_empty() || line.len() > 500 || below(8) == 0 {
            let back = if moves.is_empty() { line.len() - 1 } else { below(line.len()) };
            line.truncate(line.len() - back);
            (0..back).for_each(|_| accumulators.pop());
        } else {
            line.push(pos.child(moves[below(moves.len())]));
            accumulators.push();
        }
        let here = line.last().unwrap();
        let anew = network.sum(&mut layout.sight(), here);
        assert_eq!(network.sum(&mut sight, here), anew, "{}", here.write());
        let anew = layers.sum(&mut layers.accumulators(), here);
        assert_eq!(layers.sum(&mut untold, here), anew, "{}", here.write());
        // Nor is each position valued on the way.
        if below(3) > 0 {
            assert_eq!(layers.sum(&mut accumulators, here), anew, "{}", here.write());
        }
        left -= 1;
    }
}

/// A network with the largest weights that cannot overflow, in all directions.
fn layers(inputs: Inputs) -> UpdatableNetwork {
    let shape = LayerShape { inputs, neurons: 16, stages: 3 };
    let most = (i16::MAX as usize - 500) / inputs.cells();
    let weights = |count: usize, most: usize| {
        let at = |n: usize| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % (2 * most + 1);
        (0..count).map(|n| at(n) as i16 - most as i16).collect()
    };
    let last = vec![-70_000, 3, 1 << 20];
    let weights = LayerWeights {
        first: weights(shape.first(), most),
        biases: weights(shape.biases(), 500),
        second: weights(shape.second(), 120),
        last,
    };
    UpdatableNetwork::new(shape, weights).unwrap()
}

/// On small boards different games come to positions of one key.
fn at_sizes<G: Notation>(sizes: &[(u32, u32)], games: u32) {
    sizes.iter().for_each(|&(columns, rows)| keeps(&G::sized(columns, rows).unwrap(), games));
}

#[test]
fn games_of_placing() {
    at_sizes::<AnyConnect4>(&[(4, 4), (5, 4)], 2_000);
    ["3x3,3", "4x3,3"].iter().for_each(|text| keeps(&Mnk::read(text).unwrap(), 2_000));
    at_sizes::<NoGo>(&[(3, 3), (4, 2)], 2_000);
    at_sizes::<AtariGo>(&[(3, 3), (4, 2)], 2_000);
    at_sizes::<Hex>(&[(3, 3), (4, 3), (9, 8)], 1_000);
    at_sizes::<Domineering>(&[(3, 3), (4, 3), (8, 8)], 1_000);
    at_sizes::<Small>(&[(4, 4), (6, 6)], 1_000);
    keeps(&Connect4::start(), 1_000);
    keeps(&Gomoku::start(), 20);
    keeps(&Qubic::start(), 200);
    keeps(&Othello::start(), 1_000);
}

#[test]
fn games_of_moving() {
    at_sizes::<Breakthrough>(&[(2, 4), (3, 5), (8, 8)], 1_000);
    at_sizes::<Amazons>(&[(4, 4), (5, 6)], 300);
    at_sizes::<Kalah>(&[(2, 2), (4, 3), (6, 6)], 1_000);
    at_sizes::<Loa>(&[(6, 6), (8, 8)], 50);
    keeps(&Checkers::start(), 200);
    keeps(&Draughts::start(), 100);
    keeps(&Chess::start(), 100);
}

/// Nim has no board. Clobber has one, but its key does not say where on it the parts of a position lie.
#[test]
fn a_game_need_not_list_anything() {
    assert_eq!(Nim::start().inputs(), None);
    assert_eq!(Clobber::start().inputs(), None);
    keeps(&Nim::start(), 1);
}
