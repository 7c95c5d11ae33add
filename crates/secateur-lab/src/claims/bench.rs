//! The means of experiments: games, positions of their own play, and searches that are done once.

use super::{ClaimEstimate, ClaimFigure};
use crate::duel::{hundredths, steady, wander};
use crate::each::each;
use crate::experiment::Job;
use crate::random::below;
use crate::referee::{FAIR, LONGEST, Referee};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur_games::Unreadable;
use secateur_session::{Answer, Request, Session};
use secateur_session::{GameEntry, Registry};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of random moves that begin a game.
const RANDOM: std::ops::RangeInclusive<usize> = 4..=8;
/// The most tries for an opening that is fair.
const TRIES: usize = 20;
/// The depth, in plies, of the searches in the games that positions come from.
const DEPTH: u32 = 2;
/// The default size of a search's table, in bytes.
const HASH: usize = 8 << 20;

/// The size of an experiment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Size {
    /// Enough to see that an experiment works: seconds for all of them.
    Tiny,
    /// Two minutes for all of them, on two cores.
    Quick,
    /// Some ten minutes.
    Full,
}

/// The reason why an experiment ended early.
#[derive(Debug)]
pub(super) enum ClaimError {
    Interrupted,
    Failed(Unreadable),
}

impl From<Unreadable> for ClaimError {
    fn from(error: Unreadable) -> Self {
        ClaimError::Failed(error)
    }
}

/// Everything that an experiment may use. All randomness comes from the seed, and every search is on one thread with a
/// table of its own: figures depend on neither threads nor machine.
pub struct ClaimBench<'a> {
    registry: &'a Registry,
    size: Size,
    seed: u64,
    threads: usize,
    interrupt: Arc<AtomicBool>,
    /// The games that positions came from, by name of the game.
    games: Mutex<HashMap<&'static str, Vec<Vec<String>>>>,
    /// The answers so far, by the identity of the job: many experiments begin with the same searches.
    searched: Mutex<HashMap<String, Answer>>,
}

/// A game in some circumstances, or trees of one kind, and how deep they are searched.
#[derive(Copy, Clone, Debug)]
pub(super) struct Field {
    pub(super) game: &'static str,
    /// The parameters but for the seed, where the game is a kind of tree.
    pub(super) tree: Option<&'static str>,
    pub(super) depth: u32,
    /// The number of positions.
    pub(super) count: usize,
}

/// A method of search and the size of its table.
#[derive(Copy, Clone, Debug)]
pub(super) struct SearchSpec {
    pub(super) algorithm: &'static str,
    pub(super) ordering: &'static str,
    pub(super) settings: &'static [&'static str],
    pub(super) hash: usize,
}

impl Field {
    pub(super) fn game(game: &'static str, depth: u32, count: usize) -> Self {
        Field { game, tree: None, depth, count }
    }

    pub(super) fn tree(game: &'static str, tree: &'static str, depth: u32, count: usize) -> Self {
        Field { game, tree: Some(tree), depth, count }
    }

    /// The name that figures give it.
    pub(super) fn name(&self) -> String {
        match self.tree {
            None => format!("{}, depth {}", self.game, self.depth),
            Some(tree) => {
                // All trees are deeper than they are searched, and what noise there is says nothing here.
                let telling = |word: &&str| !["d=", "noise="].iter().any(|name| word.starts_with(name));
                let words: Vec<&str> = tree.split(' ').filter(telling).collect();
                format!("{} trees {}, depth {}", self.game, words.join(" "), self.depth)
            }
        }
    }
}

/// The algorithm of this name, with the remembered move first and then as the game's hints have it.
pub(super) fn by(algorithm: &'static str) -> SearchSpec {
    SearchSpec { algorithm, ordering: "table+move-score", settings: &[], hash: HASH }
}

impl<'a> ClaimBench<'a> {
    /// A bench with these games. Where the flag is raised, experiments end without a result.
    pub fn new(
        registry: &'a Registry,
        size: Size,
        seed: u64,
        threads: usize,
        interrupt: &Arc<AtomicBool>,
    ) -> Self {
        let interrupt = interrupt.clone();
        ClaimBench {
            registry,
            size,
            seed,
            threads,
            interrupt,
            games: Mutex::default(),
            searched: Mutex::default(),
        }
    }

