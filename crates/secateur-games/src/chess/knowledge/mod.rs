//! What is known about a chess position without searching it.

/// The evaluation.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {}
