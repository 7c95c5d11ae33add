use super::{InOrder, Order, Pick};
use crate::{Game, Score};

/// The remembered move first, then the rest in the game's own order. Needs no buffer, and where the
/// remembered move cuts, the others are never generated.
///
/// ```
/// use secateur::{Order, Score, order::{HintFirst, Pick}, tree::Tree};
///
/// let tree: Tree = "(3 12 8 5)".parse().unwrap();
/// let mut moves = HintFirst.moves(&tree, 0, Some(2), Score::INF);
/// let listed: Vec<u16> = std::iter::from_fn(|| moves.next(&mut HintFirst)).collect();
/// assert_eq!(listed, [2, 0, 1, 3]);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct HintFirst;

impl<G: Game> Order<G> for HintFirst {
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        _ply: u32,
        hint: Option<G::Move>,
        _beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, G> {
        let (mut first, mut others) = (hint, pos.moves());
        InOrder(std::iter::from_fn(move || {
            if first.is_some() {
                return first.take();
            }
            loop {
                let m = others.next()?;
                if Some(m) != hint {
                    return Some(m);
                }
            }
        }))
    }
}
