use super::{Entry, Table, zobrist::mix};
use crate::{Bounds, Keyed, Memory, Place, Recall};
use std::marker::PhantomData;

/// Decides for which depths an entry answers.
pub trait Reuse {
    /// Tells handles of different kinds apart: mixed into every key, so that one kind's entries never
    /// answer for another's.
    const KIND: u64;

    /// Whether an entry of depth `entry` (255 for all depths from there on) answers for `depth`.
    fn answers(entry: u8, depth: u32) -> bool;
}

/// An entry answers for its own depth only, as exact search to a depth demands.
///
/// Depths from 255 on are not told apart and never answered (moves are still suggested).
#[derive(Copy, Clone, Debug)]
pub enum SameDepth {}

impl Reuse for SameDepth {
    const KIND: u64 = 0;
    #[inline(always)]
    fn answers(entry: u8, depth: u32) -> bool {
        u32::from(entry) == depth && entry < u8::MAX
    }
}

/// An entry answers for its own depth and all lower ones: what selective search wants, and exact search
/// must not have.
#[derive(Copy, Clone, Debug)]
pub enum AtLeast {}

impl Reuse for AtLeast {
    const KIND: u64 = 0x6a09_e667_f3bc_c908;
    #[inline(always)]
    fn answers(entry: u8, depth: u32) -> bool {
        u32::from(entry) >= depth
    }
}

/// An entry answers for every depth: right if, and only if, depth never runs out before the game does.
#[derive(Copy, Clone, Debug)]
pub enum WholeGame {}

impl Reuse for WholeGame {
    const KIND: u64 = 0xbb67_ae85_84ca_a73b;
    #[inline(always)]
    fn answers(_: u8, _: u32) -> bool {
        true
    }
}

/// A table lent to one search. Threads that share a table have a handle each.
///
/// Translates scores between root and node, and counts nodes, so that entries know the work behind them.
#[derive(Debug)]
pub struct Handle<'t, R> {
    table: &'t Table,
    ticks: u64,
    reuse: PhantomData<fn(R)>,
}

impl<R> Copy for Handle<'_, R> {}

impl<R> Clone for Handle<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Table {
    /// For exact search to a depth. See [`SameDepth`].
    pub fn exact(&self) -> Handle<'_, SameDepth> {
        self.handle()
    }

    /// For selective search, which takes deeper answers too. See [`AtLeast`].
    pub fn playing(&self) -> Handle<'_, AtLeast> {
        self.handle()
    }

    /// For exact search to the end of the game. See [`WholeGame`].
    pub fn solving(&self) -> Handle<'_, WholeGame> {
        self.handle()
    }

    /// For any kind of reuse.
    pub fn handle<R: Reuse>(&self) -> Handle<'_, R> {
        Handle { table: self, ticks: 0, reuse: PhantomData }
    }
}

impl<'t, R: Reuse> Handle<'t, R> {
    /// The table lent.
    pub fn table(&self) -> &'t Table {
        self.table
    }

    /// The key under which the table files a position.
    #[inline(always)]
    pub fn key<G: Keyed>(pos: &G, salt: u64) -> u64 {
        // Without a salt the game's key stays as it is, so that different keys stay different.
        let salt = if salt == 0 { 0 } else { mix(salt) };
        pos.key() ^ salt ^ R::KIND
    }
}

impl<G: Keyed, R: Reuse> Memory<G> for Handle<'_, R> {
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
        let Some(entry) = self.table.probe(Self::key(pos, place.salt)) else {
            return Recall::NOTHING;
        };
        let answers = R::answers(entry.depth(), place.depth);
        let bounds = if answers { entry.bounds().after(place.ply) } else { Bounds::NONE };
        Recall { bounds, hint: entry.code().and_then(|code| pos.decode(code)) }
    }

    #[inline(always)]
    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        let code = best.map(|m| pos.encode(m));
        let entry = Entry::new(bounds.before(place.ply), code, place.depth, work);
        self.table.store::<R>(Self::key(pos, place.salt), entry);
    }

    #[inline(always)]
    fn glance(&mut self, pos: &G, ply: u32) -> Bounds {
        self.table.probe(Self::key(pos, 0)).map_or(Bounds::NONE, |entry| entry.bounds().after(ply))
    }
}
