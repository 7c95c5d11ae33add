//! Analysis: iterative deepening on one position, within limits.

use crate::play::is_over;
use crate::runner::{Found, complete, context, iteration};
use crate::signals::Signals;
use crate::threads::beside;
use crate::{Answer, Request, StoppedBy};
use secateur::table::Table;
use secateur::{Score, Stats, algo, drive};
use secateur_games::Notation;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Without any limit a search takes this long.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// No search goes deeper than the table can tell depths apart.
pub(crate) const MAX_DEPTH: u32 = 250;

/// `win`, `loss` or `draw`.
pub(crate) fn word_for(score: Score) -> &'static str {
    match score.get().signum() {
        1 => "win",
        -1 => "loss",
        _ => "draw",
    }
}

pub(crate) fn unanswered(game: &str, position: &str, request: &Request) -> Answer {
    Answer {
        game: game.to_owned(),
        position: position.to_owned(),
        algorithm: request.algorithm.full_name(),
        exact: request.algorithm.is_exact(),
        line: 1,
        value: 0,
        points: 0,
        bound: None,
        chances: None,
        outcome: None,
        plies_to_end: None,
        point_of_view: "side to move",
        best: None,
        pv: Vec::new(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        completing: 0,
        leaves: 0,
        researches: 0,
        researched: 0,
        time_ms: 0.0,
        nps: 0,
        hash_full_permille: 0,
        stopped_by: StoppedBy::Solved,
    }
}

/// Searches the position with an empty table.
pub(crate) fn analyse<G: Notation>(
    game: &str,
    position: &str,
    pos: &G,
    table: &Table,
    request: &Request,
    start: Instant,
    report: &mut dyn FnMut(&Answer),
) -> Answer {
    let mut answer = unanswered(game, position, request);
    if is_over(pos) {
        say_value(&mut answer, pos, pos.outcome().unwrap_or_else(|| pos.stuck()), true);
        return answer;
    }
    let limited = request.depth.is_some() || request.nodes.is_some();
    let time = request.time.or(if limited { None } else { Some(DEFAULT_TIME) });
    let (done, spent) = (AtomicBool::new(false), AtomicU64::new(0));
    let signals = Signals {
        deadline: time.map(|time| start + time),
        nodes: request.shared_nodes(&spent),
        ..Signals::interrupt(&request.interrupt)
    };
    let helping = Signals { done: Some(&done), ..signals };
    let helped = Mutex::new(Stats::default());
    let help = |n| {
        let stats = help(pos, table, request, n as u32, helping);
        if let Ok(mut helped) = helped.lock() {
            *helped += stats;
        }
    };
    beside(request.threads.max(1) - 1, &help, &mut || {
        search(&mut answer, pos, table, request, signals, start, report);
        done.store(true, Ordering::Relaxed);
    });
    let helped = helped.into_inner().unwrap_or_default();
    answer.nodes += helped.nodes;
    answer.leaves += helped.leaves;
    say_effort(&mut answer, start);
    answer
}

/// The main thread: deepens, reports, and fills in the answer.
fn search<G: Notation>(
    answer: &mut Answer,
    pos: &G,
    table: &Table,
    request: &Request,
    signals: Signals<'_>,
    start: Instant,
    report: &mut dyn FnMut(&Answer),
) {
    let last_depth = request.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    answer.best = pos.moves().next().map(|m| pos.write_move(m));
    answer.pv = answer.best.iter().cloned().collect();
    let look = || signals.look();
    let mut cx = context::<G>(table, request, request.nodes.unwrap_or(u64::MAX), &look);
    let mut horizon = 0;
    let mut guess = None;
    answer.stopped_by = StoppedBy::Depth;
    let at_once = !request.settings.deepening && request.depth.is_some();
    let first_depth = if at_once { last_depth } else { 1 };
    for depth in first_depth..=last_depth {
        let mut found = match iteration(&mut cx, request, pos, depth, guess) {
            Ok(found) => found,
            Err(halt) => {
                answer.stopped_by = halt.into();
                break;
            }
        };
        // Nothing deeper can matter once the end is within the depth, or no leaf was cut off by it.
        let within = found.score.plies_to_end().is_some_and(|plies| plies <= depth);
        let mut solved = request.algorithm.is_exact() && (within || cx.watch.0.horizon == horizon);
        if solved && !within && request.algorithm.page.has_memory() && depth > first_depth {
            // Answers from the table may hide such leaves of an earlier iteration: look again without.
            solved = request.threads == 1 && {
                table.clear();
                iteration(&mut cx, request, pos, depth, guess).is_ok() && cx.watch.0.horizon == horizon
            };
        }
        let searched = cx.watch.0.nodes;
        complete(&mut cx, request, pos, depth, &mut found);
        answer.completing += cx.watch.0.nodes - searched;
        horizon = cx.watch.0.horizon;
        guess = Some(found.score);
        say(answer, pos, depth, &found, solved, &cx.watch.0, table);
        say_effort(answer, start);
        if solved {
            answer.stopped_by = StoppedBy::Solved;
        }
        report(answer);
        if solved {
            break;
        }
    }
    count_nodes(answer, &cx.watch.0, table);
}

/// A helping thread: the same search, each one starting at another depth, for what it leaves in the table.
fn help<G: Notation>(pos: &G, table: &Table, request: &Request, n: u32, signals: Signals<'_>) -> Stats {
    let look = || signals.look();
    let mut cx = context::<G>(table, request, u64::MAX, &look);
    let search = |depth, last: Option<drive::Iteration>| {
        iteration(&mut cx, request, pos, depth, last.map(|i| i.score)).map(|found| found.score)
    };
    drive::deepening(1 + n % 2..=MAX_DEPTH, search, |_| true);
    cx.watch.0
}

/// Plays straight from the table that an earlier search filled, `depth` plies of it still ahead; none if
/// the table knows nothing here.
pub(crate) fn reflex<G: Notation>(
    game: &str,
    position: &str,
    pos: &G,
    table: &Table,
    request: &Request,
    depth: u32,
) -> Option<Answer> {
    let start = Instant::now();
    let best = algo::reflex(&mut table.exact(), pos, depth)?;
    let mut answer = unanswered(game, position, request);
    answer.best = Some(pos.write_move(best));
    answer.pv = answer.best.iter().cloned().collect();
    answer.stopped_by = StoppedBy::Depth;
    answer.hash_full_permille = table.hash_full_permille();
    say_effort(&mut answer, start);
    Some(answer)
}

fn say<G: Notation>(
    answer: &mut Answer,
    pos: &G,
    depth: u32,
    found: &Found<G::Move>,
    solved: bool,
    stats: &Stats,
    table: &Table,
) {
    say_value(answer, pos, found.score, solved);
    answer.depth = depth;
    let mut at = pos.clone();
    answer.pv.clear();
    for &m in &found.line {
        answer.pv.push(at.write_move(m));
        at.play(m);
    }
    // An MTD search may prove a lost value without any probe failing high: then every move is worth it.
    answer.best = answer.pv.first().cloned().or(answer.best.take());
    count_nodes(answer, stats, table);
}

pub(crate) fn say_value<G: Notation>(answer: &mut Answer, pos: &G, score: Score, solved: bool) {
    answer.value = pos.value(score);
    answer.points = score.get();
    answer.outcome = (score.is_decisive() || solved).then(|| word_for(score));
    answer.plies_to_end = score.plies_to_end();
}

pub(crate) fn count_nodes(answer: &mut Answer, stats: &Stats, table: &Table) {
    answer.seldepth = stats.seldepth;
    answer.nodes = stats.nodes;
    answer.leaves = stats.leaves;
    (answer.researches, answer.researched) = (stats.researches, stats.researched);
    answer.hash_full_permille = table.hash_full_permille();
}

pub(crate) fn say_effort(answer: &mut Answer, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    answer.time_ms = (seconds * 1e6).round() / 1e3;
    answer.nps = (answer.nodes as f64 / seconds.max(1e-9)) as u64;
}
