mod beside;
mod beside_svg;
mod dot;
mod html;
mod layout;
mod svg;
mod text;

use crate::options::{Searching, position, whole};
use crate::{CommandEnd, open, output};
use anyhow::{Context, bail};
use beside::Beside;
use beside_svg::BesideSvg;
use clap::Args;
use secateur::Score;
use secateur_games::Unreadable;
use secateur_lab::files;
use secateur_session::{
    Algorithm, Registry, Request, StoppedBy, TraceHeader, TraceLimits, TraceNode, TraceRecord,
};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
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
  secateur trace tictactoe XO./.X./... --algorithm pvs --depth 3 --svg tree.svg
  secateur trace tree --algorithm alpha-beta --depth 2 --alpha 4 --beta 9
  secateur trace tree --algorithm alpha-beta --against mtd-f --depth 2 --svg both.svg
  secateur trace connect4 --algorithm alpha-beta --depth 9 --keep 1000000 --binary connect4.trace
  secateur trace --read connect4.trace --json")]
pub(crate) struct TraceCommand {
    /// Game
    #[arg(required_unless_present = "read")]
    game: Option<String>,
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
    /// The lower end of the window to ask about at the root, in points of the search; an end that is not given is open
    #[arg(long, value_name = "N", value_parser = points, allow_negative_numbers = true)]
    alpha: Option<i32>,
    /// The upper end of that window
    #[arg(long, value_name = "N", value_parser = points, allow_negative_numbers = true)]
    beta: Option<i32>,
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
    /// Write the record into this file in few bytes, some twenty a node, for --read
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Show the record in this file, which --binary has written, in place of a search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "binary"])]
    read: Option<PathBuf>,
    /// Compare with the search of this algorithm, node by node: what both visited, and what one did alone; with --read, with
    /// the record in this file
    #[arg(long, value_name = "ALGORITHM|FILE", conflicts_with_all = ["html", "dot", "binary"])]
    against: Option<String>,
    /// Print one JSON object a line: the search as a whole, then its nodes
    #[arg(long)]
    json: bool,
}

/// An end of a window.
fn points(text: &str) -> Result<i32, Unreadable> {
    let inside = text.parse().ok().filter(|points: &i32| points.unsigned_abs() <= 32_000);
    inside.ok_or_else(|| Unreadable("expected a whole number from -32000 to 32000".into()))
}

/// The most nodes of a picture: browsers and `dot` take too long over more.
const MOST_PICTURED: usize = 20_000;

/// The bytes of lines that are printed at once.
const AT_ONCE: usize = 1 << 16;

