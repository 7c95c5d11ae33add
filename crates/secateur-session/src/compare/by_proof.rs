//! The comparison of searches that take no depth: by their work until the value is proven.

use crate::{Algorithm, Request, Session, Solution, StoppedBy, ValueClaim};
use secateur_games::Unreadable;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::Ordering;

/// A way to a proof of a position's value.
///
/// Written `solve` for the game's solver, or as a player of a match is: an algorithm with settings. With `threads=N` among
/// these, N threads search together.
///
/// ```
/// use secateur_session::ProofWay;
///
/// let way: ProofWay = "df-pn,df_pn.epsilon=0".parse().unwrap();
/// assert_eq!(way.to_string(), "df-pn,df_pn.epsilon=0");
/// assert!("df-pn,threads=2".parse::<ProofWay>().is_ok());
/// let error = "uct".parse::<ProofWay>().unwrap_err().to_string();
/// assert!(error.starts_with("'uct' proves no value for certain, expected solve"), "{error}");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ProofWay {
    written: String,
    /// The algorithm; none for the solver.
    algorithm: Option<Algorithm>,
    settings: Vec<String>,
    /// Those of the request, if it says none.
    threads: Option<usize>,
}

impl ProofWay {
    /// The ways that are compared where none are named.
    pub const USUAL: [&str; 14] = [
        "solve",
        "alpha-beta-memory",
        "pn",
        "pn,pn.first=mobility",
        "pn2",
        "ews",
        "df-pn",
        "df-pn,df_pn.epsilon=0",
        "df-pn,df_pn.epsilon=2",
        "df-pn,df_pn.epsilon=8",
        "df-pn,df_pn.epsilon=256,df_pn.order=on",
        "df-pn,df_pn.first=ones",
        "df-pn,df_pn.sums=weak",
        "df-pn,df_pn.sums=branches",
    ];
}

impl fmt::Display for ProofWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl FromStr for ProofWay {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<ProofWay, Unreadable> {
        let mut parts = text.split(',');
        let name = parts.next().unwrap_or_default();
        let (threads, settings): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.starts_with(THREADS));
        let threads = threads.last().map(|said| threads_of(said)).transpose()?;
        let settings: Vec<String> = settings.into_iter().map(str::to_owned).collect();
        let way =
            |algorithm| ProofWay { written: text.to_owned(), algorithm, settings: settings.clone(), threads };
        if name == "solve" {
            return match settings.first() {
                None => Ok(way(None)),
                Some(first) => Err(Unreadable(format!("found '{first}' for solve, which takes no settings"))),
            };
        }
        let algorithm = Algorithm::named(name)?;
        if !algorithm.is_exact() && !algorithm.proves_goals() {
            let provers = Algorithm::provers();
            return Err(Unreadable(format!(
                "'{name}' proves no value for certain, expected solve, an exact search such as alpha-beta-memory, or one of {provers}"
            )));
        }
        let mut checked = crate::Settings::default();
        settings.iter().try_for_each(|setting| checked.set(setting))?;
        Ok(way(Some(algorithm)))
    }
}

/// What the number of threads stands behind.
const THREADS: &str = "threads=";

fn threads_of(said: &str) -> Result<usize, Unreadable> {
    let number = said[THREADS.len()..].parse().ok().filter(|threads| (1..=256).contains(threads));
    number.ok_or_else(|| {
        Unreadable(format!("found '{said}', expected {THREADS} and a whole number from 1 to 256"))
    })
}

/// The work of one way over all positions, until their values were proven.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProofWork {
    /// The way, as it is written.
    pub way: String,
    /// The value of each position on the game's own scale, for the side to move; none where a limit came first.
    pub values: Vec<Option<i32>>,
    /// False if a value is another than the one of the ways before.
    pub agrees: bool,
    /// Nodes opened, in all positions.
    pub nodes: u64,
    /// The time in milliseconds.
    pub time_ms: f64,
    /// The limit that came before a value.
    pub stopped_by: Option<StoppedBy>,
}

