//! The search that suits a game: exact searches race, and the best of them plays the engine.
//!
//! - Positions are typical: a search to a fixed depth plays itself after random openings, and each game gives one. Each is searched
//!   as deep as plain alpha-beta comes with a number of nodes.
//! - [`race`]: exact searches over the same positions; those that are worse beyond doubt are out. Algorithms
//!   first, then the orders of moves of the best, then what can be set; at the end those that are left search positions
//!   that were not raced over, so that the figures are not those of luck.
//! - Games: variants of the engine by successive halving (K. Jamieson and A. Talwalkar, 2016), the last of them against
//!   the engine, and the better of these two against the best exact search, by a sequential probability ratio test.
//!
//! Every search and every pair of games is a line of a journal, if one is wanted, so that the same choice goes on from there whatever ended
//! it. Where nodes are what counts, everything comes from the seed alone.

mod entrants;
mod games;
mod measurer;
mod positions;
pub mod race;
mod rounds;
#[cfg(test)]
mod tests;
mod words;

use crate::duel::Arena;
use crate::error::Error;
use crate::experiment::Job;
use crate::statistics::MatchScore;
use crate::statistics::paired::Ratio;
use crate::statistics::sprt::Verdict;
use measurer::Measurer;
use race::Criterion;
use secateur_session::{GameEntry, Method, Request};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
pub use words::{ChoiceLine, ChoiceMatchLine, ChoiceWords, MethodLine, RaceLine};

/// The parameters of a choice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ChoicePlan {
    /// The criterion that decides: the limits of games are of the same kind.
    pub measure: Criterion,
    /// The effort spent on it.
    pub effort: Thoroughness,
    /// The source of all randomness.
    pub seed: u64,
    /// The number of games under way at a time; of searches, too, where nodes decide.
    pub threads: usize,
}

/// The effort spent on a choice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Thoroughness {
    /// Seconds to a minute or two: a first impression.
    Quick,
    /// Minutes.
    Usual,
    /// An hour or more.
    Thorough,
}

/// The numbers that an effort stands for.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sizes {
    /// The first positions of the race, doubled from round to round.
    first: usize,
    /// The rounds of the race.
    rounds: u32,
    /// The number of positions kept unseen for the end.
    fresh: usize,
    /// The nodes that plain alpha-beta may take of a position.
    pub(crate) nodes: u64,
    /// The number of pairs of games that a variant of the engine plays in its first round.
    pairs: usize,
    /// The most pairs that a test may take.
    test: usize,
    /// The difference that a test looks for, in Elo: with few games a small one is not to be seen.
    elo: f64,
    /// Nodes a move in games, where nodes are what counts.
    a_move: u64,
    /// Time a move in games otherwise.
    time: Duration,
}

impl ChoicePlan {
    pub(crate) fn sizes(&self) -> Sizes {
        let (first, rounds, fresh, nodes, pairs, test, elo, a_move, ms) = match self.effort {
            Thoroughness::Quick => (5, 2, 8, 10_000, 2, 24, 120.0, 400, 3),
            Thoroughness::Usual => (6, 3, 12, 100_000, 8, 64, 80.0, 4_000, 20),
            Thoroughness::Thorough => (12, 4, 48, 500_000, 16, 400, 30.0, 20_000, 100),
        };
        let time = Duration::from_millis(ms);
        Sizes { first, rounds, fresh, nodes, pairs, test, elo, a_move, time }
    }

    /// Returns the limit of a move in games: nodes or a time, and nothing else is set.
    pub fn a_move(&self) -> Request {
        let Sizes { a_move, time, .. } = self.sizes();
        match self.measure {
            Criterion::Nodes => Request::default().nodes(a_move),
            Criterion::Time => Request::default().time(time),
        }
    }

    /// Returns the terms on which a journal is made.
    fn terms(&self, game: &str) -> String {
        let program = Job::program().replace(' ', "-");
        let ChoicePlan { measure, effort, seed, .. } = self;
        format!("game={game} measure={measure:?} effort={effort:?} seed={seed} program={program}")
            .to_lowercase()
    }
}

/// An event of a choice under way, for progress displays.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Event<'a> {
    /// Something begins.
    Stage {
        /// The name of the stage.
        name: &'a str,
        /// The number of entrants.
        of: usize,
        /// The most searches or pairs of games that it takes; none if unknown.
        steps: Option<usize>,
    },
    /// This many searches or pairs were known from before.
    Known(usize),
    /// A search or a pair of games is done.
    Step,
    /// The number of entrants that are left, and the most steps that are still to come.
    Left(usize, usize),
    /// A race as it stands after some of its positions: of the same name, the last one counts.
    Race(&'a Round),
    /// Two methods have played. Variants of the engine play again and again, with more games each time.
    Played(&'a ChoiceMatch),
}

/// The result of a race.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// The subject of the race.
    pub name: &'static str,
    /// The entrants, the best first.
    pub entrants: Vec<Entrant>,
}

