use crate::engine::numbers::numbers;

numbers! {
    /// Exchange pruning: moves that lose too much at once for the depth left.
    ///
    /// Source: D. Hyatt and others, on exchange values in Crafty; as pruning in the main search known from
    /// Toga and Stockfish on.
    Exchanges {
        /// what a quiet move may lose, by the square of the depth it would get, in hundredths of a unit
        quiet: 24, 5..=80, 2;
        /// what a noisy move may lose a ply of depth
        noisy: 95, 20..=200, 5;
        /// the deepest node, in plies
        depth: 9, 2..=14, 1;
    }
}

impl Exchanges {
    /// The least that a move must bring, in hundredths of a unit, if the node is shallow enough.
    #[inline(always)]
    pub(in crate::engine) fn least(&self, depth: i32, late: i32, noisy: bool) -> Option<i32> {
        let least = if noisy { -self.noisy * depth } else { -self.quiet * late * late };
        (depth <= self.depth).then_some(least)
    }
}
