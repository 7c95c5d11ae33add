//! Beyond the horizon.

use super::node::NodeKind;
use super::numbers::numbers;
use super::picker::Picker;
use super::{Engine, Recipe, worker::MOST_PLIES, worker::NO_MOVE};
use crate::{Bounds, Eval, Hints, Score, Step, Stop, Trick, Watch, Why};

numbers! {
    /// Quiescence: beyond the horizon only noise is searched, and at its first ply the quiet moves that make
    /// a threat. The side to move may stand pat, unless it is itself under one. Noise that cannot come near
    /// the window, or loses in exchange, is left out (delta pruning).
    ///
    /// Source: D. Beal, *A generalised quiescence search algorithm*, 1990; delta pruning: J. Schaeffer, 1986.
    Quiescence {
        /// the margin by which noise may miss the window beyond what it takes, in hundredths of a unit
        delta: 130, 50..=400, 10;
        /// whether quiet threats are tried at the first ply
        checks: 1, 0..=1, 1;
        /// plies at which all quiet ways out of a threat are tried, and not the first alone
        evasions: 2, 0..=6, 1;
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Searches a node beyond the horizon, `beyond` plies from it.
    pub(super) fn quiescence<K: NodeKind>(
        &mut self,
        pos: &G,
        beyond: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<Score, S::Halt> {
        self.enter(pos, 0, alpha, beta)?;
        if K::PRINCIPAL {
            self.worker.begin_line(self.ply());
        }
        if let Some(score) = self.narrow(pos, &mut alpha, &mut beta)? {
            return Ok(score);
        }
        let (ply, in_check) = (self.ply(), pos.in_check());
        if ply >= MOST_PLIES {
            let score = Score::points(self.static_value(pos));
            return Ok(self.settle(score, Why::Leaf));
        }
        let key = Self::key(pos);
        let known = self.recall(pos, key);
        if !K::PRINCIPAL
            && let Some(known) = known
            && (known.bounds.lower >= beta || known.bounds.upper <= alpha)
        {
            let Bounds { lower, upper } = known.bounds;
            return Ok(self.settle(if lower >= beta { lower } else { upper }, Why::Table));
        }
        let numbers = self.recipe.quiescence();
        let (from, mut best, mut value) = (alpha, -Score::INF, 0);
        if !in_check {
            value = self.static_value(pos);
            let guess = Score::points(value);
            best = known.map_or(guess, |known| known.bounds.clamp(guess));
            self.watch.valued(ply, best);
            alpha = alpha.max(best);
            if alpha >= beta || numbers.is_none() {
                return Ok(self.settle(best, if alpha >= beta { Why::StandPat } else { Why::Leaf }));
            }
        }
        let hint = known.and_then(|known| known.hint);
        let noisy_hint = hint.is_some_and(|m| pos.is_noisy(m));
        let hint = hint.filter(|_| in_check || noisy_hint);
        let mut picker = if in_check {
            let rows = self.worker.rows(ply);
            Picker::all(&self.worker, hint, noisy_hint, [NO_MOVE; 3], rows)
        } else {
            Picker::noisy(&self.worker, hint, 0)
        };
        let delta = numbers.map_or(i32::MAX / 2, |numbers| Self::points(pos, numbers.delta));
        let all_ways_out = numbers.is_some_and(|numbers| (beyond as i32) < numbers.evasions);
        let (mut best_move, mut place) = (None, 0_usize);
        let mut threats = (beyond == 0 && !in_check && numbers.is_some_and(|numbers| numbers.checks == 1))
            .then(|| pos.checks());
        loop {
            let (m, noisy) = match picker.next(pos, &mut self.worker) {
                Some(picked) => picked,
                None => match threats.as_mut().and_then(Iterator::next) {
                    Some(m) if pos.exchange(m, 0) => (m, false),
                    Some(_) => continue,
                    None => break,
                },
            };
            let prefetched = self.prefetch(pos, m);
            if !best.is_loss() {
                if in_check && !noisy && !all_ways_out {
                    // One quiet way out has been found: the others are for the real search.
                    picker.skip_quiet();
                    self.watch.leaves_out(ply, None, Trick::Quiescence);
                    continue;
                }
                let reach = value.saturating_add(pos.gain(m)).saturating_add(delta);
                if !in_check && noisy && reach <= alpha.get() {
                    best = best.max(Score::points(reach));
                    self.watch.leaves_out(ply, Some(m), Trick::Quiescence);
                    continue;
                }
            }
            place += 1;
            let mut child = pos.clone();
            self.play(&mut child, m, prefetched);
            let score = -self.visit(pos, Step::Move(m), &child, |cx, child| {
                cx.quiescence::<K>(child, beyond + 1, -beta, -alpha)
            })?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if K::PRINCIPAL {
                        self.worker.put_line(ply, m);
                    }
                    if score >= beta {
                        self.watch.cutoff(ply, place - 1, m);
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.close(&mut self.worker);
        if in_check && place == 0 {
            return Ok(self.settle(pos.no_moves().to_root(ply), Why::Rules));
        }
        if best_move.is_none() && place == 0 {
            return Ok(self.settle(best, Why::Leaf));
        }
        self.watch.closed(ply, best);
        let bounds = Bounds {
            lower: if best > from { best } else { -Score::INF },
            upper: if best < beta { best } else { Score::INF },
        };
        self.record(pos, key, known, 0, bounds, best_move);
        Ok(best)
    }
}
