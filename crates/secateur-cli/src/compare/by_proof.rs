//! `compare --proof`: by the work until the value is proven.

use super::CompareCommand;
use crate::{CommandEnd, interrupt, open, output, positions};
use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use secateur_session::{ProofWay, ProofWork, Registry, Request, Session, StoppedBy, compare_proofs};
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The nodes that each position gets where nothing else is said.
const NODES: u64 = 20_000_000;

/// A way's line in JSON.
#[derive(Serialize)]
struct Line<'a> {
    game: &'a str,
    #[serde(flatten)]
    work: &'a ProofWork,
}

/// The last line in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    summary: bool,
    games: &'a [&'a str],
    ways: Vec<Standing>,
}

/// A way over all games in which it and the one it is compared with proved everything.
#[derive(Serialize)]
struct Standing {
    way: String,
    games: usize,
    nodes_ratio: Option<f64>,
    time_ratio: Option<f64>,
}

/// Something to prove: the values of some positions of a game.
struct Problem<'a> {
    /// As it is written.
    game: &'a str,
    session: Box<dyn Session>,
    given: Vec<String>,
}

/// The way that the others are compared with: the prover that is used where none is named.
const YARDSTICK: &str = "df-pn";

impl CompareCommand {
    pub(super) fn run_by_proof(&self, registry: &Registry) -> anyhow::Result<CommandEnd> {
        let ways = self.ways()?;
        let mut request = self.table.request()?;
        let inputs = || registry.find(&self.game).ok()?.open().inputs();
        self.beside.apply(&self.game, inputs, &mut request)?;
        request.limits.time = self.time;
        request.limits.nodes = self.nodes.or(self.time.is_none().then_some(NODES));
        let games: Vec<&str> = match (&self.position, &self.file) {
            (None, None) => self.game.split(',').map(str::trim).collect(),
            _ => vec![&self.game],
        };
        // All of them are read before anything is searched: a slip at the end must not cost an hour's work.
        let problems =
            games.iter().map(|game| self.problem(registry, game)).collect::<Result<Vec<_>, _>>()?;
        let mut all = Vec::new();
        for mut problem in problems {
            let works = self.game_by_proof(&mut problem, &ways, &request)?;
            all.push(works);
            if request.control.interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        let standings = standings(&all);
        if self.json {
            output::json(&Summary { summary: true, games: &games, ways: standings })?;
        } else if games.len() > 1 {
            show_standings(&standings)?;
        }
        Ok(match () {
            () if interrupt::flag()?.load(Ordering::Relaxed) => CommandEnd::Interrupted,
            () if all.iter().flatten().any(|work| !work.agrees) => CommandEnd::No,
            () => CommandEnd::Done,
        })
    }

    fn ways(&self) -> anyhow::Result<Vec<ProofWay>> {
        let named = self.algorithms.iter().chain(&self.ways).map(String::as_str);
        let ways: Vec<&str> = named.collect();
        let ways = if ways.is_empty() { &ProofWay::USUAL[..] } else { &ways[..] };
        Ok(ways.iter().map(|way| way.parse()).collect::<Result<_, _>>()?)
    }

    /// Reads a problem: a game, which may have its position behind it.
    fn problem<'a>(&self, registry: &Registry, game: &'a str) -> anyhow::Result<Problem<'a>> {
        let (name, position) = match (game.split_once(' '), &self.position) {
            (Some((name, position)), None) => (name, Some(position)),
            (_, given) => (game, given.as_deref()),
        };
        let session = open(registry, name, position)?;
        if session.outcome().is_some() {
            bail!("the game is over in this position: there is nothing to prove");
        }
        let given = match &self.file {
            None => vec![position.unwrap_or_default().to_owned()],
            Some(path) => {
                positions::read_file(path, &*session)?.into_iter().map(|line| line.position).collect()
            }
        };
        Ok(Problem { game, session, given })
    }

    fn game_by_proof(
        &self,
        Problem { game, session, given }: &mut Problem<'_>,
        ways: &[ProofWay],
        request: &Request,
    ) -> anyhow::Result<Vec<ProofWork>> {
        let bar = ProgressBar::new_spinner()
            .with_style(ProgressStyle::with_template("{spinner} {pos} ways, {msg} {elapsed}")?);
        bar.set_message((*game).to_owned());
        bar.enable_steady_tick(Duration::from_millis(100));
        let mut failed = None;
        let works = compare_proofs(&mut **session, given, ways, request, &mut |work| {
            bar.inc(1);
            if let Err(error) = if self.json { output::json(&Line { game, work }) } else { Ok(()) } {
                // Nobody reads on: there is nothing to search for.
                request.control.interrupt.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
        })?;
        bar.finish_and_clear();
        match failed {
            Some(error) => Err(error),
            None if self.json => Ok(works),
            None => show(game, given.len(), &works, request).map(|()| works),
        }
    }
}

