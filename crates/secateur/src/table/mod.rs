//! The transposition table: what was proven about positions, shared between searches and threads.
//!
//! A [`Table`] is made once, in whatever size there is room for, and lent to searches through handles:
//! [`Table::exact`] for the pages of [`algo`](crate::algo), [`Table::solving`] for games searched to their
//! end, [`Table::playing`] for selective search. [`Etc`] and [`Prefetching`] wrap a handle.
//!
//! Entries hold for one evaluation and one way of searching: [`Table::clear`] the table when either
//! changes. The three kinds of handle are kept apart automatically.
//!
//! ```
//! use secateur::{Score, Search, Stats, Table, algo::alpha_beta_memory, tree::Tree};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
//! let table = Table::with_bytes(1 << 16);
//! let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact()).watch(Stats::default());
//! let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
//! assert_eq!((value, cx.watch.nodes), (Score::points(3), 11));
//!
//! // The second time, the table settles the root's three children.
//! cx.watch = Stats::default();
//! let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
//! assert_eq!((value, cx.watch.nodes), (Score::points(3), 4));
//! ```

mod bound_table;
mod config;
mod entry;
mod handle;
mod pages;
mod product;
mod replace;
mod wrap;
mod zobrist;

pub use bound_table::{BoundTable, Entries};
pub use config::{Bounding, Config, NoMemory};
pub use entry::Entry;
pub use handle::{AtLeast, Handle, Reuse, SameDepth, WholeGame};
#[doc(hidden)] // for the games that come with this library; no part of its public interface
pub use pages::{Numbers, fetch};
#[doc(hidden)] // as above
pub use product::product;
pub use replace::Replacement;
pub use wrap::{Etc, Prefetching, SkipTrivial};
pub use zobrist::Zobrist;

pub(crate) use pages::Pages;
use pages::Pair;
use replace::{MOST_WAYS, Put};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use zobrist::mix;

/// The number of slots from which on tables begin where a cache line does; the slots given up for it go unnoticed.
const ALIGNED_FROM: usize = 1 << 12;

/// A transposition table: any size, lock-free, shared by reference.
///
/// Threads read and write without waiting for each other, all with relaxed atomics: an entry carries its
/// own proof of being whole, so no order between slots is needed.
///
/// Source: R. Hyatt and T. Mann, *A lock-less transposition table implementation for parallel search*, 2002.
///
/// ```
/// use secateur::{Score, Search, Stats, Table, algo, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_bytes(1 << 16);
/// let mut first = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
/// let Ok(_) = algo::alpha_beta_memory(&mut first, &tree, 2, -Score::INF, Score::INF);
///
/// // Another algorithm, for the same values, finds everything there.
/// let mut second = first.watch(Stats::default());
/// let Ok(value) = algo::pvs_memory(&mut second, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, second.watch.table_hits, second.watch.leaves), (Score::points(3), 3, 0));
/// ```
pub struct Table {
    config: Config,
    /// One entry each, and the key that it belongs to. The key comes first and is stored xored with the entry: if two
    /// threads write at once and the halves of their entries meet in one slot, the key that comes out is neither's, and
    /// the slot reads as a miss.
    slots: Pages,
    /// The first slot in use.
    start: usize,
    buckets: u64,
    /// Selects the bits of a key that are compared.
    mask: u64,
    generation: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("config", &self.config).field("entries", &self.entries()).finish()
    }
}

