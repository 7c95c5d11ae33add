//! The search of a solver: null windows on one position, by one thread, through a table of bounds.

use super::NEAR;
use super::components::Components;
use super::scouts::{ScoutValues, Scouts};
use crate::informed::Informed;
use crate::runner::GameHorizon;
use crate::signals::Limiter;
use secateur::order::{Abdada, ChildProbe, RelativeHistory, Scouted, Shallow};
use secateur::table::{BoundTable, Prefetching, SkipTrivial, Table};
use secateur::{Eval, Game, Halt, Hints, Horizon, Score, Search, Step, Watch, algo};
use secateur_games::Notation;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest line of play that a solver follows, in plies, on a stack of its own.
pub(crate) const LONGEST: u32 = 20_000;
/// The longest on the stack of whoever asks.
pub(crate) const LONGEST_HERE: u32 = 128;
/// What a ply takes of a stack at most, in bytes: the frames of the page and of what it calls, and some positions.
const fn frame<G>() -> usize {
    (16 << 10) + 32 * size_of::<G>()
}

/// The size of the table of the scouts, in bytes: a quarter of it costs them a fortieth more nodes, four times as much saves a
/// hundredth.
const SCOUTS_TABLE: usize = 1 << 22;

/// Threads put off moves that others are busy with while at least this many plies are left, or, where a game does not
/// know how many are, in the first plies from the root: below, the marks cost more than they save.
const SHARED_LEFT: u32 = 12;
const SHARED_PLIES: u32 = 10;

/// Sees only which move raised alpha at the root, since a whole line costs more than it tells here, and counts.
struct AtRoot<M> {
    alpha: Score,
    best: Option<M>,
    nodes: u64,
}

impl<G: Game> Watch<G> for AtRoot<G::Move> {
    #[inline(always)]
    fn enter(&mut self, _: &G, ply: u32, _: u32, alpha: Score, _: Score) {
        self.nodes += 1;
        if ply == 0 {
            self.alpha = alpha;
        }
    }

    #[inline(always)]
    fn within(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    #[inline(always)]
    fn ascend(&mut self, ply: u32, step: Step<G::Move>, score: Option<Score>) {
        if let (0, Step::Move(m), Some(score)) = (ply, step, score)
            && score > self.alpha
        {
            (self.alpha, self.best) = (score, Some(m));
        }
    }
}

/// What a window has told.
pub(crate) struct Probed<M> {
    /// The answer; none if the search was halted, or the longest line is too short for it.
    pub(crate) answer: Result<Score, Halt>,
    /// A move that raised alpha.
    pub(crate) best: Option<M>,
    /// The nodes of all windows so far.
    pub(crate) nodes: u64,
}

/// What searches a window, given its two sides.
pub(crate) type Probe<'a, M> = &'a mut dyn FnMut(Score, Score) -> Probed<M>;

/// What a thread searches with.
pub(crate) struct Windows<'a> {
    pub(crate) components: &'a Components,
    pub(crate) bound_table: &'a BoundTable,
    /// One limit for all that is searched here.
    pub(crate) limits: &'a Limiter<'a>,
    /// Raised where a line of play is longer than can be followed: whatever is found from then on proves nothing.
    pub(crate) too_long: &'a AtomicBool,
    /// The marks of busy positions; none for a thread that is alone.
    pub(crate) busy: Option<Arc<Abdada>>,
}

impl Windows<'_> {
    /// Lends what searches windows of a position, by what is known of it, along lines of `longest` plies at most.
    pub(super) fn open<G: Notation>(
        self,
        known: Informed<G::Knowledge>,
        pos: &G,
        longest: u32,
        use_it: &mut dyn FnMut(Probe<'_, G::Move>),
    ) {
        let scouts = Scouts::of(pos, self.components);
        let values = ScoutValues::of(pos, self.components);
        self.watched(pos, longest, (known, values, scouts), GameHorizon, (), use_it);
    }

    /// The same with knowledge as it comes, for proofs and for the scouts' static values, and with an observer, which it returns.
    #[inline(always)]
    pub(crate) fn watched<G: Hints, E: Eval<G>, V: Eval<G>, H: Horizon<G>, W: Watch<G>>(
        self,
        pos: &G,
        longest: u32,
        (proofs, values, scouts): (E, V, Scouts),
        horizon: H,
        watch: W,
        use_it: &mut dyn FnMut(Probe<'_, G::Move>),
    ) -> W {
        let Windows { components, bound_table, limits, too_long, busy } = self;
        let table = Table::with_bytes(if scouts.plies > 0 { SCOUTS_TABLE } else { 0 });
        let shallow = Shallow::new(values, scouts.depth, scouts.plies)
            .stop(limits)
            .deeper_every(scouts.every)
            .within(scouts.margin)
            .memory(Prefetching(table.exact()))
            .order(components.ranked());
        let rank = Scouted { shallow, rest: components.rank(RelativeHistory::new()), weight: scouts.rank };
        let mut order = ChildProbe::new(bound_table.handle().fetching(), rank);
        order.asks = components.child_probe;
        let shared_plies = pos.plies_left().map_or(SHARED_PLIES, |left| left.saturating_sub(SHARED_LEFT));
        order.shared = busy.map(|busy| (busy, shared_plies));
        let mut cx = Search::new(components.certain(proofs, too_long))
            .watch((AtRoot { alpha: Score::DRAW, best: None, nodes: 0 }, watch))
            .stop(limits)
            .memory(SkipTrivial(bound_table.handle()))
            .order(order)
            .horizon(horizon);
        use_it(&mut |alpha, beta| {
            cx.watch.0.best = None;
            let is_near =
                [alpha, beta].iter().any(|side| side.plies_to_end().is_some_and(|plies| plies <= NEAR));
            cx.order.rank.shallow.set_plies(if is_near && !scouts.near { 0 } else { scouts.plies });
            let found = algo::alpha_beta_memory(&mut cx, pos, longest, alpha, beta);
            let is_moot = too_long.load(Ordering::Relaxed);
            let nodes = cx.watch.0.nodes + cx.order.rank.shallow.cost().nodes;
            let answer = if is_moot { Err(Halt::Interrupt) } else { found };
            Probed { best: cx.watch.0.best, answer, nodes }
        });
        cx.watch.1
    }
}

/// The stack that the longest line of play takes.
pub(crate) const fn stack<G>() -> usize {
    LONGEST as usize * frame::<G>()
}

/// Whether no line of play is too long for the stack of whoever asks.
pub(crate) fn is_short<G: Notation>(pos: &G) -> bool {
    pos.plies_left().is_some_and(|left| left <= LONGEST_HERE)
}
