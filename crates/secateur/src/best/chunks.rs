//! The memory under a search tree: blocks of slots, side by side in chunks, up to a limit that is kept.

use std::ops::Range;

/// Slots to a chunk, and the most to a block: what 16 bits count.
const CHUNK: usize = 1 << 16;

/// Blocks of values. Grows a chunk at a time, so that nothing is ever moved, and never beyond its limit.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    /// The chunk that is being filled. Those behind it are empty.
    filling: usize,
    /// Slots that the chunks may have together.
    limit: usize,
    /// Slots that they have.
    reserved: usize,
    /// For each size, the blocks that were given back.
    free: Vec<Vec<u32>>,
    /// Slots in them.
    freed: usize,
}

impl<T> Chunks<T> {
    pub(super) fn with_bytes(bytes: usize) -> Self {
        // Places are told by 32 bits, of which the highest number stands for the root.
        let limit = (bytes / size_of::<T>()).min(u32::MAX as usize - CHUNK);
        Chunks { chunks: Vec::new(), filling: 0, limit, reserved: 0, free: Vec::new(), freed: 0 }
    }

    /// Forgets the values and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.free.clear();
        (self.filling, self.freed) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        self.reserved * size_of::<T>()
    }

    pub(super) fn limit(&self) -> usize {
        self.limit * size_of::<T>()
    }

    /// Takes a block back.
    pub(super) fn give_back(&mut self, first: u32, count: u16) {
        let size = usize::from(count);
        if self.free.len() <= size {
            self.free.resize_with(size + 1, Vec::new);
        }
        self.free[size].push(first);
        self.freed += size;
    }

    /// The size of the smallest block that was given back and has room for so many.
    fn spare(&self, count: usize) -> Option<usize> {
        (count..self.free.len()).find(|&size| !self.free[size].is_empty())
    }

    /// Makes room for a block of so many; returns whether there is any.
    pub(super) fn reserve(&mut self, count: usize) -> bool {
        if self.freed > 0 && self.spare(count).is_some() {
            return true;
        }
        while let Some(chunk) = self.chunks.get(self.filling) {
            if chunk.capacity() - chunk.len() >= count {
                return true;
            }
            self.filling += 1;
        }
        let more = (self.limit - self.reserved).min(CHUNK);
        let mut chunk = Vec::new();
        if more < count || self.chunks.len() >= CHUNK || chunk.try_reserve_exact(more).is_err() {
            self.filling = self.filling.saturating_sub(1);
            return false;
        }
        self.chunks.push(chunk);
        self.reserved += more;
        true
    }

    /// Adds a block, for which there is room, and returns its place.
    pub(super) fn add(&mut self, block: impl ExactSizeIterator<Item = T>) -> u32 {
        let count = block.len();
        if self.freed > 0
            && let Some(size) = self.spare(count)
            && let Some(first) = self.free[size].pop()
        {
            self.freed -= size;
            if size > count {
                self.give_back(first + count as u32, (size - count) as u16);
            }
            self.block_mut(first, count as u16).iter_mut().zip(block).for_each(|(slot, new)| *slot = new);
            return first;
        }
        let chunk = &mut self.chunks[self.filling];
        let place = self.filling * CHUNK + chunk.len();
        chunk.extend(block);
        place as u32
    }

    fn within(first: u32, count: u16) -> (usize, Range<usize>) {
        let (chunk, at) = (first as usize / CHUNK, first as usize % CHUNK);
        (chunk, at..at + usize::from(count))
    }

    pub(super) fn block(&self, first: u32, count: u16) -> &[T] {
        let (chunk, range) = Self::within(first, count);
        &self.chunks[chunk][range]
    }

    pub(super) fn block_mut(&mut self, first: u32, count: u16) -> &mut [T] {
        let (chunk, range) = Self::within(first, count);
        &mut self.chunks[chunk][range]
    }
}
