use super::Rank;
use crate::Hints;

/// Counts stay within this limit on either side.
const LIMIT: i32 = 1024;
/// The amount by which a success or a failure moves a count at first.
const STEP: i32 = 16;
/// The number of counts that weigh as much as a point of move score.
const COUNTS_A_POINT: i32 = 32;

/// The game's own guess ([`Hints::move_score`]), adjusted a little by the success so far of the move and of moves like
/// it (relative history heuristic).
///
/// # Idea
///
/// A move that refuted is counted up, moves tried before it in vain are counted down, each the less the
/// nearer the count is to its limit (gravity). Counts go by [`Hints::from_to`] and by the side to move. At most,
/// they come to 32 points of move score either way.
///
/// # Source
///
/// M. Winands and others, *The relative history heuristic*, 2004.
///
/// # Example
///
/// ```
/// use secateur::{order::{RelativeHistory, Rank}, tree::Tree};
///
/// let tree: Tree = "(3 12 8)".parse().unwrap();
/// let mut merit = RelativeHistory::<Tree>::new();
/// merit.cutoff(&tree, 0, 1, 1);
/// merit.cutoff(&tree, 0, 1, 1);
/// merit.failed(&tree, 0, 2);
/// merit.failed(&tree, 0, 2);
/// assert!(merit.rank(&tree, 0, None, 1) > merit.rank(&tree, 0, None, 0));
/// assert!(merit.rank(&tree, 0, None, 2) < merit.rank(&tree, 0, None, 0));
/// assert_eq!(merit.rank(&tree, 1, None, 1), 0); // the other side's
/// ```
#[derive(Clone, Debug)]
pub struct RelativeHistory<G> {
    counts: Vec<i16>,
    game: std::marker::PhantomData<fn(G)>,
}

impl<G: Hints> RelativeHistory<G> {
    /// A history in which nothing has been counted yet.
    pub fn new() -> Self {
        RelativeHistory { counts: vec![0; 2 * G::FROM_TO_RANGE], game: std::marker::PhantomData }
    }

    #[inline(always)]
    fn count(&mut self, pos: &G, ply: u32, m: G::Move) -> &mut i16 {
        &mut self.counts[(ply as usize & 1) * G::FROM_TO_RANGE + pos.from_to(m)]
    }
}

/// Moves a count towards its limit, the less the nearer it is (gravity): it stays within `limit` on either side.
#[inline(always)]
pub(crate) fn nudge(count: &mut i16, by: i32, limit: i32) {
    let old = i32::from(*count);
    *count = (old + by - old * by.abs() / limit) as i16;
}

impl<G: Hints> Default for RelativeHistory<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Hints> Rank<G> for RelativeHistory<G> {
    type Key = i32;

    #[inline(always)]
    fn rank(&mut self, pos: &G, ply: u32, _: Option<G::Move>, m: G::Move) -> i32 {
        pos.move_score(m) + i32::from(*self.count(pos, ply, m)) / COUNTS_A_POINT
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, _: u32, m: G::Move) {
        nudge(self.count(pos, ply, m), STEP, LIMIT);
    }

    #[inline(always)]
    fn failed(&mut self, pos: &G, ply: u32, m: G::Move) {
        nudge(self.count(pos, ply, m), -STEP, LIMIT);
    }
}
