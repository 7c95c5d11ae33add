//! One search of a game in Python: what it keeps of the game, and what becomes of errors.

use super::cache::Cache;
use super::key::mixed;
use super::rules::{Rules, written};
use crate::calls::Calls;
use crate::error::Error;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use secateur::Score;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// The number in place of a move where a position is kept by its own key.
const NO_MOVE: u32 = u32::MAX;

/// One search. No lock is held while Python runs.
pub(super) struct Run {
    pub(super) rules: Arc<Rules>,
    calls: Arc<Calls>,
    /// Whether a method raised something, or the time is over: nothing that is found from then on counts, and the search soon ends.
    has_failed: AtomicBool,
    /// The numbers of the moves, in the order in which they were met.
    numbers: Py<PyDict>,
    moves: Mutex<Vec<Py<PyAny>>>,
    cache: Mutex<Cache>,
}

/// A position, and what its methods have said of it: each is called once.
pub(super) struct Node {
    state: Py<PyAny>,
    /// The path to it in 64 bits: its key, where the game gives none.
    path: u64,
    /// The position by which it was first reached, where the values of all behind one are asked for together.
    before: Weak<Node>,
    key: OnceLock<u64>,
    outcome: OnceLock<Option<Score>>,
    moves: OnceLock<Vec<u32>>,
    value: OnceLock<Score>,
}

impl Node {
    pub(super) fn new(state: Py<PyAny>, path: u64, before: Weak<Node>) -> Node {
        let (key, outcome, moves, value) = Default::default();
        Node { state, path, before, key, outcome, moves, value }
    }

    /// The legal moves, once they have been asked for.
    pub(super) fn listed(&self) -> &[u32] {
        self.moves.get().map_or(&[], Vec::as_slice)
    }
}

impl Run {
    pub(super) fn new(py: Python<'_>, rules: Arc<Rules>, calls: Arc<Calls>) -> Arc<Run> {
        let (numbers, moves) = (PyDict::new(py).unbind(), Mutex::default());
        let (has_failed, cache) = (AtomicBool::new(false), Mutex::new(Cache::new()));
        Arc::new(Run { rules, calls, has_failed, numbers, moves, cache })
    }