/// An entrant's result in a race.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The method that was raced.
    pub method: Method,
    /// The number of positions it searched before it was out.
    pub positions: usize,
    /// Whether it was left at the end.
    pub left: bool,
    /// Whether it was given up, so that its figures are less than the truth.
    pub cut: bool,
    /// Its nodes over those of the best by nodes on the same positions.
    pub nodes: Ratio,
    /// The ratio of times; none where nodes decide.
    pub time: Option<Ratio>,
}

/// The best by one measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The method that was raced.
    pub method: Method,
    /// The best of another algorithm, and how many times as much it takes.
    pub runner_up: Option<(Method, Ratio)>,
    /// The cost of the default exact search over that of this one.
    pub usual: Ratio,
    /// Its mean cost on a position: the arithmetic mean, in nodes or milliseconds.
    pub mean: f64,
}

/// The result of games between two methods.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceMatch {
    /// The method that the score is of.
    pub first: Method,
    /// The method that it played.
    pub second: Method,
    /// The games.
    pub score: MatchScore,
    /// The verdict of a test of them; none where nothing was tested.
    pub verdict: Option<Verdict>,
}

/// A choice.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceReport {
    /// The number of positions raced over.
    pub raced: usize,
    /// The number of positions that the figures are from.
    pub fresh: usize,
    /// The least and the greatest depth, in plies.
    pub depths: (u32, u32),
    /// The races, the last one over unseen positions.
    pub rounds: Vec<Round>,
    /// The exact search with the smallest tree.
    pub smallest: Finding,
    /// The fastest one; none where nodes are what counts.
    pub fastest: Option<Finding>,
    /// The games of the engine's variants, if any were played.
    pub matches: Vec<ChoiceMatch>,
    /// The engine, or a variant of it that is better, against the best exact search.
    pub decided: ChoiceMatch,
    /// The winner of that against the game's default; none if that has been part of it.
    pub usual: Option<ChoiceMatch>,
    /// The method that plays best.
    pub method: Method,
}

/// Chooses how to search a game. If there is a path, work is kept in that file, and what is there is not done again. None if
/// the flag was raised before the end.
///
/// # Errors
///
/// One sentence if the game does not take its own moves, or the file cannot be used.
pub fn choose(
    entry: &GameEntry,
    plan: &ChoicePlan,
    journal: Option<&Path>,
    interrupt: &Arc<AtomicBool>,
    heard: &mut dyn FnMut(Event<'_>),
) -> Result<Option<ChoiceReport>, Error> {
    let arena = Arena::new(entry, None, plan.seed)?;
    let mut measurer = Measurer::open(&arena, plan, journal, entry.name, interrupt)?;
    heard(Event::Stage { name: "positions", of: 0, steps: None });
    let sizes = plan.sizes();
    let most = (sizes.first << (sizes.rounds - 1)) + sizes.fresh;
    let Some(typical) = positions::typical(&arena, most, plan, interrupt)? else { return Ok(None) };
    let Some(race_positions) = positions::sounded(&arena, typical, plan, interrupt)? else { return Ok(None) };
    let depths = race_positions.iter().map(|race_position| race_position.depth);
    let depths = (depths.clone().min().unwrap_or(0), depths.max().unwrap_or(0));
    let (raced, fresh) = divide(race_positions.len(), sizes.fresh);
    measurer.race_positions = race_positions;
    let rounds = rounds(raced.clone(), sizes);
    let Some((rounds, smallest, fastest)) = rounds::run(&mut measurer, entry, &rounds, fresh.clone(), heard)?
    else {
        return Ok(None);
    };
    let best = fastest.as_ref().unwrap_or(&smallest).method.clone();
    let usual = Method::of(entry.algorithm)?;
    let Some(played) = games::play(&mut measurer, &best, &usual, interrupt, heard)? else { return Ok(None) };
    let games::PlayedMatches { matches, decided, usual, method } = played;
    let (raced, fresh) = (raced.len(), fresh.len());
    Ok(Some(ChoiceReport {
        raced,
        fresh,
        depths,
        rounds,
        smallest,
        fastest,
        matches,
        decided,
        usual,
        method,
    }))
}

/// Returns the positions to race over, and those for the figures: the same where there are few.
fn divide(all: usize, fresh: usize) -> (Range<usize>, Range<usize>) {
    match all {
        _ if all >= 2 * fresh => (0..all - fresh, all - fresh..all),
        _ => (0..all, 0..all),
    }
}

/// The rounds of a race over these positions: a few, and then as many as so far each time.
fn rounds(all: Range<usize>, sizes: Sizes) -> Vec<Range<usize>> {
    let mut rounds = Vec::new();
    let (mut from, mut to) = (all.start, sizes.first.min(all.end));
    while from < all.end {
        rounds.push(from..to);
        (from, to) = (to, (2 * to).min(all.end));
    }
    rounds
}
