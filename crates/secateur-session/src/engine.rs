//! The playing engine behind a session: time, threads, and the state kept from move to move.

use crate::answer::{Answer, Bound, StoppedBy, Task};
use crate::clock::Stopwatch;
use crate::informed::{Informed, evaluation, informed};
use crate::misjudge::misjudge;
use crate::searcher::Searcher;
use crate::signals::{Limiter, Signals};
use crate::solve::Endgame;
use crate::threads::beside;
use crate::{LearnedEvaluation, Request, Tablebase};
use secateur::engine::{Custom, Engine, EngineLimits, PvLine, Recipe, Standard, Windows};
use secateur::{Hints, Score, Stats, Table, candidates, legal_moves, result};
use secateur_games::Notation;
use std::cell::Cell;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The deepest iteration.
pub(crate) const MAX_DEPTH: u32 = 128;
/// The number of lines that are compared where play is to be weaker.
const WEAK_LINES: usize = 6;

type Resting<G, R> = Engine<G, Informed<<G as Notation>::Knowledge>, R, Stats>;

/// The state that the engine keeps from move to move: the table, and the histories of each thread.
pub(crate) struct Thinker<G: Notation> {
    table: Arc<Table>,
    bytes: usize,
    tablebase: Option<Arc<Tablebase>>,
    learned: Option<Arc<LearnedEvaluation>>,
    /// Made when the first game comes near its end.
    endgame: Option<Endgame>,
    standard: Vec<Resting<G, Standard>>,
    custom: Option<(Custom, Vec<Resting<G, Custom>>)>,
}

impl<G: Notation> Thinker<G> {
    pub(crate) fn new(request: &Request) -> Self {
        let (table, bytes) = (Arc::new(request.table()), request.resources.hash);
        let tablebase = request.control.tablebase.clone();
        let learned = evaluation::<G>(request);
        Thinker { table, bytes, tablebase, learned, endgame: None, standard: vec![], custom: None }
    }
}

impl<G: Notation> Searcher<G> for Thinker<G> {
    fn suits(&self, request: &Request) -> bool {
        self.bytes == request.resources.hash
            && self.table.config() == request.method.settings.table
            && address(&self.tablebase) == address(&request.control.tablebase)
            && address(&self.learned) == address(&evaluation::<G>(request))
    }

