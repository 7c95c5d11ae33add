use super::ranked::Sorted;
use super::{Order, Pick, Rank, Ranked};
use crate::{Game, Hints, Score};

/// Sorts as [`Ranked`] does, and leaves out the moves that the game knows to be no better than one of the
/// rest ([`Hints::candidates`]).
///
/// The value is minimax's all the same. What changes is the tree: the moves left out are never opened.
///
/// ```
/// use secateur::{Game, Hints, Keyed, Order, Score, order::{Candidates, Pick, MoveScore, Ranked}};
///
/// /// A row of prizes, any of which can be taken. Of two equal ones, it does not matter which.
/// #[derive(Clone)]
/// struct Prizes(Vec<i32>);
/// impl Game for Prizes {
///     type Move = usize;
///     fn moves(&self) -> impl Iterator<Item = usize> { 0..self.0.len() }
///     fn play(&mut self, taken: usize) { self.0.remove(taken); }
/// }
/// impl Keyed for Prizes {
///     fn key(&self) -> u64 { unimplemented!("nothing is remembered here") }
/// }
/// impl Hints for Prizes {
///     fn candidates(&self) -> impl Iterator<Item = usize> {
///         self.moves().filter(|&m| !self.0[..m].contains(&self.0[m]))
///     }
///     fn move_score(&self, taken: usize) -> i32 { self.0[taken] }
/// }
///
/// let (prizes, mut order) = (Prizes(vec![5, 9, 5]), Candidates(Ranked::new(MoveScore)));
/// let mut moves = order.moves(&prizes, 0, None, Score::INF);
/// let listed: Vec<usize> = std::iter::from_fn(|| moves.next(&mut order)).collect();
/// assert_eq!(listed, [1, 0]);
/// ```
pub struct Candidates<R: Rank<G>, G: Game>(pub Ranked<R, G>);

impl<R: Rank<G>, G: Game> Pick<Candidates<R, G>, G::Move> for Sorted<G::Move> {
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
        _beta: Score,
    ) -> impl Pick<Self, G::Move> + use<'a, R, G> {
        self.0.sort(pos, ply, hint, pos.candidates())
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, ply: u32, depth: u32, index: usize, m: G::Move) {
        self.0.cutoff(pos, ply, depth, index, m);
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
