mod mates;
pub(crate) mod task;

use crate::beside::Beside;
use crate::options::{LimitOptions, TableOptions};
use crate::positions::read_bytes;
use crate::{CommandEnd, output};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use mates::Problem;
use secateur_session::{Algorithm, Answer, Limits, Registry, Request, Session, StoppedBy};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;
use task::{EpdTask, read_all};

/// Searches each position of a chess test suite, and counts how often the right move is found.
///
/// The file has a position a line, in EPD, with the moves to find (bm), those to avoid (am), or points for
/// moves (c0 as "Rd5=9, c5=10", or c8 with c7 or c9). Without a limit a position gets a second. Nothing is
/// remembered from one position to the next.
///
/// With --mates the file has mate problems instead, the proven mate in moves behind each position: `bm #3;`, or
/// `bm #-3;` where the side to move is mated. Counted are the mates found, the soonest ones, those that cannot be, and
/// lines that do not end in the mate that their score announces. The search is that of `analyse --mate`: the engine
/// and a prover; with --algorithm or --depth it is that search alone.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur epd suite.epd --nodes 100000
  secateur epd suite.epd --time 5s --threads 2 --hash 256MiB --json
  secateur epd suite.epd --nodes 100000 --eval hand
  secateur epd mates.epd --mates --nodes 100000 --hash 16MiB
  secateur epd mates.epd --mates --nodes 100000 --algorithm engine")]
