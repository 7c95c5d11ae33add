use crate::{CommandEnd, output};
use clap::Args;

/// Prints the vocabulary of requests and answers as a JSON Schema, for programs that speak it.
#[derive(Args)]
#[command(after_help = "Example: secateur schema")]
pub(crate) struct SchemaCommand {}

impl SchemaCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        output::part(secateur_session::SCHEMA)?;
        Ok(CommandEnd::Done)
    }
}
