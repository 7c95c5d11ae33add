//! The state of df-pn beside its table: the families on the path, and the repetitions that their numbers depend on.

use super::{DfPn, Thresholds};
use crate::best::grow::{self, MAX_PLY};
use crate::best::numbers::goal_at;
use crate::best::proof_table::key_of;
use crate::best::{Answer, End, Left, Numbers, ProofTable, Proving, SharedProofs, Sums};
use crate::{Bounds, Cx, Keyed, Moves, Node, Score};
use std::ops::{Deref, DerefMut, Range};

/// The numbers of a node, with what they depend on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// The ply of the highest position whose repetition they depend on.
    depends_on: u32,
    /// The most nodes that a visit is known to have taken.
    nodes: u32,
}

impl Found {
    fn on_any_path((numbers, _, nodes): (Numbers, u16, u32)) -> Self {
        Found { numbers, depends_on: NONE, nodes }
    }
}

/// The most plies of a most-proving line: while nothing is settled, it may go round in circles.
const LONGEST_OPEN: u32 = 60;

/// The nodes of a visit from which on it is worth while to look for what was found out elsewhere, and to tell other threads
/// where one is.
const GRAIN: u32 = 128;

/// No repetition.
const NONE: u32 = u32::MAX;

/// A child of a node on the path.
#[derive(Copy, Clone, Debug)]
pub(super) struct Child {
    pub(super) found: Found,
    /// That of its entry, on any path.
    key: u64,
}

/// The children of a node on the path, and the count of nodes when they were looked at.
pub(super) struct Family {
    children: Range<usize>,
    nodes: u64,
    /// The value of having no move, where there is none.
    no_moves: Option<Score>,
    /// Whether moves were left out that the goal does not need.
    is_narrowed: bool,
    /// The key of the parent's entry, on any path.
    key: u64,
    /// Whether the table has the parent's answer by now.
    is_known: bool,
}

/// One search, as far as it knows no moves: so it is compiled once, and not for each game.
pub(super) struct Families<'t> {
    goal: Score,
    pub(super) how: DfPn,
    table: &'t ProofTable,
    shared: Option<&'t SharedProofs<'t>>,
    /// The families on the path, one behind the other.
    stack: Vec<Child>,
    /// The number of the root's children, which come first.
    first: usize,
    nodes: u64,
    /// The families on the path, from the root on, that are large.
    large: u32,
    full: bool,
}

