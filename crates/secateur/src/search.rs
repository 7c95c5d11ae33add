//! The search context: one thing, into which everything else plugs.

use crate::order::{Order, Pick};
use crate::{
    Bounds, Cx, Eval, Game, History, Horizon, Memory, Moves, Never, Node, Place, Score, Static, Step, Stop,
    Value, Watch, Why,
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
#[derive(Clone, Debug)]
pub struct Search<G, E, W = (), S = Never, M = (), O = (), L = Static, H = ()> {
    /// Knowledge.
    pub eval: E,
    /// Observers.
    pub watch: W,
    /// What ends the search early.
    pub stop: S,
    /// What is kept between visits.
    pub memory: M,
    /// The order of moves.
    pub order: O,
    history: H,
    ply: u32,
    /// The ply of the highest position that a value found below hangs on, by repetition.
    taint: u32,
    kind: PhantomData<(fn(G), L)>,
}

const CLEAN: u32 = u32::MAX;

impl<G: Game, E: Eval<G>> Search<G, E> {
    /// A context that knows something about positions, and nothing else yet.
    pub fn new(eval: E) -> Self {
        Search {
            eval,
            watch: (),
            stop: Never,
            memory: (),
            order: (),
            history: (),
            ply: 0,
            taint: CLEAN,
            kind: PhantomData,
        }
    }
}

impl<G, E, W, S, M, O, L, H> Search<G, E, W, S, M, O, L, H> {
    /// Observes the search.
    ///
    /// ```
    /// use secateur::{Line, Score, Search, Stats, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch((Stats::default(), Line::default()));
    /// let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// let (stats, line) = &cx.watch;
    /// assert_eq!((stats.nodes, line.moves()), (11, &[0, 0][..]));
    /// ```
    pub fn watch<W2>(self, watch: W2) -> Search<G, E, W2, S, M, O, L, H> {
        let Search { eval, stop, memory, order, history, .. } = self;
        Search { eval, watch, stop, memory, order, history, ply: 0, taint: CLEAN, kind: PhantomData }
    }

    /// Lets this end the search early.
    ///
    /// ```
    /// use secateur::{Halt, Limits, Score, Search, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limits::new(10, || None));
    /// // One node too few: without a value, but with a reason.
    /// assert_eq!(algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF), Err(Halt::Nodes));
    /// ```
    pub fn stop<S2>(self, stop: S2) -> Search<G, E, W, S2, M, O, L, H> {
        let Search { eval, watch, memory, order, history, .. } = self;
        Search { eval, watch, stop, memory, order, history, ply: 0, taint: CLEAN, kind: PhantomData }
    }

    /// Remembers positions here.
    ///
    /// ```
    /// use secateur::{Score, Search, Stats, Table, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let table = Table::with_entries(64);
    /// for nodes in [11, 4] {
    ///     let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default()).memory(table.exact());
    ///     let Ok(_) = algo::alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
    ///     assert_eq!(cx.watch.nodes, nodes); // the second search finds what the first has left
    /// }
    /// ```
    pub fn memory<M2>(self, memory: M2) -> Search<G, E, W, S, M2, O, L, H> {
        let Search { eval, watch, stop, order, history, .. } = self;
        Search { eval, watch, stop, memory, order, history, ply: 0, taint: CLEAN, kind: PhantomData }
    }

    /// Orders moves by this.
    ///
    /// ```
    /// use secateur::{Score, Search, Stats, algo, order::{Killers, Ranked}, tree::Tree};
    ///
    /// let tree: Tree = "((7 8 9) (8 9 1) (9 8 2) (8 8 3))".parse().unwrap();
    /// let order = Ranked::new(Killers::new());
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default()).order(order);
    /// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// assert_eq!((value, cx.watch.leaves), (Score::points(7), 8)); // 12 in the tree's own order
    /// ```
    pub fn order<O2>(self, order: O2) -> Search<G, E, W, S, M, O2, L, H> {
        let Search { eval, watch, stop, memory, history, .. } = self;
        Search { eval, watch, stop, memory, order, history, ply: 0, taint: CLEAN, kind: PhantomData }
    }

    /// Follows the path with this.
    ///
    /// ```
    /// use secateur::{Repetition, Score, Search, algo, tree::Tree};
    ///
    /// // Nothing returns in a tree, so the path changes nothing.
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).history(Repetition::exact(&tree));
    /// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    /// assert_eq!(value, Score::points(3));
    /// ```
    pub fn history<H2>(self, history: H2) -> Search<G, E, W, S, M, O, L, H2> {
        let Search { eval, watch, stop, memory, order, .. } = self;
        Search { eval, watch, stop, memory, order, history, ply: 0, taint: CLEAN, kind: PhantomData }
    }

    /// Values leaves this way.
    ///
    /// ```
    /// use secateur::{Score, Search, algo, tree::Tree};
    ///
    /// // A tree has no noise: every node is quiet, and worth its static value.
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::points(1)).horizon(algo::Quiescent);
    /// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 1, -Score::INF, Score::INF);
    /// assert_eq!(value, Score::points(-1));
    /// ```
    pub fn horizon<L2>(self, _: L2) -> Search<G, E, W, S, M, O, L2, H> {
        let Search { eval, watch, stop, memory, order, history, .. } = self;
        Search { eval, watch, stop, memory, order, history, ply: 0, taint: CLEAN, kind: PhantomData }
    }
}

