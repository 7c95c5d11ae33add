use super::numbers::{first_best, goal_at};
use super::{Answer, BestFirst, Child, FirstNumbers, Leaves, Numbers, SearchTree, Sums};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// Proof-number search: is the value at least `goal`? Goes on where it takes the fewest leaves to find out.
///
/// # Idea
///
/// How many leaves have to be settled, at the least, to prove the goal, and how many to disprove it? An open leaf
/// counts 1 and 1, or a first guess ([`FirstNumbers`]). Where one move is enough, a node takes the least of its
/// children; where every reply has to be met, their sum. From the root, the way that both numbers point to ends at
/// the *most-proving node*, which serves either purpose. It is expanded, and the numbers are mended on the way
/// back.
///
/// For the side to move φ is the number for its own purpose and δ that for the opponent's: φ is the least δ
/// of the children, δ the sum of their φ.
///
/// # Contract
///
/// Proves that the minimax value at the end of the game is at least `goal`, or that it is not, and returns
/// fail-soft what it has proven. Settled, the answer is one of the two; halted or without room, none. Static values
/// are not asked for. Every occurrence of a position in the tree is a node of its own: right in every acyclic game,
/// and, if the context follows the path, in games with cycles. A game that goes on for ever without such a path
/// never settles.
///
/// # Source
///
/// V. Allis, M. van der Meulen and J. van den Herik, *Proof-number search*, 1994. φ and δ are A. Nagai's, 2002.
///
/// # Example
///
/// ```
/// use secateur::{Bounds, Score, Search, Stats, best::{FirstNumbers, SearchTree, pn_search}, tree::Tree};
///
/// // Which bag has nothing below 5? The one with two things in it asks for the fewest looks.
/// let tree: Tree = "((6 7 4 9) (5 8) (9 9 9 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = pn_search(&mut cx, &tree, Score::points(5), FirstNumbers::Ones, &mut grown);
/// assert_eq!((answer.bounds, answer.line), (Bounds::at_least(Score::points(5)), vec![1, 0]));
/// assert_eq!((cx.watch.nodes, grown.nodes()), (10, 10));
/// ```
// ANCHOR: page
pub fn pn_search<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    goal: Score,
    first: FirstNumbers,
    tree: &mut SearchTree<MoveOf<C>, Numbers>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut ProofNumbers { goal, first })
}

impl BestFirst for ProofNumbers {
    type Data = Numbers;

    /// φ is the least δ of the children, δ the sum of their φ.
    fn value(&self, ply: u32, node: &Numbers, children: &[Child<Numbers>]) -> Numbers {
        node.by(children.iter().map(|child| &child.data), goal_at(self.goal, ply), Sums::Proper)
    }

    fn choose(&self, _: u32, _: &Numbers, children: &[Child<Numbers>]) -> usize {
        (0..children.len()).min_by_key(|&n| children[n].data.delta).unwrap_or(0)
    }
    // ANCHOR_END: page

    /// The first of the moves that prove most.
    fn best(&self, ply: u32, node: &Numbers, children: &[Child<Numbers>]) -> usize {
        if !node.is_settled() {
            return self.choose(ply, node, children);
        }
        first_best(children.iter().map(|child| &child.data))
    }

    /// Null: is it the goal, or less?
    fn window(&self, ply: u32) -> (Score, Score) {
        let goal = goal_at(self.goal, ply);
        (goal.prev(), goal)
    }

    fn settled(&self, ply: u32, score: Score) -> Numbers {
        Numbers::settled(score, goal_at(self.goal, ply))
    }

    fn bounds(&self, numbers: &Numbers) -> Bounds {
        numbers.bounds()
    }

    fn is_settled(&self, numbers: &Numbers) -> bool {
        numbers.is_settled()
    }
}

impl<C: Cx> Leaves<C> for ProofNumbers {
    type Page = Self;

    fn page(&self) -> Self {
        *self
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Numbers, C::Halt> {
        let goal = goal_at(self.goal, cx.ply());
        Ok(self.first.of(cx, pos, goal, node))
    }
}

/// The page as its tree calls it.
#[derive(Copy, Clone)]
pub(super) struct ProofNumbers {
    /// For the side to move at the root.
    pub(super) goal: Score,
    pub(super) first: FirstNumbers,
}
