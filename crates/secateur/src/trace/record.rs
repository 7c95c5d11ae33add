use super::{End, Heard, LeftOut, Trace, Visit};
use crate::best::Proving;
use crate::{Bounds, Game, Score, Step, Trick, Watch, Why};

/// A node on the path from the root to where the search stands.
#[derive(Copy, Clone, Debug)]
pub(super) struct Open {
    pub(super) ply: u32,
    /// Whether the search was halted below.
    pub(super) halted: bool,
    /// Whether this visit is kept.
    pub(super) kept: bool,
    /// This visit if it is kept, or the nearest one above that is.
    pub(super) holder: Option<u32>,
}

impl<M: Copy + PartialEq> Trace<M> {
    pub(super) fn open(&mut self, ply: u32, depth: u32, alpha: Score, beta: Score) {
        let (step, trick) = (self.step.take().or_else(|| self.once_more(ply)), self.trick.take());
        // A root that is open and not halted is being searched once more where it stands.
        if ply == 0 && self.path.last().is_none_or(|top| top.ply > 0 || top.halted) {
            self.path.clear();
            self.probes += 1;
        }
        self.opened += 1;
        self.catch_up(ply);
        let parent = self.path.last().and_then(|top| top.holder);
        // What is beyond the limits has nothing within them below it, so a parent is kept if its child is.
        let kept = ply <= self.max_ply && ply < self.full_from;
        let holder = if kept { Some(self.nodes.len() as u32) } else { parent };
        if ply == 0 {
            self.root = holder;
        }
        if kept {
            let (probe, score, end) = (self.probes, None, End::Halted);
            let id = self.nodes.len() as u32;
            let first = match step {
                Some(Step::Again(m)) => self.child_by(parent, |step| step == Step::Move(m)),
                _ => None,
            };
            let before = parent.and_then(|parent| self.kin[parent as usize][0].replace(id));
            self.kin.push([None, before]);
            let (proven, remembered, heard, static_value) = (Bounds::NONE, None, None, None);
            self.nodes.push(Visit {
                parent,
                probe,
                step,
                ply,
                depth,
                alpha,
                beta,
                first,
                proven,
                remembered,
                heard,
                trick,
                static_value,
                score,
                clipped: false,
                end,
                left_out: 0,
            });
        } else if let Some(holder) = holder {
            self.nodes[holder as usize].left_out += 1;
        }
        self.path.push(Open { ply, halted: false, kept, holder });
        // (Twice the room makes what has to go worth the way through all of it.)
        if self.nodes.len() >= 2 * self.max_nodes {
            self.trim();
        }
    }

    /// The step to a node that is opened without one, and is not open yet: that of the visit before, once more.
    fn once_more(&self, ply: u32) -> Option<Step<M>> {
        let is_below = self.path.last().is_some_and(|top| top.ply + 1 == ply);
        match self.way.get((ply as usize).checked_sub(1)?).filter(|_| is_below)? {
            Step::Move(m) | Step::Again(m) => Some(Step::Again(*m)),
            Step::Null => Some(Step::Null),
        }
    }

    /// The last child of this node that was reached by such a step.
    fn child_by(&self, parent: Option<u32>, is: impl Fn(Step<M>) -> bool) -> Option<u32> {
        let mut child = parent.and_then(|parent| self.kin[parent as usize][0]);
        while let Some(id) = child.filter(|&id| !self.nodes[id as usize].step.is_some_and(&is)) {
            child = self.kin[id as usize][1];
        }
        child
    }

    /// A best-first search may have come through nodes that it opened before, on its way to one at `ply`.
    fn catch_up(&mut self, ply: u32) {
        if self.path.is_empty() && ply > 0 {
            let holder = self.root;
            self.path.push(Open { ply: 0, halted: false, kept: holder.is_some(), holder });
        }
        while let Some(top) = self.path.last().filter(|top| top.kept && top.ply + 1 < ply) {
            let (holder, next) = (top.holder, top.ply + 1);
            let Some(step) = self.way.get(top.ply as usize).map(by) else { break };
            let Some(id) = self.child_by(holder, |other| by(&other) == step) else { break };
            self.path.push(Open { ply: next, halted: false, kept: true, holder: Some(id) });
        }
    }

    /// The visit in progress at `ply`, if it is kept.
    fn current(&mut self, ply: u32) -> Option<&mut Visit<M>> {
        let top = self.path.last().filter(|top| top.kept && top.ply == ply && !self.completes)?;
        self.nodes.get_mut(top.holder? as usize)
    }

