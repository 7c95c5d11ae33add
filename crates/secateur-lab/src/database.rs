//! Rows that outlive the process, in an SQLite file: what experiments and matches are kept in.
//!
//! Each commit is on the disk before the next piece of work counts as done (`synchronous=FULL`), with a rollback journal
//! and not a write-ahead log: a store that nobody writes to is one whole file, which can be copied, and it may lie on a
//! network drive, where a log must not. Commits are slower that way, but work that is finished meanwhile goes into the
//! next one together.

use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior, params_from_iter};
use secateur_games::Unreadable;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// So long a store is waited for while another program writes, in seconds.
const PATIENCE: u64 = 5;

/// What a store holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    /// In words, in the plural.
    pub(crate) what: &'static str,
    /// The number that marks a file as such a store,
    pub(crate) application: i64,
    /// and the version of its tables.
    pub(crate) version: i64,
}

/// An open store.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    connection: Connection,
    kind: Kind,
}

impl Database {
    /// Opens a store, or makes one with these tables.
    pub(crate) fn open(path: &Path, kind: Kind, tables: &str) -> Result<Database, Unreadable> {
        Database::at(path, kind, tables, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that has to be there.
    pub(crate) fn existing(path: &Path, kind: Kind, tables: &str) -> Result<Database, Unreadable> {
        if !path.exists() {
            return Err(Unreadable(format!("there is no store {}", path.display())));
        }
        Database::at(path, kind, tables, OpenFlags::empty())
    }

    fn at(path: &Path, kind: Kind, tables: &str, more: OpenFlags) -> Result<Database, Unreadable> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| said(path, kind, &e))?;
        let mut store = Database { path: path.to_owned(), connection, kind };
        let (application, version) = store.prepare(tables).map_err(|e| store.failed(&e))?;
        let Kind { what, application: own, version: newest } = kind;
        if (application, version) != (own, newest) {
            let is = match application == own {
                true if version < newest => {
                    format!("is a store of an older program, in format {version}, which lacks columns")
                }
                true => format!("is a store in format {version}"),
                false => format!("is no store of {what}"),
            };
            let path = path.display();
            return Err(Unreadable(format!(
                "{path} {is}, expected a store in format {newest}, or a new file"
            )));
        }
        let check = store.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match check {
            Ok(found) if found == "ok" => Ok(store),
            Ok(found) => Err(damaged(path, &found)),
            Err(e) => Err(store.failed(&e)),
        }
    }

    /// Makes the tables if the file is empty. What the file says that it is, and in which version.
    fn prepare(&mut self, tables: &str) -> rusqlite::Result<(i64, i64)> {
        self.connection.busy_timeout(Duration::from_secs(PATIENCE))?;
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        let number = |c: &Connection, sql| c.query_row(sql, [], |row| row.get::<_, i64>(0));
        if number(&self.connection, "SELECT count(*) FROM sqlite_schema")? == 0 {
            // Another process may be doing the same: whoever comes second finds it done.
            let Kind { application, version, .. } = self.kind;
            let made = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            made.execute_batch(&format!(
                "{tables} PRAGMA application_id = {application}; PRAGMA user_version = {version};"
            ))?;
            made.commit()?;
        }
        let application = number(&self.connection, "PRAGMA application_id")?;
        Ok((application, number(&self.connection, "PRAGMA user_version")?))
    }

    /// Lets the file have so many pages at most, as a full disk would.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self, most: u32) {
        self.connection.pragma_update(None, "max_page_count", most).expect("a number of pages");
    }

    /// The texts that a question of one column has for an answer.
    pub(crate) fn texts(&self, sql: &str) -> Result<HashSet<String>, Unreadable> {
        let texts = || -> rusqlite::Result<_> {
            self.connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        };
        texts().map_err(|e| self.failed(&e))
    }

    /// Adds rows to a table, all or none; those of an identity that is there already are left out. The number of
    /// new ones.
    pub(crate) fn add(
        &mut self,
        table: &str,
        rows: impl IntoIterator<Item = Vec<Value>>,
    ) -> Result<usize, Unreadable> {
        let add = |connection: &mut Connection| -> rusqlite::Result<usize> {
            let mut rows = rows.into_iter().peekable();
            let Some(columns) = rows.peek().map(Vec::len) else { return Ok(0) };
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let places = vec!["?"; columns].join(", ");
            let sql = format!("INSERT INTO {table} VALUES ({places}) ON CONFLICT (id) DO NOTHING");
            let mut insert = transaction.prepare(&sql)?;
            let mut new = 0;
            for row in rows {
                new += insert.execute(params_from_iter(row))?;
            }
            drop(insert);
            transaction.commit()?;
            Ok(new)
        };
        add(&mut self.connection).map_err(|e| self.failed(&e))
    }

    /// Shows every row of an answer, its values in the order of the columns. Whatever `each` fails with ends it.
    pub(crate) fn rows<E: From<Unreadable>>(
        &self,
        sql: &str,
        mut each: impl FnMut(Vec<Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |e: rusqlite::Error| E::from(self.failed(&e));
        let mut select = self.connection.prepare(sql).map_err(failed)?;
        let columns = select.column_count();
        let mut rows = select.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let values = (0..columns).map(|column| row.get(column));
            each(values.collect::<Result<_, _>>().map_err(failed)?)?;
        }
        Ok(())
    }

    fn failed(&self, error: &rusqlite::Error) -> Unreadable {
        said(&self.path, self.kind, error)
    }
}

/// What is wrong with a store, in one sentence.
fn said(path: &Path, kind: Kind, error: &rusqlite::Error) -> Unreadable {
    use ErrorCode::*;
    let (shown, what) = (path.display(), kind.what);
    // The message alone: the code before it tells people nothing.
    let why = match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        error => error.to_string(),
    };
    Unreadable(match error.sqlite_error_code() {
        Some(DatabaseCorrupt) => return damaged(path, &why),
        Some(NotADatabase) => format!("{shown} is no store of {what}, expected one, or a new file"),
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
