use super::{InOrder, Order, Pick};
use crate::Game;

/// The remembered move first, then the rest in the game's own order. Needs no buffer, and where the
/// remembered move cuts, the others are never generated.
#[derive(Copy, Clone, Debug, Default)]
pub struct HintFirst;

impl<G: Game> Order<G> for HintFirst {
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        _ply: u32,
        hint: Option<G::Move>,
    ) -> impl Pick<Self, G::Move> + use<'a, G> {
        InOrder(hint.into_iter().chain(pos.moves().filter(move |&m| Some(m) != hint)))
    }
}
