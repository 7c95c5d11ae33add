use crate::table::product;

/// What is known of the shortest wins of positions: what [`df_pn_within`](super::df_pn_within()) keeps between visits,
/// and from one question to the next.
///
/// An entry is for a position, in 24 bytes: the least number of moves within which the attacker is proven to win, the
/// greatest within which it is proven that it cannot, and numbers for what lies between. So an answer for one number
/// of moves answers many others. Up to four entries share a place. The one with the least work behind it gives way to a
/// new one. Any number of entries from 1 on gives right answers; the fewer, the more is searched twice.
///
/// ```
/// use secateur::best::WinTable;
///
/// let table = WinTable::with_bytes(1 << 20);
/// assert!(table.entries() >= 40_000);
/// ```
#[derive(Clone, Debug)]
pub struct WinTable {
    entries: Vec<Entry>,
}

/// What is known of a position, in moves of the attacker.
#[derive(Copy, Clone, Debug)]
pub(super) struct Entry {
    key: u64,
    /// The proof number of the side to move, for what was asked last.
    pub(super) phi: u32,
    /// That of the other side.
    pub(super) delta: u32,
    /// The code of the best move; [`u16::MAX`] if that is not known.
    pub(super) code: u16,
    /// The least number of moves within which a win is proven, [`Entry::NEVER`] if there is none.
    pub(super) won_within: u8,
    /// No win is possible within fewer moves than this.
    pub(super) not_before: u8,
    /// The logarithm of the nodes that it took. No entry is without work.
    work: u8,
}

const EMPTY: Entry =
    Entry { key: 0, phi: 1, delta: 1, code: u16::MAX, won_within: Entry::NEVER, not_before: 0, work: 0 };
const WAYS: usize = 4;

impl Entry {
    /// More moves than are ever asked for.
    pub(super) const NEVER: u8 = u8::MAX;

    /// Whether the attacker wins within `moves` moves, if that is known.
    #[inline(always)]
    pub(super) fn wins_within(&self, moves: u8) -> Option<bool> {
        match moves {
            _ if self.won_within <= moves => Some(true),
            _ if self.not_before > moves => Some(false),
            _ => None,
        }
    }
}

impl WinTable {
    /// An empty table of this many entries, one at least.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    pub fn with_entries(entries: usize) -> Self {
        WinTable { entries: vec![EMPTY; entries.max(1)] }
    }

    /// An empty table of at most `bytes` bytes, and of one entry at least.
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

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// The entries that a key may be among.
    #[inline(always)]
    fn place(&self, key: u64) -> std::ops::Range<usize> {
        let places = (self.entries.len() / WAYS).max(1);
        let place = product(key, places as u64).1 as usize;
        let end = if place + 1 == places { self.entries.len() } else { (place + 1) * WAYS };
        place * WAYS..end
    }

    /// What is known under a key.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.entries[self.place(key)].iter().find(|entry| entry.key == key && entry.work > 0).copied()
    }

    /// Adds to what is known under a key.
    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, nodes: u64, learn: impl FnOnce(&mut Entry)) {
        let place = self.place(key);
        let entries = &mut self.entries[place];
        let at = entries.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..entries.len()).min_by_key(|&n| entries[n].work).unwrap_or(0);
        let at = at.unwrap_or_else(least);
        let entry = &mut entries[at];
        if entry.key != key || entry.work == 0 {
            *entry = Entry { key, ..EMPTY };
        }
        entry.work = entry.work.max(1 + nodes.max(1).ilog2() as u8);
        learn(entry);
    }
}
