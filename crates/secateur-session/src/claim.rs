//! What a proof proves.

use secateur::{Bounds, Score};
use secateur_games::{Scale, Unreadable};
use std::fmt;
use std::str::FromStr;

/// A claim about the value of a position at the end of the game, for its side to move, on the game's own scale: 1, 0
/// and -1 where games are won or lost.
///
/// ```
/// use secateur_session::ValueClaim;
///
/// let claim: ValueClaim = "at most 0".parse().unwrap();
/// assert_eq!((claim, claim.to_string()), (ValueClaim::AtMost(0), "at most 0".to_owned()));
/// assert!(claim.holds(-1) && !claim.holds(1));
/// assert!("at most none".parse::<ValueClaim>().is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ValueClaim {
    /// The side to move comes away with so much or more.
    AtLeast(i32),
    /// The opponent sees to it that it is no more than this.
    AtMost(i32),
}

impl ValueClaim {
    /// What these bounds prove and was asked for: a goal, or the value. `on_scale`: a score as the game itself counts; `is_value`: whether there
    /// is a score of this value.
    pub(crate) fn of(
        scale: Scale,
        goal: Option<(i32, Score)>,
        Bounds { lower, upper }: Bounds,
        on_scale: &dyn Fn(Score) -> i32,
        is_value: &dyn Fn(i32) -> bool,
    ) -> Vec<ValueClaim> {
        match goal {
            Some((goal, score)) if lower >= score => vec![ValueClaim::AtLeast(goal)],
            Some((goal, _)) => vec![ValueClaim::AtMost(goal - 1)],
            None if scale == Scale::Winner && lower > Score::DRAW => vec![ValueClaim::AtLeast(1)],
            None if scale == Scale::Winner && upper < Score::DRAW => vec![ValueClaim::AtMost(-1)],
            None => {
                let value = on_scale(lower);
                let mut claims = vec![ValueClaim::AtLeast(value)];
                // More than the most that there is needs no proof.
                if is_value(value.saturating_add(1)) {
                    claims.push(ValueClaim::AtMost(value));
                }
                claims
            }
        }
    }

    /// What the claims of a proof say: whether the goal that was asked for is reached (true of a value that was asked for), and the
    /// value, where there was no goal. Nothing as long as there are no claims.
    ///
    /// ```
    /// use secateur_session::ValueClaim;
    ///
    /// assert_eq!(ValueClaim::verdict(&[ValueClaim::AtMost(-1)], None), (Some(true), Some(-1)));
    /// assert_eq!(ValueClaim::verdict(&[ValueClaim::AtMost(0)], Some(1)), (Some(false), None));
    /// assert_eq!(ValueClaim::verdict(&[], Some(1)), (None, None));
    /// ```
    pub fn verdict(claims: &[ValueClaim], goal: Option<i32>) -> (Option<bool>, Option<i32>) {
        let reached = claims.iter().find(|claim| claim.is_of_the_side_to_move());
        let first = reached.or(claims.first());
        let value = first.map(|&(ValueClaim::AtLeast(value) | ValueClaim::AtMost(value))| value);
        (first.map(|_| goal.is_none() || reached.is_some()), value.filter(|_| goal.is_none()))
    }

    /// Whether this value bears it out.
    pub fn holds(self, value: i32) -> bool {
        match self {
            ValueClaim::AtLeast(least) => value >= least,
            ValueClaim::AtMost(most) => value <= most,
        }
    }

    /// Whether a game without an end bears it out, which counts as a draw.
    pub(crate) fn holds_without_end(self) -> bool {
        self.holds(0)
    }

    /// Whether it is the side to move that sees to it.
    pub(crate) fn is_of_the_side_to_move(self) -> bool {
        matches!(self, ValueClaim::AtLeast(_))
    }
}

impl fmt::Display for ValueClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueClaim::AtLeast(value) => write!(f, "at least {value}"),
            ValueClaim::AtMost(value) => write!(f, "at most {value}"),
        }
    }
}

impl FromStr for ValueClaim {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<ValueClaim, Unreadable> {
        let value = |rest: &str| rest.parse().ok();
        let at_least = text.strip_prefix("at least ").and_then(value).map(ValueClaim::AtLeast);
        let claim =
            at_least.or_else(|| text.strip_prefix("at most ").and_then(value).map(ValueClaim::AtMost));
        claim.ok_or_else(|| Unreadable(format!("found '{text}', expected a claim such as 'at least 1'")))
    }
}
