//! The playing engine behind a session: time, threads, and what is kept from move to move.

use super::analyse::{count_nodes, say_effort, say_value, unanswered};
use super::runner::Look;
use super::{Answer, Driver, Request, StoppedBy, is_over};
use crate::Notation;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use secateur::engine::{Custom, Engine, Found, Recipe, Standard, Windows, Wish};
use secateur::{Halt, Limits, Score, Stats, Stop, Table};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Without any limit a search takes this long.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// The deepest iteration.
const MAX_DEPTH: u32 = 128;
/// So many lines are compared where play is to be weaker.
const WEAK_LINES: usize = 6;

type Resting<G, R> = Engine<G, <G as Notation>::Knowledge, R, Stats>;

/// What the engine keeps from move to move: the table, and what each thread has learnt.
pub(super) struct Kept<G: Notation> {
    table: Arc<Table>,
    bytes: usize,
    standard: Vec<Resting<G, Standard>>,
    custom: Option<(Custom, Vec<Resting<G, Custom>>)>,
}

impl<G: Notation> Kept<G> {
    pub(super) fn new(request: &Request) -> Self {
        Kept { table: Arc::new(request.table()), bytes: request.hash, standard: vec![], custom: None }
    }

    /// Whether it serves this request.
    pub(super) fn suits(&self, request: &Request) -> bool {
        self.bytes == request.hash && self.table.config() == request.settings.table
    }

    /// Searches the position; `played` are those of the game before it.
    pub(super) fn analyse(
        &mut self,
        (game, position): (&str, &str),
        played: &[G],
        pos: &G,
        request: &Request,
        start: Instant,
        report: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let answer = unanswered(game, position, request);
        let task = Task { played, pos, request, start, table: self.table.clone() };
        self.table.new_search();
        match &request.settings.recipe {
            None if G::CONSTANT_RECIPE => task.run(&mut self.standard, &Standard, answer, report),
            recipe => {
                let recipe = recipe.clone().unwrap_or_default();
                let (_, threads) = match self.custom.take() {
                    Some(kept) if kept.0 == recipe => self.custom.insert(kept),
                    _ => self.custom.insert((recipe.clone(), vec![])),
                };
                task.run(threads, &recipe, answer, report)
            }
        }
    }
}

/// One search.
struct Task<'a, G: Notation> {
    played: &'a [G],
    pos: &'a G,
    request: &'a Request,
    start: Instant,
    table: Arc<Table>,
}