impl Families<'_> {
    /// The table's entry of the position with this key, if there is one; `salt`: of the path, `base`: the key of its entry
    /// on any path. The root owes a move: it is searched in any case.
    fn recall(&self, (position, base): (u64, u64), ply: u32, salt: u64) -> Option<Found> {
        let base = self.table.get(base, ply).filter(|_| ply > 0);
        if base.is_some_and(|(numbers, ..)| numbers.is_settled()) || salt == 0 {
            return base.map(Found::on_any_path);
        }
        // What exactly a twin depends on is not kept: it may be the root.
        let twin = self.table.get(self.key(position, ply, salt), ply).filter(|_| ply > 0);
        let twin = twin.map(|(numbers, _, nodes)| Found { numbers, depends_on: 0, nodes });
        twin.or(base.map(Found::on_any_path))
    }

    /// The key of an entry: of the position, the goal as it sees it there, and, for a twin, the path.
    #[inline]
    fn key(&self, position: u64, ply: u32, salt: u64) -> u64 {
        let goal = Bounds::at_least(goal_at(self.goal, ply)).to_node(ply).lower;
        key_of(position ^ salt.rotate_left(32), goal.get() as u64)
    }

    /// Values a node at `ply` by its children, and finds out what they depend on: for one that reaches its goal,
    /// the child by which it does; for one that cannot, all of them.
    pub(super) fn value(&mut self, ply: u32, node: &mut Found, family: &mut Family) {
        if self.is_large(ply, node, family) && self.take_over(ply, node, family) {
            family.is_known = true;
            return;
        }
        let goal = goal_at(self.goal, ply);
        // How much less than the goal a move that was left out is worth, nobody knows.
        node.numbers.soft &= !family.is_narrowed;
        let children = &self.stack[family.children.clone()];
        node.numbers = match family.no_moves {
            Some(score) => Numbers::settled(score, goal),
            None => node.numbers.by(children.iter().map(|child| &child.found.numbers), goal, self.how.sums),
        };
        let depends_on = match node.numbers {
            Numbers { phi: 0, soft, .. } => {
                // Of several, one that holds on any path: what it proves, and no more.
                let proving =
                    children.iter().map(|child| child.found).filter(|found| found.numbers.delta == 0);
                let best = proving.max_by_key(|found| (found.depends_on, -found.numbers.score));
                if let Some(best) = best.filter(|_| soft) {
                    node.numbers.score = -best.numbers.score;
                }
                best.map(|best| best.depends_on)
            }
            Numbers { delta: 0, .. } => children.iter().map(|child| child.found.depends_on).min(),
            _ => None,
        };
        // A repetition of the node itself is settled with it.
        node.depends_on = depends_on.filter(|&at| at < ply).unwrap_or(NONE);
    }

    /// Whether the family of a node at `ply` is large, as all those above it are.
    fn is_large(&mut self, ply: u32, node: &mut Found, family: &Family) -> bool {
        node.nodes = node.nodes.max((self.nodes - family.nodes).min(u32::MAX.into()) as u32);
        if self.large == ply && (ply == 0 || node.nodes >= GRAIN) {
            self.large += 1;
        }
        self.large > ply
    }

    /// Takes over what was found out since about the children of a node at `ply`, below their siblings or by other threads,
    /// and about the node itself; returns whether that is settled. The root is settled by its children alone.
    fn take_over(&mut self, ply: u32, node: &mut Found, family: &Family) -> bool {
        for child in &mut self.stack[family.children.clone()] {
            if !child.found.numbers.is_settled()
                && let Some(known) = self.table.get(child.key, ply + 1)
            {
                child.found = Found::on_any_path(known);
            }
        }
        let known = self.table.get(family.key, ply).filter(|(numbers, ..)| ply > 0 && numbers.is_settled());
        if let Some(known) = known {
            *node = Found::on_any_path(known);
        }
        known.is_some()
    }

    /// The child to go on with from a node at `ply`, and the number of the second best.
    pub(super) fn most_proving(&self, ply: u32, family: &Family) -> (usize, u32) {
        let shared = self.shared.filter(|_| self.large > ply);
        let (mut best, mut least, mut second) = (family.children.start, Numbers::INFINITE, Numbers::INFINITE);
        for at in family.children.clone() {
            let Child { found, key, .. } = self.stack[at];
            let delta = found.numbers.delta;
            let delta = shared.map_or(delta, |shared| shared.virtually(delta, key));
            if delta < least {
                (best, least, second) = (at, delta, least);
            } else {
                second = second.min(delta);
            }
        }
        (best, second)
    }

    /// The threshold for a child's δ: it has not come to that yet, though it may be another than the best, where
    /// threads keep out of each other's way.
    pub(super) fn at_least_beyond(&self, threshold: u32, child: &Child) -> u32 {
        match self.shared {
            None => threshold,
            Some(_) => threshold.max(self.how.beyond(child.found.numbers.delta)),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, at: usize, found: Found) {
        self.stack[at].found = found;
    }

    /// The value of a child's φ at which δ of its parent comes to `limit`.
    pub(super) fn share(&self, limit: u32, node: &Found, child: &Child, family: &Family) -> u32 {
        let others = match self.how.sums {
            Sums::Proper => node.numbers.delta - child.found.numbers.phi,
            Sums::Weak | Sums::Branches => {
                let open = self.stack[family.children.clone()]
                    .iter()
                    .filter(|child| !child.found.numbers.is_settled());
                open.count() as u32 - 1
            }
        };
        if limit == Numbers::INFINITE { limit } else { limit.saturating_sub(others) }
    }

    /// True if there are plies left to go down. If not, the search ends.
    pub(super) fn has_room(&mut self, ply: u32) -> bool {
        self.full |= ply >= MAX_PLY;
        !self.full
    }

    fn is_settled_at(&self, key: u64, ply: u32) -> bool {
        self.table.get(key, ply).is_some_and(|(numbers, ..)| numbers.is_settled())
    }

    /// The place of the first of the moves that prove most; the most proving one while nothing is proven.
    fn best(&self, node: &Numbers, children: Range<usize>) -> Option<usize> {
        let open = !node.is_settled();
        let numbers = |at: &usize| self.stack[*at].found.numbers;
        let wanted = children.filter(|at| open || numbers(at).is_settled());
        wanted.min_by_key(|at| if open { (numbers(at).delta, Score::DRAW) } else { (0, numbers(at).score) })
    }

    /// The root's numbers in a search that was halted.
    fn so_far(&self) -> Numbers {
        let children = self.stack[..self.first].iter().map(|child| &child.found.numbers);
        let open = Numbers::open(1, 1, Bounds::NONE);
        if self.first == 0 { open } else { open.by(children, self.goal, self.how.sums) }
    }
}

