//! The rules of a game as a class of Python gives them.

use super::key;
use crate::error::Error;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use secateur::Score;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A class of Python with the methods `moves` and `play`, and further ones if it has them.
pub(crate) struct Rules {
    /// The name of the class.
    pub(crate) name: &'static str,
    /// Whether a position can come back.
    pub(crate) cycles: bool,
    /// Whether the game ends with a number of points.
    pub(crate) points: bool,
    /// The result of having no move, for the side to move.
    pub(crate) no_moves: Score,
    class: Py<PyType>,
    moves: Method,
    play: Method,
    outcome: Option<Method>,
    key: Option<Method>,
    evaluate: Option<Method>,
    /// A function of the class, and not a method: it is handed a list of positions.
    evaluate_children: Option<Py<PyAny>>,
    text: Option<Method>,
    side: Option<Method>,
}

/// A method of the class: its function, so that nobody looks it up at every node, and its name, by which classes that are
/// derived from this one may have another.
struct Method {
    name: &'static str,
    function: Py<PyAny>,
}

impl Rules {
    /// The rules of this class.
    pub(crate) fn new(class: &Bound<'_, PyType>) -> PyResult<Rules> {
        let name = class.name()?.to_string();
        let method = |name: &'static str| match class.getattr_opt(name)? {
            Some(found) if found.is_callable() => Ok(Some(Method { name, function: found.unbind() })),
            Some(other) => Err(Error::new_err(format!("{name} is {}, expected a method", other.repr()?))),
            None => Ok(None),
        };
        let required = |what: &'static str, called: &str| {
            let lacks =
                || format!("{name} has no method {called}, expected a class with moves() and play(move)");
            method(what)?.ok_or_else(|| Error::new_err(lacks()))
        };
        let says =
            |what: &str, usual: bool| class.getattr_opt(what)?.map_or(Ok(usual), |said| said.is_truthy());
        let (cycles, points) = (says("cycles", true)?, says("points", false)?);
        let no_moves = match class.getattr_opt("no_moves")? {
            None if points => {
                return Err(Error::new_err(format!(
                    "{name} counts points and does not say what a side without a move has, expected no_moves, such as no_moves = 0"
                )));
            }
            None => Score::LOSS,
            Some(value) => {
                end(points, &value).ok_or_else(|| unexpected("no_moves", "is", &value, ends(points)))?
            }
        };
        Ok(Rules {
            moves: required("moves", "moves()")?,
            play: required("play", "play(move)")?,
            outcome: method("outcome")?,
            key: method("key")?,
            evaluate: method("evaluate")?,
            evaluate_children: method("evaluate_children")?.map(|method| method.function),
            text: method("text")?,
            side: method("side")?,
            name: lasting(&name),
            cycles,
            points,
            no_moves,
            class: class.clone().unbind(),
        })
    }

    /// Calls a method.
    fn call<'py>(&self, state: &Bound<'py, PyAny>, method: &Method) -> PyResult<Bound<'py, PyAny>> {
        match state.get_type().is(&self.class) {
            true => method.function.bind(state.py()).call1((state,)),
            false => state.call_method0(method.name),
        }
    }

    /// Refuses what is no object of the class.
    pub(crate) fn check(&self, state: &Bound<'_, PyAny>, what: &str) -> PyResult<()> {
        let class = self.class.bind(state.py());
        if state.get_type().is(class) || state.is_instance(class)? {
            return Ok(());
        }
        let found = state.repr()?;
        Err(Error::new_err(format!(
            "{what} {found}, expected a position, an object of the class {}",
            self.name
        )))
    }

    /// The legal moves.
    pub(super) fn moves(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<Vec<Py<PyAny>>> {
        let found = self.call(state.bind(py), &self.moves)?;
        let each = found.try_iter().map_err(|_| unexpected("moves()", "gave", &found, "a list of moves"))?;
        each.map(|m| m.map(Bound::unbind)).collect()
    }

    /// The position after a move.
    pub(super) fn play(&self, py: Python<'_>, state: &Py<PyAny>, m: &Py<PyAny>) -> PyResult<Py<PyAny>> {
        let state = state.bind(py);
        let next = match state.get_type().is(&self.class) {
            true => self.play.function.bind(py).call1((state, m)),
            false => state.call_method1("play", (m,)),
        }?;
        self.check(&next, "play(move) gave")?;
        Ok(next.unbind())
    }

    /// The result for the side to move, where the rules have ended the game.
    pub(super) fn outcome(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<Option<Score>> {
        let Some(method) = &self.outcome else { return Ok(None) };
        let found = self.call(state.bind(py), method)?;
        if found.is_none() {
            return Ok(None);
        }
        end(self.points, &found).map(Some).ok_or_else(|| {
            let expected = format!("{}, or None while the game goes on", ends(self.points));
            unexpected("outcome()", "gave", &found, &expected)
        })
    }

    /// Whether positions have keys.
    pub(super) fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// The key of a position; none if positions have none.
    pub(super) fn key(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<Option<u64>> {
        let Some(method) = &self.key else { return Ok(None) };
        key::of(&self.call(state.bind(py), method)?).map(Some)
    }

    /// The static value.
    pub(super) fn evaluate(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<Score> {
        let Some(method) = &self.evaluate else { return Ok(Score::DRAW) };
        let found = self.call(state.bind(py), method)?;
        let expected = "a number of points for the side to move";
        points(&found).ok_or_else(|| unexpected("evaluate()", "gave", &found, expected))
    }

    /// Whether the values of all positions behind one are asked for together.
    pub(super) fn evaluates_children(&self) -> bool {
        self.evaluate_children.is_some()
    }

    /// The static values of these positions, asked for together: any list of numbers that long, such as an array.
    pub(super) fn evaluate_all(&self, py: Python<'_>, states: Vec<Py<PyAny>>) -> PyResult<Vec<Score>> {
        let Some(function) = &self.evaluate_children else { return Ok(vec![Score::DRAW; states.len()]) };
        let count = states.len();
        let found = function.bind(py).call1((states,))?;
        let expected = format!("{count} numbers of points, each for the side to move in its position");
        let refuse = || unexpected("evaluate_children(positions)", "gave", &found, &expected);
        // An array of NumPy hands its numbers out faster all at once.
        let listed = match found.getattr_opt("tolist")? {
            Some(tolist) => tolist.call0()?,
            None => found.clone(),
        };
        let mut values = Vec::with_capacity(count);
        for value in listed.try_iter().map_err(|_| refuse())? {
            values.push(points(&value?).ok_or_else(refuse)?);
        }
        if values.len() == count { Ok(values) } else { Err(refuse()) }
    }

    /// The position to look at.
    pub(super) fn text(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<String> {
        match &self.text {
            Some(method) => self.call(state.bind(py), method)?.str(),
            None => state.bind(py).str(),
        }
        .and_then(written)
    }

    /// The name of the side to move; empty if the game has none.
    pub(super) fn side(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<String> {
        match &self.side {
            Some(method) => self.call(state.bind(py), method)?.str().and_then(written),
            None => Ok(String::new()),
        }
    }
}

/// A text of Python's.
pub(super) fn written(text: Bound<'_, PyString>) -> PyResult<String> {
    Ok(text.to_cow()?.into_owned())
}

/// What the end of a game may be.
fn ends(points: bool) -> &'static str {
    match points {
        true => "the points that the side to move has won, or lost if negative",
        false => "1 for a win of the side to move, 0 for a draw, -1 for a loss",
    }
}

/// The end of a game that an object stands for.
fn end(counts: bool, value: &Bound<'_, PyAny>) -> Option<Score> {
    if counts {
        return value.extract::<i64>().ok().and(points(value));
    }
    match value.extract::<i64>() {
        Ok(1) => Some(Score::WIN),
        Ok(0) => Some(Score::DRAW),
        Ok(-1) => Some(Score::LOSS),
        _ => None,
    }
}

/// The points that an object stands for. Whatever lies beyond the scale is cut to it.
fn points(value: &Bound<'_, PyAny>) -> Option<Score> {
    let points = match value.extract::<i32>() {
        Ok(points) => Some(points),
        Err(_) => {
            value.extract::<f64>().ok().filter(|points| !points.is_nan()).map(|points| points.round() as i32)
        }
    };
    points.map(Score::points)
}

fn unexpected(what: &str, does: &str, found: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    match found.repr() {
        Ok(found) => Error::new_err(format!("{what} {does} {found}, expected {expected}")),
        Err(error) => error,
    }
}

/// The name of a game, which lasts as long as the program, as all names of games do; each is kept once.
fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = Box::leak(name.into());
    names.insert(name);
    name
}
