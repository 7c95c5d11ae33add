//! Networks of two layers, fitted to games that are kept: by generations of them, or however they were made.

use super::searched;
use crate::store::load;
use crate::{Error, files};
use secateur_games::{Inputs, LayerShape, Unreadable, UpdatableNetwork};
use secateur_learn::{
    LayerFit, LayerLearner, LayerSamples, fit_layers, layer_error, read_weights, write_samples,
};
use secateur_session::GameEntry;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

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
    /// How much the searches of later positions of a game count in what the search found, from 0 to 1: each so many times the one
    /// before. They have seen what came of it, but know nothing where moves were made at random.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lambda: f32,
    /// The passes through all positions.
    pub passes: u32,
    /// For so many positions near each that was kept, the evaluation by hand is what is aimed at, and neither searches nor
    /// results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearby: Option<u32>,
}

/// The neurons, over all ways to turn the board, that are aimed at.
const NEURONS: usize = 128;
/// The size of the first steps from weights at random, and from those that were fitted before.
const RATE: f32 = 0.0015;
const RATE_ON: f32 = 0.0006;
/// Of so many games one is held back, to measure errors by.
const HELD_BACK: u64 = 50;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_none(share: &f32) -> bool {
    *share == 0.0
}

impl FitPlan {
    /// What suits a game that is seen like this.
    pub fn sensible(inputs: &Inputs, seed: u64) -> FitPlan {
        let of_a_turn = NEURONS / inputs.turns().len() / usize::from(inputs.sides);
        let neurons = of_a_turn.next_multiple_of(16) as u16;
        FitPlan { seed, neurons, stages: 4, results: 0.1, lambda: 0.0, passes: 8, nearby: None }
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

    /// A network fitted to positions, from weights at random or those of a network of the same shape. None if `heard`, which is
    /// told of the steps so far and all, says no.
    pub(super) fn network(
        &self,
        start: Option<&UpdatableNetwork>,
        samples: &LayerSamples,
        threads: usize,
        mut heard: impl FnMut([u64; 2]) -> bool,
    ) -> Result<Option<UpdatableNetwork>, Unreadable> {
        let (mut learner, rate) = match start {
            None => (LayerLearner::new(samples.shape().clone(), self.seed), RATE),
            Some(network) => (LayerLearner::of(network), RATE_ON),
        };
        // Enough steps, also where there are few positions.
        let batch = (samples.len() / 1000).clamp(32, 8192);
        let how = LayerFit { seed: self.seed, passes: self.passes, batch, rate, ..LayerFit::default() };
        if !fit_layers(&mut learner, samples, &how, threads, |pass| heard(pass.steps)) {
            return Ok(None);
        }
        let network = learner.network_near(samples);
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

/// Positions of games that were kept, packed to fit a network to.
#[derive(Clone, Debug)]
pub struct KeptSamples {
    /// Those to fit to, and those held back to measure errors by.
    pub sets: [LayerSamples; 2],
    /// The number of games.
    pub games: u64,
}

/// A network that was fitted to games.
#[derive(Clone, Debug)]
pub struct FitToGames {
    /// The network.
    pub network: UpdatableNetwork,
    /// The mean square of its errors in the positions held back, in chances to win.
    pub error: f64,
}

/// Reads the positions of files, each a store of games with the positions that were searched
/// ([`GameStore`](crate::store::GameStore)), several files at a time. None if `heard`, which is told of the files read so far and
/// all, says no.
///
/// The result does not depend on the number of threads. The targets are those of the plan, as are positions near those kept
/// ([`FitPlan::nearby`]). A position takes 2 bytes for each thing on the board, as each side sees
/// it, and 20 more.
///
/// # Errors
///
/// One sentence if the game does not list what stands on its cells, or a file cannot be read, or holds other positions, or there are
/// too few.
pub fn read_kept(
    entry: &GameEntry,
    plan: &FitPlan,
    files: &[PathBuf],
    threads: usize,
    mut heard: impl FnMut([u64; 2]) -> bool,
) -> Result<Option<KeptSamples>, Error> {
    let shape = plan.shape(inputs_of(entry)?)?;
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut read: Vec<Option<Result<KeptSamples, Error>>> = files.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, files.len().max(1)) {
            let (sender, next, stopped, shape) = (sender.clone(), &next, &stopped, &shape);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed)
                    && let number = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(file) = files.get(number)
                    && sender.send((number, read_file(entry, plan, shape, file))).is_ok()
                {}
            });
        }
        drop(sender);
        for (count, (number, samples)) in (1..).zip(receiver) {
            read[number] = Some(samples);
            if !heard([count, files.len() as u64]) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    if stopped.into_inner() {
        return Ok(None);
    }
    let mut all = KeptSamples::none(&shape);
    for samples in read.into_iter().flatten() {
        let samples = samples?;
        all.games += samples.games;
        all.sets.iter_mut().zip(&samples.sets).for_each(|(set, more)| set.append(more));
    }
    let positions = all.sets.iter().map(LayerSamples::len).sum::<usize>();
    match all.sets.iter().any(LayerSamples::is_empty) {
        true => {
            let games = all.games;
            Err(Unreadable(format!(
                "{games} games with {positions} positions are too few to fit a network to"
            ))
            .into())
        }
        false => Ok(Some(all)),
    }
}

