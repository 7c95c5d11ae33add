use super::{Order, Pick};
use crate::{Game, Hints, Score};

/// One reason to search a move earlier than another.
///
/// ```
/// use secateur::{Game, Score, Search, Stats, algo::alpha_beta, order::{Rank, Ranked}, tree::Tree};
/// use std::cmp::Reverse;
///
/// /// First the moves that leave the opponent few.
/// struct Confining;
/// impl<G: Game> Rank<G> for Confining {
///     type Key = Reverse<usize>;
///     fn rank(&mut self, pos: &G, _ply: u32, _hint: Option<G::Move>, m: G::Move) -> Self::Key {
///         Reverse(pos.child(m).moves().count())
///     }
/// }
///
/// let tree: Tree = "((6 5 3 9) (5 9 4) (8))".parse().unwrap();
/// let mut plain = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut ranked = plain.clone().order(Ranked::new(Confining));
/// let Ok(a) = alpha_beta(&mut plain, &tree, 2, -Score::INF, Score::INF);
/// let Ok(b) = alpha_beta(&mut ranked, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((a, b), (Score::points(8), Score::points(8)));
/// assert_eq!((plain.watch.leaves, ranked.watch.leaves), (8, 3));
/// ```
pub trait Rank<G: Game> {
    /// The key that moves are compared by; the greatest comes first.
    type Key: Ord + Copy;

    /// Called before the moves of a node are ranked, one by one and without a break.
    #[inline(always)]
    fn begin(&mut self) {}

    /// Whether ranking a node at `ply` takes searches, so that it is worth finding out first whether anything depends on it.
    #[inline(always)]
    fn searches(&self, _ply: u32) -> bool {
        false
    }

    /// The rank of a legal move of the node at `ply`.
    fn rank(&mut self, pos: &G, ply: u32, hint: Option<G::Move>, m: G::Move) -> Self::Key;

    /// Called when the move refuted a node at `ply`, searched to `depth`.
    #[inline(always)]
    fn cutoff(&mut self, _pos: &G, _ply: u32, _depth: u32, _m: G::Move) {}

    /// Called for a move that was tried, in vain, before the one that refuted.
    #[inline(always)]
    fn failed(&mut self, _pos: &G, _ply: u32, _m: G::Move) {}
}

/// The first rank decides, the second breaks ties.
impl<G: Game, A: Rank<G>, B: Rank<G>> Rank<G> for (A, B) {
    type Key = (A::Key, B::Key);
    #[inline(always)]
    fn begin(&mut self) {
        self.0.begin();
        self.1.begin();
    }
    #[inline(always)]
    fn rank(&mut self, pos: &G, ply: u32, hint: Option<G::Move>, m: G::Move) -> Self::Key {
        (self.0.rank(pos, ply, hint, m), self.1.rank(pos, ply, hint, m))
    }
    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, m: G::Move) {
        self.0.cutoff(pos, ply, depth, m);
        self.1.cutoff(pos, ply, depth, m);
    }
    #[inline(always)]
    fn failed(&mut self, pos: &G, ply: u32, m: G::Move) {
        self.0.failed(pos, ply, m);
        self.1.failed(pos, ply, m);
    }
}

/// The remembered move before all others.
///
/// ```
/// use secateur::{Order, Score, order::{Pick, Ranked, TableMove}, tree::Tree};
///
/// let tree: Tree = "(3 12 8)".parse().unwrap();
/// let mut order = Ranked::new(TableMove);
/// let mut moves = order.moves(&tree, 0, Some(1), Score::INF);
/// let listed: Vec<u16> = std::iter::from_fn(|| moves.next(&mut order)).collect();
/// assert_eq!(listed, [1, 0, 2]);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct TableMove;

impl<G: Game> Rank<G> for TableMove {
    type Key = bool;
    #[inline(always)]
    fn rank(&mut self, _: &G, _: u32, hint: Option<G::Move>, m: G::Move) -> bool {
        hint == Some(m)
    }
}

/// Ranks by the game's own move score ([`Hints::move_score`](crate::Hints::move_score)).
///
/// ```
/// use secateur::{Game, Hints, Keyed, Order, Score, order::{Pick, MoveScore, Ranked}};
///
/// /// A row of prizes, any of which can be taken.
/// #[derive(Clone)]
/// struct Prizes(Vec<i32>);
/// impl Game for Prizes {
///     type Move = usize;
///     fn moves(&self) -> impl Iterator<Item = usize> { 0..self.0.len() }
///     fn play(&mut self, taken: usize) { self.0.remove(taken); }
/// }
/// impl Keyed for Prizes {
///     fn key(&self) -> u64 { unimplemented!("nothing is remembered here") }
/// }
/// impl Hints for Prizes {
///     fn move_score(&self, taken: usize) -> i32 { self.0[taken] }
/// }
///
/// let (prizes, mut order) = (Prizes(vec![2, 9, 5]), Ranked::new(MoveScore));
/// let mut moves = order.moves(&prizes, 0, None, Score::INF);
/// let listed: Vec<usize> = std::iter::from_fn(|| moves.next(&mut order)).collect();
/// assert_eq!(listed, [1, 2, 0]);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct MoveScore;

