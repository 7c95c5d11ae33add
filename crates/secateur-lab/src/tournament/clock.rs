//! The limits of a player, for a move and for a game.

use secateur_games::Unreadable;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The longest time that is taken, in seconds: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// A clock for a game, or for a number of moves at a time.
///
/// ```
/// use secateur_lab::tournament::TimeControl;
/// use std::time::Duration;
///
/// let blitz: TimeControl = "4+0.04".parse().unwrap();
/// assert_eq!((blitz.base, blitz.increment), (Duration::from_secs(4), Duration::from_millis(40)));
/// let by_moves: TimeControl = "40/1:30".parse().unwrap();
/// assert_eq!((by_moves.moves, by_moves.base), (Some(40), Duration::from_secs(90)));
/// let error = "soon".parse::<TimeControl>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a clock such as 4+0.04, 40/60 or 5:00+3, in seconds");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// The moves that the base is for; none if it has to last for the whole game.
    pub moves: Option<u32>,
    /// The time on the clock at first; added again after each period of moves, where there are periods.
    pub base: Duration,
    /// The time that each move adds, once it is made.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = Unreadable;

    /// Reads `[MOVES/]BASE[+INCREMENT]`, times in seconds or as `minutes:seconds`.
    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| (1..=1000).contains(n))?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let (base, increment) = (seconds(base)?, seconds(increment)?);
            (!base.is_zero()).then_some(TimeControl { moves, base, increment })
        };
        read()
            .ok_or_else(|| Unreadable("expected a clock such as 4+0.04, 40/60 or 5:00+3, in seconds".into()))
    }
}

/// Reads seconds, or minutes and seconds.
fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if !plain(minutes) || !plain(seconds) {
        return None;
    }
    let all = 60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?;
    (all <= LONGEST).then(|| Duration::from_secs_f64(all))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The limits of a player's searches: whichever comes first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveLimits {
    /// A clock.
    pub clock: Option<TimeControl>,
    /// The time of each move.
    pub time: Option<Duration>,
    /// The nodes of each move.
    pub nodes: Option<u64>,
    /// The depth of each move, in plies.
    pub depth: Option<u32>,
}

impl MoveLimits {
    /// Whether nothing ends a search.
    pub fn is_none(&self) -> bool {
        *self == MoveLimits::default()
    }

    /// Whether time plays a part, so that no two games need be the same.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.time.is_some()
    }
}

impl fmt::Display for MoveLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.time.map(|time| format!("time={}ms", time.as_secs_f64() * 1e3)),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// A clock that runs while its player thinks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Running {
    pub(crate) control: TimeControl,
    /// The time left.
    pub(crate) left: Duration,
    /// The moves until the base is added, where it is for a number of moves.
    pub(crate) moves_to_go: Option<u32>,
}

impl Running {
    pub(crate) fn new(control: TimeControl) -> Self {
        Running { control, left: control.base, moves_to_go: control.moves }
    }

    /// Takes the time of a move off; it was within the time that there was, or is forgiven.
    pub(crate) fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.base;
                self.moves_to_go = self.control.moves;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_clock_reads_back() {
        for text in ["4+0.04", "40/60", "40/60+0.6", "300+3", "0.5"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in
            ["", "0", "0+1", "/60", "0/60", "1001/60", "-1", "4+", "4+x", "nan", "inf", "1e3", "4 + 1", "9e9"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn time_is_spent_and_added() {
        let mut clock = Running::new("2/1+0.1".parse().unwrap());
        clock.spend(MS(400));
        assert_eq!((clock.left, clock.moves_to_go), (MS(700), Some(1)));
        clock.spend(MS(300));
        assert_eq!((clock.left, clock.moves_to_go), (MS(1_500), Some(2)));
        // What was forgiven is not owed.
        clock.spend(MS(1_510));
        assert_eq!(clock.left, MS(100));
    }
}
