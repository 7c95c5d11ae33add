//! Numbers fitted to games that the engine plays against itself.

mod eval;
mod probcut;
mod realization;
mod recipe;
mod screen;

use crate::CommandEnd;
use clap::{Args, Subcommand};
use secateur_session::Registry;

/// Fits numbers to games that the engine plays against itself: the weights of an evaluation, how well shallow
/// searches predict deep ones, how likely moves of a kind are the best, or the numbers of its recipe.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tune eval chess --games 500 --nodes 1000
  secateur tune probcut othello --positions 500 --depth 10
  secateur tune realization connect4 --positions 500
  secateur tune recipe clobber --pairs 2000")]
pub(crate) struct TuneCommand {
    /// Subject of tuning
    #[command(subcommand)]
    what: TuneAction,
}

#[derive(Subcommand)]
enum TuneAction {
    Eval(eval::EvalCommand),
    Probcut(probcut::ProbcutCommand),
    Realization(realization::RealizationCommand),
    Recipe(recipe::RecipeCommand),
}

impl TuneCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        match self.what {
            TuneAction::Eval(eval) => eval.run(registry),
            TuneAction::Probcut(probcut) => probcut.run(registry),
            TuneAction::Realization(realization) => realization.run(registry),
            TuneAction::Recipe(recipe) => recipe.run(registry),
        }
    }
}
