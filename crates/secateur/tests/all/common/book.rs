//! A memory without limits, for tests.

use secateur::{Bounds, Keyed, Memory, Place, Recall};
use std::collections::HashMap;

/// Remembers everything that was ever proven of (position, depth), and the last good move. It does not
/// translate distances, and so is for games without decisive scores.
#[derive(Clone, Debug)]
pub(crate) struct Book<M> {
    /// Whether paths are told apart as the search's history asks.
    salted: bool,
    entries: HashMap<(u64, u64, u32), (Bounds, Option<M>)>,
}

impl<M> Book<M> {
    pub(crate) fn new(salted: bool) -> Self {
        Book { salted, entries: HashMap::new() }
    }

    fn place<G: Keyed>(&self, pos: &G, place: Place) -> (u64, u64, u32) {
        (pos.key(), if self.salted { place.salt } else { 0 }, place.depth)
    }
}

impl<G: Keyed> Memory<G> for Book<G::Move> {
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        match self.entries.get(&self.place(pos, place)) {
            Some(&(bounds, hint)) => Recall { bounds, hint },
            None => Recall::NOTHING,
        }
    }

    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, _work: u64) {
        let entry = self.entries.entry(self.place(pos, place)).or_insert((Bounds::NONE, None));
        *entry = (entry.0.and(bounds), best.or(entry.1));
    }
}