    fn analyse(&mut self, task: &Task<'_, G>, report: &mut dyn FnMut(&Answer)) -> Answer {
        let takes_over = Endgame::takes_over(task.pos, task.request);
        let endgame = takes_over.map(|depth| {
            let endgame = self.endgame.get_or_insert_with(|| Endgame::new(task.request));
            (&*endgame, depth)
        });
        let thought = Thought { task, table: self.table.clone(), endgame };
        self.table.new_search();
        match &task.request.method.settings.recipe {
            None if G::CONSTANT_RECIPE => thought.run(&mut self.standard, &Standard, report),
            recipe => {
                let recipe = recipe.clone().unwrap_or_default();
                let (_, threads) = match self.custom.take() {
                    Some(kept) if kept.0 == recipe => self.custom.insert(kept),
                    _ => self.custom.insert((recipe.clone(), vec![])),
                };
                thought.run(threads, &recipe, report)
            }
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.endgame.iter_mut().for_each(Endgame::clear);
    }

    fn touch(&mut self) {
        self.table.touch();
    }

    /// Always by iterations from depth 1.
    fn measure(&mut self, pos: &G, depth: u32, _: bool, request: &Request) -> (Option<Score>, Stats) {
        let signals = Signals::of(&request.control);
        let look = || signals.look();
        let stop = Limiter::new(u64::MAX, &look);
        match &request.method.settings.recipe {
            None if G::CONSTANT_RECIPE => deepen(pos, depth, request, self.table.clone(), Standard, stop),
            recipe => {
                deepen(pos, depth, request, self.table.clone(), recipe.clone().unwrap_or_default(), stop)
            }
        }
    }

    /// Histories of moves and positions are of use in the next game, too.
    fn forget(&mut self) {}
}

/// Which one it is, if there is one.
fn address<T>(known: &Option<Arc<T>>) -> Option<*const T> {
    known.as_ref().map(Arc::as_ptr)
}

/// One search.
struct Thought<'a, G: Notation> {
    task: &'a Task<'a, G>,
    table: Arc<Table>,
    /// What plays the game to its end once the engine has come to a depth; none if that is far away.
    endgame: Option<(&'a Endgame, u32)>,
}

impl<G: Notation> Thought<'_, G> {
    fn run<R: Recipe>(
        &self,
        threads: &mut Vec<Resting<G, R>>,
        recipe: &R,
        report: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let (pos, request, mut answer) = (self.task.pos, self.task.request, self.task.empty());
        let drawn = pos.outcome() == Some(Score::DRAW);
        let plays_on = G::PLAYS_ON && drawn && pos.moves().next().is_some();
        if let Some(score) = result(pos).filter(|_| !plays_on) {
            answer.set_value(pos, score, true);
            return answer;
        }
        let make = || {
            Engine::new(informed::<G>(request), self.table.clone(), recipe.clone()).watch(Stats::default())
        };
        threads.resize_with(request.resources.threads.max(1), make);
        let (done, spent) = (AtomicBool::new(false), AtomicU64::new(0));
        let signals = Signals {
            time: request.most_time().map(|most| (self.task.start, most)),
            pondering: Some(&request.control.pondering),
            nodes: request.shared_nodes(&spent),
            ..Signals::of(&request.control)
        };
        let helping = Signals { time: None, done: Some(&done), ..signals };
        let mut resting = threads.drain(..);
        let mut main = resting.next();
        let helpers: Vec<_> = resting.map(|engine| Mutex::new(Some(engine))).collect();
        let help = |n: usize| {
            if let Ok(mut place) = helpers[n - 1].lock() {
                *place = place.take().map(|engine| self.help(engine, n as u32, helping));
            }
        };
        beside(helpers.len(), &help, &mut || {
            main = main.take().map(|engine| self.lead(engine, signals, &mut answer, report));
            done.store(true, Ordering::Relaxed);
        });
        threads.extend(main);
        for helper in helpers.into_iter().filter_map(|place| place.into_inner().ok().flatten()) {
            answer.nodes += helper.watch.nodes;
            answer.leaves += helper.watch.leaves;
            threads.push(helper);
        }
        answer.set_time(self.task.start);
        answer
    }

    fn engine_limits(&self) -> EngineLimits<G::Move> {
        let (pos, limits) = (self.task.pos, &self.task.request.limits);
        let moves = moves(pos, &limits.only, |m| pos.write_move(m));
        let handicap = self.task.request.method.handicap;
        let lines = if handicap.is_some() { WEAK_LINES } else { limits.lines };
        let windows = windows(self.task.request);
        let depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        EngineLimits { from: 1, depth, lines, moves, windows }
    }

