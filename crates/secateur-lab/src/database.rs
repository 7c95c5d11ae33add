//! Rows that outlive the process, in an SQLite file: what experiments and matches are kept in.
//!
//! Each commit is on the disk before the next piece of work counts as done (`synchronous=FULL`), with a rollback journal
//! and not a write-ahead log: a store that is not being written to is one whole file, which can be copied, and it may lie on a
//! network drive, where a log must not. Commits are slower that way, but work that is finished meanwhile goes into the
//! next one together.
//!
//! Each row ends with its checksum: SQLite has none, and one bit that turns in a file may turn one figure into another.

use crate::error::Error;
use crate::files::fingerprint;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, params_from_iter};
use secateur_games::Unreadable;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time in seconds to wait for a store while another program writes.
const PATIENCE: u64 = 5;

/// The rows that are read before others may write.
const TURN: usize = 1_000;

/// The contents of a kind of store.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct DatabaseKind {
    /// The contents in words, in the plural.
    pub(crate) what: &'static str,
    /// The number that marks a file as such a store.
    pub(crate) application: i64,
    /// The version of its table. The one before had the same columns, without a checksum.
    pub(crate) version: i64,
    /// The name of its table.
    pub(crate) table: &'static str,
    /// The columns of the table, each with its type and what holds for it. The first is the identity.
    pub(crate) columns: &'static [(&'static str, &'static str)],
}

impl DatabaseKind {
    /// Complains of a file that says that it is something else, or in a version that is not known.
    fn check(&self, path: &Path, application: i64, version: i64) -> Result<(), Unreadable> {
        let DatabaseKind { what, application: own, version: newest, .. } = self;
        if application == *own && (newest - 1..=*newest).contains(&version) {
            return Ok(());
        }
        let is = match application == *own {
            true if version < *newest => {
                format!("is a store of an older program, in format {version}, which lacks columns")
            }
            true => format!("is a store in format {version}"),
            false => format!("is no store of {what}"),
        };
        let path = path.display();
        Err(Unreadable(format!("{path} {is}, expected a store in format {newest}, or a new file")))
    }
}

/// The last column, which is the store's own.
const SUM: &str = "checksum";

/// An open store.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    connection: Connection,
    kind: DatabaseKind,
    /// Whether its rows have checksums: not if it is of an older program, and cannot be written.
    checked: bool,
}