    /// Ends the visit in progress at `ply`, by `why` or else by its moves.
    fn end(&mut self, ply: u32, score: Score, why: Option<Why>) {
        let Some(&top) = self.path.last().filter(|top| top.ply == ply) else { return };
        if let Some(node) = self.current(ply) {
            node.score = Some(score);
            match (why, node.end) {
                (Some(why), _) => node.end = End::Known(why),
                (None, End::Halted | End::Known(Why::Leaf)) if !top.halted => node.end = End::All,
                (None, _) => {}
            }
        }
        self.last = top.holder.filter(|_| top.kept);
        self.path.pop();
    }

    /// Returns to `ply` from a child.
    fn back(&mut self, ply: u32, score: Option<Score>) {
        while self.path.last().is_some_and(|top| top.ply > ply) {
            self.path.pop();
        }
        if ply == 0 {
            self.trim();
        }
        match (score, self.last.take()) {
            // (A best-first search does not say what a child is worth as it climbs back from it.)
            (Some(score), Some(child)) if score > -Score::INF => {
                let child = &mut self.nodes[child as usize];
                child.clipped = child.score.is_some_and(|own| own != -score);
                child.score = Some(-score);
            }
            (Some(_), _) => {}
            (None, _) => {
                (self.step, self.trick) = (None, None); // the child may not even have been opened
                if let Some(top) = self.path.last_mut() {
                    top.halted = true;
                }
            }
        }
    }
}

/// The move of a step, for the first time or again.
fn by<M: Copy>(step: &Step<M>) -> Option<M> {
    match *step {
        Step::Move(m) | Step::Again(m) => Some(m),
        Step::Null => None,
    }
}

impl<G: Game> Watch<G> for Trace<G::Move> {
    #[inline]
    fn enter(&mut self, _: &G, ply: u32, depth: u32, alpha: Score, beta: Score) {
        match self.completes {
            true => self.completing += 1,
            false => self.open(ply, depth, alpha, beta),
        }
    }

    #[inline]
    fn within(&mut self, nodes: u64) {
        self.completing += if self.completes { nodes } else { 0 };
    }

    #[inline]
    fn proven(&mut self, ply: u32, bounds: Bounds, why: Why) {
        if let Some(node) = self.current(ply) {
            match why {
                Why::Table => node.remembered = Some(bounds),
                _ => node.proven = node.proven.and(bounds),
            }
        }
    }

    #[inline]
    fn remembered(&mut self, ply: u32, bounds: Bounds, depth: u32) {
        if let Some(node) = self.current(ply) {
            node.heard = Some(Heard { bounds, depth });
        }
    }

    #[inline]
    fn valued(&mut self, ply: u32, score: Score) {
        if let Some(node) = self.current(ply) {
            node.static_value = Some(score);
        }
    }

    #[inline]
    fn known(&mut self, ply: u32, score: Score, why: Why) {
        if !self.completes {
            self.end(ply, score, Some(why));
        }
    }

    #[inline]
    fn closed(&mut self, ply: u32, score: Score) {
        if !self.completes {
            self.catch_up(ply + 1);
            self.end(ply, score, None);
        }
    }

    #[inline]
    fn descend(&mut self, ply: u32, step: Step<G::Move>) {
        if !self.completes {
            self.way.truncate(ply as usize);
            self.way.push(step);
            (self.step, self.last) = (Some(step), None);
        }
    }

    #[inline]
    fn ascend(&mut self, ply: u32, _: Step<G::Move>, score: Option<Score>) {
        if !self.completes {
            self.back(ply, score);
        }
    }

    #[inline]
    fn cutoff(&mut self, ply: u32, index: usize, by: G::Move) {
        if let Some(node) = self.current(ply) {
            node.end = End::Cut { index, by };
        }
    }

    #[inline]
    fn tries(&mut self, _: u32, trick: Trick) {
        self.trick = Some(trick).filter(|_| !self.completes);
    }

    #[inline]
    fn leaves_out(&mut self, ply: u32, m: Option<G::Move>, by: Trick) {
        let top = self.path.last().filter(|top| top.kept && top.ply == ply && !self.completes);
        if let Some(node) = top.and_then(|top| top.holder) {
            self.tricks.push(LeftOut { node, m, by });
        }
    }

    #[inline]
    fn completes(&mut self, begins: bool) {
        self.completes = begins;
    }

    #[inline]
    fn proving(&mut self, ply: u32, step: Proving) {
        self.step_of_proof(ply, step);
    }
}
