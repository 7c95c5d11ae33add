use crate::{Bounds, Score};

/// The answer of a best-first search.
///
/// ```
/// use secateur::{Halt, Limiter, Score, Search, best::{End, FirstNumbers, SearchTree, pn_search}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(5, || None));
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown);
/// assert_eq!(answer.end, End::Halted(Halt::Nodes)); // five nodes are too few, and prove nothing
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M, H> {
    /// The proven bounds of the root's value, however the search ended.
    pub bounds: Bounds,
    /// The line that the search takes for best, from the root, as far as the tree has it. Where the value or a goal
    /// is proven, its first move is proven to be worth that.
    pub line: Vec<M>,
    /// The reason why the search ended.
    pub end: End<H>,
}

impl<M: Copy, H> Answer<M, H> {
    /// The move to make; none where the game is over, or nothing was searched.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }

    /// The answer as a window search gives it to the question whether the value is at least `beta`: what drivers
    /// ask for ([`bisection`](crate::drive::bisection)). Why the search ended instead, if it has not found out.
    ///
    /// ```
    /// use secateur::best::{FirstNumbers, SearchTree, pn_search};
    /// use secateur::drive::{Split, bisection};
    /// use secateur::{Bounds, Score, Search, tree::Tree};
    ///
    /// // The exact value by a series of goals. The second is out of reach, and what is proven of it enough.
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW);
    /// let mut goals = Vec::new();
    /// let value = bisection(Bounds::NONE, Split::TowardsZero, |_, goal| {
    ///     goals.push(goal.get());
    ///     pn_search(&mut cx, &tree, goal, FirstNumbers::Ones, &mut SearchTree::with_bytes(1 << 16)).probe(goal)
    /// });
    /// assert_eq!((value, goals), (Ok(Score::points(3)), vec![0, 16_002]));
    /// ```
    pub fn probe(self, beta: Score) -> Result<Score, End<H>> {
        match self.bounds {
            Bounds { lower, .. } if lower >= beta => Ok(lower),
            Bounds { upper, .. } if upper < beta => Ok(upper),
            _ => Err(self.end),
        }
    }
}

/// The reason why a best-first search ended.
///
/// ```
/// use secateur::{Score, Search, best::{End, FirstNumbers, SearchTree, pn_search}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut end = |bytes| {
///     let mut grown = SearchTree::with_bytes(bytes);
///     pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown).end
/// };
/// assert_eq!((end(1 << 16), end(100)), (End::Settled, End::Full));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End<H> {
    /// The question is settled.
    Settled,
    /// The search has no leaf left that it would go on with, though not all is settled: the line that it takes for
    /// best ends the game.
    Converged,
    /// The tree has no room for another node, or no more plies.
    Full,
    /// The stopper halted it.
    Halted(H),
}
