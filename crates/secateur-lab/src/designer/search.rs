//! The search that suits the game, by races and games: [`choose`](crate::choose) at its quickest.

use crate::choose::race::Criterion;
use crate::choose::{ChoicePlan, ChoiceReport, ChoiceWords, Thoroughness, choose};
use crate::error::Error;
use secateur_session::GameEntry;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What was found of the searches of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SuitedSearch {
    /// The positions that were searched, and how deep.
    pub positions: String,
    /// The exact search with the smallest tree.
    pub smallest: String,
    /// The method that plays best, and by how much.
    pub plays_best: String,
    /// The algorithms of the last race, the best first.
    pub race: Vec<RacedSearch>,
}

/// One of a race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RacedSearch {
    /// The algorithm, by its full name.
    pub algorithm: String,
    /// Its nodes over those of the best.
    pub nodes: f64,
}

/// The most of a race that are told.
const TOLD: usize = 8;

impl SuitedSearch {
    fn new(plan: &ChoicePlan, chosen: &ChoiceReport) -> SuitedSearch {
        let ChoiceWords { positions, smallest, play, .. } = ChoiceWords::new(plan, chosen);
        let algorithms = chosen.rounds.first().into_iter().flat_map(|round| &round.entrants);
        let race = algorithms.take(TOLD).map(|entrant| RacedSearch {
            algorithm: entrant.method.algorithm.full_name(),
            nodes: entrant.nodes.mean,
        });
        SuitedSearch { positions, smallest, plays_best: play, race: race.collect() }
    }
}

/// Finds the search that suits a game, by nodes. None if the flag was raised before; the journal beside the store has what was
/// found so far.
pub(super) fn suited(
    entry: &GameEntry,
    (seed, threads): (u64, usize),
    journal: &Path,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<SuitedSearch>, Error> {
    let plan = ChoicePlan { measure: Criterion::Nodes, effort: Thoroughness::Quick, seed, threads };
    let chosen = choose(entry, &plan, Some(journal), interrupt, &mut |_| {})?;
    Ok(chosen.map(|chosen| SuitedSearch::new(&plan, &chosen)))
}
