//! One iteration of any algorithm, on any game: the only place where pages and drivers are put together.

use crate::algorithms::{self, Window};
use crate::informed::{Informed, informed};
use crate::signals::Limiter;
use crate::{Algorithm, Request};
use secateur::order::{Chosen, Deferring, Ranked};
use secateur::table::{Etc, Handle, SameDepth, Table};
use secateur::{
    Cx, Halt, Hints, Horizon, Line, MoveOf, Node, Repetition, Score, Search, Static, Stats, Value, With,
    algo, line,
};
use secateur_games::Notation;

/// Leaves as the game wants them valued: by quiescence search if it has noisy moves, else statically.
pub(crate) struct GameHorizon;

impl<G: Notation> Horizon<G> for GameHorizon {
    #[inline(always)]
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C> {
        if G::QUIESCES { algo::Quiescent::leaf(cx, pos, node) } else { Static::leaf(cx, pos, node) }
    }
}

/// The context that every search of a session runs in.
pub(crate) type Context<'t, G> = Search<
    G,
    Informed<<G as Notation>::Knowledge>,
    With<
        (Stats, Line<<G as secateur::Game>::Move>),
        Limiter<'t>,
        Etc<Handle<'t, SameDepth>>,
        Deferring<Chosen<<G as secateur::Game>::Move, Handle<'t, SameDepth>>, G>,
        GameHorizon,
        Repetition,
    >,
>;

/// Where no more plies than this are left, threads do not heed what others are at: the marks cost more than they save.
const UNSHARED: u32 = 3;

/// A context for this table, with these limits, at the end of this path.
pub(crate) fn context<'t, G: Notation>(
    table: &'t Table,
    request: &Request,
    nodes: u64,
    look: &'t (dyn Fn() -> Option<Halt> + Sync),
    path: Repetition,
) -> Context<'t, G> {
    Search::new(informed::<G>(request))
        .watch((Stats::default(), Line::default()))
        .stop(Limiter::new(nodes, look))
        .memory(Etc {
            memory: table.exact(),
            from_depth: if request.method.settings.etc { 2 } else { u32::MAX },
        })
        .order(Deferring {
            ranked: Ranked::new(Chosen::with_memory(request.method.order.clone(), table.exact())),
            shared: None,
        })
        .horizon(GameHorizon)
        .history(path)
}

/// A context that counts what it does, and keeps the line that it expects.
pub(crate) trait Counted: Cx<Halt = Halt, Game: Hints> {
    fn stats(&mut self) -> &mut Stats;
    fn line(&self) -> &[MoveOf<Self>];
    /// Told the depth of an iteration that begins.
    fn begins(&mut self, _depth: u32) {}
    /// Told when what only completes a line begins, and when it ends.
    fn completes(&mut self, _begins: bool) {}
}

impl<G: Notation> Counted for Context<'_, G> {
    fn stats(&mut self) -> &mut Stats {
        &mut self.watch.0
    }

    fn line(&self) -> &[G::Move] {
        self.watch.1.moves()
    }

    fn begins(&mut self, depth: u32) {
        if let Some((_, plies)) = &mut self.order.shared {
            *plies = depth.saturating_sub(UNSHARED);
        }
    }
}

/// The result of an iteration.
pub(crate) struct Found<M> {
    pub(crate) score: Score,
    /// The principal variation; its first move was proven to be worth the score.
    pub(crate) line: Vec<M>,
}

/// Searches the root to a depth. `guess` is the value to be expected, if there is one.
pub(crate) fn iteration<C: Counted>(
    cx: &mut C,
    request: &Request,
    pos: &C::Game,
    depth: u32,
    guess: Option<Score>,
) -> Result<Found<MoveOf<C>>, Halt> {
    let (algorithm, settings) = (request.method.algorithm, &request.method.settings);
    let window = page::<C>(algorithm);
    cx.begins(depth);
    let mut line: Vec<MoveOf<C>> = Vec::new();
    let mut windows = 0;
    let mut probe = |alpha: Score, beta: Score| {
        let before = *cx.stats();
        let found = window(cx, pos, depth, alpha, beta, settings);
        if windows > 0 {
            // The whole tree is searched again, and what was searched again within counts once.
            let stats = cx.stats();
            stats.researches += 1;
            stats.researched = before.researched + (stats.nodes - before.nodes);
        }
        windows += 1;
        let score = found?;
        // A probe that failed low proved nothing of any move: the line of the one before stands.
        if score > alpha && !cx.line().is_empty() {
            line.clear();
            line.extend_from_slice(cx.line());
        }
        Ok(score)
    };
    let score = match algorithm.driver() {
        None => probe(-Score::INF, Score::INF),
        Some(driver) => driver.drive(guess, settings, &mut probe),
    }?;
    Ok(Found { score, line })
}

/// The page that searches a window for this algorithm, which is one of those that have a page.
fn page<C: Counted>(algorithm: Algorithm) -> Window<C> {
    algorithms::window(algorithm.page_name())
        .expect("the engine, and play without a search, do not come here")
}

/// Completes an iteration's line. An interruption leaves it shorter, and still legal.
pub(crate) fn complete<C: Counted>(
    cx: &mut C,
    request: &Request,
    pos: &C::Game,
    depth: u32,
    found: &mut Found<MoveOf<C>>,
) {
    let algorithm = request.method.algorithm;
    let has_window = algorithm.page().is_some_and(|page| page.has_window);
    let window = page::<C>(if has_window { algorithm } else { Algorithm::default() });
    let settings = &request.method.settings;
    let mut search =
        |cx: &mut C, pos: &C::Game, depth, alpha, beta| window(cx, pos, depth, alpha, beta, settings);
    cx.completes(true);
    // The result is the value again, or a halt, which the caller's next search will meet as well.
    let _ = line::extend(cx, pos, depth, found.score, &mut found.line, &mut search);
    cx.completes(false);
}
