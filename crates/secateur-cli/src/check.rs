//! The command line's readers without what they read for: for checks that no text makes one panic.

use crate::epd::task::{EpdTask, read_all};
use crate::{Cli, messages, positions};
use clap::Parser;
use secateur_session::Session;
use std::ffi::OsString;

/// Reads arguments as the process would, the program's name first, and does nothing with them.
///
/// # Errors
///
/// The sentence that the process would say. (For `--help` and `--version` that is their text.)
///
/// ```
/// use secateur_cli::check;
///
/// check::arguments(["secateur", "analyse", "connect4", "--time", "1.5s"]).unwrap();
/// let error = check::arguments(["secateur", "solve", "nim", "--nodes", "0"]).unwrap_err();
/// assert_eq!(
///     error,
///     "invalid value '0' for '--nodes <N>': expected a whole number from 1 on; \
///      `secateur solve --help` shows what is expected"
/// );
/// ```
pub fn arguments(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Result<(), String> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    match Cli::try_parse_from(&arguments) {
        Ok(_) => Ok(()),
        Err(error) if error.use_stderr() => Err(messages::of_arguments(&error, &arguments)),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads what a file for `solve --file` holds: each position, and its value if one is given.
///
/// # Errors
///
/// The sentence that the process would say, with the file's name and the number of the line.
///
/// ```
/// use secateur_cli::check;
///
/// let connect4 = secateur_standard::standard().find("connect4").unwrap().open();
/// let read = check::positions("notes", b"# mine\n4455 2\n44\n", &*connect4).unwrap();
/// assert_eq!(read, [("4455".to_owned(), Some(2)), ("44".to_owned(), None)]);
/// let error = check::positions("notes", b"4455 2\n4455 two\n", &*connect4).unwrap_err();
/// assert!(error.starts_with("notes, line 2: found 'two' after the position"));
/// ```
pub fn positions(
    name: &str,
    bytes: &[u8],
    session: &dyn Session,
) -> Result<Vec<(String, Option<i32>)>, String> {
    let lines = positions::read(name, bytes, session).map_err(|e| format!("{e:#}"))?;
    Ok(lines.into_iter().map(|line| (line.position, line.expected)).collect())
}

/// Reads what a file for `epd` holds: how many positions there are.
///
/// # Errors
///
/// The sentence that the process would say, with the file's name and the number of the line.
///
/// ```
/// use secateur_cli::check;
///
/// let mut board = secateur_standard::standard().find("tictactoe").unwrap().open();
/// let error = check::suite("suite", b"# mine\nXX./OO./... w\n", &mut *board).unwrap_err();
/// assert!(error.starts_with("suite, line 2: found 'XX./OO./... w', expected a position"));
/// ```
pub fn suite(name: &str, bytes: &[u8], board: &mut dyn Session) -> Result<usize, String> {
    read_all(name, bytes, |line, n| EpdTask::read(line, n, board))
        .map(|tasks| tasks.len())
        .map_err(|e| format!("{e:#}"))
}
