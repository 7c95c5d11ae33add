//! The solved games: which board is worth what, who found it, and what a proof takes here.
//!
//! ```
//! use secateur_lab::atlas::{AtlasVerdict, rows};
//! use std::{sync::Arc, time::Duration};
//!
//! let rows = rows().unwrap();
//! let row = rows.iter().find(|row| row.game == "nogo-3x3").unwrap();
//! let games = secateur_standard::standard();
//! let check = row.check(&games, Duration::from_secs(60), &Arc::default()).unwrap();
//! assert_eq!(check.verdict, AtlasVerdict::Agrees);
//! ```

mod check;
#[cfg(test)]
mod tests;

use crate::fields::{Fields, Item, Text};
use secateur_games::Unreadable;
use secateur_session::{Algorithm, Outcome, Registry, Session};
use std::fmt;
use std::time::Duration;

pub(crate) use check::proven;
pub use check::{AtlasCheck, AtlasJob, AtlasVerdict, cheapest_first};

/// The rows as they are written down.
const ROWS: &str = include_str!("atlas.toml");
/// The name of their file, for complaints.
const FILE: &str = "atlas.toml";
/// The keys of a row.
const KEYS: [&str; 6] = ["game", "position", "value", "source", SOLVE, PROVE];
const SOLVE: &str = "solve";
const PROVE: &str = "df-pn";
/// The source of a value that was found here.
const HERE: &str = "here";

/// A board whose value is known.
#[derive(Clone, PartialEq, Debug)]
pub struct AtlasRow {
    /// The name of the game, with the size if the name says it.
    pub game: String,
    /// The position; empty at the start.
    pub position: String,
    /// The value for the side to move.
    pub value: AtlasValue,
    /// The author and the year; none of a value that two algorithms found here, and no publication that is known to us.
    pub source: Option<String>,
    /// The proofs that were made here; none of a board that takes too long.
    pub proofs: Vec<AtlasProof>,
}

/// A value, as exactly as it is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AtlasValue {
    /// Who wins.
    Outcome(Outcome),
    /// The value on the game's own scale.
    Exactly(i32),
}

/// What a proof took here.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct AtlasProof {
    /// The way it was made.
    pub method: AtlasMethod,
    /// The nodes opened.
    pub nodes: u64,
    /// The time of one core, rounded.
    pub time: Duration,
}

/// A way to prove a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AtlasMethod {
    /// By `secateur solve`: alpha-beta with a table of bounds; where positions come back, retrograde analysis.
    Solve,
    /// By `secateur prove`: depth-first proof-number search.
    Prove,
}

/// The rows of the atlas.
///
/// # Errors
///
/// None in a program that has passed its tests: the file is compiled into it.
pub fn rows() -> Result<Vec<AtlasRow>, Unreadable> {
    read(ROWS)
}

fn read(text: &str) -> Result<Vec<AtlasRow>, Unreadable> {
    let file = Text { path: FILE.as_ref(), text };
    let table = file.parse()?;
    let top = Fields::new(file, 0, table.get_ref(), &["board"])?;
    top.need("board", "the boards")?.list(|item| AtlasRow::read(item.table(&KEYS)?))
}

impl AtlasRow {
    fn read(fields: Fields<'_>) -> Result<AtlasRow, Unreadable> {
        let source = fields.need("source", "the author and the year, or \"here\"")?.text()?;
        let proofs = [(SOLVE, AtlasMethod::Solve), (PROVE, AtlasMethod::Prove)].into_iter();
        let mut proofs = proofs
            .filter_map(|(key, method)| Some(AtlasProof::read(method, fields.get(key)?)))
            .collect::<Result<Vec<_>, _>>()?;
        if source == HERE && proofs.len() < 2 {
            return Err(fields.refuse("a value that was found here takes two proofs, solve and df-pn"));
        }
        proofs.sort_by_key(|proof| (proof.time, proof.nodes));
        Ok(AtlasRow {
            game: fields.need("game", "the name of a game")?.text()?.to_owned(),
            position: fields.get("position").map_or(Ok(""), |item| item.text())?.to_owned(),
            value: AtlasValue::read(fields.need("value", "win, draw, loss, or a number")?)?,
            source: (source != HERE).then(|| source.to_owned()),
            proofs,
        })
    }

    /// The name of the game without the size, and the size.
    pub fn family(&self) -> (&str, Option<&str>) {
        match self.game.rsplit_once('-') {
            Some((family, size)) if size.starts_with(|c: char| c.is_ascii_digit()) => (family, Some(size)),
            _ => (&self.game, None),
        }
    }

    /// A session of the game, at the position.
    ///
    /// # Errors
    ///
    /// If the registry does not have the game on such a board.
    pub fn open(&self, registry: &Registry) -> Result<Box<dyn Session>, Unreadable> {
        let mut session = registry.find(&self.game)?.open();
        if !self.position.is_empty() {
            session.set(&self.position)?;
        }
        Ok(session)
    }

    /// The time that its proofs take together; none if there are none.
    pub fn time(&self) -> Option<Duration> {
        (!self.proofs.is_empty()).then(|| self.proofs.iter().map(|proof| proof.time).sum())
    }
}

impl AtlasProof {
    fn read(method: AtlasMethod, item: Item<'_>) -> Result<AtlasProof, Unreadable> {
        let fields = item.table(&["nodes", "ms"])?;
        Ok(AtlasProof {
            method,
            nodes: fields.need("nodes", "the number of nodes")?.whole(1..=i64::MAX)?,
            time: Duration::from_millis(fields.need("ms", "milliseconds")?.whole(1..=i64::MAX)?),
        })
    }
}

impl AtlasMethod {
    /// The algorithm of the search, where there is a choice.
    fn algorithm(self) -> Result<Algorithm, Unreadable> {
        match self {
            AtlasMethod::Solve => Ok(Algorithm::default()),
            AtlasMethod::Prove => Algorithm::named(PROVE),
        }
    }
}

impl fmt::Display for AtlasMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AtlasMethod::Solve => SOLVE,
            AtlasMethod::Prove => PROVE,
        })
    }
}

impl AtlasValue {
    fn read(item: Item<'_>) -> Result<AtlasValue, Unreadable> {
        let text = item.scalar()?;
        let outcome = [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().find(|o| o.word() == text);
        match (outcome, text.parse()) {
            (Some(outcome), _) => Ok(AtlasValue::Outcome(outcome)),
            (None, Ok(value)) => Ok(AtlasValue::Exactly(value)),
            _ => Err(item.refuse(format_args!("found {text}, expected win, draw, loss, or a number"))),
        }
    }

    /// Who wins.
    pub fn outcome(self) -> Outcome {
        match self {
            AtlasValue::Outcome(outcome) => outcome,
            AtlasValue::Exactly(value) => Outcome::of(value),
        }
    }

    /// The value on the game's own scale, where it is known.
    pub fn score(self) -> Option<i32> {
        match self {
            AtlasValue::Outcome(_) => None,
            AtlasValue::Exactly(value) => Some(value),
        }
    }

    /// Whether a value on the game's own scale is this one.
    pub fn is(self, value: i32) -> bool {
        self.outcome() == Outcome::of(value) && self.score().is_none_or(|score| score == value)
    }
}

/// `win`, or `win, 4` where the value on the scale of the game is known.
impl fmt::Display for AtlasValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.outcome().word())?;
        self.score().map_or(Ok(()), |score| write!(f, ", {score}"))
    }
}
