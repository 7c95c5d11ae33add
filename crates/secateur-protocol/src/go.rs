//! The arguments of `go`.

use secateur_session::{GameClock, Limits, Request, Share};
use std::iter::Peekable;
use std::time::Duration;

/// Longer times are cut to this, a year: no search lasts longer.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// Every word with a meaning after `go`; moves to choose from end at the next one.
const WORDS: [&str; 17] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Go {
    depth: Option<u64>,
    nodes: Option<u64>,
    /// Moves within which a forced win is looked for.
    mate: Option<u64>,
    move_time: Option<Duration>,
    /// The times shown by the clocks of the first and the second player.
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
    /// Whether to answer only when told to stop.
    pub(crate) infinite: bool,
    /// Whether the opponent's clock runs.
    pub(crate) ponder: bool,
    /// The length of move paths to count, where nothing is to be searched.
    pub(crate) perft: Option<u32>,
    /// The moves to choose from; all if there are none.
    pub(crate) only: Vec<String>,
}

impl Go {
    /// Reads the arguments of `go`. Unknown words are skipped, and so are limits whose number cannot be read, which
    /// are reported to `complain`: the other program waits for a move.
    ///
    /// # Errors
    ///
    /// Only if move paths of a length that cannot be read are to be counted, since then no move is waited for.
    pub(crate) fn read<'a>(
        words: impl Iterator<Item = &'a str>,
        mut complain: impl FnMut(&str),
    ) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let done = match word {
                "depth" => count(word, &mut words).map(|n| go.depth = Some(n.max(1))),
                "nodes" => count(word, &mut words).map(|n| go.nodes = Some(n.max(1))),
                "mate" => count(word, &mut words).map(|n| go.mate = Some(n.max(1))),
                "perft" => {
                    go.perft = Some(small(count(word, &mut words)?));
                    Ok(())
                }
                "movestogo" => {
                    count(word, &mut words).map(|n| go.moves_to_go = Some(small(n)).filter(|&n| n > 0))
                }
                "movetime" => time(word, &mut words).map(|time| go.move_time = Some(time)),
                "infinite" => {
                    go.infinite = true;
                    Ok(())
                }
                "ponder" => {
                    go.ponder = true;
                    Ok(())
                }
                "p1time" | "wtime" => time(word, &mut words).map(|time| go.clocks[0] = Some(time)),
                "p2time" | "btime" => time(word, &mut words).map(|time| go.clocks[1] = Some(time)),
                "p1inc" | "winc" => time(word, &mut words).map(|time| go.increments[0] = time),
                "p2inc" | "binc" => time(word, &mut words).map(|time| go.increments[1] = time),
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !WORDS.contains(word)) {
                        go.only.push(m.to_owned());
                    }
                    Ok(())
                }
                _ => Ok(()),
            };
            if let Err(why) = done {
                complain(&why);
            }
        }
        Ok(go)
    }

    /// Whether nothing but the other side would end the search.
    pub(crate) fn is_endless(&self) -> bool {
        let timed = self.move_time.is_some() || self.clocks != [None; 2];
        self.infinite || !(timed || self.depth.is_some() || self.nodes.is_some() || self.mate.is_some())
    }

    /// The time that the clock allows. `player`: 0 if the first player is to move, 1 if the second is. Where only the
    /// opponent's clock is known, ours is taken to show the same.
    fn share(&self, player: usize, overhead: Duration, plies_left: Option<u32>) -> Option<Share> {
        let left = self.clocks[player].or(self.clocks[1 - player])?;
        let (increment, moves_to_go) = (self.increments[player], self.moves_to_go);
        Some(GameClock { left, increment, moves_to_go, overhead, plies_left }.share())
    }

    /// Puts the limits into a request, the moves to choose from aside. Only an `elastic` search gets more time
    /// for a hard move than for others, and looks for a mate as long as it takes, and proves it. `plies_left`: the most that
    /// the game can still last, where that is plain.
    pub(crate) fn limit(
        &self,
        request: Request,
        player: usize,
        overhead: Duration,
        plies_left: Option<u32>,
        elastic: bool,
    ) -> Request {
        let share = self.share(player, overhead, plies_left);
        let fixed = self.move_time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        let most = share.map(|share| if elastic { share.most } else { share.aim });
        let time = [most, fixed].into_iter().flatten().min();
        let aim = share.filter(|_| elastic).map(|share| time.map_or(share.aim, |time| share.aim.min(time)));
        let hunting = elastic && self.mate.is_some() && self.depth.is_none() && self.nodes.is_none();
        let endless = self.infinite || hunting;
        // A proof is about all moves; a search among some of them may still end with a win that is soon enough.
        let (proven, within) = match elastic && self.only.is_empty() {
            true => (self.mate, None),
            false => (None, self.mate),
        };
        request
            .depth(self.depth.map(small))
            .nodes(self.nodes)
            .time(time.or(endless.then_some(LONGEST)))
            .aim(aim)
            .win_within(within.map(|moves| small(moves.saturating_mul(2) - 1)))
            .mate(proven.map(|moves| small(moves).min(Limits::MOST_MOVES)))
    }
}

fn small(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The word after another, unless it is one that means something itself.
fn value<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> &'a str {
    words.next_if(|word| !WORDS.contains(word)).unwrap_or_default()
}

fn count<'a>(what: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<u64, String> {
    let word = value(words);
    word.parse().map_err(|_| format!("go: {what} is '{word}', expected a whole number"))
}

