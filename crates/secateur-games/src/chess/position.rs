use cozy_chess::Board;

/// A position of chess.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
}

impl Chess {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }
}
