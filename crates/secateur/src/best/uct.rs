use super::visited::{Play, highest};
use super::{Answer, BestFirst, Child, Leaves, Playing, SearchTree, Visited};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// UCT with a solver: goes where means and doubts together promise most, and stops where the value is proven.
///
/// # Idea
///
/// At each node of the tree, choosing a move is a matter of pulling the best of several levers. A visit pays what
/// the leaf is taken to be worth: a static value, or the result of a game of random moves. The *upper confidence
/// bound*, mean reward plus an allowance that grows while a move is neglected and shrinks with its visits, is
/// greatest for a move that is good or little known (UCB1). Each visit adds a leaf and pays all along the way.
///
/// What the ends of games and knowledge prove is backed up beside the means: a node whose bounds meet is visited
/// no more, nor is one that is proven no better than what its parent has (the solver; with values other than won and lost it
/// is score-bounded search).
///
/// # Contract
///
/// Selective: the move is the most visited one, unless a better one is proven. Settled, it has proven the minimax
/// value at the end of the game. Bounds are proven in any case. The same numbers and seed give the same search.
///
/// # Source
///
/// L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo planning*, 2006. The solver: M. Winands, Y. Björnsson and
/// J. Saito, *Monte-Carlo tree search solver*, 2008; by bounds: T. Cazenave and A. Saffidine, *Score bounded
/// Monte-Carlo tree search*, 2010.
///
/// # Example
///
/// ```
/// use secateur::best::{End, Leaf, Playing, SearchTree, uct};
/// use secateur::{Bounds, Halt, Limiter, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let how = Playing { leaf: Leaf::Rollout { seed: 7 }, unit: 10, exploration: 1.4, minimax: 0.0 };
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(14, || None));
/// let answer = uct(&mut cx, &tree, how, &mut grown);
/// let visits: Vec<u32> = grown.children().iter().map(|child| child.data.visits).collect();
/// assert_eq!((answer.end, visits), (End::Halted(Halt::Nodes), vec![3, 2, 3]));
///
/// // With more time, it knows.
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let answer = uct(&mut cx, &tree, how, &mut grown);
/// assert_eq!((answer.bounds, answer.line[0]), (Bounds::exact(Score::points(3)), 0));
/// ```
// ANCHOR: page
pub fn uct<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    how: Playing,
    tree: &mut SearchTree<MoveOf<C>, Visited>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Opened(Play::new(how)))
}

/// The upper confidence bound of a move to a child (UCB1), by the logarithm of its parent's visits.
pub(super) fn upper_bound(how: &Playing, log: f64, child: &Visited) -> f64 {
    match child.visits {
        0 => f64::INFINITY,
        visits => -child.promise(how) + how.exploration * (log / f64::from(visits)).sqrt(),
    }
}

impl BestFirst for Uct {
    type Data = Visited;
    const EAGER: bool = false;

    fn value(&self, _: u32, node: &Visited, children: &[Child<Visited>]) -> Visited {
        node.by(children.iter().map(|child| &child.data))
    }

    fn choose(&self, _: u32, node: &Visited, children: &[Child<Visited>]) -> usize {
        let open = (0..children.len()).filter(|&n| children[n].data.matters(node));
        let log = f64::from(node.visits).ln();
        highest(open.map(|n| (n, upper_bound(&self.0, log, &children[n].data))))
    }
    // ANCHOR_END: page

    fn best(&self, _: u32, node: &Visited, children: &[Child<Visited>]) -> usize {
        node.chosen(children.iter().map(|child| &child.data), self.0.unit)
    }

    fn settled(&self, _: u32, score: Score) -> Visited {
        self.0.settled(score)
    }

    fn bounds(&self, data: &Visited) -> Bounds {
        data.bounds
    }
}

/// The page as its tree calls it.
struct Uct(Playing);

/// The page at its leaves.
struct Opened(Play);

impl<C: Cx> Leaves<C> for Opened {
    type Page = Uct;

    fn page(&self) -> Uct {
        Uct(self.0.how)
    }

    fn unseen(&mut self, _: &mut C, _: &C::Game, _: MoveOf<C>) -> Visited {
        Visited::never(1.0)
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Visited, C::Halt> {
        self.0.leaf(cx, pos, node)
    }
}
