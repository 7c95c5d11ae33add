//! Learning by games against oneself, until a budget is spent.

use super::member::{Learned, Member};
use super::{LearnPlan, state};
use crate::{Error, checkpoint};
use secateur_games::Unreadable;
use secateur_learn::{Learner, mean_network};
use secateur_session::{LearnedEvaluation, Session};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An evaluation in the making. What it is after a number of games depends on the game and the plan alone, and not on threads
/// or interruptions.
pub struct School {
    plan: LearnPlan,
    /// Those who learn, each by itself.
    members: Vec<Member>,
    /// A board for each thread.
    boards: Vec<Box<dyn Session>>,
    /// The games that were learned from, by all members together.
    games: u64,
    /// The time that was spent on them, also before an interruption.
    spent: Duration,
    /// The terms of the checkpoint, and its file.
    kept: Option<(String, PathBuf)>,
}

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
        if !plan.joint_shape(inputs).is_sound() {
            return Err(Unreadable(
                "the tuples have too many weights, expected fewer or shorter ones".into(),
            )
            .into());
        }
        let boards = (0..threads.max(1)).map(|_| session.copy()).collect();
        let members = plan.members().map(|plan| Member::new(plan, inputs)).collect();
        let mut school = School { plan, members, boards, games: 0, spent: Duration::ZERO, kept: None };
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

    /// Learns from one batch of games of each member. Members share the threads, as far as there are enough of either.
    pub fn batch(&mut self) -> Lesson {
        let begun = Instant::now();
        let (members, boards) = (self.members.len(), self.boards.len());
        let (groups, of_each) = (members.min(boards), self.games / members as u64);
        let shares =
            self.members.chunks_mut(members.div_ceil(groups)).zip(self.boards.chunks_mut(boards / groups));
        let learned: Vec<Learned> = std::thread::scope(|scope| {
            let learn = |(members, boards): (&mut [Member], &mut [_])| -> Vec<Learned> {
                members.iter_mut().map(|member| member.batch(boards, of_each)).collect()
            };
            let threads: Vec<_> = shares.map(|share| scope.spawn(move || learn(share))).collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().expect("games that keep their laws"))
                .collect()
        });
        self.games += self.plan.batch * members as u64;
        self.spent += begun.elapsed();
        let plies: u64 = learned.iter().map(|learned| learned.plies).sum();
        let mean = |error: f64| error / plies.max(1) as f64;
        Lesson {
            games: self.games,
            spent: self.spent,
            plies,
            error: mean(learned.iter().map(|learned| learned.error).sum()),
            choice_error: learned.iter().map(|learned| learned.choice_error).sum::<Option<f64>>().map(mean),
        }
    }

    /// What learns the values, and then the policy, member by member.
    fn learners(&self) -> impl Iterator<Item = &Learner> {
        self.members.iter().flat_map(Member::learners)
    }

    fn learners_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        self.members.iter_mut().flat_map(Member::learners_mut)
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

    /// The evaluation for play, the mean of the members': all of its weights, or of the values and of the policy no more than so
    /// many each ([`mean_network`]).
    pub fn evaluation(&self, most: Option<usize>, game: &str, made: &str) -> LearnedEvaluation {
        let learners: Vec<&Learner> = self.members.iter().map(|member| &member.learner).collect();
        let policies: Option<Vec<&Learner>> =
            self.members.iter().map(|member| member.policy.as_ref()).collect();
        let policy = policies.map(|policies| Arc::new(mean_network(&policies, most)));
        LearnedEvaluation { policy, ..LearnedEvaluation::new(game, made, mean_network(&learners, most)) }
    }

    /// The games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The time spent so far.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// The plan.
    pub fn plan(&self) -> &LearnPlan {
        &self.plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::{LearnedNetwork, TupleNetwork};
    use secateur_standard::standard;

    fn school(threads: usize, file: Option<PathBuf>) -> School {
        school_by(None, threads, file)
    }

    fn school_by(puct: Option<u64>, threads: usize, file: Option<PathBuf>) -> School {
        opened(LearnPlan { puct, ..small_plan() }, threads, file)
    }

    fn small_plan() -> LearnPlan {
        let inputs = standard().find("tictactoe").unwrap().open().inputs().unwrap();
        let usual = LearnPlan::sensible(&inputs, 8, 7);
        LearnPlan { tuples: 6, length: 4, batch: 10, average: true, ..usual }
    }

    fn opened(plan: LearnPlan, threads: usize, file: Option<PathBuf>) -> School {
        let session = standard().find("tictactoe").unwrap().open();
        School::open(&*session, "tictactoe", plan, threads, file).unwrap()
    }

    /// A file that is not there yet.
    fn fresh(name: &str) -> PathBuf {
        let file = std::env::temp_dir().join(format!("secateur-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&file);
        file
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let file = fresh("learning");
        let (never, often) = (AtomicBool::new(false), Duration::ZERO);
        let mut whole = school(1, None);
        whole.learn(Some(3_500), None, often, &never, |_, _| true).unwrap();
        assert!(whole.members[0].learner.weights().iter().any(|&weight| weight != 0.0));

        for games in [50, 1_200, 3_500] {
            let mut part = school(3, Some(file.clone()));
            part.learn(Some(games), None, often, &never, |_, _| true).unwrap();
            assert_eq!(part.games(), games);
        }
        let parts = school(2, Some(file.clone()));
        assert_eq!(parts.members[0].learner.weights(), whole.members[0].learner.weights());
        // Of the average, too, which is another by now.
        let [average, of_parts] = [&whole, &parts].map(|school| school.members[0].learner.network());
        assert_eq!((whole.members[0].learner.looks(), of_parts.weights()), (3, average.weights()));
        let last = TupleNetwork::rounded(
            whole.members[0].learner.layout().clone(),
            whole.members[0].learner.weights(),
        );
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
        let file = fresh("policy");
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
        assert_ne!(evaluation.policy.unwrap().weights(), whole.members[0].learner.network().weights());
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn members_of_a_committee_learn_as_they_would_alone() {
        let file = fresh("committee");
        let never = AtomicBool::new(false);
        let learned = |plan: LearnPlan, games, threads, file| {
            let mut school = opened(plan, threads, file);
            school.learn(Some(games), None, Duration::ZERO, &never, |_, _| true).unwrap();
            school
        };
        let plan = LearnPlan { committee: 3, ..small_plan() };
        let all = learned(plan.clone(), 3_300, 1, None);
        for (member, own) in all.members.iter().zip(plan.members()) {
            let alone = learned(LearnPlan { committee: 1, ..own }, 1_100, 1, None);
            assert!(member.learner.weights() == alone.members[0].learner.weights());
        }
        assert_ne!(all.members[0].learner.weights(), all.members[1].learner.weights());
        let weights = |school: &School| {
            let LearnedNetwork::Tuples(network) = school.evaluation(None, "tictactoe", "a test").network
            else {
                panic!("tuples")
            };
            network.weights().to_vec()
        };
        for (threads, games) in [(2, 30), (5, 1_500), (7, 3_300)] {
            let part = learned(plan.clone(), games, threads, Some(file.clone()));
            assert_eq!(part.games(), games);
        }
        let parts = opened(plan.clone(), 2, Some(file.clone()));
        assert!(weights(&parts) == weights(&all));
        assert_ne!(weights(&all), weights(&opened(plan, 1, None)));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn errors_grow_less() {
        for (descent, batches) in [(None, 200), (Some(30), 40)] {
            let mut school = school(2, None);
            school.members[0].plan.descent = descent;
            let first = school.batch().error;
            let last = (0..batches).map(|_| school.batch().error).last().unwrap();
            assert!(last < first / 2.0, "{last} after {first}");
        }
    }
}
