//! The Go Text Protocol, version 2 (G. Farnebäck, 2002), from the side of the controller. Who moves first is black;
//! moves are the game's own.

use super::super::clock::Running;
use super::super::record::MoveReport;
use super::super::seat::{Beginning, Fault, Turn};
use super::process::Process;
use super::{GRACE, Speaks};
use std::time::{Duration, Instant};

const COLOURS: [&str; 2] = ["black", "white"];

pub(super) struct GtpClient {
    /// The number of moves of the game that the program knows.
    told: usize,
    /// Whether it knows the clock of the game.
    timed: bool,
    /// The text of a response so far, once it has begun.
    response: Option<String>,
}

impl GtpClient {
    pub(super) fn new() -> GtpClient {
        GtpClient { told: 0, timed: false, response: None }
    }

    /// Sends a command and waits for its answer.
    fn order(&mut self, wire: &mut Process, command: &str) -> Result<String, Fault> {
        wire.say(command);
        let until = Instant::now() + GRACE;
        loop {
            if let Some(answer) = self.heard(&wire.hear(until)?) {
                return match answer.strip_prefix('?') {
                    Some(why) => Err(Fault::Gone(format!("it answered '{command}' with '{}'", why.trim()))),
                    None => Ok(answer),
                };
            }
        }
    }

    /// A response as a whole, once the empty line behind it has come. It begins with `=` or `?`.
    fn heard(&mut self, line: &str) -> Option<String> {
        match &mut self.response {
            None if line.starts_with(['=', '?']) => self.response = Some(line.to_owned()),
            Some(_) if line.trim().is_empty() => return self.response.take(),
            Some(response) => {
                response.push(' ');
                response.push_str(line);
            }
            None => {}
        }
        None
    }

    /// Sends a command about clocks. It does not matter whether the program understands it.
    fn tell_clock(&mut self, wire: &mut Process, command: &str) -> Result<(), Fault> {
        match self.order(wire, command) {
            Ok(_) | Err(Fault::Gone(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

/// Seconds, whole ones as the protocol has them.
fn seconds(time: Duration) -> String {
    let seconds = (time.as_secs_f64() * 100.0).floor() / 100.0;
    seconds.to_string()
}

/// The main time, a period, and the moves in it. An increment is a period of one move.
fn settings(turn: &Turn<'_>) -> Option<String> {
    let clock = turn.clocks[turn.side];
    let said = match (clock, turn.limits.time) {
        (Some(Running { control, .. }), _) => match control.moves {
            Some(moves) => format!("0 {} {moves}", seconds(control.base)),
            None if control.increment.is_zero() => format!("{} 0 0", seconds(control.base)),
            None => format!("{} {} 1", seconds(control.base), seconds(control.increment)),
        },
        (None, Some(time)) => format!("0 {} 1", seconds(time)),
        (None, None) => return None,
    };
    Some(format!("time_settings {said}"))
}

impl Speaks for GtpClient {
    fn greet(&mut self, wire: &mut Process, options: &[(String, String)]) -> Result<(), Fault> {
        self.order(wire, "protocol_version")?;
        // There are no options: a command of the program's own may set something.
        for (name, value) in options {
            self.order(wire, &format!("{name} {value}"))?;
        }
        Ok(())
    }

    fn begin(&mut self, wire: &mut Process, game: &Beginning<'_>) -> Result<(), Fault> {
        if let Some(position) = &game.opening.position {
            return Err(Fault::Broken(format!(
                "GTP has no words for the position '{position}', expected openings of moves from the start"
            )));
        }
        (self.told, self.timed) = (0, false);
        self.order(wire, "clear_board").map(drop)
    }

    fn follow(&mut self, wire: &mut Process, turn: &Turn<'_>) -> Result<(), Fault> {
        while let Some(m) = turn.moves.get(self.told) {
            let colour = COLOURS[self.told % 2];
            self.order(wire, &format!("play {colour} {m}"))?;
            self.told += 1;
        }
        if let Some(settings) = settings(turn).filter(|_| !self.timed) {
            self.timed = true;
            self.tell_clock(wire, &settings)?;
        }
        if let Some(clock) = turn.clocks[turn.side] {
            let moves = clock.moves_to_go.unwrap_or(0);
            let colour = COLOURS[turn.side];
            self.tell_clock(wire, &format!("time_left {colour} {} {moves}", seconds(clock.left)))?;
        }
        Ok(())
    }

    fn ask(&mut self, wire: &mut Process, turn: &Turn<'_>) {
        wire.say(&format!("genmove {}", COLOURS[turn.side]));
        // It plays its move itself.
        self.told += 1;
    }

    fn take_in(&mut self, line: &str, _: &mut MoveReport) -> Result<Option<String>, Fault> {
        let Some(answer) = self.heard(line) else { return Ok(None) };
        match answer.strip_prefix('=').map(str::trim) {
            Some(word) if word.eq_ignore_ascii_case("resign") => Err(Fault::Resigns),
            Some(word) => Ok(Some(word.to_owned())),
            None => Err(Fault::Gone(format!("it answered genmove with '{answer}'"))),
        }
    }

    fn stop(&self) -> Option<&'static str> {
        None
    }
}
