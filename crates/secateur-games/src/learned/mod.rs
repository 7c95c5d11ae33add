//! Evaluations that are learned: what they are made of, and the static value that they give to any search.

mod accumulators;
mod layers;
mod shape;
mod tuples;
mod updatable;

pub use accumulators::Accumulators;
pub use layers::LayerShape;
pub use shape::TupleShape;
pub use tuples::{Sight, TupleLayout, TupleNetwork};
pub use updatable::{LayerWeights, UpdatableNetwork};

use crate::{Inputs, Notation, Scale};
use secateur::Score;
use std::sync::Arc;

/// The weights that an evaluation has learned, and how they are put to use.
#[derive(Clone, Debug)]
pub enum LearnedNetwork {
    /// A sum of weights, one for the contents of each of many small sets of cells.
    Tuples(Arc<TupleNetwork>),
    /// Two layers, of which the first is kept up to date.
    Layers(Arc<UpdatableNetwork>),
}

impl LearnedNetwork {
    /// What it sees of a position.
    pub fn inputs(&self) -> &Inputs {
        match self {
            LearnedNetwork::Tuples(network) => &network.layout().shape().inputs,
            LearnedNetwork::Layers(network) => &network.shape().inputs,
        }
    }
}

impl From<TupleNetwork> for LearnedNetwork {
    fn from(network: TupleNetwork) -> LearnedNetwork {
        LearnedNetwork::Tuples(Arc::new(network))
    }
}

impl From<UpdatableNetwork> for LearnedNetwork {
    fn from(network: UpdatableNetwork) -> LearnedNetwork {
        LearnedNetwork::Layers(Arc::new(network))
    }
}

/// A learned static value: a network, and where it stands.
///
/// It is a guess like any other: never decisive, and the same for the same position, however a search came there.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Learned, Notation, TupleLayout, TupleNetwork, TupleShape, connect4::Connect4};
///
/// let start = Connect4::start();
/// let shape = TupleShape::at_random(start.inputs().unwrap(), 10, 4, 1, 7);
/// let weights: Vec<f32> = (0..shape.weights()).map(|n| (n % 7) as f32 / 10.0).collect();
/// let network = TupleNetwork::rounded(TupleLayout::new(shape), &weights);
/// let mut learned = Learned::new(network.into());
/// // The board turned over, left to right, is worth the same.
/// assert_eq!(learned.value(&start.child(1)), learned.value(&start.child(5)));
/// ```
#[derive(Clone, Debug)]
pub struct Learned {
    inputs: Inputs,
    standing: Standing,
    policy: Option<(Arc<TupleNetwork>, Sight)>,
}

/// A network, and what it keeps of the position that it saw last.
#[derive(Clone, Debug)]
enum Standing {
    Tuples(Arc<TupleNetwork>, Sight),
    Layers(Arc<UpdatableNetwork>, Accumulators),
}

/// The points of a static value, in hundredths of the game's unit, for each step of the network's sum where games count
/// winners: 400 points change the odds tenfold, as in Elo's scale, and a sum of `s` means odds of `e^2s`.
const HUNDREDTHS: f32 = 800.0 / std::f32::consts::LN_10;
/// The most points.
const MOST: f32 = 20_000.0;

impl Learned {
    /// The static value by this network.
    pub fn new(network: LearnedNetwork) -> Learned {
        let inputs = *network.inputs();
        let standing = match network {
            LearnedNetwork::Tuples(network) => {
                let sight = network.layout().sight();
                Standing::Tuples(network, sight)
            }
            LearnedNetwork::Layers(network) => {
                let accumulators = network.accumulators();
                Standing::Layers(network, accumulators)
            }
        };
        Learned { inputs, standing, policy: None }
    }

    /// The same with a policy, if there is one.
    pub fn with_policy(self, policy: Option<Arc<TupleNetwork>>) -> Learned {
        let standing_before = |policy: Arc<TupleNetwork>| {
            let sight = policy.layout().sight();
            (policy, sight)
        };
        Learned { policy: policy.map(standing_before), ..self }
    }

