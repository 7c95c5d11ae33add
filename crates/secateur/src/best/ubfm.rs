use super::{Answer, BestFirst, Child, Leaves, SearchTree, Valued};
use crate::{Bounds, Cx, MoveOf, Node, Score};

/// Unbounded best-first minimax with completion: best-first minimax that knows what it is done with, and so ends in
/// proof.
///
/// # Idea
///
/// As [`best_first_minimax`](super::best_first_minimax), the search follows the moves whose values are best to a
/// leaf and looks behind it. But it passes over what is resolved, and over what is proven unable to change its
/// parent: there is always another leaf to go to, until the root is resolved itself.
///
/// # Contract
///
/// Settled, it has proven the minimax value at the end of the game, whatever the static values. Halted, or without
/// room, it returns sound bounds, and the line that static values make best.
///
/// # Source
///
/// Q. Cohen-Solal, *Learning to play two-player perfect-information games without knowledge*, 2020 (UBFM and its
/// completion, which tells won, lost and open). That bounds take the place of won and lost, so that it serves games
/// of many values, is after T. Cazenave and A. Saffidine, *Score bounded Monte-Carlo tree search*, 2010.
///
/// # Example
///
/// ```
/// use secateur::best::{End, SearchTree, ubfm};
/// use secateur::{Bounds, Game, Score, Search, Stats, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2 9))".parse().unwrap();
/// let eval = |pos: &Tree| Score::points(-10 * pos.moves().count() as i32);
/// let mut cx = Search::new(eval).watch(Stats::default());
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = ubfm(&mut cx, &tree, &mut grown);
/// assert_eq!((answer.bounds, answer.end), (Bounds::exact(Score::points(3)), End::Settled));
/// assert_eq!((answer.line, cx.watch.nodes), (vec![0, 0], 14));
/// ```
// ANCHOR: page
pub fn ubfm<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    tree: &mut SearchTree<MoveOf<C>, Valued>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Ubfm::<false>)
}

impl<const TO_THE_END: bool> BestFirst for Ubfm<TO_THE_END> {
    type Data = Valued;
    const TO_THE_END: bool = TO_THE_END;

    fn value(&self, _: u32, node: &Valued, children: &[Child<Valued>]) -> Valued {
        node.by(children.iter().map(|child| &child.data))
    }

    fn choose(&self, _: u32, node: &Valued, children: &[Child<Valued>]) -> usize {
        let matters = |data: &Valued| !data.bounds.is_exact() && -data.bounds.lower > node.bounds.lower;
        let open = (0..children.len()).filter(|&n| matters(&children[n].data));
        open.min_by_key(|&n| children[n].data.value).unwrap_or(0)
    }
    // ANCHOR_END: page

    /// The best by value; of several, one that is proven to be worth it.
    fn best(&self, _: u32, _: &Valued, children: &[Child<Valued>]) -> usize {
        let merit = |Valued { value, bounds }: Valued| (value, bounds.upper);
        (0..children.len()).min_by_key(|&n| merit(children[n].data)).unwrap_or(0)
    }

    fn settled(&self, _: u32, score: Score) -> Valued {
        Valued::settled(score)
    }

    fn bounds(&self, data: &Valued) -> Bounds {
        data.bounds
    }
}

impl<C: Cx, const TO_THE_END: bool> Leaves<C> for Ubfm<TO_THE_END> {
    type Page = Self;

    fn page(&self) -> Self {
        *self
    }

    fn leaf(&mut self, cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>) -> Result<Valued, C::Halt> {
        Ok(Valued::leaf(cx, pos, node))
    }
}

/// The page as its tree calls it, and that of [`descent`](super::descent).
#[derive(Copy, Clone)]
pub(super) struct Ubfm<const TO_THE_END: bool>;
