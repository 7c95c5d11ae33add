use crate::engine::{
    Engine, Recipe,
    node::{Node, Off},
    numbers::numbers,
    picker::Picker,
};
use crate::{Bounds, Eval, Hints, Score, Step, Stop, Trick, Watch, Why};

numbers! {
    /// ProbCut: a shallow search far enough above the window predicts that the deep one will fail high.
    ///
    /// Only noisy moves are tried, since they are what raises a value so far. The margin needed depends on how
    /// well shallow values predict deep ones, and so on the game.
    ///
    /// Source: M. Buro, *ProbCut: an effective selective extension of alpha-beta*, 1995; for chess,
    /// A. Jiang and M. Buro, *First experimental results of ProbCut applied to chess*, 2003.
    ProbCut {
        /// the margin above the window, in hundredths of a unit
        margin: 200, 80..=400, 10;
        /// the decrease of the margin for an improving side, in hundredths of a unit
        improving: 50, 0..=150, 10;
        /// plies that the shallow search saves
        saved: 4, 2..=6, 1;
        /// the shallowest node, in plies
        depth: 5, 3..=10, 1;
    }
}

impl ProbCut {
    /// The margin above the window, if the node is deep enough.
    #[inline(always)]
    pub(in crate::engine) fn margin(&self, depth: i32, improving: bool) -> Option<i32> {
        (depth >= self.depth).then(|| self.margin - if improving { self.improving } else { 0 })
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// The score of a node whose noise a shallow search puts far above the window; none if it does not.
    #[inline]
    pub(in crate::engine) fn try_probcut(
        &mut self,
        pos: &G,
        at: Node<G::Move>,
    ) -> Result<Option<Score>, S::Halt> {
        let Node { depth, estimate, beta, known, improving, cut, .. } = at;
        let Some(probcut) = self.recipe.probcut() else { return Ok(None) };
        let Some(margin) = probcut.margin(depth, improving) else { return Ok(None) };
        if beta.is_decisive() {
            return Ok(None);
        }
        let target = Score::points(beta.get() + Self::points(pos, margin));
        let shallow = depth - probcut.saved;
        let doubtful = known.is_some_and(|k| k.depth >= shallow && k.bounds.upper < target);
        if doubtful {
            return Ok(None);
        }
        let hint = known.and_then(|k| k.hint).filter(|&m| pos.is_noisy(m));
        let mut picker = Picker::noisy(&self.worker, hint, target.get() - estimate);
        while let Some((m, _)) = picker.next(pos, &mut self.worker) {
            let prefetched = self.prefetch(pos, m);
            let mut child = pos.clone();
            self.play(&mut child, m, prefetched);
            self.watch.tries(self.path.ply(), Trick::ProbCut);
            let score = -self.visit(pos, Step::Move(m), &child, |cx, child| {
                let calm = cx.quiescence::<Off>(child, 0, -target, (-target).next())?;
                if -calm < target {
                    return Ok(calm);
                }
                cx.watch.tries(cx.path.ply(), Trick::ProbCut);
                cx.search::<Off>(child, shallow, -target, (-target).next(), !cut)
            })?;
            if score >= target {
                picker.close(&mut self.worker);
                let key = Self::key(pos);
                self.record(pos, key, known, shallow + 1, Bounds::at_least(score), Some(m));
                return Ok(Some(self.settle(score, Why::ProbCut)));
            }
        }
        picker.close(&mut self.worker);
        Ok(None)
    }
}
