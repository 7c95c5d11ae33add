//! The search that suits a game.

use crate::asked::whole;
use crate::board::Board;
use crate::calls::Calls;
use crate::convert::data;
use crate::error::{Error, failed};
use crate::searching::{OnReport, sound};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use secateur_lab::choose::race::Criterion;
use secateur_lab::choose::{ChoicePlan, ChoiceWords, Event, Thoroughness, choose};
use secateur_lab::{files, profile};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Where a choice is kept.
struct Kept {
    /// The profile that is written; none if nobody asked for one.
    profile: Option<PathBuf>,
    /// The work that is done; none if nobody could go on from it.
    journal: Option<PathBuf>,
}

/// Chooses how to search a game; none if it was interrupted.
pub(crate) fn chosen<'py>(
    board: &Board,
    py: Python<'py>,
    planned: &Bound<'py, PyDict>,
    on_event: OnReport,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (plan, kept) = (plan(board, planned)?, kept(board, planned)?);
    let calls = Calls::none();
    let loan = board.entry(py, &calls, plan.measure == Criterion::Nodes)?;
    let (entry, interrupt) = (*loan.entry(), calls.interrupt());
    let ended = calls.apart(py, || {
        let mut heard = |event: Event<'_>| {
            if let Some(on_event) = &on_event {
                calls.call(|py| on_event.call1(py, (data(py, &said(event))?,)).map(drop));
            }
        };
        sound(&calls, &mut || choose(&entry, &plan, kept.journal.as_deref(), &interrupt, &mut heard))
    });
    let ended = ended?;
    calls.raised()?;
    let Some(report) = ended?.map_err(failed)? else { return Ok(None) };
    let words = ChoiceWords::new(&plan, &report);
    if let Some(path) = &kept.profile {
        files::write(path, report.profile(entry.name, &plan, &words).write()).map_err(failed)?;
    }
    if let Some(journal) = &kept.journal {
        fs::remove_file(journal)?;
    }
    let found = data(py, &report.line(entry.name, &plan))?;
    found.set_item("races", data(py, &report.race_lines().collect::<Vec<_>>())?)?;
    found.set_item("matches", data(py, &report.match_lines().collect::<Vec<_>>())?)?;
    let ChoiceWords { positions, smallest, fastest, play } = words;
    let evidence = json!({ "positions": positions, "smallest": smallest, "fastest": fastest, "play": play });
    found.set_item("evidence", data(py, &evidence)?)?;
    found.set_item("profile", kept.profile)?;
    Ok(Some(found))
}

fn plan(board: &Board, planned: &Bound<'_, PyDict>) -> PyResult<ChoicePlan> {
    let word = |name: &str| planned.get_item(name)?.map(|word| word.extract::<String>()).transpose();
    let measure = match word("measure")?.as_deref() {
        None | Some("time") => Criterion::Time,
        Some("nodes") => Criterion::Nodes,
        Some(other) => return Err(Error::new_err(format!("measure is {other}, expected time or nodes"))),
    };
    let effort = match word("effort")?.as_deref() {
        None | Some("usual") => Thoroughness::Usual,
        Some("quick") => Thoroughness::Quick,
        Some("thorough") => Thoroughness::Thorough,
        Some(other) => {
            return Err(Error::new_err(format!("effort is {other}, expected quick, usual or thorough")));
        }
    };
    let number = |name: &str, range, usual| {
        planned.get_item(name)?.map_or(Ok(usual), |value| whole(name, &value, range))
    };
    let (seed, threads) = (number("seed", 0..=u64::MAX, 1)?, number("threads", 1..=256, 1)? as usize);
    if board.is_own() && threads > 1 {
        return Err(Error::new_err("a game in Python is searched by one thread, expected 1 thread"));
    }
    Ok(ChoicePlan { measure, effort, seed, threads })
}

fn kept(board: &Board, planned: &Bound<'_, PyDict>) -> PyResult<Kept> {
    let profile = match planned.get_item("profile")? {
        None => None,
        Some(named) if named.is_instance_of::<PyBool>() => {
            let folder = profile::FOLDER;
            let none =
                || Error::new_err(format!("there is no folder for profiles, expected {folder} to name one"));
            Some(profile::usual_path(board.game).ok_or_else(none)?)
        }
        Some(path) => Some(path.extract::<PathBuf>()?),
    };
    let Some(path) = profile else { return Ok(Kept { profile: None, journal: None }) };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    files::check_writable(&path).map_err(failed)?;
    Ok(Kept { journal: Some(path.with_extension("unfinished")), profile: Some(path) })
}

/// An event as data.
fn said(event: Event<'_>) -> serde_json::Value {
    match event {
        Event::Stage { name, of, steps } => json!({ "stage": name, "of": of, "steps": steps }),
        Event::Known(count) => json!({ "known": count }),
        Event::Step => json!({ "known": 1 }),
        Event::Left(left, steps) => json!({ "left": left, "steps": steps }),
        Event::Race(race) => json!({ "race": race.name, "entrants": race.lines().collect::<Vec<_>>() }),
        Event::Played(played) => json!({ "played": played.line() }),
    }
}

/// The method of a profile, as data.
#[pyfunction]
pub(crate) fn profile_of<'py>(
    py: Python<'py>,
    named: &Bound<'py, PyAny>,
    game: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let found = crate::asked::profile(named, game)?;
    let (method, evidence) = (&found.method, &found.evidence);
    let (algorithm, order) = (method.algorithm.full_name(), method.order.to_string());
    data(
        py,
        &json!({ "game": found.game, "algorithm": algorithm, "order": order, "settings": method.settings.written(), "evidence": evidence }),
    )
}
