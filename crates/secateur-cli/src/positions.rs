//! Files of positions, and of what else people write.

use crate::interrupt;
use anyhow::Context;
pub(crate) use secateur_lab::positions::{PositionLine, read};
use secateur_lab::{Error, files};
use secateur_session::Session;
use std::path::Path;

/// Reads the whole file before anything is solved: a bad line in the middle must not cost an hour's work.
pub(crate) fn read_file(path: &Path, session: &dyn Session) -> anyhow::Result<Vec<PositionLine>> {
    Ok(read(&path.display().to_string(), &read_bytes(path)?, session)?)
}

/// Reads a file, if it is not too large. It may be a pipe, which others fill: Ctrl-C ends
/// the wait.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    interrupt::while_waiting(|| files::read(path))
}

/// Reads a text that people write, such as a profile, as [`read_bytes`] does.
pub(crate) fn read_text(path: &Path) -> Result<String, Error> {
    interrupt::while_waiting(|| files::read_text(path))
}

/// Reads a text of any length as [`read_bytes`] does.
pub(crate) fn read_long_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(path)?)
        .with_context(|| format!("cannot read {}, expected UTF-8 text", path.display()))
}
