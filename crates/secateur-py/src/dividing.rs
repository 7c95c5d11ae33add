//! Work for others: crews of Python, games for them to play, and proofs that are divided among them.

use crate::board::Board;
use crate::calls::Calls;
use crate::convert::data;
use crate::error::{Error, refused};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use secateur_games::Unreadable;
use secateur_lab::atlas::AtlasJob;
use secateur_lab::crew::{Crew, Returned};
use secateur_lab::experiment::Job;
use secateur_lab::generate::TrainingGame;
use secateur_lab::jobs::{self, Division, JobDone, ProofTask};
use secateur_lab::spsa::recipe::RecipePair;
use secateur_lab::tournament::MatchGame;
use secateur_session::{Outcome, ProofNumbers, Registry, ValueClaim};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The program that searches: its version and its bench signature.
#[pyfunction]
pub(crate) fn program() -> String {
    Job::program()
}

/// A kind of work: reads a piece of it in JSON, does it, and returns what came of it in JSON; none if the flag was raised.
type Kind = fn(&str, &Registry, &Arc<AtomicBool>) -> Result<Option<String>, Unreadable>;

/// Does a piece of work of this kind, in JSON: what came of it in JSON.
#[pyfunction]
pub(crate) fn do_work(py: Python<'_>, kind: &str, work: &str) -> PyResult<String> {
    let does: Kind = match kind {
        "game" => MatchGame::play_text,
        "atlas" => AtlasJob::check_text,
        "pair" => RecipePair::play_text,
        "training" => TrainingGame::play_text,
        _ => {
            return Err(Error::new_err(format!(
                "there is no work '{kind}', expected proof, search, game, atlas, pair or training"
            )));
        }
    };
    let calls = Calls::none();
    let interrupt = calls.interrupt();
    let done = calls.apart(py, || does(work, crate::shipped::all(), &interrupt))?;
    done.map_err(refused)?.ok_or_else(|| PyKeyboardInterrupt::new_err(()))
}

/// A crew of Python: an object with `workers`, `send` and `receive`.
pub(crate) struct PyCrew(pub(crate) Py<PyAny>);

/// What Python has raised, as a failure of the laboratory.
fn raised(error: &PyErr) -> secateur_lab::Error {
    Unreadable(Python::attach(|py| error.value(py).to_string())).into()
}

impl Crew for PyCrew {
    fn workers(&self) -> usize {
        Python::attach(|py| self.0.getattr(py, "workers")?.extract(py)).unwrap_or(1)
    }

    fn send(&mut self, id: u64, job: &str) -> Result<(), secateur_lab::Error> {
        Python::attach(|py| self.0.call_method1(py, "send", (id, job)).map(drop)).map_err(|e| raised(&e))
    }

