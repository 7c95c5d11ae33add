use crate::options::{bytes, whole};
use crate::positions::{PositionLine, read_bytes, read_line};
use crate::{CommandEnd, interrupt, memory, messages, open, output};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::journal::{Journal, JournalKind};
use secateur_session::Registry;
use secateur_session::{Book, Request, Session};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Makes an opening book: the exact value of every position a given number of plies from the start.
///
/// Each is written as it is found. After any interruption the same command resumes the work. The file is
/// one that `secateur solve --file` checks, and that `secateur solve --book` uses.
#[derive(Args)]
#[command(after_help = "Examples:
  secateur book connect4-5x4 --plies 6
  secateur book connect4 --plies 8 --threads 2 --hash 1GiB --out connect4.book
  secateur solve connect4 --book connect4.book")]
pub(crate) struct BookCommand {
    /// Game
    game: String,
    /// Number of plies from the start
    #[arg(long, value_name = "N", value_parser = whole::<u32>(PLIES), allow_negative_numbers = true)]
    plies: u32,
    /// File to write it to; the game's name and `.book` by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Size of the transposition table: 64MiB, 1GiB, 500kB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = bytes, allow_hyphen_values = true)]
    hash: usize,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=256), allow_negative_numbers = true)]
    threads: usize,
}

/// The plies that a book can be made for.
const PLIES: RangeInclusive<u64> = 1..=16;
/// The lines of a book are those that `solve --file` takes, which checks their values: its first one is a comment there.
const BOOK: JournalKind = JournalKind { what: "opening values", format: "# secateur-book-1", checked: false };

impl BookCommand {
    pub(crate) fn run(self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        memory::check_room_for(self.hash, "--hash")?;
        let session = open(registry, &self.game, None)?;
        let path = self.out.clone().unwrap_or_else(|| format!("{}.book", self.game).into());
        let (mut journal, lines) = Journal::open(&path, BOOK, &terms(&self.game, self.plies))?;
        let known: HashMap<String, i32> = values(&path, &lines, &*session)?.into_iter().collect();
        let openings = session.openings(self.plies);
        let open: Vec<&String> = openings.iter().filter(|position| !known.contains_key(*position)).collect();
        let interrupt = interrupt::flag()?;
        let (hash, threads) = (self.hash, self.threads);
        let mut solver = session.solver(&Request::default().hash(hash).threads(threads).interrupt(interrupt));
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} left")?;
        let bar = ProgressBar::new(openings.len() as u64).with_style(style);
        bar.set_position((openings.len() - open.len()) as u64);
        bar.reset_eta();
        let (start, mut nodes) = (Instant::now(), 0);
        for position in &open {
            let Some(solved) = solver.solve(position)?.solved() else {
                // Cleared, it would say that it is done.
                let there = bar.position();
                bar.finish_and_clear();
                output::line(format_args!(
                    "{} of {} positions are in {}. The same command goes on from there.",
                    output::thousands(there),
                    output::thousands(openings.len() as u64),
                    path.display()
                ))?;
                return Ok(CommandEnd::Interrupted);
            };
            nodes += solved.nodes;
            journal.add(&format!("{position} {}", solved.value))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        output::line(format_args!(
            "{}: {} after {}, {} of them solved now in {} nodes, {}",
            path.display(),
            output::counted(openings.len() as u64, "position"),
            output::counted(u64::from(self.plies), "ply"),
            output::thousands(open.len() as u64),
            output::thousands(nodes),
            output::milliseconds(start.elapsed().as_secs_f64() * 1e3)
        ))?;
        Ok(CommandEnd::Done)
    }
}

/// Returns the terms in a book's first line.
fn terms(game: &str, plies: u32) -> String {
    format!("{game} plies={plies}")
}

/// The positions of a book, each with its value.
fn values(path: &Path, lines: &[String], session: &dyn Session) -> anyhow::Result<Vec<(String, i32)>> {
    let mut probe = session.fresh();
    let place = |number: usize| format!("{}, line {number}", path.display());
    let read = |(number, line): (usize, &String)| {
        let PositionLine { position, expected } =
            read_line(line, &mut *probe).with_context(|| place(number))?;
        Ok((position, expected.context("expected a position and its value").with_context(|| place(number))?))
    };
    (2..).zip(lines).map(read).collect()
}

/// Reads a book of this game.
pub(crate) fn load(path: &Path, game: &str, session: &dyn Session) -> anyhow::Result<Arc<Book>> {
    let name = path.display();
    let bytes = read_bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().next().unwrap_or_default();
    let found = first.strip_prefix(BOOK.format).and_then(|rest| rest.trim().split_once(" plies="));
    let Some((of, plies)) = found.and_then(|(of, plies)| {
        Some((of, plies.parse().ok().filter(|&plies: &u32| PLIES.contains(&plies.into()))?))
    }) else {
        bail!("{name} is no book of openings, which begins with '{}'", BOOK.format);
    };
    if of != game {
        bail!("{name} is a book of {}, expected one of {game}", messages::printable(of, 40));
    }
    Ok(Arc::new(session.book(plies, &values(path, &BOOK.load(path)?, session)?)?))
}
