use super::pn_search::ProofNumbers;
use super::{Answer, Behind, End, FirstNumbers, Leaves, Numbers, SearchTree};
use crate::{Cx, MoveOf, Node, Score};

/// PN²: proof-number search whose leaves are valued by a second one, so that a tree sees about as far as its
/// square.
///
/// # Idea
///
/// The tree of proof-number search soon fills the memory. So a leaf is not just expanded: a second search starts
/// there, in a tree of its own, and may grow as large as the first tree is by then. Only the children of its root
/// are kept, with the numbers they have come to; the rest is forgotten. What lies below them is looked at again if
/// the search comes back.
///
/// # Contract
///
/// As [`pn_search`](super::pn_search), in the memory of two trees.
///
/// # Source
///
/// V. Allis, *Searching for solutions in games and artificial intelligence*, 1994; D. Breuker, *Memory versus
/// search in games*, 1998, who lets the second tree grow by the size of the first.
///
/// # Example
///
/// ```
/// use secateur::best::{End, FirstNumbers, SearchTree, pn_search, pn2};
/// use secateur::{Bounds, Score, Search, tree::Tree};
///
/// let tree: Tree = "(((1 2) (3 4)) ((5 6) (7 8)) ((9 1) (2 3)))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let room = || SearchTree::with_bytes(270);
/// let (goal, first) = (Score::points(6), FirstNumbers::Ones);
/// // Too much for one tree, and little enough for two.
/// let (mut one, mut other) = (room(), room());
/// assert_eq!(pn_search(&mut cx, &tree, goal, first, &mut room()).end, End::Full);
/// let answer = pn2(&mut cx, &tree, goal, first, &mut one, &mut other);
/// assert_eq!((answer.bounds, answer.line[0]), (Bounds::at_least(Score::points(6)), 1));
/// ```
// ANCHOR: page
pub fn pn2<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    goal: Score,
    first: FirstNumbers,
    tree: &mut SearchTree<MoveOf<C>, Numbers>,
    second: &mut SearchTree<MoveOf<C>, Numbers>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Pn2 { numbers: ProofNumbers { goal, first }, second })
}

impl<C: Cx> Leaves<C> for Pn2<'_, MoveOf<C>> {
    type Page = ProofNumbers;

    fn behind(&mut self, cx: &mut C, pos: &C::Game, leaf: &Numbers, nodes: usize) -> Behind<'_, C, Numbers> {
        self.second.plant(*leaf);
        match self.second.grow(cx, pos, &mut self.numbers, nodes).end {
            End::Halted(halt) => Err(halt),
            _ => Ok(Some(self.second)),
        }
    }
    // ANCHOR_END: page

    fn page(&self) -> ProofNumbers {
        self.numbers
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Numbers, C::Halt> {
        self.numbers.leaf(cx, pos, node)
    }
}

/// The page at its leaves.
struct Pn2<'t, M> {
    numbers: ProofNumbers,
    second: &'t mut SearchTree<M, Numbers>,
}
