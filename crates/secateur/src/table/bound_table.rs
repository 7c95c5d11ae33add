//! A table for whole games: one bound of a position in eight bytes.

mod kept;

use super::pages::{self, Pages, Pair};
use super::{NoMemory, product};
use crate::{Bounds, Keyed, Memory, Place, Recall, Score};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The bounds proven on positions of games searched to their end: half the size of a
/// [`Table`](super::Table)'s entry, and cheaper to ask, since a bound that holds for the whole game needs no
/// depth, and a solver that probes children needs no move.
///
/// # What it holds
///
/// Sixteen bits of a bound, one bit for which kind it is, five for the work it took, and 42 of the key. The
/// place in the table stands for as many further bits as number the places: from 2^22 places on
/// (64 MiB), all bits of the key are compared. Keys of fewer bits ([`Keyed::KEY_BITS`]) need fewer places:
/// 2^7 for 49 bits.
///
/// Two entries share a place. The one that took more work stays; the other goes (two-big). An entry is
/// written at once, so that threads cannot tear it.
///
/// # Near and far
///
/// Most searches need few entries, and few entries stay in the processor's caches. [`BoundTable::near_first`]
/// makes a bound table of two parts: a small one, which is used alone until it is full several times over, and a
/// large one, which takes what is proven from then on; the small one is still asked. How the parts are used
/// depends on the count of nodes, so that one thread's search is the same on every machine.
///
/// # Source
///
/// D. Breuker, J. Uiterwijk and J. van den Herik, *Replacement schemes for transposition tables*, 1994.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::alpha_beta_memory, table::BoundTable, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let bound_table = BoundTable::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(bound_table.handle()).watch(Stats::default());
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 9, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 11));
/// // Is it worth more? What is kept of the root's three children says no.
/// cx.watch = Stats::default();
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 9, Score::points(3), Score::points(4));
/// assert_eq!((value, cx.watch.nodes, cx.watch.table_hits), (Score::points(3), 4, 3));
/// ```
pub struct BoundTable {
    near: Part,
    far: Option<Part>,
    /// Whether the far part is in use.
    outgrown: AtomicBool,
}

/// Places for two entries each, the one that took more work first.
struct Part {
    places: Pages,
}

/// The near part takes one in this many bytes of the memory: 1 MiB of 64.
const SMALL: usize = 64;

/// The least size of the near part, in bytes.
const SMALLEST: usize = 1 << 16;
/// The greatest size of the near part, in bytes: what a core has to itself.
const LARGEST: usize = 2 << 20;

/// Nodes for each entry of the near part. Even when full it does well: in 2 MiB instead of 64, hard openings of
/// Connect-4 take 7 % more nodes and half the time. But an end-game of Othello of 400 million nodes takes 1.8 times as many
/// in 1 MiB.
const NODES_AN_ENTRY: u64 = 64;

/// The size up to which a part stays in the caches that a processor's core has to itself. (Waiting for entries of a near
/// part of 1 MiB was an eighth of the time of Othello's end-games.)
const CACHED: usize = 1 << 19;

const CHECK: u32 = 42;
const WORK: u64 = 31;

/// Said where a caller has not asked whether there is.
const MEMORY: &str = "there should be memory for the bound table";

