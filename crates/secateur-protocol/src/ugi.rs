//! The Universal Game Interface: like UCI, for any game.
//!
//! After the protocol's description by its author (kz04px, *Universal Game Interface*, in the project Cute
//! Games); UCI (S. Meyer-Kahlen and R. Huber, 2000) where that leaves something open.

use crate::Next;
use crate::go::Go;
use crate::info::{self, Style};
use crate::options::{Name, Options};
use crate::seat::SpeakingSeat;
use secateur_session::{Algorithm, Request};
use secateur_session::{Ending, GameEntry, Outcome};

/// One game served over UGI.
///
/// Hand in each line that is received to [`Ugi::line`]. Dropping it, at the end of input, ends a search
/// under way with its best move so far.
///
/// `position`, `setoption` and `query` may come while a search is under way; they do not change it.
pub struct Ugi {
    seat: SpeakingSeat,
    options: Options,
    /// The seed of the last search.
    seed: u64,
}

impl Ugi {
    /// Serves a game. `say` is called with every line to be sent, also from the thread that searches.
    pub fn new(game: &GameEntry, say: impl Fn(&str) + Send + Sync + 'static) -> Ugi {
        let names = &[Name::Hash, Name::Threads, Name::Algorithm, Name::Overhead, Name::Level];
        Ugi { seat: SpeakingSeat::new(game, say), options: Options::new(names, Algorithm::player()), seed: 0 }
    }

    /// Searches as this request says until other options are set: its algorithm, order of moves and settings.
    pub fn searching(mut self, request: Request) -> Ugi {
        self.options.start_with(request);
        self
    }

    /// Offers tables of at most this many bytes, so that nobody asks for more than there is room for.
    pub fn limit_hash(mut self, bytes: usize) -> Ugi {
        self.options.limit_hash(bytes);
        self
    }

    /// Reads a line and acts on it. Nothing in it is an error: unknown words are skipped, and failures
    /// are answered with one `info string`.
    pub fn line(&mut self, line: &str) -> Next {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let done = match word {
                "ugi" => self.introduce(),
                "isready" => self.prepare(),
                "setoption" => self.options.set(words).map(drop),
                "uginewgame" => {
                    self.seat.new_game();
                    Ok(())
                }
                "position" => self.seat.set(words, None),
                "go" => self.go(words),
                "stop" => {
                    self.seat.stop();
                    Ok(())
                }
                "query" => self.query(words.next().unwrap_or_default()),
                "quit" => {
                    self.seat.stop();
                    return Next::Quit;
                }
                _ => continue,
            };
            if let Err(why) = done {
                self.seat.complain(&why);
            }
            break;
        }
        Next::Read
    }

    fn introduce(&self) -> Result<(), String> {
        self.seat.introduce(&self.options, "ugiok");
        Ok(())
    }

    fn prepare(&mut self) -> Result<(), String> {
        self.seat.prepare(&self.options.request)?;
        self.seat.say("readyok");
        Ok(())
    }

    fn go<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let go = Go::read(words, |why| self.seat.complain(why))?;
        if let Some(plies) = go.perft {
            return self.seat.count(plies);
        }
        self.seed = self.seed.wrapping_add(1);
        let request = self.options.request.clone();
        let elastic = request.method.algorithm.is_engine();
        // The other program waits for a move: a search that cannot play weaker plays at full strength.
        let weaker = self.options.handicap(self.seed);
        if let Err(why) = request.clone().handicap(weaker).check() {
            self.seat.complain(&why.0);
        }
        let request = request.handicap(weaker.filter(|_| elastic));
        let left = self.seat.position.board.plies_left();
        let request = go.limit(request, self.seat.player(), self.options.overhead, left, elastic);
        let show = |answer: &_| info::info(answer, Style::default());
        self.seat.search(request, go.infinite, show, |answer| {
            let best = answer.and_then(|answer| answer.best.as_deref());
            format!("bestmove {}", best.unwrap_or("(none)"))
        })
    }

    fn query(&self, what: &str) -> Result<(), String> {
        let outcome = self.seat.position.board.outcome();
        let response = match what {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => self.seat.is_first_players_turn().to_string(),
            "result" => self.result(outcome).to_owned(),
            _ => return Err(format!("query '{what}': expected gameover, p1turn or result")),
        };
        self.seat.say(&format!("response {response}"));
        Ok(())
    }

    /// The result, given the `outcome` for the side to move if the game is over.
    fn result(&self, outcome: Option<Ending>) -> &'static str {
        let Some(Ending { outcome, .. }) = outcome else { return "none" };
        let first = self.seat.is_first_players_turn();
        match outcome {
            Outcome::Win if first => "p1win",
            Outcome::Loss if !first => "p1win",
            Outcome::Win | Outcome::Loss => "p2win",
            Outcome::Draw => "draw",
        }
    }
}
