//! What Kalah's positions are known to be worth.

use super::ends::{self, Ends};
use super::{Kalah, seeds};
use secateur::{Bounds, Eval, Meter, Score};
use std::sync::Arc;

/// Knowledge of Kalah: the stores, the seeds that are left to fill them, and what is left to be won once they are few.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, kalah::{Kalah, Stores}};
///
/// let known = |text| {
///     let pos = Kalah::read(text).unwrap();
///     Stores::default().bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited())
/// };
/// // Twenty seeds are left, and the first side is two ahead.
/// let bounds = Bounds { lower: Score::points(-18), upper: Score::points(22) };
/// assert_eq!(known("9,1:3/9,1:1 first"), bounds);
/// // Three are left: the first side takes two of them.
/// assert_eq!(known("1,1:3/0,1:1 first"), Bounds::exact(Score::points(3)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stores {
    /// What is known of more seeds than usual, if it was made.
    pub(super) ends: Option<Arc<Ends>>,
}

impl Eval<Kalah> for Stores {
    /// The difference of the stores.
    #[inline(always)]
    fn eval(&mut self, pos: &Kalah) -> Score {
        Score::points(pos.turned(pos.lead()))
    }

    /// Proven: no side gets more than the seeds that are left; and if few are left, all ways to sow them were tried.
    #[inline]
    fn bounds(&mut self, pos: &Kalah, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let (lead, left) = (pos.turned(pos.lead()), pos.houses.map(seeds).iter().sum::<i32>());
        let large = self.ends.as_deref().filter(|ends| ends.holds(pos, left as usize));
        let value =
            large.map_or_else(|| ends::value(pos, left), |ends| Some(ends.value(pos.houses, left as usize)));
        if let Some(value) = value {
            return Bounds::exact(Score::points(lead + pos.turned(value)));
        }
        Bounds { lower: Score::points(lead - left), upper: Score::points(lead + left) }
    }
}
