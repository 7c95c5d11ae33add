//! An engine to talk to, and a reference to check its moves against.

pub(crate) mod broken;

use secateur_protocol::{Gtp, Hub, NBoard, Next, Uci, Ugi};
use secateur_session::Algorithm;
use secateur_session::GameEntry;
use secateur_session::Request;
use secateur_session::Session;
use secateur_standard::standard;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A protocol, and its output.
pub(crate) struct Engine {
    take: Box<dyn FnMut(&str) -> Next>,
    said: Receiver<String>,
}

impl Engine {
    pub(crate) fn new(game: &str) -> Engine {
        Engine::of(standard().find(game).unwrap())
    }

    /// Speaks UGI.
    pub(crate) fn of(game: &GameEntry) -> Engine {
        let (send, said) = mpsc::channel();
        let mut ugi = Ugi::new(game, move |line: &str| send.send(line.to_owned()).unwrap_or_default());
        Engine { take: Box::new(move |line| ugi.line(line)), said }
    }

    /// Speaks UCI.
    pub(crate) fn uci(game: &str, algorithm: &str) -> Engine {
        let (send, said) = mpsc::channel();
        let algorithm = Algorithm::named(algorithm).unwrap();
        let say = move |line: &str| send.send(line.to_owned()).unwrap_or_default();
        let mut uci = Uci::new(standard().find(game).unwrap(), algorithm, say);
        Engine { take: Box::new(move |line| uci.line(line)), said }
    }

    /// Speaks the NBoard protocol. Notes are lines with `note: ` in front.
    pub(crate) fn nboard(request: Request) -> Engine {
        let (send, said) = mpsc::channel();
        let note = send.clone();
        let say = move |line: &str| send.send(line.to_owned()).unwrap_or_default();
        let note = move |line: &str| note.send(format!("note: {line}")).unwrap_or_default();
        let mut nboard = NBoard::new(standard().find("othello").unwrap(), request, say, note);
        Engine { take: Box::new(move |line| nboard.line(line)), said }
    }

    /// Speaks the Hub protocol.
    pub(crate) fn hub(request: Request) -> Engine {
        let (send, said) = mpsc::channel();
        let say = move |line: &str| send.send(line.to_owned()).unwrap_or_default();
        let mut hub = Hub::new(standard().find("draughts").unwrap(), say).searching(request);
        Engine { take: Box::new(move |line| hub.line(line)), said }
    }

    /// Speaks GTP.
    pub(crate) fn gtp(game: &str, request: Request) -> Engine {
        let (send, said) = mpsc::channel();
        let say = move |line: &str| send.send(line.to_owned()).unwrap_or_default();
        let mut gtp = Gtp::new(standard().find(game).unwrap(), request, say);
        Engine { take: Box::new(move |line| gtp.line(line)), said }
    }

    pub(crate) fn line(&mut self, line: &str) -> Next {
        (self.take)(line)
    }

    pub(crate) fn send(&mut self, line: &str) {
        assert_eq!(self.line(line), Next::Read, "{line}");
    }

    /// The next line.
    pub(crate) fn read(&self) -> String {
        self.said.recv_timeout(PATIENCE).expect("a line should come")
    }

    /// Sends a line that is answered by one.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.read()
    }

    /// The next lines, up to one that begins with `start`.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.read()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.read());
        }
        lines
    }

    /// The lines that come within this time.
    pub(crate) fn during(&self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let next = || self.said.recv_timeout(end.saturating_duration_since(Instant::now())).ok();
        std::iter::from_fn(next).collect()
    }

    /// Ends the input; returns the lines that still follow.
    pub(crate) fn end(self) -> Vec<String> {
        drop(self.take);
        self.said.iter().collect()
    }
}

/// The text after a word of an `info` line.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split_once(&format!(" {word} ")).unwrap_or_else(|| panic!("no {word} in {line}")).1
}

/// The number after a word of an `info` line.
pub(crate) fn number(line: &str, word: &str) -> i64 {
    after(line, word).split(' ').next().unwrap().parse().unwrap()
}

/// Searches, and returns the lines up to the best move.
pub(crate) fn search(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go);
    let lines = engine.until("bestmove");
    assert!(lines.iter().rev().skip(1).all(|line| line.starts_with("info ")), "{lines:?}");
    lines
}

/// The position as `d` shows it, the last line being its notation.
pub(crate) fn drawn(engine: &mut Engine) -> Vec<String> {
    engine.send("d");
    engine.send("isready");
    let mut lines = engine.until("readyok");
    lines.pop();
    lines
}

/// The game after legal moves.
pub(crate) fn play_all(game: &str, position: Option<&str>, moves: &[String]) -> Box<dyn Session> {
    let mut session = standard().find(game).unwrap().open();
    if let Some(position) = position {
        session.set(position).unwrap();
    }
    for m in moves {
        session.play(m).unwrap_or_else(|e| panic!("{game} {moves:?}: {e}"));
    }
    session
}

/// The legal moves after others.
pub(crate) fn legal(game: &str, position: Option<&str>, moves: &[String]) -> Vec<String> {
    play_all(game, position, moves).moves()
}
