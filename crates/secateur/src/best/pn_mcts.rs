use super::numbers::goal_at;
use super::uct::upper_bound;
use super::visited::{Play, highest};
use super::{Answer, BestFirst, Child, Leaves, Numbers, Playing, SearchTree, Sums, Visited};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// PN-MCTS: UCT that is drawn to where a goal takes the fewest leaves to prove.
///
/// # Idea
///
/// Means tell little of narrow wins, where one line counts and all the others lose. Proof numbers find them, and
/// tell nothing of what is merely better. So each node has both, and to the upper confidence bound of a move comes
/// a bonus: the smaller its proof number is beside the largest of its siblings, the nearer to `pull`.
///
/// # Contract
///
/// As [`uct`](super::uct), whose search it is with `pull` 0. The goal, that the root's value is at least `goal`,
/// attracts the search and ends nothing.
///
/// # Source
///
/// E. Doe, M. Winands, D. Soemers and C. Browne, *Combining Monte-Carlo tree search with proof-number search*,
/// 2022, by the ranks of numbers; J. Kowalski and others, *Proof number based Monte-Carlo tree search*, 2023.
///
/// # Example
///
/// ```
/// use secateur::best::{Playing, SearchTree, pn_mcts};
/// use secateur::{Limiter, Score, Search, tree::Tree};
///
/// // Is there a bag with nothing below 5? The static value knows nothing, and the one with two things is the last.
/// let tree: Tree = "((9 9 9 2) (9 9 2 9) (6 7))".parse().unwrap();
/// let visits = |pull| {
///     let mut grown = SearchTree::with_bytes(1 << 16);
///     let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(9, || None));
///     let _ = pn_mcts(&mut cx, &tree, Playing::default(), Score::points(5), pull, &mut grown);
///     [0, 1, 2].map(|n| grown.children()[n].data.visited.visits)
/// };
/// assert_eq!((visits(0.0), visits(2.0)), ([3, 3, 2], [3, 2, 3]));
/// ```
// ANCHOR: page
pub fn pn_mcts<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    how: Playing,
    goal: Score,
    pull: f64,
    tree: &mut SearchTree<MoveOf<C>, Drawn>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Opened { play: Play::new(how), page: PnMcts { how, goal, pull } })
}

impl BestFirst for PnMcts {
    type Data = Drawn;
    const EAGER: bool = false;

    fn value(&self, ply: u32, node: &Drawn, children: &[Child<Drawn>]) -> Drawn {
        let numbers = children.iter().map(|child| &child.data.numbers);
        let visited = node.visited.by(children.iter().map(|child| &child.data.visited));
        Drawn { visited, numbers: node.numbers.by(numbers, goal_at(self.goal, ply), Sums::Proper) }
    }

    fn choose(&self, _: u32, node: &Drawn, children: &[Child<Drawn>]) -> usize {
        let open = |n: &usize| children[*n].data.visited.matters(&node.visited);
        let number = |n: usize| f64::from(children[n].data.numbers.delta);
        let log = f64::from(node.visited.visits).ln();
        let largest = (0..children.len()).filter(open).map(number).fold(1.0, f64::max);
        let bound = |n: usize| {
            let bonus = self.pull * (1.0 - number(n) / largest);
            bonus + upper_bound(&self.how, log, &children[n].data.visited)
        };
        highest((0..children.len()).filter(open).map(|n| (n, bound(n))))
    }
    // ANCHOR_END: page

    fn settled(&self, ply: u32, score: Score) -> Drawn {
        let numbers = Numbers::settled(score, goal_at(self.goal, ply));
        Drawn { visited: self.how.settled(score), numbers }
    }

    fn best(&self, _: u32, node: &Drawn, children: &[Child<Drawn>]) -> usize {
        node.visited.chosen(children.iter().map(|child| &child.data.visited), self.how.unit)
    }

    fn bounds(&self, data: &Drawn) -> Bounds {
        data.visited.bounds
    }
}

/// The page as its tree calls it.
#[derive(Copy, Clone)]
struct PnMcts {
    how: Playing,
    goal: Score,
    pull: f64,
}

/// The page at its leaves.
struct Opened {
    play: Play,
    page: PnMcts,
}

impl<C: Cx> Leaves<C> for Opened {
    type Page = PnMcts;

    fn page(&self) -> PnMcts {
        self.page
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Drawn, C::Halt> {
        let goal = goal_at(self.page.goal, cx.ply());
        let numbers = match node.bounds {
            Bounds { lower, .. } if lower >= goal => Numbers::settled(lower, goal),
            Bounds { upper, .. } if upper < goal => Numbers::settled(upper, goal),
            bounds => Numbers::open(1, 1, bounds),
        };
        Ok(Drawn { visited: self.play.leaf(cx, pos, node)?, numbers })
    }

    fn unseen(&mut self, _: &mut C, _: &C::Game, _: MoveOf<C>) -> Drawn {
        Drawn { visited: Visited::never(1.0), numbers: Numbers::open(1, 1, Bounds::NONE) }
    }
}

/// A node's data in [`pn_mcts`].
///
/// ```
/// use secateur::best::{Drawn, Playing, SearchTree, pn_mcts};
/// use secateur::{Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let _ = pn_mcts(&mut cx, &tree, Playing::default(), Score::points(3), 1.0, &mut grown);
/// let root: &Drawn = grown.root().unwrap();
/// assert_eq!((root.numbers.phi, root.visited.bounds.lower), (0, Score::points(3)));
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Drawn {
    /// Visits, rewards and bounds.
    pub visited: Visited,
    /// Proof numbers.
    pub numbers: Numbers,
}
