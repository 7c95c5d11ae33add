//! The numbers of the engine's recipe, tuned by games of points against each other.
//!
//! A comparison is a pair of games from a random opening, colours changed, at a fixed number of nodes a move; what a point gains
//! is its half points above those of the other. Every pair comes from the seed and its number, so that threads and
//! interruptions change nothing.

use super::{GainSchedule, Parameter, Spsa, random};
use crate::ablation::request;
use crate::duel::{Arena, ArenaTerms};
use crate::error::Error;
use crate::workforce::{Workforce, by_text};
use rand_xoshiro::rand_core::Rng;
use secateur::engine::Custom;
use secateur_games::Unreadable;
use secateur_session::{Registry, Request};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The least reach of a comparison, as a part of the range worth trying.
const REACH: f64 = 0.05;
/// The depth at which an opening is seen to be fair.
const FAIR_DEPTH: u32 = 6;

/// A number of the recipe.
#[derive(Clone, PartialEq, Debug)]
pub struct Tunable {
    /// `trick.number`, as settings name it.
    pub name: String,
    /// Its value at the start, where it may go, and how far comparisons look.
    pub parameter: Parameter,
}

/// Every number of the tricks that are on in a recipe, beginning with the values there; but for `timing`, which games
/// at a number of nodes cannot tune.
///
/// ```
/// use secateur::engine::Custom;
/// use secateur_lab::spsa::recipe::tunables;
///
/// let mut recipe = Custom::default();
/// recipe.set("null_move", "off").unwrap();
/// recipe.set("futility.base", "120").unwrap();
/// let numbers = tunables(&recipe);
/// assert!(numbers.iter().all(|number| !number.name.starts_with("null_move")));
/// let base = numbers.iter().find(|number| number.name == "futility.base").unwrap();
/// assert_eq!(base.parameter.start, 120.0);
/// ```
pub fn tunables(recipe: &Custom) -> Vec<Tunable> {
    // Games with a fixed number of nodes a move say nothing about how time is divided.
    let on = Custom::TRICKS.iter().filter(|(trick, ..)| *trick != "timing" && recipe.is_on(trick));
    let numbers = on.flat_map(|(trick, _, numbers)| numbers.iter().map(move |number| (*trick, number)));
    let tunable = |(trick, number): (&str, &secateur::engine::Number)| {
        let [from, to] = [number.range.start(), number.range.end()].map(|&end| f64::from(end));
        Tunable {
            name: format!("{trick}.{}", number.name),
            parameter: Parameter {
                start: recipe.get(trick, number.name).unwrap_or(number.standard).into(),
                range: from..=to,
                reach: (REACH * (to - from)).max(number.step.into()),
            },
        }
    };
    numbers.map(tunable).collect()
}

/// The numbers to tune, and the parameters of tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningPlan {
    /// The settings in which the recipe differs from the standard one, beside the numbers tuned: `NAME=VALUE`.
    pub settings: Vec<String>,
    /// The numbers.
    pub numbers: Vec<Tunable>,
    /// The source of all randomness.
    pub seed: u64,
    /// The number of pairs of games in all.
    pub pairs: u64,
    /// The number of pairs played from the same point before it moves.
    pub batch: u64,
    /// The speed at which numbers follow; see [`GainSchedule::rate`].
    pub rate: f64,
    /// Nodes a move.
    pub nodes: u64,
    /// Each player's table in bytes.
    pub hash: usize,
}

impl TuningPlan {
    /// The method at the start.
    pub(super) fn spsa(&self) -> Spsa {
        let parameters = self.numbers.iter().map(|number| number.parameter.clone()).collect();
        Spsa::new(parameters, GainSchedule { comparisons: self.pairs, rate: self.rate }, self.seed)
    }
}

/// Tuning under way: the results of pairs so far, and where they lead.
pub struct Tuning<'a> {
    plan: &'a TuningPlan,
    arena: &'a Arena,
    /// The half points, from 0 to 4, that the first point made in each pair of the batch under way.
    open: BTreeMap<u64, u8>,
    /// The first pair of the batch under way.
    batch: u64,
    spsa: Spsa,
    /// The points after each batch.
    course: Vec<Vec<f64>>,
}

