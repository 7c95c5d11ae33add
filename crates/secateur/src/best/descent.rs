use super::ubfm::Ubfm;
use super::{Answer, SearchTree, Valued};
use crate::{Cx, MoveOf};

/// Descent: unbounded best-first minimax that plays every line to the end of the game before it comes back.
///
/// # Idea
///
/// As [`ubfm`](super::ubfm), but a leaf that has been expanded is not left: the search goes on to the best of its
/// children, and so forth, to where the game ends. What it backs up then is not a guess. It sees fewer lines, and
/// knows what they come to, which is what one wants to learn static values from.
///
/// # Contract
///
/// As [`ubfm`](super::ubfm).
///
/// # Source
///
/// Q. Cohen-Solal, *Learning to play two-player perfect-information games without knowledge*, 2020.
///
/// # Example
///
/// ```
/// use secateur::best::{SearchTree, descent, ubfm};
/// use secateur::{Bounds, Game, Limiter, Score, Search, tree::Tree};
///
/// // By this static value it looks bad to have the move: a bag looks good until it is opened.
/// let tree: Tree = "(((1 2) (3 4)) ((5 6) (7 8)) ((9 1) (2 3)))".parse().unwrap();
/// let eval = |pos: &Tree| Score::points(-10 * pos.moves().count() as i32);
/// let cx = || Search::new(eval).stop(Limiter::new(8, || None));
/// let (mut wide, mut deep) = (SearchTree::with_bytes(1 << 16), SearchTree::with_bytes(1 << 16));
/// let _ = (ubfm(&mut cx(), &tree, &mut wide), descent(&mut cx(), &tree, &mut deep));
/// // With eight nodes, one has opened two bags. The other has seen that the opponent can leave us 2 in the first.
/// let proven = [wide, deep].map(|grown| grown.children()[0].data.bounds);
/// assert_eq!(proven, [Bounds::NONE, Bounds::at_least(Score::points(-2))]);
/// ```
// ANCHOR: page
pub fn descent<C: Cx>(
    cx: &mut C,
    root: &C::Game,
    tree: &mut SearchTree<MoveOf<C>, Valued>,
) -> Answer<MoveOf<C>, C::Halt> {
    tree.search(cx, root, &mut Ubfm::<true>)
}
// ANCHOR_END: page
