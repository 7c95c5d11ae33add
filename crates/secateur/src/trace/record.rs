use super::{End, Trace, Visit};
use crate::{Game, Score, Step, Watch, Why};

/// A node on the path from the root to where the search stands.
#[derive(Copy, Clone, Debug)]
pub(super) struct Open {
    ply: u32,
    /// Whether the search was halted below.
    halted: bool,
    /// Whether this visit is kept.
    kept: bool,
    /// This visit if it is kept, or the nearest one above that is.
    holder: Option<u32>,
}

impl<M: Copy> Trace<M> {
    fn open(&mut self, ply: u32, depth: u32, alpha: Score, beta: Score) {
        let step = self.step.take();
        // A root that is open and not halted is being searched once more where it stands.
        if ply == 0 && self.path.last().is_none_or(|top| top.ply > 0 || top.halted) {
            self.path.clear();
            self.probes += 1;
        }
        self.opened += 1;
        let parent = self.path.last().and_then(|top| top.holder);
        // What is beyond the limits has nothing within them below it, so a parent is kept if its child is.
        let kept = self.nodes.len() < self.max_nodes && ply <= self.max_ply;
        let holder = if kept { Some(self.nodes.len() as u32) } else { parent };
        if kept {
            let (probe, score, end) = (self.probes, None, End::Halted);
            self.nodes.push(Visit { parent, probe, step, ply, depth, alpha, beta, score, end, left_out: 0 });
        } else if let Some(holder) = holder {
            self.nodes[holder as usize].left_out += 1;
        }
        self.path.push(Open { ply, halted: false, kept, holder });
    }

    /// The visit in progress at `ply`, if it is kept.
    fn current(&mut self, ply: u32) -> Option<&mut Visit<M>> {
        let top = self.path.last().filter(|top| top.kept && top.ply == ply)?;
        self.nodes.get_mut(top.holder? as usize)
    }

    /// Ends the visit in progress at `ply`, by `why` or else by its moves.
    fn end(&mut self, ply: u32, score: Score, why: Option<Why>) {
        let Some(&top) = self.path.last().filter(|top| top.ply == ply) else { return };
        if let Some(node) = self.current(ply) {
            node.score = Some(score);
            match (why, node.end) {
                (Some(why), _) => node.end = End::Known(why),
                (None, End::Halted) if !top.halted => node.end = End::All,
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
        match (score, self.last.take()) {
            (Some(score), Some(child)) => self.nodes[child as usize].score = Some(-score),
            (Some(_), None) => {}
            (None, _) => {
                self.step = None; // the child may not even have been opened
                if let Some(top) = self.path.last_mut() {
                    top.halted = true;
                }
            }
        }
    }
}

impl<G: Game> Watch<G> for Trace<G::Move> {
    #[inline]
    fn enter(&mut self, _: &G, ply: u32, depth: u32, alpha: Score, beta: Score) {
        self.open(ply, depth, alpha, beta);
    }

    #[inline]
    fn known(&mut self, ply: u32, score: Score, why: Why) {
        self.end(ply, score, Some(why));
    }

    #[inline]
    fn closed(&mut self, ply: u32, score: Score) {
        self.end(ply, score, None);
    }

    #[inline]
    fn descend(&mut self, _: u32, step: Step<G::Move>) {
        (self.step, self.last) = (Some(step), None);
    }

    #[inline]
    fn ascend(&mut self, ply: u32, _: Step<G::Move>, score: Option<Score>) {
        self.back(ply, score);
    }

    #[inline]
    fn cutoff(&mut self, ply: u32, index: usize, by: G::Move) {
        if let Some(node) = self.current(ply) {
            node.end = End::Cut { index, by };
        }
    }
}
