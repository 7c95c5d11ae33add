//! The rows of experiments in an SQLite file.

use super::Job;
use crate::database::{Database, DatabaseKind};
use crate::error::Error;
use rusqlite::types::Value;
use secateur_games::Unreadable;
use secateur_session::{Answer, Bound, Outcome};
use std::collections::HashSet;
use std::path::Path;

/// The kind of file, marked "Seca".
pub(crate) const KIND: DatabaseKind = DatabaseKind {
    what: "experiments",
    application: 0x5365_6361,
    version: 3,
    table: "rows",
    columns: &COLUMNS,
};

/// The columns of a row: those of the job, then those of the answer.
const COLUMNS: [(&str, &str); 28] = [
    ("id", "TEXT PRIMARY KEY NOT NULL"),
    ("game", "TEXT NOT NULL"),
    ("position", "TEXT NOT NULL"),
    ("algorithm", "TEXT NOT NULL"),
    ("ordering", "TEXT NOT NULL"),
    ("settings", "TEXT NOT NULL"),
    ("depth", "INTEGER"),
    ("node_limit", "INTEGER"),
    ("hash", "INTEGER NOT NULL"),
    ("seed", "INTEGER NOT NULL"),
    ("repetition", "INTEGER NOT NULL"),
    ("value", "INTEGER NOT NULL"),
    ("bound", "TEXT"),
    ("outcome", "TEXT"),
    ("best", "TEXT"),
    ("pv", "TEXT NOT NULL"),
    ("depth_reached", "INTEGER NOT NULL"),
    ("seldepth", "INTEGER NOT NULL"),
    ("nodes", "INTEGER NOT NULL"),
    ("leaves", "INTEGER NOT NULL"),
    ("researches", "INTEGER NOT NULL"),
    ("researched", "INTEGER NOT NULL"),
    ("iterations", "TEXT NOT NULL"),
    ("hash_full_permille", "INTEGER NOT NULL"),
    ("exact", "INTEGER NOT NULL"),
    ("stopped_by", "TEXT NOT NULL"),
    ("program", "TEXT NOT NULL"),
    ("time_ms", "REAL NOT NULL"),
];
/// The order of rows: by the job, whatever its identity.
const ORDER: &str =
    "game, position, algorithm, ordering, settings, depth, node_limit, hash, seed, repetition, program, id";

/// A job done: a value for each of the columns.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultRow(Vec<Value>);

impl ResultRow {
    /// Returns the row of a job that was done ([`Job::search`]).
    pub fn new(job: &Job, answer: &Answer, iterations: &[u64]) -> ResultRow {
        let text = |text: &str| Value::Text(text.to_owned());
        let maybe = |text: Option<&str>| text.map_or(Value::Null, |text| Value::Text(text.to_owned()));
        let iterations: Vec<String> = iterations.iter().map(u64::to_string).collect();
        let stopped_by = format!("{:?}", answer.stopped_by).to_lowercase();
        let columns: [Value; COLUMNS.len()] = [
            Value::Text(job.id()),
            text(&job.game),
            text(&job.position),
            text(&job.algorithm),
            text(&job.ordering),
            Value::Text(job.settings.join(" ")),
            job.depth.map_or(Value::Null, whole),
            job.nodes.map_or(Value::Null, whole),
            whole(job.hash),
            whole(job.seed),
            whole(job.repetition),
            whole(answer.value),
            maybe(answer.bound.map(Bound::word)),
            maybe(answer.outcome.map(Outcome::word)),
            maybe(answer.best.as_deref()),
            Value::Text(answer.pv.join(" ")),
            whole(answer.depth),
            whole(answer.seldepth),
            whole(answer.nodes),
            whole(answer.leaves),
            whole(answer.researches),
            whole(answer.researched),
            Value::Text(iterations.join(" ")),
            whole(answer.hash_full_permille),
            Value::Integer(answer.exact.into()),
            Value::Text(stopped_by),
            Value::Text(Job::program()),
            Value::Real(answer.time_ms),
        ];
        ResultRow(columns.into())
    }

