//! The NBoard protocol, version 2 (C. Welty, 2014), from the side of the interface: Othello alone.

use super::super::record::MoveReport;
use super::super::record::ReportedValue;
use super::super::seat::{Beginning, Fault, Turn};
use super::process::Process;
use super::{GRACE, Speaks};
use secateur_games::Notation;
use secateur_games::othello::Othello;
use secateur_games::othello::record::{Played, Record};
use std::time::Instant;

/// The depth given to the program where it is not limited.
const DEEPEST: u32 = 60;

pub(super) struct NBoardClient {
    record: Record,
    /// The number of the last ping.
    pings: u32,
}

impl NBoardClient {
    pub(super) fn new() -> NBoardClient {
        NBoardClient { record: Record::new(Othello::start()), pings: 0 }
    }

    fn ping(&mut self, wire: &mut Process) -> Result<(), Fault> {
        self.pings += 1;
        wire.say(&format!("ping {}", self.pings));
        let answer = format!("pong {}", self.pings);
        wire.wait_for(Instant::now() + GRACE, |line| (line == answer).then_some(()))
    }
}

/// `F5`, or `PA` for a pass.
fn played(m: &str) -> Result<Played, Fault> {
    Played::read(if m == "pass" { "PA" } else { m }).map_err(|e| Fault::Gone(e.0))
}

/// Discs, as hundredths of one.
fn discs(text: &str) -> Option<ReportedValue> {
    let discs: f64 = text.parse().ok().filter(|discs: &f64| discs.abs() <= 64.0)?;
    Some(ReportedValue::Units((discs * 100.0).round() as i32))
}

impl Speaks for NBoardClient {
    fn greet(&mut self, wire: &mut Process, options: &[(String, String)]) -> Result<(), Fault> {
        wire.say("nboard 2");
        for (name, value) in options {
            wire.say(&format!("set {name} {value}"));
        }
        self.ping(wire)
    }

    fn begin(&mut self, wire: &mut Process, game: &Beginning<'_>) -> Result<(), Fault> {
        let start = game.opening.position.as_deref().unwrap_or_default();
        self.record = Record::new(Othello::read(start).map_err(|e| Fault::Broken(e.0))?);
        self.ping(wire)
    }

    fn follow(&mut self, wire: &mut Process, turn: &Turn<'_>) -> Result<(), Fault> {
        let mut record = self.record.clone();
        for m in turn.moves {
            record.play(played(m)?).map_err(|e| Fault::Gone(e.0))?;
        }
        // As if the game had begun with what is left.
        if let Some(clock) = turn.clocks[turn.side] {
            let left = clock.left.as_secs_f64();
            record.set_property("TI", &format!("{}:{:05.2}", (left / 60.0) as u64, left % 60.0));
        }
        wire.say(&format!("set depth {}", turn.limits.depth.unwrap_or(DEEPEST)));
        wire.say(&format!("set game {}", record.write()));
        self.ping(wire)
    }

    fn ask(&mut self, wire: &mut Process, _: &Turn<'_>) {
        wire.say("go");
    }

    fn take_in(&mut self, line: &str, thought: &mut MoveReport) -> Result<Option<String>, Fault> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("search") => {
                let (_, value, _, depth) = (words.next(), words.next(), words.next(), words.next());
                thought.value = value.and_then(discs).or(thought.value);
                thought.depth = depth.and_then(|depth| depth.parse().ok()).or(thought.depth);
                Ok(None)
            }
            Some("nodestats") => {
                thought.nodes = words.next().and_then(|nodes| nodes.parse().ok()).or(thought.nodes);
                Ok(None)
            }
            Some("===") => {
                let answer = words.collect::<Vec<_>>().join("");
                let mut parts = answer.split('/');
                let m = parts.next().unwrap_or_default().to_ascii_lowercase();
                thought.value = parts.next().and_then(discs).or(thought.value);
                Ok(Some(if m.starts_with("pa") { "pass".into() } else { m }))
            }
            _ => Ok(None),
        }
    }

    /// Nothing under way survives a ping.
    fn stop(&self) -> Option<&'static str> {
        Some("ping 0")
    }
}
