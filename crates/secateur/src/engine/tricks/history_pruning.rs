use crate::engine::numbers::numbers;

numbers! {
    /// History pruning: quiet moves that have failed again and again are not tried once more.
    ///
    /// Source: known from Glaurung (T. Romstad, 2007); with continuation histories from Stockfish on.
    HistoryPruning {
        /// the history that counts as bad, below zero, per ply of the depth that the move would get
        margin: 3600, 1000..=8000, 200;
        /// the deepest move, in plies
        depth: 5, 1..=10, 1;
    }
}

impl HistoryPruning {
    /// Whether a quiet move's history is bad enough.
    #[inline(always)]
    pub(in crate::engine) fn is_hopeless(&self, depth: i32, history: i32) -> bool {
        depth <= self.depth && history < -self.margin * depth
    }
}
