//! How long to think when the clock is for the whole game.

use std::time::Duration;

/// A game is expected to last this many more moves of ours, however long it has lasted.
const MOVES_TO_GO: u32 = 30;
/// No clock shows less.
const LEAST: Duration = Duration::from_millis(1);

/// The time for one move: a thirtieth of what the clock shows and three quarters of what each move adds, but
/// at most half of the clock less `overhead` (what is lost on the way between two programs), since the
/// addition only comes after the move. At least a millisecond, whatever the clock shows.
///
/// ```
/// use secateur_protocol::time_for_move;
/// use std::time::Duration;
///
/// let ms = Duration::from_millis;
/// assert_eq!(time_for_move(ms(60_000), ms(0), ms(10)), ms(2_000));
/// assert_eq!(time_for_move(ms(60_000), ms(1_000), ms(10)), ms(2_750));
/// assert_eq!(time_for_move(ms(110), ms(1_000), ms(10)), ms(50));
/// ```
pub fn time_for_move(clock: Duration, increment: Duration, overhead: Duration) -> Duration {
    let share = (clock / MOVES_TO_GO).saturating_add(increment / 4 * 3);
    share.min(clock.saturating_sub(overhead) / 2).max(LEAST)
}
