//! What searches know beside what the game does: a tablebase, and a learned evaluation.

use clap::Args;
use secateur_games::Inputs;
use secateur_lab::{learn, tablebases};
use secateur_session::Request;
use std::path::PathBuf;

/// All that a search can be told of.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Beside {
    /// Tablebase made by `secateur tablebase`: what it says of a position is proven to every search
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
    /// Evaluation made by `secateur learn`, in place of the game's own; `hand` for the one by hand where the engine would play by a
    /// learned one that comes with the game
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl Beside {
    /// Lets a request for a game of this name know what is in the files, if there are any. The board is seen like this; it is
    /// asked for only where that matters.
    pub(crate) fn apply(
        &self,
        game: &str,
        inputs: impl FnOnce() -> Option<Inputs>,
        request: &mut Request,
    ) -> anyhow::Result<()> {
        if let Some(path) = &self.eval {
            learn::apply(path, game, inputs(), request)?;
        }
        if let Some(path) = &self.tablebase {
            request.control.tablebase = Some(tablebases::read_for(path, game)?);
        }
        Ok(())
    }
}
