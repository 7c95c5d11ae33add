use super::numbers::goal_at;
use super::{Answer, BestFirst, Child, End, Leaves, Numbers, SearchTree, Sums, backed_up};
use crate::{Bounds, Cx, MoveOf, Node, Score};
use std::array::from_fn;
use std::cell::Cell;

/// Multiple-outcome proof-number search: which of several outcomes is the value? One tree answers for all of them.
///
/// # Idea
///
/// A game that can be drawn takes two proofs, *at least a draw* and *no more than that*; a game for points takes
/// more. [`pn_search`](super::pn_search) grows a tree for each. Here a node has proof and disproof numbers for every
/// goal. An outcome lies between two goals: it is proven when the lower one is reached and the upper one is not, and
/// what that takes is the sum of the two numbers. The outcome that takes least at the root *attracts* the search. On
/// the way down, the side to move at the root goes where the lower goal is reached soonest, and the other side where
/// the upper goal is missed soonest, so that each leaf serves both proofs as far as it can.
///
/// # Contract
///
/// Settled, it has proven which of the outcomes the value is ([`OutcomeTree`] says which there are); with
/// [`OutcomeTree::for_value`] the minimax value at the end of the game. The bounds are proven in any case. Static
/// values are not asked for. As with [`pn_search`](super::pn_search), positions that come back need a context that
/// follows the path.
///
/// # Source
///
/// A. Saffidine and T. Cazenave, *Multiple-outcome proof number search*, 2012.
///
/// # Example
///
/// ```
/// use secateur::best::{OutcomeTree, mopns};
/// use secateur::{Bounds, Score, Search, Stats, tree::Tree};
///
/// // Is it a win, a draw or a loss? The first bag holds a draw, and each of the others a thing that loses.
/// let tree: Tree = "((0 0 5) (4 -3 7 7) (9 -1 1))".parse().unwrap();
/// let goals = [Score::DRAW, Score::points(1)];
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let answer = mopns(&mut cx, &tree, &mut OutcomeTree::with_goals(1 << 16, &goals));
/// assert_eq!((answer.bounds, answer.line), (Bounds::exact(Score::DRAW), vec![0, 0]));
/// assert_eq!(cx.watch.nodes, 14); // two trees, one for each goal, take 21
/// ```
// ANCHOR: page
pub fn mopns<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    grown: &mut OutcomeTree<MoveOf<C>>,
) -> Answer<MoveOf<C>, C::Halt> {
    loop {
        let goals = grown.goals;
        let answer = grown.tree.search(cx, root, &mut Mopns { goals, attracting: Cell::new(0) });
        if let Some(answer) = grown.conclude(answer) {
            return answer;
        }
    }
}

impl BestFirst for Mopns {
    type Data = Outcomes;

    fn value(&self, ply: u32, node: &Outcomes, children: &[Child<Outcomes>]) -> Outcomes {
        node.by(children.iter().map(|child| &child.data), &self.goals, ply)
    }

    /// Outcome `n` lies between goals `n - 1` and `n`.
    fn choose(&self, ply: u32, node: &Outcomes, children: &[Child<Outcomes>]) -> usize {
        if ply == 0 {
            self.attracting.set(node.attracting());
        }
        let upper = self.attracting.get();
        let lower = upper.wrapping_sub(1);
        let goals = if ply.is_multiple_of(2) { [lower, upper] } else { [upper, lower] };
        let goal = goals.into_iter().find(|&goal| node.is_open(goal)).unwrap_or(0);
        (0..children.len()).min_by_key(|&n| children[n].data.delta[goal]).unwrap_or(0)
    }
    // ANCHOR_END: page

    /// The move that proves most, once all is proven.
    fn best(&self, ply: u32, node: &Outcomes, children: &[Child<Outcomes>]) -> usize {
        if !self.is_settled(node) {
            return self.choose(ply, node, children);
        }
        (0..children.len()).min_by_key(|&n| children[n].data.bounds.upper).unwrap_or(0)
    }

    fn settled(&self, ply: u32, score: Score) -> Outcomes {
        Outcomes::leaf(Bounds::exact(score), &self.goals, ply)
    }

