//! The NBoard protocol, version 2 (C. Welty, 2014), which Othello programs speak.

use crate::seat::SpeakingSeat;
use crate::text::one_line;
use crate::{Next, Say};
use secateur_games::othello::DISC;
use secateur_games::othello::record::{Played, Record};
use secateur_games::{Notation, othello::Othello};
use secateur_session::GameClock;
use secateur_session::GameEntry;
use secateur_session::InPlay;
use secateur_session::{Answer, Request, values};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The time lost on the way between the two programs.
const OVERHEAD: Duration = Duration::from_millis(50);
/// The greatest depth of a search.
const DEEPEST: u32 = 250;

/// Othello served over the NBoard protocol.
///
/// Hand in each line that is received to [`NBoard::line`]. Dropping it, at the end of input, ends a search under
/// way with its best move so far.
///
/// Values are in discs, with decimals, for the side to move. A line that changes the position or asks for
/// something else ends any work under way, and so does `ping`: a `go` then sends its best move so far, so that
/// nothing about an old position follows the answer.
///
/// ```
/// use secateur_session::Request;
/// use secateur_protocol::NBoard;
/// use std::sync::mpsc;
///
/// let (sent, lines) = mpsc::channel();
/// let games = secateur_standard::standard();
/// let say = move |line: &str| drop(sent.send(line.to_owned()));
/// let mut nboard = NBoard::new(games.find("othello").unwrap(), Request::default(), say, |_: &str| ());
/// nboard.line("nboard 2");
/// nboard.line("set depth 4");
/// nboard.line("set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)");
/// nboard.line("move F5//1.0");
/// nboard.line("go");
/// let best = lines.iter().find(|line| line.starts_with("=== ")).unwrap();
/// assert!(["D6", "F4", "F6"].contains(&&best[4..6]));
/// ```
pub struct NBoard {
    seat: SpeakingSeat,
    /// The limits without those of a game's clock.
    request: Request,
    record: Record,
    note: Box<dyn Fn(&str) + Send + Sync>,
}

impl NBoard {
    /// Serves Othello, searched as the request has it until `set depth` comes. `say` is called with every line
    /// to be sent, also from the thread that searches; `note` with the errors of a line, for people to read.
    pub fn new(
        game: &GameEntry,
        request: Request,
        say: impl Fn(&str) + Send + Sync + 'static,
        note: impl Fn(&str) + Send + Sync + 'static,
    ) -> NBoard {
        let record = Record::new(Othello::start());
        NBoard { seat: SpeakingSeat::new(game, say), request, record, note: Box::new(note) }
    }

    /// Reads a line and acts on it. Nothing in it is an error: unknown lines are ignored, and failures
    /// are reported on the status line, and noted.
    pub fn line(&mut self, line: &str) -> Next {
        let (word, rest) = split(line);
        let done = match word {
            "nboard" => self.introduce(rest),
            "set" => self.set(rest),
            "move" => self.play(rest),
            "go" => self.go(),
            "hint" => self.hint(rest),
            "analyze" => self.analyse(),
            "ping" => {
                self.seat.stop();
                self.seat.say(one_line(&format!("pong {rest}")).trim_end());
                Ok(())
            }
            "learn" => {
                // There is no book to put it in.
                self.seat.say("learned");
                Ok(())
            }
            "quit" => {
                self.seat.stop();
                return Next::Quit;
            }
            _ => Ok(()),
        };
        if let Err(why) = done {
            let why = one_line(&format!("{word}: {why}"));
            (self.note)(&why);
            self.seat.say(&format!("status {why}"));
        }
        Next::Read
    }

    /// Makes the table, too, so that no move waits for it.
    fn introduce(&mut self, version: &str) -> Result<(), String> {
        self.seat.prepare(&self.request)?;
        self.tell_name();
        match version {
            "2" => Ok(()),
            _ => Err(format!("the version is '{version}', expected 2, and goes on as that")),
        }
    }

    /// Sends the name, which contains the depth, as with other programs of this protocol.
    fn tell_name(&self) {
        let depth = self.request.limits.depth.map(|depth| depth.to_string()).unwrap_or_default();
        self.seat.say(&format!("set myname Secateur{depth}"));
    }

