use crate::options::{Limits, Table};
use crate::{End, open, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_games::session::{Session, Solved, Solver};
use secateur_games::{Registry, Unreadable};
use serde_json::json;
use std::path::PathBuf;

/// Finds the exact value at the end of the game. With a file: one position a line, each with its value
/// behind it if that is to be checked.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  secateur solve connect4 44455554221\n  secateur solve connect4 --file positions.txt --cold"
)]
pub(crate) struct Solve {
    /// The game
    game: String,
    /// The position, the start by default
    #[arg(conflicts_with = "file")]
    position: Option<String>,
    /// A file of positions
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Forget everything before each position, outside the timing
    #[arg(long)]
    cold: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    table: Table,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<End> {
        if self.limits.depth.is_some() {
            bail!("solve goes to the end of the game and takes no --depth; `secateur analyse` does");
        }
        let session = open(registry, &self.game, self.position.as_deref())?;
        let mut request = self.table.request()?;
        (request.time, request.nodes) = (self.limits.time, self.limits.nodes);
        let mut solver = session.solver(&request);
        match &self.file {
            Some(_) => self.solve_file(&*session, &mut *solver),
            None => {
                let text = session.position();
                match solver.solve(&text)? {
                    None => {
                        eprintln!("secateur: not solved within the limits");
                        Ok(End::Interrupted)
                    }
                    Some(solved) => {
                        self.report(&text, &solved, None)?;
                        Ok(End::Done)
                    }
                }
            }
        }
    }

    fn report(&self, position: &str, solved: &Solved, expected: Option<i32>) -> anyhow::Result<()> {
        let us = solved.time.as_secs_f64() * 1e6;
        let ok = expected.map(|e| e == solved.value);
        if self.json {
            return output::json(&json!({
                "position": position, "value": solved.value, "expected": expected, "ok": ok,
                "best": solved.best, "nodes": solved.nodes, "time_us": us,
            }));
        }
        let verdict = match (ok, expected) {
            (Some(false), Some(expected)) => format!("  WRONG, expected {expected}"),
            _ => String::new(),
        };
        output::line(format_args!(
            "{position}  value {} ({} for the side to move)  best {}  {} nodes  {}{verdict}",
            solved.value,
            solved.outcome,
            solved.best.as_deref().unwrap_or("-"),
            output::thousands(solved.nodes),
            output::milliseconds(us / 1e3),
        ))
    }

    fn solve_file(&self, session: &dyn Session, solver: &mut dyn Solver) -> anyhow::Result<End> {
        let Some(path) = &self.file else { return Ok(End::Done) };
        let lines = read_lines(path, session)?;
        let bar = ProgressBar::new(lines.len() as u64)
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta} left")?);
        let (mut wrong, mut nodes, mut us, mut done) = (0u64, 0u64, 0.0, 0u64);
        for line in &lines {
            if self.cold {
                solver.clear();
            }
            let Some(solved) = solver.solve(&line.position)? else { break };
            bar.inc(1);
            done += 1;
            nodes += solved.nodes;
            us += solved.time.as_secs_f64() * 1e6;
            let is_wrong = line.expected.is_some_and(|e| e != solved.value);
            wrong += u64::from(is_wrong);
            // For people, a thousand right answers are one line; the wrong ones are shown.
            if self.json || is_wrong {
                bar.suspend(|| self.report(&line.position, &solved, line.expected))?;
            }
        }
        bar.finish_and_clear();
        let mean = |sum: f64| sum / done.max(1) as f64;
        if self.json {
            output::json(&json!({
                "summary": true, "positions": done, "wrong": wrong, "mean_nodes": mean(nodes as f64),
                "mean_us": mean(us), "mnps": nodes as f64 / us.max(1e-9),
            }))?;
        } else {
            output::line(format_args!(
                "{done} positions, {wrong} wrong; mean {} nodes, {}; {:.1} million nodes a second",
                output::thousands(mean(nodes as f64) as u64),
                output::milliseconds(mean(us) / 1e3),
                nodes as f64 / us.max(1e-9)
            ))?;
        }
        Ok(match (wrong, done == lines.len() as u64) {
            (_, false) => End::Interrupted,
            (0, true) => End::Done,
            (_, true) => End::No,
        })
    }
}

struct Line {
    position: String,
    expected: Option<i32>,
}

/// Reads the whole file before anything is solved: a bad line in the middle must not cost an hour's work.
fn read_lines(path: &std::path::Path, session: &dyn Session) -> anyhow::Result<Vec<Line>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut probe = session.fresh();
    let mut lines = Vec::new();
    for (i, raw) in bytes.split(|&b| b == b'\n').enumerate() {
        let place = || format!("{}, line {}", path.display(), i + 1);
        let text = std::str::from_utf8(raw)
            .map_err(|_| Unreadable("expected UTF-8 text".into()))
            .with_context(place)?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let mut whole = probe.set(text);
        let (mut position, mut expected) = (text, None);
        // The last word is the value, unless the line is a position as a whole.
        if whole.is_err()
            && let Some((head, tail)) = text.rsplit_once(char::is_whitespace)
        {
            position = head.trim_end();
            whole = probe.set(position);
            if whole.is_ok() {
                let value = tail.parse().map_err(|_| {
                    Unreadable(format!(
                        "found '{tail}' after the position, expected a whole number: its value"
                    ))
                });
                expected = Some(value.with_context(place)?);
            }
        }
        whole.with_context(place)?;
        lines.push(Line { position: position.to_owned(), expected });
    }
    if lines.is_empty() {
        bail!("{} holds no positions, expected one a line", path.display());
    }
    Ok(lines)
}
