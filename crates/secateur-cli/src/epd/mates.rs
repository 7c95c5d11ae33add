//! Mate problems: whether a search finds the mates, how soon they are, and whether its lines end in them.

use crate::output;
use anyhow::{anyhow, bail};
use secateur_lab::epd::EpdRecord;
use secateur_session::{Answer, Outcome, Session};
use serde::Serialize;

/// A position, and the mate that is proven to be the soonest.
pub(crate) struct Problem {
    id: String,
    pub(crate) position: String,
    /// The length in moves; negative if the side to move is mated.
    moves: i32,
}

impl Problem {
    /// Reads a line; `number` stands in for an id that is not there.
    pub(crate) fn read(line: &str, number: usize, board: &mut dyn Session) -> anyhow::Result<Problem> {
        let record = EpdRecord::read(line).map_err(|e| anyhow!(e))?;
        board.set(&record.position)?;
        let text = record.text("bm").unwrap_or_default();
        let moves = text.strip_prefix('#').and_then(|n| n.parse().ok()).filter(|&n: &i32| n != 0);
        let Some(moves) = moves else {
            bail!(
                "found '{text}' as bm, expected '#' and a number of moves: 'bm #3;', or 'bm #-3;' for a side to be mated"
            );
        };
        let id = record.text("id").filter(|id| !id.is_empty()).unwrap_or_else(|| number.to_string());
        Ok(Problem { id, position: record.position, moves })
    }
}

/// A problem's line in JSON.
#[derive(Serialize)]
pub(crate) struct MateLine<'a> {
    id: &'a str,
    position: &'a str,
    /// The mate that is proven.
    mate: i32,
    /// The soonest mate reported for the right side; none if there was none.
    found: Option<i32>,
    /// A mate was reported that is sooner than the proven one, or for the wrong side.
    wrong: bool,
    /// Mates reported whose line does not end in mate at the move that the score announces.
    incomplete_lines: u64,
    depth: u32,
    nodes: u64,
    time_ms: f64,
}

impl<'a> MateLine<'a> {
    /// A line for a search that has reported nothing yet.
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let Problem { id, position, moves } = problem;
        let (found, wrong, incomplete_lines) = (None, false, 0);
        MateLine {
            id,
            position,
            mate: *moves,
            found,
            wrong,
            incomplete_lines,
            depth: 0,
            nodes: 0,
            time_ms: 0.0,
        }
    }

    /// Hears of a report, or of the answer. A bound is no mate.
    pub(crate) fn hear(&mut self, answer: &Answer, board: &mut dyn Session) -> anyhow::Result<()> {
        (self.depth, self.nodes, self.time_ms) = (answer.depth, answer.nodes, answer.time_ms);
        let Some(moves) = mate_in(answer) else { return Ok(()) };
        let right = moves.signum() == self.mate.signum();
        self.wrong |= !right || moves.abs() < self.mate.abs();
        if right {
            self.found = self.found.filter(|found| found.abs() <= moves.abs()).or(Some(moves));
        }
        self.incomplete_lines += u64::from(!ends_in_mate(answer, self.position, board)?);
        Ok(())
    }

    pub(crate) fn report(&self, wide: usize, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let found = match self.found {
            Some(moves) => format!("mate in {moves}"),
            None => "no mate".into(),
        };
        let faults = match (self.wrong, self.incomplete_lines) {
            (true, _) => "  WRONG".into(),
            (false, 0) => String::new(),
            (false, n) => format!("  {} incomplete", output::counted(n, "line")),
        };
        output::line(format_args!(
            "{:wide$}  {found:<12} proven {:>3}  depth {:>2}  {:>12} nodes  {:>9}{faults}",
            self.id,
            self.mate,
            self.depth,
            output::thousands(self.nodes),
            output::milliseconds(self.time_ms),
        ))
    }
}

/// The mate that an answer reports, in moves, negative for the side to move being mated.
fn mate_in(answer: &Answer) -> Option<i32> {
    let plies = answer.plies_to_end.filter(|_| answer.bound.is_none())?;
    let moves = i32::try_from(plies.div_ceil(2)).ok()?;
    Some(moves * answer.outcome?.sign()).filter(|&moves| moves != 0)
}

/// Whether the line has as many moves as the score says, and the side to move at its end is mated.
fn ends_in_mate(answer: &Answer, position: &str, board: &mut dyn Session) -> anyhow::Result<bool> {
    board.set(position)?;
    for m in &answer.pv {
        if board.play(m).is_err() {
            return Ok(false);
        }
    }
    let mated = board.outcome().is_some_and(|outcome| outcome.outcome == Outcome::Loss);
    Ok(mated && answer.plies_to_end == u32::try_from(answer.pv.len()).ok())
}

/// The last line in JSON.
#[derive(Serialize)]
pub(crate) struct MatesSummary {
    summary: bool,
    positions: u64,
    /// Positions in which a mate for the right side was reported.
    found: u64,
    /// Positions in which the soonest was reported.
    best: u64,
    /// Positions in which a mate was reported that is sooner than the proven one, or for the wrong side.
    wrong: u64,
    /// Mates reported whose line does not end in mate at the move that the score announces.
    incomplete_lines: u64,
}

impl MatesSummary {
    /// A summary of no positions yet.
    pub(crate) fn new() -> Self {
        MatesSummary { summary: true, positions: 0, found: 0, best: 0, wrong: 0, incomplete_lines: 0 }
    }

    pub(crate) fn add(&mut self, found: &MateLine) {
        self.positions += 1;
        self.found += u64::from(found.found.is_some());
        self.best += u64::from(found.found == Some(found.mate));
        self.wrong += u64::from(found.wrong);
        self.incomplete_lines += found.incomplete_lines;
    }

    pub(crate) fn report(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        output::line(format_args!(
            "{}: {} mates found, {} of them the soonest; {} wrong; {}",
            output::counted(self.positions, "position"),
            output::thousands(self.found),
            output::thousands(self.best),
            output::thousands(self.wrong),
            output::counted(self.incomplete_lines, "incomplete line"),
        ))
    }
}

/// Returns the width that the column of the ids needs.
pub(crate) fn width(problems: &[Problem]) -> usize {
    problems.iter().map(|problem| problem.id.chars().count()).max().unwrap_or(0).min(40)
}