    fn bounds(&self, data: &Outcomes) -> Bounds {
        data.bounds
    }

    fn is_settled(&self, data: &Outcomes) -> bool {
        (0..GOALS).all(|goal| !data.is_open(goal))
    }
}

impl<C: Cx> Leaves<C> for Mopns {
    type Page = Self;

    fn page(&self) -> Self {
        self.clone()
    }

    fn leaf(&mut self, cx: &mut C, _: &C::Game, node: &Node<MoveOf<C>>) -> Result<Outcomes, C::Halt> {
        Ok(Outcomes::leaf(node.bounds, &self.goals, cx.ply()))
    }
}

/// The page as its tree calls it.
#[derive(Clone)]
struct Mopns {
    /// For the side to move at the root, ascending.
    goals: [Score; GOALS],
    /// The outcome that attracts the search.
    attracting: Cell<usize>,
}

/// The number of goals that are asked for in one tree.
const GOALS: usize = 8;

/// A node's data in [`mopns`].
///
/// ```
/// use secateur::best::{OutcomeTree, Outcomes, mopns};
/// use secateur::{Bounds, Limiter, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut grown = OutcomeTree::with_goals(1 << 16, &[Score::points(3), Score::points(4)]);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(7, || None));
/// let _ = mopns(&mut cx, &tree, &mut grown);
/// // The first bag is worth 3. What is left is to show of each of the others that it is worth no more.
/// let root: &Outcomes = grown.tree().root().unwrap();
/// assert_eq!((root.numbers(0), root.numbers(1).1, root.bounds.lower), ((0, u32::MAX), 2, Score::points(3)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// The proven bounds.
    pub bounds: Bounds,
    /// φ and δ for each goal: see [`Numbers`].
    phi: [u32; GOALS],
    delta: [u32; GOALS],
}

impl Outcomes {
    /// φ and δ of a goal, by its place among them.
    pub fn numbers(&self, goal: usize) -> (u32, u32) {
        (self.phi[goal], self.delta[goal])
    }

    fn leaf(bounds: Bounds, goals: &[Score; GOALS], ply: u32) -> Self {
        Outcomes { bounds, phi: [1; GOALS], delta: [1; GOALS] }.by_bounds(goals, ply)
    }

    #[inline(always)]
    fn by<'a>(
        &self,
        children: impl Iterator<Item = &'a Outcomes> + Clone,
        goals: &[Score; GOALS],
        ply: u32,
    ) -> Self {
        let bounds = backed_up(self.bounds, children.clone().map(|child| child.bounds));
        let none = Outcomes { bounds, phi: [Numbers::INFINITE; GOALS], delta: [0; GOALS] };
        let sum = |node: Outcomes, child: &Outcomes| Outcomes {
            phi: from_fn(|n| node.phi[n].min(child.delta[n])),
            delta: from_fn(|n| Sums::Proper.add(node.numbers(n), child.numbers(n))),
            ..node
        };
        children.fold(none, sum).by_bounds(goals, ply)
    }

    /// With the numbers of goals that the bounds settle.
    #[inline(always)]
    fn by_bounds(mut self, goals: &[Score; GOALS], ply: u32) -> Self {
        for (n, &goal) in goals.iter().enumerate() {
            let goal = goal_at(goal, ply);
            if self.bounds.lower >= goal {
                (self.phi[n], self.delta[n]) = (0, Numbers::INFINITE);
            } else if self.bounds.upper < goal {
                (self.phi[n], self.delta[n]) = (Numbers::INFINITE, 0);
            }
        }
        self
    }

    /// True if it is neither proven nor disproven that a goal is reached, and if there is such a goal.
    fn is_open(&self, goal: usize) -> bool {
        goal < GOALS && self.phi[goal] > 0 && self.delta[goal] > 0
    }

    /// The outcome that takes the fewest leaves to prove, at the root.
    fn attracting(&self) -> usize {
        let reach = |n: usize| if n == 0 { 0 } else { u64::from(self.phi[n - 1]) };
        let miss = |n: usize| if n == GOALS { 0 } else { u64::from(self.delta[n]) };
        (0..=GOALS).min_by_key(|&n| reach(n) + miss(n)).unwrap_or(0)
    }
}

