use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that threads are searching right now, so that others may begin elsewhere.
///
/// # Idea
///
/// Threads that share a table and search the same tree would go the same way, and do everything twice. A thread
/// about to search a move that another one is busy with puts it off: by the time it comes back to it, the
/// table knows the answer. The first move of a node is not put off, since it may refute it and save the rest.
/// Nothing but the order of moves depends on it, so that a mark left behind, or lost, costs time at most.
///
/// # Source
///
/// J.-C. Weill, *The ABDADA distributed minimax search algorithm*, 1996; T. Kerrigan, *Simplified ABDADA*, 2017,
/// for marks outside the table.
///
/// # Example
///
/// ```
/// use secateur::order::Abdada;
///
/// let busy = Abdada::default();
/// busy.begin(7);
/// assert!(busy.is(7) && !busy.is(8));
/// busy.end(7);
/// assert!(!busy.is(7));
/// ```
#[derive(Debug)]
pub struct Abdada {
    keys: Box<[AtomicU64]>,
}

/// The number of marks: room for many, since a thread marks one position per ply.
const PLACES: usize = 1 << 12;

impl Default for Abdada {
    fn default() -> Self {
        Abdada { keys: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Abdada {
    #[inline]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.keys[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize]
    }

    /// Marks the position of this key: a thread begins to search it.
    #[inline]
    pub fn begin(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// Whether a thread is searching the position of this key.
    #[inline]
    pub fn is(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Removes the mark: the thread has finished with the position.
    #[inline]
    pub fn end(&self, key: u64) {
        if self.is(key) {
            self.place(key).store(0, Ordering::Relaxed);
        }
    }
}
