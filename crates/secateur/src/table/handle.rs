use super::{Entry, Table, zobrist::mix};
use crate::{Bounds, Keyed, Memory, Place, Recall};
use std::marker::PhantomData;

/// Decides for which depths an entry answers.
///
/// ```
/// use secateur::{Bounds, Memory, Place, Score, Table, table::Reuse, tree::Tree};
///
/// /// Deeper entries answer too, if the same side has the last word in them.
/// enum SameParity {}
/// impl Reuse for SameParity {
///     const KIND: u64 = 0x3c6e_f372_fe94_f82b; // any number that nobody else uses
///     fn answers(entry: u8, depth: u32) -> bool {
///         u32::from(entry) >= depth && (u32::from(entry) - depth) % 2 == 0
///     }
/// }
///
/// let (tree, table) = ("(1 2)".parse::<Tree>().unwrap(), Table::with_entries(64));
/// let mut memory = table.handle::<SameParity>();
/// let at = |depth| Place { ply: 0, depth, salt: 0 };
/// let value = Bounds::exact(Score::points(2));
/// memory.record(&tree, at(6), value, None, 1);
/// let answers = [7, 6, 5, 4].map(|depth| memory.recall(&tree, at(depth)).bounds == value);
/// assert_eq!(answers, [false, true, false, true]);
/// ```
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
///
/// ```
/// use secateur::table::{Reuse, SameDepth};
///
/// assert_eq!([3, 4, 5].map(|entry| SameDepth::answers(entry, 4)), [false, true, false]);
/// assert!(!SameDepth::answers(255, 255) && !SameDepth::answers(255, 300));
/// ```
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
///
/// ```
/// use secateur::table::{AtLeast, Reuse};
///
/// assert_eq!([3, 4, 5].map(|entry| AtLeast::answers(entry, 4)), [false, true, true]);
/// ```
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
///
/// ```
/// use secateur::table::{Reuse, WholeGame};
///
/// assert_eq!([3, 4, 5].map(|entry| WholeGame::answers(entry, 4)), [true, true, true]);
/// ```
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
///
/// ```
/// use secateur::{Score, Search, Table, algo::alpha_beta_memory, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_entries(64);
/// std::thread::scope(|scope| {
///     for _ in 0..2 {
///         scope.spawn(|| {
///             let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
///             let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
///             assert_eq!(value, Score::points(3)); // whatever the other one has left in the table
///         });
///     }
/// });
/// ```
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
    /// Lends the table for exact search to a depth. See [`SameDepth`].
    ///
    /// ```
    /// use secateur::{Bounds, Memory, Place, Score, Table, tree::Tree};
    ///
    /// let (tree, table) = ("(1 2)".parse::<Tree>().unwrap(), Table::with_entries(64));
    /// let (place, value) = (Place { ply: 0, depth: 1, salt: 0 }, Bounds::exact(Score::points(2)));
    /// table.exact().record(&tree, place, value, Some(1), 3);
    /// assert_eq!(table.exact().recall(&tree, place).bounds, value);
    /// assert_eq!(table.playing().recall(&tree, place).bounds, Bounds::NONE); // a shelf of its own
    /// ```
    pub fn exact(&self) -> Handle<'_, SameDepth> {
        self.handle()
    }

    /// Lends the table for selective search, which takes deeper answers too. See [`AtLeast`].
    ///
    /// ```
    /// use secateur::{Bounds, Memory, Place, Score, Table, tree::Tree};
    ///
    /// let (tree, table) = ("(1 2)".parse::<Tree>().unwrap(), Table::with_entries(64));
    /// let (at, value) = (|depth| Place { ply: 0, depth, salt: 0 }, Bounds::exact(Score::points(2)));
    /// table.playing().record(&tree, at(4), value, Some(1), 3);
    /// assert_eq!(table.playing().recall(&tree, at(3)).bounds, value);
    /// assert_eq!(table.playing().recall(&tree, at(5)).bounds, Bounds::NONE);
    /// ```
    pub fn playing(&self) -> Handle<'_, AtLeast> {
        self.handle()
    }

    /// Lends the table for exact search to the end of the game. See [`WholeGame`].
    ///
    /// ```
    /// use secateur::{Score, Search, Stats, Table, algo::alpha_beta_memory, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// // Any two depths at which the game ends first are the same.
    /// let table = Table::with_entries(64);
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.solving()).watch(Stats::default());
    /// for (depth, nodes) in [(2, 11), (9, 11 + 4)] {
    ///     let Ok(value) = alpha_beta_memory(&mut cx, &tree, depth, -Score::INF, Score::INF);
    ///     assert_eq!((value, cx.watch.nodes), (Score::points(3), nodes));
    /// }
    /// ```
    pub fn solving(&self) -> Handle<'_, WholeGame> {
        self.handle()
    }

    /// Lends the table for any kind of reuse.
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
    ///
    /// ```
    /// use secateur::{Keyed, Table, table::{AtLeast, Handle, SameDepth}, tree::Tree};
    /// # use secateur::{Bounds, Memory, Place, Score};
    ///
    /// let (tree, table) = ("(1 2)".parse::<Tree>().unwrap(), Table::with_entries(64));
    /// # let place = Place { ply: 0, depth: 1, salt: 0 };
    /// table.playing().record(&tree, place, Bounds::exact(Score::points(2)), Some(1), 3);
    /// // A look at the entry itself:
    /// let entry = table.probe(Handle::<AtLeast>::key(&tree, 0)).unwrap();
    /// assert_eq!((entry.depth(), entry.code()), (1, Some(1)));
    /// assert!(table.probe(Handle::<SameDepth>::key(&tree, 0)).is_none());
    /// ```
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
        let bounds = if answers { entry.bounds().to_root(place.ply) } else { Bounds::NONE };
        Recall { bounds, hint: entry.code().and_then(|code| pos.decode(code)) }
    }

    #[inline(always)]
    fn record(&mut self, pos: &G, place: Place, bounds: Bounds, best: Option<G::Move>, work: u64) {
        let code = best.map(|m| pos.encode(m));
        let entry = Entry::new(bounds.to_node(place.ply), code, place.depth, work);
        self.table.store::<R>(Self::key(pos, place.salt), entry);
    }

    #[inline(always)]
    fn peek(&mut self, pos: &G, ply: u32) -> Bounds {
        self.table.probe(Self::key(pos, 0)).map_or(Bounds::NONE, |entry| entry.bounds().to_root(ply))
    }
}
