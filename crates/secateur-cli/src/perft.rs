use crate::options::{position, whole};
use crate::{CommandEnd, interrupt, open, output};
use clap::Args;
use secateur_session::Registry;
use serde::Serialize;
use std::time::Instant;

/// Counts the paths of a number of moves from a position: a check of the rules.
#[derive(Args)]
#[command(after_help = "Example: secateur perft connect4 8")]
pub(crate) struct PerftCommand {
    /// Game
    game: String,
    /// Length of the paths in plies
    #[arg(value_parser = whole::<u32>(0..=100), allow_negative_numbers = true)]
    depth: u32,
    /// Position; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The line in JSON.
#[derive(Serialize)]
struct Line {
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

impl PerftCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        interrupt::ends_the_process()?;
        let session = open(registry, &self.game, self.position.as_deref())?;
        for depth in if self.json { self.depth } else { 1.min(self.depth) }..=self.depth {
            let start = Instant::now();
            let nodes = session.perft(depth);
            let ms = start.elapsed().as_secs_f64() * 1e3;
            if self.json {
                output::json(&Line { depth, nodes, time_ms: ms })?;
            } else {
                output::line(format_args!(
                    "{depth:>3} {:>18}  {}",
                    output::thousands(nodes),
                    output::milliseconds(ms)
                ))?;
            }
        }
        Ok(CommandEnd::Done)
    }
}
