use crate::options::{bytes, duration, position};
use crate::{CommandEnd, interrupt, memory, messages, open, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::{files, tablebases};
use secateur_session::{
    Outcome, Registry, Request, Session, StoppedBy, Tablebase, TablebaseValue, ValueCount,
};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Finds the value of every position that can be reached, from the ends of the game backwards.
///
/// For games in which positions come back, and any other whose positions fit into memory: about 40 bytes for each, and 8
/// for each move. A position that comes back is a draw; moves without progress are not counted. In place of a position an
/// ending can be named, which stands for all its positions: in chess by White's men, then Black's, in checkers and draughts
/// by the most pieces. With --from the file of an earlier run answers, without search; with --tablebase other commands know
/// what it says.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur tablebase dodgem
  secateur tablebase dodgem 4x4 --to dodgem-4x4.tablebase --counts
  secateur tablebase dodgem 4x4 --from dodgem-4x4.tablebase
  secateur tablebase chess KQK --to kqk.tablebase
  secateur play chess --tablebase kqk.tablebase")]
pub(crate) struct TablebaseCommand {
    /// Game
    game: String,
    /// Position, or an ending such as KQK; the start by default
    #[arg(value_parser = position, allow_hyphen_values = true)]
    position: Option<String>,
    /// File to write
    #[arg(long, alias = "out", value_name = "FILE")]
    to: Option<PathBuf>,
    /// File to answer from, with the value of each move
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "hash", "time"])]
    from: Option<PathBuf>,
    /// Memory: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = bytes, allow_hyphen_values = true)]
    hash: usize,
    /// Stop after this time: 500ms, 2s, 1m
    #[arg(long, value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// List how many positions are worth what, by plies to the end
    #[arg(long, conflicts_with = "from")]
    counts: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A new tablebase in JSON.
#[derive(Serialize)]
struct Made<'a> {
    game: &'a str,
    position: &'a str,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest: u32,
    longest_from: Option<&'a str>,
    value: Option<i32>,
    plies: Option<u32>,
    counts: Vec<Count>,
    time_ms: f64,
    file: Option<&'a Path>,
    bytes: Option<u64>,
}

/// How many positions are worth what.
#[derive(Serialize)]
struct Count {
    outcome: Outcome,
    plies: Option<u32>,
    positions: u64,
}

impl From<ValueCount> for Count {
    fn from(count: ValueCount) -> Self {
        let outcome = Outcome::of(count.score.get());
        Count { outcome, plies: count.score.plies_to_end(), positions: count.positions }
    }
}

/// An answer in JSON.
#[derive(Serialize)]
struct Answered<'a> {
    game: &'a str,
    position: &'a str,
    value: i32,
    plies: Option<u32>,
    moves: Vec<AnsweredMove>,
}

/// A move, and its value for whoever plays it.
#[derive(Serialize)]
struct AnsweredMove {
    #[serde(rename = "move")]
    played: String,
    value: i32,
    /// From the position, so that the move counts.
    plies: Option<u32>,
}

