use crate::best::{BestFirst, Child, End, Leaves, SearchTree};
use crate::{Bounds, Cx, MoveOf, Node, Score, Value};
use std::cell::Cell;
use std::cmp::Reverse;

/// SSS*: best-first minimax. Always goes on where the most can still be hoped for, wherever that is.
///
/// # Idea
///
/// A *solution tree* holds one move at each node of one side and every move at the other's: here, all of MAX's and
/// one reply of MIN's to each. The replies settle what MAX can get at most, the *merit*. Of all solution trees
/// begun so far, the one of highest merit is taken and looked into further, where it is not solved yet: where MAX
/// moves, all children begin solution trees of their own; where MIN moves, the replies come one after the other,
/// each with what merit the ones before have left. A leaf caps the merit. A MIN node is solved with its last reply.
/// A MAX node is solved with its best child, which was ahead of all others: these need no further look.
///
/// # Contract
///
/// Returns the minimax value of (position, depth): no window, no fail-low, no fail-high. Given the same order of
/// moves, one that does not change while it runs, it never visits a leaf that [`alpha_beta`](super::alpha_beta)
/// skips, and visits those of [`mtd`](crate::drive::mtd) from above over
/// [`alpha_beta_memory`](super::alpha_beta_memory) and a table that forgets nothing, in the same order.
/// Transpositions are not noticed.
///
/// Before it returns, observers see the search go to the root's best move and come back with the value.
/// They hear every node open, but inner nodes do not close: they have no one place in the order of events.
///
/// # Cost
///
/// Unlike the pages beside it, it keeps a tree in memory, of `b^ceil(d/2)` nodes that are not solved and what has
/// been purged. Every node is opened once, but on foot: by a walk from the root.
///
/// # Panics
///
/// If there is no memory left for the tree, or the depth is more than [`Score::MAX_DISTANCE`].
///
/// # Source
///
/// G. Stockman, *A minimax algorithm better than alpha-beta?*, 1979. Ties go to the left, not to the
/// newest entry: the correction by I. Roizen and J. Pearl (*A minimax algorithm better than alpha-beta? Yes
/// and no*, 1983) and by M. Campbell and T. Marsland (1983), without which the leaves may exceed
/// alpha-beta's. That proven bounds raise and cap the merit is ours.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo::{alpha_beta, sss_star}, tree::Tree};
///
/// // The best bag is the last. SSS* looks at one thing in each, and finishes the bag that promises most:
/// // 3, 2, 14, and in the third bag 5 and 4.
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = sss_star(&mut cx, &tree, 2);
/// assert_eq!((value, cx.watch.nodes, cx.watch.leaves), (Score::points(4), 9, 5));
///
/// let mut cx = cx.watch(Stats::default());
/// let Ok(value) = alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.nodes, cx.watch.leaves), (Score::points(4), 11, 7));
/// ```
// ANCHOR: page
pub fn sss_star<C: Cx>(cx: &mut C, root: &C::Game, depth: u32) -> Value<C> {
    let above = Cell::new(State { most: Score::WIN, least: -Score::INF, solved: false, max: true });
    let mut tree = SearchTree::with_bytes(usize::MAX);
    let answer = tree.search(cx, root, &mut SssStar { depth, above: &above });
    let value = answer.bounds.upper;
    match (answer.end, answer.line.first()) {
        (End::Halted(halt), _) => Err(halt),
        (End::Settled, Some(&m)) => cx.visit(root, m, |_, _| Ok(-value)).map(|reply| -reply),
        (End::Settled, None) => Ok(value),
        _ => panic!("there should be memory for the tree"),
    }
}

impl BestFirst for SssStar<'_> {
    type Data = State;
    const EAGER: bool = false;

    fn value(&self, ply: u32, node: &State, children: &[Child<State>]) -> State {
        let (next, most) =
            (&children[self.next(ply, node, children)].data, |child: &Child<State>| child.data.most);
        if is_max(ply) {
            return State { most: next.most.min(node.most), solved: next.solved, ..*node };
        }
        let most = children.iter().map(most).fold(node.most, Score::min);
        State { most, solved: next.solved || most <= node.least, ..*node }
    }

    fn choose(&self, ply: u32, node: &State, children: &[Child<State>]) -> usize {
        self.above.set(*node);
        self.next(ply, node, children)
    }
    // ANCHOR_END: page

    fn settled(&self, ply: u32, score: Score) -> State {
        let State { most, least, .. } = self.above.get();
        let score = if is_max(ply) { score } else { -score };
        State { most: score.clamp(least, most), least, solved: true, max: is_max(ply) }
    }

    fn best(&self, ply: u32, node: &State, children: &[Child<State>]) -> usize {
        self.next(ply, node, children)
    }

    fn bounds(&self, merit: &State) -> Bounds {
        // A solved node's merit is its value.
        let bounds = Bounds { lower: if merit.solved { merit.most } else { -Score::INF }, upper: merit.most };
        if merit.max { bounds } else { Bounds { lower: -bounds.upper, upper: -bounds.lower } }
    }

    fn is_settled(&self, merit: &State) -> bool {
        merit.solved
    }
}

impl<C: Cx> Leaves<C> for SssStar<'_> {
    type Page = Self;

    fn page(&self) -> Self {
        *self
    }

    fn open(&mut self, cx: &mut C, pos: &C::Game, _: (Score, Score)) -> Result<Node<MoveOf<C>>, C::Halt> {
        let State { most, least, .. } = self.above.get();
        let (alpha, beta) = if is_max(cx.ply()) { (least, most) } else { (-most, -least) };
        cx.open(pos, self.depth - cx.ply(), alpha, beta)
    }

    fn leaf(&mut self, cx: &mut C, _: &C::Game, node: &Node<MoveOf<C>>) -> Result<State, C::Halt> {
        let (least, most) =
            if is_max(cx.ply()) { (node.alpha, node.beta) } else { (-node.beta, -node.alpha) };
        Ok(State { most, least, solved: false, max: is_max(cx.ply()) })
    }

    fn unseen(&mut self, _: &mut C, _: &C::Game, _: MoveOf<C>) -> State {
        State { most: Score::INF, least: -Score::INF, solved: false, max: true }
    }
}

/// The page as its tree calls it.
#[derive(Copy, Clone)]
struct SssStar<'s> {
    depth: u32,
    /// The node above the one that is looked at.
    above: &'s Cell<State>,
}

impl SssStar<'_> {
    /// The child to go to: where MAX moves, the leftmost of the best; where MIN moves, the first that is open, or
    /// any when all are solved.
    fn next(&self, ply: u32, node: &State, children: &[Child<State>]) -> usize {
        // Where nobody has been yet, there may be what is left for the node.
        let merit = |n: &usize| children[*n].data.most.min(node.most);
        let best = (0..children.len()).min_by_key(|n| Reverse(merit(n)));
        let open = children.iter().position(|child| !child.data.solved);
        if is_max(ply) { best } else { open }.unwrap_or(0)
    }
}

/// A node's data, as MAX sees it.
#[derive(Copy, Clone, PartialEq)]
struct State {
    /// The most that the solution trees through this node can be worth.
    most: Score,
    /// The least that knowledge proves the node to be worth; `-INF` where it proves nothing.
    least: Score,
    /// The merit is the value.
    solved: bool,
    /// Whose move it is.
    max: bool,
}

/// MAX is to move at the root.
fn is_max(ply: u32) -> bool {
    ply.is_multiple_of(2)
}
