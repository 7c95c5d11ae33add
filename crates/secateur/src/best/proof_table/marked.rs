//! The marks of proofs beside their entries, for games in which a repetition is no draw.

use super::{Entry, WORDS, key_of};
use crate::Marks;
use crate::table::Pages;
use std::sync::OnceLock;

/// The words of a proof's marks, and one that tells whose they are.
pub(super) const WIDTH: usize = Marks::WORDS + 1;

/// The marks of every entry that has some. No memory is taken before the first.
#[derive(Default)]
pub(super) struct Beside(OnceLock<Option<Pages>>);

impl Beside {
    /// The marks of an entry at this place; all, if none are kept for it.
    pub(super) fn get(&self, at: usize, entry: Entry) -> Marks {
        let Some(pages) = self.0.get().and_then(Option::as_ref) else { return Marks::ALL };
        let marks = Marks(std::array::from_fn(|i| pages.word(WIDTH * at + i)));
        if pages.word(WIDTH * at + Marks::WORDS) == owner(entry, marks) { marks } else { Marks::ALL }
    }

    /// Keeps the marks of an entry at this place, in a table of `count`.
    pub(super) fn set(&self, at: usize, count: usize, entry: Entry, marks: Marks) {
        let pages = || Pages::zeroed(count.saturating_mul(WIDTH).div_ceil(2)).ok();
        let Some(pages) = self.0.get_or_init(pages) else { return };
        for (i, word) in marks.0.into_iter().chain([owner(entry, marks)]).enumerate() {
            pages.set_word(WIDTH * at + i, word);
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.take();
    }
}

/// Tells that all words were written for this entry, and none of them for another one by another thread.
fn owner(entry: Entry, marks: Marks) -> u64 {
    let words: [u64; WORDS] = entry.into();
    words.into_iter().chain(marks.0).fold(1, key_of)
}
