//! The ways to settle a node without searching its moves: steps 3 to 8.

use super::node::{Node, Off};
use super::worker::NO_MOVE;
use super::{Engine, Known, Recipe};
use crate::{Eval, Hints, Score, Stop, Trick, Watch, Why};

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Step 3: the table's answer, if it settles the node.
    #[inline(always)]
    pub(super) fn cut_by_table(
        &mut self,
        pos: &G,
        depth: i32,
        alpha: Score,
        beta: Score,
        known: Option<Known<G::Move>>,
    ) -> Option<Score> {
        let Known { bounds, hint, .. } = known.filter(|known| known.depth >= depth)?;
        if bounds.lower >= beta {
            if let Some(m) = hint
                && let Some(histories) = self.recipe.histories()
                && !pos.is_noisy(m)
            {
                let rows = self.worker.rows(self.ply());
                self.worker.counts.nudge_quiet(pos, m, &rows, histories.bonus(depth) / 2);
            }
            return Some(self.settle(bounds.lower, Why::Table));
        }
        (bounds.upper <= alpha).then(|| self.settle(bounds.upper, Why::Table))
    }

    /// Step 4: the static value in points, and whether it is better than the same side's last one. `again`: the
    /// node has been looked at, and is searched once more with a move left out.
    #[inline(always)]
    pub(super) fn look(&mut self, pos: &G, in_check: bool, again: bool) -> (i32, bool) {
        let ply = self.ply();
        self.worker.at(ply).doubles = self.worker.above(ply, 1).doubles;
        let value = match (in_check, again) {
            (true, _) => None,
            (false, true) => self.worker.at(ply).value,
            (false, false) => Some(self.static_value(pos)),
        };
        if let Some(value) = value {
            self.watch.valued(ply, Score::points(value));
        }
        self.worker.at(ply).value = value;
        let next = self.worker.at(ply + 2);
        (next.cutoffs, next.killers) = (0, [NO_MOVE; 2]);
        let estimate = value.unwrap_or(0);
        (estimate, !in_check && self.worker.is_improving(ply, estimate))
    }

    /// Steps 5 to 8: the score of a node that needs no search of its moves; none if it does. Not for nodes of the
    /// principal variation, nor under a threat.
    #[inline(always)]
    pub(super) fn shortcut(&mut self, pos: &G, at: Node<G::Move>) -> Result<Option<Score>, S::Halt> {
        let Node { depth, alpha, beta, estimate, improving, known, .. } = at;
        // The result of a search is worth more than a static value.
        let guess = Score::points(estimate);
        let value = known.map_or(guess, |known| known.bounds.clamp(guess)).get();

        // 5. Razoring.
        if let Some(margin) = self.recipe.razoring().and_then(|razoring| razoring.margin(depth))
            && value + Self::points(pos, margin) <= alpha.get()
        {
            self.watch.tries(self.path.ply(), Trick::Razoring);
            let score = self.quiescence::<Off>(pos, 0, alpha, alpha.next())?;
            if score <= alpha {
                return Ok(Some(self.settle(score, Why::Razoring)));
            }
        }
        // 6. Reverse futility.
        if let Some(rf) = self.recipe.reverse_futility()
            && let Some(margin) = rf.margin(depth, improving)
            && value - Self::points(pos, margin) >= beta.get()
            && !beta.is_decisive()
            && !Score::from_raw(value).is_decisive()
        {
            let score = Score::points(beta.get() + (value - beta.get()) / rf.surplus);
            return Ok(Some(self.settle(score, Why::ReverseFutility)));
        }
        // 7. Null move.
        if let Some(score) = self.try_null(pos, value, at)? {
            return Ok(Some(score));
        }
        // 8. ProbCut, of noise and by regression.
        if let Some(score) = self.try_probcut(pos, at)? {
            return Ok(Some(score));
        }
        self.try_multi_probcut(pos, at)
    }
}
