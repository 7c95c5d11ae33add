//! The Universal Chess Interface (S. Meyer-Kahlen and R. Huber, 2000) and the Universal Game Interface (kz04px), from
//! the side of the interface.

use super::super::record::{MoveReport, ReportedValue};
use super::super::seat::{Beginning, Fault, Turn, in_units};
use super::process::Process;
use super::{GRACE, Speaks};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// One of the two, which differ in few words.
pub(super) struct UciClient {
    general: bool,
    /// Points of value that are worth one unit.
    unit: i32,
    /// `startpos` or `fen ...`, and the moves that the notation of the position has behind it.
    start: String,
    in_order: bool,
}

impl UciClient {
    /// For any game if `general`, else for chess.
    pub(super) fn new(general: bool, unit: i32) -> UciClient {
        UciClient { general, unit, start: String::new(), in_order: true }
    }

    fn say_ready(&self, wire: &mut Process) -> Result<(), Fault> {
        wire.say("isready");
        wire.wait_for(Instant::now() + GRACE, |line| (line == "readyok").then_some(()))
    }

    fn limits(&self, turn: &Turn<'_>) -> String {
        let mut go = "go".to_owned();
        let mut push = |words: std::fmt::Arguments<'_>| {
            let _ = go.write_fmt(words);
        };
        let millis = |time: Duration| time.as_millis().max(1);
        let names = if self.general { ["p1", "p2"] } else { ["w", "b"] };
        let sides = if self.in_order { [0, 1] } else { [1, 0] };
        for (name, side) in names.into_iter().zip(sides) {
            if let Some(clock) = turn.clocks[side] {
                push(format_args!(" {name}time {}", millis(clock.left)));
                push(format_args!(" {name}inc {}", clock.control.increment.as_millis()));
            }
        }
        if let Some(moves) = turn.clocks[turn.side].and_then(|clock| clock.moves_to_go) {
            push(format_args!(" movestogo {moves}"));
        }
        if let Some(time) = turn.limits.time {
            push(format_args!(" movetime {}", millis(time)));
        }
        if let Some(nodes) = turn.limits.nodes {
            push(format_args!(" nodes {nodes}"));
        }
        if let Some(depth) = turn.limits.depth {
            push(format_args!(" depth {depth}"));
        }
        go
    }

    /// Takes the information in an `info` line.
    fn inform(&self, line: &str, thought: &mut MoveReport) {
        let mut words = line.split_whitespace();
        // Only the best line counts, and no bound is a value.
        let (mut depth, mut value, mut nodes, mut counts) = (None, None, None, true);
        while let Some(word) = words.next() {
            match word {
                "string" => return,
                "depth" => depth = words.next().and_then(|n| n.parse().ok()),
                "nodes" => nodes = words.next().and_then(|n| n.parse().ok()),
                "multipv" => counts = words.next() == Some("1"),
                "lowerbound" | "upperbound" => value = None,
                "score" => {
                    let (kind, number) = (words.next(), words.next().and_then(|n| n.parse::<i32>().ok()));
                    value = match (kind, number) {
                        (Some("cp"), Some(points)) => Some(in_units(points, self.unit)),
                        (Some("mate"), Some(n)) => Some(self.end(n)),
                        _ => None,
                    };
                }
                "pv" => break,
                _ => {}
            }
        }
        if !counts {
            return;
        }
        thought.nodes = nodes.or(thought.nodes);
        if let Some(value) = value {
            (thought.value, thought.depth) = (Some(value), depth.or(thought.depth));
        }
    }

    /// `mate n`: in chess in moves of the winner, else in plies; negative or 0 for a loss.
    fn end(&self, n: i32) -> ReportedValue {
        let count = n.unsigned_abs().min(10_000);
        match (self.general, n > 0) {
            (true, true) => ReportedValue::Win(count),
            (true, false) => ReportedValue::Loss(count),
            (false, true) => ReportedValue::Win(2 * count - 1),
            (false, false) => ReportedValue::Loss(2 * count),
        }
    }
}

impl Speaks for UciClient {
    fn greet(&mut self, wire: &mut Process, options: &[(String, String)]) -> Result<(), Fault> {
        let (hello, answer) = if self.general { ("ugi", "ugiok") } else { ("uci", "uciok") };
        wire.say(hello);
        wire.wait_for(Instant::now() + GRACE, |line| (line == answer).then_some(()))?;
        for (name, value) in options {
            wire.say(&format!("setoption name {name} value {value}"));
        }
        self.say_ready(wire)
    }

    fn begin(&mut self, wire: &mut Process, game: &Beginning<'_>) -> Result<(), Fault> {
        self.in_order = game.in_order;
        let position = game.opening.position.as_deref().unwrap_or_default();
        let (is_960, position) = match position.strip_prefix("chess960 ") {
            Some(rest) if !self.general => (true, rest),
            _ => (false, position),
        };
        if is_960 {
            if !position.contains('/') {
                return Err(Fault::Broken(format!("'{position}' is no FEN, which a program expects")));
            }
            wire.say("setoption name UCI_Chess960 value true");
        }
        // In chess, moves from the start are a position as well.
        let moves = position.strip_prefix("startpos").unwrap_or(position).trim();
        let moves = moves.strip_prefix("moves").unwrap_or(moves).trim();
        self.start = match position {
            "" => "startpos".to_owned(),
            _ if !self.general && !position.contains('/') => format!("startpos moves {moves}"),
            _ => format!("fen {position}"),
        };
        wire.say(if self.general { "uginewgame" } else { "ucinewgame" });
        self.say_ready(wire)
    }

    fn follow(&mut self, _: &mut Process, _: &Turn<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn ask(&mut self, wire: &mut Process, turn: &Turn<'_>) {
        let mut position = format!("position {}", self.start);
        if !turn.moves.is_empty() {
            position.push_str(if self.start.contains(" moves ") { " " } else { " moves " });
            position.push_str(&turn.moves.join(" "));
        }
        wire.say(&position);
        wire.say(&self.limits(turn));
    }

    fn take_in(&mut self, line: &str, thought: &mut MoveReport) -> Result<Option<String>, Fault> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => Ok(Some(words.next().unwrap_or("(none)").to_owned())),
            Some("info") => {
                self.inform(line, thought);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    fn stop(&self) -> Option<&'static str> {
        Some("stop")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_info_lines_tell() {
        let uci = UciClient::new(false, 100);
        let mut thought = MoveReport::default();
        let mut told = |line: &str| {
            uci.inform(line, &mut thought);
            (thought.value, thought.depth, thought.nodes)
        };
        let known = (Some(ReportedValue::Units(-37)), Some(9), Some(5000));
        assert_eq!(told("info depth 9 seldepth 12 score cp -37 nodes 5000 nps 1 pv e2e4 depth 3"), known);
        for nothing in [
            "info string depth 77",
            "info depth 10 score cp 100 lowerbound",
            "info depth 10 multipv 2 score cp 100 nodes 9",
            "info currmove e2e4 currmovenumber 3",
            "info depth x score cp y",
            "info score",
        ] {
            assert_eq!(told(nothing), known, "{nothing}");
        }
        assert_eq!(told("info score mate 3 depth 10").0, Some(ReportedValue::Win(5)));
        assert_eq!(told("info score mate -2 depth 10").0, Some(ReportedValue::Loss(4)));
        assert_eq!(told("info score mate 0").0, Some(ReportedValue::Loss(0)));
        assert_eq!(UciClient::new(true, 1).end(-3), ReportedValue::Loss(3));
    }
}
