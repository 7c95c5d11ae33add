use crate::Score;

/// A finished iteration of [`deepening`].
///
/// ```
/// use secateur::{Score, Search, algo::alpha_beta, drive::{Iteration, MtdStep, deepening, mtd}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// // Each iteration takes the value of the one before as its guess.
/// let search = |depth, last: Option<Iteration>| {
///     let guess = last.map_or(Score::DRAW, |last| last.score);
///     mtd(guess, MtdStep::Guess, |alpha, beta| alpha_beta(&mut cx, &tree, depth, alpha, beta))
/// };
/// let (last, _) = deepening(1..=9, search, |done| done.depth < 2);
/// assert_eq!(last, Some(Iteration { depth: 2, score: Score::points(3) }));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The value found, for the side to move at the root.
    pub score: Score,
}

/// Iterative deepening: search to depth 1, 2, 3 ... and always have an answer at hand.
///
/// # Idea
///
/// Nobody knows beforehand how long a search takes. The shallow ones cost little beside the deepest, give
/// an answer for whenever time runs out, find the shortest win first, and leave a table behind that orders
/// the next iteration's moves.
///
/// # Contract
///
/// Calls `search(depth, last)` for each depth in turn, with the iteration before it, and `done` after each
/// one that was finished; `done` answers whether to go on. Returns the last finished iteration, if any, and
/// the reason for the halt, if there was one.
///
/// # Cost
///
/// With branching factor `b`, no more than `b^d / (1 - 1/b)^2` nodes for depth `d` (R. Korf, 1985).
///
/// # Source
///
/// J. Scott, *A chess-playing program*, 1969; D. Slate and L. Atkin, *Chess 4.5*, 1977; R. Korf,
/// *Depth-first iterative-deepening*, 1985.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, algo::alpha_beta, drive::deepening, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut depths = Vec::new();
/// let (last, halted) = deepening(
///     1..=2,
///     |depth, _| alpha_beta(&mut cx, &tree, depth, -Score::INF, Score::INF),
///     |iteration| {
///         depths.push(iteration.depth);
///         true
///     },
/// );
/// assert_eq!((last.unwrap().score, halted, depths), (Score::points(3), None, vec![1, 2]));
/// ```
// ANCHOR: page
pub fn deepening<H>(
    depths: impl IntoIterator<Item = u32>,
    mut search: impl FnMut(u32, Option<Iteration>) -> Result<Score, H>,
    mut done: impl FnMut(Iteration) -> bool,
) -> (Option<Iteration>, Option<H>) {
    let mut last = None;
    for depth in depths {
        match search(depth, last) {
            Ok(score) => {
                let iteration = Iteration { depth, score };
                last = Some(iteration);
                if !done(iteration) {
                    break;
                }
            }
            Err(halt) => return (last, Some(halt)),
        }
    }
    (last, None)
}
// ANCHOR_END: page