impl Table {
    /// An empty table of the default kind ([`Config::with_bytes`]).
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`Table::try_with_bytes`] returns an error instead.
    pub fn with_bytes(bytes: usize) -> Table {
        Config::default().with_bytes(bytes)
    }

    /// An empty table of the default kind ([`Config::try_with_bytes`]).
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    ///
    /// ```
    /// use secateur::Table;
    ///
    /// assert!(Table::try_with_bytes(1 << 16).is_ok());
    /// assert_eq!(Table::try_with_bytes(1 << 60).unwrap_err().bytes, 1 << 60);
    /// ```
    pub fn try_with_bytes(bytes: usize) -> Result<Table, NoMemory> {
        Config::default().try_with_bytes(bytes)
    }

    /// An empty table of the default kind ([`Config::with_entries`]).
    ///
    /// # Panics
    ///
    /// If there is not enough memory.
    pub fn with_entries(entries: usize) -> Table {
        Config::default().with_entries(entries)
    }

    fn make(config: Config, buckets: usize) -> Result<Table, NoMemory> {
        let ways = config.replacement.ways();
        let mut used = buckets.max(1).saturating_mul(ways);
        let slots = Pages::zeroed(used)?;
        let mut start = 0;
        if used >= ALIGNED_FROM {
            start = slots.as_ptr().align_offset(64);
            // As many are given up wherever the system puts the slots, so that counts of nodes repeat.
            used = (used - MOST_WAYS) / ways * ways;
        }
        let mask = u64::MAX >> (64 - config.check_bits.clamp(1, 64));
        let buckets = (used / ways) as u64;
        Ok(Table { config, slots, start, buckets, mask, generation: AtomicU8::new(1) })
    }

    /// The configuration of this table.
    pub fn config(&self) -> Config {
        self.config
    }

    /// The number of entries there is room for.
    pub fn entries(&self) -> usize {
        self.buckets as usize * self.config.replacement.ways()
    }

    /// The memory that the entries take, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Pair>()
    }

    /// Begins a new search: entries written so far stay useful, but are the first to be replaced.
    ///
    /// Ages are counted up to six searches; an entry left alone for seven passes for new again.
    ///
    /// ```
    /// use secateur::{Bounds, table::{Config, Entry, Replacement, SameDepth}};
    ///
    /// let table = Config { replacement: Replacement::Deepest, ..Config::default() }.with_entries(1);
    /// let entry = |depth| Entry::new(Bounds::NONE, Some(0), depth, 1);
    /// table.store::<SameDepth>(1, entry(9));
    /// table.store::<SameDepth>(2, entry(3));
    /// assert!(table.probe(2).is_none()); // the deeper entry stays,
    /// table.new_search();
    /// table.store::<SameDepth>(2, entry(3));
    /// assert!(table.probe(2).is_some()); // until it is an old one
    /// ```
    pub fn new_search(&self) {
        self.generation.store(self.generation.load(Relaxed) % 7 + 1, Relaxed);
    }

    /// Forgets everything. To be called while nobody searches; a search under way only loses by it.
    pub fn clear(&self) {
        self.slots.clear();
        self.generation.store(1, Relaxed);
    }

    /// Has the system provide all of the table's memory now, which it does otherwise where and when an entry is first
    /// looked for: for those who have time before a search, and none within it. A quarter of a second a GiB.
    pub fn touch(&self) {
        self.slots.touch();
    }

    /// The share of entries from the *current* search, in thousandths. Looks at the first thousand entries
    /// only, which stand for all, since keys are spread evenly.
    ///
    /// ```
    /// use secateur::{Bounds, Table, table::{Entry, SameDepth}};
    ///
    /// let table = Table::with_entries(400);
    /// for key in 0..100 {
    ///     table.store::<SameDepth>(key, Entry::new(Bounds::NONE, Some(0), 3, 1));
    /// }
    /// assert_eq!(table.hash_full_permille(), 250); // no more than four of them share a place
    /// table.new_search();
    /// assert_eq!(table.hash_full_permille(), 0);
    /// ```
    pub fn hash_full_permille(&self) -> u32 {
        let (now, sample) = (self.generation.load(Relaxed), self.entries().min(1000));
        let current = |slot: &&Pair| Entry::from_word(slot.words().1).generation() == now;
        let full = self.slots[self.start..][..sample].iter().filter(current).count();
        (full * 1000 / sample) as u32
    }

    /// The slots that share the place of a mixed key.
    #[inline(always)]
    fn bucket(&self, mixed: u64) -> &[Pair] {
        let ways = self.config.replacement.ways();
        // The high word of the product lies evenly in 0..buckets, and depends on the high bits of the key.
        let (_, index) = product(mixed, self.buckets);
        let from = self.start + index as usize * ways;
        &self.slots[from..from + ways]
    }

    #[inline(always)]
    fn holds(&self, (key, data): (u64, u64), mixed: u64) -> bool {
        (key ^ data ^ mixed) & self.mask == 0 && !Entry::from_word(data).is_empty()
    }

    /// A copy of the entry kept under this key, if there is one.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let mixed = mix(key);
        // All are looked at, and at most one matches: cheaper than to stop early, which cannot be predicted.
        let found = self.bucket(mixed).iter().fold(Entry::EMPTY.word(), |found, slot| {
            let words = slot.words();
            if self.holds(words, mixed) { words.1 } else { found }
        });
        (!Entry::from_word(found).is_empty()).then(|| Entry::from_word(found))
    }

    /// Prefetches the place of a key, for a probe soon after, without waiting for it.
    ///
    /// (Measured: a fifth of the chess engine's time was one load, waiting for memory.)
    #[inline(always)]
    pub(crate) fn fetch(&self, key: u64) {
        pages::fetch(&self.bucket(mix(key))[0]);
    }

    /// Offers an entry to the table, which keeps it or not, as the replacement scheme decides.
    ///
    /// If there is an entry of the same key, the new one is joined with it: see [`Bounding`]; whether the
    /// two speak of the same depth is up to `R`.
    ///
    /// ```
    /// use secateur::{Bounds, Score, Table, table::{Entry, SameDepth}};
    ///
    /// let table = Table::with_entries(64);
    /// let at_most_nine = Bounds::at_most(Score::points(9));
    /// table.store::<SameDepth>(42, Entry::new(Bounds::at_least(Score::points(3)), Some(7), 5, 200));
    /// table.store::<SameDepth>(42, Entry::new(at_most_nine, None, 5, 200));
    /// assert_eq!(table.probe(42).unwrap().bounds(), Bounds { lower: Score::points(3), ..at_most_nine });
    /// // Bounds for another depth are not joined with them. The move stays.
    /// table.store::<SameDepth>(42, Entry::new(at_most_nine, None, 6, 200));
    /// let last = table.probe(42).unwrap();
    /// assert_eq!((last.bounds(), last.code()), (at_most_nine, Some(7)));
    /// ```
    // Called, not inlined: it is long, knows no game, and is asked for at most once per node.
    #[inline(never)]
    pub fn store<R: Reuse>(&self, key: u64, entry: Entry) {
        let mixed = mix(key);
        let (bucket, now) = (self.bucket(mixed), self.generation.load(Relaxed));
        let (mut residents, mut same) = ([Entry::EMPTY; MOST_WAYS], None);
        for (place, slot) in bucket.iter().enumerate() {
            let words = slot.words();
            residents[place] = Entry::from_word(words.1);
            if same.is_none() && self.holds(words, mixed) {
                same = Some(place);
            }
        }
        let mut new = if self.config.bounding == Bounding::Single { entry.one_sided() } else { entry };
        if let Some(place) = same {
            let old = residents[place];
            let same_depth = R::answers(old.depth(), u32::from(new.depth()))
                && R::answers(new.depth(), u32::from(old.depth()));
            new = new.after(old, same_depth, self.config.bounding);
        }
        let data = new.of_generation(now).word();
        let place = match self.config.replacement.choose(&residents[..bucket.len()], same, new, now) {
            Put::Drop => return,
            Put::At(place) => place,
            Put::Push => {
                bucket[1].set(bucket[0].words());
                0
            }
        };
        bucket[place].set((mixed ^ data, data));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Score};

    /// The entries that two threads leave behind when they write to one slot at once, in every possible way.
    #[test]
    fn halves_of_two_entries_read_as_a_miss() {
        let table = Config { replacement: Replacement::Newest, ..Config::default() }.with_entries(1);
        let written = [(1, 5), (2, 6), (1, 7)].map(|(key, value)| {
            table.store::<SameDepth>(key, Entry::new(Bounds::exact(Score::points(value)), None, 3, 1));
            assert!(table.probe(key).is_some());
            table.slots[0].words()
        });
        for (i, (key, _)) in written.into_iter().enumerate() {
            for (j, (_, data)) in written.into_iter().enumerate().filter(|&(j, _)| j != i) {
                table.slots[0].set((key, data));
                assert!((0..1000).all(|key| table.probe(key).is_none()), "{i} with {j}");
            }
        }
    }
}
