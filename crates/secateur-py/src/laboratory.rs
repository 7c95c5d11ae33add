//! Experiments: the searches that a file describes, and the store of their rows, piece by piece, so that others may run them.

use crate::calls::Calls;
use crate::convert::data;
use crate::error::{failed, refused};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use secateur_games::Unreadable;
use secateur_lab::experiment::{Experiment, ExperimentStore, Job, ResultRow};
use secateur_lab::{files, positions};
use secateur_session::Session;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A job's identity, and itself in JSON.
type NamedJob = (String, String);

/// An experiment from its file: its name, its subject, and its jobs.
#[pyfunction]
pub(crate) fn experiment(py: Python<'_>, path: PathBuf) -> PyResult<(String, String, Vec<NamedJob>)> {
    let text = files::read_text(&path).map_err(failed)?;
    let read = |path: &Path, session: &dyn Session| -> Result<Vec<String>, Unreadable> {
        let bytes = files::read(path).map_err(|e| Unreadable(e.to_string()))?;
        let lines = positions::read(&path.display().to_string(), &bytes, session)?;
        Ok(lines.into_iter().map(|line| line.position).collect())
    };
    let calls = Calls::none();
    let flag = calls.interrupt();
    let found = calls
        .apart(py, || Experiment::read(&path, &text, crate::shipped::all(), &read, &flag))?
        .map_err(refused)?;
    if flag.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    let jobs =
        found.jobs.iter().map(|job| (job.id(), serde_json::to_string(job).unwrap_or_default())).collect();
    Ok((found.name, found.about, jobs))
}

/// Does a job: its row in JSON.
#[pyfunction]
pub(crate) fn search_job(py: Python<'_>, job: &str) -> PyResult<String> {
    let job: Job = serde_json::from_str(job)
        .map_err(|e| refused(Unreadable(format!("found no job, expected one of an experiment: {e}"))))?;
    let calls = Calls::none();
    let interrupt = calls.interrupt();
    let found = calls.apart(py, || job.search(crate::shipped::all(), &interrupt))?.map_err(refused)?;
    match found {
        Some((answer, iterations)) => Ok(ResultRow::new(&job, &answer, &iterations).json()),
        None => Err(PyKeyboardInterrupt::new_err(())),
    }
}

/// A store of rows, the same as that of `secateur lab`.
#[pyclass(frozen, module = "secateur._secateur")]
pub(crate) struct Store(Mutex<ExperimentStore>);

impl Store {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut ExperimentStore) -> Result<T, secateur_lab::Error>,
    ) -> PyResult<T> {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)).map_err(failed)
    }
}

#[pymethods]
impl Store {
    /// Opens a store, or makes one.
    #[new]
    fn new(path: PathBuf) -> PyResult<Store> {
        ExperimentStore::open(&path).map(|store| Store(Mutex::new(store))).map_err(failed)
    }

    /// The identities of the jobs that it holds.
    fn ids(&self) -> PyResult<std::collections::HashSet<String>> {
        self.with(|store| store.ids())
    }

    /// Adds rows, all or none; the number of new ones.
    fn add(&self, rows: Vec<String>) -> PyResult<usize> {
        let rows: Vec<ResultRow> =
            rows.iter().map(|row| ResultRow::read(row)).collect::<Result<_, _>>().map_err(refused)?;
        self.with(|store| store.add(rows))
    }

    /// All rows, in the order of their jobs.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut rows: Vec<String> = Vec::new();
        self.with(|store| {
            store.rows(|row| {
                rows.push(row.json());
                Ok(())
            })
        })?;
        let read = |row: &String| {
            let value: serde_json::Value = serde_json::from_str(row).unwrap_or_default();
            data(py, &value)
        };
        rows.iter().map(read).collect()
    }
}
