//! The boundary at which generics end: any game behind one object-safe trait, strings and plain data in
//! and out. The command line, the protocols and whatever comes later all speak to a [`Session`].

mod algorithms;
mod analyse;
mod answer;
mod book;
mod compare;
mod engine;
mod minimal;
mod request;
mod runner;
mod settings;
mod solve;
mod values;

pub use algorithms::{ALGORITHMS, Algorithm, Driver, Page};
pub use answer::{Answer, StoppedBy};
pub use book::Book;
pub use compare::{ComparePlan, Comparison, Contender};
pub use request::{Handicap, Request};
pub use settings::Settings;
pub use solve::{Solved, Unsolved};
pub use values::values;

use crate::linear::{Features, Weight};
use crate::{Lever, Notation, Unreadable};
use secateur::Score;
use secateur::table::Table;
use std::time::Instant;

/// One game in play: a position, and everything that can be asked about it.
///
/// ```
/// use secateur_games::standard;
///
/// let mut game = standard().find("tictactoe").unwrap().open();
/// game.set("XX./OO./...").unwrap();
/// game.play("c1").unwrap();
/// assert_eq!((game.side(), game.outcome()), ("O".into(), Some("loss".into())));
/// assert!(game.moves().is_empty());
/// assert!(game.undo());
/// assert_eq!((game.position(), game.moves().len()), ("XX./OO./...".into(), 5));
/// ```
pub trait Session: Send {
    /// Sets the position from the game's notation. On an error the old one stays.
    fn set(&mut self, text: &str) -> Result<(), Unreadable>;
    /// Splits a line of a file of positions: the position, and its value for the side to move where the game's
    /// form of such lines tells it.
    fn split_line<'a>(&self, line: &'a str) -> Result<(&'a str, Option<i32>), Unreadable>;
    /// Plays a legal move.
    fn play(&mut self, text: &str) -> Result<(), Unreadable>;
    /// A legal move as the game writes it, from any notation that the game reads.
    fn read_move(&self, text: &str) -> Result<String, Unreadable>;
    /// A legal move as records of games have it, from any notation that the game reads: in chess `Nf3`.
    fn record_move(&self, text: &str) -> Result<String, Unreadable>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// The position drawn for a terminal.
    fn draw(&self) -> String;
    /// The side to move; `first` and `second`, from the position that was set, where the game does not tell.
    fn side(&self) -> String;
    /// The legal moves; none once the game is over.
    fn moves(&self) -> Vec<String>;
    /// `win`, `loss` or `draw` for the side to move, once the game is over; points are part of the text.
    fn outcome(&self) -> Option<String>;
    /// How often the position at hand was there before, as the game counts repetitions; since the position
    /// that was set.
    fn repeats(&self) -> usize;
    /// Whether the static value means something here: there is no threat to answer, and this legal move, the best one,
    /// is not noisy.
    fn is_quiet(&self, best: &str) -> bool;
    /// The weights of the static value, where it is a sum ([`Notation::weights`]).
    fn weights(&self) -> Vec<Weight>;
    /// How often each counts here ([`Notation::features`]).
    fn features(&self) -> Option<Features>;
    /// Weights as text, with these points ([`Notation::write_weights`]).
    fn write_weights(&self, points: &[[i32; 2]]) -> String;
    /// How many plies the game lasts at most from here, where that is plain to see.
    fn plies_left(&self) -> Option<u32>;
    /// The points of a small but telling advantage: what values are measured in.
    fn unit(&self) -> i32;
    /// Makes the table that [`Session::analyse`] will want for this request. Where that has not been done, it
    /// is part of the search's time: half a second for a table of a GiB.
    fn prepare(&mut self, request: &Request);
    /// Searches the position; `report` is shown each finished iteration.
    fn analyse(&mut self, request: &Request, report: &mut dyn FnMut(&Answer)) -> Answer;
    /// Another session of the same game, at its start.
    fn fresh(&self) -> Box<dyn Session>;
    /// Solves positions to the end of the game.
    fn solver(&self, request: &Request) -> Box<dyn Solver>;
    /// The positions so many plies from the game's start, each once, in which the game goes on: what a book of
    /// openings holds.
    fn openings(&self, plies: u32) -> Vec<String>;
    /// A book from the values of [`Session::openings`]; some may be missing.
    ///
    /// # Errors
    ///
    /// If a position cannot be read.
    fn book(&self, plies: u32, lines: &[(String, i32)]) -> Result<Book, Unreadable>;
    /// What the solver can be asked to do without ([`Request::without`]).
    fn levers(&self) -> Vec<Lever>;
    /// Counts the move paths of this length, in plies.
    fn perft(&self, depth: u32) -> u64;
    /// Lets the algorithms search the same positions to the same depth.
    fn compare(
        &self,
        plan: &ComparePlan,
        request: &Request,
        report: &mut dyn FnMut(&Contender),
    ) -> Comparison;
    /// Estimates, from above, the minimal tree (or, as a graph, with what is proven of a position proven once) of the
    /// position at the request's depth: the nodes and leaves of proofs of its value by the moves that searches found
    /// best. Only depth, table and interrupt of the request count.
    fn minimal(&self, request: &Request, as_graph: bool) -> Answer;
    /// The total of nodes of a fixed set of searches: the same on every machine.
    fn bench(&self) -> u64;
}

