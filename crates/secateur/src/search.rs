//! The search context: the one thing into which everything else plugs.

mod assembly;

use crate::best::Proving;
use crate::cx::Sealed;
use crate::order::{Order, Pick};
use crate::walk::{self, Path, Walk, Walker};
use crate::{
    Bounds, Cx, Eval, Game, History, Horizon, Marks, Memory, Moves, Node, Parts, Place, Score, Step, Stop,
    Value, Watch, Why, With,
};
use std::marker::PhantomData;

/// The context. Starts with knowledge alone; the other parts are plugged in one by one and cost nothing
/// while they are absent.
///
/// ```
/// use secateur::{Score, Search, Stats, algo, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value.get(), cx.watch.leaves), (3, 7));
/// ```
pub struct Search<G: Game, E, P: Parts<G> = With> {
    /// Knowledge.
    pub eval: E,
    /// Observers.
    pub watch: P::Watch,
    /// The stopper, which may end the search early.
    pub stop: P::Stop,
    /// The memory.
    pub memory: P::Memory,
    /// The order of moves.
    pub order: P::Order,
    path: Path<P::History>,
    kind: PhantomData<fn(P)>,
}

impl<G: Game, E: Eval<G>, P: Parts<G>> Walker<G> for Search<G, E, P> {
    type Eval = E;
    type Watch = P::Watch;
    type Stop = P::Stop;
    type History = P::History;

    #[inline(always)]
    fn walk(&mut self) -> Walk<'_, G, E, P::Watch, P::Stop, P::History> {
        Walk::new(&mut self.eval, &mut self.watch, &mut self.stop, &mut self.path)
    }
}

/// The reason this search was halted.
type HaltOf<G, P> = <<P as Parts<G>>::Stop as Stop>::Halt;

impl<G: Game, E: Eval<G>, P: Parts<G>> Search<G, E, P> {
    #[inline(always)]
    fn place(&self, depth: u32) -> Place {
        let salt = if P::History::TRACKS { self.path.history().salt() } else { 0 };
        Place { ply: self.path.ply(), depth, salt }
    }

    /// The verdict of the rules, the path and the knowledge on a node, before any searching.
    #[inline]
    fn enter(
        &mut self,
        pos: &G,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Node<G::Move>, HaltOf<G, P>> {
        self.walk().enter(pos, depth, alpha, beta)?;
        self.memory.tick();
        let opened = self.memory.ticks();
        let mut node = Node { known: None, alpha, beta, hint: None, bounds: Bounds::NONE, opened };
        if let Some(score) = pos.outcome() {
            node.known = Some(self.walk().ended(score));
            return Ok(node);
        }
        if let Some(score) = self.walk().repeats() {
            node.known = Some(self.settle(score, Why::Repetition));
            return Ok(node);
        }
        let bounds = self.walk().bounds(pos, alpha, beta).0?;
        // The root is searched whatever is known about it: it owes a move.
        if bounds != Bounds::NONE && self.path.ply() > 0 {
            self.narrow(&mut node, bounds, Why::Bounds);
        }
        Ok(node)
    }

    #[inline(always)]
    fn narrow(&mut self, node: &mut Node<G::Move>, bounds: Bounds, why: Why) {
        if bounds != Bounds::NONE {
            self.watch.proven(self.path.ply(), bounds, why);
        }
        node.bounds = node.bounds.and(bounds);
        let Bounds { lower, upper } = node.bounds;
        // Each side is looked at only where something is proven, so that absent knowledge costs nothing.
        if lower > -Score::INF {
            if lower >= node.beta || lower >= upper {
                node.known = Some(self.settle(lower, why));
                return;
            }
            node.alpha = node.alpha.max(lower);
        }
        if upper < Score::INF {
            if upper <= node.alpha {
                node.known = Some(self.settle(upper, why));
                return;
            }
            node.beta = node.beta.min(upper);
        }
    }

    /// Goes down to a child and back, with what only this context takes along.
    #[inline(always)]
    fn step(
        &mut self,
        pos: &G,
        step: Step<G::Move>,
        child: &G,
        search: impl FnOnce(&mut Self, &G) -> Value<Self>,
    ) -> Value<Self> {
        let mark = self.order.mark();
        self.memory.prefetch(child);
        let answer = walk::visit(self, pos, step, child, search);
        self.order.release(mark);
        answer
    }
}

impl<G: Game, E, P: Parts<G>> Sealed for Search<G, E, P> {}

impl<G: Game, E: Eval<G>, P: Parts<G>> Cx for Search<G, E, P> {
    type Game = G;
    type Halt = HaltOf<G, P>;

    #[inline]
    fn open(&mut self, pos: &G, depth: u32, alpha: Score, beta: Score) -> Result<Node<G::Move>, Self::Halt> {
        let mut node = self.enter(pos, depth, alpha, beta)?;
        if depth == 0 && node.known.is_none() {
            node.known = Some(P::Horizon::leaf(self, pos, node)?);
        }
        Ok(node)
    }

    #[inline(always)]
    fn open_beyond(&mut self, pos: &G, alpha: Score, beta: Score) -> Result<Node<G::Move>, Self::Halt> {
        self.enter(pos, 0, alpha, beta)
    }

