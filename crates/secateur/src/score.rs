//! Scores: always from the side to move; decisive ones carry their distance to the end.
//!
//! The scale runs from [`Score::LOSS`] to [`Score::WIN`] (±32,000 points). The outermost thousand points at
//! either end are *decisive*: a win in `n` plies is worth `WIN - n`, so that quicker wins score higher and a
//! lost side holds out as long as it can. Everything between is a static value or a final result in points.
//! [`Score::INF`] lies outside the scale and only ever bounds a window.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The worth of a position, in points, from the point of view of the side to move.
///
/// ```
/// use secateur::Score;
///
/// let mate = Score::win_in(3);
/// assert!(mate < Score::WIN && mate > Score::points(900));
/// assert_eq!(mate.plies_to_end(), Some(3));
/// assert_eq!(-mate, Score::loss_in(3));
/// assert_eq!(Score::points(25).plies_to_end(), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// One more than any score: `-INF..INF` is the window that asks for the exact value.
    pub const INF: Score = Score(32_001);
    /// The game has ended and the side to move has won.
    pub const WIN: Score = Score(32_000);
    /// The game has ended and the side to move has lost.
    pub const LOSS: Score = Score(-32_000);
    /// A drawn game, and the middle of the scale.
    pub const DRAW: Score = Score(0);
    /// The longest distance, in plies, that a decisive score can carry.
    pub const MAX_DISTANCE: u32 = 1_000;

    const DECISIVE: i32 = Self::WIN.0 - Self::MAX_DISTANCE as i32;

    /// A value in points. Values beyond ±30,999 are cut to that, since the scale's ends belong to
    /// decisive scores.
    ///
    /// ```
    /// use secateur::Score;
    ///
    /// assert_eq!(Score::points(120).get(), 120);
    /// assert_eq!(Score::points(1_000_000), Score::points(30_999)); // a fortune, and still no win
    /// assert!(Score::points(1_000_000) < Score::win_in(Score::MAX_DISTANCE));
    /// ```
    #[inline(always)]
    pub const fn points(points: i32) -> Score {
        let limit = Self::DECISIVE - 1;
        Score(if points > limit {
            limit
        } else if points < -limit {
            -limit
        } else {
            points
        })
    }

    /// The side to move wins in `plies` plies.
    #[inline(always)]
    pub const fn win_in(plies: u32) -> Score {
        Self::WIN.to_root(plies)
    }

    /// The side to move is lost in `plies` plies.
    #[inline(always)]
    pub const fn loss_in(plies: u32) -> Score {
        Self::LOSS.to_root(plies)
    }

    /// The score as a plain number on the scale -32,001..=32,001.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Undoes [`Score::get`]; numbers beyond the scale are cut to ±[`Score::INF`].
    ///
    /// ```
    /// use secateur::Score;
    ///
    /// for score in [Score::win_in(5), Score::points(-40), -Score::INF] {
    ///     assert_eq!(Score::from_raw(score.get()), score);
    /// }
    /// ```
    #[inline(always)]
    pub const fn from_raw(raw: i32) -> Score {
        Score(if raw > Self::INF.0 {
            Self::INF.0
        } else if raw < -Self::INF.0 {
            -Self::INF.0
        } else {
            raw
        })
    }

    /// Whether the score is a proven win or loss.
    ///
    /// ```
    /// use secateur::Score;
    ///
    /// assert!(Score::win_in(40).is_decisive() && Score::LOSS.is_decisive());
    /// assert!(!Score::points(30_000).is_decisive() && !Score::DRAW.is_decisive());
    /// ```
    #[inline(always)]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::DECISIVE || self.0 <= -Self::DECISIVE
    }

    /// The number of plies to the end, for a decisive score.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() { Some((Self::WIN.0 - self.0.abs()).unsigned_abs()) } else { None }
    }

    /// The next score on the scale, decisive or not: from a score to the next lies a null window, which asks whether the
    /// value is more than that score. Not for [`Score::INF`].
    ///
    /// ```
    /// use secateur::Score;
    ///
    /// assert_eq!((Score::points(4).next(), Score::win_in(4).next()), (Score::points(5), Score::win_in(3)));
    /// let most = Score::points(30_999);
    /// assert_eq!((most.next(), most + 1), (Score::win_in(Score::MAX_DISTANCE), most));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// Undoes [`Score::next`]. Not for -[`Score::INF`].
    #[inline(always)]
    #[must_use]
    pub const fn prev(self) -> Score {
        Score(self.0 - 1)
    }

    /// The score `steps` steps further up the scale, or down, decisive or not, at most to ±[`Score::INF`]: the edges of wider
    /// windows.
    ///
    /// ```
    /// use secateur::Score;
    ///
    /// assert_eq!(Score::points(30_990).offset(20), Score::win_in(990));
    /// assert_eq!((Score::WIN.offset(20), Score::DRAW.offset(-7)), (Score::INF, Score::points(-7)));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn offset(self, steps: i32) -> Score {
        Score::from_raw(self.0.saturating_add(steps))
    }

    /// Whether it lies outside the scale, and so is the same from everywhere. (Where knowledge proves nothing, this lets the
    /// compiler see it.)
    #[inline(always)]
    const fn is_infinite(self) -> bool {
        self.0 > Self::WIN.0 || self.0 < Self::LOSS.0
    }

    /// The same result reached `plies` plies further down: wins shrink and losses grow.
    ///
    /// Turns a score as its node sees it into one as the root, `plies` above, sees it.
    #[inline(always)]
    pub(crate) const fn to_root(self, plies: u32) -> Score {
        // Without branches: whether a score is decisive cannot be predicted.
        let size = self.0.abs();
        let further = size - plies as i32;
        let further = if further < Self::DECISIVE { Self::DECISIVE } else { further };
        let size = if self.is_decisive() && !self.is_infinite() { further } else { size };
        Score(if self.0 < 0 { -size } else { size })
    }

    /// Undoes [`Score::to_root`]: a score as the root sees it becomes one as its node sees it.
    #[inline(always)]
    pub(crate) const fn to_node(self, plies: u32) -> Score {
        let size = self.0.abs();
        let nearer = size + plies as i32;
        let nearer = if nearer > Self::INF.0 { Self::INF.0 } else { nearer };
        let size = if self.is_decisive() { nearer } else { size };
        Score(if self.0 < 0 { -size } else { size })
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Adds points. They never make a decisive score of one that is not, but stop short of it. A decisive score moves on the
/// scale, at most to its end.
impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, points: i32) -> Score {
        let sum = self.0.saturating_add(points);
        if self.is_decisive() { Score::from_raw(sum) } else { Score::points(sum) }
    }
}

