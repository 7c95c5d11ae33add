//! Memory for large tables: clean, untouched until it is used, and in large pages. A table is read at random, and a
//! processor that keeps track of 2 MiB at a time finds its way around in one more often.

use super::NoMemory;
use std::alloc::Layout;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Two words in one line of the processor's caches.
#[derive(Default)]
#[repr(align(16))]
pub(crate) struct Pair(pub(super) [AtomicU64; 2]);

impl Pair {
    #[inline(always)]
    pub(super) fn words(&self) -> (u64, u64) {
        (self.0[0].load(Relaxed), self.0[1].load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn set(&self, (first, second): (u64, u64)) {
        self.0[0].store(first, Relaxed);
        self.0[1].store(second, Relaxed);
    }
}

/// A fixed number of pairs, zero at first. The system hands out clean memory a page at a time, when it is touched:
/// what is never used costs nothing.
pub(crate) struct Pages {
    first: NonNull<Pair>,
    count: usize,
}

// SAFETY: the memory belongs to this value alone, as a box's does; pairs may be sent and shared.
#[allow(unsafe_code)]
unsafe impl Send for Pages {}
// SAFETY: as above: what is shared are references to pairs of atomics.
#[allow(unsafe_code)]
unsafe impl Sync for Pages {}

/// Memory of at least this many bytes is emptied by handing it back to the system, which hands out clean pages instead
/// once they are touched. Less is overwritten faster than it would be handed back and touched anew.
const HANDED_BACK_FROM: usize = 128 << 20;

impl Pages {
    /// `count` pairs, at least one.
    pub(crate) fn zeroed(count: usize) -> Result<Pages, NoMemory> {
        let count = count.max(1);
        let no_memory = NoMemory { bytes: count.saturating_mul(size_of::<Pair>()) };
        let layout = Layout::array::<Pair>(count).map_err(|_| no_memory)?;
        let first = NonNull::new(system::take(layout).cast()).ok_or(no_memory)?;
        Ok(Pages { first, count })
    }

    /// A word, of twice as many as there are pairs.
    #[inline(always)]
    pub(crate) fn word(&self, i: usize) -> u64 {
        self[i / 2].0[i % 2].load(Relaxed)
    }

    #[inline(always)]
    pub(crate) fn set_word(&self, i: usize, word: u64) {
        self[i / 2].0[i % 2].store(word, Relaxed);
    }

    /// Makes all words zero again. To be called while nobody else writes.
    pub(crate) fn clear(&self) {
        if size_of_val(&**self) < HANDED_BACK_FROM || !system::renew(self) {
            self.iter().for_each(|pair| pair.set((0, 0)));
        }
    }

    /// Has the system provide every page now, so that nobody waits for it later.
    pub(super) fn touch(&self) {
        const PAGE: usize = 4096 / size_of::<Pair>();
        for pair in self.iter().step_by(PAGE) {
            // A zero for a zero: it changes nothing, and asks for a page to write to, as a load does not.
            let _ = pair.0[0].compare_exchange(0, 0, Relaxed, Relaxed);
        }
    }
}

impl Deref for Pages {
    type Target = [Pair];

    #[inline(always)]
    #[allow(unsafe_code)]
    fn deref(&self) -> &[Pair] {
        // SAFETY: `zeroed` took memory for `count` pairs, aligned for them and filled with zeros, which are values of
        // atomic integers; it is given back by `drop` alone. The layout was checked to fit into an `isize`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        system::give_back(self);
    }
}

/// A long row of small numbers, zero at first, in memory as large tables have it.
pub struct Numbers {
    pages: Pages,
    count: usize,
}

impl Numbers {
    /// So many zeros.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn zeroed(count: usize) -> Result<Numbers, NoMemory> {
        Ok(Numbers { pages: Pages::zeroed(count.div_ceil(size_of::<Pair>()))?, count })
    }
}

impl std::fmt::Debug for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Numbers").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Deref for Numbers {
    type Target = [i8];

