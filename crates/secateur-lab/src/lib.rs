//! Experiments: the engine plays against itself, and weights are fitted to what came of it.
//!
//! - [`selfplay`]: one game, and the positions of it that are worth keeping.
//! - [`store`]: games on disk, whatever interrupts their making.
//! - [`generate`]: as many games as are wanted, on several threads.
//! - [`samples`]: positions as the weights of an evaluation see them.
//! - [`chess`]: those of chess.
//! - [`fit`]: weights that predict results.

pub mod chess;
pub mod fit;
pub mod generate;
pub mod samples;
pub mod selfplay;
pub mod store;
