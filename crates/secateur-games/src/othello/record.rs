//! Games as text: in the Generic Game Format (GGF), and as bare moves.

use super::text::{for_each_move, play_recorded, read_discs};
use super::{Othello, Square};
use crate::{Notation, Unreadable};
use std::fmt::Write;

/// A move, with its player's evaluation of it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Played {
    /// The square, or the pass.
    pub square: Square,
    /// The value that the player gave, in discs, for the player.
    pub value: Option<f64>,
    /// The time that was taken, in seconds.
    pub time: Option<f64>,
}

impl Played {
    /// Reads `F5/value/time`. Value and time may be left out.
    ///
    /// ```
    /// use secateur_games::othello::record::Played;
    ///
    /// let played = Played::read("F5//1.5").unwrap();
    /// assert_eq!((played.square.to_string().as_str(), played.value, played.time), ("f5", None, Some(1.5)));
    /// let error = Played::read("F9").unwrap_err();
    /// assert_eq!(error.to_string(), "found 'F9', expected a square such as F5, or PA");
    /// ```
    pub fn read(text: &str) -> Result<Played, Unreadable> {
        let mut parts = text.split('/');
        let word = parts.next().unwrap_or_default().trim();
        let Some(square) = Square::read(word) else {
            let word = word.escape_debug();
            return Err(Unreadable(format!("found '{word}', expected a square such as F5, or PA")));
        };
        let mut number = |what: &str| match parts.next().map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => match text.parse::<f64>().ok().filter(|number| number.is_finite()) {
                Some(number) => Ok(Some(number)),
                None => {
                    Err(Unreadable(format!("the {what} is '{}', expected a number", text.escape_debug())))
                }
            },
        };
        let (value, time) = (number("value")?, number("time")?);
        Ok(Played { square, value, time })
    }
}

/// A game: the players, the starting position, and the moves, passes included. All moves are legal.
///
/// The Generic Game Format (M. Buro; described in *GGSA/GGF*, 2004) writes a property as its name and a value
/// in brackets: `PB` and `PW` are the players, `RE` is the result for `X`, `BO` the board, `B` and `W` the moves
/// of `X` and `O`.
///
/// ```
/// use secateur_games::{Notation, othello::record::Record};
///
/// let text = "(;GM[Othello]PC[home]PB[Ann]PW[Bob]RE[?]TY[8]\
///     BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.5]W[D6/-2];)";
/// let game = Record::read(text).unwrap();
/// assert_eq!((game.property("PW"), game.moves().len()), (Some("Bob"), 2));
/// assert_eq!((game.moves()[0].time, game.moves()[1].value), (Some(1.5), Some(-2.0)));
/// assert_eq!((game.line(), game.end().side()), ("f5d6".into(), "X".into()));
/// assert_eq!(Record::read(&game.write()), Ok(game));
///
/// let error = Record::read("f5f5").unwrap_err();
/// assert_eq!(error.to_string(), "move 2: 'f5' is not a legal move, expected one of f4 d6 f6");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The type: `8`, with letters for variations on how games begin.
    kind: String,
    properties: Vec<(String, String)>,
    start: Othello,
    end: Othello,
    moves: Vec<Played>,
}

impl Record {
    /// A game that has yet to begin.
    pub fn new(start: Othello) -> Record {
        Record { kind: "8".into(), properties: Vec::new(), start, end: start, moves: Vec::new() }
    }

    /// The position at which the game began.
    pub fn start(&self) -> &Othello {
        &self.start
    }

    /// The position after the last move.
    pub fn end(&self) -> &Othello {
        &self.end
    }

