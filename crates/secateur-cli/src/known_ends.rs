//! The tablebase that searches know.

use clap::Args;
use secateur_lab::tablebases;
use secateur_session::Request;
use std::path::PathBuf;

/// The values that a search need not find.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct KnownEnds {
    /// Tablebase made by `secateur tablebase`: what it says of a position is proven to every search
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

impl KnownEnds {
    /// Lets a request know the tablebase, if there is one.
    pub(crate) fn apply(&self, game: &str, request: &mut Request) -> anyhow::Result<()> {
        if let Some(path) = &self.tablebase {
            request.control.tablebase = Some(tablebases::read_for(path, game)?);
        }
        Ok(())
    }
}
