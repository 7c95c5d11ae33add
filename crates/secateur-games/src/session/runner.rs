//! One iteration of any algorithm, on any game: the only place where pages and drivers are put together.

use super::{Driver, Page, Request};
use crate::Notation;
use secateur::algo::NullMove;
use secateur::drive::{self, MtdStep, Split};
use secateur::order::{Chosen, Ranked};
use secateur::table::{Foresight, Handle, SameDepth, Table};
use secateur::{
    Bounds, Cx, Halt, Hints, Horizon, Limits, Line, Node, Score, Search, Static, Stats, Value, With, algo,
    line,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Leaves as the game wants them valued: by quiescence search if it has noisy moves, else statically.
pub(super) struct Own;

impl<G: Notation> Horizon<G> for Own {
    #[inline(always)]
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C> {
        if G::NOISY { algo::Quiescent::leaf(cx, pos, node) } else { Static::leaf(cx, pos, node) }
    }
}

/// Looks at the clock and the interrupt flags, for [`Limits`].
#[derive(Clone)]
pub(super) struct Look<'a> {
    pub(super) deadline: Option<Instant>,
    pub(super) interrupt: &'a AtomicBool,
    /// Ends helping threads once the main one is done.
    pub(super) done: &'a AtomicBool,
}

impl Look<'_> {
    pub(super) fn look(&self) -> Option<Halt> {
        if self.interrupt.load(Ordering::Relaxed) || self.done.load(Ordering::Relaxed) {
            Some(Halt::Interrupt)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Halt::Time)
        } else {
            None
        }
    }
}

/// The context that every search of a session runs in.
pub(super) type Context<'t, G, F> = Search<
    G,
    <G as Notation>::Knowledge,
    With<
        (Stats, Line<<G as secateur::Game>::Move>),
        Limits<F>,
        Foresight<Handle<'t, SameDepth>>,
        Ranked<Chosen<<G as secateur::Game>::Move, Handle<'t, SameDepth>>, G>,
        Own,
    >,
>;

/// A context for this table, with these limits.
pub(super) fn context<'t, G: Notation, F: Fn() -> Option<Halt>>(
    table: &'t Table,
    request: &Request,
    nodes: u64,
    look: F,
) -> Context<'t, G, F> {
    Search::new(G::Knowledge::default())
        .watch((Stats::default(), Line::default()))
        .stop(Limits::new(nodes, look))
        .memory(Foresight {
            memory: table.exact(),
            from_depth: if request.settings.foresight { 2 } else { u32::MAX },
        })
        .order(Ranked::new(Chosen::with_memory(request.order.clone(), table.exact())))
        .horizon(Own)
}

/// What an iteration found.
pub(super) struct Found<M> {
    pub(super) score: Score,
    /// The principal variation; its first move was proven to be worth the score.
    pub(super) line: Vec<M>,
}

/// Searches the root to a depth. `guess` is the value to be expected, if there is one.
pub(super) fn iteration<G: Notation, F: Fn() -> Option<Halt>>(
    cx: &mut Context<'_, G, F>,
    request: &Request,
    pos: &G,
    depth: u32,
    guess: Option<Score>,
) -> Result<Found<G::Move>, Halt> {
    let (page, settings) = (request.algorithm.page, &request.settings);
    let mut line: Vec<G::Move> = Vec::new();
    let mut windows = 0;
    let mut probe = |alpha: Score, beta: Score| {
        let before = cx.watch.0;
        let found = window(page, settings.null_move, cx, pos, depth, alpha, beta);
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
    let from = guess.unwrap_or(Score::DRAW);
    let score = match request.algorithm.driver {
        Driver::Open => probe(-Score::INF, Score::INF),
        Driver::Aspiration if guess.is_none() => probe(-Score::INF, Score::INF),
        Driver::Aspiration => drive::aspiration(from, settings.aspiration, probe),
        Driver::Bisection => drive::bisection(Bounds::NONE, Split::Middle, probe),
        Driver::BisectionZero => drive::bisection(Bounds::NONE, Split::TowardsZero, probe),
        Driver::MtdF => drive::mtd(from, MtdStep::Guess, probe),
        Driver::MtdStep => drive::mtd(from, MtdStep::Stride(settings.stride), probe),
        Driver::Sss => drive::mtd(from, MtdStep::FromAbove, probe),
        Driver::Dual => drive::mtd(from, MtdStep::FromBelow, probe),
    }?;
    Ok(Found { score, line })
}

/// Completes an iteration's line. An interruption leaves it shorter, and still legal.
pub(super) fn complete<G: Notation, F: Fn() -> Option<Halt>>(
    cx: &mut Context<'_, G, F>,
    request: &Request,
    pos: &G,
    depth: u32,
    found: &mut Found<G::Move>,
) {
    let (page, nulls) = (request.algorithm.page, request.settings.null_move);
    let page = if page.has_window() { page } else { Page::AlphaBetaMemory };
    let mut search = |cx: &mut Context<'_, G, F>, pos: &G, depth, alpha, beta| {
        window(page, nulls, cx, pos, depth, alpha, beta)
    };
    // The result is the value again, or a halt, which the caller's next search will meet as well.
    let _ = line::extend(cx, pos, depth, found.score, &mut found.line, &mut search);
}

fn window<C: Cx>(
    page: Page,
    nulls: NullMove,
    cx: &mut C,
    pos: &C::Game,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Value<C>
where
    C::Game: Hints,
{
    match page {
        Page::MaxMin => algo::max_min(cx, pos, depth),
        Page::Minimax => algo::minimax(cx, pos, depth),
        Page::MinimaxMemory => algo::minimax_memory(cx, pos, depth),
        Page::AlphaBetaHard => algo::alpha_beta_hard(cx, pos, depth, alpha, beta),
        Page::AlphaBeta => algo::alpha_beta(cx, pos, depth, alpha, beta),
        Page::AlphaBetaHardMemory => algo::alpha_beta_hard_memory(cx, pos, depth, alpha, beta),
        // The engine and reflexes have ways of their own.
        Page::AlphaBetaMemory | Page::Engine | Page::Reflex => {
            algo::alpha_beta_memory(cx, pos, depth, alpha, beta)
        }
        Page::Pvs => algo::pvs(cx, pos, depth, alpha, beta),
        Page::NegaScout => algo::nega_scout(cx, pos, depth, alpha, beta),
        Page::PvsMemory => algo::pvs_memory(cx, pos, depth, alpha, beta),
        Page::SssStar => algo::sss_star(cx, pos, depth),
        Page::NullMove => algo::null_move(cx, pos, depth, alpha, beta, nulls),
    }
}