    /// The moves, passes included.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The value of a property such as `PB`; none for the game, its type, the board and the moves.
    pub fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a property, replacing the old value. Capitals are expected of the name, and no `]` of the value:
    /// characters that GGF has no place for are left out.
    ///
    /// ```
    /// use secateur_games::{Notation, othello::{Othello, record::Record}};
    ///
    /// let mut game = Record::new(Othello::start());
    /// game.set_property("PB", "Ann [1800]");
    /// assert_eq!(game.property("PB"), Some("Ann [1800"));
    /// ```
    pub fn set_property(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(char::is_ascii_uppercase).collect();
        let value = value.replace(']', "");
        if !is_free(&name) {
            return;
        }
        match self.properties.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => self.properties.push((name, value)),
        }
    }

    /// Adds a move, and before it the pass that was left out, if the rules demand one.
    pub fn play(&mut self, played: Played) -> Result<(), Unreadable> {
        if play_recorded(&mut self.end, played.square)? {
            self.moves.push(Played { square: Square::PASS, value: None, time: None });
        }
        self.moves.push(played);
        Ok(())
    }

    /// Reads a game in GGF; or, if there is no `(`, moves from the start such as `f5d6c3`.
    pub fn read(text: &str) -> Result<Record, Unreadable> {
        let text = text.trim();
        if !text.starts_with('(') {
            let mut record = Record::new(Othello::start());
            for_each_move(text, |square| record.play(Played { square, value: None, time: None }))?;
            return Ok(record);
        }
        let body = text.strip_prefix("(;").and_then(|text| text.strip_suffix(";)"));
        let Some(mut rest) = body.map(str::trim) else {
            return Err(Unreadable("the game is not enclosed, expected (; and ;) around it".into()));
        };
        let mut record = Record::new(Othello::start());
        while !rest.is_empty() {
            let Some((name, value, after)) = split_property(rest) else {
                let here: String = rest.chars().take(12).collect();
                let here = here.escape_debug();
                return Err(Unreadable(format!("found '{here}', expected a property such as PB[Ann]")));
            };
            record.take(name, value).map_err(|e| Unreadable(format!("{name}: {e}")))?;
            rest = after;
        }
        Ok(record)
    }

    /// Puts one property of a text in its place.
    fn take(&mut self, name: &str, value: &str) -> Result<(), Unreadable> {
        let expected = |what: &str| Err(Unreadable(format!("found '{}', {what}", value.escape_debug())));
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") => expected("expected Othello"),
            "GM" => Ok(()),
            "TY" if !is_eight(value) => expected("expected a board of 8"),
            "TY" => {
                self.kind = value.trim().to_owned();
                Ok(())
            }
            "BO" if !self.moves.is_empty() => expected("expected the board before the moves"),
            "BO" => {
                let Some(board) = value.trim().strip_prefix('8') else {
                    return expected("expected 8, the squares, and the side to move");
                };
                self.start = read_discs(board, 8)?;
                self.end = self.start;
                Ok(())
            }
            "B" | "W" => self.take_move(name == "W", value),
            _ => {
                self.set_property(name, value);
                Ok(())
            }
        }
    }

    /// Plays `F5/value/time`, the latter two being optional.
    fn take_move(&mut self, second: bool, value: &str) -> Result<(), Unreadable> {
        let played = Played::read(value)?;
        let (before, count) = (self.end, self.moves.len());
        self.play(played)?;
        // The side that moved is the one not to move now.
        if self.end.second == second {
            self.end = before;
            self.moves.truncate(count);
            return Err(Unreadable(format!("'{}' is played out of turn", played.square)));
        }
        Ok(())
    }

    /// The game in GGF, on one line.
    pub fn write(&self) -> String {
        let mut out = format!("(;GM[Othello]TY[{}]", self.kind);
        for (name, value) in &self.properties {
            let _ = write!(out, "{name}[{value}]");
        }
        let board = self.start.write().replace('X', "*");
        let _ = write!(out, "BO[8 {board}]");
        let mut second = self.start.second;
        for played in &self.moves {
            let square = match played.square {
                Square::PASS => "PA".into(),
                square => square.to_string().to_uppercase(),
            };
            let _ = write!(out, "{}[{square}", if second { 'W' } else { 'B' });
            match (played.value, played.time) {
                (Some(value), Some(time)) => _ = write!(out, "/{value}/{time}"),
                (Some(value), None) => _ = write!(out, "/{value}"),
                (None, Some(time)) => _ = write!(out, "//{time}"),
                (None, None) => {}
            }
            out.push(']');
            second = !second;
        }
        out + ";)"
    }

    /// The bare moves, passes left out: `f5d6c3`.
    pub fn line(&self) -> String {
        let moves = self.moves.iter().filter(|played| played.square != Square::PASS);
        moves.map(|played| played.square.to_string()).collect()
    }
}

/// Whether a property has no place of its own in a [`Record`].
fn is_free(name: &str) -> bool {
    !["", "GM", "TY", "BO", "B", "W"].contains(&name)
}

/// `8`, or `8` and letters: `8r` is a game from a random opening.
fn is_eight(kind: &str) -> bool {
    kind.trim().strip_prefix('8').is_some_and(|more| more.chars().all(|c| c.is_ascii_alphabetic()))
}

/// The first property of a text: its name, its value, and what follows.
fn split_property(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('[')?;
    let (value, rest) = rest.split_once(']')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase());
    is_name.then_some((name, value, rest.trim_start()))
}
