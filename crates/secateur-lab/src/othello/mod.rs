//! The patterns of Othello, learnt from nothing but the rules.
//!
//! A round plays games, the first at random and each other by what the one before it has learnt. Then stages
//! are learnt from the last to the first: positions near the end are solved, earlier ones are searched until
//! the search ends in later stages, whose weights are known by then (after M. Buro, 1997, and the bootstrapping
//! of A. Samuel, 1959). All of it is kept in a folder, so that whatever ends the process costs little.

mod games;
mod labels;
mod report;
mod versus;

pub use report::{Quality, StageReport, report};
pub use versus::{Allowance, Opponent, versus};

use crate::error::Error;
use crate::files::{self, fingerprint, lock_folder};
use crate::generate::generate_by;
use crate::least_squares::{Rows, StopRule, fit};
use crate::store::{GameStore, KeptGame};
use games::{play, positions, searcher};
use labels::Labels;
use secateur_games::Unreadable;
use secateur_games::othello::patterns::{CLASSES, PLACES, STAGES, Weights, features, stage_of};
use secateur_games::othello::{DISC, Othello};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The parameters of learning. The result depends on nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingPlan {
    /// The number of games of the last round; each other has a quarter of them.
    pub games: u64,
    /// The number of rounds.
    pub rounds: u32,
    /// The source of all randomness.
    pub seed: u64,
    /// The most empty squares of a position that is solved.
    pub exact: u32,
    /// The number of plies into later stages at which other positions are searched; every second one a ply further, so that neither side
    /// is always the last to choose.
    pub beyond: u32,
}

impl TrainingPlan {
    /// Minutes of work. The weights that come with Secateur were learnt from ten times the games, with the seed 7.
    pub const STANDARD: TrainingPlan =
        TrainingPlan { games: 40_000, rounds: 3, seed: 1, exact: 10, beyond: 1 };
    /// A minute's work.
    pub const QUICK: TrainingPlan = TrainingPlan { games: 300, rounds: 2, seed: 1, exact: 8, beyond: 1 };

    /// Returns the number of games in a round.
    fn games_of(&self, round: u32) -> u64 {
        if round == self.rounds { self.games } else { self.games / 4 }
    }
}

/// One game in this many is held back, to see whether what is learnt holds for others.
const HELD_BACK: u64 = 16;
/// The number of positions in which a weight counts that goes half the way it would.
const PULL: f32 = 8.0;
const STOP: StopRule = StopRule { steps: 60, patience: 4 };

/// The progress of a training.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TrainingProgress {
    /// The round, from 1.
    pub round: u32,
    /// The kind of work that is counted.
    pub task: TrainingTask,
    /// The work done in the round.
    pub done: u64,
    /// The work there is in the round.
    pub all: u64,
}

/// A part of a round.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TrainingTask {
    /// Games are played.
    Games,
    /// Positions are solved or searched, and stages learnt.
    Positions,
}

/// A position to learn from.
type Row = [u32; PLACES + 1];

/// The positions of one stage: those to learn from, and those held back.
#[derive(Default)]
struct Stage {
    positions: Vec<Othello>,
    /// For each, whether it is held back.
    is_held_back: Vec<bool>,
}

/// Learns, and keeps in the folder what it takes. The weights; none if it was interrupted, and then the same
/// call goes on from there.
///
/// # Errors
///
/// One sentence if files cannot be read or written, were altered, or belong to another plan; or if another process works
/// in the folder.
pub fn train(
    folder: &Path,
    plan: &TrainingPlan,
    threads: usize,
    interrupt: &AtomicBool,
    heard: &mut dyn FnMut(TrainingProgress),
) -> Result<Option<Arc<Weights>>, Error> {
    let _locked = lock_folder(folder)?;
    let mut learnt: Option<Arc<Weights>> = None;
    for number in 1..=plan.rounds {
        let round = Round { folder: &round_folder(folder, number), plan, number, threads, interrupt };
        learnt = round.run(learnt, heard)?;
        if learnt.is_none() {
            return Ok(None);
        }
    }
    Ok(learnt)
}

fn round_folder(folder: &Path, number: u32) -> std::path::PathBuf {
    folder.join(format!("round-{number}"))
}

/// The file of the games in a round's folder.
const GAMES: &str = "games.txt";
/// The file of the positions' values.
const VALUES: &str = "values.bin";
/// The file of the weights.
const WEIGHTS: &str = "weights.bin";

struct Round<'a> {
    folder: &'a Path,
    plan: &'a TrainingPlan,
    number: u32,
    threads: usize,
    interrupt: &'a AtomicBool,
}

