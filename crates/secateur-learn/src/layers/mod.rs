//! Efficiently updatable networks, fitted to positions that somebody has searched.
//!
//! - [`LayerSamples`]: positions as a network sees them, and what they should be worth.
//! - [`LayerLearner`]: the weights, the slope of the error in each of them, and the steps down that slope.
//! - [`fit_layers`]: passes through all positions, in a new order each time, on several threads.

mod fit;
mod learner;
mod samples;
mod slope;

pub use fit::{LayerFit, LayerPass, fit_layers, layer_error};
pub use learner::LayerLearner;
pub use samples::LayerSamples;
