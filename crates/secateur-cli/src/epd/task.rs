//! The question of a record: the right moves, the wrong ones, and the points of others.

use anyhow::{Context, anyhow, bail};
use secateur_lab::epd::EpdRecord;
use secateur_session::Session;
use std::fmt;

/// A position to be solved.
pub(crate) struct EpdTask {
    pub(crate) id: String,
    pub(crate) position: String,
    /// One of these is right (`bm`).
    pub(crate) best: Vec<String>,
    /// These are wrong (`am`).
    pub(crate) avoid: Vec<String>,
    /// The points of moves, where the suite counts them; others have none.
    pub(crate) points: Vec<(String, u32)>,
}

/// Reads a file of this name: each line that holds a position, with its number among them.
pub(crate) fn read_all<T>(
    name: &str,
    bytes: &[u8],
    mut read: impl FnMut(&str, usize) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let mut all = Vec::new();
    for (i, raw) in bytes.split(|&b| b == b'\n').enumerate() {
        // Names in other encodings are only names.
        let line = String::from_utf8_lossy(raw);
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            all.push(read(line, all.len() + 1).with_context(|| format!("{name}, line {}", i + 1))?);
        }
    }
    if all.is_empty() {
        bail!("{name} holds no positions, expected one a line");
    }
    Ok(all)
}

/// The moves that were asked for, as people read them.
pub(crate) struct AskedMoves<'a>(&'a EpdTask);

impl EpdTask {
    /// Reads a line. Every move has to be legal; `number` stands in for an id that is not there.
    pub(crate) fn read(line: &str, number: usize, board: &mut dyn Session) -> anyhow::Result<EpdTask> {
        let record = EpdRecord::read(line).map_err(|e| anyhow!(e))?;
        board.set(&record.position)?;
        let moves = |code: &str| -> anyhow::Result<Vec<String>> {
            let read = record.moves(code).into_iter().map(|text| legal(&*board, code, &text));
            Ok(read.collect::<anyhow::Result<Vec<_>>>()?.concat())
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let mut worth = Vec::new();
        for (code, text, n) in points(&record) {
            worth.extend(legal(&*board, code, &text)?.into_iter().map(|m| (m, n)));
        }
        if best.is_empty() && avoid.is_empty() && worth.is_empty() {
            bail!("expected a move to find (bm), one to avoid (am), or moves with points (c0)");
        }
        let id = record.text("id").filter(|id| !id.is_empty()).unwrap_or_else(|| number.to_string());
        Ok(EpdTask { id, position: record.position, best, avoid, points: worth })
    }

    /// Whether a move is right; none if the record has points alone.
    pub(crate) fn is_solved_by(&self, m: Option<&str>) -> Option<bool> {
        let is_in = |moves: &[String]| m.is_some_and(|m| moves.iter().any(|other| other == m));
        let asks = !self.best.is_empty() || !self.avoid.is_empty();
        asks.then(|| m.is_some() && (self.best.is_empty() || is_in(&self.best)) && !is_in(&self.avoid))
    }

    /// Returns the points of a move; none if the record has no points.
    pub(crate) fn points_of(&self, m: Option<&str>) -> Option<u32> {
        let found = self.points.iter().find(|(other, _)| Some(other.as_str()) == m);
        (!self.points.is_empty()).then(|| found.map_or(0, |&(_, points)| points))
    }

    /// Returns the points of the best move.
    pub(crate) fn most_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    pub(crate) fn asked(&self) -> AskedMoves<'_> {
        AskedMoves(self)
    }
}

impl fmt::Display for AskedMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EpdTask { best, avoid, points, .. } = self.0;
        let not = avoid.iter().map(|m| format!("not {m}"));
        let mut said: Vec<String> = best.iter().cloned().chain(not).collect();
        if said.is_empty() {
            said = points.iter().map(|(m, n)| format!("{m}={n}")).collect();
        }
        f.write_str(&said.join(" "))
    }
}

/// The moves that a text in a record means. Where it leaves open which piece moves (`Ne5` with two knights), all
/// that can are meant.
fn legal(board: &dyn Session, code: &str, text: &str) -> anyhow::Result<Vec<String>> {
    let error = match board.read_move(text) {
        Ok(m) => return Ok(vec![m]),
        Err(error) => error,
    };
    let mut meant: Vec<String> = Vec::new();
    if let Some((first, rest)) = text.split_at_checked(1) {
        let from = ('a'..='h').chain('1'..='8').map(|from| format!("{first}{from}{rest}"));
        meant.extend(from.filter_map(|text| board.read_move(&text).ok()));
        meant.sort();
        meant.dedup();
    }
    if meant.is_empty() { Err(anyhow!("{code}: {error}")) } else { Ok(meant) }
}

/// Moves and what they are worth, and where that is said. The strategic test suite (D. Corbit and S. Ahmed, 2010)
/// writes points in `c8` and the moves for them in `c9` or `c7`; its first editions have both in `c0`,
/// as `Rd5=9, c5=10`. Elsewhere those are comments.
fn points(record: &EpdRecord) -> Vec<(&'static str, String, u32)> {
    let numbers: Option<Vec<u32>> =
        record.text("c8").and_then(|text| text.split_whitespace().map(|n| n.parse().ok()).collect());
    for code in ["c9", "c7"] {
        let moves = record.moves(code);
        if let Some(numbers) = numbers.as_ref().filter(|n| !n.is_empty() && n.len() == moves.len()) {
            return moves.into_iter().zip(numbers).map(|(m, &n)| (code, m, n)).collect();
        }
    }
    let worth = |part: &str| {
        let (m, n) = part.trim().rsplit_once('=')?;
        let is_move = !m.is_empty() && !m.contains(char::is_whitespace);
        Some(("c0", m.to_owned(), n.parse().ok()?)).filter(|_| is_move)
    };
    let text = record.text("c0").unwrap_or_default();
    text.split(',').map(worth).collect::<Option<Vec<_>>>().unwrap_or_default()
}
