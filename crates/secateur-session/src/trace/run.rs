//! The search that is recorded.

use super::build::Visits;
use super::{Recording, TRACE_VERSION, TraceHeader, TraceLimits, playing, proofs};
use crate::algorithm::AlgorithmKind;
use crate::algorithms::{self, Window};
use crate::erased::{Erased, ErasedGame, Following, Knowing};
use crate::goals::Values;
use crate::minimal::Minimal;
use crate::runner::{Counted, Found};
use crate::signals::{Limiter, Signals};
use crate::windowed::{Iteration, MAX_DEPTH, deepen};
use crate::{Algorithm, Request, StoppedBy};
use secateur::order::{Chosen, Ranked};
use secateur::table::{Etc, Handle, SameDepth};
use secateur::trace::End;
use secateur::{
    Cx, Halt, Horizon, Line, Node, Score, Search, Static, Stats, Trace, Value, Watch, With, algo, result,
};
use secateur_games::Unreadable;
use std::time::Duration;

/// A context that is watched.
type Watched<'t> = Search<
    Erased,
    Knowing,
    With<
        (Stats, (Line<u32>, Trace<u32>)),
        Limiter<'t>,
        Etc<Handle<'t, SameDepth>>,
        Ranked<Chosen<u32, Handle<'t, SameDepth>>, Erased>,
        ErasedHorizon,
        Following,
    >,
>;

/// Leaves as the game wants them valued.
pub(super) struct ErasedHorizon;

impl Horizon<Erased> for ErasedHorizon {
    fn leaf<C: Cx<Game = Erased>>(cx: &mut C, pos: &Erased, node: Node<u32>) -> Value<C> {
        if pos.quiesces() { algo::Quiescent::leaf(cx, pos, node) } else { Static::leaf(cx, pos, node) }
    }
}

impl Counted for Watched<'_> {
    fn stats(&mut self) -> &mut Stats {
        &mut self.watch.0
    }

    fn line(&self) -> &[u32] {
        self.watch.1.0.moves()
    }

    fn completes(&mut self, begins: bool) {
        Watch::<Erased>::completes(&mut self.watch.1.1, begins);
    }
}

/// A position to be searched, and what is said of it.
pub(crate) struct Told<'a> {
    pub(crate) saying: Saying<'a>,
    pub(crate) erased: ErasedGame,
}

/// What is said of a position.
pub(crate) struct Saying<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
    /// What values it can have.
    pub(crate) values: Values,
    /// Counts the leaves of the minimal tree for a depth and a value.
    pub(crate) minimal: &'a dyn Fn(u32, Score) -> Option<Minimal>,
}

/// The record of a search.
pub(crate) fn trace(
    told: Told<'_>,
    request: &Request,
    limits: &TraceLimits,
) -> Result<Recording, Unreadable> {
    let algorithm = request.method.algorithm;
    check(algorithm, request, limits)?;
    if result(&told.erased.pos).is_some() {
        return Err(Unreadable("the game is over: there is nothing to search".into()));
    }
    match algorithm.kind {
        _ if algorithm.is_engine() => playing::trace(told, request, limits),
        AlgorithmKind::Prover => Ok(proofs::trace(told, request, limits)),
        _ => Ok(windows(told, request, limits)),
    }
}

/// A page, or a driver over one.
fn windows(told: Told<'_>, request: &Request, limits: &TraceLimits) -> Recording {
    let Told { saying, erased: ErasedGame { pos, knowledge, path, .. } } = told;
    let table = request.table();
    let start = request.control.clock.start();
    let signals =
        Signals { time: request.most_time().map(|most| (start, most)), ..Signals::of(&request.control) };
    let look = || signals.look();
    let mut cx: Watched<'_> = Search::new(knowledge)
        .watch((Stats::default(), (Line::default(), Trace::new(limits.nodes, limits.plies))))
        .stop(Limiter::new(request.limits.nodes.unwrap_or(u64::MAX), &look))
        .memory(Etc {
            memory: table.exact(),
            from_depth: if request.method.settings.etc { 2 } else { u32::MAX },
        })
        .order(Ranked::new(Chosen::with_memory(request.method.order.clone(), table.exact())))
        .horizon(ErasedHorizon)
        .history(path);
    let mut last: Option<Iteration<u32>> = None;
    let stopped_by = match limits.window {
        None => deepen(&mut cx, &pos, &table, request, &mut |_, iteration| last = Some(iteration)),
        Some(window) => match once(&mut cx, &pos, request, window) {
            Ok(asked) => {
                last = Some(asked);
                StoppedBy::Depth
            }
            Err(halt) => halt.into(),
        },
    };
    let (stats, (_, trace)) = cx.watch;
    let mut ended = Ended {
        depth: last.as_ref().map_or(0, |last| last.depth),
        score: last.as_ref().map(|last| last.found.score),
        line: last.map_or(Vec::new(), |last| last.found.line),
        stopped_by,
        exact: false,
        nodes: stats.nodes,
        trace,
        time: start.elapsed(),
    };
    let is_inside = |score: &Score| limits.window.is_none_or(|(alpha, beta)| *score > alpha && *score < beta);
    let value = ended.score.filter(is_inside);
    ended.exact = request.method.algorithm.is_exact() && (value.is_some() || ended.score.is_none());
    let minimal = value.filter(|_| limits.minimal).and_then(|value| (saying.minimal)(ended.depth, value));
    ended.recording(&saying, pos, request, minimal)
}

