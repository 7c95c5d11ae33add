use super::{Order, Rank};
use crate::{Eval, Game, Memory, Never, Score, Search, Stats, Stop, With, algo};

/// Ranks by the value that a shallow search finds for each move.
///
/// # Idea
///
/// A search a few plies deep often knows the best move already. Near the root, where a wrong order costs
/// whole subtrees, it is worth asking before going deep; near the leaves it would cost more than the
/// search it helps, so only the first plies ask.
///
/// # Cost
///
/// At each node of the first `plies` plies, one alpha-beta search to `depth - 1` of each child, through an
/// open window, or one that ends where a move falls behind ([`Shallow::within`]). They run in a context of their
/// own, with a memory, an order and a stopper of their own if they are given one: outer observers and memory see
/// nothing of them, and their cost is in [`Shallow::cost`]. So that limits hold for both, lend one
/// [`Limiter`](crate::Limiter) to this and to the outer search ([`Shallow::stop`]).
///
/// # Source
///
/// J. Slagle and J. Dixon, *Experiments with some programs that search game trees*, 1969, order moves by
/// a shallow search.
///
/// # Example
///
/// ```
/// use secateur::{Score, Search, Stats, algo, order::{Ranked, Shallow}, tree::Tree};
///
/// // Worst first: no plain search can skip anything.
/// let tree: Tree = "((3 2 1) (6 5 4) (9 8 7))".parse().unwrap();
/// let knowledge = |_: &Tree| Score::DRAW;
/// // Looking as deep as the tree is, everywhere, orders it perfectly: the minimal tree remains.
/// let order = Ranked::new(Shallow::new(knowledge, 2, 2));
/// let mut cx = Search::new(knowledge).watch(Stats::default()).order(order);
/// let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
/// assert_eq!((value, cx.watch.leaves), (Score::points(7), 3 + 3 - 1)); // of 9
/// assert!(cx.order.rank.cost().leaves > 9);
/// ```
#[derive(Clone, Debug)]
pub struct Shallow<G: Game, E, M: Memory<G> = (), O: Order<G> = (), S: Stop = Never> {
    search: Search<G, E, With<Stats, S, M, O>>,
    extent: Extent,
    /// The value of the best move so far of the node at hand.
    best: Score,
}

/// How far the searches go.
#[derive(Copy, Clone, Debug)]
struct Extent {
    depth: u32,
    plies: u32,
    /// The plies nearer to the root that add one ply to the search.
    every: u32,
    /// The points by which a move may fall behind the best one of its node before its value is no longer found.
    margin: i32,
}

impl<G: Game, E: Eval<G>> Shallow<G, E> {
    /// Ranks moves by a search to `depth` plies, the move included (0 counts as 1: the static value after
    /// the move), at nodes less than `plies` plies from the root. Other nodes keep the game's own order.
    ///
    /// The searches start wherever the outer one stands, so the knowledge must be able to value any
    /// position it is handed: not one that first has to be led there by [`Eval::push`].
    pub fn new(eval: E, depth: u32, plies: u32) -> Self {
        let extent = Extent { depth, plies, every: u32::MAX, margin: i32::MAX };
        Shallow { search: Search::new(eval).watch(Stats::default()), extent, best: -Score::INF }
    }
}

impl<G: Game, E, M: Memory<G>, O: Order<G>, S: Stop> Shallow<G, E, M, O, S> {
    /// Sets a memory that keeps what the searches find: a driver asks about the same positions again and again.
    pub fn memory<M2: Memory<G>>(self, memory: M2) -> Shallow<G, E, M2, O, S> {
        Shallow { search: self.search.memory(memory), extent: self.extent, best: self.best }
    }

    /// Sets the order of moves of the searches.
    pub fn order<O2: Order<G>>(self, order: O2) -> Shallow<G, E, M, O2, S> {
        Shallow { search: self.search.order(order), extent: self.extent, best: self.best }
    }