    #[inline(always)]
    #[allow(unsafe_code)] // a vector of a gigabyte lies in small pages
    fn deref(&self) -> &[i8] {
        // SAFETY: the pages have at least `count` bytes, zeroed or written below, each a valid number. They belong to this
        // value alone, which lends nobody the pairs themselves.
        unsafe { std::slice::from_raw_parts(self.pages.first.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for Numbers {
    #[inline(always)]
    #[allow(unsafe_code)] // as above
    fn deref_mut(&mut self) -> &mut [i8] {
        // SAFETY: as above, and whoever calls this is the only one who has the value.
        unsafe { std::slice::from_raw_parts_mut(self.pages.first.as_ptr().cast(), self.count) }
    }
}

/// Memory of at least a large page is asked for from the system itself, less from the allocator.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // measured: a table of 1 GiB is made in microseconds, where filling it with zeros took a third of a second
mod system {
    use super::{Layout, Pages};
    use std::ptr::null_mut;

    const LARGE: usize = 2 << 20;

    /// Zeroed memory of this layout, which is not empty; null if there is none.
    pub(super) fn take(layout: Layout) -> *mut u8 {
        let bytes = layout.size();
        if bytes < LARGE {
            // SAFETY: the layout has a size.
            return unsafe { std::alloc::alloc_zeroed(layout) };
        }
        let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, of no file and at no given address, touches nothing that exists. It is aligned to a
        // page, which is more than any layout here asks for, and full of zeros.
        let from = unsafe { libc::mmap(null_mut(), bytes, rights, kind, -1, 0) };
        if from == libc::MAP_FAILED {
            return null_mut();
        }
        prefer_large(from.cast(), bytes);
        from.cast()
    }

    /// Asks for large pages behind this memory; the system may do so or not.
    // Measured: the chess engine is 4 % faster with a table of 16 MiB, 10 % with 64 MiB.
    fn prefer_large(from: *mut u8, bytes: usize) {
        // Whole large pages only; what lies before and after them is left alone.
        let skipped = from.align_offset(LARGE);
        if skipped >= bytes || bytes - skipped < LARGE {
            return;
        }
        let length = (bytes - skipped) / LARGE * LARGE;
        // SAFETY: `skipped` and `length` stay within the mapping just made. The advice is about which pages back the
        // memory: it changes no contents and no right of access, and a refusal changes nothing at all, so that the
        // answer is of no interest.
        unsafe {
            libc::madvise(from.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
        }
    }

    /// Hands the memory back and takes clean memory in its place; false if that cannot be done.
    pub(super) fn renew(pages: &Pages) -> bool {
        let bytes = size_of_val(&**pages);
        // SAFETY: from `LARGE` bytes on the memory is a private mapping of no file, made by `take`: its pages read as
        // zeros after the advice. To others that read or write it meanwhile, all of it through atomics, this is as if
        // another thread had stored zeros.
        bytes >= LARGE
            && unsafe { libc::madvise(pages.first.as_ptr().cast(), bytes, libc::MADV_DONTNEED) } == 0
    }

    pub(super) fn give_back(pages: &mut Pages) {
        let layout = Layout::for_value(&**pages);
        // SAFETY: `take` got the memory in the same of these two ways, for it depends on the size alone, with the same
        // layout; nobody has a reference to it any more.
        unsafe {
            if layout.size() < LARGE {
                std::alloc::dealloc(pages.first.as_ptr().cast(), layout);
            } else {
                libc::munmap(pages.first.as_ptr().cast(), layout.size());
            }
        }
    }
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
#[allow(unsafe_code)] // as above
mod system {
    use super::{Layout, Pages};

    /// Zeroed memory of this layout, which is not empty; null if there is none.
    pub(super) fn take(layout: Layout) -> *mut u8 {
        // SAFETY: the layout has a size.
        unsafe { std::alloc::alloc_zeroed(layout) }
    }

    pub(super) fn renew(_: &Pages) -> bool {
        false
    }

    pub(super) fn give_back(pages: &mut Pages) {
        // SAFETY: `take` allocated it with the same layout; nobody has a reference to it any more.
        unsafe { std::alloc::dealloc(pages.first.as_ptr().cast(), Layout::for_value(&**pages)) }
    }
}

/// Asks the processor to bring memory into its caches: an early load whose result is not waited for.
#[inline(always)]
#[allow(unsafe_code)] // measured: Othello's end-games are solved in three quarters of the time with a table of 64 MiB
#[cfg_attr(target_arch = "wasm32", expect(unused_variables, reason = "there is nothing to do"))]
pub fn fetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is a hint. It reads nothing into the program, faults at no address, and is part
    // of SSE, which every x86-64 processor has; the pointer comes from a reference anyway.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    // (WebAssembly has no such hint. A load in its place cost the chess engine an eighth of its speed in V8.)
    #[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
    std::hint::black_box(place);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Below and above every border between two ways of getting, emptying and giving back memory.
    #[test]
    fn memory_is_zero_at_first_and_after_it_was_cleared() {
        for bytes in [16, (2 << 20) - 16, 2 << 20, (2 << 20) + 16, HANDED_BACK_FROM, HANDED_BACK_FROM + 48] {
            let pages = Pages::zeroed(bytes / 16).unwrap();
            assert_eq!(pages.len(), bytes / 16);
            let places = [0, pages.len() / 3, pages.len() - 1];
            for _ in 0..2 {
                assert!(places.iter().all(|&i| pages[i].words() == (0, 0)), "{bytes}");
                places.iter().for_each(|&i| pages[i].set((i as u64 + 1, u64::MAX)));
                pages.touch();
                assert!(places.iter().all(|&i| pages[i].words() == (i as u64 + 1, u64::MAX)), "{bytes}");
                pages.clear();
            }
        }
    }

    #[test]
    fn memory_that_nobody_has_is_refused() {
        for count in [usize::MAX, usize::MAX / 16, usize::MAX / 32, 1 << 50] {
            assert_eq!(Pages::zeroed(count).err().map(|e| e.bytes), Some(count.saturating_mul(16)));
        }
    }
}
