use crate::engine::{
    Engine, Recipe,
    node::{Node, Off},
    numbers::numbers,
};
use crate::{Eval, Hints, Score, Step, Stop, Trick, Watch, Why};

numbers! {
    /// Null move: if even passing refutes, some move will. Tried where the static value makes that likely;
    /// verified by a search without null moves where the depth is large, since zugzwang costs most there.
    ///
    /// Source: C. Donninger, *Null move and deep search*, 1993; adaptive: E. Heinz, 1999; verified:
    /// O. David Tabibi and N. Netanyahu, 2002.
    NullMove {
        /// plies saved in any case, the null move's own included
        base: 4, 2..=6, 1;
        /// plies of depth for each further ply saved
        divisor: 4, 2..=8, 1;
        /// hundredths of a unit above the window for each further ply saved
        margin: 150, 50..=500, 10;
        /// the most plies saved for that margin
        most: 3, 0..=6, 1;
        /// the margin of the static value above the window at depth 0, in hundredths of a unit
        above: 120, 0..=300, 10;
        /// the decrease of that margin per ply of depth
        relief: 20, 0..=60, 5;
        /// the shallowest node, in plies
        depth: 3, 1..=6, 1;
        /// from this depth on a cut is verified
        verified_from: 13, 6..=40, 1;
        /// the quarters of the plies left during which no other null move is tried while one is verified
        barred: 3, 1..=4, 1;
    }
}

impl NullMove {
    /// The plies by which the search after a null move is shallower, for a static value `above` hundredths of a
    /// unit above the window.
    #[inline(always)]
    pub(in crate::engine) fn reduction(&self, depth: i32, above: i32) -> i32 {
        self.base + depth / self.divisor + (above / self.margin).clamp(0, self.most)
    }
}

impl<G: Hints, E: Eval<G>, R: Recipe, W: Watch<G>, S: Stop> Engine<G, E, R, W, S> {
    /// The score of a node that a null move refutes; none if it does not.
    #[inline]
    pub(in crate::engine) fn try_null(
        &mut self,
        pos: &G,
        value: i32,
        at: Node<G::Move>,
    ) -> Result<Option<Score>, S::Halt> {
        let Node { depth, estimate, beta, cut, .. } = at;
        let Some(null) = self.recipe.null_move() else { return Ok(None) };
        let ply = self.ply();
        let barred = depth < null.depth
            || value < beta.get()
            || estimate + Self::points(pos, null.relief * depth - null.above) < beta.get()
            || beta.is_decisive()
            || ply < self.worker.no_null_before
            || self.worker.above(ply, 1).row == 0
            || ply == 0;
        if barred {
            return Ok(None);
        }
        let Some(passed) = pos.null_move() else { return Ok(None) };
        self.table.fetch(Self::key(&passed));
        let above = (value - beta.get()) * 100 / pos.constants().unit;
        let rest = depth - null.reduction(depth, above);
        self.watch.tries(ply, Trick::NullMove);
        let score = -self.visit(pos, Step::Null, &passed, |cx, child| {
            cx.search::<Off>(child, rest, -beta, (-beta).next(), !cut)
        })?;
        if score < beta {
            return Ok(None);
        }
        // A win that rests on a null move is not proven, so it is not passed on as one.
        let score = if score.is_decisive() { beta } else { score };
        if depth < null.verified_from || self.worker.no_null_before > 0 {
            return Ok(Some(self.settle(score, Why::Null)));
        }
        self.worker.no_null_before = ply + (null.barred * rest.max(0)) as u32 / 4 + 1;
        self.watch.tries(ply, Trick::NullMove);
        let real = self.search_again(pos, rest, beta, false)?;
        self.worker.no_null_before = 0;
        Ok((real >= beta).then_some(score))
    }
}
