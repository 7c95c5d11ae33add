//! Evaluations that are learned: what they are made of, and the static value that they give to any search.

mod shape;
mod tuples;

pub use shape::TupleShape;
pub use tuples::{Sight, TupleLayout, TupleNetwork};

use crate::{Inputs, Notation, Scale};
use secateur::Score;
use std::sync::Arc;

/// A learned static value: a tuple network, and where it stands.
///
/// It is a guess like any other: never decisive, and the same for the same position, however a search came there.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Learned, Notation, TupleLayout, TupleNetwork, TupleShape, connect4::Connect4};
/// use std::sync::Arc;
///
/// let start = Connect4::start();
/// let shape = TupleShape::at_random(start.inputs().unwrap(), 10, 4, 1, 7);
/// let weights: Vec<f32> = (0..shape.weights()).map(|n| (n % 7) as f32 / 10.0).collect();
/// let network = TupleNetwork::rounded(TupleLayout::new(shape), &weights);
/// let mut learned = Learned::new(Arc::new(network));
/// // The board turned over, left to right, is worth the same.
/// assert_eq!(learned.value(&start.child(1)), learned.value(&start.child(5)));
/// ```
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<TupleNetwork>,
    sight: Sight,
}

/// The points of a static value, in hundredths of the game's unit, for each step of the network's sum where games count
/// winners: 400 points change the odds tenfold, as in Elo's scale, and a sum of `s` means odds of `e^2s`.
const HUNDREDTHS: f32 = 800.0 / std::f32::consts::LN_10;
/// The most points.
const MOST: f32 = 20_000.0;

impl Learned {
    /// The static value by this network.
    pub fn new(network: Arc<TupleNetwork>) -> Learned {
        let sight = network.layout().sight();
        Learned { network, sight }
    }

    /// The network.
    pub fn network(&self) -> &Arc<TupleNetwork> {
        &self.network
    }

    /// The static value, from the side to move; a draw on a board that the network does not know.
    #[inline(never)]
    pub fn value<G: Notation>(&mut self, pos: &G) -> Score {
        if pos.inputs().as_ref() != Some(&self.network.layout().shape().inputs) {
            return Score::DRAW;
        }
        let sum = self.network.sum(&mut self.sight, pos);
        let points = match G::SCALE {
            Scale::Points => sum.tanh() * f32::from(self.network.layout().shape().inputs.margin),
            Scale::Winner | Scale::Soonest => sum * HUNDREDTHS * G::UNIT as f32 / 100.0,
        };
        Score::points(points.clamp(-MOST, MOST).round() as i32)
    }

    /// What a result is worth to a network, from -1 to 1: a win, or all the points.
    pub fn worth(score: Score, inputs: &Inputs) -> f32 {
        match score.is_decisive() {
            true => score.get().signum() as f32,
            false => (score.get() as f32 / f32::from(inputs.margin.max(1))).clamp(-1.0, 1.0),
        }
    }
}