/// Solves one position after another with one table.
///
/// ```
/// use secateur_games::{session::Request, standard};
///
/// let game = standard().find("nim").unwrap().open();
/// let mut solver = game.solver(&Request { hash: 1 << 20, ..Request::default() });
/// let solved = solver.solve("3,4,5").unwrap().unwrap();
/// assert_eq!((solved.value, solved.best.unwrap()), (1, "1-2".to_owned()));
/// assert_eq!(solver.solve("1,4,5").unwrap().unwrap().value, -1);
/// ```
pub trait Solver {
    /// The exact value, or what is known if the search was interrupted or ran out of its limits.
    fn solve(&mut self, position: &str) -> Result<Result<Solved, Unsolved>, Unreadable>;
    /// Forgets everything, so that the next position starts cold.
    fn clear(&mut self);
}

/// A [`Session`] of the game `G`.
pub(crate) struct Of<G: Notation> {
    name: &'static str,
    /// The positions before the one at hand.
    past: Vec<G>,
    at: G,
    /// The position as it was given.
    given: Option<String>,
    /// What the last analysis left behind, for reflex play.
    filled: Option<Filled>,
    engine: Option<engine::Kept<G>>,
}

/// A table, and how it was filled.
pub(crate) struct Filled {
    table: Table,
    /// The size that was asked for, in bytes.
    bytes: usize,
    /// The depth of the search that filled it, in plies from where the game then stood.
    depth: u32,
    /// The moves that had been played then.
    played: usize,
    /// Nobody has searched with it yet.
    is_new: bool,
}

impl<G: Notation> Of<G> {
    pub(crate) fn new(name: &'static str) -> Self {
        Of { name, past: Vec::new(), at: G::start(), given: None, filled: None, engine: None }
    }

    /// The table of the last analysis, if it is as asked for, or a new one.
    fn take_table(&mut self, request: &Request) -> Filled {
        let alike = |f: &Filled| f.bytes == request.hash && f.table.config() == request.settings.table;
        let played = self.past.len();
        let new = || Filled { table: request.table(), bytes: request.hash, depth: 0, played, is_new: true };
        self.filled.take().filter(alike).unwrap_or_else(new)
    }
}

pub(crate) fn is_over<G: Notation>(pos: &G) -> bool {
    pos.outcome().is_some() || pos.moves().next().is_none()
}

impl<G: Notation> Session for Of<G> {
    fn set(&mut self, text: &str) -> Result<(), Unreadable> {
        self.at = G::read(text)?;
        self.past.clear();
        self.filled = None;
        self.given = Some(text.to_owned());
        Ok(())
    }

