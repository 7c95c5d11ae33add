//! The time to think when the clock is for the whole game.

use std::time::Duration;

/// The number of further moves of ours that a game is expected to last, however long it has lasted.
const MOVES_TO_GO: u32 = 25;
/// The last plies of a game, where it is plain how many there are: they take next to no time, since they are searched to the end.
const PLAYED_OUT: u32 = 20;
/// The fewest moves among which what is left is shared out, all the same.
const FEWEST: u32 = 4;
/// The most that a hard move may take, in multiples of an ordinary one's time.
const STRETCH: u32 = 5;

/// The time that is always left on the clock, if it shows four times as much: a busy machine can take that long before it
/// lets a program speak. (With 10 ms of overhead alone, 3 of 136 games at 4 seconds and 0.04 more per move were lost on
/// time beside other work, by 3 to 63 ms.)
const RESERVE: Duration = Duration::from_millis(60);

/// The state of a game's clock.
///
/// ```
/// use secateur_session::GameClock;
/// use std::time::Duration;
///
/// let ms = Duration::from_millis;
/// let clock = GameClock { left: ms(60_000), increment: ms(1_000), overhead: ms(10), ..GameClock::default() };
/// let share = clock.share();
/// assert_eq!((share.aim.as_millis(), share.most.as_millis()), (3_189, 15_946));
/// // Only one move is left for a clock that nothing is added to: it may have nearly all.
/// let last = GameClock { increment: ms(0), moves_to_go: Some(1), ..clock };
/// assert!(last.share().most > ms(50_000));
/// // Where forty plies are left, the last twenty take next to no time: the clock is for ten more moves.
/// let othello = GameClock { plies_left: Some(40), ..clock };
/// assert_eq!(othello.share().aim.as_millis(), 6_785);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct GameClock {
    /// The time left on the clock.
    pub left: Duration,
    /// The time that each move adds to it, once it is made.
    pub increment: Duration,
    /// The number of moves until the clock is reset; none if it has to last for the whole game.
    pub moves_to_go: Option<u32>,
    /// The time lost with each move on the way between the two programs.
    pub overhead: Duration,
    /// The most plies that the game can still last, where that is plain ([`Board::plies_left`](crate::Board::plies_left)).
    pub plies_left: Option<u32>,
}

/// The time for one move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The time for an ordinary move.
    pub aim: Duration,
    /// The most time for a move.
    pub most: Duration,
}

impl GameClock {
    /// The time for the next move. `aim` is an even share of the clock for each move expected, and four fifths of the
    /// increment beyond what is lost on the way. `most` is up to five times that. Both leave a good part of the clock, since
    /// the increment only comes after the move: three fifths, less where the clock is soon reset. Where it is plain how long the
    /// game can last, no more moves are expected than half of its plies but for the last ones.
    pub fn share(&self) -> Share {
        let still = self.moves_to_go.map_or(MOVES_TO_GO, |n| n.clamp(1, 1000));
        let own = self.plies_left.map(|plies| plies.saturating_sub(PLAYED_OUT) / 2);
        let moves = still.min(own.map_or(MOVES_TO_GO, |own| own.clamp(FEWEST, MOVES_TO_GO)));
        let usable = self.left.saturating_sub(self.overhead + RESERVE.min(self.left / 4));
        // Any overhead beyond the increment is lost with every move that is still to come.
        let lost = self.overhead.saturating_sub(self.increment) * (still - 1);
        let fund = usable.saturating_sub(lost);
        // Where that leaves nothing, the overhead may be less than was stated: an eighth is kept for thinking.
        let meagre = usable / 8 / still;
        let added = self.increment.saturating_sub(self.overhead) / 5 * 4;
        let tenths = match moves {
            1 => 9,
            2 => 6,
            _ => 4,
        };
        let safe = (fund / 10 * tenths).max(meagre.saturating_add(added).min(usable / 10 * 4));
        let aim = (fund / moves).max(meagre).saturating_add(added).min(safe);
        let most = aim.saturating_mul(STRETCH).min(safe);
        let least = self.least();
        Share { aim: aim.max(least), most: most.max(least) }
    }

    /// The least time for a search, even where there is none: a millisecond, and less only where
    /// the clock shows almost nothing, so that an increment of a millisecond keeps it running.
    fn least(&self) -> Duration {
        (self.left / 16).clamp(Duration::from_micros(100), Duration::from_millis(1))
    }
}

/// The time for one move without any stretch: [`Share::aim`] of a clock that has to last for the whole game, 60 ms
/// of which are kept in reserve.
///
/// ```
/// use secateur_session::time_for_move;
/// use std::time::Duration;
///
/// let ms = Duration::from_millis;
/// assert_eq!(time_for_move(ms(60_060), ms(0), ms(0)), ms(2_400));
/// assert_eq!(time_for_move(ms(60_060), ms(1_000), ms(0)), ms(3_200));
/// assert_eq!(time_for_move(ms(110), ms(1_000), ms(10)), ms(29));
/// ```
pub fn time_for_move(clock: Duration, increment: Duration, overhead: Duration) -> Duration {
    GameClock { left: clock, increment, overhead, ..GameClock::default() }.share().aim
}
