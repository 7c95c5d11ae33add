use super::Numbers;
use crate::Score;

/// Proof and disproof numbers of positions: what [`df_pn`](super::df_pn) keeps between visits.
///
/// An entry is for a position and a goal, in 24 bytes. Up to four share a place. The one with the least work behind
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
#[derive(Clone, Debug)]
pub struct ProofTable {
    entries: Vec<Entry>,
    root: Option<Numbers>,
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

const EMPTY: Entry = Entry { key: 0, phi: 0, delta: 0, work: 0, score: 0, code: 0 };
const WAYS: usize = 4;

impl ProofTable {
    /// An empty table of so many entries, one at least.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    pub fn with_entries(entries: usize) -> Self {
        ProofTable { entries: vec![EMPTY; entries.max(1)], root: None }
    }

    /// An empty table of at most so many bytes, and of one entry at least.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    pub fn with_bytes(bytes: usize) -> Self {
        Self::with_entries(bytes / size_of::<Entry>())
    }

    /// The number of entries that it has room for.
    pub fn entries(&self) -> usize {
        self.entries.len()
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
        self.root
    }

    pub(super) fn set_root(&mut self, numbers: Numbers) {
        self.root = Some(numbers);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.root = None;
    }

    /// The entries that a key may be among.
    #[inline(always)]
    fn place(&self, key: u64) -> std::ops::Range<usize> {
        let places = (self.entries.len() / WAYS).max(1);
        let place = ((u128::from(key) * places as u128) >> 64) as usize;
        let end = if place + 1 == places { self.entries.len() } else { (place + 1) * WAYS };
        place * WAYS..end
    }

    /// The numbers kept under a key, as the root sees them `ply` plies above, and the code of the best move
    /// ([`u16::MAX`] for none).
    #[inline(always)]
    pub(super) fn get(&self, key: u64, ply: u32) -> Option<(Numbers, u16)> {
        let entry = self.entries[self.place(key)].iter().find(|entry| entry.key == key && entry.work > 0)?;
        let Entry { phi, delta, work, score, code, .. } = *entry;
        let score = Score::from_raw(score.into()).to_root(ply);
        Some((Numbers { phi, delta, score, soft: work & 1 == 1 }, code))
    }

    /// Keeps what was found out, as the root sees it `ply` plies above.
    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, ply: u32, numbers: Numbers, code: u16, nodes: u64) {
        let bounds = numbers.bounds().to_node(ply);
        let score = match numbers {
            Numbers { phi: 0, .. } => bounds.lower,
            Numbers { delta: 0, .. } => bounds.upper,
            _ => Score::DRAW,
        };
        let Numbers { phi, delta, soft, .. } = numbers;
        let work = (nodes.clamp(1, 1 << 30) as u32) << 1 | u32::from(soft);
        let new = Entry { key, phi, delta, work, score: score.get() as i16, code };
        let place = self.place(key);
        let entries = &mut self.entries[place];
        let at = entries.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..entries.len()).min_by_key(|&n| entries[n].work).unwrap_or(0);
        let at = at.unwrap_or_else(least);
        entries[at] = new;
    }
}
