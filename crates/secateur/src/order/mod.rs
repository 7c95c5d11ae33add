//! Move ordering, in exchangeable parts.
//!
//! `()` keeps the game's own order and buffers nothing. [`HintFirst`] puts the remembered move in front of
//! it. [`Ranked`] sorts by any [`Rank`]; ranks combine in pairs, the first deciding and the second breaking
//! ties: `Ranked::new((TableMove, (Killers::new(), HistoryHeuristic::new())))`. [`Deferring`] is [`Ranked`] for threads that
//! search one tree together.

use crate::{Game, Score};

mod abdada;
mod candidates;
mod child_probe;
mod chosen;
mod deferring;
mod hint;
mod history;
mod killers;
mod previous;
mod ranked;
mod relative_history;
mod scouted;
mod shallow;
mod shuffled;

pub use abdada::Abdada;
pub use candidates::Candidates;
pub use child_probe::ChildProbe;
pub use chosen::{BadChoice, Choice, Chosen, Part};
pub use deferring::Deferring;
pub use hint::HintFirst;
pub use history::HistoryHeuristic;
pub use killers::Killers;
pub use previous::Previous;
pub use ranked::{MoveScore, Rank, Ranked, TableMove};
pub use relative_history::RelativeHistory;
pub(crate) use relative_history::nudge;
pub use scouted::Scouted;
pub use shallow::Shallow;
pub use shuffled::Shuffled;

/// Decides in what order a node's moves are searched.
///
/// ```
/// use secateur::{Game, Order, Score, Search, Stats, algo::alpha_beta, order::{InOrder, Pick}, tree::Tree};
///
/// /// The last move first.
/// struct Backwards;
/// impl Order<Tree> for Backwards {
///     fn moves<'a>(
///         &mut self,
///         pos: &'a Tree,
///         _ply: u32,
///         _hint: Option<u16>,
///         _beta: Score,
///     ) -> impl Pick<Self, u16> + use<'a> {
///         InOrder((0..pos.moves().count() as u16).rev())
///     }
/// }
///
/// // Worst first, as it is written.
/// let tree: Tree = "((3 2 1) (6 5 4) (9 8 7))".parse().unwrap();
/// let mut plain = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let mut turned = plain.clone().order(Backwards);
/// let Ok(a) = alpha_beta(&mut plain, &tree, 2, -Score::INF, Score::INF);
/// let Ok(b) = alpha_beta(&mut turned, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((a, b), (Score::points(7), Score::points(7)));
/// assert_eq!((plain.watch.leaves, turned.watch.leaves), (9, 5));
/// ```
pub trait Order<G: Game> {
    /// Starts on the moves of a node. The hint is the move remembered for it, if any; a move worth `beta`
    /// refutes it.
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        ply: u32,
        hint: Option<G::Move>,
        beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, Self, G>;

    /// The position after the move given out last; an order that had to look at it hands it on.
    #[inline(always)]
    fn child(&mut self, pos: &G, m: G::Move) -> G {
        pos.child(m)
    }

    /// Called when the move refuted a node at `ply`, searched to `depth`, after `index` others.
    #[inline(always)]
    fn cutoff(&mut self, _pos: &G, _ply: u32, _depth: u32, _index: usize, _m: G::Move) {}

    /// Called for a move of a node that another move refuted, by searches that know of such.
    #[inline(always)]
    fn failed(&mut self, _pos: &G, _ply: u32, _m: G::Move) {}

    /// The part of the order's own buffer that is in use.
    #[inline(always)]
    fn mark(&self) -> usize {
        0
    }

    /// Releases what came into use since the mark.
    #[inline(always)]
    fn release(&mut self, _mark: usize) {}
}

/// Hands out a node's moves one by one.
///
/// ```
/// use secateur::{Game, Order, Score, Search, algo::alpha_beta, order::Pick, tree::Tree};
///
/// /// The game's own order, and a count of the moves that were asked for.
/// struct Counted(u32);
/// struct Counting<I>(I);
/// impl<M, I: Iterator<Item = M>> Pick<Counted, M> for Counting<I> {
///     fn next(&mut self, order: &mut Counted) -> Option<M> {
///         order.0 += 1;
///         self.0.next()
///     }
/// }
/// impl<G: Game> Order<G> for Counted {
///     fn moves<'a>(
///         &mut self,
///         pos: &'a G,
///         _ply: u32,
///         _hint: Option<G::Move>,
///         _beta: Score,
///     ) -> impl Pick<Self, G::Move> + use<'a, G> {
///         Counting(pos.moves())
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).order(Counted(0));
/// let Ok(_) = alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!(cx.order.0, 10 + 2); // ten moves, and two nodes that asked for one more
/// ```
pub trait Pick<O: ?Sized, M> {
    /// The next move to search.
    fn next(&mut self, order: &mut O) -> Option<M>;
}

/// Moves in the order of an iterator.
///
/// ```
/// use secateur::order::{InOrder, Pick};
///
/// let mut moves = InOrder([4, 2].into_iter());
/// assert_eq!([moves.next(&mut ()), moves.next(&mut ()), moves.next(&mut ())], [Some(4), Some(2), None]);
/// ```
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
        _beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, G> {
        InOrder(pos.moves())
    }
}
