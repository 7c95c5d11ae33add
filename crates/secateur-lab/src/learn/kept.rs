//! Networks of two layers, fitted to games that are kept: by generations of them, or however they were made.

use super::searched;
use crate::Error;
use crate::store::load;
use secateur_games::{Inputs, LayerShape, Unreadable, UpdatableNetwork};
use secateur_learn::{LayerFit, LayerLearner, LayerSamples, fit_layers, layer_error};
use secateur_session::GameEntry;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What network is fitted to games, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitPlan {
    /// The source of all randomness.
    pub seed: u64,
    /// The neurons of the first layer.
    pub neurons: u16,
    /// The stages of a game, each with an output of its own.
    pub stages: u8,
    /// What the end of a game counts in the targets, from 0 to 1; the rest is what the search found.
    pub results: f32,
    /// The passes through all positions.
    pub passes: u32,
}

/// The neurons, over all ways to turn the board, that are aimed at.
const NEURONS: usize = 128;
/// Of so many games one is held back, to measure errors by.
const HELD_BACK: u64 = 50;

impl FitPlan {
    /// What suits a game that is seen like this.
    pub fn sensible(inputs: &Inputs, seed: u64) -> FitPlan {
        let of_a_turn = NEURONS / inputs.turns().len() / usize::from(inputs.sides);
        let neurons = of_a_turn.next_multiple_of(16) as u16;
        FitPlan { seed, neurons, stages: 4, results: 0.3, passes: 8 }
    }

    /// The shape of the network.
    ///
    /// # Errors
    ///
    /// One sentence if it is too large, or its neurons are no multiple of 16.
    pub fn shape(&self, inputs: Inputs) -> Result<LayerShape, Unreadable> {
        let shape = LayerShape { inputs, neurons: self.neurons, stages: self.stages };
        let sound = shape.is_sound();
        sound.then_some(shape).ok_or_else(|| {
            Unreadable("the network has too many weights, expected fewer neurons, a multiple of 16".into())
        })
    }

    /// A network fitted to positions. None if `heard`, which is told of the steps so far and all, says no.
    pub(super) fn network(
        &self,
        samples: &LayerSamples,
        threads: usize,
        mut heard: impl FnMut([u64; 2]) -> bool,
    ) -> Result<Option<UpdatableNetwork>, Unreadable> {
        let mut learner = LayerLearner::new(samples.shape().clone(), self.seed);
        // Enough steps, also where there are few positions.
        let batch = (samples.len() / 1000).clamp(32, 8192);
        let how = LayerFit { seed: self.seed, passes: self.passes, batch, rate: 0.0015 };
        if !fit_layers(&mut learner, samples, &how, threads, |pass| heard(pass.steps)) {
            return Ok(None);
        }
        let network = learner.network();
        let too_large = || Unreadable("the weights have grown too large for whole numbers".into());
        network.ok_or_else(too_large).map(Some)
    }
}

/// What is seen of a game.
///
/// # Errors
///
/// One sentence if it does not list what stands on its cells.
pub(super) fn inputs_of(entry: &GameEntry) -> Result<Inputs, Unreadable> {
    entry.open().inputs().ok_or_else(|| {
        Unreadable(format!(
            "'{}' does not list what stands on its cells, expected a game that does (`Notation::inputs`)",
            entry.name
        ))
    })
}

/// A network that was fitted to games, and what it was fitted to.
#[derive(Clone, Debug)]
pub struct FitToGames {
    /// The network.
    pub network: UpdatableNetwork,
    /// The number of games.
    pub games: u64,
    /// The number of positions that it was fitted to, and of those held back.
    pub positions: [usize; 2],
    /// The mean square of its errors on the latter, in chances to win.
    pub error: f64,
}

/// How far it has come.
#[derive(Copy, Clone, Debug)]
pub enum FitNews {
    /// Files are being read: so many of all are.
    Read([u64; 2]),
    /// The network is being fitted: the steps so far, and all.
    Fit([u64; 2]),
}

/// Fits a network to the games of files, each a store of games with the positions that were searched
/// ([`GameStore`](crate::store::GameStore)). None if `heard` says no.
///
/// The result depends on the plan and the games, and not on the number of threads. A position takes 2 bytes for each
/// thing on the board, as each side sees it, and 20 more.
///
/// # Errors
///
/// One sentence if the game does not list what stands on its cells, or a file cannot be read, or holds other positions, or there are
/// too few.
pub fn fit_to_games(
    entry: &GameEntry,
    plan: &FitPlan,
    files: &[PathBuf],
    threads: usize,
    mut heard: impl FnMut(FitNews) -> bool,
) -> Result<Option<FitToGames>, Error> {
    let shape = plan.shape(inputs_of(entry)?)?;
    let mut sets = [LayerSamples::new(shape.clone()), LayerSamples::new(shape)];
    let mut board = entry.open();
    let mut games = 0;
    for (read, file) in (0..).zip(files) {
        if !heard(FitNews::Read([read, files.len() as u64])) {
            return Ok(None);
        }
        for game in load(file)?.values() {
            let held_back = usize::from(game.number % HELD_BACK == 0);
            searched::add(game, &mut *board, plan.results, &mut sets[held_back])
                .map_err(|e| Unreadable(format!("{}: {e}", file.display())))?;
            games += 1;
        }
    }
    let [samples, held_back] = &sets;
    if samples.is_empty() || held_back.is_empty() {
        let all = samples.len() + held_back.len();
        return Err(Unreadable(format!(
            "{games} games with {all} positions are too few to fit a network to"
        ))
        .into());
    }
    let network = plan.network(samples, threads, |steps| heard(FitNews::Fit(steps)))?;
    Ok(network.map(|network| {
        let error = layer_error(&LayerLearner::of(&network), held_back, 0..held_back.len());
        FitToGames { network, games, positions: [samples.len(), held_back.len()], error }
    }))
}
