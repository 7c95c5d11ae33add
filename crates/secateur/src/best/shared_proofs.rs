use super::{Numbers, ProofTable};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A [`ProofTable`] that several threads search at once for the same goal from the same root, and the marks of where
/// each of them is.
///
/// What one proves, all know. They keep out of each other's way by *virtual* numbers: a position that others are at
/// counts as if it took more leaves to prove than it does (T. Kaneko, *Parallel depth first proof number search*,
/// 2010), so that a thread which could as well go elsewhere does.
///
/// ```
/// use secateur::best::{DfPn, ProofTable, SharedProofs, df_pn_beside};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut table = ProofTable::with_entries(64);
/// let shared = SharedProofs::new(&mut table);
/// let search = || {
///     let mut cx = Search::new(|_: &Tree| Score::DRAW);
///     df_pn_beside(&mut cx, &tree, Score::points(5), DfPn::default(), &shared).bounds
/// };
/// std::thread::scope(|scope| {
///     let other = scope.spawn(search);
///     assert_eq!([search(), other.join().unwrap()], [Bounds::at_least(Score::points(5)); 2]);
/// });
/// ```
pub struct SharedProofs<'t> {
    pub(super) table: &'t ProofTable,
    marks: Box<[AtomicU32]>,
}

/// Marks, for as many positions: others of the same place count as marked too, which does no harm.
const MARKS: usize = 1 << 14;

impl<'t> SharedProofs<'t> {
    /// For a search that begins.
    pub fn new(table: &'t mut ProofTable) -> Self {
        let marks = (0..MARKS).map(|_| AtomicU32::new(0)).collect();
        table.set_root(None);
        SharedProofs { table, marks }
    }

    /// What the root has come to: another thread's numbers do not unsettle it.
    pub(super) fn settle_root(&self, numbers: Numbers) {
        if self.table.root().is_none_or(|before| !before.is_settled()) {
            self.table.set_root(Some(numbers));
        }
    }

    fn mark(&self, key: u64) -> &AtomicU32 {
        &self.marks[key as usize % MARKS]
    }

    /// A thread comes to a position.
    pub(super) fn begin(&self, key: u64) {
        self.mark(key).fetch_add(1, Relaxed);
    }

    /// A thread leaves it.
    pub(super) fn end(&self, key: u64) {
        self.mark(key).fetch_sub(1, Relaxed);
    }

    /// A number of a position as it counts for a thread that is elsewhere: a quarter more, and one, for each thread
    /// that is there.
    pub(super) fn virtually(&self, number: u32, key: u64) -> u32 {
        match (number, self.mark(key).load(Relaxed)) {
            (0 | Numbers::INFINITE, _) | (_, 0) => number,
            (number, there) => {
                number.saturating_add((number / 4 + 1).saturating_mul(there)).min(Numbers::MOST)
            }
        }
    }
}