/// Subtracts points, as [`Add`] adds them.
impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, points: i32) -> Score {
        let difference = self.0.saturating_sub(points);
        if self.is_decisive() { Score::from_raw(difference) } else { Score::points(difference) }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `+25`, `0`, `win in 3`, `loss in 4`, `inf`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.plies_to_end()) {
            (32_001, _) => write!(f, "inf"),
            (-32_001, _) => write!(f, "-inf"),
            (s, Some(plies)) => write!(f, "{} in {plies}", if s > 0 { "win" } else { "loss" }),
            (0, None) => write!(f, "0"),
            (s, None) => write!(f, "{s:+}"),
        }
    }
}

/// The bounds proven on a value: it lies in `lower..=upper`.
///
/// ```
/// use secateur::{Bounds, Score};
///
/// let bounds = Bounds::at_least(Score::points(2)).and(Bounds::at_most(Score::points(9)));
/// assert_eq!(bounds, Bounds { lower: Score::points(2), upper: Score::points(9) });
/// assert!(!bounds.is_exact() && bounds.and(Bounds::at_most(Score::points(2))).is_exact());
/// assert_eq!(bounds.and(Bounds::NONE), bounds);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// The bounds that prove nothing.
    pub const NONE: Bounds = Bounds { lower: Score(-Score::INF.0), upper: Score::INF };

    /// The value is exactly `score`.
    #[inline(always)]
    pub const fn exact(score: Score) -> Bounds {
        Bounds { lower: score, upper: score }
    }

    /// The value is at least `score`.
    #[inline(always)]
    pub const fn at_least(score: Score) -> Bounds {
        Bounds { lower: score, ..Bounds::NONE }
    }

    /// The value is at most `score`.
    #[inline(always)]
    pub const fn at_most(score: Score) -> Bounds {
        Bounds { upper: score, ..Bounds::NONE }
    }

    /// Whether the bounds meet in one value.
    #[inline(always)]
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The bounds that both prove together.
    #[inline(always)]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The score nearest to `score` that the bounds allow.
    ///
    /// ```
    /// use secateur::{Bounds, Score};
    ///
    /// // A static guess of 40 points, where at least a win in five is proven, or a draw at most, or nothing.
    /// let guess = Score::points(40);
    /// assert_eq!(Bounds::at_least(Score::win_in(5)).clamp(guess), Score::win_in(5));
    /// assert_eq!(Bounds::at_most(Score::DRAW).clamp(guess), Score::DRAW);
    /// assert_eq!(Bounds::NONE.clamp(guess), guess);
    /// ```
    #[inline(always)]
    pub fn clamp(self, score: Score) -> Score {
        if self.lower > -Score::INF && score < self.lower {
            self.lower
        } else if self.upper < Score::INF && score > self.upper {
            self.upper
        } else {
            score
        }
    }

    #[inline(always)]
    pub(crate) fn to_root(self, plies: u32) -> Bounds {
        Bounds { lower: self.lower.to_root(plies), upper: self.upper.to_root(plies) }
    }

    /// Undoes [`Bounds::to_root`]. A bound at the longest distance stands for all longer ones too: from there
    /// a lower bound proves a win at some distance and no more, an upper one a loss.
    #[inline(always)]
    pub(crate) fn to_node(self, plies: u32) -> Bounds {
        let (win, loss) = (Score(Score::DECISIVE), Score(-Score::DECISIVE));
        let lower = if self.lower == win { win } else { self.lower.to_node(plies) };
        let upper = if self.upper == loss { loss } else { self.upper.to_node(plies) };
        Bounds { lower, upper }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every score of the scale, and the infinities.
    fn all() -> impl Iterator<Item = Score> {
        (-Score::INF.get()..=Score::INF.get()).map(Score::from_raw)
    }

    #[test]
    fn points_never_become_a_mate() {
        for points in [0, 1, 7, 999, 1_000, 31_000, 70_000, i32::MAX] {
            for score in all().filter(|score| !score.is_decisive()) {
                for sum in [score + points, score - points, score + -points] {
                    assert!(!sum.is_decisive(), "{score} and {points} points are {sum}");
                }
                assert_eq!(score + points, Score::points(score.get().saturating_add(points)));
                assert_eq!(score - points, -(-score + points));
            }
            for score in all().filter(|score| score.is_decisive()) {
                let raw = score.get().saturating_add(points).min(Score::INF.get());
                assert_eq!((score + points).get(), raw);
                assert_eq!(score - points, -(-score + points));
            }
        }
    }

    #[test]
    fn every_score_has_a_null_window_above_it() {
        for score in all().filter(|score| *score < Score::INF) {
            assert!(score < score.next() && score.next().prev() == score && -score.next() == (-score).prev());
        }
    }
}
