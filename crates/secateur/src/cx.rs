//! The operations that an algorithm may use: the one bound that every page names.

use crate::best::Proving;
use crate::{Bounds, Game, Marks, Score, Why};

/// A node as an algorithm finds it.
///
/// ```
/// use secateur::{Cx, Score, Search, Table, algo::alpha_beta_memory, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let table = Table::with_entries(64);
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).memory(table.exact());
/// let Ok(_) = alpha_beta_memory(&mut cx, &tree, 2, -Score::INF, Score::INF);
///
/// // The rules settle a leaf. A node with moves is open; memory suggests the first of them.
/// let Ok(leaf) = cx.open(&"7".parse().unwrap(), 2, -Score::INF, Score::INF);
/// assert_eq!(leaf.known, Some(Score::points(7)));
/// let Ok(root) = cx.open(&tree, 2, -Score::INF, Score::INF);
/// assert_eq!((root.known, root.hint), (None, None));
/// assert_eq!(cx.recall(&tree, 2, root).hint, Some(0));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Node<M> {
    /// The score of a node that needs no search: return it.
    pub known: Option<Score>,
    /// The lower end of the window, narrowed to what can still be in question.
    pub alpha: Score,
    /// The upper end of the window, narrowed likewise.
    pub beta: Score,
    /// The move that memory suggests, if it was asked.
    pub hint: Option<M>,
    /// The bounds proven on the value so far.
    pub bounds: Bounds,
    pub(crate) opened: u64,
}

/// The result of a search: a score from the side to move, or the reason it was halted.
///
/// ```
/// use secateur::{Cx, MoveOf, Score, Search, Value, algo::alpha_beta, tree::Tree};
///
/// /// What a move is worth to the side that makes it.
/// fn worth<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32, m: MoveOf<C>) -> Value<C> {
///     let theirs = cx.visit(pos, m, |cx, child| alpha_beta(cx, child, depth - 1, -Score::INF, Score::INF))?;
///     Ok(-theirs)
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// assert_eq!([0, 1, 2].map(|m| worth(&mut cx, &tree, 2, m).unwrap().get()), [3, 2, 2]);
/// ```
pub type Value<C> = Result<Score, <C as Cx>::Halt>;

/// The move type of a context's game.
///
/// ```
/// use secateur::{Cx, MoveOf, Moves, Score, Search, tree::Tree};
///
/// /// The moves of a position, in the order in which this context would search them.
/// fn listed<C: Cx>(cx: &mut C, pos: &C::Game) -> Result<Vec<MoveOf<C>>, C::Halt> {
///     let node = cx.open(pos, 1, -Score::INF, Score::INF)?;
///     let mut moves = cx.moves(pos, &node);
///     Ok(std::iter::from_fn(|| moves.next(cx)).collect())
/// }
///
/// let tree: Tree = "(3 1 2)".parse().unwrap();
/// assert_eq!(listed(&mut Search::new(|_: &Tree| Score::DRAW), &tree), Ok(vec![0, 1, 2]));
/// ```
pub type MoveOf<C> = <<C as Cx>::Game as Game>::Move;

/// The operations that an algorithm may use. Implemented by [`Search`](crate::Search), and by nothing outside this crate:
/// it is sealed, so that it can grow.
///
/// A page opens its node, goes down and back with [`Cx::visit`], and closes the node. Ply, path,
/// incremental knowledge, buffers and observers follow by themselves.
///
/// ```
/// use secateur::{Cx, Moves, Score, Search, Stats, Value, tree::Tree};
///
/// /// A rash search: looks at two moves of each node, and at no other.
/// fn rash<C: Cx>(cx: &mut C, pos: &C::Game, depth: u32) -> Value<C> {
///     let node = cx.open(pos, depth, -Score::INF, Score::INF)?;
///     if let Some(score) = node.known {
///         return Ok(score);
///     }
///     let (mut moves, mut best) = (cx.moves(pos, &node), -Score::INF);
///     for _ in 0..2 {
///         let Some(m) = moves.next(cx) else { break };
///         best = best.max(-cx.visit(pos, m, |cx, child| rash(cx, child, depth - 1))?);
///     }
///     Ok(cx.close(pos, &node, best))
/// }
///
/// let tree: Tree = "((8 12 3) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).watch(Stats::default());
/// let Ok(value) = rash(&mut cx, &tree, 2);
/// assert_eq!((value, cx.watch.leaves), (Score::points(8), 4)); // never saw the 3
/// ```
pub trait Cx: Sealed {
    /// The game being searched.
    type Game: Game;
    /// The reason a search was halted.
    type Halt;

    /// Opens a node. Its score is known if the rules, proven bounds, or the depth end it.
    fn open(
        &mut self,
        pos: &Self::Game,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Node<MoveOf<Self>>, Self::Halt>;

    /// Opens a node beyond the horizon: like [`Cx::open`], but the value of a leaf is left to the caller.
    fn open_beyond(
        &mut self,
        pos: &Self::Game,
        alpha: Score,
        beta: Score,
    ) -> Result<Node<MoveOf<Self>>, Self::Halt>;

    /// Adds to an open node what memory knows of it, which may settle it.
    fn recall(&mut self, pos: &Self::Game, depth: u32, node: Node<MoveOf<Self>>) -> Node<MoveOf<Self>>;

    /// The node's moves, in the order to search them.
    fn moves<'a>(
        &mut self,
        pos: &'a Self::Game,
        node: &Node<MoveOf<Self>>,
    ) -> impl Moves<Self> + use<'a, Self>;

    /// Searches one child: the only way down, and the only way back.
    fn visit(
        &mut self,
        pos: &Self::Game,
        m: MoveOf<Self>,
        search: impl FnOnce(&mut Self, &Self::Game) -> Value<Self>,
    ) -> Value<Self>;

