//! The selective search, in numbered steps.

use super::node::{Kind, Off, Principal};
use super::picker::Picker;
use super::tricks::{Late, Singularity};
use super::{Engine, Known, Recipe, brain::MOST_PLIES, brain::NO_MOVE};
use crate::{Bounds, Eval, Hints, Score, Step, Stop, Watch, Why};

impl<G, E, R, W, S> Engine<G, E, R, W, S>
where
    G: Hints,
    E: Eval<G>,
    R: Recipe,
    W: Watch<G>,
    S: Stop,
{
    /// Searches a node to `depth` through a window. `cut`: it is expected to fail high.
    ///
    /// Fail-soft by intent: the answer is the best guess at the value, and lies outside the window where the
    /// search failed.
    pub(super) fn search<K: Kind>(
        &mut self,
        pos: &G,
        mut depth: i32,
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
            && let Some(Known { bounds, depth: deep, .. }) = known
            && deep >= depth
        {
            if bounds.lower >= beta {
                if let Some(m) = known.and_then(|known| known.hint)
                    && let Some(histories) = self.recipe.histories()
                    && !pos.is_noisy(m)
                {
                    let rows = self.brain.rows(ply);
                    self.brain.counts.nudge_quiet(pos, m, &rows, histories.bonus(depth) / 2);
                }
                return Ok(self.settle(bounds.lower, Why::Table));
            }
            if bounds.upper <= alpha {
                return Ok(self.settle(bounds.upper, Why::Table));
            }
        }
        let mut hint = known.and_then(|known| known.hint);
        if K::ROOT {
            hint = self.choices.best().or(hint);
        }

        // 4. The static value.
        let in_check = pos.in_check();
        let mut value = 0;
        if !in_check && excluded.is_none() {
            value = self.static_value(pos);
            self.brain.at(ply).value = Some(value);
        } else if in_check {
            self.brain.at(ply).value = None;
        } else {
            value = self.brain.at(ply).value.unwrap_or(0);
        }
        let estimate = value;
        let improving = !in_check && self.brain.is_improving(ply, estimate);
        // What a search found is worth more than what a look says.
        if let Some(Known { bounds, .. }) = known
            && !in_check
        {
            value = bounds.clamp(Score::points(value)).get();
        }
        {
            let doubles = self.brain.above(ply, 1).doubles;
            let next = self.brain.at(ply + 2);
            (next.cutoffs, next.killers) = (0, [NO_MOVE; 2]);
            self.brain.at(ply).doubles = if K::ROOT { 0 } else { doubles };
        }

        if !K::PRINCIPAL && !in_check && excluded.is_none() {
            // 5. Razoring.
            if let Some(margin) = self.recipe.razoring().and_then(|razoring| razoring.margin(depth))
                && value + Self::points(margin) <= alpha.get()
            {
                let score = self.quiescence::<Off>(pos, 0, alpha, alpha + 1)?;
                if score <= alpha {
                    return Ok(score);
                }
            }
            // 6. Reverse futility.
            if let Some(margin) = self.recipe.reverse_futility().and_then(|rf| rf.margin(depth, improving))
                && value - Self::points(margin) >= beta.get()
                && !beta.is_decisive()
                && !Score::from_raw(value).is_decisive()
            {
                let score = Score::points(beta.get() + (value - beta.get()) / 3);
                return Ok(self.settle(score, Why::StandPat));
            }
            // 7. Null move.
            if let Some(score) = self.try_null(pos, depth, value, estimate, beta, cut)? {
                return Ok(score);
            }
            // 8. ProbCut.
            if let Some(score) = self.try_probcut(pos, depth, estimate, beta, known, improving, cut)? {
                return Ok(score);
            }
        }

        // 9. Internal iterative reduction.
        if let Some(reduction) = self.recipe.internal_reduction()
            && (K::PRINCIPAL || cut)
            && hint.is_none()
            && excluded.is_none()
            && depth >= reduction.depth
        {
            depth -= 1;
        }

        // 10. The moves.
        let rows = self.brain.rows(ply);
        let [first, second] = self.brain.at(ply).killers;
        let counter = self.brain.counts.counter(rows[0]);
        let noisy_hint = hint.is_some_and(|m| pos.is_noisy(m));
        let mut picker = Picker::all(&self.brain, hint, [first, second, counter], rows);
        let (from, mut best, mut best_move) = (alpha, -Score::INF, None);
        let tried = self.brain.tried.len();
        let mut place = 0;
        while let Some(m) = picker.next(pos, &mut self.brain) {
            if Some(m) == excluded || (K::ROOT && !self.choices.allows(m)) {
                continue;
            }
            place += 1;
            let noisy = pos.is_noisy(m);
            let refutation = !noisy && picker.is_refutation(m);
            let history =
                if noisy { self.brain.counts.noisy(pos, m) } else { self.brain.counts.quiet(pos, m, &rows) };
            let reductions = self.recipe.reductions().filter(|r| depth >= r.depth);
            let plies = if reductions.is_some() { self.brain.plies.get(depth, place, noisy) } else { 0 };

            // 11. Pruning, once a move has shown that all is not lost.
            if !K::ROOT && best > Score::loss_in(Score::MAX_DISTANCE) {
                let late = (depth - plies / 1024).max(1);
                let threatens = pos.threatens(m);
                if !noisy {
                    if self.recipe.late_moves().is_some_and(|lm| lm.enough(depth, place, improving)) {
                        picker.skip_quiet();
                    }
                    if let Some(margin) = self.recipe.futility().and_then(|futility| futility.margin(late))
                        && !in_check
                        && !threatens
                        && estimate + Self::points(margin) <= alpha.get()
                    {
                        continue;
                    }
                    if !threatens
                        && self.recipe.history_pruning().is_some_and(|hp| hp.is_hopeless(late, history))
                    {
                        continue;
                    }
                }
                if let Some(least) =
                    self.recipe.exchanges().and_then(|e| e.least(depth, late, noisy || threatens))
                    && !pos.exchange(m, Self::points(least))
                {
                    continue;
                }
            }

            // 12. Extensions.
            let mut extension = 0;
            if !K::ROOT
                && hint == Some(m)
                && excluded.is_none()
                && let Some(known) = known
            {
                match self.is_singular::<K>(pos, m, depth, known, beta, cut)? {
                    Singularity::Refuted(score) => {
                        picker.close(&mut self.brain);
                        return Ok(score);
                    }
                    Singularity::Extend(plies) => extension = plies,
                }
            }
            let mut child = pos.clone();
            self.play(&mut child, m);
            let checks = child.in_check();
            if let Some(check) = self.recipe.check_extension()
                && checks
                && extension == 0
                && (check.depth..=check.most).contains(&depth)
                && pos.exchange(m, 0)
            {
                extension = 1;
            }
            let next = depth - 1 + extension;
            let before = self.nodes;
            let doubles = self.brain.above(ply, 1).doubles;
            self.brain.at(ply).doubles = if K::ROOT { 0 } else { doubles } + i32::from(extension >= 2);

            // 13. The search of the child: reduced, through a null window, in full.
            let mut score = -Score::INF;
            let mut step = Step::Move(m);
            if place > 1 {
                let mut deep = next;
                let mut reduced = next;
                if let Some(reductions) = reductions {
                    let late = Late {
                        principal: K::PRINCIPAL,
                        cut,
                        improving,
                        noisy,
                        noisy_hint,
                        checks,
                        refutation,
                        cutoffs: self.brain.at(ply + 1).cutoffs > 3,
                        history,
                    };
                    reduced = (next - reductions.of(plies, late) / 1024).clamp(1, next.max(1));
                }
                score = -self.visit(pos, step, &child, |cx, child| {
                    cx.search::<Off>(child, reduced.min(next), -alpha - 1, -alpha, reduced < next || !cut)
                })?;
                if score > alpha && reduced < next {
                    if let Some(numbers) = reductions {
                        let (deeper, shallower) =
                            (Self::points(numbers.deeper) + 2 * next, Self::points(numbers.shallower));
                        deep += i32::from(score > best + deeper) - i32::from(score < best + shallower);
                    }
                    if reduced < deep {
                        step = Step::Again(m);
                        score = -self.visit(pos, step, &child, |cx, child| {
                            cx.search::<Off>(child, deep, -alpha - 1, -alpha, !cut)
                        })?;
                    }
                }
            }
            if K::PRINCIPAL && (place == 1 || score > alpha) {
                let step = if place == 1 { step } else { Step::Again(m) };
                score = -self.visit(pos, step, &child, |cx, child| {
                    cx.search::<Principal>(child, next, -beta, -alpha, false)
                })?;
            } else if place == 1 {
                score = -self.visit(pos, step, &child, |cx, child| {
                    cx.search::<Off>(child, next, -beta, -alpha, !cut)
                })?;
            }
            if K::ROOT {
                self.choices.spent(m, self.nodes - before);
            }

            // 14. What it was worth.
            if score > best {
                best = score;
                if score > alpha {
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
                    alpha = score;
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
                Some(_) => alpha,
                None => self.settle(pos.stuck().after(ply), Why::Rules),
            });
        }

        // 16. Learning.
        if let Some(m) = best_move
            && best >= beta
        {
            self.brain.at(ply).cutoffs += 1;
            self.learn(pos, depth, m, tried);
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
            self.brain.corrections.learn(pos, best.get() - estimate, depth, &correction);
        }
        if !K::ROOT || self.choices.is_first() {
            self.record(pos, key, known, depth, bounds, best_move.or(hint));
        }
        Ok(best)
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