    /// Whether the registry has a game.
    pub fn has(&self, game: &str) -> bool {
        self.registry.entries().iter().any(|entry| entry.name == game)
    }

    /// One of three, by how much is to be searched.
    pub(super) fn pick<T>(&self, tiny: T, quick: T, full: T) -> T {
        match self.size {
            Size::Tiny => tiny,
            Size::Quick => quick,
            Size::Full => full,
        }
    }

    /// Random numbers of their own for each purpose and number.
    pub(super) fn random(&self, purpose: u64, n: usize) -> SplitMix64 {
        let mut seed = SplitMix64::seed_from_u64(self.seed);
        SplitMix64::seed_from_u64(seed.next_u64() ^ purpose << 32 ^ n as u64)
    }

    /// A request with nothing set but the flag.
    pub(super) fn request(&self) -> Request {
        Request::default().interrupt(self.interrupt.clone())
    }

    pub(super) fn entry(&self, game: &str) -> Result<&GameEntry, ClaimError> {
        Ok(self.registry.find(game)?)
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn open(&self, game: &str) -> Result<Box<dyn Session>, ClaimError> {
        Ok(self.entry(game)?.open())
    }

    /// Does the work of the numbers below `count`, on all threads, and returns the results in order, without those that
    /// are none.
    pub(super) fn each<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> Result<Option<T>, ClaimError> + Sync,
    ) -> Result<Vec<T>, ClaimError> {
        let work = |n| match work(n) {
            Ok(result) => Ok(Some(result)),
            Err(ClaimError::Interrupted) => Ok(None),
            Err(ClaimError::Failed(error)) => Err(error),
        };
        let done = each(count, self.threads, &self.interrupt, work, || {})?;
        if self.interrupt.load(Ordering::Relaxed) {
            Err(ClaimError::Interrupted)
        } else {
            Ok(done.into_iter().flatten().collect())
        }
    }

    /// Games of a steady search against itself, `count` of them: the positions of each, from the end of a random
    /// opening on.
    pub(super) fn games(&self, game: &'static str, count: usize) -> Result<Vec<Vec<String>>, ClaimError> {
        let known = |bench: &Self| {
            let games = bench.games.lock().unwrap_or_else(PoisonError::into_inner);
            games.get(game).cloned().unwrap_or_default()
        };
        let mut games = known(self);
        if games.len() < count {
            let from = games.len();
            games.extend(self.each(count - from, |n| self.own_game(game, from + n).map(Some))?);
            self.games.lock().unwrap_or_else(PoisonError::into_inner).insert(game, games.clone());
        }
        games.truncate(count);
        Ok(games)
    }

    /// The game of that number.
    fn own_game(&self, game: &'static str, n: usize) -> Result<Vec<String>, ClaimError> {
        let mut random = self.random(1, n);
        let request = steady(&self.interrupt, DEPTH);
        let mut board = self.open(game)?;
        let unit = board.unit();
        for _ in 0..TRIES {
            board = self.open(game)?;
            let plies = RANDOM.start() + below(&mut random, RANDOM.end() - RANDOM.start() + 1);
            wander(&mut *board, plies, &mut random);
            let fair = board.outcome().is_none()
                && hundredths(&board.analyse(&request, &mut |_| {}), unit).abs() <= FAIR;
            if fair {
                break;
            }
        }
        let (mut positions, mut referee) = (Vec::new(), Referee::default());
        while positions.len() < LONGEST && board.outcome().is_none() && !board.is_drawn_by_repetition() {
            let ply = positions.len();
            positions.push(board.position());
            let answer = board.analyse(&request, &mut |_| {});
            if self.interrupt.load(Ordering::Relaxed) {
                return Err(ClaimError::Interrupted);
            }
            let value = hundredths(&answer, unit);
            let judged = referee.judge(ply, if ply.is_multiple_of(2) { value } else { -value });
            match answer.best {
                Some(best) if judged.is_none() => board.play(&best)?,
                _ => break,
            }
        }
        Ok(positions)
    }