    /// Searches a child once more, because a scout search of it failed high.
    fn revisit(
        &mut self,
        pos: &Self::Game,
        m: MoveOf<Self>,
        search: impl FnOnce(&mut Self, &Self::Game) -> Value<Self>,
    ) -> Value<Self>;

    /// Searches the position with the turn passed.
    fn visit_null(
        &mut self,
        pos: &Self::Game,
        passed: &Self::Game,
        search: impl FnOnce(&mut Self, &Self::Game) -> Value<Self>,
    ) -> Value<Self>;

    /// Reports that a move refuted the node, and its place in the order (from 0).
    fn cutoff(&mut self, pos: &Self::Game, depth: u32, index: usize, m: MoveOf<Self>);

    /// Tells the order what has come of a move of a node that is refuted: whether by this move, or it fails. For searches that
    /// take moves by turns, where [`Cx::cutoff`] has no place to tell.
    fn settled(&mut self, pos: &Self::Game, m: MoveOf<Self>, refutes: bool);

    /// The score of a node whose moves were searched: the best found (`-INF` for no move at all), within
    /// what is proven.
    fn close(&mut self, pos: &Self::Game, node: &Node<MoveOf<Self>>, best: Score) -> Score;

    /// Closes a node and remembers the bounds proven, with the move that proved them.
    fn record(
        &mut self,
        pos: &Self::Game,
        depth: u32,
        node: &Node<MoveOf<Self>>,
        best: Score,
        m: Option<MoveOf<Self>>,
    ) -> Score;

    /// Settles a node without its moves: tells the observers why, and hands the score back.
    fn settle(&mut self, score: Score, why: Why) -> Score;

    /// Tells the observers of a step of proof-number search.
    fn tell(&mut self, step: Proving);

    /// The static value of the current position.
    fn eval(&mut self, pos: &Self::Game) -> Score;

    /// The logarithm of the weight of a legal move by a policy, if there is one ([`Eval::prior`](crate::Eval::prior)).
    fn prior(&mut self, pos: &Self::Game, m: MoveOf<Self>) -> Option<f32>;

    /// A function that tells which candidates need not be tried, to know whether one is worth at least `beta`
    /// ([`Eval::needless`](crate::Eval::needless)).
    fn needless(&mut self, pos: &Self::Game, alpha: Score, beta: Score) -> impl Fn(MoveOf<Self>) -> bool;

    /// Plies from the root.
    fn ply(&self) -> u32;

    /// The ply at which the position at hand stood on the path before, if the path is followed and it did.
    fn repeats(&self) -> Option<u32>;

    /// The worth of such a position for the side to move there ([`History::worth`](crate::History::worth)).
    fn returned(&self) -> Score;

    /// Stands for that part of the path which values can depend on ([`History::salt`](crate::History::salt)).
    fn salt(&self) -> u64;

    /// The position at hand, as a proof has it that rests on its not having been there before
    /// ([`History::mark`](crate::History::mark)).
    fn mark(&self, alone: bool) -> Marks;

    /// What no proof of the position at hand may rest on ([`History::barred`](crate::History::barred)).
    fn barred(&self, to_move: bool) -> Marks;
}

/// Implemented in this crate alone, which seals [`Cx`].
pub trait Sealed: Sized {}

/// Hands out the moves of a node while the context is busy with its children.
///
/// ```
/// use secateur::{Cx, Moves, Score, Search, order::HintFirst, tree::Tree};
///
/// let tree: Tree = "(3 1 2)".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).order(HintFirst);
/// let Ok(mut node) = cx.open(&tree, 1, -Score::INF, Score::INF);
/// node.hint = Some(2);
/// let mut moves = cx.moves(&tree, &node);
/// let order: Vec<u16> = std::iter::from_fn(|| moves.next(&mut cx)).collect();
/// assert_eq!(order, [2, 0, 1]);
/// ```
pub trait Moves<C: Cx> {
    /// The next move to search.
    fn next(&mut self, cx: &mut C) -> Option<MoveOf<C>>;
}

/// The treatment of leaves, the nodes at depth zero.
///
/// ```
/// use secateur::{Cx, Game, Horizon, Node, Score, Search, Value, Why, algo, tree::Tree};
///
/// /// The right to move is worth ten points.
/// struct Tempo;
/// impl<G: Game> Horizon<G> for Tempo {
///     fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C> {
///         let score = node.bounds.clamp(cx.eval(pos) + 10);
///         Ok(cx.settle(score, Why::Leaf))
///     }
/// }
///
/// let tree: Tree = "((3 12) (2 4))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW).horizon(Tempo);
/// let Ok(value) = algo::minimax(&mut cx, &tree, 1);
/// assert_eq!(value, Score::points(-10)); // after one ply, the opponent has the move
/// ```
pub trait Horizon<G: Game> {
    /// The score of a leaf that is open and not settled yet.
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C>;
}

/// A leaf is worth its static value.
///
/// ```
/// use secateur::{Game, Score, Search, Static, algo, tree::Tree};
///
/// // The side to move counts its moves. After one ply, the opponent has three of them, or one.
/// let tree: Tree = "((3 12 8) (2))".parse().unwrap();
/// let mut cx = Search::new(|pos: &Tree| Score::points(pos.moves().count() as i32)).horizon(Static);
/// let Ok(value) = algo::minimax(&mut cx, &tree, 1);
/// assert_eq!(value, Score::points(-1));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Static;

impl<G: Game> Horizon<G> for Static {
    #[inline(always)]
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C> {
        let score = node.bounds.clamp(cx.eval(pos));
        Ok(cx.settle(score, Why::Leaf))
    }
}
