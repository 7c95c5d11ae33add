//! Chess, Chess960 included, on the rules of the crate `cozy-chess`.

pub mod knowledge;
mod position;

pub use knowledge::Evaluation;
pub use position::Chess;
