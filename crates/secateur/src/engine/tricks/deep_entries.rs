use crate::engine::numbers::numbers;

numbers! {
    /// Deep entries: what the table knows from a much deeper search outlives a bound found by a shallower one; an exact
    /// value replaces it.
    ///
    /// Source: replacement by depth, D. Breuker, J. Uiterwijk and J. van den Herik, *Replacement schemes for
    /// transposition tables*, 1994; with a tolerance known from Stockfish.
    DeepEntries {
        /// the plies by which an entry may be deeper and still be replaced
        plies: 3, 0..=10, 1;
    }
}
