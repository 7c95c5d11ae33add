//! Games in Python where a list of games is expected: a name opens one as long as it is lent.

use super::run::Run;
use super::{Own, begun};
use crate::calls::Calls;
use crate::error::Error;
use pyo3::prelude::*;
use secateur_session::{GameEntry, Session};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games that are lent, by their names.
static LENT: Mutex<BTreeMap<&'static str, Arc<Lent>>> = Mutex::new(BTreeMap::new());

/// How to open a game.
struct Lent {
    own: Own,
    calls: Arc<Calls>,
    /// What all sessions ask Python with, where they share what it has said.
    shared: Option<Arc<Run>>,
}

/// A game that is lent: the name opens it until this is dropped.
pub(crate) struct Loan {
    pub(crate) entry: GameEntry,
}

impl Own {
    /// Lends the game that begins at the position at hand. Sessions share what Python has said of a position, if that is
    /// asked for: what is timed must not depend on who came first.
    pub(crate) fn lend(
        &self,
        py: Python<'_>,
        calls: &Arc<Calls>,
        algorithm: &'static str,
        is_shared: bool,
    ) -> PyResult<Loan> {
        let own = Own::new(self.rules.clone(), self.state().clone_ref(py));
        let shared = is_shared.then(|| Run::new(py, self.rules.clone(), calls.clone()));
        let name = self.rules.name;
        let lent = Arc::new(Lent { own, calls: calls.clone(), shared });
        let mut games = locked();
        if games.contains_key(name) {
            return Err(Error::new_err(format!(
                "another match or choice of a game called {name} is under way, expected one at a time"
            )));
        }
        games.insert(name, lent);
        Ok(Loan { entry: GameEntry::opened_by(name, "a game in Python", algorithm, open) })
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        // Whoever drops what was lent may run code of Python, which must not happen while the list is locked.
        let lent = locked().remove(self.entry.name);
        drop(lent);
    }
}

/// Opens a game that is lent.
fn open(name: &'static str) -> Box<dyn Session> {
    let lent = locked().get(name).cloned().expect("a game is lent as long as it is played");
    Python::attach(|py| match &lent.shared {
        Some(run) => begun(py, run.clone(), lent.own.state()),
        None => lent.own.here(py, &lent.calls),
    })
}

fn locked() -> MutexGuard<'static, BTreeMap<&'static str, Arc<Lent>>> {
    LENT.lock().unwrap_or_else(PoisonError::into_inner)
}
