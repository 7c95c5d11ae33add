use super::{Order, Rank, Shallow};
use crate::{Eval, Game, Memory, Never, Stop};

/// A rank, and near the root the value of a shallow search on top of so many times the rank: both in points.
///
/// # Idea
///
/// The first few plies of a large search decide about most of its nodes, and are few: there it pays to ask
/// a small search which move is best. Further down, that would cost more than it saves. Of moves that are about as good, the
/// one that costs least to search is wanted first, of which a rank may know more than a search does: in Othello, how few replies
/// it leaves. So the rank can count several times.
///
/// # Source
///
/// G. Andersson and M. Buro have ordered the moves of Othello end-games in this way since the 1990s; J. Slagle and
/// J. Dixon, *Experiments with some programs that search game trees*, 1969, for the search that orders.
///
/// # Example
///
/// ```
/// use secateur::{Eval, Order, Score, order::{ChildProbe, Pick, MoveScore, Scouted, Shallow}, tree::{LeavesOnly, Tree}};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2) (9 9))".parse().unwrap();
/// let near_root = Shallow::new(LeavesOnly, 2, 1);
/// let mut order = ChildProbe::new((), Scouted { shallow: near_root, rest: MoveScore, weight: 1 });
/// let mut moves = order.moves(&tree, 0, None, Score::INF);
/// assert_eq!(moves.next(&mut order), Some(3)); // nine at least; the others are worth 3, 2 and 2
/// ```
#[derive(Clone, Debug)]
pub struct Scouted<G: Game, E, R, M: Memory<G> = (), O: Order<G> = (), S: Stop = Never> {
    /// The search, and the ply up to which it ranks.
    pub shallow: Shallow<G, E, M, O, S>,
    /// The rank used everywhere.
    pub rest: R,
    /// How many times that rank counts where there is a search, too.
    pub weight: i32,
}

impl<G, E, R, M, O, S> Rank<G> for Scouted<G, E, R, M, O, S>
where
    G: Game,
    E: Eval<G>,
    R: Rank<G, Key = i32>,
    M: Memory<G>,
    O: Order<G>,
    S: Stop,
{
    type Key = i32;

    #[inline(always)]
    fn begin(&mut self) {
        self.rest.begin();
        self.shallow.begin();
    }

    #[inline(always)]
    fn searches(&self, ply: u32) -> bool {
        ply < self.shallow.plies()
    }

    #[inline(always)]
    fn rank(&mut self, pos: &G, ply: u32, hint: Option<G::Move>, m: G::Move) -> i32 {
        let rank = self.rest.rank(pos, ply, hint, m);
        if !self.searches(ply) {
            return rank;
        }
        self.weight * rank + self.shallow.rank(pos, ply, hint, m).get()
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, m: G::Move) {
        self.rest.cutoff(pos, ply, depth, m);
    }

    #[inline(always)]
    fn failed(&mut self, pos: &G, ply: u32, m: G::Move) {
        self.rest.failed(pos, ply, m);
    }
}