impl<'a> Tuning<'a> {
    /// At the start, or wherever pairs played earlier lead; pairs that have no place in the plan are left out.
    pub fn new(plan: &'a TuningPlan, arena: &'a Arena, played: &BTreeMap<u64, u8>) -> Tuning<'a> {
        let spsa = plan.spsa();
        let course = vec![spsa.at().to_vec()];
        let mut tuning = Tuning { plan, arena, open: BTreeMap::new(), batch: 0, spsa, course };
        while !tuning.is_done() {
            tuning.open = played.range(tuning.batch..tuning.batch_end()).map(|(&n, &p)| (n, p)).collect();
            if !tuning.learn() {
                break;
            }
        }
        tuning
    }

    /// Returns the number of pairs played.
    pub fn played(&self) -> u64 {
        self.batch + self.open.len() as u64
    }

    /// Whether there is nothing left to play.
    pub fn is_done(&self) -> bool {
        self.batch == self.plan.pairs
    }

    /// The numbers at the start and after each batch, in the order of the plan.
    pub fn course(&self) -> &[Vec<f64>] {
        &self.course
    }

    /// Returns the present numbers, as settings.
    pub fn settings(&self) -> Vec<String> {
        let rounded = self.spsa.at().iter().map(|x| x.round() as i32);
        settings(self.plan, rounded)
    }

    fn batch_end(&self) -> u64 {
        self.plan.pairs.min(self.batch + self.plan.batch)
    }

    /// Takes the step of a batch that is complete.
    fn learn(&mut self) -> bool {
        let complete = self.open.len() as u64 == self.batch_end() - self.batch;
        if complete {
            let gains: Vec<f64> =
                self.open.values().map(|&half_points| f64::from(half_points) - 2.0).collect();
            self.spsa.learn(self.batch, &gains);
            self.course.push(self.spsa.at().to_vec());
            self.batch = self.batch_end();
            self.open.clear();
        }
        complete
    }

    /// Plays a batch, or what is missing of it. `heard` is given each pair's number and half points as it ends, to keep
    /// them.
    ///
    /// # Errors
    ///
    /// One sentence if a game does not take its own moves, and whatever `heard` fails with.
    pub fn play(
        &mut self,
        workers: &mut Workforce<'_>,
        interrupt: &Arc<AtomicBool>,
        mut heard: impl FnMut(u64, u8) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let missing: Vec<u64> =
            (self.batch..self.batch_end()).filter(|n| !self.open.contains_key(n)).collect();
        let Tuning { plan, arena, spsa, open, .. } = self;
        let job = |n: usize| RecipePair::new(plan, arena, spsa, missing[n]);
        let play = |pair: &RecipePair| pair.play(arena, interrupt);
        workers.do_all(missing.len(), job, play, interrupt, |n, half_points| {
            open.insert(missing[n], half_points);
            heard(missing[n], half_points)
        })?;
        self.learn();
        Ok(())
    }
}

/// A pair of games of two recipes, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipePair {
    arena: ArenaTerms,
    /// The settings of the two, and those that the opening is looked at with.
    players: [Vec<String>; 2],
    plain: Vec<String>,
    nodes: u64,
    hash: usize,
    /// The source of the opening.
    luck: u64,
}

impl RecipePair {
    fn new(plan: &TuningPlan, arena: &Arena, spsa: &Spsa, number: u64) -> RecipePair {
        // Numbers are whole: rounded up as often as they are nearer to it, and alike on both sides.
        let mut luck = random(!plan.seed, number);
        let thresholds: Vec<f64> =
            plan.numbers.iter().map(|_| (luck.next_u64() >> 11) as f64 / (1u64 << 53) as f64).collect();
        let player = |point: Vec<f64>| {
            let rounded = point.iter().zip(&thresholds).map(|(x, threshold)| (x + threshold).floor() as i32);
            [&plan.settings[..], &settings(plan, rounded)].concat()
        };
        RecipePair {
            arena: arena.terms(),
            players: spsa.points(number).map(player),
            plain: plan.settings.clone(),
            nodes: plan.nodes,
            hash: plan.hash,
            luck: luck.next_u64(),
        }
    }

    /// Plays it: the half points of the first recipe. None if the flag was raised.
    fn play(&self, arena: &Arena, interrupt: &Arc<AtomicBool>) -> Result<Option<u8>, Unreadable> {
        let player = |settings: &[String]| -> Result<Request, Unreadable> {
            Ok(request(interrupt, settings, None)?.nodes(self.nodes).hash(self.hash))
        };
        let (plus, minus) = (player(&self.players[0])?, player(&self.players[1])?);
        let fair = request(interrupt, &self.plain, None)?.depth(FAIR_DEPTH).hash(self.hash);
        let openings = arena.openings(1, &fair, self.luck)?;
        let Some(opening) = openings.first().filter(|_| !interrupt.load(Ordering::Relaxed)) else {
            return Ok(None);
        };
        Ok(arena.pair(opening, [&plus, &minus])?.map(|half_points| half_points as u8))
    }

