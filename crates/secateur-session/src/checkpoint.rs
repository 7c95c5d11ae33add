//! Checkpoints: the table of a proof in the making, on disk.

use crate::checksum::Summed;
use secateur::best::ProofTable;
use secateur::{Bounds, Score};
use secateur_games::Unreadable;
use std::fmt;
use std::io::{self, BufRead, Write};

/// The first line of a checkpoint. A table means nothing to a version that computes other keys.
const MAGIC: &str = concat!("secateur-checkpoint-1 of version ", env!("CARGO_PKG_VERSION"));
/// The longest line of its text.
const LONGEST_LINE: usize = 1 << 20;

/// What a checkpoint has to agree with to be of use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) goal: String,
}

/// How far a proof has come, beside its table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    pub(crate) nodes: u64,
    pub(crate) ms: u64,
    /// What is proven of the root.
    pub(crate) bounds: Bounds,
}

/// The reason why a checkpoint was not taken up.
#[derive(Debug)]
pub enum ResumeError {
    /// It is none, or was made for something else.
    Unreadable(Unreadable),
    /// It cannot be read.
    Io(io::Error),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Unreadable(e) => e.fmt(f),
            ResumeError::Io(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for ResumeError {}

impl From<io::Error> for ResumeError {
    fn from(e: io::Error) -> Self {
        ResumeError::Io(e)
    }
}

/// Writes a checkpoint: lines of text, the entries of the table in 24 bytes each, and a checksum.
pub(crate) fn save(
    out: &mut dyn Write,
    terms: &Terms,
    progress: &Reached,
    table: &ProofTable,
) -> io::Result<()> {
    let mut out = Summed::new(out);
    let Terms { game, position, goal } = terms;
    let Reached { nodes, ms, bounds: Bounds { lower, upper } } = progress;
    let (entries, lower, upper) = (table.contents().count(), lower.get(), upper.get());
    let text = format!(
        "{MAGIC}\ngame {game}\nposition {position}\ngoal {goal}\nnodes {nodes}\nms {ms}\nat least {lower}\nat most {upper}\nhash {}\nentries {entries}\n\n",
        table.entries() * BYTES
    );
    out.write(text.as_bytes())?;
    for entry in table.contents() {
        entry.iter().try_for_each(|number| out.write(&number.to_le_bytes()))?;
    }
    out.finish().map(drop)
}

/// The bytes of an entry, here and in memory.
const BYTES: usize = 24;

/// Reads a checkpoint made on these terms into a table, which may be of another size.
pub(crate) fn load(
    input: &mut dyn BufRead,
    terms: &Terms,
    table: &mut ProofTable,
) -> Result<Reached, ResumeError> {
    let bad = |text: String| ResumeError::Unreadable(Unreadable(text));
    let mut input = Summed::new(input);
    let first = input.line(LONGEST_LINE)?.unwrap_or_default();
    if first != MAGIC {
        return Err(bad(match first.starts_with("secateur-checkpoint-") {
            true => format!("it was made by another version ('{first}'), expected '{MAGIC}'"),
            false => format!("it is no checkpoint, which begins with '{MAGIC}'"),
        }));
    }
    let mut field = |name: &str| -> Result<String, ResumeError> {
        let line = input.line(LONGEST_LINE)?.unwrap_or_default();
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        let expected =
            || bad(format!("its line '{}' is not understood, expected '{name} ...'", line.escape_debug()));
        value.map(str::to_owned).ok_or_else(expected)
    };
    let wanted = [("game", &terms.game), ("position", &terms.position), ("goal", &terms.goal)];
    for (name, wanted) in wanted {
        let there = field(name)?;
        if there != *wanted {
            return Err(bad(format!("it is for {name} '{there}', expected '{wanted}'")));
        }
    }
    let mut numbers = [0; 6];
    for (number, name) in numbers.iter_mut().zip(["nodes", "ms", "at least", "at most", "hash", "entries"]) {
        let text = field(name)?;
        *number = text.parse().map_err(|_| bad(format!("its {name} is '{text}', expected a number")))?;
    }
    let [nodes, ms, lower, upper, _, entries] = numbers;
    let damaged = || bad("it is damaged, or cut off: its checksum does not agree".into());
    if input.line(0)?.is_none_or(|line| !line.is_empty()) {
        return Err(damaged());
    }
    for _ in 0..entries {
        let mut entry = [0; 3];
        for number in &mut entry {
            *number = input.read()?.map(u64::from_le_bytes).ok_or_else(damaged)?;
        }
        table.take_in(entry);
    }
    if !input.ends_well()? {
        table.clear();
        return Err(damaged());
    }
    let score = |raw: i64| Score::from_raw(raw.clamp(-100_000, 100_000) as i32);
    let bounds = Bounds { lower: score(lower), upper: score(upper) };
    Ok(Reached { nodes: nodes.unsigned_abs(), ms: ms.unsigned_abs(), bounds })
}
