use crate::{CommandEnd, output};
use clap::Args;

/// Prints the vocabulary of requests and answers as a JSON Schema, for programs that speak it.
///
/// With --playground it is that of the messages between the pages of `secateur serve` and the program, which has the vocabulary
/// in it.
#[derive(Args)]
#[command(after_help = "Examples:\n  secateur schema\n  secateur schema --playground")]
pub(crate) struct SchemaCommand {
    /// Print the messages of the playground, and their replies
    #[arg(long)]
    playground: bool,
}

impl SchemaCommand {
    pub(crate) fn run(self) -> anyhow::Result<CommandEnd> {
        output::part(if self.playground { secateur_web::SCHEMA } else { secateur_session::SCHEMA })?;
        Ok(CommandEnd::Done)
    }
}
