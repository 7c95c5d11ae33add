//! What an algorithm may ask for: the one bound that every page names.

use crate::{Bounds, Game, Score, Step, Why};

/// A node as an algorithm finds it.
#[derive(Copy, Clone, Debug)]
pub struct Node<M> {
    /// The score, where the node needs no search: return it.
    pub known: Option<Score>,
    /// The window, narrowed to what can still be in question.
    pub alpha: Score,
    /// See `alpha`.
    pub beta: Score,
    /// The move that memory suggests, if it was asked.
    pub hint: Option<M>,
    /// What is proven about the value so far.
    pub bounds: Bounds,
    pub(crate) opened: u64,
}

/// What a search returns: a score from the side to move, or why it was halted.
pub type Value<C> = Result<Score, <C as Cx>::Halt>;

/// The move type of a context's game.
pub type MoveOf<C> = <<C as Cx>::Game as Game>::Move;

/// What an algorithm may ask for. Implemented by [`Search`].
///
/// A page opens its node, goes down and back with [`Cx::visit`], and closes the node. Ply, path,
/// incremental knowledge, buffers and observers follow by themselves.
pub trait Cx: Sized {
    /// The game being searched.
    type Game: Game;
    /// Why a search can be halted.
    type Halt;

    /// Opens a node. Its score is known if the rules, proven bounds, or the depth end it.
    fn open(
        &mut self,
        pos: &Self::Game,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Node<MoveOf<Self>>, Self::Halt>;

    /// Opens a node beyond the horizon: like [`Cx::open`], but what a leaf is worth is left to the caller.
    fn open_beyond(
        &mut self,
        pos: &Self::Game,
        alpha: Score,
        beta: Score,
    ) -> Result<Node<MoveOf<Self>>, Self::Halt>;

    /// Adds to an open node what memory knows of it; that may settle it.
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
    ) -> Value<Self> {
        self.step(pos, Step::Move(m), &pos.child(m), search)
    }

    /// Searches a child once more, since a scout search of it failed high.
    fn revisit(
        &mut self,
        pos: &Self::Game,
        m: MoveOf<Self>,
        search: impl FnOnce(&mut Self, &Self::Game) -> Value<Self>,
    ) -> Value<Self> {
        self.step(pos, Step::Again(m), &pos.child(m), search)
    }

    /// Searches the position with the turn passed.
    fn visit_null(
        &mut self,
        pos: &Self::Game,
        passed: &Self::Game,
        search: impl FnOnce(&mut Self, &Self::Game) -> Value<Self>,
    ) -> Value<Self> {
        self.step(pos, Step::Null, passed, search)
    }

    /// What [`Cx::visit`], [`Cx::revisit`] and [`Cx::visit_null`] have in common.
    fn step(
        &mut self,
        pos: &Self::Game,
        step: Step<MoveOf<Self>>,
        child: &Self::Game,
        search: impl FnOnce(&mut Self, &Self::Game) -> Value<Self>,
    ) -> Value<Self>;

    /// Says that a move refuted the node, and its place in the order (from 0).
    fn cutoff(&mut self, pos: &Self::Game, depth: u32, index: usize, m: MoveOf<Self>);

    /// The score of a node whose moves were searched: the best found (`-INF` for no move at all), within
    /// what is proven.
    fn close(&mut self, pos: &Self::Game, node: &Node<MoveOf<Self>>, best: Score) -> Score;

    /// Closes a node and remembers what was proven, with the move that proved it.
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

    /// The static value of the position at hand.
    fn eval(&mut self, pos: &Self::Game) -> Score;

    /// Plies from the root.
    fn ply(&self) -> u32;
}

/// Hands out the moves of a node while the context is busy with its children.
pub trait Moves<C: Cx> {
    /// The next move to search.
    fn next(&mut self, cx: &mut C) -> Option<MoveOf<C>>;
}

/// What happens at depth zero.
pub trait Horizon<G: Game> {
    /// The score of a leaf that is open, and that nothing has settled yet.
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C>;
}

/// A leaf is worth its static value.
#[derive(Copy, Clone, Debug, Default)]
pub struct Static;

impl<G: Game> Horizon<G> for Static {
    #[inline(always)]
    fn leaf<C: Cx<Game = G>>(cx: &mut C, pos: &G, node: Node<G::Move>) -> Value<C> {
        let score = node.bounds.clamp(cx.eval(pos));
        Ok(cx.settle(score, Why::Leaf))
    }
}
