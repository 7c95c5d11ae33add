//! What is asked for by keywords, as a request.

use crate::error::{Error, failed, refused};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use secateur::order::Choice;
use secateur_lab::files;
use secateur_lab::profile::{self, Profile};
use secateur_session::{Algorithm, Handicap, Request};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// The longest time that a search may be given, in seconds: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// The request that these keywords ask for, by the algorithm `usual` unless they name one, or a profile of the game. Its
/// handles are its own.
pub(crate) fn request(asked: &Bound<'_, PyDict>, game: &str, usual: &str) -> PyResult<Request> {
    let mut request = Request::default().algorithm(Algorithm::named(usual).map_err(refused)?);
    if let Some(named) = asked.get_item("profile")? {
        self::profile(&named, game)?.apply(&mut request);
    }
    let (mut seed, mut level) = (1, None);
    for (name, value) in asked.iter() {
        let name: String = name.extract()?;
        let whole = |range| whole(&name, &value, range);
        let text = || value.extract::<String>();
        let texts = || value.extract::<Vec<String>>();
        let (method, limits) = (&mut request.method, &mut request.limits);
        match name.as_str() {
            "profile" => {}
            "algorithm" => method.algorithm = Algorithm::named(&text()?).map_err(refused)?,
            "order" => method.order = order(&text()?)?,
            "settings" => {
                texts()?.iter().try_for_each(|setting| method.settings.set(setting)).map_err(refused)?;
            }
            "without" => method.without = texts()?,
            "level" => level = Some(whole(1..=10)? as u32),
            "seed" => seed = whole(0..=u64::MAX)?,
            "depth" => limits.depth = Some(whole(1..=250)? as u32),
            "nodes" => limits.nodes = Some(whole(1..=u64::MAX)?),
            "time" => limits.time = Some(time(&name, &value)?),
            "mate" => limits.mate = Some(whole(1..=250)? as u32),
            "lines" => limits.lines = whole(1..=1_000)? as usize,
            "only" => limits.only = texts()?,
            "hash" => request.resources.hash = whole(0..=1 << 46)? as usize,
            "threads" => request.resources.threads = whole(1..=256)? as usize,
            _ => return Err(Error::new_err(format!("'{name}' is nothing that a search can be asked for"))),
        }
    }
    request.method.order.seed = seed;
    request.method.handicap = level.and_then(|level| Handicap::of_level(level, seed));
    Ok(request)
}

/// The profile of a game that is asked for: that of a file, or with True the one that `choose` has written where all
/// programs look for it.
pub(crate) fn profile(named: &Bound<'_, PyAny>, game: &str) -> PyResult<Profile> {
    let path = match named.cast::<PyBool>() {
        Err(_) => named.extract::<PathBuf>()?,
        Ok(_) => profile::usual_path(game).filter(|path| path.exists()).ok_or_else(|| {
            let remedy = "expected one by secateur.game(...).choose(profile=True), or the path of a file";
            Error::new_err(format!("{game} has no profile, {remedy}"))
        })?,
    };
    let text = files::read_text(&path).map_err(failed)?;
    Profile::read(&path, &text, game).map_err(refused)
}

/// A whole number within a range.
pub(crate) fn whole(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    value.extract::<u64>().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let (from, to) = (range.start(), range.end());
        let expected = match *to {
            u64::MAX => format!("a whole number from {from} on"),
            _ => format!("a whole number from {from} to {to}"),
        };
        Error::new_err(format!("{name} is {value}, expected {expected}"))
    })
}

/// A time in seconds.
pub(crate) fn time(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let refusal = |expected| Error::new_err(format!("{name} is {value}, expected {expected}"));
    let seconds: f64 = value.extract().map_err(|_| refusal("a number of seconds"))?;
    match seconds {
        _ if seconds > LONGEST => Err(refusal("a time of at most a year")),
        _ if seconds > 0.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(refusal("a time longer than nothing")),
    }
}

fn order(text: &str) -> PyResult<Choice> {
    text.parse().map_err(|e: secateur::order::BadChoice| Error::new_err(e.to_string()))
}
