mod by_proof;

use crate::beside::Beside;
use crate::options::{TableOptions, duration, position, whole};
use crate::{CommandEnd, open, output, positions};
use anyhow::bail;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_session::Registry;
use secateur_session::{Algorithm, ComparePlan, Comparison, Contender};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Every algorithm searches the same positions of the game to the same depth. They must agree on the
/// values; the one with the smallest tree is the pick for this game.
///
/// All start with an empty table and go to the depth at once; drivers that need a guess get it from their own
/// search two plies less deep, which counts. With --deepen all deepen iteratively, and every iteration counts.
/// The minimal tree is the smallest that proves the value; where noise goes on beyond the horizon, as in chess,
/// one by the best moves that a search found, which can be larger.
///
/// With --proof searches of any kind, the solver among them, are compared by their work until the value at the end of the
/// game is proven: of the position given, else of the start; of several games, separated by commas, each from its start or
/// from the position that stands behind its name.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur compare connect4\n  secateur compare clobber --depth 6 --positions 3 --algorithms alpha-beta,mtd-f,mtd-f/pvs-memory\n  secateur compare tictactoe,breakthrough-4x4 --proof\n  secateur compare nogo-3x3 --proof --way solve --way df-pn,df_pn.epsilon=0\n  secateur compare 'breakthrough-4x5,clobber-4x4 a3a4' --proof --way df-pn --way df-pn,threads=2"
)]
pub(crate) struct CompareCommand {
    /// Game; with --proof also several, separated by commas
    game: String,
    /// Position to sample from; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// Search this many plies; by default as deep as minimax can go with twelve million leaves a position, or
    /// in chess plain alpha-beta with three hundred thousand nodes
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=250), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Deepen iteratively, all iterations counted
    #[arg(long)]
    deepen: bool,
    /// Search these positions, one a line or an EPD suite, instead of sampled ones
    #[arg(long, conflicts_with_all = ["position", "positions"])]
    file: Option<PathBuf>,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<u32>(1..=1000), allow_negative_numbers = true)]
    positions: u32,
    /// Algorithms, separated by commas; all by default, less those that go through the whole tree where
    /// it is too large
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    algorithms: Vec<String>,
    /// Compare by the work until the value is proven, not to a depth
    #[arg(long, conflicts_with_all = ["depth", "deepen", "positions"])]
    proof: bool,
    /// A way to a proof: solve, or an algorithm with settings such as df-pn,df_pn.epsilon=0 or df-pn,threads=2; may be
    /// repeated
    #[arg(long = "way", value_name = "WAY", requires = "proof")]
    ways: Vec<String>,
    /// With --proof: stop each after this many nodes a position [default: 20,000,000 without --time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), requires = "proof", allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// With --proof: stop each after this time a position: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, requires = "proof", allow_hyphen_values = true)]
    time: Option<Duration>,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    table: TableOptions,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    game: &'a str,
    depth: u32,
    positions: usize,
    pick: &'a str,
    reason: &'a str,
    sampled: &'a [String],
    minimal_leaves: Option<u64>,
    left_out: &'a [String],
}

