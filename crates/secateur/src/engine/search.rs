//! The selective search, in numbered steps.

use super::conclude::Tally;
use super::node::{Node, NodeKind, Off};
use super::tricks::Singularity;
use super::worker::MOST_PLIES;
use super::{Engine, Recipe};
use crate::{Eval, Hints, Score, Stop, Trick, Watch, Why};
use std::cell::LazyCell;

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Searches a node to `depth` through a window. `cut`: it is expected to fail high.
    ///
    /// Fail-soft by intent: the answer is the best guess at the value, and lies outside the window where the
    /// search failed.
    pub(super) fn search<K: NodeKind>(
        &mut self,
        pos: &G,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        cut: bool,
    ) -> Result<Score, S::Halt> {
        // 1. The horizon.
        if depth <= 0 {
            return self.quiescence::<K>(pos, 0, alpha, beta);
        }
        self.enter(pos, depth, alpha, beta)?;
        let (ply, is_root) = (self.ply(), self.is_root::<K>());
        if K::PRINCIPAL {
            self.worker.begin_line(ply);
        }
        let excluded = self.worker.at(ply).excluded;

        // 2. The rules, the path, and what is proven.
        if !is_root {
            if let Some(score) = self.narrow(pos, &mut alpha, &mut beta)? {
                return Ok(score);
            }
            if ply >= MOST_PLIES {
                let score = Score::points(self.static_value(pos));
                return Ok(self.settle(score, Why::Leaf));
            }
        }

        // 3. The table.
        let key = Self::key(pos);
        let known = if excluded.is_some() { None } else { self.recall(pos, key) };
        if !K::PRINCIPAL
            && let Some(score) = self.cut_by_table(pos, depth, alpha, beta, known)
        {
            return Ok(score);
        }
        let mut hint = known.and_then(|known| known.hint);
        if is_root {
            hint = self.root_moves.best().or(hint);
        }

        // 4. The static value.
        let in_check = pos.in_check();
        let (estimate, improving) = self.look(pos, in_check, excluded.is_some());
        let noisy_hint = hint.is_some_and(|m| pos.is_noisy(m));
        let mut at = Node { depth, alpha, beta, cut, in_check, estimate, improving, known, noisy_hint };

        // 5 to 8. Ways to do without a search of the moves.
        if !K::PRINCIPAL
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.shortcut(pos, at)?
        {
            return Ok(score);
        }

        // 9. Internal iterative reduction.
        if hint.is_none() && excluded.is_none() {
            let plies = self.reduce_unguided::<K>(at);
            if plies > 0 {
                self.watch.leaves_out(ply, None, Trick::InternalReduction);
            }
            at.depth -= plies;
        }

        // 10. The moves.
        let rows = self.worker.rows(ply);
        let mut picker = self.pick(hint, noisy_hint, rows);
        let mut tally = Tally::new(alpha, self.worker.tried.len());
        let threatens = LazyCell::new(|| pos.threatens());
        while let Some((m, noisy)) = picker.next(pos, &mut self.worker) {
            if Some(m) == excluded || (is_root && !self.root_moves.allows(m)) {
                if Some(m) == excluded {
                    self.watch.leaves_out(ply, excluded, Trick::Singular);
                }
                continue;
            }
            tally.place += 1;
            let prefetched = self.prefetch(pos, m);
            let info = self.consider(pos, (m, noisy), tally.place, at.depth, &picker, &rows);

            // 11. Pruning, once a move has shown that all is not lost.
            if !is_root
                && !tally.best.is_loss()
                && let Some(trick) = self.prune(pos, at, info, &mut picker, &threatens)
            {
                self.watch.leaves_out(ply, Some(m), trick);
                continue;
            }

            // 12. Extensions.
            let (mut extension, mut extends) = (0, Trick::Singular);
            if !is_root && hint == Some(m) && excluded.is_none() {
                match self.test_singularity::<K>(pos, m, at)? {
                    Singularity::Refuted(score) => {
                        picker.close(&mut self.worker);
                        return Ok(self.settle(score, Why::MultiCut));
                    }
                    Singularity::Extend(plies) => extension = plies,
                }
            }
            let mut child = pos.clone();
            self.play(&mut child, m, prefetched);
            if extension == 0 && child.in_check() {
                (extension, extends) = (self.extend_check(pos, at.depth, m), Trick::CheckExtension);
            }
            if extension != 0 {
                self.watch.tries(ply, extends);
            }
            self.worker.at(ply).doubles = self.worker.above(ply, 1).doubles + i32::from(extension >= 2);

            // 13. The child.
            let before = self.nodes;
            self.worker.at(ply).quiet = (!noisy).then(|| pos.from_to(m));
            let score = self.search_child::<K>(pos, &child, at, info, extension, tally.best)?;
            self.worker.at(ply).quiet = None;
            if is_root {
                self.root_moves.spent(m, self.nodes - before);
            }

            // 14. What it was worth.
            if self.weigh::<K>(info, score, &mut at, &mut tally) {
                break;
            }
        }
        picker.close(&mut self.worker);

        // 15. No move: the end, or, with one left out, no other.
        if tally.place == 0 {
            return Ok(self.end_without_moves(pos, excluded.is_some(), alpha));
        }

        // 16. Learning.
        Ok(self.conclude::<K>(pos, key, hint, excluded.is_some(), at, tally))
    }

    /// Searches the same node once more, shallower, through the null window below `beta`.
    pub(super) fn search_again(
        &mut self,
        pos: &G,
        depth: i32,
        beta: Score,
        cut: bool,
    ) -> Result<Score, S::Halt> {
        let frame = *self.worker.at(self.ply());
        let answer = self.search::<Off>(pos, depth, beta.prev(), beta, cut);
        *self.worker.at(self.ply()) = frame;
        answer
    }
}