    /// Whether nothing counts any more.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Asks Python for something; none once anything has failed, or the time is over.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.has_failed() {
            return None;
        }
        if self.calls.cut_off() {
            self.has_failed.store(true, Ordering::Relaxed);
            return None;
        }
        match Python::attach(question) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.has_failed.store(true, Ordering::Relaxed);
                self.calls.fail(error);
                None
            }
        }
    }

    /// What is known, or what Python says if nothing is.
    fn once<T: Clone>(
        &self,
        known: &OnceLock<T>,
        question: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> Option<T> {
        if let Some(known) = known.get() {
            return Some(known.clone());
        }
        let answer = self.ask(question)?;
        Some(known.get_or_init(|| answer).clone())
    }

    /// The result for the side to move, where the rules have ended the game. A search that has failed ends everywhere.
    pub(super) fn outcome(&self, node: &Node) -> Option<Score> {
        let outcome = self.once(&node.outcome, |py| self.rules.outcome(py, &node.state));
        outcome.filter(|_| !self.has_failed()).unwrap_or(Some(Score::DRAW))
    }

    /// Has the moves listed ([`Node::listed`]).
    pub(super) fn list(&self, node: &Node) {
        if node.moves.get().is_none()
            && let Some(moves) = self.ask(|py| self.numbered(py, node))
        {
            node.moves.get_or_init(|| moves);
        }
    }

    fn numbered(&self, py: Python<'_>, node: &Node) -> PyResult<Vec<u32>> {
        let numbers = self.numbers.bind(py);
        let mut listed = Vec::new();
        for m in self.rules.moves(py, &node.state)? {
            let known =
                numbers.get_item(&m).map_err(|error| match error.is_instance_of::<PyTypeError>(py) {
                    true => Error::new_err(format!(
                        "the move {m} cannot be hashed, expected a number, a text or a tuple"
                    )),
                    false => error,
                })?;
            listed.push(match known {
                Some(number) => number.extract()?,
                None => {
                    let mut moves = locked(&self.moves);
                    let number = moves.len() as u32;
                    moves.push(m.clone_ref(py));
                    drop(moves);
                    numbers.set_item(m, number)?;
                    number
                }
            });
        }
        Ok(listed)
    }

    /// The key of a position: the path to it, where the game gives none.
    pub(super) fn key(&self, node: &Node) -> u64 {
        if !self.rules.has_key() {
            return node.path;
        }
        let key = |py: Python<'_>| Ok(self.rules.key(py, &node.state)?.unwrap_or(node.path));
        self.once(&node.key, key).unwrap_or(0)
    }

    /// The static value.
    pub(super) fn value(&self, node: &Node) -> Score {
        if self.rules.evaluates_children() && node.value.get().is_none() && !self.has_failed() {
            self.value_together(node);
        }
        self.once(&node.value, |py| self.rules.evaluate(py, &node.state)).unwrap_or(Score::DRAW)
    }

    /// Asks for the static values of a position, and of all others behind the one before it in which the game goes on, at
    /// once.
    fn value_together(&self, node: &Node) {
        let before = node.before.upgrade();
        let mut others = Vec::new();
        if let Some(before) = &before {
            for &m in before.listed() {
                let Some(other) = self.after(before, m) else { return };
                let is_open = other.value.get().is_none() && self.outcome(&other).is_none();
                if is_open && !std::ptr::eq(&*other, node) {
                    others.push(other);
                }
            }
        }
        let nodes: Vec<&Node> = std::iter::once(node).chain(others.iter().map(|other| &**other)).collect();
        let states = |py: Python<'_>| nodes.iter().map(|node| node.state.clone_ref(py)).collect();
        if let Some(values) = self.ask(|py| self.rules.evaluate_all(py, states(py))) {
            for (node, value) in nodes.iter().zip(values) {
                node.value.get_or_init(|| value);
            }
        }
    }

    /// The position after a move; none if that failed.
    pub(super) fn after(&self, node: &Arc<Node>, m: u32) -> Option<Arc<Node>> {
        let before = self.key(node);
        if let Some(known) = locked(&self.cache).get(before, m) {
            return Some(known);
        }
        let state = self.ask(|py| self.rules.play(py, &node.state, &self.named(py, m)))?;
        let from = if self.rules.evaluates_children() { Arc::downgrade(node) } else { Weak::new() };
        let after = self.met_before(Arc::new(Node::new(state, mixed(node.path, u64::from(m) + 1), from)));
        let old = locked(&self.cache).put(before, m, after.clone());
        drop(old);
        Some(after)
    }

    /// The same position as it was met before, with what its methods have said of it; or else this one.
    fn met_before(&self, node: Arc<Node>) -> Arc<Node> {
        if !self.rules.has_key() {
            return node;
        }
        let key = self.key(&node);
        let mut cache = locked(&self.cache);
        let (node, old) = match cache.get(key, NO_MOVE) {
            Some(known) => (known, Some(node)),
            None => (node.clone(), cache.put(key, NO_MOVE, node)),
        };
        drop(cache);
        drop(old);
        node
    }

    fn named(&self, py: Python<'_>, m: u32) -> Py<PyAny> {
        locked(&self.moves)[m as usize].clone_ref(py)
    }

    /// A move as text, without blanks.
    pub(super) fn write_move(&self, m: u32) -> String {
        let text = self.ask(|py| self.named(py, m).bind(py).str().and_then(written));
        text.map_or_else(|| m.to_string(), |text| text.split_whitespace().collect())
    }

    /// The position to look at.
    pub(super) fn text(&self, node: &Node) -> String {
        self.ask(|py| self.rules.text(py, &node.state)).unwrap_or_default()
    }

    /// The name of the side to move.
    pub(super) fn side(&self, node: &Node) -> String {
        self.ask(|py| self.rules.side(py, &node.state)).unwrap_or_default()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
