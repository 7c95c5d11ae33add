//! Knowledge: guesses and proofs about a position without searching it.

use crate::{Bounds, Game, Meter, Regressions, Score};

/// Knowledge about the positions of a game.
///
/// Any `Fn(&G) -> Score` is knowledge. Knowledge that is cheaper to keep up to date than to compute anew
/// follows the search through [`Eval::push`] and [`Eval::pop`], which the context calls in step with every
/// move, also when a search is halted half-way.
///
/// ```
/// use secateur::{Eval, Score, tree::Tree};
///
/// let mut knowledge = |_: &Tree| Score::points(7);
/// assert_eq!(knowledge.eval(&"(1 2)".parse().unwrap()), Score::points(7));
/// ```
///
/// Bounds that are proven cut without a search:
///
/// ```
/// use secateur::{Bounds, Eval, Game, Meter, Score, Search, Stats, algo, tree::Tree};
///
/// /// Sees what the first move leads to, if that ends the game: the node is worth no less.
/// struct FirstLeaf;
/// impl Eval<Tree> for FirstLeaf {
///     fn eval(&mut self, _: &Tree) -> Score {
///         Score::DRAW
///     }
///     fn bounds(&mut self, pos: &Tree, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
///         pos.child(0).outcome().map_or(Bounds::NONE, |theirs| Bounds::at_least(-theirs))
///     }
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(FirstLeaf).watch(Stats::default());
/// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// // The node (2 4 6) is refuted unopened: ten nodes instead of eleven.
/// assert_eq!((value, cx.watch.nodes), (Score::points(3), 10));
/// ```
pub trait Eval<G: Game> {
    /// The static value, from the side to move: a guess, never decisive.
    fn eval(&mut self, pos: &G) -> Score;

    /// Bounds on the value that are *proven*, as seen from this node (an immediate win is
    /// `Score::win_in(1)`).
    ///
    /// Exact search stays exact whatever is proven here, since proven bounds are part of the
    /// specification: plain minimax applies them too, to leaves and to what searches find.
    ///
    /// `alpha` and `beta` are the window being asked about, from the same point of view. Where values
    /// come from the rules alone, as in a search to the end of the game, bounds that cannot move the
    /// window need not be looked for. A static value may lie beyond a bound that was not looked for: where
    /// static values are used, return the same whatever the window
    /// ([`laws::check_knowledge`](crate::laws::check_knowledge) checks that).
    ///
    /// Knowledge that proves them by a search of its own counts its nodes on `meter`, and gives up when the meter says so.
    #[inline(always)]
    fn bounds(&mut self, _pos: &G, _alpha: Score, _beta: Score, _meter: &mut Meter<'_>) -> Bounds {
        Bounds::NONE
    }

    /// A function of a candidate ([`Hints::candidates`](crate::Hints::candidates)) that tells whether the question does not
    /// need it: if any candidate is worth at least `beta`, one that it is false for is, too. Of use where a search asks just
    /// that, to the end of the game, as df-pn does. If it is true for all, none is worth that much.
    #[inline(always)]
    fn needless(&mut self, _pos: &G, _alpha: Score, _beta: Score) -> impl Fn(G::Move) -> bool {
        |_| false
    }

    /// The logarithm of the weight that a policy gives a legal move beside the others of its position; none where there is no
    /// policy. Searches that share themselves out among moves, such as [`puct`](crate::best::puct()), go by it rather than by
    /// [`Hints::move_score`](crate::Hints::move_score).
    #[inline(always)]
    fn prior(&mut self, _pos: &G, _m: G::Move) -> Option<f32> {
        None
    }

    /// The regressions that say how well shallow searches with this static value predict deep ones, where they were fitted.
    #[inline(always)]
    fn regressions(&self) -> Option<&Regressions> {
        None
    }

    /// The search goes from `parent` to `child` by `m`; by no move at all if it passes the turn.
    #[inline(always)]
    fn push(&mut self, _parent: &G, _m: Option<G::Move>, _child: &G) {}

    /// The search comes back from the child it pushed last.
    #[inline(always)]
    fn pop(&mut self) {}
}

impl<G: Game, F: FnMut(&G) -> Score> Eval<G> for F {
    #[inline(always)]
    fn eval(&mut self, pos: &G) -> Score {
        self(pos)
    }
}
