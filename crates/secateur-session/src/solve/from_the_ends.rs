//! Solving a game in which positions come back: all of them together, from the ends backwards.

use super::{Solution, Solved, Unsolved, known};
use crate::signals::{Limiter, Signals};
use crate::start::Start;
use crate::{Outcome, Request, ResumeError, Solver, Spent, StoppedBy};
use secateur::algo::{Retrograde, retrograde};
use secateur::{Halt, Score, Stop};
use secateur_games::{Notation, Unreadable};
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Solves by retrograde analysis, with one thread, as long as the positions fit into the memory of the table. What was
/// found of all of them is kept for the next one.
pub(crate) struct FromTheEnds<G> {
    request: Request,
    found: Option<Retrograde>,
    first: Start<G>,
}

impl<G: Notation> FromTheEnds<G> {
    /// A solver of positions of the game that begins with `first`.
    pub(crate) fn new(request: &Request, first: Start<G>) -> Self {
        FromTheEnds { request: request.clone(), found: None, first }
    }

    /// The value and a move worth it, if the tablebase or the analysis at hand has the position.
    fn look_up(&self, pos: &G) -> Option<(Score, Option<G::Move>)> {
        let in_table = self.request.control.tablebase.as_deref().and_then(|table| table.best(pos));
        in_table.or_else(|| {
            let found = self.found.as_ref()?;
            found.value(pos).map(|value| (value, found.best(pos)))
        })
    }
}

/// Why there is no checkpoint.
const NO_TABLE: &str =
    "a checkpoint holds the solver's table, and a game in which positions come back is solved without one";

/// A limit that counts.
struct Counted<'a> {
    limits: Limiter<'a>,
    nodes: u64,
}

impl Stop for Counted<'_> {
    type Halt = Halt;

    fn poll(&mut self) -> Result<(), Halt> {
        self.limits.poll()?;
        self.nodes += 1;
        Ok(())
    }
}

impl<G: Notation> Solver for FromTheEnds<G> {
    fn solve(&mut self, position: &str) -> Result<Solution, Unreadable> {
        let pos = self.first.read(position)?;
        let Request { limits, control, resources, .. } = &self.request;
        if resources.threads > 1 {
            return Err(Unreadable(format!(
                "a game in which positions come back is solved backwards from its ends, by one thread and not by {}; \
                 expected 1 thread",
                resources.threads
            )));
        }
        if G::RETURNED != Score::DRAW {
            return Err(Unreadable(
                "a game in which the rules forbid to bring a position back cannot be solved backwards from its ends; expected \
                 `prove`, or a search to a depth"
                    .into(),
            ));
        }
        let start = control.clock.start();
        if let Some(known) = known(&pos, control.book.as_deref(), start) {
            return Ok(known);
        }
        let signals = Signals { time: limits.time.map(|most| (start, most)), ..Signals::of(control) };
        let look = || signals.look();
        let mut stop = Counted { limits: Limiter::new(limits.nodes.unwrap_or(u64::MAX), &look), nodes: 0 };
        let mut stopped_by = StoppedBy::Memory;
        let mut at_hand = self.look_up(&pos);
        if at_hand.is_none() {
            self.found = None;
            match retrograde([pos.clone()], resources.hash, &mut stop) {
                Ok(found) => self.found = found,
                Err(halt) => stopped_by = halt.into(),
            }
            at_hand = self.look_up(&pos);
        }
        let (nodes, time) = (stop.nodes, start.elapsed());
        Ok(match at_hand {
            Some((score, best)) => Solution::Solved(Solved {
                value: pos.value(score),
                outcome: Outcome::of(score.get()),
                best: best.map(|m| pos.write_move(m)),
                nodes,
                time,
            }),
            None => {
                let (at_least, at_most, best) = (None, None, None);
                Solution::Unsolved(Unsolved { at_least, at_most, best, nodes, time, stopped_by })
            }
        })
    }

    fn set_time(&mut self, time: Option<Duration>) {
        self.request.limits.time = time;
    }

    fn save(&mut self, _: &str, _: &mut dyn Write) -> io::Result<()> {
        Err(io::Error::other(NO_TABLE))
    }

    fn resume(&mut self, _: &str, _: &mut dyn BufRead) -> Result<Spent, ResumeError> {
        Err(ResumeError::Unreadable(Unreadable(NO_TABLE.into())))
    }

    fn clear(&mut self) {
        self.found = None;
    }
}