impl<G: Notation> Task<'_, G> {
    fn run<R: Recipe>(
        &self,
        threads: &mut Vec<Resting<G, R>>,
        recipe: &R,
        mut answer: Answer,
        report: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let (pos, request) = (self.pos, self.request);
        let drawn = pos.outcome() == Some(Score::DRAW);
        if is_over(pos) && !(drawn && G::PLAYS_ON && pos.moves().next().is_some()) {
            say_value(&mut answer, pos, pos.outcome().unwrap_or_else(|| pos.stuck()), true);
            return answer;
        }
        let make = || {
            let knowledge = G::Knowledge::default();
            Engine::new(knowledge, self.table.clone(), recipe.clone()).watch(Stats::default())
        };
        threads.resize_with(request.threads.max(1), make);
        let limited = request.depth.is_some()
            || request.nodes.is_some()
            || request.win_within.is_some()
            || request.handicap.is_some();
        let time = request.time.or(if limited { None } else { Some(DEFAULT_TIME) });
        let done = AtomicBool::new(false);
        let look = Waiting {
            look: Look {
                deadline: time.map(|time| self.start + time),
                interrupt: &request.interrupt,
                done: &AtomicBool::new(false),
            },
            pondering: &request.pondering,
        };
        let helping =
            Waiting { look: Look { deadline: None, done: &done, ..look.look.clone() }, ..look.clone() };
        let mut helpers = threads.split_off(1);
        let Some(main) = threads.pop() else { return answer };
        let (main, helpers) = std::thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .drain(..)
                .zip(1..)
                .filter_map(|(engine, n)| {
                    let helping = helping.clone();
                    let help = move || self.help(engine, n, helping);
                    // Where the system refuses a thread, the search goes on without.
                    std::thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let main = self.lead(main, look, &mut answer, report);
            done.store(true, Ordering::Relaxed);
            (main, helpers.into_iter().filter_map(|h| h.join().ok()).collect::<Vec<_>>())
        });
        threads.push(main);
        for helper in helpers {
            answer.nodes += helper.watch.nodes;
            answer.leaves += helper.watch.leaves;
            threads.push(helper);
        }
        say_effort(&mut answer, self.start);
        answer
    }

    fn wish(&self) -> Wish<G::Move> {
        let (pos, request) = (self.pos, self.request);
        let named = |m: &G::Move| {
            let written = pos.write_move(*m);
            request.only.is_empty() || request.only.iter().any(|only| only.eq_ignore_ascii_case(&written))
        };
        let mut moves: Vec<G::Move> = pos.candidates().filter(named).collect();
        if moves.is_empty() {
            moves = pos.moves().filter(named).collect();
        }
        if moves.is_empty() {
            moves = pos.candidates().collect();
        }
        let lines = if request.handicap.is_some() { WEAK_LINES } else { request.lines };
        let windows = match request.algorithm.driver {
            Driver::MtdF => Windows::MtdF,
            _ => request.settings.windows(),
        };
        let depth = request.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        Wish { from: 1, depth, lines, moves, windows }
    }

    /// The main thread: deepens, reports, watches the clock, and fills in the answer.
    fn lead<R: Recipe>(
        &self,
        engine: Resting<G, R>,
        look: Waiting<'_>,
        answer: &mut Answer,
        report: &mut dyn FnMut(&Answer),
    ) -> Resting<G, R> {
        let (pos, request, wish) = (self.pos, self.request, self.wish());
        answer.best = wish.moves.first().map(|&m| pos.write_move(m));
        answer.pv = answer.best.iter().cloned().collect();
        answer.stopped_by = StoppedBy::Depth;
        // A move asked for that is proven no better than another is not searched: it is the answer.
        if !pos.candidates().any(|m| wish.moves.contains(&m)) {
            return engine;
        }
        let handicap = request.handicap;
        let nodes = handicap.map_or(u64::MAX, |h| h.nodes).min(request.nodes.unwrap_or(u64::MAX));
        let mut engine = engine.stop(Limits::new(nodes, || look.look()));
        engine.watch = Stats::default();
        let mut lines: Vec<(Score, G::Move)> = Vec::new();
        let forced = wish.moves.len() == 1;
        let (last, halt) = engine.think(pos, self.played, &wish, |engine, found| {
            self.say(answer, found, &engine.watch);
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
            let finished = found.place == wish.lines.clamp(1, wish.moves.len());
            if finished && let Some(why) = self.enough(found, engine.stretch(found.effort), forced) {
                answer.stopped_by = why;
                return false;
            }
            true
        });
        if let Some(found) = last {
            self.say(answer, &found, &engine.watch);
        }
        count_nodes(answer, &engine.watch, &self.table);
        if let Some(halt) = halt {
            answer.stopped_by = halt.into();
        }
        if let Some(handicap) = handicap {
            misjudge(pos, &lines, handicap, answer);
        }
        engine.stop(secateur::Never)
    }

    /// Why to end after an iteration, if so. `stretch`: how much longer the move deserves than was meant for it.
    fn enough(&self, found: &Found<G::Move>, stretch: f64, forced: bool) -> Option<StoppedBy> {
        let request = self.request;
        let plies = found.score.plies_to_end();
        let won = found.score > Score::DRAW && plies.is_some();
        if won && request.win_within.is_some_and(|most| plies <= Some(most)) {
            return Some(StoppedBy::Solved);
        }
        let aim = request.aim?;
        if request.pondering.load(Ordering::Relaxed) {
            return None;
        }
        // A forced win or loss seen to the end needs no deeper look, and a forced move none at all.
        let settled = plies.is_some_and(|plies| found.depth > 2 * plies) || (forced && found.depth >= 8);
        let spent = self.start.elapsed().as_secs_f64();
        (settled || spent >= aim.as_secs_f64() * stretch).then_some(StoppedBy::Time)
    }

    /// A helping thread: the same search, every other one a depth ahead, for what it leaves in the table.
    fn help<R: Recipe>(&self, engine: Resting<G, R>, n: u32, look: Waiting<'_>) -> Resting<G, R> {
        let wish = Wish { from: 1 + n % 2, depth: MAX_DEPTH, ..self.wish() };
        let mut engine = engine.stop(Limits::new(u64::MAX, || look.look()));
        engine.watch = Stats::default();
        engine.think(self.pos, self.played, &wish, |_, _| true);
        engine.stop(secateur::Never)
    }

    fn say(&self, answer: &mut Answer, found: &Found<G::Move>, stats: &Stats) {
        say_value(answer, self.pos, found.score, false);
        (answer.depth, answer.line) = (found.depth, found.place);
        answer.chances = self.pos.chances(found.score);
        answer.bound = match found.bound {
            Less => Some("upper"),
            Equal => None,
            Greater => Some("lower"),
        };
        let mut at = self.pos.clone();
        answer.pv.clear();
        for &m in &found.line {
            answer.pv.push(at.write_move(m));
            at.play(m);
        }
        if found.place == 1 {
            answer.best = answer.pv.first().cloned();
        }
        count_nodes(answer, stats, &self.table);
        say_effort(answer, self.start);
    }
}

