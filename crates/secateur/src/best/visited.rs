use super::backed_up;
use super::rave::Made;
use crate::table::product;
use crate::{Bounds, Cx, Game, MoveOf, Node, Score, Value, Why, digest};
use std::cell::RefCell;
use std::rc::Rc;

/// A node's data in Monte-Carlo tree searches.
///
/// ```
/// use secateur::best::{Playing, SearchTree, Visited, uct};
/// use secateur::{Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let _ = uct(&mut cx, &tree, Playing { unit: 10, ..Playing::default() }, &mut grown);
/// let root: &Visited = grown.root().unwrap();
/// // All is proven: the mean is what was seen on the way there.
/// assert_eq!((root.bounds.lower, root.visits), (Score::points(3), 12));
/// assert!(root.mean() > 0.0 && root.mean() < 1.0);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Visited {
    /// The number of visits.
    pub visits: u32,
    /// The proven bounds of the value.
    pub bounds: Bounds,
    /// Its share of the weight of its parent's moves, before it is divided by theirs.
    pub(super) weight: f32,
    /// The reward of the first visit, for its side to move.
    first: i32,
    /// The minimax of the static values of what was visited, as a reward for its side to move.
    likely: i32,
    /// The sum of all rewards, in units of [`ONE`].
    total: i64,
}

/// The reward of a win. Sums of whole numbers do not depend on their order.
pub(super) const ONE: i32 = 1 << 16;

impl Visited {
    /// A child that nobody has been to.
    pub(super) fn never(weight: f32) -> Self {
        Visited { visits: 0, bounds: Bounds::NONE, weight, first: 0, likely: 0, total: 0 }
    }

    /// After the first visit.
    pub(super) fn once(reward: i32, bounds: Bounds) -> Self {
        Visited { visits: 1, bounds, weight: 1.0, first: reward, likely: reward, total: reward.into() }
    }

    /// With the weight that it had before.
    pub(super) fn weighing(self, before: &Visited) -> Self {
        Visited { weight: before.weight, ..self }
    }

    /// The mean reward, from -1 for a loss to 1 for a win, for the side to move.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.total as f64 / f64::from(self.visits) / f64::from(ONE) }
    }

    /// The visits since a node was like this, and the sum of their rewards.
    #[inline(always)]
    pub(super) fn since(&self, before: &Visited) -> (u32, i64) {
        (self.visits - before.visits, self.total - before.total)
    }

    /// The reward that a visit promises the side to move.
    #[inline(always)]
    pub(super) fn promise(&self, how: &Playing) -> f64 {
        (1.0 - how.minimax) * self.mean() + how.minimax * f64::from(self.likely) / f64::from(ONE)
    }

    /// By its children, and its own first visit.
    #[inline(always)]
    pub(super) fn by<'a>(&self, children: impl Iterator<Item = &'a Visited> + Clone) -> Self {
        let (visits, total) = children.clone().fold((1, self.first.into()), |(visits, total), child| {
            (visits + child.visits, total - child.total)
        });
        let seen = children.clone().filter(|child| child.visits > 0);
        let likely = seen.map(|child| -child.likely).max().unwrap_or(self.likely);
        let bounds = backed_up(self.bounds, children.map(|child| child.bounds));
        Visited { visits, total, likely, bounds, ..*self }
    }

    /// True if a visit of this child can change what is known of its parent: it is open, and not proven to be no
    /// better than what that has.
    #[inline(always)]
    pub(super) fn matters(&self, parent: &Visited) -> bool {
        !self.bounds.is_exact() && -self.bounds.lower > parent.bounds.lower
    }

    /// The child to play: the one that proves the value, if the node is settled; or else the most visited one,
    /// unless one that is settled is better than that seems to be.
    pub(super) fn chosen<'a>(&self, children: impl Iterator<Item = &'a Visited> + Clone, unit: i32) -> usize {
        let children = children.enumerate();
        let proven = children.clone().min_by_key(|(_, child)| child.bounds.upper);
        let visited = children.filter(|(_, child)| !child.bounds.is_exact());
        // The first of several.
        let visited = visited.reduce(|best, other| if other.1.visits > best.1.visits { other } else { best });
        let seems = visited.map_or(-1.0, |(_, child)| -child.mean()) * f64::from(ONE);
        let is = proven.map_or(-ONE, |(_, child)| reward(-child.bounds.upper, unit));
        let by_proof = visited.is_none() || self.bounds.is_exact() || f64::from(is) >= seems;
        if by_proof { proven } else { visited }.map_or(0, |(n, _)| n)
    }
}

/// The evaluation of a leaf.
///
/// ```
/// use secateur::best::{Leaf, Playing, SearchTree, uct};
/// use secateur::{Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// for leaf in [Leaf::Static, Leaf::Rollout { seed: 1 }] {
///     let mut cx = Search::new(|_: &Tree| Score::DRAW);
///     let how = Playing { leaf, unit: 10, ..Playing::default() };
///     assert_eq!(uct(&mut cx, &tree, how, &mut SearchTree::with_bytes(1 << 16)).line[0], 0);
/// }
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Leaf {
    /// Its static value.
    Static,
    /// The result of one game of random moves, the same for the same seed.
    Rollout {
        /// Any number.
        seed: u64,
    },
}

