//! The walker: the part common to all searches, whatever order they go through the tree in. It knows where the
//! search stands, keeps knowledge, observers and the path in step, and is the one way down and back.

use crate::{Bounds, Eval, Game, History, Meter, Score, Step, Stop, Watch, Why};
use std::marker::PhantomData;

/// The place where a search stands. Only this file moves it.
#[derive(Clone, Debug)]
pub(crate) struct Path<H> {
    history: H,
    /// Plies from the root.
    ply: u32,
    /// The ply of the highest position that a value found below depends on, by repetition.
    taint: u32,
}

/// The taint of a search in which no value found depends on a position above it.
const CLEAN: u32 = u32::MAX;

impl<H> Path<H> {
    /// A path at the root, to which this history has led.
    pub(crate) fn new(history: H) -> Self {
        Path { history, ply: 0, taint: CLEAN }
    }

    /// The path back at the root, the history as it is.
    pub(crate) fn restart(self) -> Self {
        Path::new(self.history)
    }

    #[inline(always)]
    pub(crate) fn history(&self) -> &H {
        &self.history
    }

    /// Plies from the root.
    #[inline(always)]
    pub(crate) fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the values found at this node depend on the path to it.
    #[inline(always)]
    pub(crate) fn is_tainted(&self) -> bool {
        self.taint < self.ply
    }
}

/// A search that walks: it lends the parts that follow it.
pub(crate) trait Walker<G: Game>: Sized {
    type Eval: Eval<G>;
    type Watch: Watch<G>;
    type Stop: Stop;
    type History: History<G>;
    /// Whether it asks if a value depends on the path ([`Path::is_tainted`]).
    const TAINTS: bool = Self::History::TRACKS;

    fn walk(&mut self) -> Walk<'_, G, Self::Eval, Self::Watch, Self::Stop, Self::History>;
}

/// The reason a walker was halted.
pub(crate) type HaltOf<G, T> = <<T as Walker<G>>::Stop as Stop>::Halt;

/// The parts that follow a search, borrowed for one step.
pub(crate) struct Walk<'a, G, E, W, S, H> {
    eval: &'a mut E,
    watch: &'a mut W,
    stop: &'a mut S,
    path: &'a mut Path<H>,
    game: PhantomData<fn(G)>,
}

impl<'a, G, E, W, S, H> Walk<'a, G, E, W, S, H>
where
    G: Game,
    E: Eval<G>,
    W: Watch<G>,
    S: Stop,
    H: History<G>,
{
    #[inline(always)]
    pub(crate) fn new(eval: &'a mut E, watch: &'a mut W, stop: &'a mut S, path: &'a mut Path<H>) -> Self {
        Walk { eval, watch, stop, path, game: PhantomData }
    }

    /// Opens the node that the search stands at, unless the search has to end here.
    #[inline(always)]
    pub(crate) fn enter(self, pos: &G, depth: u32, alpha: Score, beta: Score) -> Result<(), S::Halt> {
        self.stop.poll()?;
        self.watch.enter(pos, self.path.ply, depth, alpha, beta);
        Ok(())
    }

    /// The worth of the current position, as the root sees it, if it stood on the path before. If so, values found above
    /// depend on it. The root owes a move, whatever was played before it.
    #[inline(always)]
    pub(crate) fn repeats(self) -> Option<Score> {
        let asks = H::TRACKS && self.path.ply > 0;
        let earlier = if asks { self.path.history.repeats(self.path.ply) } else { None };
        self.path.taint = earlier.map_or(self.path.taint, |ply| self.path.taint.min(ply));
        earlier.map(|_| self.path.history.worth().to_root(self.path.ply))
    }

    /// The bounds that knowledge proves of the node, as the root sees it, and the nodes that it opened by itself for that.
    #[inline(always)]
    pub(crate) fn bounds(self, pos: &G, alpha: Score, beta: Score) -> (Result<Bounds, S::Halt>, u64) {
        let Walk { eval, watch, stop, path: &mut Path { ply, .. }, .. } = self;
        let (granted, mut halt) = (stop.allowance(), None);
        let mut ask = |nodes| {
            stop.spend(nodes);
            halt = stop.poll().err();
            halt.is_none().then(|| stop.allowance())
        };
        let mut meter = Meter::new(granted, &mut ask);
        let bounds = eval.bounds(pos, alpha.to_node(ply), beta.to_node(ply), &mut meter);
        let (nodes, untold) = (meter.nodes(), meter.untold());
        if nodes > 0 {
            stop.spend(untold);
            watch.within(nodes);
        }
        // (Asked in this way, absent knowledge costs nothing: the compiler drops it all.)
        let bounds = if bounds == Bounds::NONE { bounds } else { bounds.to_root(ply) };
        (halt.map_or(Ok(bounds), Err), nodes)
    }

    /// Records that the rules ended the game at this node.
    #[inline(always)]
    pub(crate) fn ended(self, score: Score) -> Score {
        let score = score.to_root(self.path.ply);
        self.settle(score, Why::Rules)
    }

    /// Ends the node without its moves.
    #[inline(always)]
    pub(crate) fn settle(self, score: Score, why: Why) -> Score {
        self.watch.known(self.path.ply, score, why);
        score
    }

    /// Goes down. Returns the taint to come back with.
    #[inline(always)]
    fn descend(self, pos: &G, step: Step<G::Move>, child: &G, taints: bool) -> u32 {
        let m = match step {
            Step::Move(m) | Step::Again(m) => Some(m),
            Step::Null => None,
        };
        let outside = self.path.taint;
        self.watch.descend(self.path.ply, step);
        self.eval.push(pos, m, child);
        if H::TRACKS {
            self.path.history.push(pos, m, child);
        }
        if taints {
            self.path.taint = CLEAN;
        }
        self.path.ply += 1;
        outside
    }

    /// Comes back with the child's answer, from this side's point of view; with none if the search was halted.
    #[inline(always)]
    fn ascend(self, step: Step<G::Move>, score: Option<Score>, outside: u32, taints: bool) {
        self.path.ply -= 1;
        if H::TRACKS {
            self.path.history.pop();
        }
        if taints {
            // Values that depend on the child itself are settled once the child is.
            let inside = if self.path.taint > self.path.ply { CLEAN } else { self.path.taint };
            self.path.taint = outside.min(inside);
        }
        self.eval.pop();
        self.watch.ascend(self.path.ply, step, score);
    }
}

/// The only way down, and the only way back: whatever `search` does at the child, and also when it is halted there,
/// all that follows the search comes back to where it was.
#[inline(always)]
pub(crate) fn visit<G: Game, T: Walker<G>>(
    walker: &mut T,
    pos: &G,
    step: Step<G::Move>,
    child: &G,
    search: impl FnOnce(&mut T, &G) -> Result<Score, HaltOf<G, T>>,
) -> Result<Score, HaltOf<G, T>> {
    let outside = walker.walk().descend(pos, step, child, T::TAINTS);
    let answer = search(walker, child);
    walker.walk().ascend(step, answer.as_ref().ok().map(|&score| -score), outside, T::TAINTS);
    answer
}
