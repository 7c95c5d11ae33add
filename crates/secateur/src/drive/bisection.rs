use super::proven;
use crate::{Bounds, Score};

/// Where [`bisection`] cuts the interval in question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// In the middle.
    Middle,
    /// Nearer to zero: no further from it than half of the end it lies towards. Who wins is settled
    /// first, by how much comes later.
    TowardsZero,
}

/// Bisection: halve the interval in question with null windows until one value is left.
///
/// # Idea
///
/// A null window asks on which side of it the value lies. Halving needs no guess and takes at most the
/// logarithm of the scale in probes; fail-soft answers often take less.
///
/// # Contract
///
/// Returns the exact value, if it lies within `bounds` (what is known beforehand, or [`Bounds::NONE`]) and
/// the probe keeps the contract of [`algo`](crate::algo). Halves are rounded down, not towards zero, so
/// that the interval shrinks with every probe, whatever its sign.
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
        let middle = (lower + upper).div_euclid(2);
        let alpha = match split {
            Split::TowardsZero if middle <= 0 && lower / 2 < middle => lower / 2,
            Split::TowardsZero if middle >= 0 && upper / 2 > middle => upper / 2,
            _ => middle,
        };
        let alpha = Score::from_raw(alpha.clamp(lower, upper - 1));
        let bounds = proven(alpha, alpha + 1, probe(alpha, alpha + 1)?);
        (lower, upper) = (lower.max(bounds.lower.get()), upper.min(bounds.upper.get()));
    }
    Ok(Score::from_raw(lower))
}
// ANCHOR_END: page
