use crate::engine::numbers::numbers;

numbers! {
    /// Internal iterative reduction: a node about which the table knows no move is searched a ply less deep
    /// now; the move found will lead the deeper search that comes later.
    ///
    /// Source: E. Schröder, *Internal iterative reductions*, 2022, in place of internal iterative deepening
    /// (J. Scott, 1969).
    InternalReduction {
        /// the shallowest node, in plies
        depth: 4, 2..=10, 1;
    }
}
