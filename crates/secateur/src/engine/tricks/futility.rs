use crate::engine::numbers::numbers;

numbers! {
    /// Futility pruning: near the leaves a quiet move cannot make up for a static value far below the window.
    ///
    /// Source: J. Schaeffer, *Experiments in search and knowledge*, 1986; E. Heinz, *Extended futility
    /// pruning*, 1998.
    Futility {
        /// the margin at depth 0, in hundredths of a unit
        base: 130, 20..=300, 10;
        /// margin per ply of the depth that the move would get
        margin: 80, 30..=200, 5;
        /// the deepest move, in plies
        depth: 8, 2..=14, 1;
    }
}

impl Futility {
    /// The margin below the window, if the move is shallow enough.
    #[inline(always)]
    pub(in crate::engine) fn margin(&self, depth: i32) -> Option<i32> {
        (depth <= self.depth).then_some(self.base + self.margin * depth)
    }
}
