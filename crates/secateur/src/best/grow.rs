//! The way through a tree in memory: down to the leaf that promises most, and back as far as something has changed.

use super::nodes::{Id, Kids, Place, ROOT};
use super::paged::{Paged, PagedNodes};
use super::slots::Chunks;
use super::{BestFirst, End, Leaves};
use crate::{Bounds, Cx, MoveOf, Moves, Node, Score, Value, Why};

/// The most plies from the root to a leaf, as far as scores tell distances; and the depth that is asked of memory.
pub(super) const MAX_PLY: u32 = Score::MAX_DISTANCE;

/// A search at its leaves, and the rest of it with its nodes, whatever the page.
pub(super) trait Planted<C: Cx> {
    fn paged(&self) -> &dyn Paged;
    fn paged_mut(&mut self) -> &mut dyn Paged;

    /// Looks at a position for the first time, and keeps what it sees in this place.
    fn look(&mut self, cx: &mut C, pos: &C::Game, place: Place) -> Result<(), C::Halt>;

    /// Lists a fresh child.
    fn list(&mut self, cx: &mut C, pos: &C::Game, m: MoveOf<C>);

    /// Lists children that a search of its own has looked at, and their moves; or makes the leaf what that search
    /// has made of it, if it has come to none. False if there is no such search.
    fn list_behind(
        &mut self,
        cx: &mut C,
        pos: &C::Game,
        at: Id,
        moves: &mut Vec<MoveOf<C>>,
    ) -> Result<bool, C::Halt>;
}

/// [`Planted`] for any page: as little as can be, since it is compiled for each page of each game.
pub(super) struct Plant<'t, C: Cx, L: Leaves<C>> {
    pub(super) leaves: &'t mut L,
    pub(super) paged: PagedNodes<'t, L::Page>,
}

impl<C: Cx, L: Leaves<C>> Planted<C> for Plant<'_, C, L> {
    fn paged(&self) -> &dyn Paged {
        &self.paged
    }

    fn paged_mut(&mut self) -> &mut dyn Paged {
        &mut self.paged
    }

    fn look(&mut self, cx: &mut C, pos: &C::Game, place: Place) -> Result<(), C::Halt> {
        let node = self.leaves.open(cx, pos, self.paged.page.window(cx.ply()))?;
        let seen = match node.known {
            Some(score) => self.paged.page.settled(cx.ply(), score),
            None => self.leaves.leaf(cx, pos, &node)?,
        };
        self.paged.keep(place, seen);
        Ok(())
    }

    fn list(&mut self, cx: &mut C, pos: &C::Game, m: MoveOf<C>) {
        self.paged.nodes.list(self.leaves.unseen(cx, pos, m));
    }

    fn list_behind(
        &mut self,
        cx: &mut C,
        pos: &C::Game,
        at: Id,
        moves: &mut Vec<MoveOf<C>>,
    ) -> Result<bool, C::Halt> {
        let nodes = &mut *self.paged.nodes;
        let Some(behind) = self.leaves.behind(cx, pos, &nodes.get(at).data, nodes.count)? else {
            return Ok(false);
        };
        behind.hand_over(nodes, at, moves);
        Ok(true)
    }
}

/// A tree that grows.
pub(super) struct Grower<'t, C: Cx> {
    pub(super) tree: &'t mut dyn Planted<C>,
    /// The moves that lead to nodes, at the nodes' places.
    pub(super) moves: &'t mut Chunks<MoveOf<C>>,
    /// Those of the node that is being expanded.
    pub(super) fresh: Vec<MoveOf<C>>,
    /// The nodes to stop at.
    pub(super) most: usize,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Growth {
    Grown,
    /// The search would go on with a node that is settled.
    Nowhere,
    Full,
}