impl Database {
    /// Opens a store, or makes one.
    pub(crate) fn open(path: &Path, kind: DatabaseKind) -> Result<Database, Error> {
        Database::at(path, kind, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that has to be there.
    pub(crate) fn existing(path: &Path, kind: DatabaseKind) -> Result<Database, Error> {
        if !path.exists() {
            return Err(Unreadable(format!("there is no store {}", path.display())).into());
        }
        Database::at(path, kind, OpenFlags::empty())
    }

    /// Opens a store that has to be there to read it alone: another process may be writing it, and nothing is changed.
    pub(crate) fn reading(path: &Path, kind: DatabaseKind) -> Result<Database, Error> {
        if !path.exists() {
            return Err(Unreadable(format!("there is no store {}", path.display())).into());
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| said(path, kind, &e))?;
        let mut store = Database { path: path.to_owned(), connection, kind, checked: true };
        let (application, version) = store.marks().map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::ReadOnly) => half_written(path),
            _ => store.failed(&e),
        })?;
        kind.check(path, application, version)?;
        store.checked = version == kind.version;
        Ok(store)
    }

    fn at(path: &Path, kind: DatabaseKind, more: OpenFlags) -> Result<Database, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| said(path, kind, &e))?;
        let mut store = Database { path: path.to_owned(), connection, kind, checked: true };
        let (application, version) = store.prepare().map_err(|e| store.failed(&e))?;
        let newest = kind.version;
        kind.check(path, application, version)?;
        let check = store.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match check {
            Ok(found) if found == "ok" => {}
            Ok(found) => return Err(damaged(path, &found)),
            Err(e) => return Err(store.failed(&e)),
        }
        if version < newest {
            match store.add_checksums() {
                Err(e) if e.sqlite_error_code() == Some(ErrorCode::ReadOnly) => store.checked = false,
                added => added.map_err(|e| store.failed(&e))?,
            }
        }
        Ok(store)
    }

    /// Makes the table if the file is empty. What the file says that it is, and in which version.
    fn prepare(&mut self) -> rusqlite::Result<(i64, i64)> {
        self.connection.busy_timeout(Duration::from_secs(PATIENCE))?;
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        if number(&self.connection, "SELECT count(*) FROM sqlite_schema")? == 0 {
            // Another process may be doing the same: whoever comes second finds it done.
            let DatabaseKind { application, version, table, columns, .. } = self.kind;
            let columns: Vec<String> = columns.iter().map(|(name, kind)| format!("{name} {kind}")).collect();
            let columns = columns.join(", ");
            let made = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            made.execute_batch(&format!(
                "CREATE TABLE IF NOT EXISTS {table} ({columns}, {SUM} INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                 PRAGMA application_id = {application}; PRAGMA user_version = {version};"
            ))?;
            made.commit()?;
        }
        self.marks()
    }

    /// What the file says that it is, and in which version.
    fn marks(&self) -> rusqlite::Result<(i64, i64)> {
        self.connection.busy_timeout(Duration::from_secs(PATIENCE))?;
        let application = number(&self.connection, "PRAGMA application_id")?;
        Ok((application, number(&self.connection, "PRAGMA user_version")?))
    }

    /// Gives the rows of an older program their checksums: from here on an altered one is found.
    fn add_checksums(&mut self) -> rusqlite::Result<()> {
        let DatabaseKind { version, table, columns, .. } = self.kind;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(&format!(
            "ALTER TABLE {table} ADD COLUMN {SUM} INTEGER NOT NULL DEFAULT 0; PRAGMA user_version = {version};"
        ))?;
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut select = transaction.prepare(&format!("SELECT {} FROM {table}", names(columns)))?;
        let mut found = select.query([])?;
        while let Some(row) = found.next()? {
            rows.push((0..columns.len()).map(|column| row.get(column)).collect::<Result<_, _>>()?);
        }
        drop(found);
        drop(select);
        let id = columns[0].0;
        let mut update = transaction.prepare(&format!("UPDATE {table} SET {SUM} = ? WHERE {id} = ?"))?;
        for row in &rows {
            update.execute((checksum(row), &row[0]))?;
        }
        drop(update);
        transaction.commit()
    }

    /// Limits the file to this many pages, as a full disk would.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self, most: u32) {
        self.connection.pragma_update(None, "max_page_count", most).expect("a number of pages");
    }

    /// The texts that a question of one column has for an answer.
    pub(crate) fn texts(&self, sql: &str) -> Result<HashSet<String>, Error> {
        let texts = || -> rusqlite::Result<_> {
            self.connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        };
        texts().map_err(|e| self.failed(&e))
    }

    /// Adds rows, each a value for each of the columns, all or none; those of an identity that is there already are left
    /// out. The number of new ones.
    pub(crate) fn add(&mut self, rows: impl IntoIterator<Item = Vec<Value>>) -> Result<usize, Error> {
        let DatabaseKind { table, columns, .. } = self.kind;
        let add = |connection: &mut Connection| -> rusqlite::Result<usize> {
            let mut rows = rows.into_iter().peekable();
            if rows.peek().is_none() {
                return Ok(0);
            }
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let places = vec!["?"; columns.len() + 1].join(", ");
            let sql = format!("INSERT INTO {table} VALUES ({places}) ON CONFLICT (id) DO NOTHING");
            let mut insert = transaction.prepare(&sql)?;
            let mut new = 0;
            for mut row in rows {
                row.push(checksum(&row).into());
                new += insert.execute(params_from_iter(row))?;
            }
            drop(insert);
            transaction.commit()?;
            Ok(new)
        };
        add(&mut self.connection).map_err(|e| self.failed(&e))
    }

    /// Shows every row, its values in the order of the columns; `rest` is what SQL may say behind the table. An altered
    /// row ends it, and whatever `each` fails with.
    pub(crate) fn rows<E: From<Error>>(
        &self,
        rest: &str,
        mut each: impl FnMut(Vec<Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |e: rusqlite::Error| E::from(self.failed(&e));
        let DatabaseKind { table, columns, .. } = self.kind;
        let sum = if self.checked { format!(", {SUM}") } else { String::new() };
        let sql = format!("SELECT {}{sum} FROM {table} {rest}", names(columns));
        let mut select = self.connection.prepare(&sql).map_err(failed)?;
        let mut rows = select.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let values = (0..columns.len()).map(|column| row.get(column));
            let values: Vec<Value> = values.collect::<Result<_, _>>().map_err(failed)?;
            if self.checked {
                let sum: Value = row.get(columns.len()).map_err(failed)?;
                if sum != Value::Integer(checksum(&values)) {
                    return Err(self.altered(&values).into());
                }
            }
            each(values)?;
        }
        Ok(())
    }

    /// Shows every row as [`Database::rows`] does, by the identity and a few at a time: between them whoever writes gets a turn.
    pub(crate) fn rows_in_turns(&self, mut each: impl FnMut(Vec<Value>)) -> Result<(), Error> {
        let id = self.kind.columns[0].0;
        let mut last = String::new();
        loop {
            let (mut count, after) = (0, last.replace('\'', "''"));
            self.rows::<Error>(&format!("WHERE {id} > '{after}' ORDER BY {id} LIMIT {TURN}"), |values| {
                if let Value::Text(id) = &values[0] {
                    last.clone_from(id);
                }
                count += 1;
                each(values);
                Ok(())
            })?;
            if count < TURN {
                return Ok(());
            }
        }
    }

    fn altered(&self, row: &[Value]) -> Error {
        let id = match &row[0] {
            Value::Text(id) => id.chars().filter(char::is_ascii_alphanumeric).take(64).collect(),
            _ => String::new(),
        };
        let (table, path) = (self.kind.table, self.path.display());
        let expected = format!(
            "the row as it was written: `sqlite3 {path} \"DELETE FROM {table} WHERE id = '{id}'\"` removes it, and the \
             command that made it makes it again"
        );
        Error::altered(&self.path, format!("the row {id}"), expected)
    }

    fn failed(&self, error: &rusqlite::Error) -> Error {
        said(&self.path, self.kind, error)
    }
}

