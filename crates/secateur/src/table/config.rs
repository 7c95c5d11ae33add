use super::pages::Pair;
use super::{Replacement, Table};

/// The number of bounds that an entry keeps.
///
/// ```
/// use secateur::{Bounds, Score, table::{Bounding, Config, Entry, SameDepth}};
///
/// let kept = |bounding| {
///     let table = Config { bounding, ..Config::default() }.with_entries(4);
///     for bounds in [Bounds::at_least(Score::points(2)), Bounds::at_most(Score::points(9))] {
///         table.store::<SameDepth>(1, Entry::new(bounds, None, 6, 100));
///     }
///     table.probe(1).unwrap().bounds()
/// };
/// assert_eq!(kept(Bounding::Single), Bounds::at_most(Score::points(9)));
/// assert_eq!(kept(Bounding::Both), Bounds { lower: Score::points(2), upper: Score::points(9) });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Bounding {
    /// One: the bound proven last, or the exact value. The classical entry.
    Single,
    /// A lower and an upper one: bounds proven from either side are joined. Drivers whose windows come from
    /// both sides in turn profit (bisection, MTD with strides); one that closes in from one side does not
    /// come back for the other bound.
    Both,
}

/// The configuration of a table.
///
/// ```
/// use secateur::table::{Bounding, Config, Replacement};
///
/// let config = Config { replacement: Replacement::Deepest, bounding: Bounding::Single, ..Config::default() };
/// assert_eq!(config.with_entries(12).entries(), 12);
/// assert_eq!(config.with_bytes(1_000_000).bytes(), 1_000_000);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    /// The scheme by which entries replace each other.
    pub replacement: Replacement,
    /// The number of bounds in an entry.
    pub bounding: Bounding,
    /// The number of bits of the key that tell positions apart that share a place: 1 to 64, numbers beyond are cut
    /// to that. With all 64, positions of different keys are never mixed up; fewer are for studying what
    /// happens if they are. These bits are not the ones that choose the place, as far as there are others.
    pub check_bits: u32,
}

impl Default for Config {
    /// Four-way buckets, two bounds, all 64 bits. Of the schemes, buckets needed the fewest nodes by far
    /// when deepening on Connect-4 in a table much too small; in a roomy one they cost a little time per node.
    fn default() -> Self {
        Config { replacement: Replacement::Buckets, bounding: Bounding::Both, check_bits: 64 }
    }
}

impl Config {
    /// An empty table of at most this many bytes, and less than 2 % under, but for rounding to whole
    /// places; never less than one place.
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`Config::try_with_bytes`] returns an error instead.
    pub fn with_bytes(self, bytes: usize) -> Table {
        self.try_with_bytes(bytes).expect("there should be memory for the table")
    }

    /// Makes a table as [`Config::with_bytes`] does.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory. (Some systems grant what they do not have.)
    ///
    /// ```
    /// use secateur::table::Config;
    ///
    /// assert!(Config::default().try_with_bytes(1 << 16).is_ok());
    /// assert!(Config::default().try_with_bytes(usize::MAX).is_err());
    /// ```
    pub fn try_with_bytes(self, bytes: usize) -> Result<Table, NoMemory> {
        Table::make(self, bytes / size_of::<Pair>() / self.replacement.ways())
    }

    /// An empty table of this many entries, rounded up to whole places; at least one.
    ///
    /// # Panics
    ///
    /// If there is not enough memory.
    pub fn with_entries(self, entries: usize) -> Table {
        let table = Table::make(self, entries.div_ceil(self.replacement.ways()));
        table.expect("there should be memory for the table")
    }
}

/// There is no memory for a table, or for another store of what was proven.
///
/// ```
/// use secateur::table::{Config, NoMemory};
///
/// let refused = Config::default().try_with_bytes(1 << 60).unwrap_err();
/// assert_eq!(refused, NoMemory { bytes: 1 << 60 });
/// assert_eq!(refused.to_string(), "there is no memory for a table of 1152921504606846976 bytes");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// How much was asked for, in bytes.
    pub bytes: usize,
}

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no memory for a table of {} bytes", self.bytes)
    }
}

impl std::error::Error for NoMemory {}