impl<C: Cx> Grower<'_, C> {
    /// Lets the tree grow until the search is settled, or halted, or there is no room.
    pub(super) fn run(&mut self, cx: &mut C, root: &C::Game, is_new: bool) -> Result<End<C::Halt>, C::Halt> {
        if is_new {
            self.tree.look(cx, root, Place::Root)?;
        }
        loop {
            if self.tree.paged().state(ROOT).0 {
                return Ok(End::Settled);
            }
            match self.grow(cx, root, ROOT)? {
                Growth::Grown if self.tree.paged().count() >= self.most => return Ok(End::Full),
                Growth::Grown => {}
                Growth::Nowhere => return Ok(End::Converged),
                Growth::Full => return Ok(End::Full),
            }
        }
    }

    fn grow(&mut self, cx: &mut C, pos: &C::Game, at: Id) -> Result<Growth, C::Halt> {
        self.tree.paged_mut().enter(at);
        let growth = self.grow_here(cx, pos, at);
        self.tree.paged_mut().leave();
        growth
    }

    /// Goes down to the leaf that promises most, looks behind it, and values the nodes anew on the way back, as
    /// long as that changes anything: where it does not, the way from the root would lead here again.
    fn grow_here(&mut self, cx: &mut C, pos: &C::Game, at: Id) -> Result<Growth, C::Halt> {
        loop {
            let (is_settled, before) = self.tree.paged().state(at);
            let growth = match before {
                _ if is_settled => return Ok(Growth::Nowhere),
                Kids::Unseen => self.tree.look(cx, pos, Place::Node(at)).map(|()| Growth::Grown),
                Kids::Leaf => self.expand(cx, pos, at),
                Kids::Block { .. } => {
                    let child = self.tree.paged().choose(at, cx.ply());
                    let (m, mut growth) = (self.moves.block(child, 1)[0], Growth::Grown);
                    below(cx, pos, m, &mut |cx, pos| {
                        growth = self.grow(cx, pos, child)?;
                        Ok(())
                    })
                    .map(|()| growth)
                }
            };
            // Also where the search was halted: what was seen below is seen.
            let paged = self.tree.paged_mut();
            let is_new = paged.value(at, cx.ply());
            let (is_settled, kids) = paged.state(at);
            let goes_on = paged.goes_to_the_end() && before == Kids::Leaf && !is_settled;
            if is_settled && matches!(kids, Kids::Block { .. }) {
                close(cx, pos, paged.bounds(at));
            }
            let growth = growth?;
            let is_full = self.tree.paged().count() >= self.most;
            if growth != Growth::Grown || is_full || (is_new && !goes_on) {
                return Ok(growth);
            }
        }
    }

    /// Gives a leaf its children.
    fn expand(&mut self, cx: &mut C, pos: &C::Game, at: Id) -> Result<Growth, C::Halt> {
        self.fresh.clear();
        self.tree.paged_mut().begin();
        let is_seen = self.tree.list_behind(cx, pos, at, &mut self.fresh)?;
        let score = if is_seen { None } else { self.list(cx, pos, at) };
        let paged = self.tree.paged_mut();
        if let Some(score) = score {
            paged.end(at, cx.ply(), score);
        }
        if self.fresh.is_empty() {
            return Ok(if paged.state(at).0 { Growth::Grown } else { Growth::Full });
        }
        let limit = paged.limit();
        let place = if cx.ply() < MAX_PLY { paged.reserve() } else { None };
        let Some(first) = place.filter(|&first| self.moves.reserve(first, limit)) else {
            return Ok(Growth::Full);
        };
        if !is_seen && paged.is_eager() {
            for (child, &m) in self.fresh.iter().enumerate() {
                below(cx, pos, m, &mut |cx, pos| self.tree.look(cx, pos, Place::Fresh(child)))?;
            }
        }
        self.tree.paged_mut().add(at);
        self.moves.put(first, &self.fresh);
        Ok(Growth::Grown)
    }

    /// Lists the children that a leaf will have; or returns what it is worth without any.
    fn list(&mut self, cx: &mut C, pos: &C::Game, at: Id) -> Option<Score> {
        let (alpha, beta) = self.tree.paged().window(cx.ply());
        let bounds = self.tree.paged().bounds(at);
        let node = Node { known: None, alpha, beta, hint: None, bounds, opened: 0 };
        let mut moves = cx.moves(pos, &node);
        while let Some(m) = moves.next(cx) {
            self.tree.list(cx, pos, m);
            self.fresh.push(m);
        }
        drop(moves);
        self.fresh.is_empty().then(|| cx.close(pos, &node, -Score::INF))
    }
}

/// Opens a node that is searched to the end of the game: what rules, path, knowledge and memory say of it.
///
/// What is the same for all pages is compiled once for a game, here and below.
#[inline(never)]
pub(super) fn open<C: Cx>(
    cx: &mut C,
    pos: &C::Game,
    (alpha, beta): (Score, Score),
) -> Result<Node<MoveOf<C>>, C::Halt> {
    let mut node = cx.open_beyond(pos, alpha, beta)?;
    if node.known.is_none() {
        node = cx.recall(pos, MAX_PLY, node);
    }
    // Nobody wins or loses sooner than here.
    let (sooner, later) = (Score::WIN.to_root(cx.ply()), Score::LOSS.to_root(cx.ply()));
    if node.known.is_none() && (sooner <= alpha || later >= beta) {
        node.known = Some(cx.settle(if sooner <= alpha { sooner } else { later }, Why::Bounds));
    }
    Ok(node)
}

/// Tells observers that a node with children is settled.
#[inline(never)]
pub(super) fn close<C: Cx>(cx: &mut C, pos: &C::Game, proven: Bounds) {
    let Bounds { lower, upper } = proven;
    let node = Node { known: None, alpha: lower, beta: upper, hint: None, bounds: Bounds::NONE, opened: 0 };
    cx.close(pos, &node, if lower > -Score::INF { lower } else { upper });
}

/// The work that is done at a child.
type There<'a, C> = &'a mut dyn FnMut(&mut C, &<C as Cx>::Game) -> Result<(), <C as Cx>::Halt>;

/// Goes down to a child and back. Observers hear that it was worth no more than anything: nothing was searched to a
/// value.
#[inline(never)]
fn below<C: Cx>(cx: &mut C, pos: &C::Game, m: MoveOf<C>, at: There<'_, C>) -> Result<(), C::Halt> {
    let search = |cx: &mut C, child: &C::Game| -> Value<C> { at(cx, child).map(|()| Score::INF) };
    cx.visit(pos, m, search).map(|_| ())
}