    #[inline]
    fn recall(&mut self, pos: &G, depth: u32, mut node: Node<G::Move>) -> Node<G::Move> {
        let place = self.place(depth);
        let known = self.memory.recall(pos, place);
        node.hint = known.hint;
        if self.path.ply() > 0 {
            self.narrow(&mut node, known.bounds, Why::Table);
            if node.known.is_none()
                && let Some(score) = self.memory.etc_cutoff(pos, place, node.beta)
            {
                node.known = Some(self.settle(node.bounds.clamp(score), Why::Etc));
            }
        }
        node
    }

    #[inline(always)]
    fn moves<'a>(&mut self, pos: &'a G, node: &Node<G::Move>) -> impl Moves<Self> + use<'a, G, E, P> {
        // Moves below are given back on the way up. The root's are still there from the search before.
        if self.path.ply() == 0 {
            self.order.release(0);
        }
        Picked(self.order.moves(pos, self.path.ply(), node.hint, node.beta))
    }

    #[inline(always)]
    fn visit(
        &mut self,
        pos: &G,
        m: G::Move,
        search: impl FnOnce(&mut Self, &G) -> Value<Self>,
    ) -> Value<Self> {
        let child = self.order.child(pos, m);
        self.step(pos, Step::Move(m), &child, search)
    }

    #[inline(always)]
    fn revisit(
        &mut self,
        pos: &G,
        m: G::Move,
        search: impl FnOnce(&mut Self, &G) -> Value<Self>,
    ) -> Value<Self> {
        self.step(pos, Step::Again(m), &pos.child(m), search)
    }

    #[inline(always)]
    fn visit_null(
        &mut self,
        pos: &G,
        passed: &G,
        search: impl FnOnce(&mut Self, &G) -> Value<Self>,
    ) -> Value<Self> {
        self.step(pos, Step::Null, passed, search)
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, depth: u32, index: usize, m: G::Move) {
        self.watch.cutoff(self.path.ply(), index, m);
        self.order.cutoff(pos, self.path.ply(), depth, index, m);
    }

    #[inline(always)]
    fn settled(&mut self, pos: &G, m: G::Move, refutes: bool) {
        match refutes {
            true => self.order.cutoff(pos, self.path.ply(), 0, 0, m),
            false => self.order.failed(pos, self.path.ply(), m),
        }
    }

    #[inline(always)]
    fn close(&mut self, pos: &G, node: &Node<G::Move>, best: Score) -> Score {
        if best == -Score::INF {
            return self.walk().ended(pos.no_moves());
        }
        let score = node.bounds.clamp(best);
        self.watch.closed(self.path.ply(), score);
        score
    }

    #[inline]
    fn record(
        &mut self,
        pos: &G,
        depth: u32,
        node: &Node<G::Move>,
        best: Score,
        m: Option<G::Move>,
    ) -> Score {
        let score = self.close(pos, node, best);
        let place = self.place(depth);
        // Under a salt, what the value depends on is part of the key.
        if place.salt == 0 && self.path.is_tainted() {
            return score;
        }
        let lower = if score > node.alpha { score } else { node.bounds.lower };
        let upper = if score < node.beta { score } else { node.bounds.upper };
        let work = self.memory.ticks() - node.opened;
        self.memory.record(pos, place, Bounds { lower, upper }, m, work);
        score
    }

    #[inline(always)]
    fn settle(&mut self, score: Score, why: Why) -> Score {
        self.walk().settle(score, why)
    }

    #[inline(always)]
    fn tell(&mut self, step: Proving) {
        self.watch.proving(self.path.ply(), step);
    }

    #[inline(always)]
    fn needless(&mut self, pos: &G, alpha: Score, beta: Score) -> impl Fn(G::Move) -> bool {
        let ply = self.path.ply();
        self.eval.needless(pos, alpha.to_node(ply), beta.to_node(ply))
    }

    #[inline(always)]
    fn eval(&mut self, pos: &G) -> Score {
        let score = self.eval.eval(pos);
        self.watch.valued(self.path.ply(), score);
        score
    }

    #[inline(always)]
    fn prior(&mut self, pos: &G, m: G::Move) -> Option<f32> {
        self.eval.prior(pos, m)
    }

    #[inline(always)]
    fn ply(&self) -> u32 {
        self.path.ply()
    }

    #[inline(always)]
    fn repeats(&self) -> Option<u32> {
        let tracks = P::History::TRACKS && self.path.ply() > 0;
        if tracks { self.path.history().repeats(self.path.ply()) } else { None }
    }

    #[inline(always)]
    fn returned(&self) -> Score {
        self.path.history().worth()
    }

    #[inline(always)]
    fn salt(&self) -> u64 {
        self.path.history().salt()
    }

    #[inline(always)]
    fn mark(&self, alone: bool) -> Marks {
        self.path.history().mark(alone)
    }

    #[inline(always)]
    fn barred(&self, to_move: bool) -> Marks {
        self.path.history().barred(to_move)
    }
}

struct Picked<I>(I);

impl<G, E, P, I> Moves<Search<G, E, P>> for Picked<I>
where
    G: Game,
    E: Eval<G>,
    P: Parts<G>,
    I: Pick<P::Order, G::Move>,
{
    #[inline(always)]
    fn next(&mut self, cx: &mut Search<G, E, P>) -> Option<G::Move> {
        self.0.next(&mut cx.order)
    }
}
