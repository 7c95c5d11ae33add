//! The selective search, in numbered steps.

use super::brain::MOST_PLIES;
use super::node::{Kind, Node, Off};
use super::picker::Picker;
use super::tricks::Singularity;
use super::{Engine, Recipe};
use crate::{Bounds, Eval, Hints, Score, Stop, Watch, Why};
use std::cell::LazyCell;

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Searches a node to `depth` through a window. `cut`: it is expected to fail high.
    ///
    /// Fail-soft by intent: the answer is the best guess at the value, and lies outside the window where the
    /// search failed.
    pub(super) fn search<K: Kind>(
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
        let ply = self.ply;
        if K::PRINCIPAL {
            self.brain.begin_line(ply);
        }
        let excluded = self.brain.at(ply).excluded;

        // 2. The rules, the path, and what is proven.
        if !K::ROOT {
            if let Some(score) = self.narrow(pos, &mut alpha, &mut beta) {
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
        if K::ROOT {
            hint = self.choices.best().or(hint);
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
        if let Some(reduction) = self.recipe.internal_reduction()
            && (K::PRINCIPAL || cut)
            && hint.is_none()
            && excluded.is_none()
            && depth >= reduction.depth
        {
            at.depth -= 1;
        }

        // 10. The moves.
        let rows = self.brain.rows(ply);
        let [first, second] = self.brain.at(ply).killers;
        let counter = self.brain.counts.counter(rows[0]);
        let mut picker = Picker::all(&self.brain, hint, [first, second, counter], rows);
        let (from, mut best, mut best_move) = (alpha, -Score::INF, None);
        let (tried, mut place) = (self.brain.tried.len(), 0);
        let threatens = LazyCell::new(|| pos.threatens());
        while let Some(m) = picker.next(pos, &mut self.brain) {
            if Some(m) == excluded || (K::ROOT && !self.choices.allows(m)) {
                continue;
            }
            place += 1;
            let foreseen = self.foresee(pos, m);
            let trial = self.consider(pos, m, place, at.depth, &picker, &rows);

            // 11. Pruning, once a move has shown that all is not lost.
            if !K::ROOT
                && best > Score::loss_in(Score::MAX_DISTANCE)
                && self.is_hopeless(pos, at, trial, &mut picker, &threatens)
            {
                continue;
            }

            // 12. Extensions.
            let mut extension = 0;
            if !K::ROOT && hint == Some(m) && excluded.is_none() {
                match self.is_singular::<K>(pos, m, at)? {
                    Singularity::Refuted(score) => {
                        picker.close(&mut self.brain);
                        return Ok(score);
                    }
                    Singularity::Extend(plies) => extension = plies,
                }
            }
            let mut child = pos.clone();
            self.play(&mut child, m, foreseen);
            if extension == 0 && child.in_check() {
                extension = self.extend_check(pos, at.depth, m);
            }
            self.brain.at(ply).doubles = self.brain.above(ply, 1).doubles + i32::from(extension >= 2);

            // 13. The child.
            let before = self.nodes;
            let score = self.search_child::<K>(pos, &child, at, trial, extension, best)?;
            if K::ROOT {
                self.choices.spent(m, self.nodes - before);
            }

            // 14. What it was worth.
            if score > best {
                best = score;
                if score > at.alpha {
                    best_move = Some(m);
                    if K::PRINCIPAL {
                        self.brain.put_line(ply, m);
                    }
                    if K::ROOT {
                        self.choices.raise(m, score, self.brain.line());
                    }
                    if score >= beta {
                        self.watch.cutoff(ply, place as usize - 1, m);
                        break;
                    }
                    at.alpha = score;
                }
            }
            if Some(m) != best_move {
                self.brain.tried.push(m);
            }
        }
        picker.close(&mut self.brain);

        // 15. No move: the end, or, with one left out, no other.
        if place == 0 {
            return Ok(match excluded {
                Some(_) => from,
                None => self.settle(pos.stuck().after(ply), Why::Rules),
            });
        }

        // 16. Learning.
        if let Some(m) = best_move
            && best >= beta
        {
            self.brain.at(ply).cutoffs += 1;
            self.learn(pos, at.depth, m, tried);
        }
        self.brain.tried.truncate(tried);
        self.watch.closed(ply, best);
        if excluded.is_some() {
            return Ok(best);
        }
        let bounds = Bounds {
            lower: if best > from { best } else { -Score::INF },
            upper: if best < beta { best } else { Score::INF },
        };
        if let Some(correction) = self.recipe.correction()
            && !in_check
            && !best_move.is_some_and(|m| pos.is_noisy(m))
            && !best.is_decisive()
            && bounds.clamp(Score::points(estimate)).get() != estimate
        {
            self.brain.corrections.learn(pos, best.get() - estimate, at.depth, &correction);
        }
        if !K::ROOT || self.choices.finds_the_value() {
            self.record(pos, key, known, at.depth, bounds, best_move.or(hint));
        }
        Ok(best)
    }

    /// The same node once more, shallower, through the null window below `beta`.
    pub(super) fn search_again(
        &mut self,
        pos: &G,
        depth: i32,
        beta: Score,
        cut: bool,
    ) -> Result<Score, S::Halt> {
        let frame = *self.brain.at(self.ply);
        let answer = self.search::<Off>(pos, depth, beta - 1, beta, cut);
        *self.brain.at(self.ply) = frame;
        answer
    }

    /// A move refuted the node: it and its like come earlier from now on, those tried before it later.
    fn learn(&mut self, pos: &G, depth: i32, m: G::Move, tried: usize) {
        let ply = self.ply;
        let Some(histories) = self.recipe.histories() else { return };
        let (bonus, malus) = (histories.bonus(depth), -histories.malus(depth));
        let rows = self.brain.rows(ply);
        let refuted_quietly = !pos.is_noisy(m);
        if refuted_quietly {
            let code = pos.encode(m);
            let killers = &mut self.brain.at(ply).killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
            self.brain.counts.set_counter(rows[0], code);
            self.brain.counts.nudge_quiet(pos, m, &rows, bonus);
        } else {
            self.brain.counts.nudge_noisy(pos, m, bonus);
        }
        for n in tried..self.brain.tried.len() {
            let other = self.brain.tried[n];
            if pos.is_noisy(other) {
                self.brain.counts.nudge_noisy(pos, other, malus);
            } else if refuted_quietly {
                self.brain.counts.nudge_quiet(pos, other, &rows, malus);
            }
        }
    }
}
