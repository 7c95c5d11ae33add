use crate::engine::numbers::numbers;

numbers! {
    /// Razoring: where the static value lies hopelessly below the window close to the leaves, quiescence
    /// search decides alone.
    ///
    /// Source: J. Birmingham and P. Kent, *Tree-searching and tree-pruning techniques*, 1977.
    Razoring {
        /// the margin at depth 0, in hundredths of a unit
        base: 220, 50..=600, 20;
        /// the growth of the margin, by the square of the depth
        growth: 170, 20..=600, 20;
        /// the deepest node, in plies
        depth: 4, 1..=8, 1;
    }
}

impl Razoring {
    /// The margin below the window at which a node is hopeless, if it is shallow enough.
    #[inline(always)]
    pub(in crate::engine) fn margin(&self, depth: i32) -> Option<i32> {
        (depth <= self.depth).then_some(self.base + self.growth * depth * depth)
    }
}
