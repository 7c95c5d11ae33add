//! Files of opening books: a [`Journal`] with the exact value of every position a number of plies from the start.

use crate::error::Error;
use crate::files;
use crate::journal::{Journal, JournalKind};
use crate::positions::{PositionLine, read_line};
use secateur_games::Unreadable;
use secateur_session::{Book, Request, Session};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

/// The plies that a book can be made for.
pub const PLIES: RangeInclusive<u64> = 1..=16;
/// The lines of a book are those that `solve --file` takes, which checks their values: its first one is a comment there.
const BOOK: JournalKind = JournalKind { what: "opening values", format: "# secateur-book-1", checked: false };

/// How far the making of a book has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct BookProgress {
    /// The number of its positions.
    pub positions: usize,
    /// The number of those that were in the file before.
    pub before: usize,
    /// The number of those that are in the file now.
    pub there: usize,
    /// The nodes of the searches done now.
    pub nodes: u64,
}

impl BookProgress {
    /// Whether every position is there.
    pub fn is_complete(self) -> bool {
        self.there == self.positions
    }
}

/// Solves the positions this many plies from the start that the file lacks, and keeps each as it is found; `heard` is told
/// before the first one and behind each. The interrupt of the request ends it.
///
/// # Errors
///
/// One sentence if the file cannot be used, or is a book of something else.
pub fn make(
    path: &Path,
    game: &str,
    session: &dyn Session,
    plies: u32,
    request: &Request,
    heard: &mut dyn FnMut(BookProgress),
) -> Result<BookProgress, Error> {
    let (mut journal, lines) = Journal::open(path, BOOK, &terms(game, plies))?;
    let known: HashMap<String, i32> = values(path, &lines, session)?.into_iter().collect();
    let openings = session.openings(plies);
    let open: Vec<&String> = openings.iter().filter(|position| !known.contains_key(*position)).collect();
    let mut solver = session.solver(request);
    let before = openings.len() - open.len();
    let mut progress = BookProgress { positions: openings.len(), before, there: before, nodes: 0 };
    heard(progress);
    for position in open {
        let Some(solved) = solver.solve(position)?.solved() else { break };
        journal.add(&format!("{position} {}", solved.value))?;
        (progress.nodes, progress.there) = (progress.nodes + solved.nodes, progress.there + 1);
        heard(progress);
    }
    Ok(progress)
}

/// Reads a book of this game, once, so that it may come through a pipe.
///
/// # Errors
///
/// One sentence if it cannot be read, is none, or is one of another game.
pub fn load(path: &Path, game: &str, session: &dyn Session) -> Result<Book, Error> {
    let name = path.display();
    let bytes = files::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().next().unwrap_or_default();
    let found = first.strip_prefix(BOOK.format).and_then(|rest| rest.trim().split_once(" plies="));
    let Some((of, plies)) = found.and_then(|(of, plies)| {
        Some((of, plies.parse().ok().filter(|&plies: &u32| PLIES.contains(&plies.into()))?))
    }) else {
        let what = format!("{name} is no book of openings, which begins with '{}'", BOOK.format);
        return Err(Unreadable(what).into());
    };
    if of != game {
        let of: String = of.chars().filter(|c| !c.is_control()).take(40).collect();
        return Err(Unreadable(format!("{name} is a book of {of}, expected one of {game}")).into());
    }
    Ok(session.book(plies, &values(path, &BOOK.lines(path, &text)?, session)?)?)
}

/// Returns the terms in a book's first line.
fn terms(game: &str, plies: u32) -> String {
    format!("{game} plies={plies}")
}

/// The positions of a book, each with its value.
fn values(path: &Path, lines: &[String], session: &dyn Session) -> Result<Vec<(String, i32)>, Unreadable> {
    let mut probe = session.fresh();
    let read = |(number, line): (usize, &String)| {
        let placed = |e: Unreadable| Unreadable(format!("{}, line {number}: {e}", path.display()));
        let PositionLine { position, expected } = read_line(line, &mut *probe).map_err(placed)?;
        let value = expected.ok_or_else(|| placed(Unreadable("expected a position and its value".into())))?;
        Ok((position, value))
    };
    (2..).zip(lines).map(read).collect()
}