/// A tree for [`mopns`], with the outcomes that it tells apart.
///
/// ```
/// use secateur::best::{End, OutcomeTree, mopns};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut search = |mut grown| mopns(&mut Search::new(|_: &Tree| Score::DRAW), &tree, &mut grown);
/// // Whether it is a win is all that is asked, and who searches for more than that finds it.
/// let winner = search(OutcomeTree::with_goals(1 << 16, &[Score::DRAW, Score::DRAW + 1]));
/// assert!(winner.end == End::Settled && winner.bounds.lower > Score::DRAW);
/// assert_eq!(search(OutcomeTree::for_value(1 << 16)).bounds, Bounds::exact(Score::points(3)));
/// ```
#[derive(Clone, Debug)]
pub struct OutcomeTree<M> {
    tree: SearchTree<M, Outcomes>,
    goals: [Score; GOALS],
    /// The goals of the first tree, where others follow until the value is known.
    first: Option<[Score; GOALS]>,
    /// What the trees so far have proven, and the line that proves the lower bound.
    known: Bounds,
    line: Vec<M>,
}

impl<M: Copy> OutcomeTree<M> {
    /// The most goals there can be.
    pub const MOST: usize = GOALS;

    /// An empty tree of at most `bytes` bytes, for the outcomes between these goals, which are ascending.
    ///
    /// # Panics
    ///
    /// If there is none, or more than [`OutcomeTree::MOST`].
    pub fn with_goals(bytes: usize, goals: &[Score]) -> Self {
        assert!((1..=GOALS).contains(&goals.len()), "found {} goals, expected 1 to {GOALS}", goals.len());
        // A goal that is there twice is settled twice.
        let goals = from_fn(|n| goals[n.min(goals.len() - 1)]);
        Self::new(bytes, goals, None)
    }

    /// An empty tree of at most `bytes` bytes, for the value, whatever it is: a first tree tells who wins and roughly
    /// by how much, and where that leaves more than one value, others follow, with goals that lie closer together.
    pub fn for_value(bytes: usize) -> Self {
        let goals = goals_within(Bounds::NONE);
        Self::new(bytes, goals, Some(goals))
    }

    fn new(bytes: usize, goals: [Score; GOALS], first: Option<[Score; GOALS]>) -> Self {
        let tree = SearchTree::with_bytes(bytes);
        OutcomeTree { tree, goals, first, known: Bounds::NONE, line: Vec::new() }
    }

    /// The tree as it is now.
    pub fn tree(&self) -> &SearchTree<M, Outcomes> {
        &self.tree
    }

    /// Keeps a journal of what changes from now on ([`SearchTree::keep_journal`]).
    pub fn keep_journal(&mut self) {
        self.tree.keep_journal();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.goals = self.first.unwrap_or(self.goals);
        (self.known, self.line) = (Bounds::NONE, Vec::new());
    }

    /// The answer, by that of the tree; none if it takes another tree.
    fn conclude<H>(&mut self, answer: Answer<M, H>) -> Option<Answer<M, H>> {
        if answer.bounds.lower >= self.known.lower {
            self.line = answer.line;
        }
        self.known = self.known.and(answer.bounds);
        if self.first.is_some() && matches!(answer.end, End::Settled) && !self.known.is_exact() {
            self.goals = goals_within(self.known);
            self.tree.clear();
            return None;
        }
        Some(Answer { bounds: self.known, line: self.line.clone(), end: answer.end })
    }
}

/// Goals that split what the value may be: around zero, where both sides can win, closer together the nearer they are to
/// it, and at equal distances otherwise.
fn goals_within(Bounds { lower, upper }: Bounds) -> [Score; GOALS] {
    if lower < Score::DRAW && upper > Score::DRAW {
        return [-2_400, -180, -13, 0, 1, 14, 181, 2_401].map(Score::from_raw);
    }
    let distance = upper.get() - lower.get();
    from_fn(|n| lower.offset((distance * (n as i32 + 1) + GOALS as i32) / (GOALS as i32 + 1)))
}
