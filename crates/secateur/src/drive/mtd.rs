use super::proven;
use crate::Score;

/// The position of the next null window of [`mtd`].
///
/// ```
/// use secateur::{Score, Search, algo::alpha_beta, drive::{MtdStep, mtd}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut asked = |step| {
///     let mut asked = Vec::new(); // is the value at least this?
///     let Ok(value) = mtd(Score::points(9), step, |alpha, beta| {
///         asked.push(beta.get());
///         alpha_beta(&mut cx, &tree, 2, alpha, beta)
///     });
///     assert_eq!(value, Score::points(3));
///     asked
/// };
/// assert_eq!(asked(MtdStep::Guess), [9, 5, 3]);
/// assert_eq!(asked(MtdStep::FromAbove), [Score::WIN.get(), 14, 5, 3]);
/// assert_eq!(asked(MtdStep::FromBelow), [Score::LOSS.get() + 1, 4]);
/// assert_eq!(asked(MtdStep::Stride(4)), [9, 1, 5]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MtdStep {
    /// MTD(f): at the value the last probe returned, starting from the guess.
    Guess,
    /// MTD(+inf): at the upper bound. Visits the leaves of Stockman's SSS*, in its order.
    FromAbove,
    /// MTD(-inf): at the lower bound. Visits the leaves of DUAL*.
    FromBelow,
    /// MTD(step): as MTD(f), but each further probe goes at least this many points past the last answer.
    Stride(u16),
}

/// The number of null windows tried before one wide window ends the matter.
const PASSES: u32 = 1_000;

/// The memory-test-driver family: close in on the value with null windows, one loop for all of them.
///
/// # Idea
///
/// A null window `beta - 1..beta` cuts most of the tree and answers one question: is the value at least
/// `beta`? Its fail-soft answer moves a bound, often by more than one point. With a table the probes share
/// most of their work. Members of the family differ only in where they ask next.
///
/// # Contract
///
/// Returns the exact value for any probe that keeps the contract of [`algo`](crate::algo), fail-soft or
/// fail-hard. `guess` matters for speed only. A probe that is inconsistent with itself (selective search
/// with a table may be) cannot keep the loop going: bounds that cross, or too many passes, end in one
/// search with an open window. The last probe may fail low; the move to play is the one that the last
/// probe failing *high* (or ending inside its window) found. Only a value of [`Score::LOSS`] is found
/// without such a probe: then every move is worth it.
///
/// # Source
///
/// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Best-first fixed-depth minimax algorithms*, 1996.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, algo::alpha_beta, drive::{MtdStep, mtd}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut windows = Vec::new();
/// let Ok(value) = mtd(Score::DRAW, MtdStep::Guess, |alpha, beta| {
///     windows.push(beta.get());
///     alpha_beta(&mut cx, &tree, 2, alpha, beta)
/// });
/// // At least 0? Yes, at least 3. At least 4? No, at most 3.
/// assert_eq!((value, windows), (Score::points(3), vec![0, 4]));
/// ```
// ANCHOR: page
pub fn mtd<H>(
    guess: Score,
    step: MtdStep,
    mut probe: impl FnMut(Score, Score) -> Result<Score, H>,
) -> Result<Score, H> {
    let (mut lower, mut upper) = (Score::LOSS, Score::WIN);
    let (mut answer, mut rose) = (guess.clamp(lower, upper), false);
    for pass in 0..PASSES {
        let beta = match step {
            MtdStep::FromAbove => upper,
            MtdStep::FromBelow => lower.next(),
            MtdStep::Stride(points) if pass > 0 && rose => answer.offset(i32::from(points)),
            MtdStep::Stride(points) if pass > 0 => answer.offset(-i32::from(points)),
            MtdStep::Guess | MtdStep::Stride(_) => answer.offset(i32::from(rose)),
        };
        let beta = beta.clamp(lower.next(), upper);
        answer = probe(beta.prev(), beta)?;
        rose = answer >= beta;
        let bounds = proven(beta.prev(), beta, answer);
        (lower, upper) = (lower.max(bounds.lower), upper.min(bounds.upper));
        if lower >= upper {
            break;
        }
    }
    if lower == upper { Ok(lower) } else { probe(-Score::INF, Score::INF) }
}
// ANCHOR_END: page