/// Settings of [`uct`](super::uct), [`puct`](super::puct) and [`pn_mcts`](super::pn_mcts).
///
/// ```
/// use secateur::best::{Leaf, Playing};
///
/// let how = Playing::default();
/// assert_eq!((how.leaf, how.unit, how.exploration, how.minimax), (Leaf::Static, 100, 1.4, 0.0));
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Playing {
    /// The evaluation of leaves.
    pub leaf: Leaf,
    /// The points that are worth half a win: `p` points reward `p / (|p| + unit)`. At least 1.
    pub unit: i32,
    /// The weight of what is unknown against what is good.
    pub exploration: f64,
    /// The weight of the minimax of static values below a node against the mean of the rewards there, from 0 to 1: implicit
    /// minimax backups (M. Lanctot, M. Winands, T. Pepels and N. Sturtevant, *Monte Carlo tree search with heuristic
    /// evaluations using implicit minimax backups*, 2014). One strong reply is seen at once, whatever the mean.
    pub minimax: f64,
}

impl Playing {
    /// A node that is settled.
    pub(super) fn settled(&self, score: Score) -> Visited {
        Visited::once(reward(score, self.unit), Bounds::exact(score))
    }
}

impl Default for Playing {
    fn default() -> Self {
        Playing { leaf: Leaf::Static, unit: 100, exploration: 1.4, minimax: 0.0 }
    }
}

/// The reward of a score, from -[`ONE`] to [`ONE`].
pub(super) fn reward(score: Score, unit: i32) -> i32 {
    let points = i64::from(score.get());
    let size = points.abs() + i64::from(unit.max(1));
    if score.is_decisive() { ONE * points.signum() as i32 } else { (points * i64::from(ONE) / size) as i32 }
}

/// The child whose bound is the highest, of several the first.
#[inline(always)]
pub(super) fn highest(bounds: impl Iterator<Item = (usize, f64)>) -> usize {
    bounds.reduce(|best, other| if other.1 > best.1 { other } else { best }).map_or(0, |(n, _)| n)
}

/// The state that searches by visits have in common.
pub(super) struct Play {
    pub(super) how: Playing,
    /// The state of the random numbers.
    state: u64,
    /// The number of moves that there were in the positions of the games played out.
    moves: u64,
    /// Is told the moves of the games played out, if anybody asks.
    made: Option<Rc<RefCell<Made>>>,
}

impl Play {
    pub(super) fn new(how: Playing) -> Self {
        Play {
            how,
            state: if let Leaf::Rollout { seed } = how.leaf { seed } else { 0 },
            moves: 0,
            made: None,
        }
    }

    /// The same, telling the moves of the games played out.
    pub(super) fn telling(how: Playing, made: Rc<RefCell<Made>>) -> Self {
        Play { made: Some(made), ..Play::new(how) }
    }

    /// The result of a game of random moves from a node that is open, for the side to move, and the number of moves that
    /// there were in all its positions.
    pub(super) fn out<C: Cx>(&mut self, cx: &mut C, pos: &C::Game) -> Result<(Score, u64), C::Halt> {
        let before = self.moves;
        let result = self.rollout(cx, pos)?;
        Ok((result, self.moves - before))
    }

    pub(super) fn leaf<C: Cx>(
        &mut self,
        cx: &mut C,
        pos: &C::Game,
        node: &Node<MoveOf<C>>,
    ) -> Result<Visited, C::Halt> {
        let score = match self.how.leaf {
            Leaf::Static => cx.eval(pos),
            Leaf::Rollout { .. } => self.rollout(cx, pos)?,
        };
        let score = cx.settle(node.bounds.clamp(score), Why::Leaf);
        let mut seen = Visited::once(reward(score, self.how.unit), node.bounds);
        if self.how.leaf != Leaf::Static && self.how.minimax > 0.0 {
            seen.likely = reward(node.bounds.clamp(cx.eval(pos)), self.how.unit);
        }
        Ok(seen)
    }

    /// Plays on at random from a node that is open, to the end, or as far as scores tell distances; the result is for
    /// the side to move.
    fn rollout<C: Cx>(&mut self, cx: &mut C, pos: &C::Game) -> Value<C> {
        let moves = pos.moves().count() as u64;
        self.moves += moves;
        let (place, mut moves) = (self.below(moves.max(1)), pos.moves());
        for _ in 0..place {
            moves.next();
        }
        let Some(m) = moves.next() else { return Ok(pos.no_moves()) };
        if let Some(made) = &self.made {
            made.borrow_mut().mark(cx.ply(), digest(&m) as u16);
        }
        let mut score = Score::DRAW;
        cx.visit(pos, m, |cx, child| {
            let node = cx.open_beyond(child, -Score::INF, Score::INF)?;
            score = match node.known {
                Some(score) => score,
                None if cx.ply() >= super::grow::MAX_PLY => cx.eval(child),
                None => self.rollout(cx, child)?,
            };
            Ok(Score::INF)
        })?;
        Ok(-score)
    }

    /// A random number below `n` (splitmix64: D. Lea, G. Steele and C. Flood, 2014).
    fn below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        product(x ^ x >> 31, n).1
    }
}
