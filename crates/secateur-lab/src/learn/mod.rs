//! Evaluations learned from the rules alone: an evaluation plays against itself, and learns from what it sees.
//!
//! - [`LearnPlan`]: what is learned, and how; [`Tuples`]: of which cells.
//! - [`Learner`](secateur_learn::Learner): the weights, and how they change.
//! - [`School`]: games in batches on several threads, kept on disk, until the budget is spent.
//! - [`Generations`]: the same by networks that learn from searches of their forerunners ([`SearchPlan`]).
//! - [`read_kept`]: games that were kept, however they were made, to fit such a network to; here, or by a trainer elsewhere and
//!   [`import_fitted`].
//! - [`trial`]: what it has come to, by games against the evaluation by hand; [`Oracle`]: against perfect play; [`Curve`]: step by step.

mod curve;
mod generations;
mod judged;
mod kept;
mod lines;
mod member;
mod oracle;
mod plan;
mod school;
mod searched;
mod shape;
mod state;
mod trial;

pub use curve::{Curve, CurvePoint, curve_chart};
pub use generations::{GenerationDone, GenerationNews, Generations, SearchPlan};
pub use judged::{OracleScore, PositionsScore, different_openings};
pub use kept::{FitPlan, FitToGames, KeptSamples, import_fitted, read_kept};
pub use lines::LinesScore;
pub use oracle::Oracle;
pub use plan::LearnPlan;
pub use school::{Lesson, School};
pub use shape::Tuples;
pub use trial::trial;

use crate::{Error, checkpoint};
use secateur_games::{Inputs, Unreadable};
use secateur_session::{LearnedEvaluation, NETWORK, Request};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

/// Reads a learned evaluation of a game whose board is seen like this, for searches to use.
///
/// # Errors
///
/// One sentence that names the file and says what is wrong with it, or that it is of another game or board.
pub fn read_for(path: &Path, game: &str, inputs: Option<Inputs>) -> Result<Arc<LearnedEvaluation>, Error> {
    let file = File::open(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    let refuse = |why: String| Error::from(Unreadable(format!("{}: {why}", path.display())));
    let read = LearnedEvaluation::read(&mut BufReader::with_capacity(1 << 20, file));
    let evaluation = read.map_err(|e| refuse(e.to_string()))?;
    if evaluation.game != game {
        return Err(refuse(format!("it is an evaluation of {}, expected one of {game}", evaluation.game)));
    }
    if inputs != Some(*evaluation.network.inputs()) {
        return Err(refuse(format!("it was learned on another board of {game}")));
    }
    Ok(Arc::new(evaluation))
}

/// The word that stands for the evaluation by hand where the file of a learned one is expected.
pub const BY_HAND: &str = "hand";

/// Lets a request for this game value positions by the evaluation in a file; or by hand, if the path is [`BY_HAND`] alone.
///
/// # Errors
///
/// Those of [`read_for`].
pub fn apply(path: &Path, game: &str, inputs: Option<Inputs>, request: &mut Request) -> Result<(), Error> {
    match path.as_os_str() == BY_HAND {
        true => by_hand(request),
        false => request.control.learned = Some(read_for(path, game, inputs)?),
    }
    Ok(())
}

/// Lets the engine value positions by hand, also in a game that a learned evaluation comes with.
pub(crate) fn by_hand(request: &mut Request) {
    request.method.without.push(NETWORK.into());
}

/// Writes a learned evaluation, and returns the number of its bytes.
///
/// # Errors
///
/// One sentence if it cannot be written.
pub fn write(path: &Path, evaluation: &LearnedEvaluation) -> Result<u64, Error> {
    let mut bytes = 0;
    checkpoint::save(path, |out| {
        bytes = evaluation.write(out)?;
        Ok(())
    })?;
    Ok(bytes)
}
