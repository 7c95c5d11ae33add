use crate::Score;

/// The window settings of [`aspiration`].
///
/// ```
/// use secateur::{Score, drive::{Aspiration, aspiration}};
///
/// // The value is 500, far above what is expected. After one failure, patience ends.
/// let hasty = Aspiration { half_width: 10, growth: 1, patience: 1 };
/// let mut upper = Vec::new();
/// let value = aspiration(Score::DRAW, hasty, |alpha, beta| {
///     upper.push(beta);
///     Ok::<_, ()>(Score::points(500).clamp(alpha, beta))
/// });
/// assert_eq!(value, Ok(Score::points(500)));
/// assert_eq!(upper, [Score::points(10), Score::points(30), Score::INF]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// The first window reaches this many points to either side of its centre. At least 1.
    pub half_width: u16,
    /// The factor by which the reach grows with each failure, minus one (1 doubles it); the failing side moves
    /// that far beyond the answer or the centre, whichever lies further out. At least 1.
    pub growth: u16,
    /// The failing side is opened fully after this many failures.
    pub patience: u32,
}

impl Default for Aspiration {
    /// Half a pawn where a pawn is 100 points, doubling, and wide open at the fourth failure.
    fn default() -> Self {
        Aspiration { half_width: 50, growth: 1, patience: 3 }
    }
}

/// Aspiration: search through a narrow window around the value expected, and widen it where it fails.
///
/// # Idea
///
/// The narrower the window, the more is cut. If the value lies inside after all, the search was cheaper; if
/// not, only the failing side is widened, gradually. The window need not stand around the previous value:
/// any `centre` will do.
///
/// # Contract
///
/// Returns the exact value for any probe that keeps the contract of [`algo`](crate::algo). Sides of the
/// window that reach the end of the scale are opened beyond it, so that a value at the very end lies
/// inside. A side that is open stays open, so that the loop ends after at most `patience + 3` probes,
/// or some twenty if patience is without end, whatever the probe answers.
///
/// # Source
///
/// Described for TECH (J. Gillogly, 1972) and by G. Baudet, *The design and analysis of algorithms for
/// asynchronous multiprocessors*, 1978; gradual widening is the chess programs' habit.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, algo::alpha_beta, drive::{Aspiration, aspiration}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let narrow = Aspiration { half_width: 2, ..Aspiration::default() };
/// let mut windows = Vec::new();
/// let Ok(value) = aspiration(Score::points(6), narrow, |alpha, beta| {
///     windows.push((alpha.get(), beta.get()));
///     alpha_beta(&mut cx, &tree, 2, alpha, beta)
/// });
/// assert_eq!((value, windows), (Score::points(3), vec![(4, 8), (-1, 8)])); // the upper side stays
/// ```
// ANCHOR: page
pub fn aspiration<H>(
    centre: Score,
    how: Aspiration,
    mut probe: impl FnMut(Score, Score) -> Result<Score, H>,
) -> Result<Score, H> {
    let centre = centre.clamp(Score::LOSS, Score::WIN);
    let (mut reach, growth) = (i32::from(how.half_width.max(1)), i32::from(how.growth.max(1)));
    let below = |alpha: Score| if alpha > Score::LOSS { alpha } else { -Score::INF };
    let above = |beta: Score| if beta < Score::WIN { beta } else { Score::INF };
    let (mut alpha, mut beta) = (below(centre.offset(-reach)), above(centre.offset(reach)));
    let mut failures = 0;
    loop {
        let score = probe(alpha, beta)?;
        reach = reach.saturating_mul(1 + growth).min(Score::INF.get());
        let patient = failures < how.patience;
        if score <= alpha && alpha > -Score::INF {
            alpha = if patient { below(score.min(centre).offset(-reach)) } else { -Score::INF };
        } else if score >= beta && beta < Score::INF {
            beta = if patient { above(score.max(centre).offset(reach)) } else { Score::INF };
        } else {
            return Ok(score);
        }
        failures += 1;
    }
}
// ANCHOR_END: page