/// The number that a question has for an answer.
fn number(connection: &Connection, sql: &str) -> rusqlite::Result<i64> {
    connection.query_row(sql, [], |row| row.get(0))
}

/// The names of columns, as SQL lists them.
fn names(columns: &[(&str, &str)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The checksum of a row: of each value its type, its length and its bytes.
fn checksum(row: &[Value]) -> i64 {
    let mut bytes = Vec::new();
    let mut put = |kind: u8, value: &[u8]| {
        bytes.push(kind);
        bytes.extend((value.len() as u64).to_le_bytes());
        bytes.extend(value);
    };
    for value in row {
        match value {
            Value::Null => put(0, &[]),
            Value::Integer(n) => put(1, &n.to_le_bytes()),
            // A column of numbers keeps no sign of zero.
            Value::Real(x) => put(2, &(x + 0.0).to_le_bytes()),
            Value::Text(text) => put(3, text.as_bytes()),
            Value::Blob(blob) => put(4, blob),
        }
    }
    fingerprint(bytes).cast_signed()
}

/// Returns the fault of a store, in one sentence.
fn said(path: &Path, kind: DatabaseKind, error: &rusqlite::Error) -> Error {
    use ErrorCode::*;
    let (shown, what) = (path.display(), kind.what);
    // The message alone: the code before it tells people nothing.
    let why = match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        error => error.to_string(),
    };
    let said = match error.sqlite_error_code() {
        Some(DatabaseCorrupt) => return damaged(path, &why),
        Some(NotADatabase) => format!("{shown} is no store of {what}, expected one, or a new file"),
        Some(DatabaseBusy | DatabaseLocked) => {
            return Error::Locked { path: path.to_owned(), patience: format!(" within {PATIENCE} seconds") };
        }
        Some(DiskFull) => format!(
            "the disk is full, expected room for {shown}; what it holds is safe, and the same command goes on from there"
        ),
        Some(CannotOpen) => {
            format!("cannot open the store {shown}, expected a file in a folder that can be written")
        }
        Some(ReadOnly) => format!("cannot write the store {shown}, expected a file that can be written"),
        _ => format!("cannot read or write the store {shown}: {why}; what was stored before is safe"),
    };
    Error::Database { path: path.to_owned(), said }
}

/// Whoever wrote it was ended in the middle of that, and what is whole is for a writer to bring back.
fn half_written(path: &Path) -> Error {
    let shown = path.display();
    let said = format!(
        "{shown} was left in the middle of writing, expected the command that writes it to go on: it brings back what is whole"
    );
    Error::Database { path: path.to_owned(), said }
}

fn damaged(path: &Path, why: &str) -> Error {
    let (shown, why) = (path.display(), why.replace('\n', " "));
    let said = format!(
        "the store {shown} is damaged ({why}) and was left as it is, expected a whole one: `sqlite3 {shown} .recover` may save its rows"
    );
    Error::Database { path: path.to_owned(), said }
}
