//! Rectangular boards of up to 11 by 11 cells: a set of cells is a `u128`, counted in reading order from the top left.

use crate::bits::Bits;
use crate::cells::letters;

/// The most rows, and the most columns.
pub(crate) const LONGEST: u8 = 11;
/// The most cells.
pub(crate) const CELLS: usize = LONGEST as usize * LONGEST as usize;

/// The size of a board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wide {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
}

impl Wide {
    /// A board of that size, if it has no more than 11 rows and columns, and one of each.
    pub(crate) fn new(rows: u32, columns: u32) -> Option<Wide> {
        let side = |n: u32| u8::try_from(n).ok().filter(|n| (1..=LONGEST).contains(n));
        Some(Wide { rows: side(rows)?, columns: side(columns)? })
    }

    #[inline(always)]
    pub(crate) fn size(self) -> u32 {
        u32::from(self.rows) * u32::from(self.columns)
    }

    /// All cells.
    #[inline(always)]
    pub(crate) fn cells(self) -> u128 {
        u128::MAX >> (128 - self.size())
    }

    /// The leftmost column, and perhaps cells below the board.
    #[inline(always)]
    pub(crate) fn left(self) -> u128 {
        u128::LEFT[usize::from(self.columns)]
    }

    /// The cell that a cell goes to if the board is turned upside down (bit 0), and left and right are swapped (bit 1).
    #[inline(always)]
    pub(crate) fn turn(self, cell: u8, turn: u8) -> u8 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let row = if turn & 1 != 0 { self.rows - 1 - row } else { row };
        let column = if turn & 2 != 0 { self.columns - 1 - column } else { column };
        row * self.columns + column
    }

    /// The name of a cell: its column's letter, then its row from the top.
    pub(crate) fn name(self, cell: u8) -> String {
        format!("{}{}", letters(cell % self.columns), cell / self.columns + 1)
    }
}
