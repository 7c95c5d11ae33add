//! Numbers fitted to games that the engine plays against itself.

mod eval;
mod probcut;

use crate::End;
use clap::{Args, Subcommand};
use secateur_games::Registry;

/// Fits numbers to games that the engine plays against itself: the weights of an evaluation, or how well shallow
/// searches foretell deep ones.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune eval chess --games 500 --nodes 1000
  secateur tune probcut othello --positions 500 --depth 10")]
pub(crate) struct Tune {
    /// What to tune
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The weights of an evaluation
    Eval(eval::Evaluation),
    /// What Multi-ProbCut has to know of a game and its evaluation
    Probcut(probcut::Foretelling),
}

impl Tune {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        match self.what {
            What::Eval(eval) => eval.run(registry),
            What::Probcut(probcut) => probcut.run(registry),
        }
    }
}
