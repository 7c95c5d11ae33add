use super::proven;
use crate::{Bounds, Score};

/// Looks for near ends of the game: a win at once, a loss in two plies, a win in three, and so on.
///
/// # Idea
///
/// Whether somebody wins at all can take a search to the end of the game; whether somebody wins within a
/// few plies never does. Each question costs a few times the one before, so that a near end is found for
/// little more than its own price, and a far one costs little more for having asked. What was proven on the
/// way stays in memory.
///
/// # Contract
///
/// Returns the bounds proven: `bounds`, joined with the answers to at most `plies` null windows. The last move is
/// taken to be the winner's; where games end otherwise, the bounds hold as well, but may prove less. For a
/// probe that keeps the contract of [`algo`](crate::algo).
///
/// # Source
///
/// The order is that of proof by iterative deepening, as in mate solvers; its savings in Connect-4 were
/// measured here.
///
/// # Example
///
/// ```
/// use secateur::{Bounds, Score, drive::soonest};
///
/// let value = Score::win_in(3);
/// let mut asked = Vec::new();
/// let bounds = soonest(Bounds::NONE, 14, |alpha, beta| {
///     asked.push(if beta > Score::DRAW { beta } else { alpha });
///     Ok::<_, ()>(value.clamp(alpha, beta))
/// });
/// assert_eq!(bounds, Ok(Bounds { lower: value, upper: Score::win_in(2) })); // no sooner win was seen
/// assert_eq!(asked, [Score::win_in(1), Score::loss_in(2), Score::win_in(3)]);
/// ```
// ANCHOR: page
pub fn soonest<H>(
    bounds: Bounds,
    plies: u32,
    mut probe: impl FnMut(Score, Score) -> Result<Score, H>,
) -> Result<Bounds, H> {
    let mut known = bounds;
    for distance in 1..=plies {
        let by_us = distance % 2 == 1;
        let alpha = if by_us { Score::win_in(distance) - 1 } else { Score::loss_in(distance) };
        if known.lower <= alpha && alpha < known.upper {
            known = known.and(proven(alpha, alpha.next(), probe(alpha, alpha.next())?));
        }
    }
    Ok(known)
}
// ANCHOR_END: page
