//! The memory under a search tree: blocks of slots, side by side in chunks, up to a limit that is kept.

use std::ops::Range;

/// Slots to a chunk, and the most to a block: what 16 bits count.
const CHUNK: usize = 1 << 16;

/// Which slots are taken. Nothing is ever moved: a block keeps its place until it is given back.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// Slots that there may be.
    limit: usize,
    /// The first slot behind all blocks, and the first that never was before one.
    end: usize,
    reached: usize,
    /// For each size, the blocks that were given back.
    free: Vec<Vec<u32>>,
    /// Slots in them.
    freed: usize,
}

impl Slots {
    pub(super) fn new(limit: usize) -> Self {
        // Places are told by 32 bits, of which the highest number stands for the root.
        let limit = limit.min(u32::MAX as usize - CHUNK);
        Slots { limit, end: 0, reached: 0, free: Vec::new(), freed: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.free.clear();
        (self.end, self.freed) = (0, 0);
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The slots of all chunks that were ever begun.
    pub(super) fn reached(&self) -> usize {
        self.reached.next_multiple_of(CHUNK).min(self.limit)
    }

    /// Whether blocks lie in the order in which they were taken.
    pub(super) fn is_in_order(&self) -> bool {
        self.free.is_empty()
    }

    /// Takes a block back.
    pub(super) fn give_back(&mut self, first: u32, count: usize) {
        if self.free.len() <= count {
            self.free.resize_with(count + 1, Vec::new);
        }
        self.free[count].push(first);
        self.freed += count;
    }

    /// The size of the smallest block that was given back and has room for `count`.
    fn spare(&self, count: usize) -> Option<usize> {
        (count..self.free.len()).find(|&size| self.freed > 0 && !self.free[size].is_empty())
    }

    /// The place behind all blocks where `count` slots would lie in one chunk.
    fn behind(&self, count: usize) -> usize {
        let room = CHUNK - self.end % CHUNK;
        if room < count { self.end + room } else { self.end }
    }

    /// The place that the next block of `count` slots will have; none if there is no room, or if it is larger than a chunk.
    pub(super) fn next(&self, count: usize) -> Option<u32> {
        let spare = self.spare(count).and_then(|size| self.free[size].last().copied());
        let behind = self.behind(count);
        let fits = count < CHUNK && behind + count <= self.limit;
        spare.or_else(|| fits.then_some(behind as u32))
    }

    /// Takes a block of `count` slots, for which there is room, and returns its place.
    pub(super) fn take(&mut self, count: usize) -> u32 {
        if let Some(size) = self.spare(count)
            && let Some(first) = self.free[size].pop()
        {
            self.freed -= size;
            if size > count {
                self.give_back(first + count as u32, size - count);
            }
            return first;
        }
        let first = self.behind(count);
        self.end = first + count;
        self.reached = self.reached.max(self.end);
        first as u32
    }
}

/// The values in the slots. Grows a chunk at a time.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T>(Vec<Vec<T>>);

impl<T> Chunks<T> {
    pub(super) const EMPTY: Self = Chunks(Vec::new());

    /// Forgets the values and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// Makes room for a block at this place, of `limit` slots in all; returns whether there is memory.
    pub(super) fn reserve(&mut self, first: u32, limit: usize) -> bool {
        let chunk = first as usize / CHUNK;
        if chunk < self.0.len() {
            return true;
        }
        let mut new = Vec::new();
        let is_there = new.try_reserve_exact((limit - chunk * CHUNK).min(CHUNK)).is_ok();
        self.0.extend(is_there.then_some(new));
        is_there
    }

    /// Fills a block, for which there is room.
    pub(super) fn put(&mut self, first: u32, block: &[T])
    where
        T: Copy,
    {
        let (chunk, at) = (first as usize / CHUNK, first as usize % CHUNK);
        let chunk = &mut self.0[chunk];
        if at == chunk.len() {
            chunk.extend_from_slice(block);
        } else {
            chunk[at..at + block.len()].copy_from_slice(block);
        }
    }

    fn within(first: u32, count: u16) -> (usize, Range<usize>) {
        let (chunk, at) = (first as usize / CHUNK, first as usize % CHUNK);
        (chunk, at..at + usize::from(count))
    }

    #[inline]
    pub(super) fn block(&self, first: u32, count: u16) -> &[T] {
        let (chunk, range) = Self::within(first, count);
        &self.0[chunk][range]
    }

    #[inline]
    pub(super) fn block_mut(&mut self, first: u32, count: u16) -> &mut [T] {
        let (chunk, range) = Self::within(first, count);
        &mut self.0[chunk][range]
    }

    #[inline]
    pub(super) fn slot_mut(&mut self, at: u32) -> &mut T {
        &mut self.0[at as usize / CHUNK][at as usize % CHUNK]
    }
}
