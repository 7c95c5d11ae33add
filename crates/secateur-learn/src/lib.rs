//! The trainers of learned evaluations: how weights change with what is learned from. No game, no search, no files.
//!
//! - [`Learner`]: the weights of a tuple network, which change game by game ([`targets`], temporal coherence), as a value or as a
//!   policy; [`mean_network`]: what several of them say together.
//! - [`LayerLearner`]: the weights of an efficiently updatable network, which [`fit_layers`] fits to [`LayerSamples`].

mod committee;
#[cfg(test)]
mod exercises;
mod layers;
mod learner;
mod policy;
mod targets;

pub use committee::mean_network;
pub use layers::{
    LayerFit, LayerLearner, LayerPass, LayerSamples, fit_layers, layer_error, read_weights, write_samples,
};
pub use learner::Learner;
pub use targets::targets;