impl CompareCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        if self.proof {
            return self.run_by_proof(registry);
        }
        let session = open(registry, &self.game, self.position.as_deref())?;
        let mut request = self.table.request()?;
        self.beside.apply(&self.game, || session.inputs(), &mut request)?;
        if session.outcome().is_some() {
            bail!("the game is over in this position: there is nothing to compare");
        }
        let given = match &self.file {
            None => Vec::new(),
            Some(path) => {
                positions::read_file(path, &*session)?.into_iter().map(|line| line.position).collect()
            }
        };
        let algorithms = match self.algorithms.as_slice() {
            [] => None,
            names => Some(names.iter().map(|name| searching(name)).collect::<anyhow::Result<Vec<_>>>()?),
        };
        let plan = ComparePlan {
            positions: self.positions as usize,
            given,
            depth: self.depth,
            seed: self.table.seed,
            algorithms,
            deepen: self.deepen,
        };
        let bar = ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{spinner} {pos} algorithms, {msg} {elapsed}")?);
        bar.set_message("minimal trees");
        bar.enable_steady_tick(Duration::from_millis(100));
        let mut contenders: Vec<Contender> = Vec::new();
        let mut failed = None;
        let comparison = session.compare(&plan, &request, &mut |contender| {
            bar.inc(1);
            bar.set_message(contender.algorithm.clone());
            if let Err(error) = if self.json { output::json(contender) } else { Ok(()) } {
                // Nobody reads on: there is nothing to search for.
                request.control.interrupt.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
            contenders.push(contender.clone());
        });
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error);
        }
        if self.json {
            output::json(&Summary {
                summary: true,
                game: &comparison.game,
                depth: comparison.depth,
                positions: comparison.positions.len(),
                pick: &comparison.pick,
                reason: &comparison.reason,
                sampled: &comparison.positions,
                minimal_leaves: comparison.minimal_leaves,
                left_out: &comparison.left_out,
            })?;
        } else {
            show(&comparison, &contenders)?;
        }
        Ok(match comparison {
            Comparison { interrupted: true, .. } => CommandEnd::Interrupted,
            Comparison { agreed: false, .. } => CommandEnd::No,
            _ => CommandEnd::Done,
        })
    }
}

/// An algorithm that has something to compare.
fn searching(name: &str) -> anyhow::Result<Algorithm> {
    let algorithm = Algorithm::named(name)?;
    if !algorithm.searches() {
        bail!("'{name}' plays without a search: there is nothing to compare");
    }
    if !algorithm.takes_depth() {
        bail!("'{name}' searches to no depth, which is what is compared; --proof compares it by its work");
    }
    Ok(algorithm)
}

fn show(comparison: &Comparison, contenders: &[Contender]) -> anyhow::Result<()> {
    let Comparison { game, depth, positions, .. } = comparison;
    let some = positions.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("  ");
    let more = if positions.len() > 5 { "  ..." } else { "" };
    output::line(format_args!(
        "{game}, {} to depth {depth}: {some}{more}\n",
        output::counted(positions.len() as u64, "position"),
    ))?;
    // The counts that are not shown here are in the JSON.
    let header = ["algorithm", "values", "nodes", "leaves", "/ minimal", "time", "1st cuts"];
    let mut table = output::table(&header);
    for c in contenders {
        let values: Vec<String> =
            c.values.iter().take(6).map(|v| format!("{v:+}").replace("+0", "0")).collect();
        let more = if c.values.len() > 6 { " ..." } else { "" };
        let mark = match (c.exact, c.value_agrees) {
            _ if c.unfinished => " (interrupted)",
            (true, true) => "",
            (true, false) => " WRONG",
            (false, true) => " (selective)",
            (false, false) => " (selective, differs)",
        };
        table.add_row([
            c.algorithm.clone(),
            format!("{}{more}{mark}", values.join(" ")),
            output::thousands(c.nodes),
            output::thousands(c.leaves),
            c.leaves_over_minimal.map_or("-".into(), |x| format!("{x:.2}")),
            output::milliseconds(c.time_ms),
            // The whole tree has no cutoffs.
            if c.first_move_cutoffs > 0.0 {
                format!("{:.1} %", 100.0 * c.first_move_cutoffs)
            } else {
                "-".into()
            },
        ]);
    }
    output::line(table.trim_fmt())?;
    if let Some(minimal) = comparison.minimal_leaves {
        let at_most = if comparison.minimal_is_exact { "" } else { "at most " };
        output::line(format_args!(
            "\nThe minimal trees have {at_most}{} leaves in all. Values are for the side to move.",
            output::thousands(minimal)
        ))?;
    }
    if let [first, ..] = &comparison.left_out[..] {
        let left_out = comparison.left_out.join(", ");
        output::line(format_args!(
            "Left out, since the whole tree is too large: {left_out}. --algorithms {first} insists."
        ))?;
    }
    if comparison.pick.is_empty() {
        return output::line("No exact algorithm was compared to the end, so there is no pick.");
    }
    let verdict =
        if comparison.agreed { "All exact algorithms agree." } else { "The exact algorithms DISAGREE." };
    output::line(verdict)?;
    output::line(format_args!("Pick for {game}: {}: {}.", comparison.pick, comparison.reason))
}