    /// Sets a stopper, which may end a search early. The moves it leaves unranked tie; stopping this stops the outer
    /// search as well.
    ///
    /// ```
    /// use secateur::{Halt, Limiter, Score, Search, algo, order::{Ranked, Shallow}, tree::Tree};
    ///
    /// let tree: Tree = "((3 2 1) (6 5 4) (9 8 7))".parse().unwrap();
    /// let knowledge = |_: &Tree| Score::DRAW;
    /// let limits = Limiter::new(10, || None); // one limit for both
    /// let order = Ranked::new(Shallow::new(knowledge, 2, 2).stop(&limits));
    /// let mut cx = Search::new(knowledge).stop(&limits).order(order);
    /// assert_eq!(algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF), Err(Halt::Nodes));
    /// assert_eq!(cx.order.rank.cost().nodes, 9); // all but the root
    /// ```
    pub fn stop<S2: Stop>(self, stop: S2) -> Shallow<G, E, M, O, S2> {
        Shallow { search: self.search.stop(stop), extent: self.extent, best: self.best }
    }

    /// Searches one ply deeper for every `plies` plies that a node is nearer to the root than the last ones ranked:
    /// where subtrees are larger, more can be spent on their order.
    pub fn deeper_every(self, plies: u32) -> Self {
        Shallow { extent: Extent { every: plies.max(1), ..self.extent }, ..self }
    }

    /// Ends the search of a move once it is known to be worth so many points less than the best one of its node before
    /// it: how bad a bad move is need not be known.
    ///
    /// ```
    /// use secateur::{Game, Score, Search, Stats, algo, order::{Ranked, Shallow}, tree::Tree};
    ///
    /// let tree: Tree = "((9 8 7) (3 8 9) (6 5 4))".parse().unwrap();
    /// let leaves = |within| {
    ///     let order = Ranked::new(Shallow::new(|_: &Tree| Score::DRAW, 2, 1).within(within));
    ///     let mut cx = Search::new(|_: &Tree| Score::DRAW).order(order);
    ///     let Ok(value) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    ///     (value.get(), cx.order.rank.cost().leaves)
    /// };
    /// // The first bag is worth 7, the second at most 3, the third at most 5: no more need be known.
    /// assert_eq!([leaves(100), leaves(2)], [(7, 9), (7, 6)]);
    /// ```
    pub fn within(self, points: i32) -> Self {
        Shallow { extent: Extent { margin: points, ..self.extent }, ..self }
    }

    /// The first ply that is not ranked.
    pub fn plies(&self) -> u32 {
        self.extent.plies
    }

    /// From now on, ranks moves at nodes less than so many plies from the root.
    ///
    /// ```
    /// use secateur::{Score, Search, algo, order::{Ranked, Shallow}, tree::Tree};
    ///
    /// let tree: Tree = "((3 2 1) (6 5 4) (9 8 7))".parse().unwrap();
    /// let knowledge = |_: &Tree| Score::DRAW;
    /// let mut cx = Search::new(knowledge).order(Ranked::new(Shallow::new(knowledge, 2, 0)));
    /// let leaves = |plies| {
    ///     cx.order.rank.set_plies(plies);
    ///     let Ok(_) = algo::alpha_beta(&mut cx, &tree, 2, -Score::INF, Score::INF);
    ///     cx.order.rank.cost().leaves
    /// };
    /// assert_eq!([0, 1].map(leaves), [0, 9]);
    /// ```
    pub fn set_plies(&mut self, plies: u32) {
        self.extent.plies = plies;
    }

    /// The visits of the shallow searches so far.
    pub fn cost(&self) -> Stats {
        self.search.watch
    }
}

impl<G, E, M, O, S> Rank<G> for Shallow<G, E, M, O, S>
where
    G: Game,
    E: Eval<G>,
    M: Memory<G>,
    O: Order<G>,
    S: Stop,
{
    /// The value of the move for the side that makes it.
    type Key = Score;

    #[inline(always)]
    fn begin(&mut self) {
        self.best = -Score::INF;
    }

    #[inline]
    fn rank(&mut self, pos: &G, ply: u32, _: Option<G::Move>, m: G::Move) -> Score {
        let Extent { depth, plies, every, margin } = self.extent;
        if ply >= plies {
            return Score::DRAW;
        }
        let depth = depth.saturating_sub(1) + (plies - 1 - ply) / every;
        let least = self.best.offset(margin.saturating_neg());
        let score = algo::alpha_beta_memory(&mut self.search, &pos.child(m), depth, -Score::INF, -least)
            .map_or(Score::DRAW, |score| -score);
        self.best = self.best.max(score);
        score
    }
}