    /// The main thread: deepens, reports, watches the clock, and fills in the answer.
    fn lead<R: Recipe>(
        &self,
        engine: Resting<G, R>,
        signals: Signals<'_>,
        answer: &mut Answer,
        report: &mut dyn FnMut(&Answer),
    ) -> Resting<G, R> {
        let (pos, request, engine_limits) = (self.task.pos, self.task.request, self.engine_limits());
        answer.begin_with(pos, engine_limits.moves.first().copied());
        answer.stopped_by = StoppedBy::Depth;
        // A move asked for that is proven no better than another is not searched: it is the answer.
        if !candidates(pos).iter().any(|m| engine_limits.moves.contains(m)) {
            return engine;
        }
        let handicap = request.method.handicap;
        let nodes = request.limits.nodes.unwrap_or(u64::MAX);
        let look = || signals.look();
        let mut engine = engine.stop(Limiter::new(nodes, &look));
        engine.watch = Stats::default();
        let mut lines: Vec<(Score, G::Move)> = Vec::new();
        let (forced, goes_on) = (engine_limits.moves.len() == 1, Cell::new(true));
        let mut hear = |engine: &mut Engine<_, _, _, _, _>, found: &PvLine<G::Move>| {
            self.fill(answer, found, &engine.watch);
            if handicap.is_none() {
                report(answer);
            }
            if !found.over {
                return true;
            }
            if found.place == 1 {
                lines.clear();
            }
            lines.extend(found.line.first().map(|&m| (found.score, m)));
            let finished = found.place == engine_limits.lines.clamp(1, engine_limits.moves.len());
            if finished
                && let Some(why) = enough(
                    request,
                    self.task.start,
                    (found.score, found.depth),
                    engine.stretch(found.effort),
                    forced,
                )
            {
                answer.stopped_by = why;
                goes_on.set(false);
                return false;
            }
            true
        };
        // Who misjudges moves has looked at all of them: the nodes of a handicap do not cut the first iteration short.
        let depth = match self.endgame {
            Some((_, depth)) => depth,
            None if handicap.is_some() => 1,
            None => engine_limits.depth,
        };
        let first = EngineLimits { depth, ..engine_limits.clone() };
        let (mut last, mut halt) = engine.think(pos, self.task.past, &first, &mut hear);
        let mut solved = None;
        if depth < engine_limits.depth && halt.is_none() && goes_on.get() {
            let most = handicap.map_or(nodes, |handicap| nodes.min(handicap.nodes));
            let guess = last.as_ref().map(|found| found.score);
            solved = guess.and_then(|guess| self.play_out(guess, signals, most, &mut engine.watch));
            if solved.is_none() {
                let left = most.saturating_sub(engine.watch.nodes);
                engine = engine.stop(Limiter::new(left, &look));
                let deeper = EngineLimits { from: depth + 1, ..engine_limits.clone() };
                let found = engine.think(pos, self.task.past, &deeper, &mut hear);
                (last, halt) = (found.0.or(last), found.1);
            }
        }
        if let Some(found) = last {
            self.fill(answer, &found, &engine.watch);
        }
        answer.set_counts(&engine.watch, &self.table);
        if let Some(halt) = halt {
            answer.stopped_by = halt.into();
        }
        if let Some((score, best)) = solved {
            self.fill_solved(answer, score, best);
            report(answer);
        }
        if let Some(handicap) = handicap {
            misjudge(pos, &lines, handicap, answer);
        }
        engine.stop(secateur::Never)
    }

    /// The exact value and a move that is worth it, where the game is near its end: found in half of the time and nodes that are
    /// left, so that the engine has the other half if they do not suffice.
    fn play_out(
        &self,
        guess: Score,
        signals: Signals<'_>,
        most: u64,
        stats: &mut Stats,
    ) -> Option<(Score, G::Move)> {
        let (endgame, _) = self.endgame?;
        let (start, request) = (self.task.start, self.task.request);
        let now = start.elapsed();
        let time = request.meant_time().map(|meant| (start, now + meant.saturating_sub(now) / 2));
        let look = || Signals { time, ..signals }.look();
        let limits = Limiter::new(most.saturating_sub(stats.nodes) / 2, &look);
        let tablebase = request.control.tablebase.clone();
        let (solved, nodes) = endgame.solve(self.task.pos, guess, tablebase, &limits);
        stats.nodes += nodes;
        solved
    }

    /// A helping thread: the same search, every other one a depth ahead, for what it leaves in the table.
    fn help<R: Recipe>(&self, engine: Resting<G, R>, n: u32, signals: Signals<'_>) -> Resting<G, R> {
        let engine_limits = EngineLimits { from: 1 + n % 2, depth: MAX_DEPTH, ..self.engine_limits() };
        let look = || signals.look();
        let mut engine = engine.stop(Limiter::new(u64::MAX, &look));
        engine.watch = Stats::default();
        engine.think(self.task.pos, self.task.past, &engine_limits, |_, _| true);
        engine.stop(secateur::Never)
    }

