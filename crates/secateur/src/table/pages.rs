//! Large pages for large tables: a table is read at random, and a processor that keeps track of 2 MiB at a
//! time finds its way around in one more often.

use std::mem::MaybeUninit;

/// Asks the system to back this memory, not yet in use, by large pages. It may do so or not.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // measured: the chess engine is 4 % faster with a table of 16 MiB, 10 % with 64 MiB
pub(super) fn prefer_large<T>(memory: &mut [MaybeUninit<T>]) {
    const LARGE: usize = 2 << 20;
    let bytes = size_of_val(memory);
    let from = memory.as_mut_ptr().cast::<u8>();
    // Whole large pages only; what lies before and after them is left alone.
    let skipped = from.align_offset(LARGE);
    if skipped >= bytes || bytes - skipped < LARGE {
        return;
    }
    let length = (bytes - skipped) / LARGE * LARGE;
    // SAFETY: `skipped` and `length` stay within the slice, which is borrowed exclusively. The advice is about
    // which pages back the memory: it changes no contents and no right of access, and a refusal changes
    // nothing at all, so that the answer is of no interest.
    unsafe {
        libc::madvise(from.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
    }
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_large<T>(_: &mut [MaybeUninit<T>]) {}

/// Asks the processor to bring memory into its caches: an early load whose result is not waited for.
#[inline(always)]
#[allow(unsafe_code)] // measured: Othello's end-games are solved in three quarters of the time with a table of 64 MiB
pub fn fetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is a hint. It reads nothing into the program, faults at no address, and is part
    // of SSE, which every x86-64 processor has; the pointer comes from a reference anyway.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::hint::black_box(place);
}