    /// Reads what [`ResultRow::json`] has written.
    ///
    /// # Errors
    ///
    /// One sentence that names the column.
    pub fn read(text: &str) -> Result<ResultRow, Unreadable> {
        let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)
            .map_err(|e| Unreadable(format!("found no row, expected an object: {e}")))?;
        let cell = |(name, kind): &(&str, &str)| {
            let found = fields.get(*name).unwrap_or(&serde_json::Value::Null);
            let value = match kind.split(' ').next() {
                _ if found.is_null() => (!kind.ends_with("NOT NULL")).then_some(Value::Null),
                Some("TEXT") => found.as_str().map(|text| Value::Text(text.to_owned())),
                Some("REAL") => found.as_f64().map(Value::Real),
                _ => found.as_i64().map(Value::Integer),
            };
            value.ok_or_else(|| {
                Unreadable(format!("{name} of a row is {found}, expected a value of type {kind}"))
            })
        };
        COLUMNS.iter().map(cell).collect::<Result<_, _>>().map(ResultRow)
    }

    /// The identity of the job.
    pub fn id(&self) -> &str {
        match &self.0[0] {
            Value::Text(id) => id,
            _ => "",
        }
    }

    /// The text in a column; empty where there is none.
    pub(crate) fn text(&self, column: &str) -> &str {
        match self.value(column) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The number in a column, if there is one.
    pub(crate) fn number(&self, column: &str) -> Option<f64> {
        match self.value(column) {
            Some(Value::Integer(n)) => Some(*n as f64),
            Some(Value::Real(x)) => Some(*x),
            _ => None,
        }
    }

    fn value(&self, column: &str) -> Option<&Value> {
        COLUMNS.iter().position(|(name, _)| *name == column).map(|n| &self.0[n])
    }

    /// The names of the columns, with commas between.
    pub fn csv_header() -> String {
        COLUMNS.map(|(name, _)| name).join(",")
    }

    /// The row with commas between its values, text in quotes where it has to be (RFC 4180); nothing for a value
    /// that is not there.
    pub fn csv(&self) -> String {
        let cell = |value: &Value| match value {
            Value::Text(text) if text.contains(['"', ',', '\n', '\r']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Value::Text(text) => text.clone(),
            value => number(value).unwrap_or_default(),
        };
        self.0.iter().map(cell).collect::<Vec<_>>().join(",")
    }

    /// The row as a JSON object, its keys in the order of the columns.
    pub fn json(&self) -> String {
        let cell = |value: &Value| match value {
            Value::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
            value => number(value).unwrap_or("null".into()),
        };
        let fields =
            COLUMNS.iter().zip(&self.0).map(|((name, _), value)| format!("\"{name}\":{}", cell(value)));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    }
}

/// A number that SQLite has room for: no count comes near its limit.
fn whole(n: impl TryInto<i64>) -> Value {
    Value::Integer(n.try_into().unwrap_or(i64::MAX))
}

fn number(value: &Value) -> Option<String> {
    match value {
        Value::Integer(n) => Some(n.to_string()),
        Value::Real(x) => Some(x.to_string()),
        _ => None,
    }
}

/// A file of rows. Whatever ends the process, it holds all that was added before, and no job twice.
#[derive(Debug)]
pub struct ExperimentStore(Database);

impl ExperimentStore {
    /// Opens a store, or makes one.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be opened or made, is damaged, is locked by another program, or is no store.
    pub fn open(path: &Path) -> Result<ExperimentStore, Error> {
        Database::open(path, KIND).map(ExperimentStore)
    }

    /// Opens a store that has to be there.
    ///
    /// # Errors
    ///
    /// Opens a store as [`ExperimentStore::open`] does, but makes none.
    pub fn existing(path: &Path) -> Result<ExperimentStore, Error> {
        Database::existing(path, KIND).map(ExperimentStore)
    }

    /// Opens a store to read it alone, which another process may be writing.
    ///
    /// # Errors
    ///
    /// One sentence if it is not there, cannot be opened, or is no store.
    pub fn reading(path: &Path) -> Result<ExperimentStore, Error> {
        Database::reading(path, KIND).map(ExperimentStore)
    }

    /// Shows every row, in no order that means anything, and lets others write meanwhile.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read, or if a row was altered.
    pub fn rows_in_turns(&self, mut each: impl FnMut(ResultRow)) -> Result<(), Error> {
        self.0.rows_in_turns(|values| each(ResultRow(values)))
    }

    /// Limits the file to this many pages, as a full disk would.
    #[cfg(test)]
    pub(super) fn limit_pages(&self, most: u32) {
        self.0.limit_pages(most);
    }

    /// The identities of the jobs that are stored.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read.
    pub fn ids(&self) -> Result<HashSet<String>, Error> {
        self.0.texts("SELECT id FROM rows")
    }

    /// Adds rows, all or none; jobs that are stored already stay as they are. The number of new ones.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be written: the disk is full, or another program has locked it.
    pub fn add(&mut self, rows: impl IntoIterator<Item = ResultRow>) -> Result<usize, Error> {
        self.0.add(rows.into_iter().map(|row| row.0))
    }

    /// Adds all rows of another store. The number of new ones.
    ///
    /// # Errors
    ///
    /// One sentence if the other cannot be read, or this one cannot be written.
    pub fn merge(&mut self, other: &ExperimentStore) -> Result<usize, Error> {
        let mut rows = Vec::new();
        other.rows::<Error>(|row| {
            rows.push(row);
            Ok(())
        })?;
        self.add(rows)
    }

    /// Shows every row, ordered by the job.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read, or if a row was altered; and whatever `each` fails with, which ends it.
    pub fn rows<E: From<Error>>(&self, mut each: impl FnMut(ResultRow) -> Result<(), E>) -> Result<(), E> {
        self.0.rows(&format!("ORDER BY {ORDER}"), |values| each(ResultRow(values)))
    }
}
