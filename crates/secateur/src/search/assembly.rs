//! How a context is put together: made from knowledge, its parts plugged in one by one, copied and shown.

use super::Search;
use crate::walk::Path;
use crate::{Eval, Game, History, Horizon, Memory, Never, Order, Parts, Stop, Watch, With};
use std::fmt;
use std::marker::PhantomData;

impl<G: Game, E: Eval<G>> Search<G, E> {
    /// A context that knows something about positions, and nothing else yet.
    pub fn new(eval: E) -> Self {
        let path = Path::new(());
        Search { eval, watch: (), stop: Never, memory: (), order: (), path, kind: PhantomData }
    }
}

/// The search with one part exchanged for a new one; the others are named.
macro_rules! exchanged {
    ($search:ident: $($part:ident)?; $($kept:ident)+) => {
        Search { $($part,)? $($kept: $search.$kept,)+ path: $search.path.restart(), kind: PhantomData }
    };
}

impl<G, E, W, S, M, O, L, H> Search<G, E, With<W, S, M, O, L, H>>
where
    G: Game,
    W: Watch<G>,
    S: Stop,
    M: Memory<G>,
    O: Order<G>,
    L: Horizon<G>,
    H: History<G>,
{
    /// Sets the observers.
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
    pub fn watch<W2: Watch<G>>(self, watch: W2) -> Search<G, E, With<W2, S, M, O, L, H>> {
        exchanged!(self: watch; eval stop memory order)
    }

    /// Sets the stopper, which may end the search early.
    ///
    /// ```
    /// use secateur::{Halt, Limiter, Score, Search, algo, tree::Tree};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let mut cx = Search::new(|_: &Tree| Score::DRAW).stop(Limiter::new(10, || None));
    /// // One node too few: without a value, but with a reason.
    /// assert_eq!(algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF), Err(Halt::Nodes));
    /// ```
    pub fn stop<S2: Stop>(self, stop: S2) -> Search<G, E, With<W, S2, M, O, L, H>> {
        exchanged!(self: stop; eval watch memory order)
    }

    /// Sets the memory, which remembers positions.
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
    pub fn memory<M2: Memory<G>>(self, memory: M2) -> Search<G, E, With<W, S, M2, O, L, H>> {
        exchanged!(self: memory; eval watch stop order)
    }

    /// Sets the order of moves.
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
    pub fn order<O2: Order<G>>(self, order: O2) -> Search<G, E, With<W, S, M, O2, L, H>> {
        exchanged!(self: order; eval watch stop memory)
    }

    /// Sets the history, which follows the path.
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
    pub fn history<H2: History<G>>(self, history: H2) -> Search<G, E, With<W, S, M, O, L, H2>> {
        let path = Path::new(history);
        let Search { eval, watch, stop, memory, order, .. } = self;
        Search { eval, watch, stop, memory, order, path, kind: PhantomData }
    }

    /// Sets the way in which leaves are valued.
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
    pub fn horizon<L2: Horizon<G>>(self, _: L2) -> Search<G, E, With<W, S, M, O, L2, H>> {
        exchanged!(self: ; eval watch stop memory order)
    }
}

impl<G: Game, E: Clone, P: Parts<G>> Clone for Search<G, E, P>
where
    P::Watch: Clone,
    P::Stop: Clone,
    P::Memory: Clone,
    P::Order: Clone,
    P::History: Clone,
{
    fn clone(&self) -> Self {
        Search {
            eval: self.eval.clone(),
            watch: self.watch.clone(),
            stop: self.stop.clone(),
            memory: self.memory.clone(),
            order: self.order.clone(),
            path: self.path.clone(),
            kind: PhantomData,
        }
    }
}

impl<G: Game, E: fmt::Debug, P: Parts<G>> fmt::Debug for Search<G, E, P>
where
    P::Watch: fmt::Debug,
    P::Stop: fmt::Debug,
    P::Memory: fmt::Debug,
    P::Order: fmt::Debug,
    P::History: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search { eval, watch, stop, memory, order, path, .. } = self;
        let parts: [(&str, &dyn fmt::Debug); 6] = [
            ("eval", eval),
            ("watch", watch),
            ("stop", stop),
            ("memory", memory),
            ("order", order),
            ("path", path),
        ];
        let mut shown = f.debug_struct("Search");
        parts.into_iter().for_each(|(name, part)| _ = shown.field(name, part));
        shown.finish()
    }
}
