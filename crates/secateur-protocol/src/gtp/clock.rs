//! The clocks of the two players.

use secateur_session::GameClock;
use std::time::Duration;

/// The time lost on the way between the two programs.
const OVERHEAD: Duration = Duration::from_millis(50);

/// The clock of a game: the main time, then a number of moves within each period.
#[derive(Copy, Clone, Debug)]
pub(super) struct Timing {
    pub(super) main: Duration,
    pub(super) period: Duration,
    pub(super) stones: u32,
}

/// The state of a player's clock.
#[derive(Copy, Clone, Debug)]
pub(super) struct Left {
    pub(super) time: Duration,
    /// The moves until it is reset; none within the main time.
    pub(super) stones: Option<u32>,
}

impl Timing {
    /// The clock as the game begins.
    pub(super) fn start(self) -> Left {
        match self.stones {
            stones @ 1.. if self.main.is_zero() => Left { time: self.period, stones: Some(stones) },
            _ => Left { time: self.main, stones: None },
        }
    }
}

impl Left {
    /// The time for a move.
    pub(super) fn share(self, timing: Option<Timing>, plies_left: Option<u32>) -> Duration {
        let increment = match (self.stones, timing) {
            (None, Some(Timing { period, stones: stones @ 1.., .. })) => period / stones,
            _ => Duration::ZERO,
        };
        let clock = GameClock {
            left: self.time,
            increment,
            moves_to_go: self.stones,
            overhead: OVERHEAD,
            plies_left,
        };
        clock.share().aim
    }

    /// Subtracts the time that a move took.
    pub(super) fn spend(&mut self, time: Duration, timing: Option<Timing>) {
        self.time = self.time.saturating_sub(time);
        self.stones = self.stones.map(|stones| stones.saturating_sub(1));
        if let Some(Timing { period, stones: stones @ 1.., .. }) = timing
            && (self.stones == Some(0) || self.stones.is_none() && self.time.is_zero())
        {
            *self = Left { time: period, stones: Some(stones) };
        }
    }
}
