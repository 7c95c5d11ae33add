use super::ranked::Sorted;
use super::{Abdada, Order, Pick, Rank, Ranked};
use crate::{Keyed, Score, digest};
use std::sync::Arc;

/// Sorts as [`Ranked`] does, and puts off the moves that another thread is searching: ABDADA, for any page with a table.
///
/// # Idea
///
/// Threads that share a table need not talk to search one tree together: what one has searched, the others look up. They
/// only must not search the same move at the same time. So each marks the move that it is at. A node has two passes: the
/// first goes through all moves but those that others are at, the second through the ones put off, whose values the
/// table mostly knows by then. A node's first move is never put off: whatever it proves, the rest needs it.
///
/// # Contract
///
/// An order like any other: the page is the same, and its values are. Alone, it is [`Ranked`], node for node. All threads
/// have to ask for the same depths and windows, on one table.
///
/// # Cost
///
/// Where marks are heeded, a key, and per move a number and two accesses to the marks.
///
/// # Source
///
/// J.-C. Weill, *The ABDADA distributed minimax search algorithm*, 1996; with marks by position, move and depth outside the
/// table, as in T. Kerrigan, *Simplified ABDADA*, 2017.
///
/// # Example
///
/// ```
/// use secateur::order::{Abdada, Deferring, Pick, Ranked, TableMove};
/// use secateur::{Order, Score, tree::Tree};
/// use std::sync::Arc;
///
/// let (tree, busy): (Tree, Arc<Abdada>) = ("(3 12 8 5)".parse().unwrap(), Arc::default());
/// let thread = || Deferring { ranked: Ranked::new(TableMove), shared: Some((busy.clone(), 1)) };
/// let (mut ours, mut theirs) = (thread(), thread());
/// let mut begun = ours.moves(&tree, 0, None, Score::INF);
/// assert_eq!([begun.next(&mut ours), begun.next(&mut ours)], [Some(0), Some(1)]);
///
/// // One thread is at move 1. The other one comes back to it after the rest.
/// let mut moves = theirs.moves(&tree, 0, None, Score::INF);
/// let listed: Vec<u16> = std::iter::from_fn(|| moves.next(&mut theirs)).collect();
/// assert_eq!(listed, [0, 2, 3, 1]);
/// ```
pub struct Deferring<R: Rank<G>, G: Keyed> {
    /// The order of moves but for this.
    pub ranked: Ranked<R, G>,
    /// The marks, and the ply up to which they are heeded; none for a thread that is alone.
    pub shared: Option<(Arc<Abdada>, u32)>,
}

/// The moves of one node that are still to come.
struct Deferred<M> {
    moves: Sorted<M>,
    /// The mark of the node, where marks are heeded.
    node: Option<u64>,
    /// The mark of the move that is being searched.
    mark: Option<u64>,
    /// The number of moves that were put off.
    put_off: usize,
}

impl<M: Copy + std::hash::Hash> Deferred<M> {
    // ANCHOR: page
    /// The next move of a node that several threads search.
    #[inline(never)]
    fn next_shared<R: Rank<G>, G: Keyed<Move = M>>(
        &mut self,
        order: &mut Deferring<R, G>,
        node: u64,
    ) -> Option<M> {
        let busy = &order.shared.as_ref()?.0;
        let is_first = self.mark.is_none();
        self.mark.into_iter().for_each(|done| busy.end(done));
        loop {
            let mark = mark(node, &order.ranked.next_of(&self.moves)?);
            if !is_first && self.put_off < self.moves.left() && busy.is(mark) {
                order.ranked.put_off(&self.moves);
                self.put_off += 1;
                continue;
            }
            busy.begin(mark);
            self.mark = Some(mark);
            return self.moves.next(&mut order.ranked);
        }
    }
    // ANCHOR_END: page
}

/// The mark of a move at a node with this mark.
#[inline(always)]
fn mark<M: std::hash::Hash>(node: u64, m: &M) -> u64 {
    node ^ (digest(m) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<R: Rank<G>, G: Keyed> Deferring<R, G> {
    /// The mark of a node, by its position and the plies left to where marks are no longer heeded; none beyond.
    #[inline(always)]
    fn node(&self, pos: &G, ply: u32) -> Option<u64> {
        let left =
            self.shared.as_ref().and_then(|&(_, plies)| plies.checked_sub(ply)).filter(|&left| left > 0)?;
        Some(pos.key().rotate_left(left))
    }
}

impl<R: Rank<G>, G: Keyed> Pick<Deferring<R, G>, G::Move> for Deferred<G::Move> {
    #[inline(always)]
    fn next(&mut self, order: &mut Deferring<R, G>) -> Option<G::Move> {
        match self.node {
            None => self.moves.next(&mut order.ranked),
            Some(node) => self.next_shared(order, node),
        }
    }
}

impl<R: Rank<G>, G: Keyed> Order<G> for Deferring<R, G> {
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        ply: u32,
        hint: Option<G::Move>,
        _beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, R, G> {
        let moves = self.ranked.sort(pos, ply, hint, pos.moves());
        let node = if moves.left() > 0 { self.node(pos, ply) } else { None };
        Deferred { moves, node, mark: None, put_off: 0 }
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, index: usize, m: G::Move) {
        if let (Some((busy, _)), Some(node)) = (&self.shared, self.node(pos, ply)) {
            busy.end(mark(node, &m));
        }
        self.ranked.cutoff(pos, ply, depth, index, m);
    }

    #[inline(always)]
    fn mark(&self) -> usize {
        self.ranked.mark()
    }

    #[inline(always)]
    fn release(&mut self, mark: usize) {
        self.ranked.release(mark);
    }
}