    fn set(&mut self, rest: &str) -> Result<(), String> {
        let (what, value) = split(rest);
        match what {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=u64::MAX).contains(depth));
                let depth =
                    depth.ok_or_else(|| format!("depth is '{value}', expected a number from 1 on"))?;
                self.request.limits.depth = Some(u32::try_from(depth).unwrap_or(DEEPEST).min(DEEPEST));
                self.tell_name();
                Ok(())
            }
            "game" if value.is_empty() => Err("no game, expected one in GGF: (;GM[Othello]...;)".into()),
            "game" => {
                let record = Record::read(value).map_err(|e| format!("game: {e}"))?;
                self.take(record)
            }
            // It is about draws in a book, and there is no book.
            "contempt" => match value.parse::<f64>() {
                Ok(_) => Ok(()),
                Err(_) => Err(format!("contempt is '{value}', expected a number")),
            },
            _ => Ok(()),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mut record = self.record.clone();
        Played::read(text).and_then(|played| record.play(played)).map_err(|e| e.0)?;
        self.take(record)
    }

    /// Goes to the end of the game.
    fn take(&mut self, record: Record) -> Result<(), String> {
        self.seat.stop();
        let mut position = InPlay::new(&self.seat.game, Some(&record.start().write())).map_err(|e| e.0)?;
        for played in record.moves() {
            position.play(&played.square.to_string()).map_err(|e| e.0)?;
        }
        (self.seat.position, self.record) = (position, record);
        Ok(())
    }

    /// Ends any work under way and announces the next.
    fn begin(&mut self, doing: &str) -> Result<(), String> {
        self.seat.stop();
        if self.seat.position.board.outcome().is_some() {
            return Err("the game is over, expected a position with moves to play".into());
        }
        self.seat.say(&format!("status Secateur is {doing}"));
        Ok(())
    }

    fn go(&mut self) -> Result<(), String> {
        self.begin("thinking")?;
        let moves = self.seat.position.board.moves();
        if let [forced] = moves.as_slice() {
            self.seat.say(&format!("=== {}", gui_move(forced)));
            self.seat.say(WAITING);
            return Ok(());
        }
        let time = [self.request.limits.time, self.share()].into_iter().flatten().min();
        let request = self.request.clone().time(time);
        let (report, give) = (self.seat.say.clone(), self.seat.say.clone());
        self.seat.work(
            move |position, interrupt| {
                let request = request.interrupt(interrupt.clone());
                position.board.analyse(&request, &mut |answer| tell(&report, answer))
            },
            move |answer| {
                match answer {
                    None => give(PANICKED),
                    Some(answer) => give(&format!("=== {}", choice(&answer))),
                }
                give(WAITING);
            },
        )
    }

    fn hint(&mut self, count: &str) -> Result<(), String> {
        let count: usize = count
            .parse()
            .ok()
            .filter(|&count| count > 0)
            .ok_or_else(|| format!("found '{count}', expected how many moves to evaluate, from 1 on"))?;
        self.begin("analysing")?;
        let request = self.request.clone();
        let (report, give) = (self.seat.say.clone(), self.seat.say.clone());
        self.seat.work(
            move |position, interrupt| {
                let request = request.interrupt(interrupt.clone());
                if count == 1 {
                    position.board.analyse(&request, &mut |answer| tell(&report, answer));
                } else {
                    values(&mut *position.board, &request, &mut |all| tell_all(&report, all, count));
                }
            },
            move |done| {
                if done.is_none() {
                    give(PANICKED);
                }
                give(WAITING);
            },
        )
    }

    /// Sends the value of every position of the game, from its end to its start. The value of a later position
    /// counts for those before: the move that was played is worth the value of the position after it.
    fn analyse(&mut self) -> Result<(), String> {
        self.seat.stop();
        self.seat.say("status Secateur is analysing the game");
        let request = self.request.clone();
        let (report, give) = (self.seat.say.clone(), self.seat.say.clone());
        self.seat.work(
            move |position, interrupt| {
                let request = request.interrupt(interrupt.clone());
                let mut later: Option<(String, i32)> = None;
                for number in (0..=position.length()).rev() {
                    let answer = position.board.analyse(&request, &mut |_| ());
                    let is_whole = answer.depth > 0 || answer.best.is_none();
                    if interrupt.load(Ordering::Acquire) || !is_whole {
                        return;
                    }
                    let value = match &later {
                        Some((m, value)) if answer.best.as_ref() == Some(m) => *value,
                        Some((_, value)) => answer.points.max(*value),
                        None => answer.points,
                    };
                    report(&format!("analysis {number} {}", discs(value)));
                    later = position.take_back().map(|m| (m, -value));
                }
            },
            move |done| {
                if done.is_none() {
                    give(PANICKED);
                }
                give(WAITING);
            },
        )
    }

    /// The time for a move, if the game has a clock.
    fn share(&self) -> Option<Duration> {
        let (total, increment) = clock(self.record.property("TI")?)?;
        let moves = self.record.moves();
        // The side to move played every second move up to the last but one.
        let own = moves.iter().rev().skip(1).step_by(2);
        let added = increment.saturating_mul(own.clone().count() as u32);
        let spent: f64 = own.filter_map(|played| played.time).filter(|&time| time > 0.0).sum();
        let spent = Duration::try_from_secs_f64(spent).unwrap_or(Duration::MAX);
        let left = total.saturating_add(added).saturating_sub(spent);
        let plies_left = Some(self.record.end().empties());
        Some(GameClock { left, increment, moves_to_go: None, overhead: OVERHEAD, plies_left }.share().aim)
    }
}

