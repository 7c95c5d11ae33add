//! A position of a game in Python as searches know it: one type for all games whose positions can come back, or cannot, and
//! that are won or lost, or count points.

use super::run::{Node, Run};
use pyo3::prelude::*;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Notation, Scale, StaticValue};
use std::fmt;
use std::sync::{Arc, Weak};

/// A position. `CYCLES`: whether one can come back; `POINTS`: whether the game counts points.
#[derive(Clone)]
pub(super) struct PyGame<const CYCLES: bool, const POINTS: bool> {
    node: Arc<Node>,
    run: Arc<Run>,
}

/// A move: its number among those of the search.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PyMove(u32);

impl<const CYCLES: bool, const POINTS: bool> PyGame<CYCLES, POINTS> {
    /// The position that a search begins with.
    pub(super) fn root(py: Python<'_>, run: Arc<Run>, state: &Py<PyAny>) -> Self {
        PyGame { node: Arc::new(Node::new(state.clone_ref(py), 0, Weak::new())), run }
    }
}

/// The moves of a position.
struct Moves {
    node: Arc<Node>,
    next: usize,
}

impl Iterator for Moves {
    type Item = PyMove;

    fn next(&mut self) -> Option<PyMove> {
        let m = self.node.listed().get(self.next).copied().map(PyMove);
        self.next += 1;
        m
    }
}

impl<const CYCLES: bool, const POINTS: bool> Game for PyGame<CYCLES, POINTS> {
    type Move = PyMove;

    fn moves(&self) -> impl Iterator<Item = PyMove> {
        self.run.list(&self.node);
        Moves { node: self.node.clone(), next: 0 }
    }

    fn play(&mut self, m: PyMove) {
        if let Some(after) = self.run.after(&self.node, m.0) {
            self.node = after;
        }
    }

    fn outcome(&self) -> Option<Score> {
        self.run.outcome(&self.node)
    }

    fn no_moves(&self) -> Score {
        self.run.rules.no_moves
    }
}

impl<const CYCLES: bool, const POINTS: bool> Keyed for PyGame<CYCLES, POINTS> {
    fn key(&self) -> u64 {
        self.run.key(&self.node)
    }
}

impl<const CYCLES: bool, const POINTS: bool> Hints for PyGame<CYCLES, POINTS> {
    const CYCLES: bool = CYCLES;
}

impl<const CYCLES: bool, const POINTS: bool> fmt::Debug for PyGame<CYCLES, POINTS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.run.text(&self.node))
    }
}

impl<const CYCLES: bool, const POINTS: bool> Notation for PyGame<CYCLES, POINTS> {
    type Knowledge = StaticValue;

    const SCALE: Scale = if POINTS { Scale::Points } else { Scale::Winner };

    fn start() -> Self {
        unreachable!("a session of a game in Python is told where the game begins")
    }

    fn static_value(&self) -> Score {
        self.run.value(&self.node)
    }

    fn write_move(&self, m: PyMove) -> String {
        self.run.write_move(m.0)
    }

    fn side(&self) -> String {
        self.run.side(&self.node)
    }
}
