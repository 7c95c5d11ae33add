use super::Rank;
use crate::Game;

/// The number of plies from the root that have killers. Deeper nodes do without.
const PLIES: usize = 256;

/// The two moves that last refuted a node of the same ply: killer moves.
///
/// # Idea
///
/// Nodes of one ply differ in little: the move that refuted one of them is likely to be legal in its
/// neighbours, and to refute them too. Two moves are kept for each ply, the newer before the older. Nothing
/// is generated from them, so a killer that is not legal here is never searched.
///
/// # Cost
///
/// Two comparisons per move. The memory is taken once, at the start.
///
/// # Source
///
/// S. Akl and M. Newborn, *The principal continuation and the killer heuristic*, 1977.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo, order::{Killers, Ranked}, tree::Tree};
///
/// // In every bag but the first, the last thing is the one that refutes it.
/// let tree: Tree = "((7 8 9) (8 9 1) (9 8 2) (8 8 3))".parse().unwrap();
/// let mut plain = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut ranked = plain.clone().order(Ranked::new(Killers::new()));
/// let Ok(a) = algo::alpha_beta(&mut plain, &tree, 2, -Score::INF, Score::INF);
/// let Ok(b) = algo::alpha_beta(&mut ranked, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((a, b), (Score::points(7), Score::points(7)));
/// assert_eq!((plain.watch.leaves, ranked.watch.leaves), (12, 8));
/// ```
#[derive(Clone, Debug)]
pub struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> Killers<M> {
    /// An empty set of killers.
    pub fn new() -> Self {
        Killers { plies: vec![[None; 2]; PLIES] }
    }

    /// The killers of a ply, the newer first.
    ///
    /// ```
    /// use secateur::{order::{Killers, Rank}, tree::Tree};
    ///
    /// let tree: Tree = "(3 12 8)".parse().unwrap();
    /// let mut killers = Killers::new();
    /// for m in [0, 2, 2, 1] {
    ///     Rank::<Tree>::cutoff(&mut killers, &tree, 3, 1, m);
    /// }
    /// assert_eq!((killers.at(3), killers.at(4)), ([Some(1), Some(2)], [None, None]));
    /// ```
    pub fn at(&self, ply: u32) -> [Option<M>; 2] {
        self.plies.get(ply as usize).copied().unwrap_or([None; 2])
    }

    /// Forgets all of them: for a new root, since plies are counted from the root.
    pub fn clear(&mut self) {
        self.plies.fill([None; 2]);
    }
}

impl<M: Copy + Eq> Default for Killers<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Rank<G> for Killers<G::Move> {
    /// 2 for the newer killer, 1 for the older, 0 for any other move.
    type Key = u8;

    #[inline(always)]
    fn rank(&mut self, _: &G, ply: u32, _: Option<G::Move>, m: G::Move) -> u8 {
        let [newer, older] = self.at(ply);
        if newer == Some(m) { 2 } else { u8::from(older == Some(m)) }
    }

    #[inline(always)]
    fn cutoff(&mut self, _: &G, ply: u32, _: u32, m: G::Move) {
        if let Some([newer, older]) = self.plies.get_mut(ply as usize)
            && *newer != Some(m)
        {
            *older = newer.replace(m);
        }
    }
}