pub(crate) struct EpdCommand {
    /// File of positions in EPD
    file: PathBuf,
    /// Algorithm; `secateur algorithms` lists them [default: engine]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    table: TableOptions,
    #[command(flatten)]
    beside: Beside,
    /// Count mates: the file holds mate problems
    #[arg(long)]
    mates: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A position without any limit gets this long.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A position's line in JSON.
#[derive(Serialize)]
struct Report<'a> {
    id: &'a str,
    position: &'a str,
    #[serde(rename = "move")]
    played: Option<&'a str>,
    expected: &'a [String],
    avoid: &'a [String],
    solved: Option<bool>,
    points: Option<u32>,
    max_points: Option<u32>,
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary {
    summary: bool,
    positions: u64,
    /// Positions with moves to find or to avoid.
    asked: u64,
    solved: u64,
    points: u64,
    max_points: u64,
    mean_nodes: f64,
    mean_ms: f64,
    /// The median rate, in nodes a second.
    median_nps: u64,
}

impl EpdCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let session = registry.find("chess")?.open();
        let bytes = read_bytes(&self.file)?;
        let (name, mut board) = (self.file.display().to_string(), session.fresh());
        let algorithm = self.algorithm.as_deref().map_or(Ok(Algorithm::player()), Algorithm::named)?;
        let LimitOptions { depth, nodes, time } = self.limits.clone();
        let unlimited = depth.is_none() && nodes.is_none() && time.is_none();
        let time = time.or(unlimited.then_some(DEFAULT_TIME));
        let mut request = self.table.request()?.algorithm(algorithm).depth(depth).nodes(nodes).time(time);
        self.beside.apply("chess", || session.inputs(), &mut request)?;
        if self.mates {
            let proves = self.algorithm.is_none() && depth.is_none();
            let request = request.mate(proves.then_some(Limits::MOST_MOVES));
            request.check()?;
            let problems = read_all(&name, &bytes, |line, n| Problem::read(line, n, &mut *board))?;
            return self.find_mates(&problems, &request, &*session);
        }
        let tasks = read_all(&name, &bytes, |line, n| EpdTask::read(line, n, &mut *board))?;
        self.solve_all(&tasks, &request, &*session)
    }

    fn find_mates(
        &self,
        problems: &[Problem],
        request: &Request,
        session: &dyn Session,
    ) -> anyhow::Result<CommandEnd> {
        let (bar, wide) = (bar(problems.len())?, mates::width(problems));
        let (mut summary, mut end) = (mates::MatesSummary::new(), CommandEnd::Done);
        for problem in problems {
            let (mut board, mut replay) = (session.fresh(), session.fresh());
            board.set(&problem.position)?;
            board.prepare(request);
            let (mut found, mut heard) = (mates::MateLine::new(problem), Ok(()));
            let answer = board.analyse(request, &mut |answer| {
                if heard.is_ok() {
                    heard = found.hear(answer, &mut *replay);
                }
            });
            heard?;
            if answer.stopped_by == StoppedBy::Interrupt {
                end = CommandEnd::Interrupted;
                break;
            }
            found.hear(&answer, &mut *replay)?;
            summary.add(&found);
            bar.suspend(|| found.report(wide, self.json))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        summary.report(self.json)?;
        Ok(end)
    }

    fn solve_all(
        &self,
        tasks: &[EpdTask],
        request: &Request,
        session: &dyn Session,
    ) -> anyhow::Result<CommandEnd> {
        let bar = bar(tasks.len())?;
        let wide = tasks.iter().map(|task| task.id.chars().count()).max().unwrap_or(0).min(40);
        let mut sum = Sum::default();
        let mut end = CommandEnd::Done;
        for task in tasks {
            // A session of its own: an empty table, made before the clock runs.
            let mut board = session.fresh();
            board.set(&task.position)?;
            board.prepare(request);
            let answer = board.analyse(request, &mut |_| {});
            if answer.stopped_by == StoppedBy::Interrupt {
                end = CommandEnd::Interrupted;
                break;
            }
            sum.add(task, &answer);
            bar.suspend(|| self.report(task, &answer, wide))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.summarise(&sum.summary())?;
        Ok(end)
    }

    fn report(&self, task: &EpdTask, answer: &Answer, wide: usize) -> anyhow::Result<()> {
        let played = answer.best.as_deref();
        let (solved, points) = (task.is_solved_by(played), task.points_of(played));
        if self.json {
            return output::json(&Report {
                id: &task.id,
                position: &task.position,
                played,
                expected: &task.best,
                avoid: &task.avoid,
                solved,
                points,
                max_points: task.most_points(),
                depth: answer.depth,
                nodes: answer.nodes,
                time_ms: answer.time_ms,
            });
        }
        let verdict = match (points, solved) {
            (Some(points), _) => format!("{points:>2} points"),
            (None, Some(true)) => "solved".into(),
            (None, _) => "missed".into(),
        };
        output::line(format_args!(
            "{:wide$}  {:<5}  {verdict}  depth {:>2}  {:>12} nodes  {:>9}  expected {}",
            task.id,
            played.unwrap_or("-"),
            answer.depth,
            output::thousands(answer.nodes),
            output::milliseconds(answer.time_ms),
            task.asked()
        ))
    }

    fn summarise(&self, summary: &Summary) -> anyhow::Result<()> {
        if self.json {
            return output::json(summary);
        }
        let mut said = vec![output::counted(summary.positions, "position")];
        if summary.asked > 0 {
            said.push(format!("{} of {} solved", summary.solved, summary.asked));
        }
        if summary.max_points > 0 {
            said.push(format!("{} of {} points", summary.points, summary.max_points));
        }
        output::line(format_args!(
            "{}; mean {} nodes, {}; median {} nodes a second",
            said.join(", "),
            output::thousands(summary.mean_nodes as u64),
            output::milliseconds(summary.mean_ms),
            output::thousands(summary.median_nps)
        ))
    }
}

/// Returns a bar for the progress of the searches.
fn bar(positions: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta} left")?;
    Ok(ProgressBar::new(positions as u64).with_style(style))
}

/// The totals over the positions of a suite.
#[derive(Default)]
struct Sum {
    positions: u64,
    asked: u64,
    solved: u64,
    points: u64,
    max_points: u64,
    nodes: u64,
    ms: f64,
    rates: Vec<u64>,
}

impl Sum {
    fn add(&mut self, task: &EpdTask, answer: &Answer) {
        let played = answer.best.as_deref();
        let solved = task.is_solved_by(played);
        self.positions += 1;
        self.asked += u64::from(solved.is_some());
        self.solved += u64::from(solved == Some(true));
        self.points += u64::from(task.points_of(played).unwrap_or(0));
        self.max_points += u64::from(task.most_points().unwrap_or(0));
        self.nodes += answer.nodes;
        self.ms += answer.time_ms;
        self.rates.push(answer.nps);
    }

    fn summary(mut self) -> Summary {
        let Sum { positions, asked, solved, points, max_points, .. } = self;
        let mean = |sum: f64| sum / positions.max(1) as f64;
        self.rates.sort_unstable();
        Summary {
            summary: true,
            positions,
            asked,
            solved,
            points,
            max_points,
            mean_nodes: mean(self.nodes as f64),
            mean_ms: mean(self.ms),
            median_nps: self.rates.get(self.rates.len() / 2).copied().unwrap_or(0),
        }
    }
}
