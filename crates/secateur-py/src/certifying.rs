//! What is kept of searches in files: certificates, checkpoints, and books of openings.

use crate::board::Board;
use crate::calls::Calls;
use crate::convert::data;
use crate::error::{Error, failed};
use crate::searching::{OnReport, sound};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use secateur_lab::{checkpoint, files, opening_book};
use secateur_session::{CertifyError, Prover, Registry, Request, ValueClaim, VerifyError, verify};
use serde_json::json;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two checkpoints.
const BETWEEN: Duration = Duration::from_secs(60);

/// Where a proof is kept.
pub(crate) struct ProofFiles {
    pub(crate) certificate: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    saved: Instant,
}

impl ProofFiles {
    /// Takes the keywords that name files out of those that name a search.
    pub(crate) fn of(asked: &Bound<'_, PyDict>) -> PyResult<ProofFiles> {
        let taken = |name: &str| -> PyResult<Option<PathBuf>> {
            let path = asked.get_item(name)?.map(|path| path.extract()).transpose()?;
            if path.is_some() {
                asked.del_item(name)?;
            }
            Ok(path)
        };
        let (certificate, checkpoint) = (taken("certificate")?, taken("checkpoint")?);
        if certificate.is_some() && certificate == checkpoint {
            return Err(Error::new_err("certificate and checkpoint are the same file, expected two"));
        }
        for path in certificate.iter().chain(&checkpoint) {
            files::check_writable(path).map_err(failed)?;
        }
        Ok(ProofFiles { certificate, checkpoint, saved: Instant::now() })
    }

    /// Goes on from a checkpoint, if there is one.
    pub(crate) fn resume(&self, proof: &mut dyn Prover) -> PyResult<()> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        match checkpoint::open(path, |out| proof.save(out)).map_err(failed)? {
            Some(mut file) => {
                proof.resume(&mut file).map_err(|e| Error::new_err(format!("{}: {e}", path.display())))
            }
            None => Ok(()),
        }
    }

    /// Keeps a search in the making, where that is asked for and some time has gone by.
    pub(crate) fn keep(&mut self, proof: &mut dyn Prover, is_over: bool) -> PyResult<()> {
        if let Some(path) = &self.checkpoint
            && (is_over || self.saved.elapsed() >= BETWEEN)
        {
            checkpoint::save(path, |out| proof.save(out)).map_err(failed)?;
            self.saved = Instant::now();
        }
        Ok(())
    }
}

/// Writes a certificate: its size as data; none if that was interrupted.
pub(crate) fn certified(proof: &mut dyn Prover, path: &Path) -> PyResult<Option<serde_json::Value>> {
    match files::write_with(path, |out| proof.certify(out, &mut |_| {})).map_err(failed)? {
        Ok(size) => Ok(Some(json!({
            "path": path,
            "positions": size.positions,
            "answers": size.answers,
            "bytes": size.bytes,
        }))),
        Err(CertifyError::Interrupted) => Ok(None),
        Err(CertifyError::Impossible(e)) => Err(Error::new_err(format!("no certificate: {e}"))),
        Err(CertifyError::Io(e)) => Err(Error::new_err(format!("cannot write {}: {e}", path.display()))),
    }
}

/// Checks a certificate by the rules alone: that of a game that comes with Secateur, or of the game of this board.
#[pyfunction]
#[pyo3(signature = (path, memory, board = None))]
pub(crate) fn verified<'py>(
    py: Python<'py>,
    path: PathBuf,
    memory: usize,
    board: Option<&Board>,
) -> PyResult<Bound<'py, PyAny>> {
    let calls = Calls::none();
    let name = path.display().to_string();
    let loan = board.filter(|board| board.is_own()).map(|board| board.entry(py, &calls, true)).transpose()?;
    let own = loan.as_ref().map(|loan| Registry::new().with(*loan.entry()));
    let games = own.as_ref().unwrap_or_else(|| crate::shipped::all());
    let interrupt = calls.interrupt();
    let open = || File::open(&path).map_err(VerifyError::Io);
    let mut check = || open().and_then(|file| verify(games, file, memory, &interrupt));
    let ended = calls.apart(py, || sound(&calls, &mut check))?;
    calls.raised()?;
    let verified = ended?.map_err(|e| match e {
        VerifyError::Unreadable(e) => Error::new_err(format!("{name}: {e}")),
        VerifyError::Io(e) => Error::new_err(format!("cannot read {name}: {e}")),
        VerifyError::Interrupted => PyKeyboardInterrupt::new_err(()),
    })?;
    let flaw = verified.flaw.as_ref().map(|flaw| match &flaw.played {
        Some(played) => format!("in {}, the move {played} {}", flaw.position, flaw.what),
        None => format!("{} {}", flaw.position, flaw.what),
    });
    data(
        py,
        &json!({
            "game": verified.game,
            "position": verified.position,
            "claims": verified.claims.iter().map(ValueClaim::to_string).collect::<Vec<_>>(),
            "positions": verified.positions,
            "answers": verified.answers,
            "flaw": flaw,
        }),
    )
}

/// Makes a book of openings, or goes on with it: how far it came, as data.
pub(crate) fn book<'py>(
    board: &Board,
    py: Python<'py>,
    (path, plies): (PathBuf, u32),
    asked: &Bound<'py, PyDict>,
    on_report: OnReport,
) -> PyResult<Bound<'py, PyAny>> {
    if !opening_book::PLIES.contains(&plies.into()) {
        let (from, to) = (opening_book::PLIES.start(), opening_book::PLIES.end());
        return Err(Error::new_err(format!("plies is {plies}, expected a whole number from {from} to {to}")));
    }
    let (request, calls) = board.request(py, asked, "mtd-f")?;
    check_memory(&request)?;
    let (session, game) = (board.begun(py, &calls).0, board.game);
    let told = |progress: opening_book::BookProgress| {
        json!({
            "positions": progress.positions,
            "before": progress.before,
            "there": progress.there,
            "nodes": progress.nodes,
        })
    };
    let made = calls.apart(py, || {
        let session = session;
        let mut heard = |progress| {
            if let Some(on_report) = &on_report {
                calls.call(|py| on_report.call1(py, (data(py, &told(progress))?,)).map(drop));
            }
        };
        sound(&calls, &mut || opening_book::make(&path, game, &*session, plies, &request, &mut heard))
    })?;
    calls.raised()?;
    data(py, &told(made?.map_err(failed)?))
}

/// Refuses a table that the machine has no room for.
pub(crate) fn check_memory(request: &Request) -> PyResult<()> {
    request.check_memory().map_err(|refused| Error::new_err(refused.to_string()))
}

/// The book of a game, from a file.
pub(crate) fn load_book(board: &Board, py: Python<'_>, path: &Path) -> PyResult<secateur_session::Book> {
    let (session, _) = board.begun(py, &Calls::none());
    opening_book::load(path, board.game, &*session).map_err(failed)
}
