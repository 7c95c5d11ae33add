use self::marked::Beside;
use super::Numbers;
use crate::table::{NoMemory, Pages, product};
use crate::{Constants, Marks, Score};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

mod marked;

/// Proof and disproof numbers of positions: what [`df_pn`](super::df_pn) keeps between visits.
///
/// An entry is for a position and a goal, in 24 bytes; in games in which a repetition is no draw, 136 more are taken beside each,
/// for what its proof rests on. Up to four share a place. The one with the least work behind
/// it gives way to a new one. Any number of entries from 1 on gives right answers; the fewer, the more is searched
/// twice.
///
/// Source of replacement by the size of the subtree: D. Breuker, *Memory versus search in games*, 1998.
///
/// ```
/// use secateur::best::{DfPn, ProofTable, df_pn};
/// use secateur::{Score, Search, Stats, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut table = ProofTable::with_entries(64);
/// for nodes in [13, 1] {
///     let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
///     let answer = df_pn(&mut cx, &tree, Score::points(4), DfPn::default(), &mut table);
///     assert_eq!((answer.bounds.upper, cx.watch.nodes), (Score::points(3), nodes));
/// }
/// ```
pub struct ProofTable {
    /// Three words an entry.
    words: Pages,
    beside: Beside,
    count: usize,
    root: Mutex<Option<Numbers>>,
    /// The keys of entries that were settled, where they are remembered: the last ones, round and round.
    settled: Vec<AtomicU64>,
    /// How many were.
    settled_count: AtomicUsize,
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    key: u64,
    phi: u32,
    delta: u32,
    /// Nodes that it took, and in the lowest bit whether the numbers are soft. No entry is without work.
    work: u32,
    /// As the position itself sees it.
    score: i16,
    /// The code of the best move; [`u16::MAX`] if that is not known.
    code: u16,
}

/// Numbers, the code of the best move ([`u16::MAX`] for none), and the nodes that it took.
pub(super) type Known = (Numbers, u16, u32);

impl Entry {
    /// As the root sees it `ply` plies above.
    #[inline(always)]
    fn known(self, ply: u32) -> Known {
        let Entry { phi, delta, work, score, code, .. } = self;
        let score = Score::from_raw(score.into()).to_root(ply);
        (Numbers { phi, delta, score, soft: work & 1 == 1 }, code, work >> 1)
    }
}

impl From<[u64; WORDS]> for Entry {
    #[inline(always)]
    fn from([key, numbers, rest]: [u64; WORDS]) -> Entry {
        let [phi, delta] = [numbers as u32, (numbers >> 32) as u32];
        let [score, code] = [(rest >> 32) as u16, (rest >> 48) as u16];
        Entry { key, phi, delta, work: rest as u32, score: score as i16, code }
    }
}

impl From<Entry> for [u64; WORDS] {
    #[inline(always)]
    fn from(entry: Entry) -> [u64; WORDS] {
        let Entry { key, phi, delta, work, score, code } = entry;
        let numbers = u64::from(phi) | u64::from(delta) << 32;
        [key, numbers, u64::from(work) | u64::from(score as u16) << 32 | u64::from(code) << 48]
    }
}

const WAYS: usize = 4;
const WORDS: usize = 3;

impl std::fmt::Debug for ProofTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofTable").field("entries", &self.count).field("root", &self.root()).finish()
    }
}

impl ProofTable {
    /// An empty table of this many entries; at least one.
    ///
    /// # Panics
    ///
    /// If there is not enough memory.
    pub fn with_entries(entries: usize) -> Self {
        Self::make(entries).expect("there should be memory for the table")
    }

