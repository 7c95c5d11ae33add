use crate::engine::numbers::numbers;

numbers! {
    /// Exchange pruning: moves that lose too much at once for the depth left.
    ///
    /// Source: D. Hyatt and others, on exchange values in Crafty; as pruning in the main search known from
    /// Toga and Stockfish on.
    Exchanges {
        /// the loss allowed to a quiet move, by the square of the depth it would get, in hundredths of a unit
        quiet: 24, 5..=80, 2;
        /// the loss allowed to a noisy move per ply of depth, in hundredths of a unit
        noisy: 95, 20..=200, 5;
        /// the deepest node, in plies
        depth: 14, 2..=14, 1;
    }
}

impl Exchanges {
    /// The least that a noisy move of a node of this depth must bring, in hundredths of a unit.
    #[inline(always)]
    pub(in crate::engine) fn least_noisy(&self, depth: i32) -> i32 {
        -self.noisy * depth
    }

    /// The least that a quiet move must bring if it would be searched to this depth.
    #[inline(always)]
    pub(in crate::engine) fn least_quiet(&self, late: i32) -> i32 {
        -self.quiet * late * late
    }
}