impl<G: Hints> Rank<G> for MoveScore {
    type Key = i32;
    #[inline(always)]
    fn rank(&mut self, pos: &G, _: u32, _: Option<G::Move>, m: G::Move) -> i32 {
        pos.move_score(m)
    }
}

/// Sorts each node's moves by rank, best first; equal ranks keep the game's own order.
///
/// All nodes on the path share one buffer, so that a node allocates nothing.
///
/// ```
/// use secateur::{Order, Score, order::{Killers, Pick, Ranked, TableMove}, tree::Tree};
///
/// let tree: Tree = "(3 12 8 5)".parse().unwrap();
/// let mut order = Ranked::new((TableMove, Killers::new()));
/// order.cutoff(&tree, 1, 4, 0, 3); // a neighbour at ply 1 was refuted by move 3
/// let mut moves = order.moves(&tree, 1, Some(2), Score::INF);
/// let listed: Vec<u16> = std::iter::from_fn(|| moves.next(&mut order)).collect();
/// assert_eq!(listed, [2, 3, 0, 1]); // remembered, killer, and the rest as they come
/// ```
#[derive(Clone, Debug)]
pub struct Ranked<R: Rank<G>, G: Game> {
    /// The rank that moves are sorted by.
    pub rank: R,
    buffer: Vec<(R::Key, G::Move)>,
}

impl<R: Rank<G>, G: Game> Ranked<R, G> {
    /// Sorts by this rank.
    pub fn new(rank: R) -> Self {
        Ranked { rank, buffer: Vec::with_capacity(1024) }
    }

    /// Takes the moves of a node into the buffer, best first. A single move is not ranked. One call per node costs
    /// nothing beside the ranking, and keeps each page's code separate.
    #[inline(never)]
    pub(super) fn sort(
        &mut self,
        pos: &G,
        ply: u32,
        hint: Option<G::Move>,
        mut moves: impl Iterator<Item = G::Move>,
    ) -> Sorted<G::Move> {
        let start = self.buffer.len();
        let Some(mut m) = moves.next() else { return Sorted { lone: None, next: start, end: start } };
        let Some(second) = moves.next() else { return Sorted { lone: Some(m), next: start, end: start } };
        let mut ahead = Some(second);
        self.rank.begin();
        loop {
            let key = self.rank.rank(pos, ply, hint, m);
            let mut place = self.buffer.len();
            self.buffer.push((key, m));
            while place > start && self.buffer[place - 1].0 < key {
                self.buffer[place] = self.buffer[place - 1];
                place -= 1;
            }
            self.buffer[place] = (key, m);
            let Some(next) = ahead else { break };
            (m, ahead) = (next, moves.next());
        }
        Sorted { lone: None, next: start, end: self.buffer.len() }
    }
}

/// A node's moves: a stretch of the shared buffer, or a single move that needs no place there.
pub(super) struct Sorted<M> {
    lone: Option<M>,
    next: usize,
    end: usize,
}

impl<M: Copy> Sorted<M> {
    /// The number of moves still to come, but for one that is alone.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.end - self.next
    }
}

impl<R: Rank<G>, G: Game> Ranked<R, G> {
    /// The move that comes next, unless it is alone.
    #[inline(always)]
    pub(super) fn next_of(&self, moves: &Sorted<G::Move>) -> Option<G::Move> {
        self.buffer[..moves.end].get(moves.next).map(|&(_, m)| m)
    }

    /// Puts the move that comes next behind all others.
    #[inline(always)]
    pub(super) fn put_off(&mut self, moves: &Sorted<G::Move>) {
        self.buffer[moves.next..moves.end].rotate_left(1);
    }
}

impl<R: Rank<G>, G: Game> Pick<Ranked<R, G>, G::Move> for Sorted<G::Move> {
    #[inline(always)]
    fn next(&mut self, order: &mut Ranked<R, G>) -> Option<G::Move> {
        if let Some((_, m)) = order.buffer[..self.end].get(self.next) {
            self.next += 1;
            return Some(*m);
        }
        self.lone.take()
    }
}

impl<R: Rank<G>, G: Game> Order<G> for Ranked<R, G> {
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        ply: u32,
        hint: Option<G::Move>,
        _beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, R, G> {
        self.sort(pos, ply, hint, pos.moves())
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, _: usize, m: G::Move) {
        self.rank.cutoff(pos, ply, depth, m);
    }

    #[inline(always)]
    fn failed(&mut self, pos: &G, ply: u32, m: G::Move) {
        self.rank.failed(pos, ply, m);
    }

    #[inline(always)]
    fn mark(&self) -> usize {
        self.buffer.len()
    }

    #[inline(always)]
    fn release(&mut self, mark: usize) {
        self.buffer.truncate(mark);
    }
}
