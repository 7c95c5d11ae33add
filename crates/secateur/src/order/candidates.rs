use super::ranked::Stretch;
use super::{Order, Pick, Rank, Ranked};
use crate::{Game, Hints};

/// Sorts as [`Ranked`] does, and leaves out the moves that the game knows to be no better than one of the
/// rest ([`Hints::candidates`]).
///
/// The value is minimax's all the same. What changes is the tree: the moves left out are never opened.
///
/// ```
/// use secateur::{Game, Hints, Keyed, Order, order::{Candidates, Pick, Promise, Ranked}};
///
/// let order: Candidates<Promise, Tree> = Candidates(Ranked::new(Promise));
/// # let _ = order;
/// ```
pub struct Candidates<R: Rank<G>, G: Game>(pub Ranked<R, G>);

impl<R: Rank<G>, G: Game> Pick<Candidates<R, G>, G::Move> for Stretch {
    #[inline(always)]
    fn next(&mut self, order: &mut Candidates<R, G>) -> Option<G::Move> {
        self.next(&mut order.0)
    }
}

impl<R: Rank<G>, G: Hints> Order<G> for Candidates<R, G> {
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        ply: u32,
        hint: Option<G::Move>,
    ) -> impl Pick<Self, G::Move> + use<'a, R, G> {
        self.0.sort(pos, ply, hint, pos.candidates())
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, m: G::Move) {
        self.0.cutoff(pos, ply, depth, m);
    }

    #[inline(always)]
    fn mark(&self) -> usize {
        self.0.mark()
    }

    #[inline(always)]
    fn release(&mut self, mark: usize) {
        self.0.release(mark);
    }
}
