//! Errors of the laboratory, each a sentence.

use secateur_games::Unreadable;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why work could not be done. Its text is one sentence: what, where, and what was expected.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text, a line or a name that cannot be read, or that does not fit here.
    Unreadable(Unreadable),
    /// A file that the system does not open or read.
    Read {
        /// The file.
        path: PathBuf,
        /// The system's own error.
        cause: io::Error,
    },
    /// A file or a folder that the system does not make or write.
    Write {
        /// The file or the folder.
        path: PathBuf,
        /// The system's own error.
        cause: io::Error,
    },
    /// A file or a folder that another process works on.
    Locked {
        /// The file or the folder.
        path: PathBuf,
        /// The time waited for it, if any: ` within 5 seconds`.
        patience: String,
    },
    /// A store that SQLite does not open, read or write, or whose pages are damaged.
    Database {
        /// The store.
        path: PathBuf,
        /// The whole sentence.
        said: String,
    },
    /// A row, a line or a value that is not as it was written: its checksum does not match.
    Altered {
        /// The file.
        path: PathBuf,
        /// The part of it.
        what: String,
        /// The remedy.
        expected: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unreadable(what) => what.fmt(f),
            Error::Read { path, cause } => write!(f, "cannot read {}: {cause}", path.display()),
            Error::Write { path, cause } => write!(f, "cannot write {}: {cause}", path.display()),
            Error::Locked { path, patience } => write!(
                f,
                "{} is locked by another program, expected it to be free{patience}; what it holds is safe",
                path.display()
            ),
            Error::Database { said, .. } => f.write_str(said),
            Error::Altered { path, what, expected } => write!(
                f,
                "{what} of {} was altered: its checksum does not match, expected {expected}",
                path.display()
            ),
        }
    }
}

/// The whole sentence is in the text, the system's cause included.
impl std::error::Error for Error {}

impl From<Unreadable> for Error {
    fn from(what: Unreadable) -> Error {
        Error::Unreadable(what)
    }
}

impl Error {
    pub(crate) fn read(path: &Path) -> impl Fn(io::Error) -> Error + use<> {
        let path = path.to_owned();
        move |cause| Error::Read { path: path.clone(), cause }
    }

    pub(crate) fn write(path: &Path) -> impl Fn(io::Error) -> Error + use<> {
        let path = path.to_owned();
        move |cause| Error::Write { path: path.clone(), cause }
    }

    pub(crate) fn altered(path: &Path, what: String, expected: impl Into<String>) -> Error {
        Error::Altered { path: path.to_owned(), what, expected: expected.into() }
    }
}