    /// The static value, from the side to move; none on a board that the network does not know, such as one of another size, or
    /// where the value by hand is more than a guess.
    #[inline(never)]
    pub fn value<G: Notation>(&mut self, pos: &G) -> Option<Score> {
        if pos.inputs().as_ref() != Some(&self.inputs) || pos.is_judged_by_rule() {
            return None;
        }
        let sum = match &mut self.standing {
            Standing::Tuples(network, sight) => network.sum(sight, pos),
            Standing::Layers(network, accumulators) => network.sum(accumulators, pos),
        };
        Some(Learned::points::<G>(sum, &self.inputs))
    }

    /// The logarithm of a legal move's weight beside the others of the position: what the policy makes of the position after it.
    /// None without a policy, or on a board that it does not know.
    ///
    /// ```
    /// use secateur_games::{Learned, Notation, TupleLayout, TupleNetwork, TupleShape, connect4::Connect4};
    ///
    /// let start = Connect4::start();
    /// let shape = TupleShape::at_random(start.inputs().unwrap(), 10, 4, 1, 7);
    /// let weights: Vec<f32> = (0..shape.weights()).map(|n| (n % 7) as f32 / 10.0).collect();
    /// let network = TupleNetwork::rounded(TupleLayout::new(shape), &weights);
    /// let mut learned = Learned::new(network.clone().into());
    /// assert_eq!(learned.prior(&start, 1), None);
    /// let mut learned = learned.with_policy(Some(network.into()));
    /// assert!(learned.prior(&start, 1).is_some() && learned.prior(&start, 1) == learned.prior(&start, 5));
    /// ```
    #[inline(never)]
    pub fn prior<G: Notation>(&mut self, pos: &G, m: G::Move) -> Option<f32> {
        let (policy, sight) = self.policy.as_mut()?;
        let is_known = pos.inputs().as_ref() == Some(&policy.layout().shape().inputs);
        is_known.then(|| policy.sum(sight, &pos.child(m)))
    }

    /// The static value that a network's sum stands for.
    pub fn points<G: Notation>(sum: f32, inputs: &Inputs) -> Score {
        let points = match G::SCALE {
            Scale::Points => sum.tanh() * f32::from(inputs.margin),
            Scale::Winner | Scale::Soonest => sum * HUNDREDTHS * G::UNIT as f32 / 100.0,
        };
        Score::points(points.clamp(-MOST, MOST).round() as i32)
    }

    /// The search goes a ply deeper, which makes the next value cheaper.
    #[inline]
    pub fn push(&mut self) {
        if let Standing::Layers(_, accumulators) = &mut self.standing {
            accumulators.push();
        }
    }

    /// The search comes back.
    #[inline]
    pub fn pop(&mut self) {
        if let Standing::Layers(_, accumulators) = &mut self.standing {
            accumulators.pop();
        }
    }

    /// The expectation, from 0 to 1, that these points stand for in a game of this unit, seen like this: where games count
    /// points the share of the greatest margin, else the chance that a network's sum of the same points stands for.
    ///
    /// ```
    /// use secateur_games::{Inputs, Learned};
    ///
    /// let inputs = Inputs::of(8, 8);
    /// assert_eq!(Learned::expectation(0, 100, &inputs), 0.5);
    /// // 400 hundredths make the odds ten to one.
    /// assert!((Learned::expectation(400, 100, &inputs) - 10.0 / 11.0).abs() < 1e-6);
    /// assert_eq!(Learned::expectation(16, 1, &Inputs { margin: 64, ..inputs }), 0.625);
    /// ```
    pub fn expectation(points: i32, unit: i32, inputs: &Inputs) -> f32 {
        let value = match inputs.margin {
            0 | 1 => (points as f32 * 100.0 / unit as f32 / HUNDREDTHS).tanh(),
            margin => (points as f32 / f32::from(margin)).clamp(-1.0, 1.0),
        };
        (1.0 + value) / 2.0
    }

    /// What a result is worth to a network, from -1 to 1: a win, or all the points.
    pub fn worth(score: Score, inputs: &Inputs) -> f32 {
        match score.is_decisive() {
            true => score.get().signum() as f32,
            false => (score.get() as f32 / f32::from(inputs.margin.max(1))).clamp(-1.0, 1.0),
        }
    }
}
