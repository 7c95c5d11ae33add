//! A search of df-pn: what its page asks for that takes a game's moves.

use super::families::{Barred, Child, Families, Family, Found, LONGEST_OPEN, NONE};
use super::{DfPn, Thresholds};
use crate::best::grow::{self, MAX_PLY};
use crate::best::numbers::goal_at;
use crate::best::{Answer, End, Left, MoveOrder, Numbers, ProofTable, Proving, SharedProofs};
use crate::{Bounds, Cx, Keyed, Marks, Moves, Node, Score};
use std::ops::{Deref, DerefMut};

/// Whether a repetition is no draw.
#[inline(always)]
fn forbids<C: Cx>(cx: &C) -> bool {
    cx.returned() != Score::DRAW
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
            marks: Vec::new(),
            marked: Marks::NONE,
            forbids: false,
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

    /// Looks at a node: at the table first, at the position itself if that knows nothing. So many moves come before the one that
    /// leads there.
    pub(super) fn look<C>(&mut self, cx: &mut C, pos: &C::Game, before: usize) -> Result<Child, C::Halt>
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let (ply, back) = (cx.ply(), cx.repeats());
        let goal = goal_at(self.goal, ply);
        let position = pos.key();
        let key = self.key(position, ply, 0);
        let barred = |to_move| cx.barred(to_move);
        let known = match forbids(cx) {
            // The rule decides, whatever was proven where the position had not been there before.
            true if back.is_some() => None,
            true => self.recall((position, key), ply, cx.salt(), Some(&barred)),
            false => self.recall((position, key), ply, cx.salt(), None),
        };
        if let Some((found, marks)) = known.filter(|(found, _)| back.is_none() || found.numbers.is_settled())
        {
            cx.tell(Proving::Looked { goal, numbers: found.numbers, by_table: true });
            self.marked = marks;
            return Ok(Child { found, key });
        }
        self.nodes += 1;
        let node = grow::open(cx, pos, (goal.prev(), goal))?;
        let numbers = match node.known {
            Some(score) => Numbers::settled(score, goal),
            None if self.how.order == MoveOrder::Ignored => self.how.first.of(cx, pos, goal, &node),
            None => self.how.first.of(cx, pos, goal, &node).behind(before as u32),
        };
        cx.tell(Proving::Looked { goal, numbers, by_table: false });
        let found = Found { numbers, depends_on: back.unwrap_or(NONE), nodes: 0 };
        self.marked = Marks::NONE;
        if back.is_none() {
            self.mark(cx, &found);
        }
        Ok(Child { found, key })
    }

    /// Values a node by its children, and finds out what they depend on, and what its proof rests on.
    pub(super) fn value<C>(&mut self, cx: &mut C, node: &mut Found, family: &mut Family)
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let barred = |to_move| cx.barred(to_move);
        let barred: Option<&Barred<'_>> = if forbids(cx) { Some(&barred) } else { None };
        self.families.value(cx.ply(), node, family, barred);
        self.mark(cx, node);
    }

    /// Marks the node itself, if its proof rests on its not having been there before.
    fn mark<C: Cx>(&mut self, cx: &mut C, node: &Found) {
        if !forbids(cx) || !node.numbers.is_settled() {
            return;
        }
        let (returned, score) = (cx.returned().to_root(cx.ply()), node.numbers.score);
        let is_worse = if node.numbers.phi == 0 { returned < score } else { returned > score };
        if is_worse {
            // Where the goal says when it is to be reached, more or less had to be proven at an earlier visit.
            let alone = node.depends_on == NONE && !self.goal.is_decisive();
            self.marked |= cx.mark(alone);
        }
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
        self.forbids = forbids(cx);
        if self.forbids {
            self.marks.resize(children.end, Marks::NONE);
        }
        for at in children.clone() {
            cx.visit(pos, self.moves[at], |cx, pos| {
                let child = self.look(cx, pos, at - start)?;
                self.stack[at].key = child.key;
                self.set_last(at, child.found);
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
            if self.how.order == MoveOrder::Learned && node.numbers.phi == 0 {
                self.settle_order(cx, pos, family);
            }
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
        let is_settled = node.numbers.is_settled();
        let is_any_path = match forbids(cx) {
            false => true,
            true if is_settled => !self.marked.meets(cx.barred(node.numbers.phi == 0)),
            // A proof that does not hold here may hold elsewhere.
            true => !self.is_settled_at(family.key, ply),
        };
        let by_itself = node.depends_on == NONE && is_any_path;
        let salt = if by_itself { 0 } else { cx.salt() };
        let by_others = self.shared.is_some() && is_any_path && self.is_settled_at(family.key, ply);
        if (by_itself || salt != 0) && !by_others {
            let key = if salt == 0 { family.key } else { self.key(pos.key(), ply, salt) };
            let marks = (forbids(cx) && is_settled && node.depends_on == NONE).then_some(self.marked);
            self.table.put(key, ply, (node.numbers, code, self.nodes - family.nodes), marks);
        }
        self.marks.truncate(family.children.start);
        self.moves.truncate(family.children.start);
        self.stack.truncate(family.children.start);
    }

    /// Tells the order which move refutes a node, the first of them, and which are known to fail.
    fn settle_order<C>(&self, cx: &mut C, pos: &C::Game, family: &Family)
    where
        C: Cx<Game: Keyed<Move = M>>,
    {
        let mut is_refuted = false;
        for at in family.children.clone() {
            match self.stack[at].found.numbers {
                Numbers { delta: 0, .. } if !is_refuted => {
                    is_refuted = true;
                    cx.settled(pos, self.moves[at], true);
                }
                Numbers { phi: 0, .. } => cx.settled(pos, self.moves[at], false),
                _ => {}
            }
        }
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
            // What is proven there may not hold on this path.
            let entry = entry.filter(|_| !numbers.is_settled() || !self.forbids);
            let Some(m) = entry.and_then(|(_, code, _)| pos.decode(code)) else { break };
            line.push(m);
            pos.play(m);
        }
        (Answer { bounds: numbers.bounds(), line, end }, numbers)
    }
}