    fn split_line<'a>(&self, line: &'a str) -> Result<(&'a str, Option<i32>), Unreadable> {
        G::split_line(line)
    }

    fn play(&mut self, text: &str) -> Result<(), Unreadable> {
        let m = self.at.read_move(text)?;
        self.past.push(self.at.clone());
        self.at.play(m);
        Ok(())
    }

    fn read_move(&self, text: &str) -> Result<String, Unreadable> {
        self.at.read_move(text).map(|m| self.at.write_move(m))
    }

    fn record_move(&self, text: &str) -> Result<String, Unreadable> {
        self.at.read_move(text).map(|m| self.at.record_move(m))
    }

    fn undo(&mut self) -> bool {
        let last = self.past.pop();
        last.map(|pos| self.at = pos).is_some()
    }

    fn position(&self) -> String {
        match &self.given {
            Some(given) if self.past.is_empty() => given.clone(),
            _ => self.at.write(),
        }
    }

    fn draw(&self) -> String {
        self.at.draw()
    }

    fn side(&self) -> String {
        let side = self.at.side();
        match self.past.len() % 2 {
            _ if !side.is_empty() => side,
            0 => "first".into(),
            _ => "second".into(),
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.at.outcome().is_some() {
            return Vec::new();
        }
        self.at.moves().map(|m| self.at.write_move(m)).collect()
    }

    fn outcome(&self) -> Option<String> {
        let score = match self.at.outcome() {
            Some(score) => score,
            None if self.at.moves().next().is_none() => self.at.stuck(),
            None => return None,
        };
        let word = analyse::word_for(score);
        Some(if score.is_decisive() || score.get() == 0 {
            word.to_owned()
        } else {
            format!("{word} by {}", self.at.value(score).abs())
        })
    }

    fn repeats(&self) -> usize {
        let identity = self.at.identity();
        self.past.iter().filter(|pos| pos.identity() == identity).count()
    }

    fn is_quiet(&self, best: &str) -> bool {
        !self.at.in_check() && self.at.read_move(best).is_ok_and(|m| !self.at.is_noisy(m))
    }

    fn weights(&self) -> Vec<Weight> {
        G::weights()
    }

    fn features(&self) -> Option<Features> {
        self.at.features()
    }

    fn write_weights(&self, points: &[[i32; 2]]) -> String {
        G::write_weights(points)
    }

    fn plies_left(&self) -> Option<u32> {
        self.at.plies_left()
    }

    fn unit(&self) -> i32 {
        G::UNIT
    }

    fn prepare(&mut self, request: &Request) {
        if request.algorithm.page == Page::Engine {
            self.engine = Some(engine::Kept::new(request));
            return;
        }
        self.filled = Some(self.take_table(request));
    }

    fn analyse(&mut self, request: &Request, report: &mut dyn FnMut(&Answer)) -> Answer {
        // Making the table takes time, too.
        let start = Instant::now();
        if request.algorithm.page == Page::Engine {
            let kept = self.engine.take().filter(|kept| kept.suits(request));
            let mut kept = kept.unwrap_or_else(|| engine::Kept::new(request));
            let position = self.position();
            let answer = kept.analyse((self.name, &position), &self.past, &self.at, request, start, report);
            self.engine = Some(kept);
            return answer;
        }
        let played = self.past.len();
        let mut filled = self.take_table(request);
        let since = played.checked_sub(filled.played).and_then(|plies| u32::try_from(plies).ok());
        let left = since.map_or(0, |plies| filled.depth.saturating_sub(plies));
        let position = self.position();
        let reflex = (request.algorithm.page == Page::Reflex && left > 0)
            .then(|| analyse::reflex(self.name, &position, &self.at, &filled.table, request, left))
            .flatten();
        let answer = reflex.unwrap_or_else(|| {
            let table = &filled.table;
            if !filled.is_new {
                table.clear();
            }
            let answer = analyse::analyse(self.name, &position, &self.at, table, request, start, report);
            (filled.depth, filled.played, filled.is_new) = (answer.depth, played, false);
            answer
        });
        self.filled = Some(filled);
        answer
    }

    fn fresh(&self) -> Box<dyn Session> {
        Box::new(Of::<G>::new(self.name))
    }

    fn solver(&self, request: &Request) -> Box<dyn Solver> {
        Box::new(solve::TableSolver::<G>::new(request))
    }

    fn openings(&self, plies: u32) -> Vec<String> {
        book::openings::<G>(plies)
    }

    fn book(&self, plies: u32, lines: &[(String, i32)]) -> Result<Book, Unreadable> {
        Book::new::<G>(plies, lines)
    }

    fn levers(&self) -> Vec<Lever> {
        solve::levers::<G>()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.at, depth)
    }

    fn compare(
        &self,
        plan: &ComparePlan,
        request: &Request,
        report: &mut dyn FnMut(&Contender),
    ) -> Comparison {
        compare::compare(self.name, &self.at, plan, request, report)
    }

    fn minimal(&self, request: &Request, as_graph: bool) -> Answer {
        minimal::minimal(self.name, &self.position(), &self.at, request, as_graph)
    }

    fn bench(&self) -> u64 {
        compare::bench::<G>()
    }
}

/// The move paths of this length from a position. The game's end stops a path short; it then counts for
/// no longer length, unless the game says so ([`Notation::ENDS_COUNT`]). A draw that may be played on
/// ([`Notation::PLAYS_ON`]) ends no path.
///
/// ```
/// use secateur_games::{Notation, connect4::Connect4, mnk::Mnk, session::perft};
///
/// assert_eq!(perft(&Connect4::start(), 4), 7 * 7 * 7 * 7);
/// assert_eq!(perft(&Mnk::start(), 9), 127_872); // of 9! fillings: no one had won before
/// ```
pub fn perft<G: Notation>(pos: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // Published counts of chess know no draws but stalemate.
    let ends = |outcome: Score| !(G::PLAYS_ON && outcome == Score::DRAW);
    if pos.outcome().is_some_and(ends) {
        return u64::from(G::ENDS_COUNT);
    }
    match depth {
        1 => pos.moves().count() as u64,
        _ => pos.moves().fold(0, |paths, m| {
            let mut child = pos.clone();
            child.play(m);
            paths + perft(&child, depth - 1)
        }),
    }
}