fn read_file(
    entry: &GameEntry,
    plan: &FitPlan,
    shape: &LayerShape,
    file: &Path,
) -> Result<KeptSamples, Error> {
    let (mut samples, mut board) = (KeptSamples::none(shape), entry.open());
    for game in load(file)?.values() {
        let held_back = usize::from(game.number % HELD_BACK == 0);
        searched::add(game, &mut *board, plan, &mut samples.sets[held_back])
            .map_err(|e| Unreadable(format!("{}: {e}", file.display())))?;
        samples.games += 1;
    }
    Ok(samples)
}

impl KeptSamples {
    fn none(shape: &LayerShape) -> KeptSamples {
        KeptSamples { sets: [LayerSamples::new(shape.clone()), LayerSamples::new(shape.clone())], games: 0 }
    }

    /// Fits a network to them, from weights at random or those of a network. None if `heard`, which is told of the steps so far
    /// and all, says no.
    ///
    /// The result depends on the plan, the network to begin with and the positions, and not on the number of threads.
    ///
    /// # Errors
    ///
    /// One sentence if the network to begin with has another shape, or weights grow so large that sums might overflow.
    pub fn fit(
        &self,
        plan: &FitPlan,
        start: Option<&UpdatableNetwork>,
        threads: usize,
        heard: impl FnMut([u64; 2]) -> bool,
    ) -> Result<Option<FitToGames>, Error> {
        let [samples, held_back] = &self.sets;
        let expected = samples.shape();
        if let Some(shape) = start.map(UpdatableNetwork::shape)
            && shape != expected
        {
            return Err(Unreadable(format!(
                "the network to begin with has {} neurons and {} stages, expected {} and {}",
                shape.neurons, shape.stages, expected.neurons, expected.stages
            ))
            .into());
        }
        let network = plan.network(start, samples, threads, heard)?;
        Ok(network.map(|network| {
            let error = layer_error(&LayerLearner::of(&network), held_back, 0..held_back.len());
            FitToGames { network, error }
        }))
    }

    /// Writes them for a trainer elsewhere ([`write_samples`]).
    ///
    /// # Errors
    ///
    /// One sentence if the file cannot be written.
    pub fn export(&self, path: &Path, game: &str, plan: &FitPlan) -> Result<(), Error> {
        let about = [
            ("game", game.to_owned()),
            ("games", self.games.to_string()),
            ("results", plan.results.to_string()),
            ("lambda", plan.lambda.to_string()),
            ("seed", plan.seed.to_string()),
        ];
        files::write(path, write_samples(&self.sets, &about))
    }
}

/// Reads the weights that a trainer elsewhere has fitted to positions of a game ([`KeptSamples::export`]): the network, and what the file
/// says of itself.
///
/// # Errors
///
/// One sentence if the file cannot be read, or does not hold the weights of a network for this game.
pub fn import_fitted(
    entry: &GameEntry,
    path: &Path,
) -> Result<(UpdatableNetwork, HashMap<String, String>), Error> {
    let bytes = std::fs::read(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    let inputs = inputs_of(entry)?;
    let shape = |about: &HashMap<String, String>| {
        let number = |name: &str| {
            let text = about.get(name).map_or("", String::as_str);
            text.parse()
                .map_err(|_| Unreadable(format!("its metadata has '{text}' for {name}, expected a number")))
        };
        let (neurons, stages) = (number("neurons")?, number("stages")?);
        let stages = u8::try_from(stages).unwrap_or_default();
        Ok(LayerShape { inputs, neurons, stages })
    };
    let refuse = |e: Unreadable| Unreadable(format!("{}: {e}", path.display()));
    Ok(read_weights(&bytes, shape).map_err(refuse)?)
}
