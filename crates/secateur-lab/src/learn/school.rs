//! Learning by games against oneself, until a budget is spent.

use super::{LearnPlan, state};
use crate::{Error, checkpoint};
use secateur_games::{TupleLayout, Unreadable};
use secateur_learn::Learner;
use secateur_session::{LearnedEvaluation, SeenGame, Session, TupleWeights};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An evaluation in the making. What it is after a number of games depends on the game and the plan alone, and not on threads
/// or interruptions.
pub struct School {
    plan: LearnPlan,
    learner: Learner,
    /// What learns the policy, if there is one.
    policy: Option<Learner>,
    /// A board for each thread.
    boards: Vec<Box<dyn Session>>,
    /// The games that were learned from.
    games: u64,
    /// The time that was spent on them, also before an interruption.
    spent: Duration,
    /// The terms of the checkpoint, and its file.
    kept: Option<(String, PathBuf)>,
}

/// The batches between two looks at the weights for their average.
const LOOK: u64 = 100;

/// How far learning has come.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The games so far.
    pub games: u64,
    /// The time spent so far.
    pub spent: Duration,
    /// The plies of the last batch.
    pub plies: u64,
    /// The mean size of the errors of the values of the last batch, from 0 to 2.
    pub error: f64,
    /// How much the policy differed from what searches did, on average over the positions of the last batch, from 0 to 2; none
    /// without a policy.
    pub choice_error: Option<f64>,
}

impl School {
    /// Learning of the game that this session stands at, on so many threads. With a file of a checkpoint, it goes on from there.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not list what stands on its cells, or the checkpoint is of other learning, or cannot be
    /// read or written.
    pub fn open(
        session: &dyn Session,
        game: &str,
        plan: LearnPlan,
        threads: usize,
        file: Option<PathBuf>,
    ) -> Result<School, Error> {
        let inputs = session.inputs().ok_or_else(|| {
            Unreadable(format!(
                "'{game}' does not list what stands on its cells, expected a game that does (`Notation::inputs`)"
            ))
        })?;
        let shape = plan.shape(inputs);
        if !shape.is_sound() {
            return Err(Unreadable(
                "the tuples have too many weights, expected fewer or shorter ones".into(),
            )
            .into());
        }
        let boards = (0..threads.max(1)).map(|_| session.copy()).collect();
        let learner = Learner::new(TupleLayout::new(shape));
        let policy = plan.puct.map(|_| Learner::new(TupleLayout::new(plan.policy_shape(inputs))));
        let mut school =
            School { plan, learner, policy, boards, games: 0, spent: Duration::ZERO, kept: None };
        if let Some(file) = file {
            let terms = state::terms(game, &school.plan);
            if let Some(mut input) = checkpoint::open(&file, |_| Ok(()))? {
                let read = state::read(&mut input, &terms, school.learners_mut());
                let (games, spent) =
                    read.map_err(|e| Error::from(Unreadable(format!("{}: {e}", file.display()))))?;
                (school.games, school.spent) = (games, spent);
            }
            school.kept = Some((terms, file));
        }
        Ok(school)
    }