    fn tell(&mut self, news: &str) -> Result<(), secateur_lab::Error> {
        Python::attach(|py| self.0.call_method1(py, "tell", (news,)).map(drop)).map_err(|e| raised(&e))
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<Returned>, secateur_lab::Error> {
        let ended: PyResult<Option<(u64, Option<String>, String)>> =
            Python::attach(|py| self.0.call_method1(py, "receive", (patience.as_secs_f64(),))?.extract(py));
        let ended = ended.map_err(|e| raised(&e))?;
        Ok(ended.map(|(id, found, why)| Returned { id, found: found.ok_or(why) }))
    }
}

/// The master of a divided proof.
#[pyclass(frozen, module = "secateur._secateur")]
pub(crate) struct ProofMaster {
    master: Mutex<jobs::Master>,
    task: String,
    goal: Option<i32>,
}

impl ProofMaster {
    fn with<T>(&self, work: impl FnOnce(&mut jobs::Master) -> T) -> T {
        work(&mut self.master.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl ProofMaster {
    /// A master for a proof divided like this: the number of workers, the nodes of a job, how often it is tried again,
    /// and the facts that all are told after it.
    #[new]
    #[pyo3(signature = (board, goal, how, **asked))]
    fn new(
        py: Python<'_>,
        board: &Board,
        goal: Option<i32>,
        how: (usize, u64, u32, usize),
        asked: Option<Bound<'_, PyDict>>,
    ) -> PyResult<ProofMaster> {
        if board.is_own() {
            return Err(Error::new_err(
                "workers elsewhere know the games that come with Secateur, expected one of those",
            ));
        }
        let asked = asked.unwrap_or_else(|| PyDict::new(py));
        let (request, calls) = board.request(py, &asked, "df-pn")?;
        let entry = *board.entry(py, &calls, false)?.entry();
        let position = Some(board.begun(py, &calls).1).filter(|text| !text.is_empty());
        let task = ProofTask { entry, position, goal, request };
        let (workers, nodes, retries, news) = how;
        let master = task.master(Division { workers, nodes, retries, news }).map_err(refused)?;
        Ok(ProofMaster { master: Mutex::new(master), task: task.text().map_err(refused)?, goal })
    }

    /// What a worker has to know.
    #[getter]
    fn task(&self) -> &str {
        &self.task
    }

    /// The next job, with its number; none while every open leaf is under way, or once all is known.
    fn hand_out(&self) -> Option<(u64, String)> {
        let job = self.with(jobs::Master::hand_out)?;
        Some((job.id, serde_json::to_string(&job).unwrap_or_default()))
    }

    /// Takes in what a job has found out; returns what all workers are to be told, if anything.
    fn take(&self, done: &str) -> PyResult<Option<String>> {
        let done: JobDone = serde_json::from_str(done)
            .map_err(|e| refused(Unreadable(format!("what a job has found cannot be read: {e}"))))?;
        let news = done.news();
        self.with(|master| master.take(done));
        Ok(news)
    }

    /// Takes a job for lost, for another worker to do.
    fn lose(&self, id: u64, why: &str) -> PyResult<()> {
        self.with(|master| master.lose(id, why)).map_err(|e| Error::new_err(e.to_string()))
    }

    /// Whether all is known that was asked.
    fn is_done(&self) -> bool {
        self.with(|master| master.is_done())
    }

    /// What was done so far, as data.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.with(|master| master.counts()))
    }

    /// What is proven, as data like that of a proof by one search.
    fn verdict<'py>(&self, py: Python<'py>, time_ms: f64, stopped_by: &str) -> PyResult<Bound<'py, PyAny>> {
        let (claims, counts) = self.with(|master| (master.claims(), master.counts()));
        let (proven, value) = ValueClaim::verdict(&claims, self.goal);
        let numbers =
            counts.root.map(|root| ProofNumbers { proof: Some(root.proof), disproof: Some(root.disproof) });
        data(
            py,
            &json!({
                "goal": self.goal,
                "proven": proven,
                "value": value,
                "outcome": value.map(Outcome::of),
                "claims": claims.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "algorithm": "df-pn",
                "pv": [],
                "proof_numbers": numbers,
                "nodes": counts.nodes,
                "time_ms": time_ms,
                "stopped_by": stopped_by,
                "certificate": null,
            }),
        )
    }
}

/// Who does jobs of one proof, with a table of its own.
#[pyclass(frozen, module = "secateur._secateur")]
pub(crate) struct ProofWorker {
    worker: Mutex<jobs::ProofWorker>,
    calls: Arc<Calls>,
}

#[pymethods]
impl ProofWorker {
    /// A worker for the task of a master.
    #[new]
    fn new(task: &str) -> PyResult<ProofWorker> {
        let (calls, mut task) =
            (Calls::none(), ProofTask::read(task, crate::shipped::all()).map_err(refused)?);
        task.request.control.interrupt = calls.interrupt();
        let worker = task.worker().map_err(refused)?;
        Ok(ProofWorker { worker: Mutex::new(worker), calls })
    }

    /// Does a job: what was found, as text.
    fn search(&self, py: Python<'_>, job: &str) -> PyResult<String> {
        let work = || self.worker.lock().unwrap_or_else(PoisonError::into_inner).search_text(job);
        let found = self.calls.apart(py, work)?.map_err(refused)?;
        match self.calls.interrupt().swap(false, Ordering::Relaxed) {
            true => Err(PyKeyboardInterrupt::new_err(())),
            false => Ok(found),
        }
    }
}
