//! Move ordering, in exchangeable parts.
//!
//! `()` keeps the game's own order and buffers nothing. [`HintFirst`] puts the remembered move in front of
//! it. [`Ranked`] sorts by any [`Rank`]; ranks combine in pairs, the first deciding and the second breaking
//! ties: `Ranked::new((TableMove, (Killers::new(), History::new())))`.

use crate::Game;

mod candidates;
mod chosen;
mod hint;
mod history;
mod killers;
mod previous;
mod ranked;
mod shallow;
mod shuffled;

pub use candidates::Candidates;
pub use chosen::{BadChoice, Choice, Chosen, Part};
pub use hint::HintFirst;
pub use history::History;
pub use killers::Killers;
pub use previous::Previous;
pub use ranked::{Promise, Rank, Ranked, TableMove};
pub use shallow::Shallow;
pub use shuffled::Shuffled;

/// Decides in what order a node's moves are searched.
pub trait Order<G: Game> {
    /// Starts on the moves of a node. The hint is the move remembered for it, if any.
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        ply: u32,
        hint: Option<G::Move>,
    ) -> impl Pick<Self, G::Move> + use<'a, Self, G>;

    /// The move refuted a node at `ply`, searched to `depth`.
    #[inline(always)]
    fn cutoff(&mut self, _pos: &G, _ply: u32, _depth: u32, _m: G::Move) {}

    /// How much of the order's own buffer is in use.
    #[inline(always)]
    fn mark(&self) -> usize {
        0
    }

    /// Gives back what came into use since the mark.
    #[inline(always)]
    fn release(&mut self, _mark: usize) {}
}

/// Hands out a node's moves one by one.
pub trait Pick<O: ?Sized, M> {
    /// The next move to search.
    fn next(&mut self, order: &mut O) -> Option<M>;
}

/// Moves in the order of an iterator.
#[derive(Clone, Debug)]
pub struct InOrder<I>(pub I);

impl<O: ?Sized, M, I: Iterator<Item = M>> Pick<O, M> for InOrder<I> {
    #[inline(always)]
    fn next(&mut self, _: &mut O) -> Option<M> {
        self.0.next()
    }
}

impl<G: Game> Order<G> for () {
    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        _ply: u32,
        _hint: Option<G::Move>,
    ) -> impl Pick<Self, G::Move> + use<'a, G> {
        InOrder(pos.moves())
    }
}
