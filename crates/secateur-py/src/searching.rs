//! Searches of one position.

use crate::board::Board;
use crate::calls::Calls;
use crate::certifying::{ProofFiles, certified, check_memory, load_book};
use crate::convert::data;
use crate::error::{Error, refused};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use secateur_session::{Answer, Outcome, ProofProgress, Prover, Request, Session, StoppedBy, ValueClaim};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

/// Whom progress is told.
pub(crate) type OnReport = Option<Py<PyAny>>;

/// The nodes after which a proof first reports, and the most that it opens before it is looked at again.
const SLICES: (u64, u64) = (1_000, 1 << 22);

/// The answer of a search, as a dictionary; under `lines` all of the best lines, where more than one was asked for.
pub(crate) fn analyse<'py>(
    board: &Board,
    py: Python<'py>,
    asked: &Bound<'py, PyDict>,
    on_report: OnReport,
) -> PyResult<Bound<'py, PyAny>> {
    let mut usual = board.algorithm;
    if asked.contains("mate")? || asked.contains("level")? {
        usual = "engine";
    }
    let (request, calls, session) = begun(board, py, asked, usual)?;
    if let Some(time) = request.limits.time.filter(|_| board.is_own()) {
        calls.end_after(time);
    }
    let mut heard = Heard { calls: calls.clone(), on_report, lines: Vec::new() };
    let mut answer = search(board, py, (session, &calls), &mut |session| {
        session.analyse(&request, &mut |answer| heard.hear(answer))
    })?;
    match calls.raised() {
        // Nothing of what a search finds after an interrupted method counts.
        Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            answer = heard.last(answer, StoppedBy::Interrupt);
        }
        Ok(()) if calls.is_cut_off() => answer = heard.last(answer, StoppedBy::Time),
        raised => raised?,
    }
    let found = data(py, &answer)?;
    if request.limits.lines > 1 {
        found.set_item("lines", data(py, &heard.lines)?)?;
    }
    Ok(found)
}

/// The answers for all legal moves, best first, as dictionaries.
pub(crate) fn values<'py>(
    board: &Board,
    py: Python<'py>,
    asked: &Bound<'py, PyDict>,
    on_report: OnReport,
) -> PyResult<Bound<'py, PyAny>> {
    let (request, calls, session) = begun(board, py, asked, board.algorithm)?;
    let all = search(board, py, (session, &calls), &mut |session| {
        secateur_session::values(session, &request, &mut |all| {
            if let Some(on_report) = &on_report {
                calls.call(|py| on_report.call1(py, (data(py, &all)?,)).map(drop));
            }
        })
    })?;
    calls.raised()?;
    data(py, &all)
}

/// What an analysis begins with: what was asked, checked; who calls the game's methods; the session, where the game goes on.
fn begun(
    board: &Board,
    py: Python<'_>,
    asked: &Bound<'_, PyDict>,
    usual: &str,
) -> PyResult<(Request, Arc<Calls>, Box<dyn Session>)> {
    let (request, calls) = board.request(py, asked, usual)?;
    request.check().map_err(refused)?;
    board.check_goes_on(py)?;
    let session = board.session(py, &calls)?;
    Ok((request, calls, session))
}

/// What a search has reported.
struct Heard {
    calls: Arc<Calls>,
    on_report: OnReport,
    /// The lines of the last iteration.
    lines: Vec<Answer>,
}

impl Heard {
    fn hear(&mut self, answer: &Answer) {
        if self.calls.has_failed() || self.calls.is_cut_off() {
            return;
        }
        self.lines.truncate(answer.line - 1);
        self.lines.push(answer.clone());
        if let Some(on_report) = &self.on_report {
            self.calls.call(|py| on_report.call1(py, (data(py, answer)?,)).map(drop));
        }
    }

    /// The best answer before the search was ended: that of the last iteration, or any legal move.
    fn last(&self, end: Answer, stopped_by: StoppedBy) -> Answer {
        let (nodes, leaves, time_ms) = (end.nodes, end.leaves, end.time_ms);
        let mut last = self.lines.first().cloned().unwrap_or_else(|| {
            let mut none = end.clone();
            none.pv.truncate(1);
            (none.value, none.outcome, none.plies_to_end, none.depth) = (0, None, None, 0);
            none
        });
        (last.nodes, last.leaves, last.time_ms) = (nodes, leaves, time_ms);
        last.stopped_by = stopped_by;
        last
    }
}

/// Runs a search: without the interpreter's lock, unless the game is written in Python.
pub(crate) fn search<T: Send>(
    board: &Board,
    py: Python<'_>,
    (mut session, calls): (Box<dyn Session>, &Calls),
    search: &mut (dyn FnMut(&mut dyn Session) -> T + Send),
) -> PyResult<T> {
    match board.is_own() {
        true => sound(calls, &mut || search(&mut *session)),
        false => Ok(py.detach(move || search(&mut *session))),
    }
}

