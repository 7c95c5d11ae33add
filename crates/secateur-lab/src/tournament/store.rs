//! Games in an SQLite file of their own.
//!
//! A file of its own, and not a table beside those of experiments: a match writes for days, and neither waits for the
//! other's lock then, and what one is kept in changes without the other.

use super::record::{MatchOpening, MoveReport, PlayedGame};
use crate::database::{Database, DatabaseKind};
use crate::error::Error;
use crate::identity;
use rusqlite::types::Value;
use secateur_games::Unreadable;
use std::collections::HashSet;
use std::path::Path;

/// The kind of file, marked "Secm".
pub(crate) const KIND: DatabaseKind = DatabaseKind {
    what: "games of matches",
    application: 0x5365_636d,
    version: 2,
    table: "games",
    columns: &[
        ("id", "TEXT PRIMARY KEY NOT NULL"),
        ("game", "TEXT NOT NULL"),
        ("first", "TEXT NOT NULL"),
        ("second", "TEXT NOT NULL"),
        ("round", "INTEGER NOT NULL"),
        ("opening", "TEXT NOT NULL"),
        ("moves", "TEXT NOT NULL"),
        ("result", "INTEGER NOT NULL"),
        ("ending", "TEXT NOT NULL"),
        ("reason", "TEXT NOT NULL"),
        ("program", "TEXT NOT NULL"),
        ("times", "TEXT NOT NULL"),
    ],
};

/// A file of games. Whatever ends the process, it holds all that was added before, and no game twice.
#[derive(Debug)]
pub struct MatchStore(Database);

impl MatchStore {
    /// Opens a store, or makes one.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be opened or made, is damaged, is locked by another program, or is no store.
    pub fn open(path: &Path) -> Result<MatchStore, Error> {
        Database::open(path, KIND).map(MatchStore)
    }

    /// Opens a store to read it alone, which another process may be writing.
    ///
    /// # Errors
    ///
    /// One sentence if it is not there, cannot be opened, or is no store.
    pub fn reading(path: &Path) -> Result<MatchStore, Error> {
        Database::reading(path, KIND).map(MatchStore)
    }

    /// Shows every game with its identity, in no order that means anything, and lets others write meanwhile.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read, or if a game was altered.
    pub fn games_in_turns(&self, mut each: impl FnMut(&str, PlayedGame)) -> Result<(), Error> {
        self.0.rows_in_turns(|values| {
            if let (Value::Text(id), Some(record)) = (&values[0], read(&values)) {
                each(id, record);
            }
        })
    }

    /// A store that lasts as long as this value, and is no file.
    ///
    /// # Errors
    ///
    /// One sentence if there is no memory for it.
    pub fn in_memory() -> Result<MatchStore, Error> {
        MatchStore::open(Path::new(":memory:"))
    }

    /// The identities of the games that are stored.
    pub(crate) fn ids(&self) -> Result<HashSet<String>, Error> {
        self.0.texts("SELECT id FROM games")
    }

    /// Adds games by their identities, all or none; those that are stored already stay as they are.
    pub(crate) fn add<'a>(
        &mut self,
        games: impl IntoIterator<Item = (&'a str, &'a PlayedGame)>,
    ) -> Result<(), Error> {
        self.0.add(games.into_iter().map(|(id, record)| row(id, record))).map(drop)
    }

    /// The game of this identity.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read, or does not hold it, or if it was altered.
    pub(crate) fn get(&self, id: &str) -> Result<PlayedGame, Error> {
        let mut found = None;
        // An identity is hexadecimal.
        self.0.rows::<Error>(&format!("WHERE id = '{id}'"), |values| {
            found = read(&values);
            Ok(())
        })?;
        found.ok_or_else(|| Unreadable(format!("the game {id} of the store cannot be read")).into())
    }
}

fn row(id: &str, record: &PlayedGame) -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    let json = |json: serde_json::Result<String>| Value::Text(json.expect("games are plain data"));
    let untimed: Vec<MoveReport> =
        record.moves.iter().map(|thought| MoveReport { time_ms: 0.0, ..thought.clone() }).collect();
    let times: Vec<f64> = record.moves.iter().map(|thought| thought.time_ms).collect();
    let ending = serde_json::to_value(record.ending).expect("games are plain data");
    vec![
        text(id),
        text(&record.game),
        text(&record.players[0]),
        text(&record.players[1]),
        Value::Integer(i64::try_from(record.round).unwrap_or(i64::MAX)),
        json(serde_json::to_string(&record.opening)),
        json(serde_json::to_string(&untimed)),
        Value::Integer(record.result.into()),
        text(ending.as_str().unwrap_or_default()),
        text(&record.reason),
        Value::Text(identity::program()),
        json(serde_json::to_string(&times)),
    ]
}

/// None if it was not written by [`row`].
fn read(values: &[Value]) -> Option<PlayedGame> {
    let [_, game, first, second, round, opening, moves, result, ending, reason, _, times] = values else {
        return None;
    };
    let text = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    let whole = |value: &Value| match value {
        Value::Integer(n) => Some(*n),
        _ => None,
    };
    let opening: MatchOpening = serde_json::from_str(&text(opening)?).ok()?;
    let mut moves: Vec<MoveReport> = serde_json::from_str(&text(moves)?).ok()?;
    let times: Vec<f64> = serde_json::from_str(&text(times)?).ok()?;
    moves.iter_mut().zip(times).for_each(|(thought, time)| thought.time_ms = time);
    Some(PlayedGame {
        game: text(game)?,
        players: [text(first)?, text(second)?],
        round: usize::try_from(whole(round)?).ok()?,
        opening,
        moves,
        result: i32::try_from(whole(result)?).ok()?,
        ending: serde_json::from_value(text(ending)?.into()).ok()?,
        reason: text(reason)?,
    })
}
