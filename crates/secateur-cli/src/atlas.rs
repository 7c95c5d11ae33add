use crate::options::duration;
use crate::ray::{Cluster, Elsewhere};
use crate::{CommandEnd, interrupt, memory, output};
use anyhow::bail;
use clap::Args;
use secateur_games::{Unreadable, did_you_mean};
use secateur_lab::atlas::{self, AtlasCheck, AtlasJob, AtlasRow, AtlasVerdict};
use secateur_lab::{Error, crew};
use secateur_session::{Registry, Request};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Prints the solved games: each board with its value, who found it, and what a proof takes here.
///
/// Values are for the side to move. With --check they are proven again, the cheapest first, each by every method that is
/// named for it, until the time is over. Where only a source is named, a proof takes too long here.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur atlas
  secateur atlas breakthrough
  secateur atlas --check --within 30s
  secateur atlas nogo --check --json
  secateur atlas --check --within 1h --on ray")]
pub(crate) struct AtlasCommand {
    /// Game, with or without a size; all by default
    game: Option<String>,
    /// Prove the values again
    #[arg(long)]
    check: bool,
    /// Time for all proofs together
    #[arg(long, value_name = "TIME", default_value = "10m", requires = "check", value_parser = duration, allow_hyphen_values = true)]
    within: Duration,
    #[command(flatten)]
    elsewhere: Elsewhere,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A row's line in JSON: what is written down, or what came of proving it again.
#[derive(Serialize)]
struct Line<'a> {
    game: &'a str,
    size: Option<&'a str>,
    position: &'a str,
    /// The outcome.
    value: &'a str,
    /// The value on the game's own scale, where it is known.
    score: Option<i32>,
    /// Whether somebody has published it.
    known: bool,
    source: Option<&'a str>,
    ok: Option<bool>,
    found: Option<i32>,
    nodes: Option<u64>,
    time_ms: Option<f64>,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary {
    summary: bool,
    rows: usize,
    checked: usize,
    wrong: usize,
}

impl<'a> Line<'a> {
    fn new(row: &'a AtlasRow) -> Self {
        let first = row.proofs.first();
        Line {
            game: &row.game,
            size: row.family().1,
            position: &row.position,
            value: row.value.outcome().word(),
            score: row.value.score(),
            known: row.source.is_some(),
            source: row.source.as_deref(),
            ok: None,
            found: None,
            nodes: first.map(|proof| proof.nodes),
            time_ms: first.map(|proof| milliseconds(proof.time)),
        }
    }

    fn checked(row: &'a AtlasRow, check: &AtlasCheck) -> Self {
        let ok = match check.verdict {
            AtlasVerdict::Agrees => Some(true),
            AtlasVerdict::Differs => Some(false),
            AtlasVerdict::NotReached => None,
        };
        let (nodes, time_ms) = (Some(check.nodes), Some(milliseconds(check.time)));
        Line { ok, found: check.value, nodes, time_ms, ..Line::new(row) }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl AtlasCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let mut rows = self.wanted(registry)?;
        if self.elsewhere.is_asked() && !self.check {
            bail!("--on is for proofs, expected --check with it");
        }
        if self.check {
            atlas::cheapest_first(&mut rows);
            return self.check(&rows, registry);
        }
        if self.json {
            rows.iter().try_for_each(|row| output::json(&Line::new(row)))?;
            output::json(&Summary { summary: true, rows: rows.len(), checked: 0, wrong: 0 })?;
        } else {
            output::line(listed(&rows))?;
        }
        Ok(CommandEnd::Done)
    }

    /// The rows asked for, of the games that there are.
    fn wanted(&self, registry: &Registry) -> anyhow::Result<Vec<AtlasRow>> {
        let mut rows = atlas::rows()?;
        rows.retain(|row| registry.find(&row.game).is_ok());
        if let Some(game) = &self.game {
            registry.find(game)?;
            if !rows.iter().any(|row| is_of(row, game)) {
                let names = || rows.iter().map(|row| &*row.game);
                let near = did_you_mean(game, names());
                bail!("the atlas has no '{game}'{near}; `secateur atlas` prints what it has");
            }
            rows.retain(|row| is_of(row, game));
        }
        Ok(rows)
    }

    fn check(&self, rows: &[AtlasRow], registry: &Registry) -> anyhow::Result<CommandEnd> {
        let mut cluster = self.elsewhere.crew("atlas")?;
        if cluster.is_none() {
            memory::check_room_for(Request::default().resources.hash, "each proof has one")?;
        }
        let (start, interrupt) = (Instant::now(), interrupt::flag()?);
        let wide =
            |column: fn(&AtlasRow) -> String| rows.iter().map(|row| column(row).len()).max().unwrap_or(0);
        let widths = (wide(name), wide(|row| row.value.to_string()));
        let (mut agree, mut differ) = (0, 0);
        let mut tell = |row: &AtlasRow, check: &AtlasCheck| {
            match check.verdict {
                AtlasVerdict::Agrees => agree += 1,
                AtlasVerdict::Differs => differ += 1,
                AtlasVerdict::NotReached => {}
            }
            match self.json {
                true => output::json(&Line::checked(row, check)),
                false => output::line(said(row, check, widths)),
            }
        };
        match &mut cluster {
            Some(cluster) => self.check_by(cluster, rows, start, &interrupt, &mut tell)?,
            None => {
                for row in rows {
                    let left = self.within.saturating_sub(start.elapsed());
                    let left = if interrupt.load(Ordering::Relaxed) { Duration::ZERO } else { left };
                    tell(row, &row.check(registry, left, &interrupt)?)?;
                }
            }
        }
        let (all, checked) = (rows.len(), agree + differ);
        match self.json {
            true => output::json(&Summary { summary: true, rows: all, checked, wrong: differ })?,
            false => output::line(format_args!(
                "{}: {agree} agree, {differ} differ, {} not reached.",
                output::counted(all as u64, "row"),
                all - checked
            ))?,
        }
        Ok(match differ {
            1.. => CommandEnd::No,
            0 if interrupt.load(Ordering::Relaxed) => CommandEnd::Interrupted,
            0 => CommandEnd::Done,
        })
    }

