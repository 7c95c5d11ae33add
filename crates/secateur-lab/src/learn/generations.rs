//! Learning from searches, generation by generation.

use super::kept::inputs_of;
use super::searched::{self, Variety};
use super::{FitPlan, read_for, write};
use crate::duel::Arena;
use crate::each::as_done;
use crate::statistics::MatchScore;
use crate::statistics::sprt::{Model, Sprt, Verdict};
use crate::store::{GameStore, KeptGame, load};
use crate::{Error, files};
use secateur_games::{Inputs, LayerShape, LayerWeights, Unreadable, UpdatableNetwork};
use secateur_learn::LayerSamples;
use secateur_session::{Algorithm, GameEntry, LearnedEvaluation, Request};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[cfg(test)]
mod tests;

/// How an evaluation is learned from searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchPlan {
    /// Nodes a move.
    pub nodes: u64,
    /// The games of the first generation; each later one has half as many again as the one before.
    pub games: u64,
    /// The most random moves that a game begins with.
    pub opening: u32,
    /// The share of moves made at random later on.
    pub random: f32,
    /// The networks. Its seed is that of the games, too.
    pub fit: FitPlan,
}

/// The generations whose games are learned from: the last ones, with most of all games.
const REPLAYED: u64 = 4;
/// The table of a game's searches, in bytes.
const TABLE: usize = 1 << 20;
/// The first generations, where learning begins with nothing, take over in any case: at few nodes an engine that values all
/// positions alike sees far, and what knows a little more loses to it at first.
const UNTESTED: u64 = 4;
/// The most pairs of games in which a new network shows that it is better than the one before.
const PAIRS: usize = 60;

impl SearchPlan {
    /// What suits a game that is seen like this, of which games of random moves take so many plies.
    ///
    /// ```
    /// use secateur_games::{Notation, connect4::Connect4};
    /// use secateur_lab::learn::SearchPlan;
    ///
    /// let plan = SearchPlan::sensible(&Connect4::start().inputs().unwrap(), 21, 1);
    /// assert_eq!((plan.fit.neurons, plan.opening), (64, 10));
    /// ```
    pub fn sensible(inputs: &Inputs, plies: usize, seed: u64) -> SearchPlan {
        let opening = (plies / 2).clamp(1, 12) as u32;
        let fit = FitPlan { results: 0.3, ..FitPlan::sensible(inputs, seed) };
        SearchPlan { nodes: 150, games: 400, opening, random: 0.05, fit }
    }

    /// The number of games of a generation.
    fn games_of(&self, generation: u64) -> u64 {
        (self.games as f64 * 1.5_f64.powi(generation as i32)) as u64
    }

    /// The number of the first game of a generation, among all.
    fn first_of(&self, generation: u64) -> u64 {
        (0..generation).map(|before| self.games_of(before)).sum()
    }
}

/// An evaluation that is learned from searches by its own forerunners. Each generation's games are played by the network of the
/// one before; a network is then fitted to the last games of all, and takes over if it wins against that one.
///
/// Games, networks and the time spent are kept in a folder; killed at any moment, no more than the games under way are lost.
pub struct Generations {
    dir: PathBuf,
    entry: GameEntry,
    arena: Arena,
    inputs: Inputs,
    plan: SearchPlan,
    threads: usize,
    /// Whether it begins with an evaluation that somebody has learned.
    taught: bool,
    /// The number of generations that are done.
    done: u64,
    current: Arc<LearnedEvaluation>,
    /// The games of all generations that are done.
    games: u64,
    spent: Duration,
}

/// How far learning has come.
#[derive(Clone, Debug)]
pub enum GenerationNews {
    /// A game was played: the generation, its games so far, and all.
    Game([u64; 3]),
    /// A network is being fitted: the generation, the steps so far, and all.
    Fit([u64; 3]),
    /// A generation is done.
    Done(GenerationDone),
}

/// What a generation has come to.
#[derive(Clone, Debug)]
pub struct GenerationDone {
    /// Its number.
    pub generation: u64,
    /// The positions that it learned from.
    pub positions: usize,
    /// Its score against the one before.
    pub score: MatchScore,
    /// Whether it took over from that.
    pub took_over: bool,
    /// The evaluation at hand now.
    pub evaluation: Arc<LearnedEvaluation>,
    /// The games of all generations.
    pub games: u64,
    /// The time spent on them.
    pub spent: Duration,
}

