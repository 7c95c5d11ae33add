use crate::engine::numbers::numbers;

numbers! {
    /// Late-move pruning: once enough moves have failed in a shallow node, the quiet ones left are skipped.
    ///
    /// Source: known as move-count pruning from Fruit and Stockfish on; T. Romstad, *An introduction to late
    /// move reductions*, 2006, gives the grounds.
    LateMoves {
        /// the number of moves tried in any case
        base: 8, 1..=10, 1;
        /// the growth of that number, in hundredths, by the square of the depth
        growth: 125, 20..=200, 5;
        /// the deepest node, in plies
        depth: 8, 2..=14, 1;
        /// whether the quiet moves that make a threat and lose nothing are tried all the same
        threats: 1, 0..=1, 1;
    }
}

impl LateMoves {
    /// Whether quiet moves are skipped after `tried` moves.
    #[inline(always)]
    pub(in crate::engine) fn enough(&self, depth: i32, tried: i32, improving: bool) -> bool {
        let all = self.base + self.growth * depth * depth / 100;
        depth <= self.depth && tried >= if improving { all } else { all / 2 + 1 }
    }
}