    /// Has the rows proven by a cluster, as far as the time goes; tells of each as it is done, and of the rest in the end.
    fn check_by(
        &self,
        cluster: &mut Cluster,
        rows: &[AtlasRow],
        start: Instant,
        interrupt: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(&AtlasRow, &AtlasCheck) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (over, pressed, within) = (Arc::new(AtomicBool::new(false)), interrupt.clone(), self.within);
        let raised = over.clone();
        thread::spawn(move || {
            while !pressed.load(Ordering::Relaxed) && start.elapsed() < within {
                thread::sleep(LOOK);
            }
            raised.store(true, Ordering::Relaxed);
        });
        let (proven, mut open): (Vec<_>, Vec<_>) = rows.iter().partition(|row| !row.proofs.is_empty());
        let mut is_told = vec![false; proven.len()];
        let mut jobs = proven.iter().enumerate().map(|(number, row)| {
            let job = AtlasJob {
                game: row.game.clone(),
                position: row.position.clone(),
                within: within.saturating_sub(start.elapsed()),
            };
            Ok((number as u64, serde_json::to_string(&job).unwrap_or_default()))
        });
        let mut broken = None;
        let done = crew::each(cluster, &mut jobs, &over, &mut |number, check| {
            let check = serde_json::from_str(&check)
                .map_err(|e| Unreadable(format!("what came of a row cannot be read: {e}")))?;
            is_told[number as usize] = true;
            broken = tell(proven[number as usize], &check).err();
            // Why nothing can be printed is told below.
            broken.as_ref().map_or(Ok(()), |_| Err(Error::from(Unreadable(String::new()))))
        });
        if let Some(error) = broken {
            return Err(error);
        }
        let work = done?;
        open.splice(0..0, (0..proven.len()).filter(|&n| !is_told[n]).map(|n| proven[n]));
        open.into_iter().try_for_each(|row| tell(row, &AtlasCheck::NOT_REACHED))?;
        if !self.json {
            output::line(cluster.summary(&work))?;
        }
        Ok(())
    }
}

/// The time between two looks at the clock.
const LOOK: Duration = Duration::from_millis(100);

/// What came of proving a row again, on one line whose first columns are as wide as this.
fn said(row: &AtlasRow, check: &AtlasCheck, (games, values): (usize, usize)) -> String {
    let said =
        format!("{:<11}  {:games$}  {:values$}", check.verdict.words(), name(row), row.value.to_string());
    match (check.verdict, check.value) {
        (AtlasVerdict::NotReached, _) => said.trim_end().to_owned(),
        (AtlasVerdict::Differs, Some(found)) => format!("{said}  found {found}, {}", effort(check)),
        _ => format!("{said}  {}", effort(check)),
    }
}

/// Whether a row is of the game, or of this size of it.
fn is_of(row: &AtlasRow, game: &str) -> bool {
    row.game == game || row.family().0 == game
}

/// The game and the position, as they are typed.
fn name(row: &AtlasRow) -> String {
    format!("{} {}", row.game, row.position).trim_end().to_owned()
}

fn effort(check: &AtlasCheck) -> String {
    format!("{} nodes, {}", output::thousands(check.nodes), output::milliseconds(milliseconds(check.time)))
}

/// The rows as a table.
fn listed(rows: &[AtlasRow]) -> String {
    let mut table = output::table(&["game", "value", "found by", "proven here", "nodes", "time"]);
    for column in table.column_iter_mut().take(4) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for row in rows {
        let methods: Vec<String> = row.proofs.iter().map(|proof| proof.method.to_string()).collect();
        let (nodes, time) = row.proofs.first().map_or_else(Default::default, |proof| {
            (output::thousands(proof.nodes), output::milliseconds(milliseconds(proof.time)))
        });
        let (value, source) = (row.value.to_string(), row.source.clone().unwrap_or_default());
        table.add_row([name(row), value, source, methods.join(", "), nodes, time]);
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_lab::atlas::AtlasValue;
    use secateur_session::Outcome;

    fn command(json: bool) -> AtlasCommand {
        AtlasCommand {
            game: None,
            check: true,
            within: Duration::from_secs(60),
            elsewhere: Elsewhere::default(),
            json,
        }
    }

    #[test]
    fn a_value_that_differs_ends_with_no() {
        let games = secateur_standard::standard();
        let mut rows = atlas::rows().unwrap();
        atlas::cheapest_first(&mut rows);
        rows.truncate(3);
        let end = command(false).check(&rows, &games).unwrap();
        assert!(matches!(end, CommandEnd::Done));
        let value = match rows[1].value.outcome() {
            Outcome::Draw => AtlasValue::Outcome(Outcome::Win),
            outcome => AtlasValue::Outcome(-outcome),
        };
        rows[1].value = value;
        let end = command(true).check(&rows, &games).unwrap();
        assert!(matches!(end, CommandEnd::No));
    }
}
