//! The games and algorithms that come with Secateur.

use crate::convert::data;
use crate::error::refused;
use pyo3::prelude::*;
use secateur_session::{ALGORITHMS, Algorithm, GameEntry, Registry};
use serde_json::json;
use std::sync::LazyLock;

static GAMES: LazyLock<Registry> = LazyLock::new(secateur_standard::standard);

/// All of them.
pub(crate) fn all() -> &'static Registry {
    &GAMES
}

/// The game of this name.
pub(crate) fn find(name: &str) -> PyResult<&'static GameEntry> {
    GAMES.find(name).map_err(refused)
}

/// The games, each as its name, its description, its notation, an example and what it offers.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    data(py, &GAMES.entries().iter().map(described).collect::<Vec<_>>())
}

/// The description of one game.
#[pyfunction]
pub(crate) fn game<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    data(py, &described(find(name)?))
}

/// The algorithms.
#[pyfunction]
pub(crate) fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let described = |a: &Algorithm| {
        json!({
            "name": a.name,
            "about": a.about,
            "source": a.source,
            "exact": a.is_exact(),
            "takes_depth": a.takes_depth(),
            "has_memory": a.has_memory(),
            "proves": a.proves_goals(),
        })
    };
    data(py, &ALGORITHMS.iter().map(described).collect::<Vec<_>>())
}

fn described(entry: &GameEntry) -> serde_json::Value {
    json!({
        "name": entry.name,
        "about": entry.about,
        "notation": entry.notation,
        "example": entry.example,
        "offers": entry.offers,
        "algorithm": entry.algorithm,
    })
}