/// A clock that ends no search while the opponent thinks.
#[derive(Clone)]
struct Waiting<'a> {
    look: Look<'a>,
    pondering: &'a AtomicBool,
}

impl Waiting<'_> {
    fn look(&self) -> Option<Halt> {
        self.look.look().filter(|&halt| halt != Halt::Time || !self.pondering.load(Ordering::Relaxed))
    }
}

/// Chooses among the lines as someone would who misjudges each of them a little.
fn misjudge<G: Notation>(
    pos: &G,
    lines: &[(Score, G::Move)],
    handicap: super::Handicap,
    answer: &mut Answer,
) {
    let mut random = SplitMix64::seed_from_u64(handicap.seed ^ pos.key());
    let mut error =
        || (random.next_u64() % (2 * u64::from(handicap.noise) + 1)) as i32 - i32::from(handicap.noise);
    let judged = lines.iter().map(|&(score, m)| (score.get() + error(), m));
    let Some((_, m)) = judged.max_by_key(|&(judged, _)| judged) else { return };
    let Some(&(score, _)) = lines.iter().find(|&&(_, other)| other == m) else { return };
    say_value(answer, pos, score, false);
    let best = pos.write_move(m);
    if answer.best.as_ref() != Some(&best) {
        answer.pv = vec![best.clone()];
    }
    answer.best = Some(best);
}

/// One search to a depth, for comparisons: the value and what it took.
pub(super) fn to_depth<G: Notation>(
    pos: &G,
    depth: u32,
    request: &Request,
    table: Arc<Table>,
    stop: impl Stop<Halt = Halt>,
) -> (Option<Score>, Stats) {
    fn deepen<G: Notation, R: Recipe>(
        pos: &G,
        depth: u32,
        request: &Request,
        table: Arc<Table>,
        recipe: R,
        stop: impl Stop<Halt = Halt>,
    ) -> (Option<Score>, Stats) {
        let engine = Engine::new(G::Knowledge::default(), table, recipe);
        let mut engine = engine.watch(Stats::default()).stop(stop);
        let windows = match request.algorithm.driver {
            Driver::MtdF => Windows::MtdF,
            _ => request.settings.windows(),
        };
        let wish = Wish { from: 1, depth, lines: 1, moves: pos.candidates().collect(), windows };
        let (found, halt) = engine.think(pos, &[], &wish, |_, _| true);
        (found.filter(|_| halt.is_none()).map(|found| found.score), engine.watch)
    }
    match &request.settings.recipe {
        None if G::CONSTANT_RECIPE => deepen(pos, depth, request, table, Standard, stop),
        recipe => deepen(pos, depth, request, table, recipe.clone().unwrap_or_default(), stop),
    }
}