    /// Learns from one batch of games.
    pub fn batch(&mut self) -> Lesson {
        let begun = Instant::now();
        let (first, how) = (self.games, self.plan.self_play());
        let weights = |learner| TupleWeights { layout: Learner::layout(learner), weights: learner.weights() };
        let (value, policy) = (weights(&self.learner), self.policy.as_ref().map(weights));
        let share = self.plan.batch.div_ceil(self.boards.len() as u64);
        let games: Vec<SeenGame> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..)
                .zip(&mut self.boards)
                .map(|(n, board)| {
                    let numbers = first + (n * share).min(self.plan.batch)
                        ..first + ((n + 1) * share).min(self.plan.batch);
                    let play = move |number| board.self_play(value, policy, &how, number);
                    scope.spawn(move || numbers.map(play).collect::<Vec<_>>())
                })
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("a game that keeps its laws"))
                .collect()
        });
        let (LearnPlan { lambda, rate, .. }, threads) = (self.plan.clone(), self.boards.len());
        let (error, choice_error) = std::thread::scope(|scope| {
            let (games, policy) = (&games, self.policy.as_mut());
            let policy = policy.map(|policy| scope.spawn(|| policy.learn_choices(games, rate)));
            let error = self.learner.learn(games, lambda, rate, threads);
            (error, policy.map(|policy| policy.join().expect("arithmetic")))
        });
        let plies: u64 = games.iter().map(|game| game.plies.len() as u64).sum();
        self.games += self.plan.batch;
        if self.plan.average && self.games.is_multiple_of(LOOK * self.plan.batch) {
            self.learners_mut().for_each(Learner::look_back);
        }
        self.spent += begun.elapsed();
        let mean = |error: f64| error / plies.max(1) as f64;
        let (error, choice_error) = (mean(error), choice_error.map(mean));
        Lesson { games: self.games, spent: self.spent, plies, error, choice_error }
    }

    /// What learns the values, and then the policy.
    fn learners(&self) -> impl Iterator<Item = &Learner> {
        std::iter::once(&self.learner).chain(&self.policy)
    }

    fn learners_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        std::iter::once(&mut self.learner).chain(&mut self.policy)
    }

    /// Learns until so many games were played or so much time is spent, all sessions together, or the flag is raised; and keeps
    /// what it has learned every now and then, and in the end. `heard` is told of each batch and what it has come to; learning
    /// ends where it says so.
    ///
    /// # Errors
    ///
    /// One sentence if the checkpoint cannot be written.
    pub fn learn(
        &mut self,
        games: Option<u64>,
        time: Option<Duration>,
        every: Duration,
        interrupt: &AtomicBool,
        mut heard: impl FnMut(&Lesson, &School) -> bool,
    ) -> Result<(), Error> {
        let mut last = Instant::now();
        while !interrupt.load(Ordering::Relaxed)
            && games.is_none_or(|most| self.games < most)
            && time.is_none_or(|most| self.spent < most)
        {
            let lesson = self.batch();
            if !heard(&lesson, self) {
                break;
            }
            if last.elapsed() >= every {
                self.keep()?;
                last = Instant::now();
            }
        }
        self.keep()
    }

    /// Writes the checkpoint, if there is a file for it.
    fn keep(&self) -> Result<(), Error> {
        let Some((terms, file)) = &self.kept else { return Ok(()) };
        checkpoint::save(file, |out| state::write(out, terms, self.learners(), self.games, self.spent))
    }

    /// The evaluation for play: all of its weights, or of the values and of the policy no more than so many each
    /// ([`Learner::network_of`]).
    pub fn evaluation(&self, most: Option<usize>, game: &str, made: &str) -> LearnedEvaluation {
        let network =
            |learner: &Learner| most.map_or_else(|| learner.network(), |most| learner.network_of(most));
        let policy = self.policy.as_ref().map(|policy| Arc::new(network(policy)));
        LearnedEvaluation { policy, ..LearnedEvaluation::new(game, made, network(&self.learner)) }
    }

    /// The games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The time spent so far.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// What has been learned.
    pub fn learner(&self) -> &Learner {
        &self.learner
    }

    /// The plan.
    pub fn plan(&self) -> &LearnPlan {
        &self.plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::TupleNetwork;
    use secateur_standard::standard;

    fn school(threads: usize, file: Option<PathBuf>) -> School {
        school_by(None, threads, file)
    }

    fn school_by(puct: Option<u64>, threads: usize, file: Option<PathBuf>) -> School {
        let session = standard().find("tictactoe").unwrap().open();
        let mut plan = LearnPlan::sensible(&session.inputs().unwrap(), 8, 7);
        (plan.tuples, plan.length, plan.batch, plan.average) = (6, 4, 10, true);
        plan.puct = puct;
        School::open(&*session, "tictactoe", plan, threads, file).unwrap()
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let file = std::env::temp_dir().join(format!("secateur-learning-{}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let (never, often) = (AtomicBool::new(false), Duration::ZERO);
        let mut whole = school(1, None);
        whole.learn(Some(3_500), None, often, &never, |_, _| true).unwrap();
        assert!(whole.learner().weights().iter().any(|&weight| weight != 0.0));

        for games in [50, 1_200, 3_500] {
            let mut part = school(3, Some(file.clone()));
            part.learn(Some(games), None, often, &never, |_, _| true).unwrap();
            assert_eq!(part.games(), games);
        }
        let parts = school(2, Some(file.clone()));
        assert_eq!(parts.learner().weights(), whole.learner().weights());
        // Of the average, too, which is another by now.
        let [average, of_parts] = [&whole, &parts].map(|school| school.learner().network());
        assert_eq!((whole.learner().looks(), of_parts.weights()), (3, average.weights()));
        let last = TupleNetwork::rounded(whole.learner().layout().clone(), whole.learner().weights());
        assert_ne!(average.weights(), last.weights());
        let mut plan = parts.plan().clone();
        plan.seed = 8;
        let session = standard().find("tictactoe").unwrap().open();
        let refused = School::open(&*session, "tictactoe", plan, 1, Some(file.clone())).err().unwrap();
        assert!(refused.to_string().contains("was learned otherwise"), "{refused}");
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn a_policy_is_kept_as_well() {
        let file = std::env::temp_dir().join(format!("secateur-policy-{}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let never = AtomicBool::new(false);
        let lessons = |school: &mut School, games| {
            let mut errors = Vec::new();
            let heard = |lesson: &Lesson, _: &School| {
                errors.push(lesson.choice_error.unwrap());
                true
            };
            school.learn(Some(games), None, Duration::ZERO, &never, heard).unwrap();
            errors
        };
        let mut whole = school_by(Some(40), 1, None);
        let errors = lessons(&mut whole, 1_200);
        // Searches go where the policy tells them to, but for what they find.
        let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
        assert!(mean(&errors[90..]) < 0.7 * mean(&errors[..3]), "{errors:?}");
        for (threads, games) in [(2, 50), (3, 1_200)] {
            lessons(&mut school_by(Some(40), threads, Some(file.clone())), games);
        }
        let parts = school_by(Some(40), 2, Some(file.clone()));
        for (one, other) in whole.learners().zip(parts.learners()) {
            assert!(one.weights() == other.weights() && one.weights().iter().any(|&weight| weight != 0.0));
        }
        let evaluation = parts.evaluation(None, "tictactoe", "a test");
        assert_ne!(evaluation.policy.unwrap().weights(), whole.learner().network().weights());
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn errors_grow_less() {
        for (descent, batches) in [(None, 200), (Some(30), 40)] {
            let mut school = school(2, None);
            school.plan.descent = descent;
            let first = school.batch().error;
            let last = (0..batches).map(|_| school.batch().error).last().unwrap();
            assert!(last < first / 2.0, "{last} after {first}");
        }
    }
}
