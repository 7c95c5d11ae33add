use crate::{CommandEnd, interrupt, output};
use clap::Args;
use secateur_session::Registry;
use serde::Serialize;
use std::time::Instant;

/// Runs fixed searches over all games.
///
/// The signature, the total of their nodes, is the same on every machine; it changes when a search does.
#[derive(Args)]
#[command(after_help = "Example: secateur bench")]
pub(crate) struct BenchCommand {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The line in JSON.
#[derive(Serialize)]
struct Line {
    signature: u64,
    nodes: u64,
    time_ms: f64,
    nps: u64,
}

impl BenchCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        interrupt::ends_the_process()?;
        let (mut nodes, mut ms) = (0, 0.0);
        for entry in registry.boards() {
            let start = Instant::now();
            let these = entry.open().bench();
            let this_ms = start.elapsed().as_secs_f64() * 1e3;
            if !self.json {
                output::line(format_args!(
                    "{:<20} {:>14}  {:>9}",
                    entry.name,
                    output::thousands(these),
                    output::milliseconds(this_ms)
                ))?;
            }
            nodes += these;
            ms += this_ms;
        }
        let nps = (nodes as f64 / ms * 1e3) as u64;
        if self.json {
            output::json(&Line { signature: nodes, nodes, time_ms: ms, nps })?;
        } else {
            output::line(format_args!("signature {nodes}, {} nodes a second", output::thousands(nps)))?;
        }
        Ok(CommandEnd::Done)
    }
}
