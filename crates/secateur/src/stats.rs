//! Counts of what a search does.

use crate::{Game, Score, Step, Watch, Why};

/// Counts what a search does.
///
/// ```
/// use secateur::{Score, Search, Stats, algo, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// let Stats { nodes, leaves, horizon, cutoffs, first_move_cutoffs, seldepth, .. } = cx.watch;
/// assert_eq!((nodes, leaves, horizon), (11, 7, 0)); // seven leaves, all of them by the rules
/// assert_eq!((cutoffs, first_move_cutoffs, seldepth), (2, 1, 2));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Nodes opened, the root and re-searched ones included, and those that knowledge opened by itself.
    pub nodes: u64,
    /// Nodes that ended with a static value, by the rules, or by what knowledge proves.
    pub leaves: u64,
    /// Leaves that the depth cut off, with a static value.
    pub horizon: u64,
    /// Nodes that the table answered.
    pub table_hits: u64,
    /// Nodes that a trick of selective search settled by a bet ([`Why::is_bet`]): neither leaves nor proofs.
    pub bets: u64,
    /// Nodes that a move cut off.
    pub cutoffs: u64,
    /// Nodes that the first move cut off.
    pub first_move_cutoffs: u64,
    /// Children searched a second time with a wider window.
    pub researches: u64,
    /// Nodes opened in such second searches, each once: the cost of searching again.
    pub researched: u64,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The second search under way that is no part of another, if any: its ply, and the nodes before it.
    again: Option<(u32, u64)>,
}

impl<G: Game> Watch<G> for Stats {
    #[inline(always)]
    fn enter(&mut self, _: &G, ply: u32, _: u32, _: Score, _: Score) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
    }
    #[inline(always)]
    fn within(&mut self, nodes: u64) {
        self.nodes += nodes;
    }
    #[inline(always)]
    fn known(&mut self, _: u32, _: Score, why: Why) {
        match why {
            Why::Table | Why::Etc => self.table_hits += 1,
            Why::Leaf | Why::StandPat => {
                self.horizon += 1;
                self.leaves += 1;
            }
            Why::Rules | Why::Repetition | Why::Upcoming | Why::Bounds => self.leaves += 1,
            _ => self.bets += 1,
        }
    }
    #[inline(always)]
    fn descend(&mut self, ply: u32, step: Step<G::Move>) {
        if matches!(step, Step::Again(_)) {
            self.researches += 1;
            self.again = self.again.or(Some((ply, self.nodes)));
        }
    }
    #[inline(always)]
    fn ascend(&mut self, ply: u32, step: Step<G::Move>, _: Option<Score>) {
        if matches!(step, Step::Again(_))
            && let Some((_, before)) = self.again.take_if(|(from, _)| *from == ply)
        {
            self.researched += self.nodes - before;
        }
    }
    #[inline(always)]
    fn cutoff(&mut self, _: u32, index: usize, _: G::Move) {
        self.cutoffs += 1;
        self.first_move_cutoffs += u64::from(index == 0);
    }
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.horizon += other.horizon;
        self.table_hits += other.table_hits;
        self.bets += other.bets;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.researches += other.researches;
        self.researched += other.researched;
        self.seldepth = self.seldepth.max(other.seldepth);
    }
}
