//! An engine to talk to, and what its moves are checked against.

pub(crate) mod broken;

use secateur_games::session::Session;
use secateur_games::{Entry, standard};
use secateur_protocol::{Next, Ugi};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A protocol, and what it has said.
pub(crate) struct Engine {
    ugi: Ugi,
    said: Receiver<String>,
}

impl Engine {
    pub(crate) fn new(game: &str) -> Engine {
        Engine::of(standard().find(game).unwrap())
    }

    pub(crate) fn of(game: &Entry) -> Engine {
        let (send, said) = mpsc::channel();
        Engine { ugi: Ugi::new(game, move |line: &str| send.send(line.to_owned()).unwrap_or_default()), said }
    }

    pub(crate) fn line(&mut self, line: &str) -> Next {
        self.ugi.line(line)
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

    /// The next lines, the last of which starts so.
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

    /// Ends the input; the lines that are still said.
    pub(crate) fn end(self) -> Vec<String> {
        drop(self.ugi);
        self.said.iter().collect()
    }
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