    /// Plays a pair in JSON: its half points in JSON. None if the flag was raised.
    ///
    /// # Errors
    ///
    /// One sentence if the text is no pair, or the game cannot be played.
    pub fn play_text(
        text: &str,
        registry: &Registry,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Option<String>, Unreadable> {
        by_text(text, |pair: &RecipePair| pair.play(&pair.arena.arena(registry)?, interrupt))
    }
}

fn settings(plan: &TuningPlan, values: impl Iterator<Item = i32>) -> Vec<String> {
    plan.numbers.iter().zip(values).map(|(number, value)| format!("{}={value}", number.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::{Making, Threads};
    use secateur_standard::standard;

    fn arena() -> Arena {
        Arena::new(standard().find("connect4").unwrap(), None, 1).unwrap()
    }

    fn plan() -> TuningPlan {
        let mut numbers = tunables(&Custom::default());
        numbers.retain(|number| number.name.starts_with("reductions."));
        assert!(numbers.len() > 4);
        TuningPlan {
            settings: vec!["null_move=off".into()],
            numbers,
            seed: 7,
            pairs: 18,
            batch: 4,
            rate: 0.5,
            nodes: 200,
            hash: 1 << 16,
        }
    }

    /// Plays on until `most` pairs were heard, and returns them.
    fn play(tuning: &mut Tuning<'_>, threads: usize, most: usize) -> BTreeMap<u64, u8> {
        let (flag, mut heard) = (Arc::new(AtomicBool::new(false)), BTreeMap::new());
        while !tuning.is_done() && !flag.load(Ordering::Relaxed) {
            let hear = |number, half_points| {
                assert!(heard.insert(number, half_points).is_none());
                flag.store(heard.len() >= most, Ordering::Relaxed);
                Ok(())
            };
            tuning.play(&mut Workforce::Threads(threads), &flag, hear).unwrap();
        }
        heard
    }

    #[test]
    fn a_crew_plays_the_same_pairs() {
        let (arena, plan) = (arena(), plan());
        let [mut here, mut there] = [(); 2].map(|()| Tuning::new(&plan, &arena, &BTreeMap::new()));
        let all = play(&mut here, 1, usize::MAX);
        let making: Making = Arc::new(|| {
            let never = Arc::default();
            Ok(Box::new(move |pair: &str| {
                Ok(RecipePair::play_text(pair, &standard(), &never)?.unwrap_or_default())
            }))
        });
        let (mut crew, mut heard) = (Threads::new(2, &making).unwrap(), BTreeMap::new());
        while !there.is_done() {
            let hear = |number, half_points| {
                heard.insert(number, half_points);
                Ok(())
            };
            there.play(&mut Workforce::Crew(&mut crew), &Arc::default(), hear).unwrap();
        }
        assert_eq!((heard, there.course()), (all, here.course()));
        let refused = RecipePair::play_text("{}", &standard(), &Arc::default()).unwrap_err().to_string();
        assert!(refused.starts_with("found no work of this kind"), "{refused}");
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let (arena, plan) = (arena(), plan());
        let mut tuning = Tuning::new(&plan, &arena, &BTreeMap::new());
        let all = play(&mut tuning, 1, usize::MAX);
        assert_eq!((tuning.played(), tuning.course().len()), (18, 6)); // 5 batches, the last of 2 pairs
        assert!(tuning.course()[5] != tuning.course()[0]);
        for most in 1..18 {
            let mut first = Tuning::new(&plan, &arena, &BTreeMap::new());
            let heard = play(&mut first, 2, most);
            assert_eq!(first.played(), heard.len() as u64);
            let mut second = Tuning::new(&plan, &arena, &heard);
            assert_eq!((second.played(), second.course()), (first.played(), first.course()));
            let rest = play(&mut second, 2, usize::MAX);
            assert_eq!(heard.into_iter().chain(rest).collect::<BTreeMap<_, _>>(), all);
            assert_eq!(second.course(), tuning.course());
        }
        let other = TuningPlan { seed: 8, ..plan.clone() };
        let mut other = Tuning::new(&other, &arena, &BTreeMap::new());
        play(&mut other, 1, usize::MAX);
        assert_ne!(other.course(), tuning.course());
    }

    #[test]
    fn what_is_found_can_be_set() {
        let (arena, plan) = (arena(), plan());
        let tuning = Tuning::new(&plan, &arena, &BTreeMap::new());
        let mut recipe = Custom::default();
        for setting in tuning.settings() {
            let (name, value) = setting.split_once('=').unwrap();
            recipe.set(name, value).unwrap();
        }
        assert_eq!(recipe, Custom::default());
    }
}
