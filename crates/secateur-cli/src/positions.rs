//! Files of positions: one a line, each with its value behind it if that is to be checked.

use crate::epd::parse::EpdRecord;
use crate::interrupt;
use anyhow::{Context, bail};
use secateur_games::Unreadable;
use secateur_lab::{Error, files};
use secateur_session::Session;
use std::path::Path;

/// A line of a file of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionLine {
    pub(crate) position: String,
    pub(crate) expected: Option<i32>,
}

/// Reads the whole file before anything is solved: a bad line in the middle must not cost an hour's work.
pub(crate) fn read_file(path: &Path, session: &dyn Session) -> anyhow::Result<Vec<PositionLine>> {
    read(&path.display().to_string(), &read_bytes(path)?, session)
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

/// Reads what a file of this name holds. Empty lines and those that start with `#` are passed over.
pub(crate) fn read(name: &str, bytes: &[u8], session: &dyn Session) -> anyhow::Result<Vec<PositionLine>> {
    let mut probe = session.fresh();
    let mut lines = Vec::new();
    for (i, raw) in bytes.split(|&b| b == b'\n').enumerate() {
        let place = || format!("{name}, line {}", i + 1);
        let text = std::str::from_utf8(raw).ok().context("expected UTF-8 text").with_context(place)?;
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            lines.push(read_line(text, &mut *probe).with_context(place)?);
        }
    }
    if lines.is_empty() {
        bail!("{name} holds no positions, expected one a line");
    }
    Ok(lines)
}

/// Where the game's files have no form of their own, the last word is the value, unless the line is a position
/// as a whole, or an EPD record, whose operations say nothing here.
pub(crate) fn read_line(text: &str, probe: &mut dyn Session) -> Result<PositionLine, Unreadable> {
    let (position, expected) = probe.split_line(text)?;
    if position != text {
        probe.set(position)?;
        return Ok(PositionLine { position: position.into(), expected });
    }
    if text.contains(';')
        && let Ok(record) = EpdRecord::read(text)
        && probe.set(&record.position).is_ok()
    {
        return Ok(PositionLine { position: record.position, expected: None });
    }
    let Err(error) = probe.set(text) else {
        return Ok(PositionLine { position: text.into(), expected: None });
    };
    let (position, value) = text.rsplit_once(char::is_whitespace).ok_or(error)?;
    let position = position.trim_end();
    probe.set(position)?;
    let expected = value.parse().map_err(|_| {
        Unreadable(format!("found '{value}' after the position, expected a whole number: its value"))
    })?;
    Ok(PositionLine { position: position.into(), expected: Some(expected) })
}
