use super::{Answer, BestFirst, Child, Leaves, SearchTree, Valued};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// Best-first minimax: always looks further where the play would go that it takes for best.
///
/// # Idea
///
/// The value of the root is that of one leaf, the *principal leaf*, to which best play leads by static values.
/// Everything depends on it, so it is looked at more closely: expanded, and the values backed up. Either it
/// keeps its promise, and the search goes deeper there, or another leaf takes its place.
///
/// # Contract
///
/// Selective: the line is the one that static values at its end make best, and a line that looks bad early is never
/// looked at again, so that it may be wrong. It ends where the principal leaf ends the game
/// ([`End::Converged`](super::End)). The bounds are proven, for what knowledge and the ends of games prove is
/// followed beside the values.
///
/// # Source
///
/// R. Korf and D. Chickering, *Best-first minimax search*, 1996.
///
/// # Example
///
/// ```
/// use secateur::best::{End, SearchTree, best_first_minimax};
/// use secateur::{Bounds, Score, Search, Stats, tree::Tree};
///
/// // Nothing is known of the bags. The first has a 3 for the worst, which beats the guess of 0, and that is that.
/// let tree: Tree = "((3 12 8) (7 9 8))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = best_first_minimax(&mut cx, &tree, &mut grown);
/// assert_eq!((answer.line, answer.end), (vec![0, 0], End::Converged));
/// assert_eq!((answer.bounds, cx.watch.nodes), (Bounds::at_least(Score::points(3)), 6));
/// ```
// ANCHOR: page
pub fn best_first_minimax<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    tree: &mut SearchTree<MoveOf<C>, Valued>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut BestFirstMinimax)
}

impl BestFirst for BestFirstMinimax {
    type Data = Valued;

    fn value(&self, _: u32, node: &Valued, children: &[Child<Valued>]) -> Valued {
        node.by(children.iter().map(|child| &child.data))
    }

    fn choose(&self, _: u32, _: &Valued, children: &[Child<Valued>]) -> usize {
        (0..children.len()).min_by_key(|&n| children[n].data.value).unwrap_or(0)
    }
    // ANCHOR_END: page

    fn settled(&self, _: u32, score: Score) -> Valued {
        Valued::settled(score)
    }

    fn bounds(&self, data: &Valued) -> Bounds {
        data.bounds
    }
}

impl<C: Cx> Leaves<C> for BestFirstMinimax {
    type Page = Self;

    fn page(&self) -> Self {
        *self
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Valued, C::Halt> {
        Ok(Valued::leaf(cx, pos, node))
    }
}

/// The page as its tree calls it.
#[derive(Copy, Clone)]
struct BestFirstMinimax;
