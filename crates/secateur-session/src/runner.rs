//! One iteration of any algorithm, on any game: the only place where pages and drivers are put together.

use crate::algorithms::{self, Window};
use crate::signals::Limiter;
use crate::{Algorithm, Request};
use secateur::order::{Chosen, Ranked};
use secateur::table::{Etc, Handle, SameDepth, Table};
use secateur::{
    Cx, Halt, Horizon, Line, Node, Repetition, Score, Search, Static, Stats, Value, With, algo, line,
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
    <G as Notation>::Knowledge,
    With<
        (Stats, Line<<G as secateur::Game>::Move>),
        Limiter<'t>,
        Etc<Handle<'t, SameDepth>>,
        Ranked<Chosen<<G as secateur::Game>::Move, Handle<'t, SameDepth>>, G>,
        GameHorizon,
        Repetition,
    >,
>;

/// A context for this table, with these limits, at the end of this path.
pub(crate) fn context<'t, G: Notation>(
    table: &'t Table,
    request: &Request,
    nodes: u64,
    look: &'t (dyn Fn() -> Option<Halt> + Sync),
    path: Repetition,
) -> Context<'t, G> {
    Search::new(G::Knowledge::default())
        .watch((Stats::default(), Line::default()))
        .stop(Limiter::new(nodes, look))
        .memory(Etc {
            memory: table.exact(),
            from_depth: if request.method.settings.etc { 2 } else { u32::MAX },
        })
        .order(Ranked::new(Chosen::with_memory(request.method.order.clone(), table.exact())))
        .horizon(GameHorizon)
        .history(path)
}

/// The result of an iteration.
pub(crate) struct Found<M> {
    pub(crate) score: Score,
    /// The principal variation; its first move was proven to be worth the score.
    pub(crate) line: Vec<M>,
}

/// Searches the root to a depth. `guess` is the value to be expected, if there is one.
pub(crate) fn iteration<G: Notation>(
    cx: &mut Context<'_, G>,
    request: &Request,
    pos: &G,
    depth: u32,
    guess: Option<Score>,
) -> Result<Found<G::Move>, Halt> {
    let (algorithm, settings) = (request.method.algorithm, &request.method.settings);
    let window = page::<G>(algorithm);
    let mut line: Vec<G::Move> = Vec::new();
    let mut windows = 0;
    let mut probe = |alpha: Score, beta: Score| {
        let before = cx.watch.0;
        let found = window(cx, pos, depth, alpha, beta, settings);
        if windows > 0 {
            // The whole tree is searched again, and what was searched again within counts once.
            cx.watch.0.researches += 1;
            cx.watch.0.researched = before.researched + (cx.watch.0.nodes - before.nodes);
        }
        windows += 1;
        let score = found?;
        // A probe that failed low proved nothing of any move: the line of the one before stands.
        if score > alpha && !cx.watch.1.moves().is_empty() {
            line.clear();
            line.extend_from_slice(cx.watch.1.moves());
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
fn page<G: Notation>(algorithm: Algorithm) -> Window<G> {
    algorithms::window(algorithm.page_name())
        .expect("the engine, and play without a search, do not come here")
}

/// Completes an iteration's line. An interruption leaves it shorter, and still legal.
pub(crate) fn complete<G: Notation>(
    cx: &mut Context<'_, G>,
    request: &Request,
    pos: &G,
    depth: u32,
    found: &mut Found<G::Move>,
) {
    let algorithm = request.method.algorithm;
    let has_window = algorithm.page().is_some_and(|page| page.has_window);
    let window = page::<G>(if has_window { algorithm } else { Algorithm::default() });
    let settings = &request.method.settings;
    let mut search =
        |cx: &mut Context<'_, G>, pos: &G, depth, alpha, beta| window(cx, pos, depth, alpha, beta, settings);
    // The result is the value again, or a halt, which the caller's next search will meet as well.
    let _ = line::extend(cx, pos, depth, found.score, &mut found.line, &mut search);
}
