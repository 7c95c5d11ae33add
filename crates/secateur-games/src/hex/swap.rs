//! The rule of the swap, which makes Hex fair: the second player may take over the first stone.

use super::{Hex, Stones};
use crate::Unreadable;

/// The move that takes over the first stone: no cell.
pub(super) const SWAP: u8 = 127;

/// The word for the rule, in front of a position, and for the move.
pub(super) const WORD: &str = "swap";

/// Takes the word for the rule off a text, if it comes first.
pub(super) fn rule(text: &str) -> (bool, &str) {
    let text = text.trim_start();
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.eq_ignore_ascii_case(WORD) { (true, &text[WORD.len()..]) } else { (false, text) }
}

impl Hex {
    /// The same position where the second move may be the swap: the first stone then becomes one of `O`, on the cell that
    /// mirrors it in the long diagonal, which is worth to `O` what it was worth to `X`, and `X` is to move. None on a board that
    /// is no square, or once the second move has been made.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, hex::Hex};
    ///
    /// let pos = Hex::new(3, 3).unwrap().with_swap().unwrap();
    /// let pos = Hex::read_from(pos, "c1").unwrap();
    /// let swapped = pos.child(pos.read_move("swap").unwrap());
    /// assert_eq!(swapped.write(), ".../.../O.. X");
    /// assert!(Hex::new(3, 4).unwrap().with_swap().is_none());
    /// ```
    pub fn with_swap(self) -> Option<Hex> {
        let [x, o] = self.stones().map(u128::count_ones);
        let is_open = o == 0 && x == u32::from(self.second);
        (self.board.rows == self.board.columns && is_open).then_some(Hex { swap: true, ..self })
    }

    pub(super) fn read_with_swap(self) -> Result<Hex, Unreadable> {
        let expected = "expected an empty square board, or one with a stone of X and O to move";
        self.with_swap().ok_or_else(|| Unreadable(format!("there is no swap here, {expected}")))
    }

    /// The swap as a set, if it is a move now.
    #[inline(always)]
    pub(super) fn swap_now(&self) -> u128 {
        u128::from(self.swap && self.second) << SWAP
    }

    /// Takes over the first stone.
    #[cold]
    pub(super) fn take_over(&mut self) {
        let cell = self.theirs.all.trailing_zeros() as u8;
        let mirrored = cell % self.board.columns * self.board.columns + cell / self.board.columns;
        (self.theirs, self.keys) = (Stones::default(), [0; 2]);
        self.put(mirrored);
    }
}
