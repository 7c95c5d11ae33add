use crate::engine::numbers::numbers;

numbers! {
    /// Check extension: a move that makes a threat which must be answered, and loses nothing, is searched a
    /// ply deeper. The answers are few, and what was threatened lies behind them.
    ///
    /// Source: D. Levy, D. Broughton and M. Taylor, *The SEX algorithm in computer chess*, 1989.
    CheckExtension {
        /// the shallowest node, in plies
        depth: 1, 1..=12, 1;
        /// the deepest node, in plies
        most: 4, 1..=60, 2;
    }
}

impl CheckExtension {
    /// Whether nodes of this depth are extended.
    #[inline(always)]
    pub(in crate::engine) fn applies(&self, depth: i32) -> bool {
        (self.depth..=self.most).contains(&depth)
    }
}
