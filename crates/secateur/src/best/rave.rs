use super::visited::{ONE, Play, highest};
use super::{Answer, BestFirst, Child, Leaves, Playing, SearchTree, Visited};
use crate::{Bounds, Cx, MoveOf, Node, Score, digest};
use std::cell::RefCell;
use std::rc::Rc;

/// UCT with rapid action value estimates: a move is judged also by the visits in which it was made later on (*all moves as
/// first*, AMAF).
///
/// # Idea
///
/// Where stones are placed to stay, it matters little when a move is made. So each visit says something about every move
/// that its side has made from a node on, in the tree or in the game played out behind it, and not only about the first:
/// dozens of moves learn from one game. That is soon known and somewhat wrong; a move's own mean is slowly known and
/// right. The weight of the first in the sum fades with the visits `n` of the move: `sqrt(k / (3 n + k))`, so that after
/// `equivalence` visits (`k`) both count the same.
///
/// A move that nobody has been to is valued by the games in which it was made later.
///
/// # Contract
///
/// As [`uct`](super::uct). Moves are alike if their [`digest`](crate::digest) is.
///
/// # Source
///
/// S. Gelly and D. Silver, *Combining online and offline knowledge in UCT*, 2007, whose schedule of weights this is, and
/// *Monte-Carlo tree search and rapid action value estimation in computer Go*, 2011. All moves as first: B. Brügmann,
/// *Monte Carlo Go*, 1993.
///
/// # Example
///
/// ```
/// use secateur::best::{Leaf, Playing, SearchTree, rave};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let how = Playing { leaf: Leaf::Rollout { seed: 7 }, unit: 10, ..Playing::default() };
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = rave(&mut Search::new(|_: &Tree| Score::DRAW), &tree, how, 100, &mut grown);
/// assert_eq!((answer.bounds, answer.line[0]), (Bounds::exact(Score::points(3)), 0));
/// ```
// ANCHOR: page
pub fn rave<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    how: Playing,
    equivalence: u32,
    tree: &mut SearchTree<MoveOf<C>, Amaf>,
) -> Answer<MoveOf<C>, C::Halt> {
    let page = Rave { how, equivalence: equivalence.into(), made: Rc::default() };
    tree.search(cx, root, &mut Opened { play: Play::telling(how, page.made.clone()), page })
}

impl Rave {
    /// The confidence bound of a move to a child, by the logarithm of its parent's visits.
    fn upper_bound(&self, log: f64, child: &Amaf) -> f64 {
        let (visits, k) = (f64::from(child.visited.visits), self.equivalence);
        let rapid = if child.visits > 0 { (k / (3.0 * visits + k)).sqrt() } else { 0.0 };
        let mean = (1.0 - rapid) * child.visited.promise(&self.how) + rapid * child.mean();
        let doubt = self.how.exploration * (log / visits.max(1.0)).sqrt();
        if child.visited.visits + child.visits == 0 { f64::INFINITY } else { doubt - mean }
    }
}

impl BestFirst for Rave {
    type Data = Amaf;
    const EAGER: bool = false;

    fn choose(&self, ply: u32, node: &Amaf, children: &[Child<Amaf>]) -> usize {
        let open = (0..children.len()).filter(|&n| children[n].data.visited.matters(&node.visited));
        let log = f64::from(node.visited.visits).ln();
        let chosen = highest(open.map(|n| (n, self.upper_bound(log, &children[n].data))));
        self.made.borrow_mut().goes(ply, children[chosen].data.code);
        chosen
    }

    fn learn(&self, ply: u32, before: &Amaf, now: &Amaf, children: &mut [Child<Amaf>]) {
        let (visits, rewards) = now.visited.since(&before.visited);
        let mut made = self.made.borrow_mut();
        made.comes_back(ply);
        for Child { data: child, .. } in children.iter_mut().filter(|child| made.has(ply, child.data.code)) {
            (child.visits, child.total) = (child.visits + visits, child.total - rewards);
        }
    }
    // ANCHOR_END: page

