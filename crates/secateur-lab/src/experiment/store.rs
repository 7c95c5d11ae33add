//! The rows of experiments in an SQLite file.
//!
//! Each commit is on the disk before the next job counts as done (`synchronous=FULL`), with a rollback journal and
//! not a write-ahead log: a store that nobody writes to is one whole file, which can be copied, and it may lie on a
//! network drive, where a log must not. Commits are slower that way, but jobs that finish meanwhile go into the next
//! one together.

use super::Job;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, params_from_iter};
use secateur_games::Unreadable;
use secateur_games::session::Answer;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What marks a file as a store ("Seca"),
const APPLICATION: i64 = 0x5365_6361;
/// and the version of its tables.
const VERSION: i64 = 2;
/// So long a store is waited for while another program writes, in seconds.
const PATIENCE: u64 = 5;

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
/// What rows are ordered by: the job, whatever its identity.
const ORDER: &str =
    "game, position, algorithm, ordering, settings, depth, node_limit, hash, seed, repetition, program, id";

/// A job done: a value for each of the columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(Vec<Value>);

impl Row {
    /// What came of a job ([`Job::search`]).
    pub fn new(job: &Job, answer: &Answer, iterations: &[u64]) -> Row {
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
            maybe(answer.bound),
            maybe(answer.outcome),
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
        Row(columns.into())
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
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Opens a store, or makes one.
    ///
    /// # Errors
    ///
    /// One sentence if it cannot be opened or made, is damaged, is locked by another program, or is no store.
    pub fn open(path: &Path) -> Result<Store, Unreadable> {
        Store::at(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that has to be there.
    ///
    /// # Errors
    ///
    /// As [`Store::open`], and if there is none.
    pub fn existing(path: &Path) -> Result<Store, Unreadable> {
        if !path.exists() {
            return Err(Unreadable(format!("there is no store {}", path.display())));
        }
        Store::at(path, OpenFlags::empty())
    }

    fn at(path: &Path, more: OpenFlags) -> Result<Store, Unreadable> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| said(path, &e))?;
        let mut store = Store { path: path.to_owned(), connection };
        let format = store.prepare().map_err(|e| said(path, &e))?;
        if format != (APPLICATION, VERSION) {
            let is = match format {
                (APPLICATION, version @ ..VERSION) => {
                    format!("is a store of an older program, in format {version}, which lacks columns")
                }
                (APPLICATION, version) => format!("is a store in format {version}"),
                _ => "is no store of experiments".into(),
            };
            let path = path.display();
            return Err(Unreadable(format!(
                "{path} {is}, expected a store in format {VERSION}, or a new file"
            )));
        }
        let check = store.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match check {
            Ok(found) if found == "ok" => Ok(store),
            Ok(found) => Err(damaged(path, &found)),
            Err(e) => Err(said(path, &e)),
        }
    }

    /// Makes the table if the file is empty. What the file says that it is, and in which version.
    fn prepare(&mut self) -> rusqlite::Result<(i64, i64)> {
        self.connection.busy_timeout(Duration::from_secs(PATIENCE))?;
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        let number = |c: &Connection, sql| c.query_row(sql, [], |row| row.get::<_, i64>(0));
        if number(&self.connection, "SELECT count(*) FROM sqlite_schema")? == 0 {
            // Another process may be doing the same: whoever comes second finds it done.
            let columns = COLUMNS.map(|(name, kind)| format!("{name} {kind}")).join(", ");
            let made = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            made.execute_batch(&format!(
                "CREATE TABLE IF NOT EXISTS rows ({columns}) STRICT, WITHOUT ROWID;
                 PRAGMA application_id = {APPLICATION};
                 PRAGMA user_version = {VERSION};"
            ))?;
            made.commit()?;
        }
        let application = number(&self.connection, "PRAGMA application_id")?;
        Ok((application, number(&self.connection, "PRAGMA user_version")?))
    }

    /// Lets the file have so many pages at most, as a full disk would.
    #[cfg(test)]
    pub(super) fn limit_pages(&self, most: u32) {
        self.connection.pragma_update(None, "max_page_count", most).expect("a number of pages");
    }

    /// The identities of the jobs that are stored.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read.
    pub fn ids(&self) -> Result<HashSet<String>, Unreadable> {
        let ids = || -> rusqlite::Result<_> {
            self.connection.prepare("SELECT id FROM rows")?.query_map([], |row| row.get(0))?.collect()
        };
        ids().map_err(|e| said(&self.path, &e))
    }

    /// Adds rows, all or none; jobs that are stored already stay as they are. The number of new ones.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be written: the disk is full, or another program has locked it.
    pub fn add(&mut self, rows: impl IntoIterator<Item = Row>) -> Result<usize, Unreadable> {
        let add = |connection: &mut Connection| -> rusqlite::Result<usize> {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let places = ["?"; COLUMNS.len()].join(", ");
            let sql = format!("INSERT INTO rows VALUES ({places}) ON CONFLICT (id) DO NOTHING");
            let mut insert = transaction.prepare(&sql)?;
            let mut new = 0;
            for row in rows {
                new += insert.execute(params_from_iter(row.0))?;
            }
            drop(insert);
            transaction.commit()?;
            Ok(new)
        };
        add(&mut self.connection).map_err(|e| said(&self.path, &e))
    }

    /// Adds all rows of another store. The number of new ones.
    ///
    /// # Errors
    ///
    /// One sentence if the other cannot be read, or this one cannot be written.
    pub fn merge(&mut self, other: &Store) -> Result<usize, Unreadable> {
        let mut rows = Vec::new();
        other.rows::<Unreadable>(|row| {
            rows.push(row);
            Ok(())
        })?;
        self.add(rows)
    }

    /// Shows every row, ordered by the job.
    ///
    /// # Errors
    ///
    /// One sentence if the store cannot be read; and whatever `each` fails with, which ends it.
    pub fn rows<E: From<Unreadable>>(&self, mut each: impl FnMut(Row) -> Result<(), E>) -> Result<(), E> {
        let failed = |e: rusqlite::Error| E::from(said(&self.path, &e));
        let names = COLUMNS.map(|(name, _)| name).join(", ");
        let sql = format!("SELECT {names} FROM rows ORDER BY {ORDER}");
        let mut select = self.connection.prepare(&sql).map_err(failed)?;
        let mut rows = select.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let values = (0..COLUMNS.len()).map(|column| row.get(column));
            each(Row(values.collect::<Result<_, _>>().map_err(failed)?))?;
        }
        Ok(())
    }
}

