use crate::engine::{Engine, Recipe, node::Node, numbers::numbers};
use crate::{Bounds, Eval, Hints, Score, Stop, Trick, Watch, Why};

numbers! {
    /// Multi-ProbCut: a shallow search whose value lies so far outside the window that the deep one's will, too.
    ///
    /// The distance is given by a regression that was fitted to the game and its evaluation
    /// ([`Regressions`](crate::Regressions)). Without one this does nothing, nor where shallow values predict little.
    ///
    /// Source: M. Buro, *Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello*,
    /// 1997.
    MultiProbCut {
        /// the margin beyond the window, in hundredths of the regression's spread
        confidence: 130, 0..=400, 10;
        /// the margin of the static value beyond the window for a search to be worth it, in hundredths of the spread
        hope: 100, -200..=300, 10;
        /// the least part of the values' variance that a regression must explain, in per cent
        fit: 80, 0..=100, 5;
        /// the shallowest node, in plies
        depth: 8, 2..=20, 1;
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// The bound of the window beyond which a shallow search puts the node's value; none if none does.
    #[inline]
    pub(in crate::engine) fn try_multi_probcut(
        &mut self,
        pos: &G,
        at: Node<G::Move>,
    ) -> Result<Option<Score>, S::Halt> {
        let Some(numbers) = self.recipe.multi_probcut() else { return Ok(None) };
        let Node { depth, alpha, beta, estimate, known, cut, .. } = at;
        let left = pos.plies_left();
        // A search to the end of the game finds values, where shallower ones guess.
        let to_the_end = left.is_some_and(|left| depth as u32 >= left);
        if depth < numbers.depth || to_the_end || alpha.is_decisive() || beta.is_decisive() {
            return Ok(None);
        }
        let regression = self.eval.regressions().and_then(|fitted| fitted.get(left, depth as u32));
        let Some(regression) = regression.filter(|f| f.fit * 100.0 >= numbers.fit as f32) else {
            return Ok(None);
        };
        // A static value on one side of the window leaves hope for that side only.
        let high = Score::points(estimate) >= beta;
        let (bound, side) = if high { (beta, 1.0) } else { (alpha, -1.0) };
        let beyond = side * (estimate - bound.get()) as f32;
        if beyond * 100.0 < numbers.hope as f32 * regression.spread {
            return Ok(None);
        }
        let spreads = side * numbers.confidence as f32 / 100.0;
        let Some(limit) = regression.shallow_for(bound.get(), spreads).map(Score::points) else {
            return Ok(None);
        };
        let above = if high { limit } else { limit + 1 };
        self.watch.tries(self.path.ply(), Trick::MultiProbCut);
        let score = self.search_again(pos, regression.shallow as i32, above, cut)?;
        if high != (score >= above) {
            return Ok(None);
        }
        let bounds = if high { Bounds::at_least(bound) } else { Bounds::at_most(bound) };
        self.record(pos, Self::key(pos), known, depth, bounds, known.and_then(|known| known.hint));
        Ok(Some(self.settle(bound, Why::MultiProbCut)))
    }
}
