//! One move of a node: steps 10 to 13.

use super::histories::Rows;
use super::node::{MoveInfo, Node, NodeKind, Off, Principal};
use super::picker::Picker;
use super::tricks::Late;
use super::{Engine, Recipe};
use crate::{Eval, Hints, Score, Step, Stop, Trick, Watch};
use std::cell::LazyCell;

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// Step 10: the moves of a node, in the order in which they are tried.
    #[inline(always)]
    pub(super) fn pick(&mut self, hint: Option<G::Move>, noisy_hint: bool, rows: Rows) -> Picker<G::Move> {
        let [first, second] = self.worker.at(self.ply()).killers;
        let counter = self.worker.counts.counter(rows[0]);
        Picker::all(&self.worker, hint, noisy_hint, [first, second, counter], rows)
    }

    /// Collects what is known of a move before it is searched.
    #[inline(always)]
    pub(super) fn consider(
        &self,
        pos: &G,
        (m, noisy): (G::Move, bool),
        place: i32,
        depth: i32,
        picker: &Picker<G::Move>,
        rows: &Rows,
    ) -> MoveInfo<G::Move> {
        let counts = &self.worker.counts;
        let history = if noisy { counts.noisy(pos, m) } else { counts.quiet(pos, m, rows) };
        let reduced = self.recipe.reductions().is_some_and(|reductions| depth >= reductions.depth);
        let reduction_1024ths = if reduced { self.worker.plies.get(depth, place, noisy) } else { 0 };
        let refutation = !noisy && picker.is_refutation(m);
        MoveInfo { m, place, noisy, refutation, history, reduction_1024ths }
    }

    /// Step 11: the trick by which a move is pruned, not being worth a search. Once all quiet moves from here on would be,
    /// or all but threats, the picker is told to leave them out.
    #[inline(always)]
    pub(super) fn prune<T: Fn(G::Move) -> bool>(
        &mut self,
        pos: &G,
        at: Node<G::Move>,
        info: MoveInfo<G::Move>,
        picker: &mut Picker<G::Move>,
        threatens: &LazyCell<T, impl FnOnce() -> T>,
    ) -> Option<Trick> {
        let Node { depth, improving, .. } = at;
        let MoveInfo { m, noisy, .. } = info;
        let late = (depth - info.reduction_1024ths / 1024).max(1);
        if !noisy {
            let late_moves = self.recipe.late_moves().filter(|lm| lm.enough(depth, info.place, improving));
            if let Some(late_moves) = late_moves {
                if picker.tries_harmless() {
                    self.watch.leaves_out(self.path.ply(), None, Trick::LateMoves);
                }
                if late_moves.threats == 1 { picker.skip_harmless() } else { picker.skip_quiet() }
            }
            let futile = !at.in_check
                && self
                    .recipe
                    .futility()
                    .and_then(|futility| futility.margin(late))
                    .is_some_and(|margin| at.estimate + Self::points(pos, margin) <= at.alpha.get());
            let failed = self.recipe.history_pruning().is_some_and(|hp| hp.is_hopeless(late, info.history));
            if (futile || failed) && !threatens(m) {
                return Some(if futile { Trick::Futility } else { Trick::HistoryPruning });
            }
        }
        let exchanges = self.recipe.exchanges().filter(|exchanges| depth <= exchanges.depth)?;
        let loses = |least: i32| !pos.exchange(m, Self::points(pos, least));
        let (as_noisy, as_quiet) = (exchanges.least_noisy(depth), exchanges.least_quiet(late));
        if noisy {
            return loses(as_noisy).then_some(Trick::Exchanges);
        }
        // A quiet move that makes a threat may lose as much as a noisy one. Most moves lose nothing, and need
        // not be asked.
        (loses(as_quiet.max(as_noisy)) && loses(if threatens(m) { as_noisy } else { as_quiet }))
            .then_some(Trick::Exchanges)
    }

    /// Step 12: the plies by which a move that makes a threat is extended.
    #[inline(always)]
    pub(super) fn extend_check(&self, pos: &G, depth: i32, m: G::Move) -> i32 {
        let extends = self.recipe.check_extension().is_some_and(|check| check.applies(depth));
        i32::from(extends && pos.exchange(m, 0))
    }

    /// Step 13: the search of a child: reduced, through a null window, in full.
    #[inline(always)]
    pub(super) fn search_child<K: NodeKind>(
        &mut self,
        pos: &G,
        child: &G,
        at: Node<G::Move>,
        info: MoveInfo<G::Move>,
        extension: i32,
        best: Score,
    ) -> Result<Score, S::Halt> {
        let Node { alpha, beta, cut, .. } = at;
        let MoveInfo { m, place, .. } = info;
        let next = at.depth - 1 + extension;
        let (open, null) = ((alpha, beta), (alpha, alpha.next()));
        let mut step = Step::Move(m);
        if K::PRINCIPAL && place == 1 {
            return self.go::<Principal>(pos, step, child, next, open, false);
        }
        // (The window of a node off the principal variation is null already.)
        let reductions =
            self.recipe.reductions().filter(|reductions| place > 1 && at.depth >= reductions.depth);
        let (mut deep, mut reduced) = (next, next);
        if let Some(reductions) = reductions {
            let late = Late {
                principal: K::PRINCIPAL,
                root: self.is_root::<K>(),
                cut,
                improving: at.improving,
                noisy: info.noisy,
                noisy_hint: at.noisy_hint,
                checks: child.in_check(),
                refutation: info.refutation,
                cutoffs: self.worker.at(self.ply() + 1).cutoffs > reductions.few_cutoffs as u32,
                history: info.history,
            };
            reduced =
                (next - reductions.of(info.reduction_1024ths, late) / 1024).clamp(1, next.max(1)).min(next);
        }
        if reduced < next {
            self.watch.tries(self.path.ply(), Trick::Reductions);
        }
        let mut score = self.go::<Off>(pos, step, child, reduced, null, reduced < next || !cut)?;
        if score > alpha && reduced < next {
            if let Some(numbers) = reductions {
                let (deeper, shallower) = (
                    Self::points(pos, numbers.deeper) + numbers.deeper_growth * next,
                    Self::points(pos, numbers.shallower),
                );
                deep += i32::from(score > best + deeper) - i32::from(score < best + shallower);
            }
            if reduced < deep {
                step = Step::Again(m);
                score = self.go::<Off>(pos, step, child, deep, null, !cut)?;
            }
        }
        if K::PRINCIPAL && score > alpha {
            score = self.go::<Principal>(pos, Step::Again(m), child, next, open, false)?;
        }
        Ok(score)
    }

    /// Goes down to a child and back, with this window as the side to move here sees it.
    #[inline(always)]
    fn go<K: NodeKind>(
        &mut self,
        pos: &G,
        step: Step<G::Move>,
        child: &G,
        depth: i32,
        (alpha, beta): (Score, Score),
        cut: bool,
    ) -> Result<Score, S::Halt> {
        let answer =
            self.visit(pos, step, child, |cx, child| cx.search::<K>(child, depth, -beta, -alpha, cut))?;
        Ok(-answer)
    }
}
