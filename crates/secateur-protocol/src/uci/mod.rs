//! The Universal Chess Interface (S. Meyer-Kahlen and R. Huber, 2000).

mod parse;

use crate::Next;
use crate::go::Go;
use crate::info::{Style, info};
use crate::options::{Name, Options, Then};
use crate::seat::SpeakingSeat;
use parse::Command;
use secateur_session::GameEntry;
use secateur_session::{Algorithm, Request};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const OPTIONS: &[Name] = &[
    Name::Hash,
    Name::Threads,
    Name::ClearHash,
    Name::Ponder,
    Name::MultiPv,
    Name::Overhead,
    Name::Chess960,
    Name::LimitStrength,
    Name::Elo,
    Name::ShowWdl,
    Name::AnalyseMode,
];

/// A game, usually chess, served over UCI.
///
/// Hand in each line that is received to [`Uci::line`]. Dropping it, at the end of input, ends a search
/// under way with its best move so far.
///
/// `position` and `setoption` may come while a search is under way; they do not change it.
///
/// ```
/// use secateur_session::Algorithm;
/// use secateur_protocol::Uci;
/// use std::sync::mpsc;
///
/// let (sent, lines) = mpsc::channel();
/// let games = secateur_standard::standard();
/// let say = move |line: &str| drop(sent.send(line.to_owned()));
/// let mut uci = Uci::new(games.find("tictactoe").unwrap(), Algorithm::default(), say);
/// uci.line("position startpos moves a1 b1 a2 b2");
/// uci.line("go depth 3");
/// assert!(lines.iter().any(|line| line.starts_with("info depth 1 ") && line.contains(" score mate 1 ")));
/// assert!(lines.iter().any(|line| line == "bestmove a3"));
/// ```
pub struct Uci {
    seat: SpeakingSeat,
    options: Options,
    /// The seed of the next search's misjudgements, where strength is limited.
    seed: u64,
}

impl Uci {
    /// Serves a game, searched by an algorithm. `say` is called with every line to be sent, also from the
    /// thread that searches.
    pub fn new(game: &GameEntry, algorithm: Algorithm, say: impl Fn(&str) + Send + Sync + 'static) -> Uci {
        // Two games of a weakened player should not be the same.
        let seed = RandomState::new().hash_one(0);
        Uci { seat: SpeakingSeat::new(game, say), options: Options::new(OPTIONS, algorithm), seed }
    }

    /// Searches as this request says until other options are set: its algorithm, order of moves and settings.
    pub fn searching(mut self, request: Request) -> Uci {
        self.options.start_with(request);
        self
    }

    /// Offers tables of at most this many bytes, so that nobody asks for more than there is room for.
    pub fn limit_hash(mut self, bytes: usize) -> Uci {
        self.options.limit_hash(bytes);
        self
    }

    /// Reads a line and acts on it. Nothing in it is an error: unknown words are skipped, and failures
    /// are answered with one `info string`.
    pub fn line(&mut self, line: &str) -> Next {
        let Some(command) = Command::read(line) else { return Next::Read };
        let done = match command {
            Command::Introduce => {
                self.seat.introduce(&self.options, "uciok");
                Ok(())
            }
            Command::Prepare => self.prepare(),
            Command::Set(words) => self.set_option(&words),
            Command::NewGame => {
                self.seat.new_game();
                Ok(())
            }
            Command::Position(words) => {
                let variant = self.options.chess960.then_some("chess960");
                self.seat.set(words.into_iter(), variant)
            }
            Command::Go(words) => self.go(&words),
            Command::Stop => {
                self.seat.stop();
                Ok(())
            }
            Command::Hit => {
                self.seat.hit();
                Ok(())
            }
            Command::Draw => {
                self.draw();
                Ok(())
            }
            Command::Quit => {
                self.seat.stop();
                return Next::Quit;
            }
        };
        if let Err(why) = done {
            self.seat.complain(&why);
        }
        Next::Read
    }

    fn prepare(&mut self) -> Result<(), String> {
        let prepared = self.seat.prepare(&self.options.request);
        self.seat.say("readyok");
        Ok(prepared?)
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        match self.options.set(words.iter().copied())? {
            Then::Nothing => Ok(()),
            Then::Forget => self.seat.forget().map_err(|why| format!("Clear Hash: {why}")),
        }
    }

    fn draw(&self) {
        let board = &self.seat.position.board;
        board.draw().lines().for_each(|line| self.seat.say(line));
        self.seat.say(&board.position());
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let mut go = Go::read(words.iter().copied(), |why| self.seat.complain(why))?;
        if let Some(plies) = go.perft {
            return self.seat.count(plies);
        }
        let hold = go.is_endless();
        go.infinite = hold;
        self.seed = self.seed.wrapping_add(1);
        let request = self.options.request.clone();
        let mut request = request.only(self.legal(&go.only)).handicap(self.options.handicap(self.seed));
        request.control.pondering = Arc::new(AtomicBool::new(go.ponder));
        let request = go.limit(request, self.seat.player(), self.options.overhead, None, true);
        let style = Style { in_moves: true, places: true, chances: self.options.show_wdl };
        self.seat.search(
            request,
            hold,
            move |answer| info(answer, style),
            |answer| {
                let best = answer.and_then(|answer| answer.best.as_deref());
                let expected = answer.and_then(|answer| answer.pv.get(1));
                let ponder = expected.map(|m| format!(" ponder {m}")).unwrap_or_default();
                format!("bestmove {}{ponder}", best.unwrap_or("0000"))
            },
        )
    }

    /// The moves to choose from as the game writes them. Those that are not legal are reported and left
    /// out, since the other program waits for a move.
    fn legal(&self, moves: &[String]) -> Vec<String> {
        let read = |text: &String| {
            let read = self.seat.position.board.read_move(text);
            read.map_err(|e| self.seat.complain(&format!("searchmoves: {e}"))).ok()
        };
        moves.iter().filter_map(read).collect()
    }
}
