use super::Rank;
use crate::Keyed;

/// Every code of a move has a place of its own: 65,536 for each side.
const CODES: usize = 1 << 16;
/// The depth beyond which more depth weighs no more.
const DEEPEST: u32 = 16;
/// A count that reaches this halves them all.
const FULL: u32 = 1 << 30;

/// Moves that have refuted much, anywhere in the tree, first: the history heuristic.
///
/// # Idea
///
/// A move that was good in many positions is likely to be good in the next one, however little else they
/// share. Each cutoff adds to the count of its move, by code and by side to move. Cutoffs near the root
/// are few, but much depends on them: one at depth `d` weighs `2^d`.
///
/// Schaeffer credits every node's best move. Here it is cutoffs alone: of a node without one, nobody knows
/// which move was the best.
///
/// # Cost
///
/// One [`Keyed::encode`] and one load per move; the default `encode` searches the move list, so a game that
/// wants this order should bring its own. Half a mebibyte, taken once and touched only where moves have
/// codes. When a count is full, all are halved, which keeps their proportions and lets old ones fade;
/// [`HistoryHeuristic::age`] does it between searches.
///
/// # Source
///
/// J. Schaeffer, *The history heuristic*, 1983, and *The history heuristic and alpha-beta search
/// enhancements in practice*, 1989.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo, order::{HistoryHeuristic, Ranked}, tree::Tree};
///
/// // In every bag but the first, the last thing is the one that refutes it.
/// let tree: Tree = "((7 8 9) (8 9 1) (9 8 2) (8 8 3))".parse().unwrap();
/// let order = Ranked::new(HistoryHeuristic::new());
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default()).order(order);
/// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.leaves), (Score::points(7), 8)); // 12 in the tree's own order
/// assert_eq!(cx.order.rank.credit(1, 2), 6); // three cutoffs at ply 1 by move 2, each at depth 1
/// ```
#[derive(Clone, Debug)]
pub struct HistoryHeuristic {
    credit: Vec<u32>,
}

impl HistoryHeuristic {
    /// A history in which no move counts anything yet.
    pub fn new() -> Self {
        HistoryHeuristic { credit: vec![0; 2 * CODES] }
    }

    /// The count of a move, by its code. Sides are told apart by the parity of the ply: even is the side
    /// to move at the root.
    pub fn credit(&self, ply: u32, code: u16) -> u32 {
        self.credit[Self::place(ply, code)]
    }

    /// Halves all counts.
    ///
    /// ```
    /// use secateur::{order::{HistoryHeuristic, Rank}, tree::Tree};
    ///
    /// let tree: Tree = "(3 12 8)".parse().unwrap();
    /// let mut history = HistoryHeuristic::new();
    /// history.cutoff(&tree, 1, 5, 2); // by move 2, at depth 5
    /// assert_eq!(history.credit(1, 2), 32);
    /// history.age();
    /// assert_eq!((history.credit(1, 2), history.credit(3, 2), history.credit(0, 2)), (16, 16, 0));
    /// ```
    pub fn age(&mut self) {
        for credit in &mut self.credit {
            *credit /= 2;
        }
    }

    /// Forgets everything: for a root with the other side to move, or another game.
    pub fn clear(&mut self) {
        self.credit.fill(0);
    }

    #[inline(always)]
    fn place(ply: u32, code: u16) -> usize {
        (ply as usize & 1) * CODES + usize::from(code)
    }
}

impl Default for HistoryHeuristic {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Keyed> Rank<G> for HistoryHeuristic {
    /// The count of the move.
    type Key = u32;

    #[inline(always)]
    fn rank(&mut self, pos: &G, ply: u32, _: Option<G::Move>, m: G::Move) -> u32 {
        self.credit(ply, pos.encode(m))
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, m: G::Move) {
        let credit = &mut self.credit[Self::place(ply, pos.encode(m))];
        *credit += 1 << depth.min(DEEPEST);
        if *credit >= FULL {
            self.age();
        }
    }
}