const WAITING: &str = "status Secateur is waiting";
const PANICKED: &str = "status the search panicked: there is an error in the game";

/// Splits the first word from the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

/// A clock of GGF, `MM:SS` or `HH:MM:SS`, and after a `/` the increment; none if it never runs out.
fn clock(text: &str) -> Option<(Duration, Duration)> {
    let mut parts = text.split('/').map(|part| {
        let mut fields = part.split(',').next()?.split(':').map(|field| field.trim().parse::<f64>().ok());
        let seconds = fields.try_fold(0.0, |sum, field| Some(60.0 * sum + field?))?;
        Duration::try_from_secs_f64(seconds).ok()
    });
    let total = parts.next()??;
    (!total.is_zero()).then(|| (total, parts.next().flatten().unwrap_or_default()))
}

/// `F5`, or `PA` for a pass.
fn gui_move(m: &str) -> String {
    if m == "pass" { "PA".into() } else { m.to_uppercase() }
}

/// Points as discs.
fn discs(points: i32) -> String {
    format!("{:.2}", f64::from(points) / f64::from(DISC))
}

/// Sends the answer to a move: `search PV VALUE 0 DEPTH`.
fn tell_line(say: &Say, answer: &Answer) {
    let pv = answer.pv.iter().map(|m| gui_move(m)).collect::<Vec<_>>().join("-");
    if pv.is_empty() || answer.bound.is_some() {
        return;
    }
    let is_exact = answer.exact && answer.outcome.is_some();
    let depth = if is_exact { "100%".into() } else { answer.depth.to_string() };
    say(&format!("search {pv} {} 0 {depth}", discs(answer.points)));
}

fn tell_effort(say: &Say, nodes: u64, time_ms: f64) {
    say(&format!("nodestats {nodes} {:.2}", time_ms / 1e3));
}

fn tell(say: &Say, answer: &Answer) {
    tell_line(say, answer);
    tell_effort(say, answer.nodes, answer.time_ms);
}

/// Sends the best moves, and the cost of all together.
fn tell_all(say: &Say, all: &[Answer], count: usize) {
    all.iter().take(count).for_each(|answer| tell_line(say, answer));
    let nodes = all.iter().map(|answer| answer.nodes).max().unwrap_or(0);
    let time = all.iter().map(|answer| answer.time_ms).fold(0.0, f64::max);
    tell_effort(say, nodes, time);
}

/// `MOVE/VALUE/SECONDS`; without a value if there was no time for one.
fn choice(answer: &Answer) -> String {
    let best = answer.best.as_deref().map_or_else(|| "PA".into(), gui_move);
    let value = if answer.depth > 0 { discs(answer.points) } else { String::new() };
    format!("{best}/{value}/{:.2}", answer.time_ms / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_games_are_read() {
        let seconds = |text| clock(text).map(|(total, added)| (total.as_secs(), added.as_secs()));
        assert_eq!(seconds("15:00"), Some((900, 0)));
        assert_eq!(seconds("1:02:03/0:05/2:00"), Some((3723, 5)));
        assert_eq!(seconds("5:00/0:01,3"), Some((300, 1)));
        for none in ["", "soon", "00:00", "1:x", "-5:00", "nan", "1e999"] {
            assert_eq!(seconds(none), None, "{none}");
        }
    }

    #[test]
    fn of_a_clock_only_the_time_of_the_side_to_move_is_gone() {
        let say = |_: &str| ();
        let games = secateur_standard::standard();
        let mut nboard = NBoard::new(games.find("othello").unwrap(), Request::default(), say, say);
        assert_eq!(nboard.share(), None);
        let start = Othello::start().write().replace('X', "*");
        let mut share = |moves: &str| {
            nboard.line(&format!("set game (;GM[Othello]TI[1:00]BO[8 {start}]{moves};)"));
            nboard.share().unwrap()
        };
        assert_eq!(share("B[F5//50]"), share("B[F5]"));
        assert!(share("B[F5//50]W[D6]") < share("B[F5]W[D6//50]") / 2);
    }
}