    fn value(&self, _: u32, node: &Amaf, children: &[Child<Amaf>]) -> Amaf {
        Amaf { visited: node.visited.by(children.iter().map(|child| &child.data.visited)), ..*node }
    }

    fn seen(&self, before: &Amaf, now: Amaf) -> Amaf {
        Amaf { visited: now.visited, ..*before }
    }

    fn best(&self, _: u32, node: &Amaf, children: &[Child<Amaf>]) -> usize {
        node.visited.chosen(children.iter().map(|child| &child.data.visited), self.how.unit)
    }

    fn settled(&self, _: u32, score: Score) -> Amaf {
        Amaf::of(self.how.settled(score), 0)
    }

    fn bounds(&self, data: &Amaf) -> Bounds {
        data.visited.bounds
    }
}

/// The page as its tree calls it.
#[derive(Clone)]
struct Rave {
    how: Playing,
    equivalence: f64,
    made: Rc<RefCell<Made>>,
}

/// The page at its leaves.
struct Opened {
    play: Play,
    page: Rave,
}

impl<C: Cx> Leaves<C> for Opened {
    type Page = Rave;

    fn page(&self) -> Rave {
        self.page.clone()
    }

    fn unseen(&mut self, _: &mut C, _: &C::Game, m: MoveOf<C>) -> Amaf {
        Amaf::of(Visited::never(1.0), digest(&m) as u16)
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Amaf, C::Halt> {
        Ok(Amaf::of(self.play.leaf(cx, pos, node)?, 0))
    }
}

/// The moves of one visit, from its end back to where the search is.
#[derive(Default)]
pub(super) struct Made {
    /// The moves in the tree, by ply.
    path: Vec<u16>,
    /// For each side the number of the visit in which it last made the move of each code.
    last: [Vec<u32>; 2],
    visit: u32,
}

impl Made {
    /// The search goes down by this move; what was made before is another visit's.
    fn goes(&mut self, ply: u32, code: u16) {
        self.path.resize(ply as usize + 1, 0);
        self.path[ply as usize] = code;
        self.visit = self.visit.wrapping_add(1);
    }

    /// The search comes back to this ply.
    fn comes_back(&mut self, ply: u32) {
        if let Some(&code) = self.path.get(ply as usize) {
            self.mark(ply, code);
        }
    }

    /// A move is made at this ply.
    pub(super) fn mark(&mut self, ply: u32, code: u16) {
        let last = &mut self.last[ply as usize % 2];
        last.resize(1 << 15, 0);
        last[usize::from(code)] = self.visit;
    }

    /// Whether the side to move at this ply has made the move since.
    fn has(&self, ply: u32, code: u16) -> bool {
        self.last[ply as usize % 2].get(usize::from(code)) == Some(&self.visit)
    }
}

/// A node's data in [`rave`].
///
/// ```
/// use secateur::best::{Amaf, Leaf, Playing, SearchTree, rave};
/// use secateur::{Limiter, Score, Search, tree::Tree};
///
/// // The first side makes two moves, and the second of them counts as if it had been the first.
/// let tree: Tree = "(((1 2) (3 4)) ((5 6) (7 8)))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(40, || None));
/// let how = Playing { leaf: Leaf::Rollout { seed: 1 }, ..Playing::default() };
/// let _ = rave(&mut cx, &tree, how, 10, &mut grown);
/// let seen: Vec<&Amaf> = grown.children().iter().map(|child| &child.data).collect();
/// assert!(seen.iter().any(|child| child.visits > child.visited.visits));
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Amaf {
    /// The visits here.
    pub visited: Visited,
    /// The visits of its parent in which the move that leads here was made then or later.
    pub visits: u32,
    /// The move that leads here, as a number.
    code: u16,
    /// The sum of their rewards, for the side to move here.
    total: i64,
}

impl Amaf {
    fn of(visited: Visited, code: u16) -> Self {
        Amaf { visited, visits: 0, code, total: 0 }
    }

    /// The mean reward of these visits, from -1 to 1, for the side to move here.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total as f64 / f64::from(self.visits) / f64::from(ONE) }
    }
}