impl TablebaseCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        match &self.from {
            Some(path) => self.answer(open(registry, &self.game, self.position.as_deref())?, path),
            None => self.make(registry),
        }
    }

    fn make(&self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        memory::check_room_for(self.hash, "--hash")?;
        self.to.iter().try_for_each(|path| files::check_writable(path))?;
        let mut request = Request::default().hash(self.hash).interrupt(interrupt::flag()?);
        request.limits.time = self.time;
        let style =
            ProgressStyle::with_template("{spinner} {human_pos} positions found and settled, {elapsed}")?;
        let (start, bar) = (Instant::now(), ProgressBar::new_spinner().with_style(style));
        let mut session = registry.find(&self.game)?.open();
        let report: &mut dyn FnMut(u64) = &mut |steps| bar.set_position(steps);
        let ending =
            self.position.as_deref().and_then(|text| session.ending_tablebase(text, &request, &mut *report));
        let made = match ending {
            Some(made) => made,
            None => {
                session = open(registry, &self.game, self.position.as_deref())?;
                session.tablebase(&request, report)
            }
        };
        bar.finish_and_clear();
        let table = match made? {
            Ok(table) => table,
            Err(StoppedBy::Memory) => {
                let size = secateur_lab::units::size(self.hash as u64);
                bail!(
                    "there are more positions than {size} have room for (--hash), expected a larger size or a smaller game"
                )
            }
            Err(StoppedBy::Interrupt) => {
                messages::say("no tablebase was made, interrupted");
                return Ok(CommandEnd::Interrupted);
            }
            Err(_) => {
                output::line("no tablebase was made within the time")?;
                return Ok(CommandEnd::No);
            }
        };
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        let bytes = self.to.as_deref().map(|path| write(&table, path)).transpose()?;
        let root = session.look_up(&table);
        let counts: Vec<Count> = table.counts().into_iter().map(Count::from).collect();
        let sum = |outcome| counts.iter().filter(|c| c.outcome == outcome).map(|c| c.positions).sum();
        let (wins, draws, losses) = (sum(Outcome::Win), sum(Outcome::Draw), sum(Outcome::Loss));
        let won = counts.iter().filter(|count| count.outcome == Outcome::Win);
        let longest = won.filter_map(|count| count.plies).max();
        if self.json {
            let (value, plies) = (root.map(|root| root.value), root.and_then(|root| root.plies));
            let (game, position, positions) = (table.game(), table.position(), table.positions());
            let (longest, longest_from) = (longest.unwrap_or(0), table.longest());
            let file = self.to.as_deref();
            output::json(&Made {
                game,
                position,
                positions,
                wins,
                draws,
                losses,
                longest,
                longest_from,
                value,
                plies,
                counts,
                time_ms,
                file,
                bytes,
            })?;
            return Ok(CommandEnd::Done);
        }
        let n = output::thousands;
        output::line(format_args!(
            "{}: {} won, {} drawn, {} lost for the side to move; {}",
            output::counted(table.positions(), "position"),
            n(wins),
            n(draws),
            n(losses),
            output::milliseconds(time_ms)
        ))?;
        if let Some(longest) = longest {
            let from = table.longest().unwrap_or_default();
            output::line(format_args!("longest win: {}, {from}", output::counted(longest.into(), "ply")))?;
        }
        if let Some(root) = root {
            let position = self.position.as_deref().unwrap_or("");
            output::line(format_args!("{}: {} for {}", named(position), worth(root), session.side()))?;
        }
        if self.counts {
            let mut rows = output::table(&["value", "positions"]);
            for Count { outcome, plies, positions } in counts {
                let value =
                    plies.map_or(outcome.word().to_owned(), |plies| format!("{} in {plies}", outcome.word()));
                rows.add_row([value, n(positions)]);
            }
            output::line(rows)?;
        }
        if let (Some(path), Some(bytes)) = (&self.to, bytes) {
            output::line(format_args!("{}: {} bytes", path.display(), n(bytes)))?;
        }
        Ok(CommandEnd::Done)
    }

    fn answer(&self, mut session: Box<dyn Session>, path: &Path) -> anyhow::Result<CommandEnd> {
        let (name, table) = (path.display(), tablebases::read(path)?);
        let Some(TablebaseValue { value, plies }) = session.look_up(&table) else {
            bail!(
                "{name} has what can be reached in {} from its position '{}', and this position is not there",
                table.game(),
                table.position()
            );
        };
        let mut moves = Vec::new();
        for m in session.moves() {
            session.play(&m)?;
            let after = session.look_up(&table).context("a move leads to a position that can be reached")?;
            session.undo();
            moves.push(AnsweredMove {
                played: m,
                value: -after.value,
                plies: after.plies.map(|plies| plies + 1),
            });
        }
        // The quickest win first, and the slowest loss last of what does not lose.
        moves.sort_by_key(|m| {
            (-m.value, m.plies.map_or(0, |plies| i64::from(m.value.signum()) * i64::from(plies)))
        });
        if self.json {
            let position = self.position.as_deref().unwrap_or("");
            output::json(&Answered { game: table.game(), position, value, plies, moves })?;
            return Ok(CommandEnd::Done);
        }
        let position = self.position.as_deref().unwrap_or("");
        let root = TablebaseValue { value, plies };
        output::line(format_args!("{}: {} for {}", named(position), worth(root), session.side()))?;
        let mut rows = output::table(&["move", "value"]);
        for AnsweredMove { played, value, plies } in moves {
            rows.add_row([played, worth(TablebaseValue { value, plies })]);
        }
        output::line(rows)?;
        Ok(CommandEnd::Done)
    }
}

/// The size of the file.
fn write(table: &Tablebase, path: &Path) -> anyhow::Result<u64> {
    files::write_with(path, |out| table.write(out))?
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len())
}

fn named(position: &str) -> &str {
    if position.is_empty() { "start" } else { position }
}

/// `win in 19`, `draw`, or a number of points.
fn worth(TablebaseValue { value, plies }: TablebaseValue) -> String {
    match plies {
        Some(plies) => format!("{} in {plies}", Outcome::of(value).word()),
        None if value == 0 => "draw".to_owned(),
        None => value.to_string(),
    }
}
