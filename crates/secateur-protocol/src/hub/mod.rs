//! The Hub protocol, version 2 (F. Letouzey, 2019), which interfaces for international draughts speak.

use crate::go::Go;
use crate::options::{Kind, Name, Options};
use crate::seat::SpeakingSeat;
use crate::{Next, Say};
use line::{Line, value};
use secateur_games::{Notation, draughts::Draughts};
use secateur_session::{Algorithm, Answer, GameEntry, InPlay, Outcome, Request};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

mod line;

/// International draughts served over the Hub protocol.
///
/// Hand in each line that is received to [`Hub::line`]. Dropping it, at the end of input, ends a search under way with
/// its best move so far.
///
/// Values are in men, for the side to move; a game that is decided in so many plies is worth 100 men, less one hundredth for
/// each of them.
///
/// ```
/// use secateur_protocol::Hub;
/// use std::sync::mpsc;
///
/// let (sent, lines) = mpsc::channel();
/// let games = secateur_standard::standard();
/// let mut hub = Hub::new(games.find("draughts").unwrap(), move |line: &str| drop(sent.send(line.to_owned())));
/// hub.line("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=32-28");
/// hub.line("level depth=3");
/// hub.line("go think");
/// let done = lines.iter().find(|line| line.starts_with("done ")).unwrap();
/// assert!(done.starts_with("done move=1") || done.starts_with("done move=20-"), "{done}");
/// ```
pub struct Hub {
    seat: SpeakingSeat,
    options: Options,
    /// The limits of the next search, in the words of [`Go`].
    level: String,
}

const OPTIONS: &[Name] = &[Name::Hash, Name::Threads, Name::Algorithm, Name::Overhead];

impl Hub {
    /// Serves international draughts. `say` is called with every line to be sent, also from the thread that searches.
    pub fn new(game: &GameEntry, say: impl Fn(&str) + Send + Sync + 'static) -> Hub {
        let options = Options::new(OPTIONS, Algorithm::player());
        Hub { seat: SpeakingSeat::new(game, say), options, level: String::new() }
    }

    /// Searches as this request says until other parameters are set: its algorithm, order of moves and settings.
    pub fn searching(mut self, request: Request) -> Hub {
        self.options.start_with(request);
        self
    }

    /// Offers tables of at most this many bytes, so that nobody asks for more than there is room for.
    pub fn limit_hash(mut self, bytes: usize) -> Hub {
        self.options.limit_hash(bytes);
        self
    }

    /// Reads a line and acts on it. Nothing in it is an error: unknown commands and arguments are ignored, and failures
    /// are answered with one `error`.
    pub fn line(&mut self, text: &str) -> Next {
        let line = Line::read(text);
        let done = match line.command {
            "hub" => {
                self.introduce();
                Ok(())
            }
            "set-param" => self.set(&line),
            "init" => self.prepare(),
            "new-game" => {
                self.seat.new_game();
                Ok(())
            }
            "pos" => self.position(&line),
            "level" => self.level(&line),
            "go" => self.go(&line),
            "ponder-hit" => {
                self.seat.hit();
                Ok(())
            }
            "stop" => {
                self.seat.stop();
                Ok(())
            }
            "ping" => {
                self.seat.say("pong");
                Ok(())
            }
            "quit" => {
                self.seat.stop();
                return Next::Quit;
            }
            _ => Ok(()),
        };
        if let Err(why) = done {
            complain(&self.seat.say, &format!("{}: {why}", line.command));
        }
        Next::Read
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.seat.say(&format!("id name=Secateur version={version} author=\"the Secateur contributors\""));
        for (name, kind) in self.options.offered() {
            let (name, kind) = (parameter(name), described(&kind));
            self.seat.say(&format!("param name={name} {kind}"));
        }
        self.seat.say("wait");
    }

    fn set(&mut self, line: &Line) -> Result<(), String> {
        let name = line.get("name").ok_or("expected name=NAME value=VALUE")?;
        let known = self.options.offered().into_iter().find(|(known, _)| parameter(known) == name);
        let name = known.map_or(name, |(known, _)| known);
        let text = format!("name {name} value {}", line.get("value").unwrap_or_default());
        self.options.set(text.split_whitespace()).map(drop)
    }

    /// Makes the table, so that no move waits for it.
    fn prepare(&mut self) -> Result<(), String> {
        let prepared = self.seat.prepare(&self.options.request);
        self.seat.say("ready");
        Ok(prepared?)
    }

