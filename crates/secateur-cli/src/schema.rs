use crate::{End, output};
use clap::Args;

/// Prints the vocabulary of requests and answers as a JSON Schema, for programs that speak it.
#[derive(Args)]
#[command(after_help = "Example: secateur schema > secateur.schema.json")]
pub(crate) struct Schema {}

impl Schema {
    pub(crate) fn run(self) -> anyhow::Result<End> {
        output::part(secateur_session::SCHEMA)?;
        Ok(End::Done)
    }
}