/// What is wrong with a store, in one sentence.
fn said(path: &Path, error: &rusqlite::Error) -> Unreadable {
    use ErrorCode::*;
    let shown = path.display();
    // The message alone: the code before it tells people nothing.
    let why = match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        error => error.to_string(),
    };
    Unreadable(match error.sqlite_error_code() {
        Some(DatabaseCorrupt) => return damaged(path, &why),
        Some(NotADatabase) => format!("{shown} is no store of experiments, expected one, or a new file"),
        Some(DatabaseBusy | DatabaseLocked) => format!(
            "{shown} is locked by another program, expected it to be free within {PATIENCE} seconds; what it holds is safe"
        ),
        Some(DiskFull) => format!(
            "the disk is full, expected room for {shown}; what it holds is safe, and the same command goes on from there"
        ),
        Some(CannotOpen) => {
            format!("cannot open the store {shown}, expected a file in a folder that can be written")
        }
        Some(ReadOnly) => format!("cannot write the store {shown}, expected a file that can be written"),
        _ => format!("cannot read or write the store {shown}: {why}; what was stored before is safe"),
    })
}

fn damaged(path: &Path, why: &str) -> Unreadable {
    let (path, why) = (path.display(), why.replace('\n', " "));
    Unreadable(format!(
        "the store {path} is damaged ({why}) and was left as it is, expected a whole one: `sqlite3 {path} .recover` may save its rows"
    ))
}
