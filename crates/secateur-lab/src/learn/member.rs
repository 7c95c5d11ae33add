//! One that learns by games against itself: alone, or as a member of a committee.

use super::LearnPlan;
use secateur_games::{Inputs, TupleLayout};
use secateur_learn::Learner;
use secateur_session::{SeenGame, Session, TupleWeights};
use std::ops::Range;

/// The batches between two looks at the weights for their average.
const LOOK: u64 = 100;

/// A learner of values, and of a policy if the plan has one.
pub(super) struct Member {
    pub(super) plan: LearnPlan,
    pub(super) learner: Learner,
    pub(super) policy: Option<Learner>,
}

/// What a member has made of a batch of games: the plies, and the sums of the errors' sizes.
pub(super) struct Learned {
    pub(super) plies: u64,
    pub(super) error: f64,
    pub(super) choice_error: Option<f64>,
}

impl Member {
    /// One that knows nothing.
    pub(super) fn new(plan: LearnPlan, inputs: Inputs) -> Member {
        let learner = Learner::new(TupleLayout::new(plan.shape(inputs)));
        let policy = plan.puct.map(|_| Learner::new(TupleLayout::new(plan.policy_shape(inputs))));
        Member { plan, learner, policy }
    }

    /// What learns the values, and then the policy.
    pub(super) fn learners(&self) -> impl Iterator<Item = &Learner> {
        std::iter::once(&self.learner).chain(&self.policy)
    }

    /// The same, to change them.
    pub(super) fn learners_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        std::iter::once(&mut self.learner).chain(&mut self.policy)
    }

    /// Plays a batch of games from this number on, with a thread for each board, and learns from them.
    pub(super) fn batch(&mut self, boards: &mut [Box<dyn Session>], first: u64) -> Learned {
        let LearnPlan { batch, lambda, rate, .. } = self.plan;
        let games = self.play(boards, first..first + batch);
        let threads = boards.len();
        let (error, choice_error) = std::thread::scope(|scope| {
            let (games, policy) = (&games, self.policy.as_mut());
            let policy = policy.map(|policy| scope.spawn(|| policy.learn_choices(games, rate)));
            let error = self.learner.learn(games, lambda, rate, threads);
            (error, policy.map(|policy| policy.join().expect("arithmetic")))
        });
        if self.plan.average && (first + batch).is_multiple_of(LOOK * batch) {
            self.learners_mut().for_each(Learner::look_back);
        }
        let plies = games.iter().map(|game| game.plies.len() as u64).sum();
        Learned { plies, error, choice_error }
    }

    /// The games of these numbers, in order.
    fn play(&self, boards: &mut [Box<dyn Session>], numbers: Range<u64>) -> Vec<SeenGame> {
        let how = self.plan.self_play();
        let weights = |learner| TupleWeights { layout: Learner::layout(learner), weights: learner.weights() };
        let (value, policy) = (weights(&self.learner), self.policy.as_ref().map(weights));
        let share = (numbers.end - numbers.start).div_ceil(boards.len() as u64);
        let starts = numbers.clone().step_by(share as usize);
        std::thread::scope(|scope| {
            let play = |(start, board): (u64, &mut Box<dyn Session>)| -> Vec<SeenGame> {
                let share = start..(start + share).min(numbers.end);
                share.map(|number| board.self_play(value, policy, &how, number)).collect()
            };
            let threads: Vec<_> = starts.zip(boards).map(|one| scope.spawn(move || play(one))).collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("a game that keeps its laws"))
                .collect()
        })
    }
}