impl TraceCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let pictures = [&self.svg, &self.dot, &self.html];
        let has_picture = pictures.iter().any(|file| file.is_some());
        let files = pictures.into_iter().chain([&self.binary]);
        files.clone().flatten().try_for_each(|path| files::check_writable(path))?;
        let is_file = files.flatten().count() > 0;
        if let Some(path) = &self.read {
            let record = read(path)?;
            return match &self.against {
                Some(other) => self.compare(&record, &read(Path::new(other))?),
                None => self.show(&record, is_file),
            };
        }
        if has_picture && self.keep > MOST_PICTURED {
            bail!(
                "a picture has {MOST_PICTURED} nodes at most, and --keep allows {}; expected --keep {MOST_PICTURED} or less with \
                 --svg, --dot and --html",
                self.keep
            );
        }
        let game = self.game.as_deref().unwrap_or_default();
        let session = open(registry, game, self.position.as_deref())?;
        let request = self.searching.request(registry.find(game)?, &*session, true)?;
        let end = |end: Option<i32>, open| end.map_or(open, Score::from_raw);
        let window = (self.alpha.is_some() || self.beta.is_some())
            .then(|| (end(self.alpha, -Score::INF), end(self.beta, Score::INF)));
        let plies = self.plies.unwrap_or(u32::MAX);
        let limits = TraceLimits { nodes: self.keep, plies, minimal: self.minimal, window };
        if let Some(other) = &self.against {
            let [first, second] = beside(request, Algorithm::named(other)?);
            let (first, second) = (session.trace(&first, &limits)?, session.trace(&second, &limits)?);
            return self.compare(&first, &second);
        }
        let recording = session.record(&request, &limits)?;
        if let Some(path) = &self.binary {
            files::write_with(path, |out| recording.write(out))?
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if self.json && !has_picture {
            // Line by line, since all of a large record would take much memory.
            output::json(recording.header())?;
            return print(|see| recording.each(see)).map(|()| ended(recording.header()));
        }
        self.show(&recording.whole(), is_file)
    }

    /// Shows two records beside each other.
    fn compare(&self, first: &TraceRecord, second: &TraceRecord) -> anyhow::Result<CommandEnd> {
        let [one, other] = [first, second].map(|record| (&record.header.game, &record.header.position));
        if one != other {
            bail!(
                "the records are of different positions, {} {} and {} {}; expected the same",
                one.0,
                one.1,
                other.0,
                other.1
            );
        }
        let trees = [first, second].map(text::Tree::new);
        let beside = Beside::new(&trees[0], &trees[1]);
        if self.svg.is_some() && beside.places.len() > MOST_PICTURED {
            bail!(
                "a picture has {MOST_PICTURED} places at most, and the records have {}",
                beside.places.len()
            );
        }
        write(self.svg.as_deref(), BesideSvg(&beside))?;
        if self.json {
            let mut lines = String::new();
            beside.json(&mut |line| lines += &(line + "\n"))?;
            output::part(lines)?;
        } else if self.svg.is_some() {
            output::line(beside.titles().join("\n"))?;
            output::line(beside.summary())?;
        } else {
            output::part(&beside)?;
        }
        let ends = [first, second].map(|record| ended(&record.header));
        Ok(ends.into_iter().find(|end| *end == CommandEnd::Interrupted).unwrap_or(CommandEnd::Done))
    }

    /// Shows a record as it was asked for.
    fn show(&self, record: &TraceRecord, is_file: bool) -> anyhow::Result<CommandEnd> {
        let has_picture = [&self.svg, &self.dot, &self.html].iter().any(|file| file.is_some());
        if has_picture && record.nodes.len() > MOST_PICTURED {
            bail!("a picture has {MOST_PICTURED} nodes at most, and the record has {}", record.nodes.len());
        }
        let tree = text::Tree::new(record);
        write(self.svg.as_deref(), svg::Svg(&tree))?;
        write(self.dot.as_deref(), dot::Dot(&tree))?;
        write(self.html.as_deref(), html::Html(&tree))?;
        if self.json {
            output::json(&record.header)?;
            print(|see| record.nodes.iter().cloned().for_each(see))?;
        } else if is_file {
            output::line(text::title(&record.header))?;
            output::line(tree.summary())?;
        } else {
            output::part(&tree)?;
        }
        Ok(ended(&record.header))
    }
}

/// The record in a file.
fn read(path: &Path) -> anyhow::Result<TraceRecord> {
    let said = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(said)?;
    TraceRecord::read(&mut BufReader::new(file)).with_context(said)
}

/// The request, and the same for another algorithm. A depth is for those that take one.
fn beside(request: Request, other: Algorithm) -> [Request; 2] {
    let depth = request.limits.depth;
    let asked = [request.method.algorithm, other].map(|algorithm| request.clone().algorithm(algorithm));
    let is_mixed = asked[0].method.algorithm.takes_depth() != other.takes_depth();
    asked.map(|one| {
        let takes = !is_mixed || one.method.algorithm.takes_depth();
        one.depth(depth.filter(|_| takes))
    })
}

fn ended(header: &TraceHeader) -> CommandEnd {
    match header.stopped_by {
        StoppedBy::Interrupt => CommandEnd::Interrupted,
        _ => CommandEnd::Done,
    }
}

/// Prints nodes as JSON, one a line, many lines at once.
fn print(each: impl FnOnce(&mut dyn FnMut(TraceNode))) -> anyhow::Result<()> {
    let (mut lines, mut printed) = (String::with_capacity(AT_ONCE), Ok(()));
    each(&mut |node| {
        if printed.is_err() {
            return;
        }
        match serde_json::to_string(&node) {
            Ok(line) => lines.push_str(&line),
            Err(error) => printed = Err(error.into()),
        }
        lines.push('\n');
        if lines.len() >= AT_ONCE {
            printed = output::part(&lines);
            lines.clear();
        }
    });
    printed?;
    output::part(lines)
}

/// Writes a file beside the one that it then replaces, if one was asked for.
fn write(path: Option<&Path>, contents: impl Display) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    files::write_with(path, |out| write!(out, "{contents}"))?
        .with_context(|| format!("cannot write {}", path.display()))
}