impl Round<'_> {
    fn run(
        &self,
        before: Option<Arc<Weights>>,
        heard: &mut dyn FnMut(TrainingProgress),
    ) -> Result<Option<Arc<Weights>>, Error> {
        let &Round { plan, folder, .. } = self;
        let played_by = before.as_ref().map_or(0, |weights| fingerprint(weights.write()));
        let terms = format!("seed={} weights={played_by:016x}", plan.seed);
        let mut store = GameStore::open(&folder.join(GAMES), &format!("othello {terms}"))?;
        self.play(&mut store, before, heard)?;
        if self.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let games = plan.games_of(self.number);
        let stages = stages_of(store.games(), games)?;
        drop(store);
        let &TrainingPlan { exact, beyond, .. } = plan;
        let terms = format!("games={games} exact={exact} beyond={beyond},{} {terms}", beyond + 1);
        let labels = Labels::open(&folder.join(VALUES), &terms)?;
        self.learn(&stages, labels, heard)
    }

    fn play(
        &self,
        store: &mut GameStore,
        before: Option<Arc<Weights>>,
        heard: &mut dyn FnMut(TrainingProgress),
    ) -> Result<(), Error> {
        let &Round { plan, number, threads, interrupt, .. } = self;
        let games = plan.games_of(number);
        let mut progress = TrainingProgress {
            round: number,
            task: TrainingTask::Games,
            done: store.games().range(..games).count() as u64,
            all: games,
        };
        let player = || {
            let mut searcher = before.clone().map(searcher);
            move |number| Ok(Some(play(plan, number, searcher.as_mut())))
        };
        generate_by(store, games, threads, interrupt, player, |_| {
            progress.done += 1;
            heard(progress);
        })
    }

    /// Learns the stages that have not been, from the last to the first.
    fn learn(
        &self,
        stages: &[Stage],
        mut labels: Labels,
        heard: &mut dyn FnMut(TrainingProgress),
    ) -> Result<Option<Arc<Weights>>, Error> {
        let mut weights = Arc::new(self.kept(stages, labels.found.len())?);
        let mut progress = TrainingProgress {
            round: self.number,
            task: TrainingTask::Positions,
            done: labels.found.len() as u64,
            all: stages.iter().map(|stage| stage.positions.len() as u64).sum(),
        };
        let mut before = 0;
        for (number, stage) in stages.iter().enumerate().rev() {
            let all = before + stage.positions.len();
            let missing =
                &stage.positions[(labels.found.len().max(before) - before).min(stage.positions.len())..];
            labels.find(missing, &weights, self.plan, (self.threads, self.interrupt), &mut |more| {
                progress.done += more as u64;
                heard(progress);
            })?;
            if labels.found.len() < all || self.interrupt.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if !weights.knows(4 + 4 * number as u32) {
                let learnt = stage.learn(number, &labels.found[before..all], &weights);
                Arc::make_mut(&mut weights).learn(number, &learnt);
                files::write(&self.folder.join(WEIGHTS), weights.write())?;
            }
            before = all;
        }
        Ok(Some(weights))
    }

    /// The weights of the stages that were learnt before: of none whose positions' values are not all there.
    fn kept(&self, stages: &[Stage], values: usize) -> Result<Weights, Error> {
        let path = self.folder.join(WEIGHTS);
        let known = match fs::read(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Weights::none()),
            bytes => bytes.map_err(Error::read(&path))?,
        };
        let known = Weights::read(&known).map_err(|e| Unreadable(format!("{}: {e}", path.display())))?;
        let (mut kept, mut needed) = (Weights::none(), 0);
        for (number, stage) in stages.iter().enumerate().rev() {
            needed += stage.positions.len();
            if needed > values || !known.knows(4 + 4 * number as u32) {
                break;
            }
            kept.learn(number, &known.classes(number));
        }
        Ok(kept)
    }
}

/// The positions of the games below a number, by stage, in the order of the games.
fn stages_of(records: &BTreeMap<u64, KeptGame>, games: u64) -> Result<Vec<Stage>, Unreadable> {
    let mut stages: Vec<Stage> = (0..STAGES).map(|_| Stage::default()).collect();
    for (number, record) in records.range(..games) {
        for pos in positions(record)? {
            let stage = &mut stages[stage_of(64 - pos.empties())];
            stage.positions.push(pos);
            stage.is_held_back.push(number % HELD_BACK == 0);
        }
    }
    Ok(stages)
}

impl Stage {
    /// The rows of the positions that are held back or not, and their values in units.
    fn rows(&self, values: &[i16], held_back: bool) -> (Vec<Row>, Vec<f32>) {
        let unit = Weights::A_DISC as f32 / DISC as f32;
        let chosen = (0..self.positions.len()).filter(|&i| self.is_held_back[i] == held_back);
        chosen.map(|i| (features(&self.positions[i]), unit * f32::from(values[i]))).unzip()
    }

    /// The weights of a stage, learnt from its positions' values, with those of the next to begin with.
    fn learn(&self, number: usize, values: &[i16], weights: &Weights) -> Vec<i16> {
        let next = if number + 1 < STAGES { weights.classes(number + 1) } else { vec![0; CLASSES] };
        let start: Vec<f32> = next.into_iter().map(f32::from).collect();
        let [training, held_back] = [false, true].map(|held_back| self.rows(values, held_back));
        let sets = [&training, &held_back].map(|(rows, wanted)| Rows { rows, wanted });
        fit(sets, &start, PULL, &STOP).into_iter().map(|weight| weight.round() as i16).collect()
    }
}

#[cfg(test)]
mod tests;