/// One search.
pub(super) struct Run<'t, M> {
    families: Families<'t>,
    /// The moves that lead to the children on the stack.
    moves: Vec<M>,
}

impl<'t, M> Deref for Run<'t, M> {
    type Target = Families<'t>;
    #[inline(always)]
    fn deref(&self) -> &Families<'t> {
        &self.families
    }
}

impl<M> DerefMut for Run<'_, M> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.families
    }
}

impl<'t, M: Copy> Run<'t, M> {
    pub(super) fn new(
        goal: Score,
        how: DfPn,
        table: &'t ProofTable,
        shared: Option<&'t SharedProofs<'t>>,
    ) -> Self {
        let families = Families {
            goal,
            how,
            table,
            shared,
            stack: Vec::new(),
            first: 0,
            nodes: 0,
            large: 0,
            full: false,
        };
        Run { families, moves: Vec::new() }
    }

    /// The move that leads to a child, and what is known of it.
    #[inline(always)]
    pub(super) fn child(&self, at: usize) -> (M, Child) {
        (self.moves[at], self.stack[at])
    }

    /// Looks at a node: at the table first, at the position itself if that knows nothing.
    pub(super) fn look<C>(&mut self, cx: &mut C, pos: &C::Game) -> Result<Child, C::Halt>
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let (ply, back) = (cx.ply(), cx.repeats());
        let goal = goal_at(self.goal, ply);
        let position = pos.key();
        let key = self.key(position, ply, 0);
        let known = self.recall((position, key), ply, cx.salt());
        if let Some(found) = known.filter(|found| back.is_none() || found.numbers.is_settled()) {
            cx.tell(Proving::Looked { goal, numbers: found.numbers, by_table: true });
            return Ok(Child { found, key });
        }
        self.nodes += 1;
        let node = grow::open(cx, pos, (goal.prev(), goal))?;
        let numbers = match node.known {
            Some(score) => Numbers::settled(score, goal),
            None => self.how.first.of(cx, pos, goal, &node),
        };
        cx.tell(Proving::Looked { goal, numbers, by_table: false });
        Ok(Child { found: Found { numbers, depends_on: back.unwrap_or(NONE), nodes: 0 }, key })
    }

    /// Tells observers that the search goes into a node, to stay until a number comes to its threshold.
    pub(super) fn enter<C>(&self, cx: &mut C, node: &Found, limit: Thresholds)
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let goal = goal_at(self.goal, cx.ply());
        cx.tell(Proving::Enters { goal, numbers: node.numbers, until: limit });
    }

    /// The reason for which the search leaves a node.
    fn left(&self, node: &Found, family: &Family, limit: Thresholds) -> Left {
        match node.numbers {
            _ if family.is_known => Left::Table,
            Numbers { phi: 0, .. } => Left::Proven,
            Numbers { delta: 0, .. } => Left::Disproven,
            Numbers { phi, .. } if phi >= limit.phi => Left::Phi,
            Numbers { delta, .. } if delta >= limit.delta => Left::Delta,
            _ => Left::Full,
        }
    }

    /// Looks at the children of a node.
    pub(super) fn expand<C>(&mut self, cx: &mut C, pos: &C::Game) -> Result<Family, C::Halt>
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let (start, nodes) = (self.stack.len(), self.nodes);
        let goal = goal_at(self.goal, cx.ply());
        let node =
            Node { known: None, alpha: goal.prev(), beta: goal, hint: None, bounds: Bounds::NONE, opened: 0 };
        let unseen = Found { numbers: Numbers::settled(goal, goal), depends_on: NONE, nodes: 0 };
        let mut moves = cx.moves(pos, &node);
        while let Some(m) = moves.next(cx) {
            self.moves.push(m);
        }
        let is_narrowed = self.narrow(cx, pos, start, goal);
        let children = start..self.moves.len();
        self.stack.resize(children.end, Child { found: unseen, key: 0 });
        for at in children.clone() {
            cx.visit(pos, self.moves[at], |cx, pos| {
                self.stack[at] = self.look(cx, pos)?;
                Ok(Score::INF)
            })?;
        }
        if start == 0 {
            self.first = children.len();
        }
        let no_moves = children.is_empty().then(|| cx.close(pos, &node, -Score::INF));
        let key = self.key(pos.key(), cx.ply(), 0);
        if let Some(shared) = self.shared.filter(|_| self.large == cx.ply()) {
            shared.begin(key);
        }
        Ok(Family { children, nodes, no_moves, is_narrowed, key, is_known: false })
    }

    /// Takes out the moves of a node, those from `start` on, that the goal does not need, unless it needs none: some have to
    /// be looked at. Returns whether there were any.
    fn narrow<C>(&mut self, cx: &mut C, pos: &C::Game, start: usize, goal: Score) -> bool
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let needless = cx.needless(pos, goal.prev(), goal);
        let mut kept = start;
        for at in start..self.moves.len() {
            if !needless(self.moves[at]) {
                self.moves.swap(kept, at);
                kept += 1;
            }
        }
        let is_narrowed = start < kept && kept < self.moves.len();
        if is_narrowed {
            self.moves.truncate(kept);
        }
        is_narrowed
    }

    /// Leaves a node: its children are forgotten, its numbers kept.
    pub(super) fn close<C>(
        &mut self,
        cx: &mut C,
        pos: &C::Game,
        node: &Found,
        family: &Family,
        limit: Thresholds,
    ) where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let ply = cx.ply();
        if node.numbers.is_settled() && family.no_moves.is_none() {
            grow::close(cx, pos, node.numbers.bounds());
        }
        cx.tell(Proving::Leaves { numbers: node.numbers, why: self.left(node, family, limit) });
        if let Some(shared) = self.shared.filter(|_| self.large >= ply) {
            shared.end(family.key);
            self.large = ply;
        }
        // The root is never looked up, and may depend on what was played before it.
        if ply == 0 {
            return;
        }
        let best = self.best(&node.numbers, family.children.clone());
        let code = best.map_or(u16::MAX, |at| pos.encode(self.moves[at]));
        // What is proven holds on other paths, too, unless moves there bring back what did not stand here, and that is no draw.
        let on_any_path = !node.numbers.is_settled() || cx.returned() == Score::DRAW;
        let by_itself = node.depends_on == NONE && on_any_path;
        let salt = if by_itself { 0 } else { cx.salt() };
        let by_others = self.shared.is_some() && self.is_settled_at(family.key, ply);
        if (by_itself || salt != 0) && !by_others {
            let key = if salt == 0 { family.key } else { self.key(pos.key(), ply, salt) };
            self.table.put(key, ply, node.numbers, code, self.nodes - family.nodes);
        }
        self.moves.truncate(family.children.start);
        self.stack.truncate(family.children.start);
    }

    /// The answer, and the line as far as the table has it.
    pub(super) fn answer<G: Keyed<Move = M>, H>(
        self,
        root: &G,
        found: Result<Found, H>,
    ) -> (Answer<M, H>, Numbers) {
        let (numbers, end) = match found {
            Ok(Found { numbers, .. }) => {
                (numbers, if numbers.is_settled() { End::Settled } else { End::Full })
            }
            Err(halt) => (self.so_far(), End::Halted(halt)),
        };
        let (mut line, mut pos) = (Vec::new(), root.clone());
        if let Some(at) = self.best(&numbers, 0..self.first) {
            line.push(self.moves[at]);
            pos.play(self.moves[at]);
        }
        let most = if numbers.is_settled() { MAX_PLY } else { LONGEST_OPEN };
        while !line.is_empty() && line.len() < most as usize {
            let ply = line.len() as u32;
            let entry = self.table.get(self.key(pos.key(), ply, 0), ply);
            let entry = entry.filter(|(there, ..)| there.is_settled() == numbers.is_settled());
            let Some(m) = entry.and_then(|(_, code, _)| pos.decode(code)) else { break };
            line.push(m);
            pos.play(m);
        }
        (Answer { bounds: numbers.bounds(), line, end }, numbers)
    }
}
