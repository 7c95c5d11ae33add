use super::{Abdada, Order, Pick, Rank};
use crate::{Game, Hints, Memory, Score};
use std::sync::Arc;

/// Looks at where the moves lead before the first one is searched: one that memory knows to refute comes
/// first, the others by a rank.
///
/// # Idea
///
/// Most of a solver's time goes into making the positions after each move, to rank them. So they are made
/// once and handed on to the search. While they are there, memory is asked about each: if one is known to
/// be bad enough for the opponent, the node is done (enhanced transposition cutoff). Nothing depends on it but
/// the order, so that exact search stays exact. A forced move ([`Hints::is_forced`]) is neither
/// looked at nor ranked.
///
/// # Cost
///
/// A copy of the position and a probe of memory per move, and a buffer that keeps them along the path.
///
/// # Source
///
/// J. Schaeffer and A. Plaat, *New advances in alpha-beta searching*, 1996.
///
/// # Example
///
/// ```
/// use secateur::order::{ChildProbe, MoveScore};
/// use secateur::{Score, Search, Stats, Table, algo::alpha_beta_memory, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_bytes(1 << 16);
/// let order = ChildProbe::new(table.solving(), MoveScore);
/// let mut cx =
///     Search::new(|_: &Tree| Score::DRAW).memory(table.solving()).order(order).watch(Stats::default());
/// let Ok(value) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(value, Score::points(3));
/// ```
#[derive(Clone, Debug)]
pub struct ChildProbe<M, R, G: Game> {
    /// The rank by which the others are sorted.
    pub rank: R,
    /// Whether memory is asked about the moves; if not, they are ranked and handed on all the same.
    pub asks: bool,
    /// For threads that search the same tree: the marks of positions being searched, and the ply up to which they are heeded.
    pub shared: Option<(Arc<Abdada>, u32)>,
    memory: M,
    buffer: Vec<Prospect<G>>,
    /// The index at which each ply's moves begin.
    starts: Vec<usize>,
    /// The index of the move handed out last.
    given: Option<usize>,
}

#[derive(Clone, Debug)]
struct Prospect<G: Game> {
    /// The sort key: the rank above, the place from the end below, so that the greatest comes first, of equals the first.
    key: i64,
    m: G::Move,
    child: G,
}

#[inline(always)]
fn key(rank: i32, place: usize) -> i64 {
    (rank as i64) << 32 | (u32::MAX as i64 - place as i64)
}

/// The key of a move that was handed out.
const TRIED: i64 = i64::MIN;
/// The rank of a move that was put off.
const PUT_OFF: i32 = i32::MIN + 1;

impl<M, R, G: Game> ChildProbe<M, R, G> {
    /// Asks `memory`, a second handle on what the search remembers, and ranks by `rank`.
    pub fn new(memory: M, rank: R) -> Self {
        ChildProbe {
            rank,
            asks: true,
            shared: None,
            memory,
            buffer: Vec::with_capacity(1024),
            starts: vec![0; 256],
            given: None,
        }
    }
}

