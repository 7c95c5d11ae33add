//! Caches of what has been evaluated before: whole positions, and the pawns and kings of positions.

use super::pack::Pack;
use secateur::table::{fetch, product};

/// Mixes the bits of two numbers: both halves of their product (wyhash, Wang 2019).
#[inline(always)]
pub(super) fn fold(a: u64, b: u64) -> u64 {
    let (low, high) = product(a, b);
    low ^ high
}

/// Values of whole positions. An entry is 48 bits of the key above 16 bits of the value.
#[derive(Clone)]
pub(super) struct Values(Box<[u64]>);

impl Values {
    const ENTRIES: usize = 1 << 15;

    pub(super) fn new() -> Values {
        Values(vec![0; Self::ENTRIES].into())
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<i32> {
        let entry = self.0[key as usize % Self::ENTRIES];
        ((entry ^ key) >> 16 == 0).then_some(i32::from(entry as i16))
    }

    /// Prefetches the entry of a key.
    #[inline(always)]
    pub(super) fn fetch(&self, key: u64) {
        fetch(&self.0[key as usize % Self::ENTRIES]);
    }

    #[inline(always)]
    pub(super) fn set(&mut self, key: u64, value: i32) {
        self.0[key as usize % Self::ENTRIES] = key & !0xffff | u64::from(value as i16 as u16);
    }
}

#[derive(Copy, Clone, Default)]
struct Entry {
    key: u64,
    passed: u64,
    sum: Pack,
}

/// Sums over pawns and kings, and the passed pawns.
#[derive(Clone)]
pub(super) struct Pawns(Box<[Entry]>);

impl Pawns {
    const ENTRIES: usize = 1 << 13;

    pub(super) fn new() -> Pawns {
        Pawns(vec![Entry::default(); Self::ENTRIES].into())
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<(Pack, u64)> {
        let entry = &self.0[key as usize % Self::ENTRIES];
        (entry.key == key).then_some((entry.sum, entry.passed))
    }

    #[inline(always)]
    pub(super) fn set(&mut self, key: u64, sum: Pack, passed: u64) {
        self.0[key as usize % Self::ENTRIES] = Entry { key, passed, sum };
    }
}
