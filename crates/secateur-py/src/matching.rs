//! Matches between players of any kind, functions of Python among them.

use crate::asked::{profile, time, whole};
use crate::board::Board;
use crate::calls::Calls;
use crate::convert::data;
use crate::dividing::PyCrew;
use crate::error::{Error, failed, refused};
use crate::searching::{OnReport, sound};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};
use secateur_lab::files;
use secateur_lab::statistics::sprt::{Model, Sprt};
use secateur_lab::tournament::{
    AdjudicationRules, AgreedDraw, AgreedWin, GameLine, Heard, Match, MatchEnd, MatchPlayer, MatchStore,
    MatchSummary, MoveLimits, Openings, Schedule, Standings, pgn,
};
use secateur_session::{Board as InPlay, GameEntry, Limits, OwnPlayer, Player};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// What a match is asked for beside its players.
#[derive(Default)]
struct Plan {
    limits: MoveLimits,
    rules: AdjudicationRules,
    rounds: Option<usize>,
    gauntlet: Option<usize>,
    position: Option<String>,
    openings: Option<String>,
    plies: usize,
    shuffle: bool,
    seed: u64,
    test: Option<Sprt>,
    concurrency: usize,
    store: PathBuf,
    /// Who plays the games, if not threads of this process.
    crew: Option<PyCrew>,
}

/// A match: its summary, and its games in their order, each with its record as text.
pub(crate) fn play<'py>(
    board: &Board,
    py: Python<'py>,
    players: Vec<(String, Option<Py<PyAny>>)>,
    planned: &Bound<'py, PyDict>,
    on_game: OnReport,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyList>)> {
    let mut plan = plan(planned)?;
    let calls = Calls::none();
    if board.is_own() && plan.crew.is_some() {
        return Err(Error::new_err(
            "workers elsewhere know the games that come with Secateur, expected one of those",
        ));
    }
    if board.is_own() && plan.concurrency > 1 {
        return Err(Error::new_err("games in Python are played one at a time, expected concurrency = 1"));
    }
    let is_timed = plan.limits.is_timed();
    let loan = board.entry(py, &calls, !is_timed)?;
    let entry = *loan.entry();
    let (players, _functions) = seated(py, players, &plan, &entry, &calls)?;
    let schedule = match plan.gauntlet {
        Some(seeds) => Schedule::gauntlet(players.len(), seeds, plan.rounds),
        None => Schedule::round_robin(players.len(), plan.rounds),
    };
    let schedule = schedule.map_err(refused)?;
    let openings = calls.apart(py, || openings(&plan, &entry))?;
    calls.raised()?;
    let mut played =
        Match::new(&entry, players, schedule, openings?, plan.rules, plan.test).map_err(refused)?;
    let mut store = MatchStore::open(&plan.store).map_err(failed)?;
    let mut games: BTreeMap<usize, Py<PyAny>> = BTreeMap::new();
    let interrupt = calls.interrupt();
    let mut run = || -> Result<MatchEnd, secateur_lab::Error> {
        played.try_programs(&interrupt)?;
        let on_heard = |heard: &Heard<'_>, _: &Standings| {
            let record = pgn::write(heard.record, &entry)?;
            calls.call(|py| {
                let line = data(py, &GameLine::new(heard))?;
                line.set_item("record", record)?;
                if let Some(on_game) = &on_game {
                    on_game.call1(py, (&line,))?;
                }
                games.insert(heard.number, line.unbind());
                Ok(())
            });
            Ok(())
        };
        match &mut plan.crew {
            Some(crew) => played.run_by(&mut store, crew, &interrupt, on_heard),
            None => played.run(&mut store, plan.concurrency, &interrupt, on_heard),
        }
    };
    let ended = calls.apart(py, || sound(&calls, &mut run))?;
    calls.raised()?;
    let end = ended?.map_err(failed)?;
    let summary = MatchSummary::new(entry.name, played.standings(), end == MatchEnd::Interrupted);
    Ok((data(py, &summary)?, PyList::new(py, games.into_values())?))
}

fn plan(planned: &Bound<'_, PyDict>) -> PyResult<Plan> {
    let mut plan = Plan { rounds: Some(50), plies: 8, seed: 1, concurrency: 1, ..Plan::default() };
    let mut are_counted = false;
    for (name, value) in planned.iter() {
        let name: String = name.extract()?;
        let whole = |range| whole(&name, &value, range);
        let time = || time(&name, &value);
        let limits = &mut plan.limits;
        match name.as_str() {
            "tc" => {
                let clock = value.str()?.to_cow()?.parse();
                limits.clock = Some(clock.map_err(|e| Error::new_err(format!("tc is {value}, {e}")))?);
            }
            "time" => limits.time = Some(time()?),
            "nodes" => limits.nodes = Some(whole(1..=i64::MAX as u64)?),
            "depth" => limits.depth = Some(whole(1..=250)? as u32),
            "margin" => plan.rules.margin = time()?,
            "patience" => plan.rules.patience = time()?,
            "length" => plan.rules.length = whole(1..=1_000_000)? as usize,
            "win" => {
                let (over, plies): (f64, u32) = value.extract()?;
                plan.rules.win = Some(AgreedWin { over: hundredths(&name, over)?, plies });
            }
            "draw" => {
                let (within, plies, after): (f64, u32, usize) = value.extract()?;
                plan.rules.draw = Some(AgreedDraw { within: hundredths(&name, within)?, plies, after });
            }
            "games" => {
                are_counted = true;
                plan.rounds = Some(whole(1..=100_000_000)?.div_ceil(2) as usize);
            }
            "gauntlet" => plan.gauntlet = Some(whole(1..=1_000)? as usize),
            "position" => plan.position = Some(value.extract()?),
            "openings" => plan.openings = Some(value.str()?.to_cow()?.into_owned()),
            "plies" => plan.plies = whole(0..=200)? as usize,
            "shuffle" => plan.shuffle = value.is_truthy()?,
            "seed" => plan.seed = whole(0..=u64::MAX)?,
            "sprt" => plan.test = Some(test(&value.extract()?)?),
            "concurrency" => plan.concurrency = whole(1..=256)? as usize,
            "store" => plan.store = value.extract()?,
            "crew" => plan.crew = Some(PyCrew(value.unbind())),
            _ => return Err(Error::new_err(format!("'{name}' is nothing that a match can be asked for"))),
        }
    }
    if plan.test.is_some() && !are_counted {
        plan.rounds = None;
    }
    Ok(plan)
}

