//! The tree in memory: where a best-first search keeps what it has seen, and the way through it.

use super::chunks::Chunks;
use super::{Answer, BestFirst, End};
use crate::{Bounds, Cx, Game, MoveOf, Moves, Node, Score, Value, Why};

/// The most plies from the root to a leaf, as far as scores tell distances; and the depth that is asked of memory.
pub(super) const MAX_PLY: u32 = Score::MAX_DISTANCE;

/// A game tree that grows leaf by leaf, in memory of a limited size. What is kept of a node beside the move that
/// leads to it is the search's own ([`BestFirst::Data`]).
///
/// Positions are not kept: the search goes down from the root on foot, through [`Cx::visit`], so that path,
/// incremental knowledge and observers follow, and a node takes a few bytes. It climbs back only as far as
/// something has changed (the current-node enhancement of proof-number search).
///
/// A full tree forgets what lies below settled nodes, the line of play that they stand for included, and searches
/// on as long as that makes room enough.
///
/// A tree that was searched can be searched on, from the same root; [`SearchTree::clear`] makes a new start.
///
/// ```
/// use secateur::{Score, Search, best::{FirstNumbers, SearchTree, pn_search}, tree::Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut cx = Search::new(|_: &Tree| Score::DRAW);
/// let mut grown = SearchTree::with_bytes(1 << 16);
/// let answer = pn_search(&mut cx, &tree, Score::points(3), FirstNumbers::Ones, &mut grown);
/// assert_eq!(answer.line, [0, 0]);
/// assert_eq!(grown.nodes(), 7); // of the 13 that there are
/// // Leaves that it takes to prove of each move that it is worth 3: of the other two, nobody has looked behind.
/// let open: Vec<u32> = grown.children().iter().map(|child| child.data.delta).collect();
/// assert_eq!(open, [0, 1, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct SearchTree<M, D> {
    pub(super) root: Option<(D, Kids)>,
    pub(super) slots: Chunks<Child<M, D>>,
    pub(super) nodes: usize,
    /// True after pruning was of too little use to be tried again.
    pub(super) dense: bool,
    /// The children of a node that is being expanded.
    fresh: Vec<Child<M, D>>,
}

/// A node of a [`SearchTree`], as its parent sees it.
#[derive(Copy, Clone, Debug)]
pub struct Child<M, D> {
    /// The move that leads here.
    pub m: M,
    /// The search's data.
    pub data: D,
    pub(super) kids: Kids,
}

/// The children of a node.
#[derive(Copy, Clone, Debug)]
pub(super) enum Kids {
    /// The search has not been here.
    Unseen,
    /// It was here, and went no further.
    Leaf,
    /// These.
    Block { first: u32, count: u16 },
}

/// The place of a node.
type Id = u32;
const ROOT: Id = Id::MAX;

