//! What is learned, and how: all that the result depends on.

use super::Tuples;
use secateur_games::{Inputs, TupleShape};
use secateur_session::{LookAhead, SelfPlay};
use serde::{Deserialize, Serialize};

/// What is learned, and how. The evaluation after a number of games depends on this and the game alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearnPlan {
    /// The source of all randomness.
    pub seed: u64,
    /// How tuples are chosen.
    pub chosen: Tuples,
    /// The number of tuples.
    pub tuples: usize,
    /// The cells of a tuple.
    pub length: usize,
    /// The stages of a game, each with weights of its own.
    pub stages: u8,
    /// What the end of a game counts in the targets, from 0 to 1 ([`targets`](secateur_learn::targets)).
    pub lambda: f32,
    /// The share of an error that a step takes away at first.
    pub rate: f32,
    /// The share of moves made at random.
    pub random: f32,
    /// The most random moves that a game begins with.
    pub opening: u32,
    /// The most plies of a game.
    pub longest: usize,
    /// The games that are played with the same weights.
    pub batch: u64,
    /// Whether the weights at play are an average over time, in which late ones count more, and not the last.
    pub average: bool,
    /// The learners, each with tuples and games of its own, whose mean is played.
    #[serde(default = "alone", skip_serializing_if = "is_alone")]
    pub committee: usize,
    /// The nodes that descent opens before each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descent: Option<u64>,
    /// The nodes that PUCT opens before each move, with a policy that learns as well; without either, players look one ply ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puct: Option<u64>,
}

/// The number of weights to sum up for a value that is aimed at, and the least number of tuples.
const PLACES: usize = 160;
const FEWEST: usize = 32;
/// The most cells of a policy's tuple.
const POLICY_LENGTH: usize = 5;
/// Of the most plies of a game, one in so many is among those whose moves are drawn: half of a game of random moves.
const DRAWN: u32 = 16;

fn alone() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_alone(committee: &usize) -> bool {
    *committee == 1
}

impl LearnPlan {
    /// What suits a game that is seen like this, of which games of random moves take so many plies.
    ///
    /// ```
    /// use secateur_games::{Notation, connect4::Connect4};
    /// use secateur_lab::learn::LearnPlan;
    ///
    /// let plan = LearnPlan::sensible(&Connect4::start().inputs().unwrap(), 21, 1);
    /// assert_eq!((plan.tuples, plan.length), (80, 8));
    /// ```
    pub fn sensible(inputs: &Inputs, plies: usize, seed: u64) -> LearnPlan {
        LearnPlan {
            seed,
            chosen: Tuples::Lines,
            tuples: (PLACES / inputs.turns().len()).max(FEWEST),
            length: TupleShape::longest(inputs),
            stages: if inputs.margin > 1 { 4 } else { 1 },
            lambda: 0.8,
            rate: 1.0,
            random: 0.1,
            opening: (plies / 2).clamp(1, 12) as u32,
            longest: (8 * plies).clamp(100, 400),
            batch: 64,
            average: false,
            committee: 1,
            descent: None,
            puct: None,
        }
    }

    /// What each member of the committee learns, and how; the first has the seed of all.
    pub(super) fn members(&self) -> impl Iterator<Item = LearnPlan> {
        let apart = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..self.committee.max(1) as u64)
            .map(move |number| LearnPlan { seed: self.seed ^ apart(number), ..self.clone() })
    }

    /// A shape with the tuples of all members.
    pub(super) fn joint_shape(&self, inputs: Inputs) -> TupleShape {
        let tuples = self.members().flat_map(|plan| plan.shape(inputs).tuples).collect();
        TupleShape { tuples, ..self.shape(inputs) }
    }

    /// The shape of the network, of the first member if there are several.
    pub fn shape(&self, inputs: Inputs) -> TupleShape {
        self.chosen.shape(inputs, self.tuples, self.length, self.stages, self.seed)
    }

    /// The shape of the policy: as many tuples, but short ones, since every move of a node is looked at.
    pub fn policy_shape(&self, inputs: Inputs) -> TupleShape {
        self.chosen.shape(inputs, self.tuples, self.length.min(POLICY_LENGTH), 1, self.seed)
    }

    /// How games are varied.
    pub fn self_play(&self) -> SelfPlay {
        let LearnPlan { seed, random, opening, longest, .. } = *self;
        let ahead = match (self.descent, self.puct) {
            (Some(nodes), _) => LookAhead::Descent(nodes),
            (None, Some(nodes)) => LookAhead::Puct { nodes, drawn: self.longest as u32 / DRAWN },
            (None, None) => LookAhead::OnePly,
        };
        SelfPlay { seed, random, opening, longest, ahead }
    }
}