    /// Sets a position, after which the limits of earlier searches hold no more. On an error the old position stays.
    fn position(&mut self, line: &Line) -> Result<(), String> {
        let given = line.get("pos").map(Draughts::from_hub).transpose().map_err(|e| e.0)?;
        let start = given.unwrap_or_else(Draughts::start);
        let moves = start.moves_from_hub(line.get("moves").unwrap_or_default()).map_err(|e| e.0)?;
        let position = InPlay::new(&self.seat.game, given.map(|pos| pos.write()).as_deref());
        let mut position = position.map_err(|e| e.0)?;
        moves.iter().try_for_each(|m| position.play(m)).map_err(|e| e.0)?;
        (self.seat.position, self.level) = (position, String::new());
        Ok(())
    }

    /// Adds to the limits of the next search.
    fn level(&mut self, line: &Line) -> Result<(), String> {
        for (name, word) in [("depth", "depth"), ("nodes", "nodes"), ("moves", "movestogo")] {
            if let Some(text) = line.get(name) {
                let n: u64 =
                    text.parse().map_err(|_| format!("{name} is '{text}', expected a whole number"))?;
                self.level += &format!(" {word} {n}");
            }
        }
        for (name, word) in [("move-time", "movetime"), ("time", "p1time"), ("inc", "p1inc")] {
            if let Some(text) = line.get(name) {
                let seconds: f64 = text.parse().unwrap_or(f64::NAN);
                if !seconds.is_finite() {
                    return Err(format!("{name} is '{text}', expected a number of seconds"));
                }
                self.level += &format!(" {word} {:.0}", 1e3 * seconds.clamp(0.0, 1e9));
            }
        }
        if line.get("infinite").is_some() {
            self.level += " infinite";
        }
        Ok(())
    }

    fn go(&mut self, line: &Line) -> Result<(), String> {
        let ponder = line.get("ponder").is_some();
        let mut go = Go::read(self.level.split_whitespace(), |why| complain(&self.seat.say, why))?;
        go.infinite = go.is_endless();
        let mut request = self.options.request.clone();
        request.control.pondering = Arc::new(AtomicBool::new(ponder));
        let elastic = request.method.algorithm.is_engine();
        // One clock is known, that of the side to move.
        let request =
            go.limit(request, 0, self.options.overhead, self.seat.position.board.plies_left(), elastic);
        let position = self.seat.position.board.position();
        let board = Draughts::read(&position).map_err(|e| e.0)?;
        self.seat.search(
            request,
            go.infinite,
            move |answer| told(answer, &board),
            move |answer| answer.map_or_else(|| error("the search panicked"), |answer| done(answer, &board)),
        )
    }
}

/// The name of a parameter, a word.
fn parameter(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// The value and the type of a parameter.
fn described(kind: &Kind) -> String {
    match kind {
        Kind::Spin(set, range) => format!("value={set} type=int min={} max={}", range.start(), range.end()),
        Kind::Check(set) => format!("value={set} type=bool"),
        Kind::Combo(set, all) => format!("value={} type=enum values={}", value(set), value(&all.join(" "))),
        Kind::Button => "value=false type=bool".into(),
    }
}

fn error(why: &str) -> String {
    format!("error message={}", value(why))
}

fn complain(say: &Say, why: &str) {
    say(&error(why));
}

/// The value in men.
fn men(answer: &Answer) -> f64 {
    let decided = 100.0 - f64::from(answer.plies_to_end.unwrap_or(0)) / 100.0;
    match answer.outcome {
        Some(Outcome::Win) => decided,
        Some(Outcome::Loss) => -decided,
        Some(Outcome::Draw) => 0.0,
        None => f64::from(answer.points) / 100.0,
    }
}

/// An `info` line. Without an iteration finished there is no score to give.
fn told(answer: &Answer, board: &Draughts) -> String {
    let mut line = format!("info depth={}", answer.depth);
    if answer.depth > 0 || answer.outcome.is_some() {
        line += &format!(" score={:.2}", men(answer));
    }
    let (seconds, speed) = (answer.time_ms / 1e3, answer.nps as f64 / 1e6);
    line += &format!(" nodes={} time={seconds:.3} nps={speed:.1}", answer.nodes);
    let pv = board.moves_to_hub(&answer.pv);
    if !pv.is_empty() {
        line += &format!(" pv=\"{}\"", pv.join(" "));
    }
    line
}

/// The move, and the reply that is expected.
fn done(answer: &Answer, board: &Draughts) -> String {
    let Some(best) = &answer.best else { return error("the game is over, expected a position with moves") };
    let expected = answer.pv.get(1).filter(|_| answer.pv.first() == Some(best));
    let line: Vec<String> = std::iter::once(best).chain(expected).cloned().collect();
    let line = board.moves_to_hub(&line);
    let ponder = line.get(1).map(|m| format!(" ponder={m}")).unwrap_or_default();
    format!("done move={}{ponder}", line.first().map_or("", String::as_str))
}