/// Milliseconds. A clock may have run out before we hear of it, and show less than nothing.
fn time<'a>(what: &str, words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<Duration, String> {
    let word = value(words);
    let ms: i64 =
        word.parse().map_err(|_| format!("go: {what} is '{word}', expected a number of milliseconds"))?;
    Ok(Duration::from_millis(ms.max(0).unsigned_abs()).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn read(text: &str) -> Go {
        Go::read(text.split_whitespace(), |why| panic!("{why}")).unwrap()
    }

    fn request(text: &str, player: usize) -> Request {
        read(text).limit(Request::default(), player, Duration::ZERO, None, false)
    }

    #[test]
    fn limits_are_read_in_any_order_and_unknown_words_skipped() {
        let r = request("ponder nodes 5 hurry searchmoves a1 b2 movetime 20 depth 99999999999", 0);
        assert_eq!((r.limits.depth, r.limits.nodes, r.limits.time), (Some(u32::MAX), Some(5), Some(MS(20))));
        assert_eq!(read("searchmoves a1 b2 movetime 20 c3").only, ["a1", "b2"]);
        assert_eq!(read("searchmoves a1 ponder searchmoves b2").only, ["a1", "b2"]);
        assert_eq!(
            request("depth 0 nodes 0", 0).limits.nodes.zip(request("depth 0", 0).limits.depth),
            Some((1, 1))
        );
    }

    #[test]
    fn each_player_has_a_clock_of_their_own() {
        // 60 ms are kept in reserve.
        let clocks = "p1time 30060 p2time 60060 p1inc 400 p2inc 0";
        assert_eq!(request(clocks, 0).limits.time, Some(MS(1200 + 320)));
        assert_eq!(request(clocks, 1).limits.time, Some(MS(2400)));
        let as_in_chess = "wtime 30060 btime 60060 winc 400 binc 0";
        assert_eq!(read(as_in_chess), read(clocks));
        // A negative time on the clock, and a clock that is not given.
        assert_eq!(request("p1time -50", 0).limits.time, Some(Duration::from_micros(100)));
        assert_eq!(request("p1time 2560", 1).limits.time, Some(MS(100)));
    }

    #[test]
    fn only_an_elastic_search_gets_more_than_its_share() {
        let limit = |text, elastic| {
            let r = read(text).limit(Request::default(), 0, Duration::ZERO, None, elastic);
            (r.limits.aim, r.limits.time)
        };
        assert_eq!(limit("wtime 60060", true), (Some(MS(2400)), Some(MS(12_000))));
        assert_eq!(limit("wtime 60060", false), (None, Some(MS(2400))));
        assert_eq!(limit("wtime 60060 movetime 500", true), (Some(MS(500)), Some(MS(500))));
        assert_eq!(limit("movetime 500", true), (None, Some(MS(500))));
        assert_eq!(limit("wtime 60060 movestogo 0", true), limit("wtime 60060", true));
        assert!(limit("wtime 60060 movestogo 5", true).0 > Some(MS(11_000)));
    }

    #[test]
    fn the_shorter_of_two_times_holds_and_infinite_search_has_none() {
        assert_eq!(request("p1time 3000 movetime 50", 0).limits.time, Some(MS(50)));
        assert_eq!(request("infinite", 0).limits.time, Some(LONGEST));
        assert_eq!(request("movetime 9223372036854775807", 0).limits.time, Some(LONGEST));
        assert_eq!(request("", 0).limits.time, None);
        let on_the_way = read("movetime 100").limit(Request::default(), 0, MS(30), None, false);
        assert_eq!(on_the_way.limits.time, Some(MS(70)));
        let too_long_a_way = read("movetime 100").limit(Request::default(), 0, MS(3000), None, false);
        assert_eq!(too_long_a_way.limits.time, Some(MS(50)));
    }

    #[test]
    fn a_mate_among_all_moves_is_proven_and_only_some_searches_end_by_themselves() {
        let r = read("mate 3").limit(Request::default(), 0, Duration::ZERO, None, true);
        assert_eq!((r.limits.mate, r.limits.win_within, r.limits.time), (Some(3), None, Some(LONGEST)));
        let r = read("mate 3 searchmoves a1").limit(Request::default(), 0, Duration::ZERO, None, true);
        assert_eq!((r.limits.mate, r.limits.win_within, r.limits.time), (None, Some(5), Some(LONGEST)));
        let r = request("mate 3", 0);
        assert_eq!((r.limits.mate, r.limits.win_within, r.limits.time), (None, Some(5), None));
        for (text, endless) in [("", true), ("infinite depth 3", true), ("ponder", true), ("mate 2", false)] {
            assert_eq!(read(text).is_endless(), endless, "{text}");
        }
        for limited in ["depth 3", "nodes 3", "movetime 3", "btime 3 winc 2"] {
            assert!(!read(limited).is_endless(), "{limited}");
        }
    }

    #[test]
    fn what_is_no_number_is_said_and_skipped() {
        for (text, without, expected) in [
            ("depth", "", "go: depth is '', expected a whole number"),
            ("movestogo -1 nodes 7", "nodes 7", "go: movestogo is '-1', expected a whole number"),
            ("p1time soon", "", "go: p1time is 'soon', expected a number of milliseconds"),
            ("winc depth 3", "depth 3", "go: winc is '', expected a number of milliseconds"),
        ] {
            let mut said = Vec::new();
            let go = Go::read(text.split_whitespace(), |why| said.push(why.to_owned()));
            assert_eq!((go, said), (Ok(read(without)), vec![expected.to_owned()]), "{text}");
        }
        let paths = Go::read("perft x".split_whitespace(), |_| ());
        assert_eq!(paths, Err("go: perft is 'x', expected a whole number".into()));
    }
}