/// Runs a search of a game in Python, which may break any promise: a search that panics is an error like any other.
pub(crate) fn sound<T>(calls: &Calls, search: &mut dyn FnMut() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(search)).or_else(|_| {
        calls.raised()?;
        Err(Error::new_err(
            "the game contradicts itself, so that the search could not go on; secateur.check(game) tells where",
        ))
    })
}

/// The value at the end of the game, as a dictionary.
pub(crate) fn solve<'py>(
    board: &Board,
    py: Python<'py>,
    asked: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    if asked.contains("depth")? {
        return Err(Error::new_err("solve goes to the end of the game and takes no depth; analyse does"));
    }
    let book = asked.get_item("book")?;
    if book.is_some() {
        asked.del_item("book")?;
    }
    let (mut request, calls) = board.request(py, asked, "mtd-f")?;
    check_memory(&request)?;
    if let Some(path) = book {
        request.control.book = Some(Arc::new(load_book(board, py, &path.extract::<PathBuf>()?)?));
    }
    let (session, text) = board.begun(py, &calls);
    let known = session.components();
    if let Some(wrong) = request.method.without.iter().find(|name| !known.iter().any(|c| c.name == **name)) {
        let names = known.iter().map(|c| c.name).collect::<Vec<_>>().join(", ");
        return Err(Error::new_err(format!("there is no component '{wrong}', expected some of {names}")));
    }
    let solution = calls.apart(py, || {
        let session = session;
        sound(&calls, &mut || session.solver(&request).solve(&text))
    })??;
    calls.raised()?;
    data(py, &solution.map_err(refused)?)
}

/// Whether the value reaches a goal, or the value if there is none, as a dictionary.
pub(crate) fn prove<'py>(
    board: &Board,
    py: Python<'py>,
    goal: Option<i32>,
    asked: &Bound<'py, PyDict>,
    on_report: OnReport,
) -> PyResult<Bound<'py, PyAny>> {
    let mut files = ProofFiles::of(asked)?;
    let (request, calls) = board.request(py, asked, "df-pn")?;
    check_memory(&request)?;
    let session = board.session(py, &calls)?;
    let mut proof = session.prover(goal, &request).map_err(refused)?;
    calls.raised()?;
    files.resume(&mut *proof)?;
    let ended = calls.apart(py, || {
        sound(&calls, &mut || -> PyResult<(ProofProgress, Option<Value>)> {
            let progress = proceed(&mut *proof, &request, &calls, (&mut files, on_report.as_ref()))?;
            let written = match &files.certificate {
                Some(path) if !progress.is_open() && !calls.has_failed() => certified(&mut *proof, path)?,
                _ => None,
            };
            Ok((progress, written))
        })
    })?;
    calls.raised()?;
    let (progress, written) = ended??;
    verdict(py, &progress, (goal, written), &request)
}

/// Searches until all is known that was asked, or a limit comes, slice by slice.
fn proceed(
    proof: &mut dyn Prover,
    request: &Request,
    calls: &Calls,
    (files, on_report): (&mut ProofFiles, Option<&Py<PyAny>>),
) -> PyResult<ProofProgress> {
    let (first, most) = SLICES;
    let (mut slice, mut left) = (first, request.limits.nodes.unwrap_or(u64::MAX));
    loop {
        let progress = proof.search(slice.min(left));
        left = left.saturating_sub(slice);
        if let Some(on_report) = on_report {
            calls.call(|py| on_report.call1(py, (data(py, &progress)?,)).map(drop));
        }
        let is_over = progress.stopped_by != StoppedBy::Nodes || left == 0;
        files.keep(proof, is_over)?;
        if is_over {
            return Ok(progress);
        }
        slice = progress.nodes.clamp(first, most);
    }
}

fn verdict<'py>(
    py: Python<'py>,
    progress: &ProofProgress,
    (goal, certificate): (Option<i32>, Option<Value>),
    request: &Request,
) -> PyResult<Bound<'py, PyAny>> {
    let claims = &progress.claims;
    let (proven, value) = ValueClaim::verdict(claims, goal);
    data(
        py,
        &json!({
            "goal": goal,
            "proven": proven,
            "value": value,
            "outcome": value.map(Outcome::of),
            "claims": claims.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "algorithm": request.method.algorithm.full_name(),
            "pv": progress.pv,
            "proof_numbers": progress.proof_numbers,
            "nodes": progress.nodes,
            "time_ms": progress.time_ms,
            "stopped_by": progress.stopped_by,
            "certificate": certificate,
        }),
    )
}
