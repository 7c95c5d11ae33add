use crate::engine::numbers::numbers;

numbers! {
    /// Reverse futility pruning: a static value so far above the window that no quiet reply will bring it
    /// down within the depth left. A null move without the search.
    ///
    /// Source: known as static null-move pruning; E. Heinz, *Extended futility pruning*, 1998, is its mirror
    /// image.
    ReverseFutility {
        /// margin per ply, in hundredths of a unit
        margin: 75, 30..=200, 5;
        /// the decrease of the margin for an improving side, in hundredths of a unit
        improving: 105, 0..=200, 5;
        /// the divisor of the value's surplus above the window, for the answer
        surplus: 3, 1..=8, 1;
        /// the deepest node, in plies
        depth: 8, 1..=14, 1;
    }
}

impl ReverseFutility {
    /// The margin above the window at which a node is safe, if it is shallow enough.
    #[inline(always)]
    pub(in crate::engine) fn margin(&self, depth: i32, improving: bool) -> Option<i32> {
        (depth <= self.depth)
            .then(|| (self.margin * depth - if improving { self.improving } else { 0 }).max(20))
    }
}
