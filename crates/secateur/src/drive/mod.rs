//! Drivers: written once over "a window search", which is anything that answers a window with a score.
//!
//! A driver is handed a *probe*, `FnMut(alpha, beta) -> Result<Score, Halt>`, and neither knows nor cares
//! whether a page of [`algo`](crate::algo) or an engine is behind it, with or without memory. The probe must
//! keep the contract of [`algo`](crate::algo); given that, a driver returns the exact value. A fail-soft
//! probe gets it there in fewer steps, a fail-hard one just as surely.

mod aspiration;
mod bisection;
mod deepening;
mod mtd;
mod soonest;

pub use aspiration::{Aspiration, aspiration};
pub use bisection::{Split, bisection};
pub use deepening::{Iteration, deepening};
pub use mtd::{MtdStep, mtd};
pub use soonest::soonest;

use crate::{Bounds, Score};

/// The bounds proven by a probe through `alpha..beta` that answered `score`.
///
/// ```
/// use secateur::{Bounds, Score, drive::proven};
///
/// let (alpha, beta) = (Score::points(4), Score::points(5));
/// assert_eq!(proven(alpha, beta, Score::points(2)), Bounds::at_most(Score::points(2)));
/// assert_eq!(proven(alpha, beta, Score::points(9)), Bounds::at_least(Score::points(9)));
/// ```
#[inline]
pub fn proven(alpha: Score, beta: Score, score: Score) -> Bounds {
    if score <= alpha {
        Bounds::at_most(score)
    } else if score >= beta {
        Bounds::at_least(score)
    } else {
        Bounds::exact(score)
    }
}