impl Generations {
    /// Learning of this game in a folder, which is made, or gone on from. The games of the first generation are played by the
    /// evaluation of a `teacher`, if there is one, or else by one that knows nothing.
    ///
    /// # Errors
    ///
    /// One sentence if the game does not list what stands on its cells, or the folder is of other learning, or cannot be read or
    /// written.
    pub fn open(
        entry: &GameEntry,
        plan: SearchPlan,
        threads: usize,
        dir: &Path,
        teacher: Option<Arc<LearnedEvaluation>>,
    ) -> Result<Generations, Error> {
        let inputs = inputs_of(entry)?;
        let shape = plan.fit.shape(inputs)?;
        let arena = Arena::new(entry, None, plan.fit.seed)?;
        let taught = teacher.is_some();
        let current = teacher.map_or_else(|| nothing(entry.name, shape).map(Arc::new), Ok)?;
        let dir = dir.to_owned();
        let mut learning = Generations {
            dir,
            entry: *entry,
            arena,
            inputs,
            plan,
            threads: threads.max(1),
            taught,
            done: 0,
            current,
            games: 0,
            spent: Duration::ZERO,
        };
        learning.store(0)?;
        while learning.network_file(learning.done).exists() {
            let file = learning.network_file(learning.done);
            learning.current = read_for(&file, entry.name, Some(inputs))?;
            learning.games += load(&learning.games_file(learning.done))?.len() as u64;
            learning.done += 1;
        }
        if let Ok(text) = std::fs::read_to_string(learning.dir.join("spent")) {
            learning.spent = Duration::from_millis(text.trim().parse().unwrap_or(0));
        }
        Ok(learning)
    }

    fn games_file(&self, generation: u64) -> PathBuf {
        self.dir.join(format!("games-{generation}.txt"))
    }

    fn network_file(&self, generation: u64) -> PathBuf {
        self.dir.join(format!("network-{generation}.eval"))
    }

    fn store(&self, generation: u64) -> Result<GameStore, Error> {
        let plan = serde_json::to_string(&self.plan).unwrap_or_default();
        GameStore::open(&self.games_file(generation), &format!("{} {generation} {plan}", self.entry.name))
    }

    fn keep_time(&self, begun: Instant) -> Result<(), Error> {
        let spent = self.spent + begun.elapsed();
        files::write(&self.dir.join("spent"), format!("{}\n", spent.as_millis()))
    }

    /// Learns until so many generations are done or so much time is spent, all sessions together, or the flag is raised. Of what
    /// was played when the time is over a last network is fitted.
    ///
    /// # Errors
    ///
    /// One sentence if a file cannot be read or written.
    pub fn learn(
        &mut self,
        generations: Option<u64>,
        time: Option<Duration>,
        interrupt: &Arc<AtomicBool>,
        mut heard: impl FnMut(GenerationNews),
    ) -> Result<(), Error> {
        let mut begun = Instant::now();
        // What a fit takes is known from the one before.
        let mut fitting = Duration::ZERO;
        while generations.is_none_or(|most| self.done < most)
            && time.is_none_or(|most| self.spent + begun.elapsed() + fitting < most)
        {
            let until = time.map(|most| most.saturating_sub(self.spent + fitting + fitting / 2));
            let games = self.play(begun, until, interrupt, &mut heard)?;
            self.keep_time(begun)?;
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let fit_begun = Instant::now();
            let Some((positions, score, took_over)) = self.fit(interrupt, &mut heard)? else { break };
            self.games += games;
            fitting = fit_begun.elapsed();
            self.keep_time(begun)?;
            // Whoever hears of it may take time to look at it.
            let told = Instant::now();
            heard(GenerationNews::Done(GenerationDone {
                generation: self.done - 1,
                positions,
                score,
                took_over,
                evaluation: self.current.clone(),
                games: self.games,
                spent: self.spent + begun.elapsed(),
            }));
            begun += told.elapsed();
        }
        self.spent += begun.elapsed();
        Ok(())
    }

