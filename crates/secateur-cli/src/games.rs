use crate::{CommandEnd, output};
use clap::Args;
use secateur_games::Card;
use secateur_session::Registry;
use serde::Serialize;

/// Lists the games: name, what it is, how positions are written, what it offers.
#[derive(Args)]
#[command(after_help = "Example: secateur games")]
pub(crate) struct GamesCommand {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A game's line in JSON.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    about: &'static str,
    notation: &'static str,
    example: &'static str,
    offers: &'static str,
}

/// The width of the column of names.
const WIDE: usize = 13;

impl GamesCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        for e in registry.entries() {
            let Card { name, about, notation, example, offers } = **e;
            if self.json {
                output::json(&Line { name, about, notation, example, offers })?;
                continue;
            }
            output::line(format_args!("{name:<WIDE$}  {about}"))?;
            let example = if example.is_empty() { String::new() } else { format!(": {example}") };
            output::line(format_args!("{:<WIDE$}  positions: {notation}{example}", ""))?;
            output::line(format_args!("{:<WIDE$}  offers: {offers}", ""))?;
        }
        Ok(CommandEnd::Done)
    }
}