    fn fill(&self, answer: &mut Answer, found: &PvLine<G::Move>, stats: &Stats) {
        let pos = self.task.pos;
        answer.set_value(pos, found.score, false);
        (answer.depth, answer.line) = (found.depth, found.place);
        answer.chances = pos.chances(found.score);
        answer.bound = match found.bound {
            Less => Some(Bound::Upper),
            Equal => None,
            Greater => Some(Bound::Lower),
        };
        answer.set_line(pos, &found.line);
        if found.place == 1 {
            answer.best = answer.pv.first().cloned();
        }
        answer.set_counts(stats, &self.table);
        answer.set_time(self.task.start);
    }

    /// The line of the engine stays where it begins with the move that is proven.
    fn fill_solved(&self, answer: &mut Answer, score: Score, best: G::Move) {
        let pos = self.task.pos;
        answer.set_value(pos, score, true);
        answer.chances = pos.chances(score);
        (answer.bound, answer.stopped_by) = (None, StoppedBy::Solved);
        answer.depth = pos.plies_left().unwrap_or(answer.depth);
        let best = pos.write_move(best);
        if answer.pv.first() != Some(&best) {
            answer.pv = vec![best.clone()];
        }
        answer.best = Some(best);
        answer.set_time(self.task.start);
    }
}

/// The moves to choose from: the candidates, or those of them that are named, or else of all legal moves.
pub(crate) fn moves<G: Hints>(pos: &G, only: &[String], write: impl Fn(G::Move) -> String) -> Vec<G::Move> {
    let moves = candidates(pos);
    if only.is_empty() {
        return moves;
    }
    let is_named = |written: &str| only.iter().any(|only| only.eq_ignore_ascii_case(written));
    let named = |moves: &[G::Move]| {
        let mut named = Vec::new();
        for &m in moves {
            if is_named(&write(m)) {
                named.push(m);
            }
        }
        named
    };
    let chosen = [named(&moves), named(&legal_moves(pos))];
    chosen.into_iter().find(|chosen| !chosen.is_empty()).unwrap_or(moves)
}

/// The reason to end after an iteration that has found this score at this depth, if there is one. `stretch`: the factor by
/// which the move deserves more time than was meant for it.
pub(crate) fn enough(
    Request { limits, control, .. }: &Request,
    start: Stopwatch,
    (score, depth): (Score, u32),
    stretch: f64,
    forced: bool,
) -> Option<StoppedBy> {
    let plies = score.plies_to_end();
    let won = score > Score::DRAW && plies.is_some();
    if won && limits.win_within.is_some_and(|most| plies <= Some(most)) {
        return Some(StoppedBy::Solved);
    }
    let aim = limits.aim?;
    if control.pondering.load(Ordering::Relaxed) {
        return None;
    }
    // A forced win or loss seen to the end needs no deeper look, and a forced move none at all.
    let settled = plies.is_some_and(|plies| depth > 2 * plies) || (forced && depth >= 8);
    let spent = start.elapsed().as_secs_f64();
    (settled || spent >= aim.as_secs_f64() * stretch).then_some(StoppedBy::Time)
}

/// The engine's choice of windows.
pub(crate) fn windows(request: &Request) -> Windows {
    match request.method.algorithm.name {
        "mtd-f" => Windows::MtdF,
        _ => request.method.settings.windows(),
    }
}

/// One search to a depth, for comparisons: its value and its cost.
fn deepen<G: Notation, R: Recipe>(
    pos: &G,
    depth: u32,
    request: &Request,
    table: Arc<Table>,
    recipe: R,
    stop: Limiter<'_>,
) -> (Option<Score>, Stats) {
    let engine = Engine::new(informed::<G>(request), table, recipe);
    let mut engine = engine.watch(Stats::default()).stop(stop);
    let engine_limits =
        EngineLimits { from: 1, depth, lines: 1, moves: candidates(pos), windows: windows(request) };
    let (found, halt) = engine.think(pos, &[], &engine_limits, |_, _| true);
    (found.filter(|_| halt.is_none()).map(|found| found.score), engine.watch)
}
