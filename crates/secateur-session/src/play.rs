//! Any game behind the object-safe traits.

use crate::{
    Analyst, Answer, Board, Book, ComparePlan, Comparison, Contender, Page, Request, Session, Solver, Study,
    analyse, book, compare, engine, minimal, solve,
};
use secateur::table::Table;
use secateur_games::linear::{Features, Weight};
use secateur_games::{Lever, Notation, Unreadable, perft};
use std::time::Instant;

/// A [`Session`] of the game `G`.
pub(crate) struct Play<G: Notation> {
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

impl<G: Notation> Play<G> {
    pub(crate) fn new(name: &'static str) -> Self {
        Play { name, past: Vec::new(), at: G::start(), given: None, filled: None, engine: None }
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

impl<G: Notation> Board for Play<G> {
    fn set(&mut self, text: &str) -> Result<(), Unreadable> {
        self.at = G::read(text)?;
        self.past.clear();
        self.filled = None;
        self.given = Some(text.to_owned());
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Unreadable> {
        let m = self.at.read_move(text)?;
        self.past.push(self.at.clone());
        self.at.play(m);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let last = self.past.pop();
        last.map(|pos| self.at = pos).is_some()
    }

    fn read_move(&self, text: &str) -> Result<String, Unreadable> {
        self.at.read_move(text).map(|m| self.at.write_move(m))
    }

    fn record_move(&self, text: &str) -> Result<String, Unreadable> {
        self.at.read_move(text).map(|m| self.at.record_move(m))
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

    fn plies_left(&self) -> Option<u32> {
        self.at.plies_left()
    }

    fn is_quiet(&self, best: &str) -> bool {
        !self.at.in_check() && self.at.read_move(best).is_ok_and(|m| !self.at.is_noisy(m))
    }
}

impl<G: Notation> Analyst for Play<G> {
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
}

impl<G: Notation> Study for Play<G> {
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

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.at, depth)
    }

    fn bench(&self) -> u64 {
        compare::bench::<G>()
    }

    fn openings(&self, plies: u32) -> Vec<String> {
        book::openings::<G>(plies)
    }

    fn book(&self, plies: u32, lines: &[(String, i32)]) -> Result<Book, Unreadable> {
        Book::new::<G>(plies, lines)
    }

    fn split_line<'a>(&self, line: &'a str) -> Result<(&'a str, Option<i32>), Unreadable> {
        G::split_line(line)
    }

    fn levers(&self) -> Vec<Lever> {
        solve::levers::<G>()
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

    fn unit(&self) -> i32 {
        G::UNIT
    }
}

impl<G: Notation> Session for Play<G> {
    fn fresh(&self) -> Box<dyn Session> {
        Box::new(Play::<G>::new(self.name))
    }

    fn solver(&self, request: &Request) -> Box<dyn Solver> {
        Box::new(solve::TableSolver::<G>::new(request))
    }
}