    /// An empty table of at most `bytes` bytes; at least one entry.
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`ProofTable::try_with_bytes`] returns an error instead.
    pub fn with_bytes(bytes: usize) -> Self {
        Self::try_with_bytes(bytes).expect("there should be memory for the table")
    }

    /// Makes a table as [`ProofTable::with_bytes`] does, in no time: the system provides its memory where and when
    /// an entry is first looked for.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory. (Some systems grant what they do not have.)
    ///
    /// ```
    /// use secateur::best::ProofTable;
    ///
    /// assert_eq!(ProofTable::try_with_bytes(24_000).unwrap().entries(), 1_000);
    /// assert!(ProofTable::try_with_bytes(usize::MAX).is_err());
    /// ```
    pub fn try_with_bytes(bytes: usize) -> Result<Self, NoMemory> {
        Self::make(bytes / (WORDS * size_of::<u64>()))
    }

    /// An empty table of at most `bytes` bytes for proofs in a game of these constants, at least one entry: as
    /// [`ProofTable::with_bytes`], unless a repetition is no draw there, and entries take more.
    ///
    /// # Panics
    ///
    /// If there is not enough memory.
    ///
    /// ```
    /// use secateur::{Constants, Score, best::ProofTable, tree::Tree};
    ///
    /// let tree = Constants::of::<Tree>();
    /// let superko = Constants { returned: Score::WIN, ..tree };
    /// assert_eq!([tree, superko].map(|game| ProofTable::for_game(game, 24_000).entries()), [1_000, 150]);
    /// ```
    pub fn for_game(game: Constants, bytes: usize) -> Self {
        let beside = if game.returned == Score::DRAW { 0 } else { marked::WIDTH };
        Self::with_entries(bytes / ((WORDS + beside) * size_of::<u64>()))
    }

    fn make(entries: usize) -> Result<Self, NoMemory> {
        let count = entries.max(1);
        let words = Pages::zeroed(count.saturating_mul(WORDS).div_ceil(2))?;
        let (root, settled, settled_count) = (Mutex::new(None), Vec::new(), AtomicUsize::new(0));
        Ok(ProofTable { words, beside: Beside::default(), count, root, settled, settled_count })
    }

    /// The number of entries that it has room for.
    pub fn entries(&self) -> usize {
        self.count
    }

    /// The numbers that the root had when the last search ended, however it did.
    ///
    /// ```
    /// use secateur::best::{DfPn, ProofTable, df_pn};
    /// use secateur::{Limiter, Score, Search, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut table = ProofTable::with_entries(64);
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(9, || None));
    /// let _ = df_pn(&mut cx, &tree, Score::points(4), DfPn::default(), &mut table);
    /// // One of three bags is disproven, by one of the three things in it.
    /// assert_eq!(table.root().map(|root| (root.phi, root.delta)), Some((3, 2)));
    /// ```
    pub fn root(&self) -> Option<Numbers> {
        self.root.lock().ok().and_then(|root| *root)
    }

    pub(super) fn set_root(&self, numbers: Option<Numbers>) {
        if let Ok(mut root) = self.root.lock() {
            *root = numbers;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.clear();
        self.beside.clear();
        self.set_root(None);
    }

    #[inline(always)]
    fn entry(&self, at: usize) -> Entry {
        let word = |i: usize| self.words.word(WORDS * at + i);
        let (key, numbers, rest) = (word(0), word(1), word(2));
        // Words of two entries, which threads wrote at the same time, give a key that nobody asks for (R. Hyatt and T.
        // Mann, 2002).
        Entry::from([key ^ numbers ^ rest, numbers, rest])
    }

    #[inline(always)]
    fn set_entry(&self, at: usize, entry: Entry) {
        let [key, numbers, rest] = entry.into();
        for (i, word) in [key ^ numbers ^ rest, numbers, rest].into_iter().enumerate() {
            self.words.set_word(WORDS * at + i, word);
        }
    }

    /// All that is kept, an entry after the other as three numbers: to be stored, and taken in again by
    /// [`ProofTable::take_in`], so that a search goes on where it was.
    ///
    /// ```
    /// use secateur::best::{DfPn, ProofTable, df_pn};
    /// use secateur::{Score, Search, Stats, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut table = ProofTable::with_entries(64);
    /// let nodes = [(); 2].map(|()| {
    ///     let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
    ///     let _ = df_pn(&mut cx, &tree, Score::points(4), DfPn::default(), &mut table);
    ///     let mut again = ProofTable::with_entries(64);
    ///     table.contents().for_each(|entry| again.take_in(entry));
    ///     table = again;
    ///     cx.watch.nodes
    /// });
    /// assert_eq!(nodes, [13, 1]);
    /// ```
    pub fn contents(&self) -> impl Iterator<Item = [u64; 3]> {
        (0..self.count).map(|at| self.entry(at)).filter(|entry| entry.work > 0).map(<[u64; 3]>::from)
    }

    /// The entries that searches have settled since this was last called, the last `most` of them, as
    /// [`ProofTable::contents`] has them; none the first time, which has them remembered. They hold wherever the position
    /// stands that they are about: so also in the table of another search for the same goal. The lower half of the last
    /// number grows with the work behind an entry.
    ///
    /// ```
    /// use secateur::best::{DfPn, ProofTable, df_pn};
    /// use secateur::{Score, Search, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut table = ProofTable::with_entries(64);
    /// assert!(table.settled(1_000).is_empty());
    /// let _ = df_pn(&mut Search::new(|_: &Tree| Score::DRAW), &tree, Score::points(4), DfPn::default(), &mut table);
    /// // The three bags.
    /// assert_eq!([table.settled(1_000).len(), table.settled(1_000).len()], [3, 0]);
    /// ```
    pub fn settled(&mut self, most: usize) -> Vec<[u64; 3]> {
        let count = std::mem::take(self.settled_count.get_mut()).min(self.settled.len());
        let keys: Vec<u64> = self.settled[..count].iter_mut().map(|key| *key.get_mut()).collect();
        self.settled.resize_with(most, AtomicU64::default);
        let found = keys.into_iter().filter_map(|key| {
            let mut entries = self.place(key).map(|at| self.entry(at));
            entries.find(|entry| entry.key == key && (entry.phi == 0 || entry.delta == 0))
        });
        found.map(<[u64; 3]>::from).collect()
    }

    /// Keeps an entry of [`ProofTable::contents`], also of a table of another size. An entry that no search can
    /// have left is passed over; one that is false makes answers false.
    pub fn take_in(&mut self, words: [u64; 3]) {
        let entry = Entry::from(words);
        let Entry { phi, delta, work, .. } = entry;
        // What is proven for one side is out of reach for the other.
        let agree = [(phi, delta), (delta, phi)].map(|(a, b)| (a == 0) == (b == Numbers::INFINITE));
        if work > 0 && agree == [true; 2] {
            self.keep(entry);
        }
    }

    /// The entries that a key may be among.
    #[inline(always)]
    fn place(&self, key: u64) -> std::ops::Range<usize> {
        let places = (self.count / WAYS).max(1);
        let place = product(key, places as u64).1 as usize;
        let end = if place + 1 == places { self.count } else { (place + 1) * WAYS };
        place * WAYS..end
    }

    /// What is kept under a key, as the root sees it `ply` plies above.
    #[inline(always)]
    pub(super) fn get(&self, key: u64, ply: u32) -> Option<Known> {
        let mut entries = self.place(key).map(|at| self.entry(at));
        let entry = entries.find(|entry| entry.key == key && entry.work > 0)?;
        Some(entry.known(ply))
    }

    /// As [`ProofTable::get`], with the marks of what is proven.
    pub(super) fn get_marked(&self, key: u64, ply: u32) -> Option<(Known, Marks)> {
        let mut entries = self.place(key).map(|at| (at, self.entry(at)));
        let (at, entry) = entries.find(|(_, entry)| entry.key == key && entry.work > 0)?;
        Some((entry.known(ply), self.beside.get(at, entry)))
    }

    /// Keeps what was found out, as the root sees it `ply` plies above; with its marks, if those are to be kept.
    #[inline(always)]
    pub(super) fn put(
        &self,
        key: u64,
        ply: u32,
        (numbers, code, nodes): (Numbers, u16, u64),
        marks: Option<Marks>,
    ) {
        let bounds = numbers.bounds().to_node(ply);
        let score = match numbers {
            Numbers { phi: 0, .. } => bounds.lower,
            Numbers { delta: 0, .. } => bounds.upper,
            _ => Score::DRAW,
        };
        let Numbers { phi, delta, soft, .. } = numbers;
        if !self.settled.is_empty() && numbers.is_settled() {
            let nth = self.settled_count.fetch_add(1, Relaxed);
            self.settled[nth % self.settled.len()].store(key, Relaxed);
        }
        let work = (nodes.clamp(1, 1 << 30) as u32) << 1 | u32::from(soft);
        let entry = Entry { key, phi, delta, work, score: score.get() as i16, code };
        let at = self.keep(entry);
        if let Some(marks) = marks {
            self.beside.set(at, self.count, entry, marks);
        }
    }

    /// Keeps an entry in place of the one for the same, or else of that with the least work; returns where.
    #[inline(always)]
    fn keep(&self, new: Entry) -> usize {
        let is_same = |at: &usize| {
            let entry = self.entry(*at);
            entry.key == new.key && entry.work > 0
        };
        let least = || self.place(new.key).min_by_key(|&at| self.entry(at).work).unwrap_or(0);
        let at = self.place(new.key).find(is_same).unwrap_or_else(least);
        self.set_entry(at, new);
        at
    }
}

/// The key of an entry: of a position, and of a question about it. The question is mixed before they meet, since games put
/// multiples of well-known numbers into their keys: two positions must not differ by what two questions do.
#[inline(always)]
pub(super) fn key_of(position: u64, question: u64) -> u64 {
    let mixed = |x: u64| {
        let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    };
    mixed(position ^ mixed(question.wrapping_add(0x5851_f42d_4c95_7f2d)))
}
