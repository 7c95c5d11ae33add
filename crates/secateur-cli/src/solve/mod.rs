mod components;

use crate::beside::Beside;
use crate::options::{LimitOptions, TableOptions, duration, position};
use crate::positions::{PositionLine, read_file};
use crate::{CommandEnd, interrupt, messages, open, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::{checkpoint, opening_book};
use secateur_session::{Registry, Solution};
use secateur_session::{Solved, Solver, Spent, StoppedBy, Unsolved};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Finds the exact value at the end of the game.
///
/// With a file: one position a line, each with its value behind it if that is to be checked; of Othello, also in OBF. A
/// game in which positions come back is solved from its ends backwards, as if it began at the position, with as many
/// positions as --hash has room for. With a learned evaluation, that of --eval or the one that comes with the game, moves near the
/// root are ordered by it; what is found is exact all the same.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur solve connect4 44455554221\n  secateur solve connect4 --file positions.txt --cold\n  secateur solve othello --file endings.obf\n  secateur solve connect4-5x5 --checkpoint 5x5.checkpoint\n  secateur solve othello --file endings.obf --without weights\n  secateur solve connect4 --file positions.txt --cold --ablate\n  secateur solve kalah-6x5 --eval kalah-6x5.eval --hash 8GiB",
    mut_arg("depth", |depth| depth.hide(true))
)]
pub(crate) struct SolveCommand {
    /// Game
    game: String,
    /// Position; the start by default
    #[arg(conflicts_with = "file", value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// File of positions
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Forget everything before each position, outside the timing
    #[arg(long)]
    cold: bool,
    /// Book made by `secateur book`: positions before its last ply are not searched
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// File that the search is kept in, and goes on from; with the same --hash
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "nodes"])]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration, requires = "checkpoint", allow_hyphen_values = true)]
    every: Duration,
    /// Do without these components, separated by commas; a wrong name lists them all
    #[arg(long, value_name = "LEVERS", value_delimiter = ',')]
    without: Vec<String>,
    /// Measure what each component is worth: solve the file once as it is, and once without each of them
    #[arg(long, requires = "file")]
    ablate: bool,
    #[command(flatten)]
    beside: Beside,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    table: TableOptions,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A position's line in JSON. A value that was not found is null, and its proven bounds are given.
#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    value: Option<i32>,
    expected: Option<i32>,
    ok: Option<bool>,
    best: Option<&'a str>,
    nodes: u64,
    time_us: f64,
    #[serde(flatten)]
    unsolved: Option<Open>,
}

