//! Lines of positions: one a line, each with its value behind it if that is to be checked.

use crate::epd::EpdRecord;
use secateur_games::Unreadable;
use secateur_session::Session;

/// A line of a file of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// The position in the game's notation.
    pub position: String,
    /// Its value, if the line gives it.
    pub expected: Option<i32>,
}

/// Reads what a file of this name holds. Empty lines and those that start with `#` are passed over.
///
/// # Errors
///
/// One sentence that names the file and the line.
pub fn read(name: &str, bytes: &[u8], session: &dyn Session) -> Result<Vec<PositionLine>, Unreadable> {
    let mut probe = session.fresh();
    let mut lines = Vec::new();
    for (i, raw) in bytes.split(|&b| b == b'\n').enumerate() {
        let placed = |e: Unreadable| Unreadable(format!("{name}, line {}: {e}", i + 1));
        let text = std::str::from_utf8(raw).map_err(|_| placed(Unreadable("expected UTF-8 text".into())))?;
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            lines.push(read_line(text, &mut *probe).map_err(placed)?);
        }
    }
    if lines.is_empty() {
        return Err(Unreadable(format!("{name} holds no positions, expected one a line")));
    }
    Ok(lines)
}

/// Reads a line. Where the game's files have no form of their own, the last word is the value, unless the line is a
/// position as a whole, or an EPD record, whose operations say nothing here.
///
/// # Errors
///
/// One sentence on what cannot be read.
pub fn read_line(text: &str, probe: &mut dyn Session) -> Result<PositionLine, Unreadable> {
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
