//! A position as Python holds it.

use crate::asked;
use crate::calls::Calls;
use crate::convert::data;
use crate::error::{Error, refused};
use crate::own::{Loan, Own, Rules};
use crate::shipped;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use secateur_playground::Look;
use secateur_session::{GameEntry, Request, Session};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The rules of a game that is written in Python.
#[pyclass(frozen, name = "Rules", module = "secateur._secateur")]
pub(crate) struct PyRules(Arc<Rules>);

#[pymethods]
impl PyRules {
    #[new]
    fn new(class: &Bound<'_, PyType>) -> PyResult<PyRules> {
        Ok(PyRules(Arc::new(Rules::new(class)?)))
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name
    }

    #[getter]
    fn cycles(&self) -> bool {
        self.0.cycles
    }
}

/// A position. It never changes.
#[pyclass(frozen, module = "secateur._secateur")]
pub(crate) struct Board {
    place: Place,
    /// The name of the game.
    pub(crate) game: &'static str,
    /// The algorithm that searches it where none is named.
    pub(crate) algorithm: &'static str,
}

/// Where the position is kept.
enum Place {
    /// In a session, which is copied for each search. Nobody who holds it calls Python.
    Shipped(Mutex<Box<dyn Session>>),
    /// As objects of Python.
    Own(Own),
}

/// A game as a registry lists it.
pub(crate) enum Listed {
    Shipped(&'static GameEntry),
    Own(Loan),
}

impl Listed {
    pub(crate) fn entry(&self) -> &GameEntry {
        match self {
            Listed::Shipped(entry) => entry,
            Listed::Own(loan) => &loan.entry,
        }
    }
}

/// The algorithm that searches games in Python where none is named, as for games in general.
const USUAL: &str = "mtd-f";

impl Board {
    /// Answers a question that takes no search.
    fn ask<T>(&self, py: Python<'_>, question: impl FnOnce(&dyn Session) -> T) -> PyResult<T> {
        match &self.place {
            Place::Shipped(session) => Ok(question(&**locked(session))),
            Place::Own(own) => {
                let calls = Calls::none();
                let answer = question(&*own.here(py, &calls));
                calls.raised()?;
                Ok(answer)
            }
        }
    }

    /// A request with these keywords, and what its search has to do with Python.
    pub(crate) fn request(
        &self,
        py: Python<'_>,
        asked: &Bound<'_, PyDict>,
        usual: &str,
    ) -> PyResult<(Request, Arc<Calls>)> {
        let mut request = asked::request(asked, self.game, usual)?;
        if self.is_own() && request.resources.threads > 1 {
            return Err(Error::new_err(format!(
                "a game in Python is searched by one thread, since Python runs one at a time, and not by {}; expected 1 thread",
                request.resources.threads
            )));
        }
        let calls = Calls::of(py, &mut request, self.is_own())?;
        Ok((request, calls))
    }

    /// Whether the game is written in Python.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.place, Place::Own(_))
    }

    /// A session for one search, in which the game was played up to here.
    pub(crate) fn session(&self, py: Python<'_>, calls: &Arc<Calls>) -> PyResult<Box<dyn Session>> {
        match &self.place {
            Place::Shipped(session) => Ok(locked(session).copy()),
            Place::Own(own) => own.played(py, calls),
        }
    }

    /// A session for one search that begins here, and the text of the position in it.
    pub(crate) fn begun(&self, py: Python<'_>, calls: &Arc<Calls>) -> (Box<dyn Session>, String) {
        match &self.place {
            Place::Shipped(session) => {
                let session = locked(session).copy();
                let text = session.position();
                (session, text)
            }
            Place::Own(own) => (own.here(py, calls), String::new()),
        }
    }

    /// The game as a registry lists it, from its start; one in Python as long as the loan lasts. Its sessions share what
    /// Python has said, if that is asked for.
    pub(crate) fn entry(&self, py: Python<'_>, calls: &Arc<Calls>, is_shared: bool) -> PyResult<Listed> {
        match &self.place {
            Place::Shipped(_) => shipped::find(self.game).map(Listed::Shipped),
            Place::Own(own) => Ok(Listed::Own(own.lend(py, calls, self.algorithm, is_shared)?)),
        }
    }

    /// Refuses a game that is over.
    pub(crate) fn check_goes_on(&self, py: Python<'_>) -> PyResult<()> {
        match self.ask(py, |session| session.outcome())? {
            Some(_) => Err(Error::new_err("the game is over: there is nothing to search")),
            None => Ok(()),
        }
    }
}

#[pymethods]
impl Board {
    /// The position of a game that comes with Secateur.
    #[staticmethod]
    fn shipped(game: &str, position: &str) -> PyResult<Board> {
        let entry = shipped::find(game)?;
        let mut session = entry.open();
        if !position.is_empty() {
            session
                .set(position)
                .map_err(|e| Error::new_err(format!("{game} position '{position}': {e}")))?;
        }
        let place = Place::Shipped(Mutex::new(session));
        Ok(Board { place, game: entry.name, algorithm: entry.algorithm })
    }

