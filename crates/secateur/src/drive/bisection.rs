use super::proven;
use crate::{Bounds, Score};

/// The point at which [`bisection`] splits the interval in question.
///
/// ```
/// use secateur::{Bounds, Score, drive::{Split, bisection}};
///
/// /// What is asked, "is it at least ...?", until 3 is found between -16 and 32.
/// fn asked(split: Split) -> Vec<i32> {
///     let (mut asked, three) = (Vec::new(), Score::points(3));
///     let bounds = Bounds { lower: Score::points(-16), upper: Score::points(32) };
///     let value = bisection(bounds, split, |alpha, beta| {
///         asked.push(beta.get());
///         Ok::<_, ()>(three.clamp(alpha, beta))
///     });
///     assert_eq!(value, Ok(three));
///     asked
/// }
///
/// assert_eq!(asked(Split::Middle), [9, -3, 3, 6, 5, 4]);
/// assert_eq!(asked(Split::TowardsZero), [0, 1, 17, 9, 5, 3, 4]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Split {
    /// Splits in the middle.
    Middle,
    /// Splits on either side of zero, until it is settled who wins, if anybody; then in the middle.
    TowardsZero,
}

/// Bisection: halve the interval in question with null windows until one value is left.
///
/// # Idea
///
/// A null window asks on which side of it the value lies. Halving needs no guess and takes the logarithm of
/// the interval in probes: for the whole scale at most 16 from the middle, 17 towards zero. Fail-soft
/// answers often take fewer.
///
/// # Contract
///
/// Returns the exact value, if it lies within `bounds` (what is known beforehand, or [`Bounds::NONE`]) and
/// the probe keeps the contract of [`algo`](crate::algo). Bounds that meet are believed without a probe;
/// bounds that cross, be it that they were wrong or that the probe is inconsistent, end in one search with
/// an open window. A value at the lower end of `bounds` is found without a probe that fails high. Halves are
/// rounded down, not towards zero, so that the interval shrinks with every probe, whatever its sign.
///
/// # Source
///
/// D. Eppstein, *Variants of alpha-beta search*, lecture notes, 1999, describes it; K. Coplan, *A
/// special-purpose machine for an improved search algorithm for deep chess combinations*, 1982 (C*).
///
/// # Example
///
/// ```
/// use secateur::{Bounds, Score, Search, algo::alpha_beta, drive::{Split, bisection}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// // Asked about (4, 5), the fail-soft answer 3 meets the lower bound from the first probe.
/// let bounds = Bounds { lower: Score::points(-16), upper: Score::points(16) };
/// let mut windows = Vec::new();
/// let Ok(value) = bisection(bounds, Split::Middle, |alpha, beta| {
///     windows.push((alpha.get(), beta.get()));
///     alpha_beta(&mut cx, &tree, 2, alpha, beta)
/// });
/// assert_eq!((value, windows), (Score::points(3), vec![(0, 1), (9, 10), (4, 5)]));
/// ```
// ANCHOR: page
pub fn bisection<H>(
    bounds: Bounds,
    split: Split,
    mut probe: impl FnMut(Score, Score) -> Result<Score, H>,
) -> Result<Score, H> {
    let (mut lower, mut upper) = (bounds.lower.max(Score::LOSS).get(), bounds.upper.min(Score::WIN).get());
    while lower < upper {
        let alpha = match split {
            Split::TowardsZero if lower < 0 && upper >= 0 => -1,
            Split::TowardsZero if lower == 0 && upper > 0 => 0,
            _ => (lower + upper).div_euclid(2),
        };
        let alpha = Score::from_raw(alpha);
        let bounds = proven(alpha, alpha.next(), probe(alpha, alpha.next())?);
        (lower, upper) = (lower.max(bounds.lower.get()), upper.min(bounds.upper.get()));
    }
    if lower > upper { probe(-Score::INF, Score::INF) } else { Ok(Score::from_raw(lower)) }
}
// ANCHOR_END: page
