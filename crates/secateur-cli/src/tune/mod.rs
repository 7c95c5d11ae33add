//! Numbers fitted to games that the engine plays against itself.

mod eval;
mod probcut;
mod recipe;

use crate::End;
use clap::{Args, Subcommand};
use secateur_session::Registry;

/// Fits numbers to games that the engine plays against itself: the weights of an evaluation, how well shallow
/// searches foretell deep ones, or the numbers of its recipe.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune eval chess --games 500 --nodes 1000
  secateur tune probcut othello --positions 500 --depth 10
  secateur tune recipe clobber --pairs 2000")]
pub(crate) struct Tune {
    /// What to tune
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Eval(eval::Evaluation),
    Probcut(probcut::ProbcutFit),
    Recipe(recipe::Numbers),
}

impl Tune {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        match self.what {
            What::Eval(eval) => eval.run(registry),
            What::Probcut(probcut) => probcut.run(registry),
            What::Recipe(recipe) => recipe.run(registry),
        }
    }
}