    /// Plays the games of the generation that is under way, until so much time has passed. Returns how many there are.
    fn play(
        &self,
        begun: Instant,
        until: Option<Duration>,
        interrupt: &Arc<AtomicBool>,
        heard: &mut impl FnMut(GenerationNews),
    ) -> Result<u64, Error> {
        let (plan, generation) = (&self.plan, self.done);
        let mut store = self.store(generation)?;
        let (first, all) = (plan.first_of(generation), plan.games_of(generation));
        let missing: Vec<u64> =
            (first..first + all).filter(|number| !store.games().contains_key(number)).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let request = self.request(&self.current)?.interrupt(stop.clone());
        let variety = Variety { seed: plan.fit.seed, opening: plan.opening, random: plan.random };
        let work = |n: usize| searched::play(&self.arena, &request, &variety, missing[n]);
        let mut take = |some: Vec<(usize, KeptGame)>| -> Result<(), Error> {
            for (_, game) in some {
                store.add(game)?;
                heard(GenerationNews::Game([generation, store.games().len() as u64, all]));
            }
            let late = until.is_some_and(|until| begun.elapsed() >= until);
            stop.store(late || interrupt.load(Ordering::Relaxed), Ordering::Relaxed);
            Ok(())
        };
        as_done(missing.len(), self.threads, &stop, work, &mut take)?;
        Ok(store.games().len() as u64)
    }

    /// Fits a network to the last games, and lets it take over if it is better. Returns the number of positions, its score, and
    /// whether it took over; none if the flag is raised.
    fn fit(
        &mut self,
        interrupt: &Arc<AtomicBool>,
        heard: &mut impl FnMut(GenerationNews),
    ) -> Result<Option<(usize, MatchScore, bool)>, Error> {
        let generation = self.done;
        let mut samples = LayerSamples::new(self.plan.fit.shape(self.inputs)?);
        let mut board = self.entry.open();
        for replayed in (generation + 1).saturating_sub(REPLAYED)..=generation {
            for game in load(&self.games_file(replayed))?.values() {
                searched::add(game, &mut *board, &self.plan.fit, &mut samples)?;
            }
        }
        let network = self.plan.fit.network(None, &samples, self.threads, |steps| {
            heard(GenerationNews::Fit([generation, steps[0], steps[1]]));
            !interrupt.load(Ordering::Relaxed)
        })?;
        let Some(network) = network else { return Ok(None) };
        let made = format!("secateur learn {} --method search, generation {generation}", self.entry.name);
        let new = Arc::new(LearnedEvaluation::new(self.entry.name, made, network));
        let (score, better) = self.is_better(&new, interrupt)?;
        if interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if better {
            self.current = new;
        }
        write(&self.network_file(generation), &self.current)?;
        self.done += 1;
        Ok(Some((samples.len(), score, better)))
    }

    /// Whether an evaluation takes over from the one at hand: more than half of the points when a test of 0 against 50 Elo is over,
    /// or after the last pair.
    fn is_better(
        &self,
        new: &Arc<LearnedEvaluation>,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(MatchScore, bool), Error> {
        let [new, old] = [new, &self.current].map(|evaluation| self.request(evaluation));
        let (new, old) = (new?.interrupt(interrupt.clone()), old?.interrupt(interrupt.clone()));
        let test = Sprt::new([0.0, 50.0], [0.1, 0.1], Model::Logistic)?;
        let mut score = MatchScore::default();
        for opening in self.arena.openings(PAIRS, &old, self.plan.fit.seed ^ self.done)? {
            let Some(half_points) = self.arena.pair(&opening, [&new, &old])? else { break };
            score.add(half_points);
            if test.verdict(&score) != Verdict::Continue {
                break;
            }
        }
        let free = !self.taught && self.done < UNTESTED;
        let better = free || score.share().is_some_and(|share| share > 0.5);
        Ok((score, better))
    }

    fn request(&self, evaluation: &Arc<LearnedEvaluation>) -> Result<Request, Unreadable> {
        let engine = Algorithm::named("engine")?;
        Ok(Request::default()
            .algorithm(engine)
            .nodes(self.plan.nodes)
            .hash(TABLE)
            .learned(evaluation.clone()))
    }

    /// What has been learned.
    pub fn evaluation(&self) -> &Arc<LearnedEvaluation> {
        &self.current
    }

    /// The number of generations that are done.
    pub fn generations(&self) -> u64 {
        self.done
    }

    /// The games of all generations that are done.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The time spent so far, all sessions together.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// The plan.
    pub fn plan(&self) -> &SearchPlan {
        &self.plan
    }
}

/// An evaluation that knows nothing.
fn nothing(game: &str, shape: LayerShape) -> Result<LearnedEvaluation, Unreadable> {
    let weights = LayerWeights {
        first: vec![0; shape.first()],
        biases: vec![0; shape.biases()],
        second: vec![0; shape.second()],
        last: vec![0; shape.stages.into()],
    };
    let network = UpdatableNetwork::new(shape, weights);
    let network = network.ok_or_else(|| Unreadable("the network has no shape".into()))?;
    Ok(LearnedEvaluation::new(game, "nothing was learned yet", network))
}
