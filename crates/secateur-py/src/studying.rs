//! Comparisons, and searches that are looked at.

use crate::asked::whole;
use crate::board::Board;
use crate::certifying::check_memory;
use crate::convert::data;
use crate::error::{Error, refused};
use crate::searching::{OnReport, search};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use secateur_session::{Algorithm, ComparePlan, Contender, TraceLimits};

/// The most move paths of a game in Python that minimax may have in a comparison, unless the depth is given.
const PATHS: u64 = 20_000;

/// The comparison of algorithms, and what each of them did.
pub(crate) fn compare<'py>(
    board: &Board,
    py: Python<'py>,
    planned: &Bound<'py, PyDict>,
    asked: &Bound<'py, PyDict>,
    on_report: OnReport,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (request, calls) = board.request(py, asked, "mtd-f")?;
    check_memory(&request)?;
    let mut plan = plan(planned)?;
    plan.seed = request.method.order.seed;
    if board.check_goes_on(py).is_err() {
        return Err(Error::new_err("the game is over in this position: there is nothing to compare"));
    }
    let session = board.session(py, &calls)?;
    if board.is_own() && plan.depth.is_none() {
        plan.depth = Some((1..).find(|&depth| session.perft(depth + 1) > PATHS || depth == 30).unwrap_or(1));
    }
    let mut contenders: Vec<Contender> = Vec::new();
    let comparison = search(board, py, (session, &calls), &mut |session| {
        session.compare(&plan, &request, &mut |contender| {
            contenders.push(contender.clone());
            if let Some(on_report) = &on_report {
                calls.call(|py| on_report.call1(py, (data(py, contender)?,)).map(drop));
            }
        })
    })?;
    calls.raised()?;
    Ok((data(py, &comparison)?, data(py, &contenders)?))
}

fn plan(planned: &Bound<'_, PyDict>) -> PyResult<ComparePlan> {
    let mut plan = ComparePlan::default();
    for (name, value) in planned.iter() {
        let name: String = name.extract()?;
        match name.as_str() {
            "positions" => plan.positions = whole(&name, &value, 1..=1_000)? as usize,
            "given" => plan.given = value.extract()?,
            "depth" => plan.depth = Some(whole(&name, &value, 1..=250)? as u32),
            "deepen" => plan.deepen = value.is_truthy()?,
            "algorithms" => {
                let names: Vec<String> = value.extract()?;
                plan.algorithms = Some(names.iter().map(|name| searching(name)).collect::<PyResult<_>>()?);
            }
            _ => {
                return Err(Error::new_err(format!(
                    "'{name}' is nothing that a comparison can be asked for"
                )));
            }
        }
    }
    Ok(plan)
}

/// An algorithm that has something to compare.
fn searching(name: &str) -> PyResult<Algorithm> {
    let algorithm = Algorithm::named(name).map_err(refused)?;
    if !algorithm.searches() {
        return Err(Error::new_err(format!("'{name}' plays without a search: there is nothing to compare")));
    }
    if !algorithm.takes_depth() {
        return Err(Error::new_err(format!("'{name}' searches to no depth, which is what is compared")));
    }
    Ok(algorithm)
}

/// The record of a search: its header and its nodes.
pub(crate) fn trace<'py>(
    board: &Board,
    py: Python<'py>,
    (keep, plies, minimal): (&Bound<'py, PyAny>, &Bound<'py, PyAny>, bool),
    asked: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let usual = match board.algorithm {
        "engine" => "mtd-f",
        usual => usual,
    };
    let (request, calls) = board.request(py, asked, usual)?;
    let nodes = whole("keep", keep, 1..=1_000_000)? as usize;
    let plies = if plies.is_none() { u32::MAX } else { whole("plies", plies, 0..=250)? as u32 };
    let limits = TraceLimits { nodes, plies, minimal, ..TraceLimits::default() };
    let session = board.session(py, &calls)?;
    let record = search(board, py, (session, &calls), &mut |session| session.trace(&request, &limits))?;
    calls.raised()?;
    data(py, &record.map_err(refused)?)
}
