//! What a bound table holds, to be kept elsewhere and put back.

use super::{BoundTable, Part};
use std::sync::atomic::Ordering::Relaxed;

impl BoundTable {
    /// What it holds: the numbers of the places that are taken, each with its word. For [`BoundTable::take_in`] of a table
    /// made in the same way.
    ///
    /// ```
    /// use secateur::table::BoundTable;
    /// use secateur::{Score, Search, algo::alpha_beta_memory, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let table = BoundTable::with_bytes(1 << 10);
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.handle());
    /// assert_eq!(alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF), Ok(Score::points(3)));
    ///
    /// let copy = BoundTable::with_bytes(1 << 10);
    /// assert!(table.contents().all(|(place, word)| copy.take_in(place, word)));
    /// assert!(copy.contents().eq(table.contents()) && copy.contents().count() > 0);
    /// ```
    pub fn contents(&self) -> impl Iterator<Item = (u64, u64)> {
        let places = |part: &Part| part.entries();
        let near = (0..places(&self.near)).map(|at| (at, self.near.places.word(at)));
        let first = places(&self.near);
        let far = self
            .far
            .iter()
            .flat_map(move |far| (0..places(far)).map(move |at| (first + at, far.places.word(at))));
        near.chain(far).filter(|&(_, word)| word != 0).map(|(at, word)| (at as u64, word))
    }

    /// Puts a word back to its place; false if there is no such place.
    pub fn take_in(&self, place: u64, word: u64) -> bool {
        let near = self.near.entries();
        let Ok(at) = usize::try_from(place) else { return false };
        match &self.far {
            _ if at < near => self.near.places.set_word(at, word),
            Some(far) if at - near < far.entries() => {
                self.outgrown.store(true, Relaxed);
                far.places.set_word(at - near, word);
            }
            _ => return false,
        }
        true
    }
}