fn show(game: &str, positions: usize, works: &[ProofWork], request: &Request) -> anyhow::Result<()> {
    let limit = match (request.limits.nodes, request.limits.time) {
        (Some(nodes), _) => format!("at most {} each", output::counted(nodes, "node")),
        (None, time) => {
            format!("at most {} each", output::milliseconds(time.unwrap_or_default().as_secs_f64() * 1e3))
        }
    };
    let positions = output::counted(positions as u64, "position");
    output::line(format_args!("{game}, {positions} until the value is proven, {limit}\n"))?;
    let complete = || works.iter().filter(|work| work.is_complete());
    let nodes = complete().map(|work| work.nodes).min().unwrap_or(1).max(1) as f64;
    let time = complete().map(|work| work.time_ms).fold(f64::INFINITY, f64::min).max(1e-3);
    let mut table = output::table(&["way", "values", "nodes", "/ least", "time", "/ least"]);
    for work in works {
        let values: Vec<String> = work
            .values
            .iter()
            .take(6)
            .map(|value| match value {
                Some(value) => format!("{value:+}").replace("+0", "0"),
                None => "?".into(),
            })
            .collect();
        let more = if work.values.len() > 6 { " ..." } else { "" };
        let mark = match work.stopped_by {
            _ if !work.agrees => " WRONG",
            None => "",
            Some(StoppedBy::Nodes) => " (--nodes)",
            Some(StoppedBy::Time) => " (--time)",
            Some(StoppedBy::Interrupt) => " (interrupted)",
            Some(_) => " (--hash)",
        };
        let ratio = |x: f64| if work.is_complete() { format!("{x:.2}") } else { "-".into() };
        table.add_row([
            work.way.clone(),
            format!("{}{more}{mark}", values.join(" ")),
            output::thousands(work.nodes),
            ratio(work.nodes as f64 / nodes),
            output::milliseconds(work.time_ms),
            ratio(work.time_ms / time),
        ]);
    }
    output::line(format_args!("{}\n", table.trim_fmt()))
}

/// Each way beside the yardstick, by the geometric means of the ratios.
fn standings(all: &[Vec<ProofWork>]) -> Vec<Standing> {
    let ways = all.first().map_or(&[][..], |works| &works[..]);
    let standing = |work: &ProofWork| {
        let pairs: Vec<(f64, f64)> = all
            .iter()
            .filter_map(|works| {
                let find = |way: &str| works.iter().find(|work| work.way == way && work.is_complete());
                let (this, yardstick) = (find(&work.way)?, find(YARDSTICK)?);
                let nodes = this.nodes.max(1) as f64 / yardstick.nodes.max(1) as f64;
                Some((nodes, this.time_ms.max(1e-3) / yardstick.time_ms.max(1e-3)))
            })
            .collect();
        let mean = |of: fn(&(f64, f64)) -> f64| {
            let logs = pairs.iter().map(|pair| of(pair).ln()).sum::<f64>();
            (!pairs.is_empty()).then(|| (logs / pairs.len() as f64).exp())
        };
        let games = all.iter().flatten().filter(|other| other.way == work.way && other.is_complete()).count();
        Standing { way: work.way.clone(), games, nodes_ratio: mean(|p| p.0), time_ratio: mean(|p| p.1) }
    };
    ways.iter().map(standing).collect()
}

fn show_standings(standings: &[Standing]) -> anyhow::Result<()> {
    let mut table = output::table(&["way", "games proven", "nodes / df-pn", "time / df-pn", "times as fast"]);
    let ratio = |ratio: Option<f64>| ratio.map_or("-".into(), |x| format!("{x:.2}"));
    for Standing { way, games, nodes_ratio, time_ratio } in standings {
        let faster = time_ratio.map(f64::recip);
        table.add_row([
            way.clone(),
            games.to_string(),
            ratio(*nodes_ratio),
            ratio(*time_ratio),
            ratio(faster),
        ]);
    }
    output::line(table.trim_fmt())?;
    output::line("\nRatios are geometric means over the games that both have proven.")
}