impl<M, R, G> Order<G> for ChildProbe<M, R, G>
where
    G: Hints,
    M: Memory<G>,
    R: Rank<G, Key = i32>,
{
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        ply: u32,
        hint: Option<G::Move>,
        beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, M, R, G> {
        self.memory.tick();
        let start = self.buffer.len();
        if self.starts.len() <= ply as usize {
            self.starts.resize(2 * ply as usize, 0);
        }
        self.starts[ply as usize] = start;
        let mut moves = pos.candidates();
        if pos.is_forced() {
            return Prepared {
                lone: moves.next(),
                best: TRIED,
                start,
                end: start,
                shared: false,
                first: true,
            };
        }
        let asks = self.asks && pos.is_worth_keeping();
        let memory = &mut self.memory;
        let refutes =
            |memory: &mut M, child: &G| child.is_worth_keeping() && memory.refutes(child, ply + 1, beta);
        // Where one is known to refute, no search need rank the others.
        let settled =
            asks && self.rank.searches(ply) && pos.candidates().any(|m| refutes(memory, &pos.child(m)));
        self.rank.begin();
        let mut best = TRIED;
        for (m, place) in moves.zip(start..) {
            // The rank comes right after the child: what both compute is then computed once.
            let child = pos.child(m);
            let rank = if settled { 0 } else { self.rank.rank(pos, ply, hint, m) };
            if asks && child.is_worth_keeping() {
                memory.prefetch(&child);
            }
            let key = key(rank, place);
            best = best.max(key);
            self.buffer.push(Prospect { key, m, child });
        }
        if asks {
            for (prospect, place) in self.buffer[start..].iter_mut().zip(start..) {
                if refutes(memory, &prospect.child) {
                    prospect.key = key(i32::MAX, place);
                    best = best.max(prospect.key);
                }
            }
        }
        let shared = self.shared.as_ref().is_some_and(|&(_, plies)| ply < plies);
        Prepared { lone: None, best, start, end: self.buffer.len(), shared, first: true }
    }

    #[inline(always)]
    fn child(&mut self, pos: &G, m: G::Move) -> G {
        match self.given.take() {
            Some(place) if self.buffer[place].m == m => self.buffer[place].child.clone(),
            _ => pos.child(m),
        }
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, index: usize, m: G::Move) {
        if self.shared.as_ref().is_some_and(|&(_, plies)| ply < plies) {
            self.done_with_all(self.starts[ply as usize]);
        }
        if index > 0 {
            for other in &self.buffer[self.starts[ply as usize]..] {
                if other.key == TRIED && other.m != m {
                    self.rank.failed(pos, ply, other.m);
                }
            }
            self.rank.cutoff(pos, ply, depth, m);
        }
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

impl<M, R, G: Hints> ChildProbe<M, R, G> {
    /// Removes the marks of this thread at the node whose moves begin here.
    fn done_with_all(&self, start: usize) {
        let Some((busy, _)) = &self.shared else { return };
        let tried = self.buffer[start..].iter().filter(|prospect| prospect.key == TRIED);
        tried.for_each(|prospect| busy.end(prospect.child.key()));
    }

    /// The move to search next, where other threads share the search: put off while one of them is busy with it, unless
    /// it is the first of its node, or all are.
    #[cold]
    fn pick_shared(&mut self, start: usize, end: usize, first: bool) -> i64 {
        let Some((busy, _)) = &self.shared else { return TRIED };
        loop {
            let best = self.buffer[start..end].iter().fold(TRIED, |best, p| best.max(p.key));
            if best == TRIED {
                return TRIED;
            }
            let place = place_of(best);
            let child = self.buffer[place].child.key();
            if !first && best >> 32 != i64::from(PUT_OFF) && busy.is(child) {
                self.buffer[place].key = key(PUT_OFF, place);
                continue;
            }
            busy.begin(child);
            return best;
        }
    }
}

/// The place of the move that has this key.
#[inline(always)]
fn place_of(key: i64) -> usize {
    (u32::MAX - key as u32) as usize
}

/// The moves of one node that are still to come.
struct Prepared<T> {
    lone: Option<T>,
    best: i64,
    start: usize,
    end: usize,
    /// Whether other threads search this node, too.
    shared: bool,
    /// Whether none has been handed out yet.
    first: bool,
}

impl<M, R, G: Hints> Pick<ChildProbe<M, R, G>, G::Move> for Prepared<G::Move> {
    #[inline(always)]
    fn next(&mut self, order: &mut ChildProbe<M, R, G>) -> Option<G::Move> {
        // A move handed out by another node is not this one's, whether it was visited or not.
        order.given = None;
        let mut best = std::mem::replace(&mut self.best, TRIED);
        if self.shared {
            order.done_with_all(self.start);
            best = order.pick_shared(self.start, self.end, std::mem::take(&mut self.first));
        } else if best == TRIED {
            best = order.buffer[self.start..self.end].iter().fold(TRIED, |best, p| best.max(p.key));
        }
        if best == TRIED {
            return self.lone.take();
        }
        let place = place_of(best);
        order.buffer[place].key = TRIED;
        order.given = Some(place);
        Some(order.buffer[place].m)
    }
}