/// The additional fields of an unsolved position's line.
#[derive(Serialize)]
struct Open {
    at_least: Option<i32>,
    at_most: Option<i32>,
    stopped_by: StoppedBy,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary {
    summary: bool,
    positions: u64,
    wrong: u64,
    mean_nodes: f64,
    mean_us: f64,
    mnps: f64,
}

impl SolveCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        if self.limits.depth.is_some() {
            bail!("solve goes to the end of the game and takes no --depth; `secateur analyse` does");
        }
        if self.table.order.is_some() {
            bail!(
                "solve tries the moves by what the game promises and takes no --order; `secateur analyse` does"
            );
        }
        let session = open(registry, &self.game, self.position.as_deref())?;
        let lines = self.file.as_deref().map(|path| read_file(path, &*session)).transpose()?;
        let mut request = self.table.request()?;
        (request.limits.time, request.limits.nodes) = (self.limits.time, self.limits.nodes);
        let components = session.components();
        self.without.iter().try_for_each(|name| components::check(name, &components))?;
        request.method.without = self.without.clone();
        let book = self
            .book
            .as_deref()
            .map(|path| interrupt::while_waiting(|| opening_book::load(path, &self.game, &*session)));
        request.control.book = book.transpose()?.map(Arc::new);
        self.beside.apply(&self.game, || session.inputs(), &mut request)?;
        if let (true, Some(lines)) = (self.ablate, &lines) {
            return self.ablate(lines, &*session, &components, &request);
        }
        let mut solver = session.solver(&request);
        match (&self.file, lines) {
            (Some(path), Some(lines)) => self.solve_lines(path, &lines, &mut *solver),
            _ => self.solve_one(&mut *solver),
        }
    }

    fn solve_one(&self, solver: &mut dyn Solver) -> anyhow::Result<CommandEnd> {
        // The empty text is the start of every game, also of one that does not write its positions.
        let position = self.position.as_deref().unwrap_or("");
        match self.solve_and_keep(position, solver)? {
            Solution::Solved(solved) => {
                self.report(position, &solved, None)?;
                Ok(CommandEnd::Done)
            }
            Solution::Unsolved(unsolved) => {
                self.report_open(position, &unsolved, None)?;
                let (why, end) = match unsolved.stopped_by {
                    StoppedBy::Memory => {
                        (": more positions can be reached than --hash has room for", CommandEnd::No)
                    }
                    StoppedBy::Length => {
                        (": a line of play is longer than a solver can follow", CommandEnd::No)
                    }
                    StoppedBy::Time => (" within --time", CommandEnd::No),
                    StoppedBy::Nodes => (" within --nodes", CommandEnd::No),
                    _ => (", interrupted", CommandEnd::Interrupted),
                };
                messages::say(&format!("not solved{why}"));
                Ok(end)
            }
        }
    }

    /// Solves the position, and keeps what is known of it in the checkpoint, if there is one.
    fn solve_and_keep(&self, position: &str, solver: &mut dyn Solver) -> anyhow::Result<Solution> {
        let Some(path) = self.checkpoint.as_deref() else { return Ok(solver.solve(position)?) };
        let mut spent = match checkpoint::open(path, |out| solver.save(position, out))? {
            Some(mut file) => {
                solver.resume(position, &mut file).with_context(|| path.display().to_string())?
            }
            None => Spent::default(),
        };
        let mut left = self.limits.time.unwrap_or(Duration::MAX);
        loop {
            let most = left.min(self.every);
            solver.set_time(Some(most));
            let mut solution = solver.solve(position)?;
            checkpoint::save(path, |out| solver.save(position, out))?;
            let (nodes, time) = match &mut solution {
                Solution::Solved(Solved { nodes, time, .. }) => (nodes, time),
                Solution::Unsolved(Unsolved { nodes, time, .. }) => (nodes, time),
            };
            left = left.saturating_sub(*time);
            spent = Spent { nodes: spent.nodes + *nodes, time: spent.time + *time };
            (*nodes, *time) = (spent.nodes, spent.time);
            match &solution {
                Solution::Unsolved(open) if open.stopped_by == StoppedBy::Time && !left.is_zero() => {
                    if !self.json {
                        messages::note(&format!(
                            "{}: {} so far",
                            path.display(),
                            effort(spent.nodes, spent.time)
                        ));
                    }
                }
                _ => return Ok(solution),
            }
        }
    }

    /// One position after another. One that a limit leaves open does not keep the others from their turn.
    fn solve_lines(
        &self,
        path: &Path,
        lines: &[PositionLine],
        solver: &mut dyn Solver,
    ) -> anyhow::Result<CommandEnd> {
        let bar = bar(lines.len())?;
        let sum = self.solve_each(lines, solver, &bar, true)?;
        bar.finish_and_clear();
        self.summarise(&sum)?;
        if sum.open > 0 {
            let why = if sum.interrupted { ", interrupted" } else { " within the limits" };
            let open = output::counted(sum.open, "position");
            messages::say(&format!("{}: {open} not solved{why}", path.display()));
        }
        Ok(sum.end())
    }

    fn solve_each(
        &self,
        lines: &[PositionLine],
        solver: &mut dyn Solver,
        bar: &ProgressBar,
        shown: bool,
    ) -> anyhow::Result<Sum> {
        let mut sum = Sum::default();
        for line in lines {
            if self.cold {
                solver.clear();
            }
            match solver.solve(&line.position)? {
                Solution::Solved(solved) => {
                    let is_wrong = line.expected.is_some_and(|e| e != solved.value);
                    sum.add(&solved, is_wrong);
                    // For people, a thousand right answers are one line; the wrong ones are shown.
                    if is_wrong || self.json && shown {
                        bar.suspend(|| self.report(&line.position, &solved, line.expected))?;
                    }
                }
                Solution::Unsolved(unsolved) => {
                    if shown {
                        bar.suspend(|| self.report_open(&line.position, &unsolved, line.expected))?;
                    }
                    sum.add_open(&unsolved);
                    if unsolved.stopped_by == StoppedBy::Interrupt {
                        sum.interrupted = true;
                        break;
                    }
                }
            }
            bar.inc(1);
        }
        Ok(sum)
    }

    fn report(&self, position: &str, solved: &Solved, expected: Option<i32>) -> anyhow::Result<()> {
        let ok = expected.map(|e| e == solved.value);
        if self.json {
            return output::json(&Report {
                position,
                value: Some(solved.value),
                expected,
                ok,
                best: solved.best.as_deref(),
                nodes: solved.nodes,
                time_us: microseconds(solved.time),
                unsolved: None,
            });
        }
        let verdict = match (ok, expected) {
            (Some(false), Some(expected)) => format!("  WRONG, expected {expected}"),
            _ => String::new(),
        };
        output::line(format_args!(
            "{}  value {} ({} for the side to move)  best {}  {}{verdict}",
            named(position),
            solved.value,
            solved.outcome,
            solved.best.as_deref().unwrap_or("-"),
            effort(solved.nodes, solved.time),
        ))
    }

    fn report_open(&self, position: &str, unsolved: &Unsolved, expected: Option<i32>) -> anyhow::Result<()> {
        let Unsolved { at_least, at_most, best, nodes, time, stopped_by } = unsolved;
        if self.json {
            let (at_least, at_most, stopped_by) = (*at_least, *at_most, *stopped_by);
            return output::json(&Report {
                position,
                value: None,
                expected,
                ok: None,
                best: best.as_deref(),
                nodes: *nodes,
                time_us: microseconds(*time),
                unsolved: Some(Open { at_least, at_most, stopped_by }),
            });
        }
        let known = match (at_least, at_most) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (None, None) => "not known".into(),
        };
        let best = best.as_deref().unwrap_or("-");
        let (position, effort) = (named(position), effort(*nodes, *time));
        output::line(format_args!("{position}  value {known}  best {best}  {effort}"))
    }

    fn summarise(&self, sum: &Sum) -> anyhow::Result<()> {
        let mean = |sum_of: f64| sum_of / sum.done.max(1) as f64;
        let summary = Summary {
            summary: true,
            positions: sum.done,
            wrong: sum.wrong,
            mean_nodes: mean(sum.nodes as f64),
            mean_us: mean(sum.us),
            mnps: sum.nodes as f64 / sum.us.max(1e-3),
        };
        if self.json {
            return output::json(&summary);
        }
        output::line(format_args!(
            "{} solved, {} wrong; mean {} nodes, {}; {:.1} million nodes a second",
            output::counted(sum.done, "position"),
            summary.wrong,
            output::thousands(summary.mean_nodes as u64),
            output::milliseconds(summary.mean_us / 1e3),
            summary.mnps
        ))
    }
}