impl BoundTable {
    /// An empty bound table of at most `bytes` bytes; at least one place.
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`BoundTable::try_with_bytes`] returns an error instead.
    pub fn with_bytes(bytes: usize) -> BoundTable {
        Self::try_with_bytes(bytes).expect(MEMORY)
    }

    /// Makes a bound table as [`BoundTable::with_bytes`] does.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory. (Some systems grant what they do not have.)
    ///
    /// ```
    /// use secateur::table::BoundTable;
    ///
    /// assert!(BoundTable::try_with_bytes(1 << 16).is_ok());
    /// assert!(BoundTable::try_with_bytes(usize::MAX).is_err());
    /// ```
    pub fn try_with_bytes(bytes: usize) -> Result<BoundTable, NoMemory> {
        Ok(BoundTable { near: Part::with_bytes(bytes)?, far: None, outgrown: AtomicBool::new(false) })
    }

    /// An empty bound table of two parts, of `bytes` bytes together. A small bound table is not divided.
    ///
    /// # Panics
    ///
    /// If there is not enough memory; [`BoundTable::try_near_first`] returns an error instead.
    pub fn near_first(bytes: usize) -> BoundTable {
        Self::try_near_first(bytes).expect(MEMORY)
    }

    /// Makes a bound table as [`BoundTable::near_first`] does.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    ///
    /// ```
    /// use secateur::table::BoundTable;
    ///
    /// assert!(BoundTable::try_near_first(1 << 16).is_ok());
    /// assert!(BoundTable::try_near_first(usize::MAX).is_err());
    /// ```
    pub fn try_near_first(bytes: usize) -> Result<BoundTable, NoMemory> {
        let small = (bytes / SMALL).min(LARGEST);
        if small < SMALLEST { Self::try_with_bytes(bytes) } else { Self::parted(small, bytes - small) }
    }

    /// An empty bound table of a near part and a far part of these sizes, in bytes.
    ///
    /// # Panics
    ///
    /// If there is not enough memory.
    ///
    /// ```
    /// use secateur::table::BoundTable;
    ///
    /// assert_eq!(BoundTable::in_parts(1 << 16, 1 << 20).entries(), (1 << 13) + (1 << 17));
    /// ```
    pub fn in_parts(near: usize, far: usize) -> BoundTable {
        Self::parted(near, far).expect(MEMORY)
    }

    fn parted(near: usize, far: usize) -> Result<BoundTable, NoMemory> {
        let far = Part::with_bytes(far)?;
        Ok(BoundTable { far: Some(far), ..Self::try_with_bytes(near)? })
    }

    /// The number of entries there is room for.
    pub fn entries(&self) -> usize {
        self.near.entries() + self.far.as_ref().map_or(0, Part::entries)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.near.places.clear();
        // Clearing what is clean would only drive the rest out of the processor's caches.
        if let Some(far) = self.far.as_ref().filter(|_| self.outgrown.swap(false, Relaxed)) {
            far.places.clear();
        }
    }

    /// Lends the bound table to a search.
    pub fn handle(&self) -> Entries<'_> {
        let full = NODES_AN_ENTRY * self.near.entries() as u64;
        let grows_at = if self.far.is_some() { full } else { u64::MAX };
        let part = &self.near;
        Entries {
            bound_table: self,
            part,
            behind: None,
            ticks: 0,
            grows_at,
            wants_fetches: false,
            fetches: false,
        }
    }
}

impl std::fmt::Debug for BoundTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoundTable").field("entries", &self.entries()).finish()
    }
}

/// The key of what is still played for, mixed: odd factors lose nothing, nor does a shift folded in; the high bits choose
/// the place. With it the points that are settled, which entries leave out.
#[inline(always)]
fn mixed<G: Keyed>(pos: &G) -> (u64, i32) {
    let (key, settled) = pos.rest();
    ((key << (64 - G::KEY_BITS)).wrapping_mul(0x9e37_79b9_7f4a_7c15), settled)
}

impl Part {
    fn with_bytes(bytes: usize) -> Result<Part, NoMemory> {
        Ok(Part { places: Pages::zeroed(bytes / size_of::<Pair>())? })
    }

    fn entries(&self) -> usize {
        2 * self.places.len()
    }

    /// The place of a key, and the bits that tell it from others there.
    #[inline(always)]
    fn place(&self, mixed: u64) -> (&Pair, u64) {
        let (low, high) = product(mixed, self.places.len() as u64);
        (&self.places[high as usize], low >> (64 - CHECK))
    }

    #[inline(always)]
    fn find(&self, mixed: u64) -> Packed {
        let (pair, check) = self.place(mixed);
        let [first, second] = [0, 1].map(|i| Packed(pair.0[i].load(Relaxed)));
        let second = if second.is_for(check) { second } else { Packed(0) };
        if first.is_for(check) { first } else { second }
    }
}