/// A positive number of units, in hundredths.
fn hundredths(name: &str, units: f64) -> PyResult<i32> {
    match (0.01..=300.0).contains(&units) {
        true => Ok((units * 100.0).round() as i32),
        false => Err(Error::new_err(format!("{name} begins with {units}, expected units from 0.01 to 300"))),
    }
}

/// A test between two strengths, and the probabilities of its errors.
fn test(bounds: &BTreeMap<String, f64>) -> PyResult<Sprt> {
    let known = ["elo0", "elo1", "alpha", "beta"];
    if let Some(name) = bounds.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(Error::new_err(format!("sprt has '{name}', expected some of {}", known.join(", "))));
    }
    let bound = |name: &str| bounds.get(name).copied();
    let (Some(low), Some(high)) = (bound("elo0"), bound("elo1")) else {
        return Err(Error::new_err("sprt lacks elo0 or elo1, expected both, such as {'elo0': 0, 'elo1': 5}"));
    };
    let errors = ["alpha", "beta"].map(|name| bound(name).unwrap_or(0.05));
    Sprt::new([low, high], errors, Model::Logistic).map_err(refused)
}

fn openings(plan: &Plan, entry: &GameEntry) -> PyResult<Openings> {
    let at = plan.position.as_deref();
    if let Some(text) = at {
        entry.open().set(text).map_err(refused)?;
    }
    match plan.openings.as_deref().unwrap_or("random") {
        "none" => Ok(Openings::none(entry, at)),
        "random" => Openings::random(entry, at, plan.plies..=plan.plies + 1, plan.seed).map_err(refused),
        _ if at.is_some() => {
            Err(Error::new_err("games begin at a position or where a file says, expected one of the two"))
        }
        path => {
            let path = PathBuf::from(path);
            let bytes = files::read(&path).map_err(failed)?;
            let mut openings = Openings::of_file(&path, bytes, entry, plan.plies).map_err(refused)?;
            if plan.shuffle {
                openings.shuffle(plan.seed);
            }
            Ok(openings)
        }
    }
}

/// The functions of Python that play, by the numbers that they are known by as long as their match lasts.
static FUNCTIONS: Mutex<(u64, BTreeMap<u64, Arc<Function>>)> = Mutex::new((0, BTreeMap::new()));

/// A function that is handed the text of a position and returns a move.
struct Function {
    function: Py<PyAny>,
    calls: Arc<Calls>,
}

/// The numbers of functions, which nobody knows any more once this is dropped.
struct Known(Vec<u64>);

impl Drop for Known {
    fn drop(&mut self) {
        let mut functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let dropped: Vec<_> = self.0.iter().map(|number| functions.1.remove(number)).collect();
        drop(functions);
        drop(dropped);
    }
}

/// A player that asks a function.
struct Asking(Option<Arc<Function>>);

impl Player for Asking {
    fn choose(&mut self, board: &mut dyn InPlay, _: &Limits) -> String {
        let mut chosen = String::new();
        if let Some(asked) = &self.0 {
            let text = board.position();
            asked.calls.call(|py| {
                chosen = asked.function.call1(py, (text,))?.bind(py).str()?.to_cow()?.into_owned();
                Ok(())
            });
        }
        chosen
    }
}

/// The players of a match, and the numbers of those that are functions.
fn seated(
    py: Python<'_>,
    players: Vec<(String, Option<Py<PyAny>>)>,
    plan: &Plan,
    entry: &GameEntry,
    calls: &Arc<Calls>,
) -> PyResult<(Vec<MatchPlayer>, Known)> {
    let (mut seated, mut known) = (Vec::new(), Known(Vec::new()));
    for (text, function) in players {
        let Some(function) = function else {
            let text = written_out(py, &text, entry.name)?;
            seated.push(MatchPlayer::read(&text, plan.limits).map_err(refused)?);
            continue;
        };
        let mut functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        functions.0 += 1;
        let number = functions.0;
        functions.1.insert(number, Arc::new(Function { function, calls: calls.clone() }));
        drop(functions);
        known.0.push(number);
        let asking = OwnPlayer::new("function", "a function of Python", |number| {
            let functions = FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner);
            Box::new(Asking(functions.1.get(&number).cloned()))
        });
        let player =
            MatchPlayer::read_among(&format!("function,seed={number}"), MoveLimits::default(), &[asking]);
        seated.push(MatchPlayer { name: text, ..player.map_err(refused)? });
    }
    Ok((seated, known))
}

/// A player with its method in place of `profile` or `profile:FILE`.
fn written_out(py: Python<'_>, text: &str, game: &str) -> PyResult<String> {
    let (head, rest) = text.split_once(',').unwrap_or((text, ""));
    let named = match head.split_once(':') {
        Some(("profile", file)) => file.into_pyobject(py)?.into_any(),
        None if head == "profile" => PyBool::new(py, true).to_owned().into_any(),
        _ => return Ok(text.to_owned()),
    };
    Ok(profile(&named, game)?.player(head, rest))
}
