mod dot;
mod html;
mod layout;
mod svg;
mod text;

use crate::options::{Searching, position, whole};
use crate::{CommandEnd, open, output};
use anyhow::Context;
use clap::Args;
use secateur_lab::files;
use secateur_session::{Algorithm, Registry, StoppedBy, TraceLimits};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Records a search as it happens: every node with its window, its score and the reason it ended, and for every cut the
/// inequality behind it, with the node that set the bound.
///
/// The search is the one that `analyse` runs with the same options, node for node; --set deepening=off leaves its last
/// iteration alone. Nodes nearest to the root are kept first. Scores count for the side to move at each node. Numbers in
/// brackets mark the critical tree, by Knuth and Moore's types of nodes: what the value is proven by.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur trace tree --algorithm alpha-beta --depth 2 --set deepening=off
  secateur trace tictactoe XO./.X./..O --algorithm pvs --depth 3 --json
  secateur trace connect4 44 --algorithm mtd-f --depth 4 --keep 200 --plies 3
  secateur trace tictactoe XO./.X./... --algorithm pvs --depth 3 --svg tree.svg")]
pub(crate) struct TraceCommand {
    /// Game
    game: String,
    /// Position; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    searching: Searching,
    /// Keep this many nodes at most, those nearest to the root first
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    keep: usize,
    /// Keep nodes up to this many plies from the root
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=250), allow_negative_numbers = true)]
    plies: Option<u32>,
    /// Count the leaves of the minimal tree, too, which can take longer than the search
    #[arg(long)]
    minimal: bool,
    /// Draw the tree into this file, as an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the tree into this file in Graphviz's language, to be drawn by `dot`
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Write the tree into this file as a page for a browser, whose nodes open and close
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object a line: the search as a whole, then its nodes
    #[arg(long)]
    json: bool,
}

impl TraceCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let session = open(registry, &self.game, self.position.as_deref())?;
        let mut request = self.searching.request(registry.find(&self.game)?, true)?;
        if self.searching.algorithm.is_none() && request.method.algorithm.is_engine() {
            request.method.algorithm = Algorithm::default();
        }
        let limits =
            TraceLimits { nodes: self.keep, plies: self.plies.unwrap_or(u32::MAX), minimal: self.minimal };
        let files = [&self.svg, &self.dot, &self.html];
        files.into_iter().flatten().try_for_each(|path| files::check_writable(path))?;
        let record = session.trace(&request, &limits)?;
        let tree = text::Tree(&record);
        write(self.svg.as_deref(), svg::Svg(&tree))?;
        write(self.dot.as_deref(), dot::Dot(&tree))?;
        write(self.html.as_deref(), html::Html(&tree))?;
        if self.json {
            output::json(&record.header)?;
            record.nodes.iter().try_for_each(output::json)?;
        } else if files.iter().all(|file| file.is_none()) {
            output::part(&tree)?;
        } else {
            output::line(text::title(&record.header))?;
            output::line(text::summary(&record))?;
        }
        Ok(match record.header.stopped_by {
            StoppedBy::Interrupt => CommandEnd::Interrupted,
            _ => CommandEnd::Done,
        })
    }
}

/// Writes a file beside the one that it then replaces, if one was asked for.
fn write(path: Option<&Path>, contents: impl Display) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    files::write_with(path, |out| write!(out, "{contents}"))?
        .with_context(|| format!("cannot write {}", path.display()))
}