/// One bound, packed: the bits that tell the key from others of its place, the kind of bound, work and score. With no
/// bits set it reads as a bound that proves nothing.
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
    fn bounds(self, ply: u32, settled: i32) -> Bounds {
        let score = Score::from_raw((self.0 & 0xffff) as i32 - Score::INF.get()).to_root(ply);
        let score = if settled == 0 || self.0 & 0xffff == 0 { score } else { score + settled };
        let is_upper = self.0 >> 21 & 1 == 1;
        Bounds {
            lower: if is_upper { -Score::INF } else { score },
            upper: if is_upper { score } else { Score::INF },
        }
    }
}

/// A [`BoundTable`] lent to a search ([`BoundTable::handle`]), for depths beyond the end of the game.
#[derive(Copy, Clone)]
pub struct Entries<'t> {
    bound_table: &'t BoundTable,
    /// The part that is written to, as of the last node.
    part: &'t Part,
    /// The part asked where that one has no answer.
    behind: Option<&'t Part>,
    ticks: u64,
    /// The count of nodes at which the near part is outgrown.
    grows_at: u64,
    wants_fetches: bool,
    /// Whether the part is so large that fetching pays.
    fetches: bool,
}

impl Entries<'_> {
    /// Fetches entries of large bound tables, which lie far away, before they are asked for. For
    /// [`ChildProbe`](crate::order::ChildProbe), which asks about many at a time.
    pub fn fetching(self) -> Self {
        let fetches = size_of_val(&*self.part.places) > CACHED;
        Entries { wants_fetches: true, fetches, ..self }
    }

    #[inline(always)]
    fn find<G: Keyed>(&self, pos: &G) -> (Packed, i32) {
        let (mixed, settled) = mixed(pos);
        let found = self.part.find(mixed);
        match self.behind {
            Some(behind) if found.0 == 0 => (behind.find(mixed), settled),
            _ => (found, settled),
        }
    }

    /// Switches to the far part.
    #[cold]
    fn go_far(&mut self) {
        if let Some(far) = &self.bound_table.far {
            (self.part, self.behind) = (far, Some(&self.bound_table.near));
            self.fetches = self.wants_fetches;
        }
    }
}

impl std::fmt::Debug for Entries<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entries").field("table", self.bound_table).field("ticks", &self.ticks).finish()
    }
}

impl<G: Keyed> Memory<G> for Entries<'_> {
    #[inline(always)]
    fn tick(&mut self) {
        self.ticks += 1;
        if self.ticks == self.grows_at {
            self.bound_table.outgrown.store(true, Relaxed);
        }
        if self.behind.is_none() && self.bound_table.outgrown.load(Relaxed) {
            self.go_far();
        }
    }

    #[inline(always)]
    fn ticks(&self) -> u64 {
        self.ticks
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, place: Place) -> Recall<G::Move> {
        let (found, settled) = self.find(pos);
        Recall { bounds: found.bounds(place.ply, settled), hint: None }
    }

    /// Keeps the bound that the search proved: from below if it found a move, or else from above.
    #[inline(always)]
    fn record(&mut self, pos: &G, at: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        let (mixed, settled) = mixed(pos);
        let (pair, check) = self.part.place(mixed);
        let bounds = bounds.to_node(at.ply);
        let score = if best.is_some() { bounds.lower } else { bounds.upper } - settled;
        let new = Packed::new(check, best.is_none(), score, work);
        let [first, second] = &pair.0;
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
    fn peek(&mut self, pos: &G, ply: u32) -> Bounds {
        let (found, settled) = self.find(pos);
        found.bounds(ply, settled)
    }

    #[inline(always)]
    fn refutes(&mut self, child: &G, ply: u32, beta: Score) -> bool {
        // The window is converted to the entries' scale once per node, rather than each entry to a score.
        let most = (-beta).to_node(ply).get() + Score::INF.get();
        let (Packed(found), settled) = self.find(child);
        found >> 21 & 1 == 1 && (found & 0xffff) as i32 + settled <= most
    }

    #[inline(always)]
    fn prefetch(&mut self, child: &G) {
        if self.fetches {
            pages::fetch(self.part.place(mixed(child).0).0);
        }
    }
}