/// A search that has ended, with what it found.
pub(super) struct Ended {
    pub(super) depth: u32,
    pub(super) score: Option<Score>,
    pub(super) line: Vec<u32>,
    pub(super) stopped_by: StoppedBy,
    pub(super) exact: bool,
    pub(super) nodes: u64,
    pub(super) trace: Trace<u32>,
    pub(super) time: Duration,
}

impl Ended {
    /// The record of it.
    pub(super) fn recording(
        self,
        saying: &Saying<'_>,
        pos: Erased,
        request: &Request,
        minimal: Option<Minimal>,
    ) -> Recording {
        let visits = Visits::of(self.trace);
        let trace = &visits.trace;
        let (leaves, critical_leaves) = leaves(&visits);
        let still = pos.still();
        let header = TraceHeader {
            trace: TRACE_VERSION,
            game: saying.game.to_owned(),
            position: saying.position.to_owned(),
            algorithm: request.method.algorithm.full_name(),
            exact: self.exact,
            depth: self.depth,
            score: self.score.map(Score::get),
            value: self.score.map(|score| pos.value(score)),
            pv: written(pos, &self.line),
            stopped_by: self.stopped_by,
            nodes: self.nodes,
            visits: trace.opened,
            by_knowledge: self.nodes - (trace.opened - trace.unopened) - trace.completing,
            completing: trace.completing,
            probes: trace.probes,
            kept: trace.nodes.len(),
            left_out: trace.left_out(),
            leaves,
            critical_leaves,
            minimal_leaves: minimal.as_ref().map(|minimal| minimal.leaves),
            minimal_is_exact: minimal.map(|minimal| minimal.is_exact),
        };
        Recording::of_visits(header, visits, still, self.time)
    }
}

/// One search of this window, to the full depth.
fn once(
    cx: &mut Watched<'_>,
    pos: &Erased,
    request: &Request,
    (alpha, beta): (Score, Score),
) -> Result<Iteration<u32>, Halt> {
    let (method, depth) = (&request.method, request.limits.depth.unwrap_or(1).min(MAX_DEPTH));
    let search: Window<Watched<'_>> =
        algorithms::window(method.algorithm.page_name()).expect("what has a window is a page");
    let score = search(cx, pos, depth, alpha, beta, &method.settings)?;
    // An answer that is too low proves nothing of any move.
    let line = if score > alpha { cx.line().to_vec() } else { Vec::new() };
    Ok(Iteration { depth, found: Found { score, line }, solved: false, completing: 0 })
}

/// Refuses what cannot be traced.
pub(super) fn check(algorithm: Algorithm, request: &Request, limits: &TraceLimits) -> Result<(), Unreadable> {
    let name = algorithm.full_name();
    if !algorithm.searches() {
        return Err(Unreadable(format!(
            "'{name}' does not search, and leaves nothing to trace; expected one that does"
        )));
    }
    if algorithm.takes_depth() && request.limits.depth.is_none() {
        return Err(Unreadable("a trace needs a depth, expected a number of plies from 1 to 250".into()));
    }
    if let Some((alpha, beta)) = limits.window {
        if algorithm.driver().is_some() || algorithm.page().is_none_or(|page| !page.has_window) {
            return Err(Unreadable(format!(
                "'{name}' chooses its windows itself; expected one that is asked about a window, such as alpha-beta or pvs"
            )));
        }
        if alpha >= beta {
            return Err(Unreadable(format!(
                "the window {alpha}..{beta} is empty, expected a lower end below the upper one"
            )));
        }
    }
    if request.resources.threads > 1 {
        return Err(Unreadable("a trace is of one thread, expected 1".into()));
    }
    if request.limits.lines > 1 || request.limits.mate.is_some() || request.method.handicap.is_some() {
        return Err(Unreadable(
            "a trace is of a search for one line at full strength, expected no other wish".into(),
        ));
    }
    request.check()
}

/// The refusal of a game that has more kinds of moves than a record counts.
pub(super) fn no_room(request: &Request, game: &str) -> Unreadable {
    Unreadable(format!(
        "'{}' cannot be traced in {game}, whose moves have indices beyond 1,024; expected a search that is exact",
        request.method.algorithm.full_name()
    ))
}

/// Leaves among the nodes of the last iteration, and those of the critical tree.
fn leaves(Visits { trace, roots, critical, .. }: &Visits) -> (u64, u64) {
    let depth = |root: u32| trace.nodes[root as usize].depth;
    let last = roots.iter().rfind(|&&root| trace.nodes[root as usize].score.is_some());
    let first = last.and_then(|&last| roots.iter().find(|&&root| depth(root) == depth(last)));
    let from = first.map_or(0, |&first| first as usize);
    let (mut leaves, mut of_critical_tree) = (0, 0);
    for (visit, critical) in trace.nodes[from..].iter().zip(&critical[from..]) {
        leaves += u64::from(is_leaf(visit.end));
        of_critical_tree += u64::from(is_leaf(visit.end) && critical.is_some());
    }
    (leaves, of_critical_tree)
}

/// Whether a node ended without a move being searched.
pub(super) fn is_leaf(end: End<u32>) -> bool {
    matches!(end, End::Known(_))
}

/// A line in the game's notation.
fn written(mut pos: Erased, line: &[u32]) -> Vec<String> {
    use secateur::Game;
    let mut written = Vec::with_capacity(line.len());
    for &m in line {
        written.push(pos.write_move(m));
        pos.play(m);
    }
    written
}
