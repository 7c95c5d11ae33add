//! Games that are written in Python.

mod cache;
mod entry;
mod game;
mod key;
mod rules;
mod run;

pub(crate) use entry::Loan;
pub(crate) use rules::Rules;

use crate::calls::Calls;
use game::PyGame;
use pyo3::prelude::*;
use run::Run;
use secateur_session::{Session, begun_at};
use std::sync::Arc;

/// A position of a game that is written in Python, and the path to it.
pub(crate) struct Own {
    rules: Arc<Rules>,
    /// The states of the game so far, each an object of the game's class; the last is the one at hand.
    states: Vec<Py<PyAny>>,
    /// The moves between them, by their places in the lists of moves.
    path: Vec<u32>,
}

impl Own {
    /// The position in which the game begins with this object.
    pub(crate) fn new(rules: Arc<Rules>, state: Py<PyAny>) -> Own {
        Own { rules, states: vec![state], path: Vec::new() }
    }

    /// The object of the game's class.
    pub(crate) fn state(&self) -> &Py<PyAny> {
        &self.states[self.states.len() - 1]
    }

    /// The position after the move of this number.
    pub(crate) fn play(&self, py: Python<'_>, place: usize) -> PyResult<Own> {
        let moves = self.rules.moves(py, self.state())?;
        let next = self.rules.play(py, self.state(), &moves[place])?;
        let mut states: Vec<Py<PyAny>> = self.states.iter().map(|state| state.clone_ref(py)).collect();
        states.push(next);
        let path = self.path.iter().copied().chain([place as u32]).collect();
        Ok(Own { rules: self.rules.clone(), states, path })
    }

    /// A session of its own, that begins at the position at hand.
    pub(crate) fn here(&self, py: Python<'_>, calls: &Arc<Calls>) -> Box<dyn Session> {
        self.begun(py, self.state(), calls)
    }

    /// A session of its own, in which the game was played up to the position at hand.
    pub(crate) fn played(&self, py: Python<'_>, calls: &Arc<Calls>) -> PyResult<Box<dyn Session>> {
        let mut session = self.begun(py, &self.states[0], calls);
        for &nth in &self.path {
            session.play_nth(nth);
        }
        calls.raised()?;
        Ok(session)
    }

    fn begun(&self, py: Python<'_>, state: &Py<PyAny>, calls: &Arc<Calls>) -> Box<dyn Session> {
        begun(py, Run::new(py, self.rules.clone(), calls.clone()), state)
    }
}

/// A session that begins with this object. There is a type for each kind of game, and no other: each is compiled with every
/// search.
fn begun(py: Python<'_>, run: Arc<Run>, state: &Py<PyAny>) -> Box<dyn Session> {
    let rules = run.rules.clone();
    match (rules.cycles, rules.points) {
        (true, false) => begun_at(rules.name, PyGame::<true, false>::root(py, run, state)),
        (false, false) => begun_at(rules.name, PyGame::<false, false>::root(py, run, state)),
        (true, true) => begun_at(rules.name, PyGame::<true, true>::root(py, run, state)),
        (false, true) => begun_at(rules.name, PyGame::<false, true>::root(py, run, state)),
    }
}