    /// Positions of a field, all different: of each game one, from its first two thirds. Fewer where there are not so
    /// many.
    pub(super) fn positions(&self, field: &Field) -> Result<Vec<String>, ClaimError> {
        if let Some(tree) = field.tree {
            return Ok((0..field.count as u64)
                .map(|n| format!("{tree} seed={}", self.seed.wrapping_add(n) % (1 << 32)))
                .collect());
        }
        let mut seen = HashSet::new();
        let mut positions = Vec::new();
        for (n, game) in self.games(field.game, 2 * field.count)?.iter().enumerate() {
            let most = (2 * game.len() / 3).max(1);
            let Some(position) = game.get(below(&mut self.random(2, n), most)) else { continue };
            if positions.len() < field.count && seen.insert(position.clone()) {
                positions.push(position.clone());
            }
        }
        Ok(positions)
    }

    /// Searches depth by depth, to this one or to where nothing deeper can change the value.
    pub(super) fn answer(
        &self,
        game: &str,
        position: &str,
        spec: SearchSpec,
        depth: u32,
    ) -> Result<Answer, ClaimError> {
        let job = Job {
            game: game.to_owned(),
            position: position.to_owned(),
            algorithm: spec.algorithm.to_owned(),
            ordering: spec.ordering.to_owned(),
            settings: spec.settings.iter().map(|&setting| setting.to_owned()).collect(),
            depth: Some(depth),
            nodes: None,
            hash: spec.hash,
            seed: 1,
            repetition: 1,
        };
        let id = job.id();
        let searched = || self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = searched().get(&id) {
            return Ok(answer.clone());
        }
        let (answer, _) = job.search(self.registry, &self.interrupt)?.ok_or(ClaimError::Interrupted)?;
        searched().insert(id, answer.clone());
        Ok(answer)
    }

    /// The same. None if it ended nearer, so that there is nothing to compare.
    pub(super) fn search(
        &self,
        game: &str,
        position: &str,
        spec: SearchSpec,
        depth: u32,
    ) -> Result<Option<Answer>, ClaimError> {
        let answer = self.answer(game, position, spec, depth)?;
        Ok((answer.depth == depth).then_some(answer))
    }

    /// The nodes of all iterations up to this depth, less those that complete the variation: drivers differ in how much
    /// of it they leave open.
    pub(super) fn nodes(
        &self,
        game: &str,
        position: &str,
        spec: SearchSpec,
        depth: u32,
    ) -> Result<Option<f64>, ClaimError> {
        if depth == 0 {
            return Ok(Some(0.0));
        }
        Ok(self.search(game, position, spec, depth)?.map(|answer| (answer.nodes - answer.completing) as f64))
    }

    /// The nodes of the last iteration alone.
    pub(super) fn last(
        &self,
        game: &str,
        position: &str,
        spec: SearchSpec,
        depth: u32,
    ) -> Result<Option<f64>, ClaimError> {
        let (all, before) =
            (self.nodes(game, position, spec, depth)?, self.nodes(game, position, spec, depth - 1)?);
        Ok(all.zip(before).map(|(all, before)| all - before))
    }

    /// A number for each position of the field where there is one.
    pub(super) fn samples(
        &self,
        field: &Field,
        sample: impl Fn(&str) -> Result<Option<f64>, ClaimError> + Sync,
    ) -> Result<Vec<f64>, ClaimError> {
        if !self.has(field.game) {
            return Ok(Vec::new());
        }
        let positions = self.positions(field)?;
        self.each(positions.len(), |n| sample(&positions[n]))
    }

    /// Returns the nodes of the first method over those of the second: the geometric mean. None without positions.
    pub(super) fn ratio(
        &self,
        field: &Field,
        specs: [SearchSpec; 2],
    ) -> Result<Option<ClaimEstimate>, ClaimError> {
        let ratios = self.samples(field, |position| {
            let [first, second] = specs.map(|spec| self.nodes(field.game, position, spec, field.depth));
            Ok(first?.zip(second?).map(|(first, second)| first / second))
        })?;
        Ok((!ratios.is_empty()).then(|| ClaimEstimate::geometric(&ratios)))
    }
}

/// A figure for each field where something could be measured.
pub(super) fn figures(
    fields: &[Field],
    estimate: impl Fn(&Field) -> Result<Option<ClaimEstimate>, ClaimError>,
) -> Result<Vec<ClaimFigure>, ClaimError> {
    let mut figures = Vec::new();
    for field in fields {
        figures.extend(estimate(field)?.map(|estimate| ClaimFigure::new(field.name(), estimate)));
    }
    Ok(figures)
}