    /// The position of a game that is written in Python.
    #[staticmethod]
    fn own(rules: &PyRules, state: Bound<'_, PyAny>) -> PyResult<Board> {
        rules.0.check(&state, "found")?;
        let place = Place::Own(Own::new(rules.0.clone(), state.unbind()));
        Ok(Board { place, game: rules.0.name, algorithm: USUAL })
    }

    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |session| session.moves())
    }

    /// The position after a move, and the move as the game writes it.
    fn play(&self, py: Python<'_>, text: &str) -> PyResult<(Board, String)> {
        let (place, m) = match &self.place {
            Place::Shipped(session) => {
                let mut session = locked(session).copy();
                let m = session.read_move(text).map_err(refused)?;
                session.play(&m).map_err(refused)?;
                (Place::Shipped(Mutex::new(session)), m)
            }
            Place::Own(own) => {
                let found = |session: &dyn Session| {
                    let m = session.read_move(text)?;
                    Ok((session.moves().iter().position(|other| *other == m).unwrap_or_default(), m))
                };
                let (place, m) = self.ask(py, found)?.map_err(refused)?;
                (Place::Own(own.play(py, place)?), m)
            }
        };
        Ok((Board { place, game: self.game, algorithm: self.algorithm }, m))
    }

    /// `(outcome, points)` of a game that is over.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<(&'static str, Option<u32>)>> {
        let ending = self.ask(py, |session| session.outcome())?;
        Ok(ending.map(|ending| (ending.outcome.word(), ending.by)))
    }

    fn is_drawn_by_repetition(&self, py: Python<'_>) -> PyResult<bool> {
        let calls = Calls::none();
        Ok(self.session(py, &calls)?.is_drawn_by_repetition())
    }

    fn side(&self, py: Python<'_>) -> PyResult<String> {
        match &self.place {
            Place::Shipped(_) => self.ask(py, |session| session.side()),
            Place::Own(own) => {
                let calls = Calls::none();
                let side = own.played(py, &calls)?.side();
                calls.raised()?;
                Ok(side)
            }
        }
    }

    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let calls = Calls::none();
        let text = self.session(py, &calls)?.position();
        calls.raised()?;
        Ok(text)
    }

    /// The position in full, whatever led to it: equal texts mean equal positions.
    fn whole(&self, py: Python<'_>) -> PyResult<String> {
        let (session, text) = self.begun(py, &Calls::none());
        let mut begun = session.fresh();
        begun.set(&text).map_err(refused)?;
        // Where a text is read, a pass that is a matter of form is made.
        Ok(match session.pass() {
            Some(pass) => format!("{} before {pass}", begun.whole()),
            None => begun.whole(),
        })
    }

    fn draw(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |session| session.draw())
    }

    /// The drawing as data, and how it wants to be drawn.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let cells = self.ask(py, |session| session.cells())?;
        let look = if self.is_own() { Look::Text } else { Look::of(self.game, cells.is_some()) };
        Ok((data(py, &cells)?, data(py, &look)?))
    }

    /// The object of a game that is written in Python.
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match &self.place {
            Place::Shipped(_) => None,
            Place::Own(own) => Some(own.state().clone_ref(py)),
        }
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let calls = Calls::none();
        let (session, _) = self.begun(py, &calls);
        let count = match self.is_own() {
            true => session.perft(depth),
            false => py.detach(move || session.perft(depth)),
        };
        calls.raised()?;
        Ok(count)
    }

    #[pyo3(signature = (on_report = None, **asked))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        on_report: Option<Bound<'py, PyAny>>,
        asked: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        crate::searching::analyse(self, py, &asked, on_report.map(Bound::unbind))
    }

    #[pyo3(signature = (on_report = None, **asked))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        on_report: Option<Bound<'py, PyAny>>,
        asked: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        crate::searching::values(self, py, &asked, on_report.map(Bound::unbind))
    }

    #[pyo3(signature = (**asked))]
    fn solve<'py>(&self, py: Python<'py>, asked: Option<Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        crate::searching::solve(self, py, &asked.unwrap_or_else(|| PyDict::new(py)))
    }

    #[pyo3(signature = (goal, on_report = None, **asked))]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        goal: Option<i32>,
        on_report: Option<Bound<'py, PyAny>>,
        asked: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        crate::searching::prove(self, py, goal, &asked, on_report.map(Bound::unbind))
    }

    #[pyo3(signature = (plan, on_report = None, **asked))]
    fn compare<'py>(
        &self,
        py: Python<'py>,
        plan: Bound<'py, PyDict>,
        on_report: Option<Bound<'py, PyAny>>,
        asked: Option<Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        crate::studying::compare(self, py, &plan, &asked, on_report.map(Bound::unbind))
    }

    /// A match from the game's start: its summary and its games.
    #[pyo3(signature = (players, plan, on_game = None))]
    fn play_match<'py>(
        &self,
        py: Python<'py>,
        players: Vec<(String, Option<Py<PyAny>>)>,
        plan: Bound<'py, PyDict>,
        on_game: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyList>)> {
        crate::matching::play(self, py, players, &plan, on_game.map(Bound::unbind))
    }

    /// The search that suits the game; none if that was interrupted.
    #[pyo3(signature = (plan, on_event = None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        plan: Bound<'py, PyDict>,
        on_event: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        crate::choosing::chosen(self, py, &plan, on_event.map(Bound::unbind))
    }

    /// Makes a book of openings.
    #[pyo3(signature = (path, plies, on_report = None, **asked))]
    fn book<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        plies: u32,
        on_report: Option<Bound<'py, PyAny>>,
        asked: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        crate::certifying::book(self, py, (path, plies), &asked, on_report.map(Bound::unbind))
    }

    #[pyo3(signature = (keep, plies, minimal, **asked))]
    fn trace<'py>(
        &self,
        py: Python<'py>,
        keep: Bound<'py, PyAny>,
        plies: Bound<'py, PyAny>,
        minimal: bool,
        asked: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        crate::studying::trace(self, py, (&keep, &plies, minimal), &asked)
    }
}

fn locked(session: &Mutex<Box<dyn Session>>) -> MutexGuard<'_, Box<dyn Session>> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}
