//! Efficiently updatable networks, fitted to positions that somebody has searched.
//!
//! - [`LayerSamples`]: positions as a network sees them, and what they should be worth.
//! - [`LayerLearner`]: the weights, the slope of the error in each of them, and the steps down that slope.
//! - [`write_samples`], [`read_weights`]: the same by a trainer elsewhere, in files of tensors.
//! - [`fit_layers`]: passes through all positions, in a new order each time, on several threads.

mod fit;
mod learner;
mod rounding;
mod samples;
mod slope;
mod tensors;

pub use fit::{LayerFit, LayerPass, fit_layers, layer_error};
pub use learner::LayerLearner;
pub use samples::LayerSamples;
pub use tensors::{read_weights, write_samples};