fn bar(positions: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta} left")?;
    Ok(ProgressBar::new(positions as u64).with_style(style))
}

/// The totals of solving the lines of a file.
#[derive(Clone, Default)]
struct Sum {
    done: u64,
    wrong: u64,
    open: u64,
    interrupted: bool,
    nodes: u64,
    us: f64,
    /// The nodes spent on positions that were not solved.
    open_nodes: u64,
    open_us: f64,
}

impl Sum {
    fn end(&self) -> CommandEnd {
        match self {
            Sum { interrupted: true, .. } => CommandEnd::Interrupted,
            Sum { wrong: 0, open: 0, .. } => CommandEnd::Done,
            _ => CommandEnd::No,
        }
    }

    fn add_open(&mut self, unsolved: &Unsolved) {
        self.open += 1;
        self.open_nodes += unsolved.nodes;
        self.open_us += microseconds(unsolved.time);
    }

    fn add(&mut self, solved: &Solved, is_wrong: bool) {
        self.done += 1;
        self.wrong += u64::from(is_wrong);
        self.nodes += solved.nodes;
        self.us += microseconds(solved.time);
    }
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn effort(nodes: u64, time: Duration) -> String {
    format!("{} nodes  {}", output::thousands(nodes), output::milliseconds(microseconds(time) / 1e3))
}

/// The position as given; the start needs no text.
fn named(position: &str) -> &str {
    if position.is_empty() { "start" } else { position }
}