impl ProofWork {
    /// Whether every value was proven.
    pub fn is_complete(&self) -> bool {
        self.stopped_by.is_none()
    }
}

/// Compares ways to a proof on the same positions, each of which gets the limits and the table of the request, cold:
/// nodes, and time. Games that count more than who wins are proven to the last point.
///
/// ```
/// use secateur_session::{ProofWay, Request, compare_proofs};
/// use secateur_standard::standard;
///
/// let mut game = standard().find("tictactoe").unwrap().open();
/// let ways: Vec<ProofWay> = ["solve", "df-pn"].iter().map(|way| way.parse().unwrap()).collect();
/// let request = Request::default().hash(1 << 20);
/// let all = compare_proofs(&mut *game, &["X../.O./...".into()], &ways, &request, &mut |_| {}).unwrap();
/// assert!(all.iter().all(|work| work.agrees && work.values == [Some(0)]));
/// ```
///
/// # Errors
///
/// One sentence if a position cannot be read.
pub fn compare_proofs(
    session: &mut dyn Session,
    positions: &[String],
    ways: &[ProofWay],
    request: &Request,
    report: &mut dyn FnMut(&ProofWork),
) -> Result<Vec<ProofWork>, Unreadable> {
    let mut known: Vec<Option<i32>> = vec![None; positions.len()];
    let mut all = Vec::new();
    for way in ways {
        let mut work = ProofWork {
            way: way.to_string(),
            values: Vec::new(),
            agrees: true,
            nodes: 0,
            time_ms: 0.0,
            stopped_by: None,
        };
        for (position, known) in positions.iter().zip(&mut known) {
            let start = request.control.clock.start();
            let (value, nodes, stopped_by) = prove(session, position, way, request)?;
            work.time_ms += start.milliseconds();
            work.nodes += nodes;
            work.agrees &= value.is_none_or(|value| value == *known.get_or_insert(value));
            work.values.push(value);
            work.stopped_by = work.stopped_by.or(stopped_by.filter(|_| value.is_none()));
        }
        report(&work);
        all.push(work);
        if request.control.interrupt.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(all)
}

/// The value, the nodes, and what ended the search.
type Ended = (Option<i32>, u64, Option<StoppedBy>);

fn prove(
    session: &mut dyn Session,
    position: &str,
    way: &ProofWay,
    request: &Request,
) -> Result<Ended, Unreadable> {
    let mut request = request.clone();
    request.resources.threads = way.threads.unwrap_or(request.resources.threads);
    let Some(algorithm) = way.algorithm else {
        return Ok(match session.solver(&request).solve(position)? {
            Solution::Solved(solved) => (Some(solved.value), solved.nodes, None),
            Solution::Unsolved(open) => (None, open.nodes, Some(open.stopped_by)),
        });
    };
    request.method.algorithm = algorithm;
    way.settings.iter().try_for_each(|setting| request.method.settings.set(setting))?;
    session.set(position)?;
    if !algorithm.proves_goals() {
        let answer = session.analyse(&request, &mut |_| {});
        let value = Some(answer.value).filter(|_| answer.is_settled() && answer.bound.is_none());
        return Ok((value, answer.nodes, Some(answer.stopped_by)));
    }
    let mut proof = session.prover(None, &request)?;
    let most = request.limits.nodes.unwrap_or(u64::MAX);
    let mut progress = proof.search(most);
    // A goal that is settled ends a search as well: there may be others.
    while progress.stopped_by == StoppedBy::Nodes && progress.nodes < most {
        progress = proof.search(most - progress.nodes);
    }
    let value = progress.claims.first().map(|claim| match claim {
        ValueClaim::AtLeast(value) | ValueClaim::AtMost(value) => *value,
    });
    Ok((value, progress.nodes, Some(progress.stopped_by)))
}