impl<G, E, W, S, M, O, L, H> Search<G, E, W, S, M, O, L, H>
where
    G: Game,
    E: Eval<G>,
    W: Watch<G>,
    S: Stop,
    M: Memory<G>,
    O: Order<G>,
    L: Horizon<G>,
    H: History<G>,
{
    #[inline(always)]
    fn place(&self, depth: u32) -> Place {
        Place { ply: self.ply, depth, salt: self.history.salt() }
    }

    /// What the rules, the path and the knowledge say of a node, before any searching.
    #[inline(always)]
    fn enter(&mut self, pos: &G, depth: u32, alpha: Score, beta: Score) -> Result<Node<G::Move>, S::Halt> {
        self.stop.poll()?;
        self.memory.tick();
        self.watch.enter(pos, self.ply, depth, alpha, beta);
        let opened = self.memory.ticks();
        let mut node = Node { known: None, alpha, beta, hint: None, bounds: Bounds::NONE, opened };
        if let Some(score) = pos.outcome() {
            node.known = Some(self.ended(score));
            return Ok(node);
        }
        if H::TRACKS
            && let Some(earlier) = self.history.repeats(self.ply)
        {
            self.taint = self.taint.min(earlier);
            node.known = Some(self.settle(Score::DRAW, Why::Repetition));
            return Ok(node);
        }
        let bounds = self.eval.bounds(pos, alpha.before(self.ply), beta.before(self.ply));
        // The root is searched whatever is known about it: it owes a move.
        // (Asked in this order, absent knowledge costs nothing: the compiler drops it all.)
        if bounds != Bounds::NONE && self.ply > 0 {
            self.narrow(&mut node, bounds.after(self.ply), Why::Bounds);
        }
        Ok(node)
    }

    /// The rules ended the game here.
    #[inline(always)]
    fn ended(&mut self, score: Score) -> Score {
        self.settle(score.after(self.ply), Why::Rules)
    }

    #[inline(always)]
    fn narrow(&mut self, node: &mut Node<G::Move>, bounds: Bounds, why: Why) {
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
}

impl<G, E, W, S, M, O, L, H> Cx for Search<G, E, W, S, M, O, L, H>
where
    G: Game,
    E: Eval<G>,
    W: Watch<G>,
    S: Stop,
    M: Memory<G>,
    O: Order<G>,
    L: Horizon<G>,
    H: History<G>,
{
    type Game = G;
    type Halt = S::Halt;

    #[inline(always)]
    fn open(&mut self, pos: &G, depth: u32, alpha: Score, beta: Score) -> Result<Node<G::Move>, S::Halt> {
        let mut node = self.enter(pos, depth, alpha, beta)?;
        if depth == 0 && node.known.is_none() {
            node.known = Some(L::leaf(self, pos, node)?);
        }
        Ok(node)
    }

    #[inline(always)]
    fn open_beyond(&mut self, pos: &G, alpha: Score, beta: Score) -> Result<Node<G::Move>, S::Halt> {
        self.enter(pos, 0, alpha, beta)
    }

    #[inline(always)]
    fn recall(&mut self, pos: &G, depth: u32, mut node: Node<G::Move>) -> Node<G::Move> {
        let place = self.place(depth);
        let known = self.memory.recall(pos, place);
        node.hint = known.hint;
        if self.ply > 0 {
            self.narrow(&mut node, known.bounds, Why::Table);
            if node.known.is_none()
                && let Some(score) = self.memory.foresee(pos, place, node.beta)
            {
                node.known = Some(self.settle(node.bounds.clamp(score), Why::Foreseen));
            }
        }
        node
    }

    #[inline(always)]
    fn moves<'a>(
        &mut self,
        pos: &'a G,
        node: &Node<G::Move>,
    ) -> impl Moves<Self> + use<'a, G, E, W, S, M, O, L, H> {
        // Moves below are given back on the way up. The root's are still there from the search before.
        if self.ply == 0 {
            self.order.release(0);
        }
        Picked(self.order.moves(pos, self.ply, node.hint, node.beta))
    }

    #[inline(always)]
    fn child(&mut self, pos: &G, m: G::Move) -> G {
        self.order.child(pos, m)
    }

    #[inline(always)]
    fn step(
        &mut self,
        pos: &G,
        step: Step<G::Move>,
        child: &G,
        search: impl FnOnce(&mut Self, &G) -> Value<Self>,
    ) -> Value<Self> {
        let m = match step {
            Step::Move(m) | Step::Again(m) => Some(m),
            Step::Null => None,
        };
        let (mark, outside) = (self.order.mark(), self.taint);
        self.watch.descend(self.ply, step);
        self.memory.ahead(child);
        self.eval.push(pos, m, child);
        if H::TRACKS {
            self.history.push(pos, m, child);
            self.taint = CLEAN;
        }
        self.ply += 1;
        let answer = search(self, child);
        self.ply -= 1;
        if H::TRACKS {
            self.history.pop();
            // What hangs on the child itself is settled once the child is.
            let inside = if self.taint > self.ply { CLEAN } else { self.taint };
            self.taint = outside.min(inside);
        }
        self.eval.pop();
        self.order.release(mark);
        self.watch.ascend(self.ply, step, answer.as_ref().ok().map(|&score| -score));
        answer
    }

    #[inline(always)]
    fn cutoff(&mut self, pos: &G, depth: u32, index: usize, m: G::Move) {
        self.watch.cutoff(self.ply, index, m);
        self.order.cutoff(pos, self.ply, depth, index, m);
    }

    #[inline(always)]
    fn close(&mut self, pos: &G, node: &Node<G::Move>, best: Score) -> Score {
        if best == -Score::INF {
            return self.ended(pos.stuck());
        }
        let score = node.bounds.clamp(best);
        self.watch.closed(self.ply, score);
        score
    }

    #[inline(always)]
    fn record(
        &mut self,
        pos: &G,
        depth: u32,
        node: &Node<G::Move>,
        best: Score,
        m: Option<G::Move>,
    ) -> Score {
        let score = self.close(pos, node, best);
        if H::TRACKS && self.taint < self.ply {
            return score;
        }
        let lower = if score > node.alpha { score } else { node.bounds.lower };
        let upper = if score < node.beta { score } else { node.bounds.upper };
        let work = self.memory.ticks() - node.opened;
        self.memory.record(pos, self.place(depth), Bounds { lower, upper }, m, work);
        score
    }

    #[inline(always)]
    fn settle(&mut self, score: Score, why: Why) -> Score {
        self.watch.known(self.ply, score, why);
        score
    }

    #[inline(always)]
    fn eval(&mut self, pos: &G) -> Score {
        self.eval.eval(pos)
    }

    #[inline(always)]
    fn ply(&self) -> u32 {
        self.ply
    }
}

struct Picked<P>(P);

impl<G, E, W, S, M, O, L, H, P> Moves<Search<G, E, W, S, M, O, L, H>> for Picked<P>
where
    G: Game,
    E: Eval<G>,
    W: Watch<G>,
    S: Stop,
    M: Memory<G>,
    O: Order<G>,
    L: Horizon<G>,
    H: History<G>,
    P: Pick<O, G::Move>,
{
    #[inline(always)]
    fn next(&mut self, cx: &mut Search<G, E, W, S, M, O, L, H>) -> Option<G::Move> {
        self.0.next(&mut cx.order)
    }
}
