//! The result of a node's moves: steps 14 to 16.

use super::node::{MoveInfo, Node, NodeKind};
use super::{Engine, Recipe};
use crate::{Bounds, Eval, Hints, Score, Stop, Watch, Why};

/// The results of a node's moves so far.
#[derive(Copy, Clone)]
pub(super) struct Tally<M> {
    /// The window's lower end before any move.
    from: Score,
    /// The best score; minus infinity before the first.
    pub(super) best: Score,
    /// The move that raised it above the window's lower end.
    best_move: Option<M>,
    /// Whether that move is noisy.
    best_is_noisy: bool,
    /// The number of moves so far, pruned ones included.
    pub(super) place: i32,
    /// The index at which this node's moves begin among those tried on the path.
    tried: usize,
}

impl<M> Tally<M> {
    #[inline(always)]
    pub(super) fn new(from: Score, tried: usize) -> Self {
        Tally { from, best: -Score::INF, best_move: None, best_is_noisy: false, place: 0, tried }
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Step 14: takes in the score of a move, and tells whether it refutes the node.
    #[inline(always)]
    pub(super) fn weigh<K: NodeKind>(
        &mut self,
        MoveInfo { m, noisy, .. }: MoveInfo<G::Move>,
        score: Score,
        at: &mut Node<G::Move>,
        tally: &mut Tally<G::Move>,
    ) -> bool {
        if score > tally.best {
            tally.best = score;
            if score > at.alpha {
                (tally.best_move, tally.best_is_noisy) = (Some(m), noisy);
                if K::PRINCIPAL {
                    self.worker.put_line(self.ply(), m);
                }
                if self.is_root::<K>() {
                    self.root_moves.raise(m, score, self.worker.line());
                }
                if score >= at.beta {
                    self.watch.cutoff(self.ply(), tally.place as usize - 1, m);
                    return true;
                }
                at.alpha = score;
            }
        }
        if Some(m) != tally.best_move {
            self.worker.tried.push((m, noisy));
        }
        false
    }

    /// Step 15: the score of a node without moves: what the rules say; or that no other move comes near the window,
    /// if `one_left_out`.
    #[inline(always)]
    pub(super) fn end_without_moves(&mut self, pos: &G, one_left_out: bool, alpha: Score) -> Score {
        if one_left_out {
            self.watch.closed(self.ply(), alpha);
            return alpha;
        }
        self.settle(pos.no_moves().to_root(self.ply()), Why::Rules)
    }

    /// Step 16: learns from the node, and stores it. `again`: with a move left out, nothing is stored.
    #[inline(always)]
    pub(super) fn conclude<K: NodeKind>(
        &mut self,
        pos: &G,
        key: u64,
        hint: Option<G::Move>,
        again: bool,
        at: Node<G::Move>,
        tally: Tally<G::Move>,
    ) -> Score {
        let Tally { from, best, best_move, best_is_noisy, tried, .. } = tally;
        if let Some(m) = best_move
            && best >= at.beta
        {
            self.worker.at(self.ply()).cutoffs += 1;
            self.learn(pos, at.depth, (m, best_is_noisy), tried);
        }
        self.worker.tried.truncate(tried);
        self.watch.closed(self.ply(), best);
        if again {
            return best;
        }
        if best_move.is_none() {
            self.learn_from_fail_low(at.depth);
        }
        let bounds = Bounds {
            lower: if best > from { best } else { -Score::INF },
            upper: if best < at.beta { best } else { Score::INF },
        };
        if let Some(correction) = self.recipe.correction()
            && !at.in_check
            && !best_is_noisy
            && !best.is_decisive()
            && bounds.clamp(Score::points(at.estimate)).get() != at.estimate
        {
            self.worker.corrections.learn(pos, best.get() - at.estimate, at.depth, &correction);
        }
        if !self.is_root::<K>() || self.root_moves.finds_the_value() {
            self.record(pos, key, at.known, at.depth, bounds, best_move.or(hint));
        }
        best
    }

    /// No move came up to the window: a quiet move that led here was a good one.
    fn learn_from_fail_low(&mut self, depth: i32) {
        let Some(histories) = self.recipe.histories() else { return };
        let Some(before) = self.ply().checked_sub(1) else { return };
        let made = *self.worker.at(before);
        if let Some(from_to) = made.quiet {
            let rows = self.worker.rows(before);
            let bonus = histories.bonus(depth) * histories.fail_low / 100;
            self.worker.counts.nudge_made(from_to, made.row - 1, &rows, bonus);
        }
    }

    /// A move refuted the node: from now on it and similar moves come earlier, those tried before it later.
    fn learn(&mut self, pos: &G, depth: i32, (m, noisy): (G::Move, bool), tried: usize) {
        let ply = self.ply();
        let Some(histories) = self.recipe.histories() else { return };
        let (bonus, malus) = (histories.bonus(depth), -histories.malus(depth));
        let rows = self.worker.rows(ply);
        if !noisy {
            let code = pos.encode(m);
            let killers = &mut self.worker.at(ply).killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
            self.worker.counts.set_counter(rows[0], code);
            self.worker.counts.nudge_quiet(pos, m, &rows, bonus);
        } else {
            self.worker.counts.nudge_noisy(pos, m, bonus);
        }
        for n in tried..self.worker.tried.len() {
            let (other, other_is_noisy) = self.worker.tried[n];
            if other_is_noisy {
                self.worker.counts.nudge_noisy(pos, other, malus);
            } else if !noisy {
                self.worker.counts.nudge_quiet(pos, other, &rows, malus);
            }
        }
    }
}
