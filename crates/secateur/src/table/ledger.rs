//! A table for whole games: one bound of a position in eight bytes.

use super::pages;
use crate::{Bounds, Keyed, Memory, Place, Recall, Score};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is proven about positions of games searched to their end: half the size of a
/// [`Table`](super::Table)'s entry, and cheaper to ask, since a bound that holds for the whole game needs no
/// depth, and a solver that looks ahead needs no move.
///
/// # What it holds
///
/// Sixteen bits of a bound, one bit for which kind it is, five for the work it took, and 42 of the key. The
/// place in the table stands for as many bits more as there are in the number of places: from 2^22 places on
/// (64 MiB), keys are told apart to the last bit. Keys of fewer bits ([`Keyed::KEY_BITS`]) need fewer places:
/// 2^7 for 49 bits.
///
/// Two entries share a place. The one that took more work stays; the other goes (two-big). An entry is
/// written at once, so that threads cannot tear it.
///
/// # Source
///
/// D. Breuker, J. Uiterwijk and J. van den Herik, *Replacement schemes for transposition tables*, 1994.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::alpha_beta_memory, table::Ledger, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let ledger = Ledger::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(ledger.handle()).watch(Stats::default());
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 9, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 11));
/// // Again: the first child's value was a bound from below for the root's opponent, and settles nothing.
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 9, Score::points(3), Score::points(4));
/// assert_eq!(value, Score::points(3));
/// ```
pub struct Ledger {
    slots: Vec<AtomicU64>,
    places: u64,
}

const CHECK: u32 = 42;
const WORK: u64 = 31;

impl Ledger {
    /// An empty ledger of at most so many bytes; at least one place.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    pub fn with_bytes(bytes: usize) -> Ledger {
        Self::try_with_bytes(bytes).expect("there should be memory for the ledger")
    }

    /// As [`Ledger::with_bytes`].
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn try_with_bytes(bytes: usize) -> Result<Ledger, TryReserveError> {
        let places = (bytes / 16).max(1);
        let mut slots = Vec::new();
        slots.try_reserve_exact(2 * places)?;
        pages::prefer_large(slots.spare_capacity_mut());
        slots.resize_with(2 * places, AtomicU64::default);
        Ok(Ledger { slots, places: places as u64 })
    }

    /// How many entries there is room for.
    pub fn entries(&self) -> usize {
        self.slots.len()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.slots.iter().for_each(|slot| slot.store(0, Relaxed));
    }

    /// Lends the ledger to a search.
    pub fn handle(&self) -> Entries<'_> {
        Entries { ledger: self, ticks: 0 }
    }

    /// The place of a key, and what tells it from others there.
    #[inline(always)]
    fn place<G: Keyed>(&self, pos: &G) -> (usize, u64) {
        // Odd factors lose nothing, nor does a shift folded in; the high bits choose the place.
        let key = pos.key() << (64 - G::KEY_BITS);
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let product = u128::from(mixed) * u128::from(self.places);
        ((product >> 64) as usize * 2, product as u64 >> (64 - CHECK))
    }
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger").field("entries", &self.entries()).finish()
    }
}

/// One bound, packed: what tells the key from others of its place, the kind of bound, work and score. No bits
/// set read as a bound that says nothing.
#[derive(Copy, Clone)]
struct Packed(u64);

impl Packed {
    #[inline(always)]
    fn new(check: u64, upper: bool, score: Score, work: u64) -> Packed {
        let work = u64::from((work | 1).ilog2()).min(WORK);
        let score = (score.get() + Score::INF.get()) as u64;
        Packed(check << 22 | u64::from(upper) << 21 | work << 16 | score)
    }

    #[inline(always)]
    fn is_for(self, check: u64) -> bool {
        self.0 >> 22 == check
    }

    #[inline(always)]
    fn work(self) -> u64 {
        self.0 >> 16 & WORK
    }

    #[inline(always)]
    fn bounds(self, ply: u32) -> Bounds {
        let score = Score::from_raw((self.0 & 0xffff) as i32 - Score::INF.get()).after(ply);
        let is_upper = self.0 >> 21 & 1 == 1;
        Bounds {
            lower: if is_upper { -Score::INF } else { score },
            upper: if is_upper { score } else { Score::INF },
        }
    }
}

/// A [`Ledger`] lent to a search ([`Ledger::handle`]), for depths beyond the end of the game.
#[derive(Copy, Clone, Debug)]
pub struct Entries<'t> {
    ledger: &'t Ledger,
    ticks: u64,
}

impl Entries<'_> {
    #[inline(always)]
    fn find<G: Keyed>(&self, pos: &G) -> Packed {
        let (place, check) = self.ledger.place(pos);
        let [first, second] = [place, place + 1].map(|i| Packed(self.ledger.slots[i].load(Relaxed)));
        let second = if second.is_for(check) { second } else { Packed(0) };
        if first.is_for(check) { first } else { second }
    }
}

impl<G: Keyed> Memory<G> for Entries<'_> {
    #[inline(always)]
    fn tick(&mut self) {
        self.ticks += 1;
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.ticks
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        Recall { bounds: self.find(pos).bounds(place.ply), hint: None }
    }

    /// Keeps the bound that the search proved: from below if it found a move, or else from above.
    #[inline(always)]
    fn record(&mut self, pos: &G, at: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        let (place, check) = self.ledger.place(pos);
        let bounds = bounds.before(at.ply);
        let score = if best.is_some() { bounds.lower } else { bounds.upper };
        let new = Packed::new(check, best.is_none(), score, work);
        let (first, second) = (&self.ledger.slots[place], &self.ledger.slots[place + 1]);
        let big = Packed(first.load(Relaxed));
        if big.is_for(check) {
            first.store(new.0, Relaxed);
        } else if big.work() <= new.work() && !Packed(second.load(Relaxed)).is_for(check) {
            second.store(big.0, Relaxed);
            first.store(new.0, Relaxed);
        } else {
            second.store(new.0, Relaxed);
        }
    }

    #[inline(always)]
    fn glance(&mut self, pos: &G, ply: u32) -> Bounds {
        self.find(pos).bounds(ply)
    }
}