impl<M: Copy, D: Copy> SearchTree<M, D> {
    /// An empty tree that will take at most so many bytes.
    pub fn with_bytes(bytes: usize) -> Self {
        SearchTree { root: None, slots: Chunks::with_bytes(bytes), nodes: 0, dense: false, fresh: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.root = None;
        self.slots.clear();
        (self.nodes, self.dense) = (0, false);
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The bytes that its nodes take, in whole chunks.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// The bytes that they may take.
    pub fn limit(&self) -> usize {
        self.slots.limit()
    }

    /// The root's data; none before a search.
    pub fn root(&self) -> Option<&D> {
        self.root.as_ref().map(|(data, _)| data)
    }

    /// The root's children.
    pub fn children(&self) -> &[Child<M, D>] {
        self.root.map_or(&[], |(_, kids)| self.block(kids))
    }

    fn block(&self, kids: Kids) -> &[Child<M, D>] {
        match kids {
            Kids::Block { first, count } => self.slots.block(first, count),
            Kids::Unseen | Kids::Leaf => &[],
        }
    }

    pub(super) fn get(&self, at: Id) -> (D, Kids) {
        if at == ROOT {
            return self.root.unwrap_or_else(|| unreachable!("a tree is searched from its root"));
        }
        let [Child { data, kids, .. }] = self.slots.block(at, 1) else { unreachable!("a block of one") };
        (*data, *kids)
    }

    pub(super) fn set(&mut self, at: Id, data: D, kids: Kids) {
        if at == ROOT {
            self.root = Some((data, kids));
        } else {
            let child = &mut self.slots.block_mut(at, 1)[0];
            (child.data, child.kids) = (data, kids);
        }
    }

    /// Lets the tree grow until the search is settled, or halted, or there is no room.
    pub fn search<C, B>(&mut self, cx: &mut C, root: &C::Game, page: &mut B) -> Answer<M, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
        D: PartialEq,
    {
        let end = self.search_to(cx, root, page, usize::MAX).unwrap_or_else(End::Halted);
        let bounds = self.root().map_or(Bounds::NONE, |data| page.bounds(data));
        Answer { bounds, line: self.line(cx, page), end }
    }

    /// As [`SearchTree::search`], up to so many nodes in memory.
    pub(super) fn search_to<C, B>(
        &mut self,
        cx: &mut C,
        root: &C::Game,
        page: &mut B,
        nodes: usize,
    ) -> Result<End<C::Halt>, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
        D: PartialEq,
    {
        if self.root.is_none() {
            let root = look(cx, page, root)?;
            self.plant(root);
        }
        loop {
            if page.is_settled(&self.get(ROOT).0) {
                return Ok(End::Settled);
            }
            match self.grow(cx, root, page, ROOT, nodes)? {
                Growth::Grown if self.nodes >= nodes => return Ok(End::Full),
                Growth::Grown => {}
                Growth::Nowhere => return Ok(End::Converged),
                Growth::Full => return Ok(End::Full),
            }
        }
    }

    /// Goes down to the leaf that promises most, looks behind it, and values the nodes anew on the way back, as
    /// long as that changes anything: where it does not, the way from the root would lead here again.
    fn grow<C, B>(
        &mut self,
        cx: &mut C,
        pos: &C::Game,
        page: &mut B,
        at: Id,
        nodes: usize,
    ) -> Result<Growth, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
        D: PartialEq,
    {
        let (old, _) = self.get(at);
        loop {
            let (data, before) = self.get(at);
            let growth = match before {
                _ if page.is_settled(&data) => return Ok(Growth::Nowhere),
                Kids::Unseen => look(cx, page, pos).map(|seen| {
                    self.set(at, page.seen(&data, seen), Kids::Leaf);
                    Growth::Grown
                }),
                Kids::Leaf => self.expand(cx, pos, page, at),
                Kids::Block { first, .. } => {
                    let children = self.block(before);
                    let child = page.choose(cx.ply(), &data, children);
                    let (m, mut growth) = (children[child].m, Growth::Grown);
                    below(cx, pos, m, &mut |cx, pos| {
                        growth = self.grow(cx, pos, page, first + child as Id, nodes)?;
                        Ok(())
                    })
                    .map(|()| growth)
                }
            };
            // Also where the search was halted: what was seen below is seen.
            let (data, kids) = self.get(at);
            let new = match self.block(kids) {
                [] => data,
                children => page.value(cx.ply(), &data, children),
            };
            self.set(at, new, kids);
            if page.is_settled(&new) && matches!(kids, Kids::Block { .. }) {
                close(cx, pos, page.bounds(&new));
            }
            let goes_on = B::TO_THE_END && matches!(before, Kids::Leaf) && !page.is_settled(&new);
            let growth = growth?;
            if growth != Growth::Grown || self.nodes >= nodes || (new != old && !goes_on) {
                return Ok(growth);
            }
        }
    }

    /// Starts anew with this for the root.
    pub(super) fn plant(&mut self, root: D) {
        self.clear();
        self.root = Some((root, Kids::Leaf));
        self.nodes = 1;
    }

    /// Gives a leaf its children.
    fn expand<C, B>(&mut self, cx: &mut C, pos: &C::Game, page: &mut B, at: Id) -> Result<Growth, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
        D: PartialEq,
    {
        let (data, _) = self.get(at);
        let listed = self.list(cx, pos, page, &data)?;
        if let Listed::None(data) = listed {
            self.set(at, data, Kids::Leaf);
            return Ok(if page.is_settled(&data) { Growth::Grown } else { Growth::Full });
        }
        if !self.has_room(cx.ply(), page) {
            return Ok(Growth::Full);
        }
        if B::EAGER && matches!(listed, Listed::Unseen) {
            for child in &mut self.fresh {
                below(cx, pos, child.m, &mut |cx, pos| {
                    (child.data, child.kids) = (look(cx, page, pos)?, Kids::Leaf);
                    Ok(())
                })?;
            }
        }
        let count = self.fresh.len() as u16;
        let first = self.slots.add(self.fresh.drain(..));
        self.nodes += usize::from(count);
        self.set(at, data, Kids::Block { first, count });
        Ok(Growth::Grown)
    }

    /// Lists the children that a leaf will have.
    fn list<C, B>(&mut self, cx: &mut C, pos: &C::Game, page: &mut B, leaf: &D) -> Result<Listed<D>, C::Halt>
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
    {
        self.fresh.clear();
        if let Some(behind) = page.behind(cx, pos, leaf, self.nodes)? {
            self.fresh.extend(behind.children().iter().map(|child| Child { kids: Kids::Leaf, ..*child }));
            let nothing = behind.root().filter(|_| self.fresh.is_empty());
            return Ok(nothing.map_or(Listed::Seen, |root| Listed::None(*root)));
        }
        let (alpha, beta) = page.window(cx.ply());
        let node = Node { known: None, alpha, beta, hint: None, bounds: page.bounds(leaf), opened: 0 };
        let fresh = |m| self.fresh.push(Child { m, data: page.unseen(pos, m), kids: Kids::Unseen });
        each_move(cx, pos, &node, &mut { fresh });
        if !self.fresh.is_empty() {
            return Ok(Listed::Unseen);
        }
        let score = cx.close(pos, &node, -Score::INF);
        Ok(Listed::None(page.settled(cx.ply(), score)))
    }

    /// Makes room for the fresh children of a node at `ply`; returns whether there is any.
    fn has_room<C, B>(&mut self, ply: u32, page: &B) -> bool
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
    {
        let count = self.fresh.len();
        let fits = count <= u16::MAX.into() && ply < MAX_PLY;
        fits && (self.slots.reserve(count) || self.prune(page) && self.slots.reserve(count))
    }

    /// The line of best play from the root, as far as the tree knows it.
    fn line<C, B>(&self, cx: &C, page: &B) -> Vec<M>
    where
        C: Cx<Game: Game<Move = M>>,
        B: BestFirst<C, Data = D>,
    {
        let (mut line, mut next) = (Vec::new(), self.root);
        while let Some((data, kids @ Kids::Block { .. })) = next {
            let children = self.block(kids);
            let child = &children[page.best(cx.ply() + line.len() as u32, &data, children)];
            line.push(child.m);
            next = Some((child.data, child.kids));
        }
        line
    }
}

/// The outcome of listing a leaf's children.
enum Listed<D> {
    /// There are some.
    Unseen,
    /// There are some, and they have been looked at.
    Seen,
    /// There are none, or none that there was room for; what the leaf is now.
    None(D),
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Growth {
    Grown,
    /// The search would go on with a node that is settled.
    Nowhere,
    Full,
}

/// Looks at a node for the first time.
fn look<C, B>(cx: &mut C, page: &mut B, pos: &C::Game) -> Result<B::Data, C::Halt>
where
    C: Cx,
    B: BestFirst<C>,
{
    let node = page.open(cx, pos)?;
    match node.known {
        Some(score) => Ok(page.settled(cx.ply(), score)),
        None => page.leaf(cx, pos, &node),
    }
}

/// Hands out the moves of a node in the order of the context.
///
/// What is the same for all pages is compiled once for a game, here and below.
#[inline(never)]
fn each_move<C: Cx>(cx: &mut C, pos: &C::Game, node: &Node<MoveOf<C>>, take: &mut dyn FnMut(MoveOf<C>)) {
    let mut moves = cx.moves(pos, node);
    while let Some(m) = moves.next(cx) {
        take(m);
    }
}

/// Opens a node that is searched to the end of the game: what rules, path, knowledge and memory say of it.
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
