//! Checkpoints: the table of a search in the making, on disk.

use crate::checksum::Summed;
use secateur::best::ProofTable;
use secateur::table::BoundTable;
use secateur::{Bounds, Score};
use secateur_games::Unreadable;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

/// The first line of a checkpoint. A table means nothing to a version that computes other keys.
const MAGIC: &str = concat!("secateur-checkpoint-1 of version ", env!("CARGO_PKG_VERSION"));
/// The longest line of its text.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// What a checkpoint has to agree with to be of use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) goal: String,
}

/// A table that can be kept.
pub(crate) trait Kept {
    /// The numbers of an entry.
    const NUMBERS: usize;
    /// The size of a table that takes in what this one holds; none if any size does.
    fn size_needed(&self) -> Option<usize> {
        None
    }
    /// Its size in bytes.
    fn bytes(&self) -> usize;
    /// Hands over every entry.
    fn each(&self, take: &mut dyn FnMut(&[u64]) -> io::Result<()>) -> io::Result<()>;
    /// Takes in an entry. One that makes no sense is passed over.
    fn take_in(&mut self, entry: &[u64]);
    /// Forgets everything.
    fn forget(&mut self);
}

impl Kept for ProofTable {
    const NUMBERS: usize = 3;

    fn bytes(&self) -> usize {
        self.entries() * 24
    }

    fn each(&self, take: &mut dyn FnMut(&[u64]) -> io::Result<()>) -> io::Result<()> {
        self.contents().try_for_each(|entry| take(&entry))
    }

    fn take_in(&mut self, entry: &[u64]) {
        if let &[a, b, c] = entry {
            ProofTable::take_in(self, [a, b, c]);
        }
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// A place of this table is half of what it says of a position.
impl Kept for BoundTable {
    const NUMBERS: usize = 2;

    fn size_needed(&self) -> Option<usize> {
        Some(self.bytes())
    }

    fn bytes(&self) -> usize {
        self.entries() * size_of::<u64>()
    }

    fn each(&self, take: &mut dyn FnMut(&[u64]) -> io::Result<()>) -> io::Result<()> {
        self.contents().try_for_each(|(place, word)| take(&[place, word]))
    }

    fn take_in(&mut self, entry: &[u64]) {
        if let &[place, word] = entry {
            BoundTable::take_in(self, place, word);
        }
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// How far a search has come, beside its table.
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

impl ResumeError {
    /// What is read makes no sense, for the reason that a sentence says.
    pub fn bad(sentence: impl Into<String>) -> ResumeError {
        ResumeError::Unreadable(Unreadable(sentence.into()))
    }

    /// What is read is not as it was written.
    pub fn damaged() -> ResumeError {
        ResumeError::bad("it is damaged, or cut off: its checksum does not agree")
    }
}

/// The value of the next line of a file's text, which begins with this name and a blank.
pub(crate) fn field<T: Read>(input: &mut Summed<T>, name: &str) -> Result<String, ResumeError> {
    let line = input.line(LONGEST_LINE)?.unwrap_or_default();
    let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    value.map(str::to_owned).ok_or_else(|| {
        let line = line.escape_debug();
        ResumeError::bad(format!("its line '{line}' is not understood, expected '{name} ...'"))
    })
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

/// Writes a checkpoint: lines of text, the entries of the table in eight bytes for each number, and a checksum.
pub(crate) fn save<T: Kept>(
    out: &mut dyn Write,
    terms: &Terms,
    progress: &Reached,
    table: &T,
) -> io::Result<()> {
    let mut out = Summed::new(out);
    let Terms { game, position, goal } = terms;
    let Reached { nodes, ms, bounds: Bounds { lower, upper } } = progress;
    let (lower, upper) = (lower.get(), upper.get());
    let mut entries: u64 = 0;
    table.each(&mut |_| {
        entries += 1;
        Ok(())
    })?;
    let text = format!(
        "{MAGIC}\ngame {game}\nposition {position}\ngoal {goal}\nnodes {nodes}\nms {ms}\nat least {lower}\nat most {upper}\nhash {}\nentries {entries}\n\n",
        table.bytes()
    );
    out.write(text.as_bytes())?;
    table.each(&mut |entry| entry.iter().try_for_each(|number| out.write(&number.to_le_bytes())))?;
    out.finish().map(drop)
}

/// Reads a checkpoint made on these terms into a table.
pub(crate) fn load<T: Kept>(
    input: &mut dyn BufRead,
    terms: &Terms,
    table: &mut T,
) -> Result<Reached, ResumeError> {
    let mut input = Summed::new(input);
    let first = input.line(LONGEST_LINE)?.unwrap_or_default();
    if first != MAGIC {
        return Err(ResumeError::bad(match first.starts_with("secateur-checkpoint-") {
            true => format!("it was made by another version ('{first}'), expected '{MAGIC}'"),
            false => format!("it is no checkpoint, which begins with '{MAGIC}'"),
        }));
    }
    let wanted = [("game", &terms.game), ("position", &terms.position), ("goal", &terms.goal)];
    for (name, wanted) in wanted {
        let there = field(&mut input, name)?;
        if there != *wanted {
            return Err(ResumeError::bad(format!("it is for {name} '{there}', expected '{wanted}'")));
        }
    }
    let mut numbers = [0; 6];
    for (number, name) in numbers.iter_mut().zip(["nodes", "ms", "at least", "at most", "hash", "entries"]) {
        let text = field(&mut input, name)?;
        *number = text
            .parse()
            .map_err(|_| ResumeError::bad(format!("its {name} is '{text}', expected a number")))?;
    }
    let [nodes, ms, lower, upper, bytes, entries] = numbers;
    if let Some(size) = table.size_needed().filter(|&size| size as i64 != bytes) {
        return Err(ResumeError::bad(format!(
            "it was made with a table of {bytes} bytes, expected one of {size}: the same --hash"
        )));
    }
    if input.line(0)?.is_none_or(|line| !line.is_empty()) {
        return Err(ResumeError::damaged());
    }
    let mut entry = vec![0; T::NUMBERS];
    for _ in 0..entries {
        for number in &mut entry {
            *number = input.read()?.map(u64::from_le_bytes).ok_or_else(ResumeError::damaged)?;
        }
        table.take_in(&entry);
    }
    if !input.ends_well()? {
        table.forget();
        return Err(ResumeError::damaged());
    }
    let score = |raw: i64| Score::from_raw(raw.clamp(-100_000, 100_000) as i32);
    let bounds = Bounds { lower: score(lower), upper: score(upper) };
    Ok(Reached { nodes: nodes.unsigned_abs(), ms: ms.unsigned_abs(), bounds })
}
