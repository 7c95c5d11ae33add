//! A square, as a move.

use std::fmt;

/// The square of a move, 0 for a1 to 63 for h8 in reading order, or [`Square::PASS`].
///
/// ```
/// use secateur_games::othello::Square;
///
/// assert_eq!(Square::new(37).unwrap().to_string(), "f5");
/// assert_eq!(Square::PASS.to_string(), "pass");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The turn goes to the opponent, because there is no other move.
    pub const PASS: Square = Square(64);

    /// The move of that number: a square below 64, the pass at 64.
    #[inline(always)]
    pub const fn new(index: u8) -> Option<Square> {
        if index <= 64 { Some(Square(index)) } else { None }
    }

    /// The lowest square of a board; the pass if the board is empty.
    #[inline(always)]
    pub(super) const fn lowest(board: u64) -> Square {
        Square(board.trailing_zeros() as u8)
    }

    /// The number of the square, or 64.
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The square as a board; none for the pass.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }

    /// Reads `f5` or `F5`; or a pass, written `pass`, `pa`, `ps` or `--`.
    ///
    /// ```
    /// use secateur_games::othello::Square;
    ///
    /// assert_eq!(Square::read("h8").unwrap().index(), 63);
    /// assert_eq!(Square::read("PA"), Some(Square::PASS));
    /// assert_eq!(Square::read("i1"), None);
    /// ```
    pub fn read(text: &str) -> Option<Square> {
        if ["pass", "pa", "ps", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Some(Square::PASS);
        }
        let &[column, row] = text.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        (column < 8 && row < 8).then(|| Square(8 * row + column))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Square::PASS {
            return f.write_str("pass");
        }
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), 1 + self.0 / 8)
    }
}
