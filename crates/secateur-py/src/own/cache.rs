//! Positions that were made lately, so that Python is asked once for each.

use super::run::Node;
use std::sync::Arc;

/// The fewest and the most positions that are kept; a position takes some hundred bytes.
const SIZES: (usize, usize) = (1 << 8, 1 << 16);

/// The positions after moves, by the key of the position before and the number of the move; and positions by their own keys. A newer one takes the place of an
/// older one that wants the same.
pub(super) struct Cache {
    slots: Vec<Option<Entry>>,
    used: usize,
}

struct Entry {
    before: u64,
    m: u32,
    after: Arc<Node>,
}

impl Cache {
    pub(super) fn new() -> Cache {
        Cache { slots: empty(SIZES.0), used: 0 }
    }

    fn place(&self, before: u64, m: u32) -> usize {
        // Keys are mixed well, moves are small numbers.
        let mixed = (before ^ u64::from(m).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 7;
        mixed as usize & (self.slots.len() - 1)
    }

    /// The position after a move.
    pub(super) fn get(&self, before: u64, m: u32) -> Option<Arc<Node>> {
        let entry = self.slots[self.place(before, m)].as_ref()?;
        (entry.before == before && entry.m == m).then(|| entry.after.clone())
    }

    /// Keeps a position, and returns the one that had its place: whoever drops that may run code of Python, which must not
    /// happen in here.
    pub(super) fn put(&mut self, before: u64, m: u32, after: Arc<Node>) -> Option<Arc<Node>> {
        if self.used > self.slots.len() / 2 && self.slots.len() < SIZES.1 {
            self.grow();
        }
        let place = self.place(before, m);
        let old = self.slots[place].replace(Entry { before, m, after });
        self.used += usize::from(old.is_none());
        old.map(|old| old.after)
    }

    /// Makes room for four times as many. Places are the low bits of a number, so that each entry has one of its own there.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = empty(4 * old.len());
        for entry in old.into_iter().flatten() {
            let place = self.place(entry.before, entry.m);
            self.slots[place] = Some(entry);
        }
    }
}

fn empty(slots: usize) -> Vec<Option<Entry>> {
    std::iter::repeat_with(|| None).take(slots).collect()
}
