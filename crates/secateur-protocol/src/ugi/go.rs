//! What `go` asks for.

use crate::clock::time_for_move;
use secateur_games::session::Request;
use std::time::Duration;

/// Longer times are cut to this, a year: no search lasts longer.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Go {
    depth: Option<u64>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// Answer only when told to stop.
    pub(super) infinite: bool,
    /// What the clocks of the first and the second player show.
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
}

impl Go {
    /// Reads what stands behind `go`. Unknown words are skipped.
    pub(super) fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Go, String> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => go.depth = Some(count(word, words.next())?),
                "nodes" => go.nodes = Some(count(word, words.next())?),
                "movetime" => go.move_time = Some(time(word, words.next())?),
                "infinite" => go.infinite = true,
                "p1time" | "wtime" => go.clocks[0] = Some(time(word, words.next())?),
                "p2time" | "btime" => go.clocks[1] = Some(time(word, words.next())?),
                "p1inc" | "winc" => go.increments[0] = time(word, words.next())?,
                "p2inc" | "binc" => go.increments[1] = time(word, words.next())?,
                _ => {}
            }
        }
        Ok(go)
    }

    /// Puts the limits into a request. `player`: 0 if the first player is to move, 1 if the second is. Where
    /// only the opponent's clock is known, ours is taken to show the same.
    pub(super) fn limit(&self, request: Request, player: usize, overhead: Duration) -> Request {
        let clock = self.clocks[player].or(self.clocks[1 - player]);
        let share = clock.map(|clock| time_for_move(clock, self.increments[player], overhead));
        let time = [share, self.move_time].into_iter().flatten().min();
        Request {
            depth: self.depth.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
            nodes: self.nodes,
            time: time.or(self.infinite.then_some(LONGEST)),
            ..request
        }
    }
}

fn count(what: &str, word: Option<&str>) -> Result<u64, String> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| format!("go: {what} is '{word}', expected a whole number"))
}

/// Milliseconds. A clock may have run out before we hear of it, and show less than nothing.
fn time(what: &str, word: Option<&str>) -> Result<Duration, String> {
    let word = word.unwrap_or_default();
    let ms: i64 =
        word.parse().map_err(|_| format!("go: {what} is '{word}', expected a number of milliseconds"))?;
    Ok(Duration::from_millis(ms.max(0).unsigned_abs()).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str, player: usize) -> Request {
        let go = Go::read(text.split_whitespace()).unwrap();
        go.limit(Request::default(), player, Duration::ZERO)
    }

    #[test]
    fn limits_are_read_in_any_order_and_unknown_words_skipped() {
        let r = request("ponder nodes 5 searchmoves a1 movetime 20 depth 99999999999", 0);
        assert_eq!((r.depth, r.nodes, r.time), (Some(u32::MAX), Some(5), Some(Duration::from_millis(20))));
    }

    #[test]
    fn each_player_has_a_clock_of_their_own() {
        let clocks = "p1time 30000 p2time 60000 p1inc 400 p2inc 0";
        assert_eq!(request(clocks, 0).time, Some(Duration::from_millis(1300)));
        assert_eq!(request(clocks, 1).time, Some(Duration::from_millis(2000)));
        let as_in_chess = "wtime 30000 btime 60000 winc 400 binc 0";
        assert_eq!(Go::read(as_in_chess.split(' ')), Go::read(clocks.split(' ')));
        // Less than nothing on the clock, and a clock that is not told.
        assert_eq!(request("p1time -50", 0).time, Some(Duration::from_millis(1)));
        assert_eq!(request("p1time 3000", 1).time, Some(Duration::from_millis(100)));
    }

    #[test]
    fn the_shorter_of_two_times_holds_and_infinite_search_has_none() {
        assert_eq!(request("p1time 3000 movetime 50", 0).time, Some(Duration::from_millis(50)));
        assert_eq!(request("infinite", 0).time, Some(LONGEST));
        assert_eq!(request("movetime 9223372036854775807", 0).time, Some(LONGEST));
        assert_eq!(request("", 0).time, None);
    }

    #[test]
    fn what_is_no_number_is_said() {
        for (text, said) in [
            ("depth", "go: depth is '', expected a whole number"),
            ("depth -1", "go: depth is '-1', expected a whole number"),
            ("p1time soon", "go: p1time is 'soon', expected a number of milliseconds"),
        ] {
            assert_eq!(Go::read(text.split_whitespace()), Err(said.to_owned()));
        }
    }
}
