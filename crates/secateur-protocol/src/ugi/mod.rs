//! The Universal Game Interface: what UCI is to chess, for any game.
//!
//! After the protocol's description by its author (kz04px, *Universal Game Interface*, in the project Cute
//! Games); UCI (S. Meyer-Kahlen and R. Huber, 2000) where that leaves something open.

mod go;
mod info;
mod options;

use crate::Say;
use crate::background::Background;
use crate::position::{Position, first_side};
use go::Go;
use options::Options;
use secateur_games::Entry;
use std::sync::Arc;

const PANICKED: &str = "info string the search panicked: there is an error in the game";

/// Whether to read on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Hand in the next line.
    Read,
    /// The other side is done.
    Quit,
}

/// One game, spoken about in UGI.
///
/// Hand in each line that is received to [`Ugi::line`]. Dropping it, at the end of input, ends a search
/// under way with its best move so far.
///
/// `position`, `setoption` and `query` may come while a search is under way; they do not change it.
pub struct Ugi {
    game: Entry,
    say: Say,
    options: Options,
    /// The first player's side, where the game names its sides.
    first: Option<String>,
    position: Position,
    /// The search under way.
    search: Option<Background>,
    /// The position of the last search, with what that left behind, or made ready for the next.
    last: Option<Position>,
}

impl Ugi {
    /// Speaks for a game. `say` is called with every line to be sent, also from the thread that searches.
    pub fn new(game: &Entry, say: impl Fn(&str) + Send + Sync + 'static) -> Ugi {
        Ugi {
            game: *game,
            say: Arc::new(say),
            options: Options::default(),
            first: first_side(game),
            position: Position::at_start(game),
            search: None,
            last: None,
        }
    }

    /// Offers tables of at most this many bytes, so that nobody asks for more than there is room for.
    pub fn limit_hash(mut self, bytes: usize) -> Ugi {
        self.options.limit_hash(bytes);
        self
    }

    /// Reads a line and does as it says. Nothing in it is an error: unknown words are skipped, and what cannot
    /// be done is answered with one `info string`.
    pub fn line(&mut self, line: &str) -> Next {
        if let Some(search) = self.search.take_if(|search| search.is_over()) {
            self.last = search.join();
        }
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let done = match word {
                "ugi" => self.introduce(),
                "isready" => self.prepare(),
                "setoption" => self.options.set(words),
                "uginewgame" => self.new_game(),
                "position" => self.set(words),
                "go" => self.go(words),
                "stop" => self.stop(),
                "query" => self.query(words.next().unwrap_or_default()),
                "quit" => {
                    let _ = self.stop();
                    return Next::Quit;
                }
                _ => continue,
            };
            if let Err(why) = done {
                (self.say)(&format!("info string {}", one_line(&why)));
            }
            break;
        }
        Next::Read
    }

    fn answer(&self, text: &str) -> Result<(), String> {
        (self.say)(text);
        Ok(())
    }

    fn introduce(&self) -> Result<(), String> {
        (self.say)(&format!("id name Secateur {} ({})", env!("CARGO_PKG_VERSION"), self.game.name));
        (self.say)("id author the Secateur contributors");
        self.options.describe().iter().for_each(|option| (self.say)(option));
        self.answer("ugiok")
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.stop()?;
        self.position = Position::at_start(&self.game);
        self.last = None;
        Ok(())
    }

    /// Makes ready for a search from the position that is set. A search under way has what it needs.
    fn prepare(&mut self) -> Result<(), String> {
        if self.search.is_none() {
            let mut position = self.at_position()?;
            position.board.prepare(&self.options.request);
            self.last = Some(position);
        }
        self.answer("readyok")
    }

    /// The position of the last search, moved to where the game is now.
    fn at_position(&mut self) -> Result<Position, String> {
        let mut position = self.last.take().unwrap_or_else(|| Position::at_start(&self.game));
        position.follow(&self.position).map_err(|e| e.0)?;
        Ok(position)
    }

    /// `startpos` or `fen` and a position in the game's notation; then `moves` and moves. On an error the old
    /// position stays.
    fn set<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let from = words.find(|&word| word == "startpos" || word == "fen");
        let from = from.ok_or("position: expected `startpos` or `fen`, then a position, then `moves`")?;
        let notation: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let text = notation.join(" ");
        let start = (from == "fen").then_some(text.as_str());
        let read = Position::new(&self.game, start).and_then(|mut position| {
            words.try_for_each(|text| position.play(text))?;
            Ok(position)
        });
        self.position = read.map_err(|e| e.0)?;
        Ok(())
    }

    fn go<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        if self.search.is_some() {
            return Err("go: a search is under way, expected `stop` before the next".into());
        }
        let go = Go::read(words)?;
        let player = if self.is_first_players_turn() { 0 } else { 1 };
        let request = go.limit(self.options.request.clone(), player, self.options.overhead);
        let position = self.at_position()?;
        let (report, give) = (self.say.clone(), self.say.clone());
        let search = Background::start(
            position,
            request,
            go.infinite,
            move |answer| report(&info::info(answer)),
            move |answer| {
                give(&answer.map_or_else(|| PANICKED.to_owned(), info::info));
                let best = answer.and_then(|answer| answer.best.as_deref());
                give(&format!("bestmove {}", best.unwrap_or("(none)")));
            },
        );
        self.search = Some(search.map_err(|e| format!("go: there is no thread for the search: {e}"))?);
        Ok(())
    }

    fn stop(&mut self) -> Result<(), String> {
        if let Some(search) = self.search.take() {
            self.last = search.stop();
        }
        Ok(())
    }

    fn query(&self, what: &str) -> Result<(), String> {
        let outcome = self.position.board.outcome();
        let response = match what {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => self.is_first_players_turn().to_string(),
            "result" => self.result(outcome.as_deref()).to_owned(),
            _ => return Err(format!("query '{what}': expected gameover, p1turn or result")),
        };
        self.answer(&format!("response {response}"))
    }

    /// A game that does not name its sides does not tell either whose turn it is: then whoever moves first from
    /// the position given is the first player.
    fn is_first_players_turn(&self) -> bool {
        match &self.first {
            Some(first) => self.position.board.side() == *first,
            None => self.position.is_even(),
        }
    }

    /// `outcome`: for the side to move, if the game is over.
    fn result(&self, outcome: Option<&str>) -> &'static str {
        let Some(outcome) = outcome else { return "none" };
        let first = self.is_first_players_turn();
        match outcome.split(' ').next() {
            Some("win") if first => "p1win",
            Some("loss") if !first => "p1win",
            Some("win" | "loss") => "p2win",
            _ => "draw",
        }
    }
}

impl Drop for Ugi {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// Cut to a length that people read, and without characters that would break the line.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let clean = |c: char| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c };
    let mut out: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push_str("...");
    }
    out
}
