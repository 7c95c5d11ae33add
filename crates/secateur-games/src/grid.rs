//! Rectangular boards of up to 64 cells, or 128: the part common to the games played on them.
//!
//! A set of cells is a `u64`, or a `u128`; cells are counted in reading order from the top left:
//!
//! ```text
//!     a b c d
//!   1 0 1 2 3
//!   2 4 5 6 7
//! ```

use crate::bits::Bits;
use secateur::table::Zobrist;
use std::marker::PhantomData;
use std::ops::Range;

#[cfg(test)]
mod tests;
mod text;

pub(crate) use text::{Marks, clip, is_moves, number, write_rows};
pub use text::{Setup, SetupOn};

/// A board of up to 64 cells.
pub type Grid = Rectangle<u64>;

/// The size of a board, and the geometry that follows from it.
///
/// ```
/// use secateur_games::grid::Grid;
///
/// let grid = Grid::new(2, 4).unwrap();
/// assert_eq!(grid.neighbours(0b1), 0b0001_0010); // of the top left cell
/// assert_eq!(grid.name(6), "c2");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rectangle<B> {
    rows: u8,
    columns: u8,
    sets: PhantomData<B>,
}

/// The lowest `n` bits, `n` from 1 to as many as there are.
#[inline(always)]
pub(crate) fn low<B: Bits>(n: u32) -> B {
    !B::NONE >> (B::SIZE - n)
}

/// The cells of a set, in reading order.
///
/// ```
/// use secateur_games::grid::ones;
///
/// assert_eq!(ones(0b1010_0001_u64).collect::<Vec<u8>>(), [0, 5, 7]);
/// ```
#[inline(always)]
pub fn ones<B: Bits>(mut set: B) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.lowest() as u8;
        (set != B::NONE).then(|| {
            set = set & (set - B::ONE);
            cell
        })
    })
}

/// A key for these words: equal words, equal keys; other words, other keys but for rare collisions.
///
/// ```
/// use secateur_games::grid::hash;
///
/// assert_eq!(hash([1, 2]), hash([1, 2]));
/// assert_ne!(hash([1, 2]), hash([2, 1])); // the order counts
/// ```
#[inline(always)]
pub fn hash<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0, |hash, word| Zobrist::<1>::new(hash ^ word).key(0))
}

/// A key for these sets, as [`hash`] makes it of their words.
#[inline(always)]
pub(crate) fn digest<B: Bits, const N: usize>(sets: [B; N]) -> u64 {
    sets.into_iter().flat_map(B::words).fold(0, |digest, word| hash([digest ^ word]))
}

/// A number that keeps the keys of different games on boards apart: these numbers below 256 name the game. The usual game
/// of a kind, `usual`, has 0.
///
/// ```
/// use secateur_games::grid::{hash, salt};
///
/// // Four in a line on six rows and seven columns, where three in a line on three by three is usual.
/// assert_eq!(salt([3, 3, 3], [3, 3, 3]), 0);
/// assert_ne!(hash([1]) ^ salt([6, 7, 4], [3, 3, 3]), hash([1]));
/// ```
#[inline(always)]
pub const fn salt<const N: usize>(game: [u8; N], usual: [u8; N]) -> u64 {
    let (mut name, mut i) = (0, 0);
    while i < N {
        name = name << 8 | (game[i] ^ usual[i]) as u64;
        i += 1;
    }
    name.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<B: Bits> Rectangle<B> {
    /// A board of that size, if it has at least one cell and no more than a set has bits.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert!(Grid::new(8, 8).is_some());
    /// assert!(Grid::new(8, 9).is_none() && Grid::new(0, 5).is_none());
    /// ```
    pub const fn new(rows: u8, columns: u8) -> Option<Self> {
        let cells = rows as u32 * columns as u32;
        if cells >= 1 && cells <= B::SIZE {
            Some(Rectangle { rows, columns, sets: PhantomData })
        } else {
            None
        }
    }

    /// A board of these columns and rows, as [`Notation::sized`](crate::Notation::sized) has them.
    pub(crate) fn sized(columns: u32, rows: u32) -> Option<Self> {
        Self::new(u8::try_from(rows).ok()?, u8::try_from(columns).ok()?)
    }

    /// The number of rows.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let grid = Grid::new(2, 4).unwrap();
    /// assert_eq!((grid.rows(), grid.columns()), (2, 4));
    /// ```
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of columns.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let grid = Grid::read_size("2x4").unwrap();
    /// assert_eq!(grid.columns(), 4);
    /// ```
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of cells.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 4).unwrap().size(), 8);
    /// ```
    #[inline(always)]
    pub const fn size(self) -> u32 {
        self.rows as u32 * self.columns as u32
    }

    /// All cells.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 4).unwrap().cells(), 0b1111_1111);
    /// ```
    #[inline(always)]
    pub fn cells(self) -> B {
        low(self.size())
    }

    /// The leftmost column.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 4).unwrap().left(), 0b0001_0001);
    /// ```
    #[inline(always)]
    pub fn left(self) -> B {
        B::LEFT[usize::from(self.columns)] & self.cells()
    }

    /// The cells of a chessboard that have the colour of the top left one.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 4).unwrap().checkered(), 0b1010_0101);
    /// ```
    pub fn checkered(self) -> B {
        ones(self.cells())
            .filter(|c| (c / self.columns + c % self.columns).is_multiple_of(2))
            .fold(B::NONE, |s, c| s | B::ONE << c.into())
    }

    /// The set moved one column to the right; what leaves the board is lost.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// // The first cell becomes the second; the last of the first row is lost.
    /// assert_eq!(Grid::new(2, 4).unwrap().east(0b0000_1001), 0b0000_0010);
    /// ```
    #[inline(always)]
    pub fn east(self, set: B) -> B {
        set << 1 & self.cells() & !self.left()
    }

    /// The set moved one column to the left.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// // The second cell becomes the first; the first of the second row is lost.
    /// assert_eq!(Grid::new(2, 4).unwrap().west(0b0001_0010), 0b0000_0001);
    /// ```
    #[inline(always)]
    pub fn west(self, set: B) -> B {
        (set & !self.left()) >> 1
    }

    /// The set moved one row down.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 4).unwrap().south(0b1000_0001), 0b0001_0000);
    /// ```
    #[inline(always)]
    pub fn south(self, set: B) -> B {
        set.raised(self.columns.into()) & self.cells()
    }

    /// The set moved one row up.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 4).unwrap().north(0b0001_1000), 0b0000_0001);
    /// ```
    #[inline(always)]
    pub fn north(self, set: B) -> B {
        set.lowered(self.columns.into())
    }

    /// The cells that share an edge with one of the set.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let grid = Grid::new(3, 3).unwrap();
    /// assert_eq!(grid.neighbours(0b000_010_000), 0b010_101_010); // of the centre
    /// ```
    #[inline(always)]
    pub fn neighbours(self, set: B) -> B {
        self.east(set) | self.west(set) | self.south(set) | self.north(set)
    }

    /// The board's symmetries, numbered: eight for a square, four for any other rectangle. Odd ones turn
    /// it upside down, those with bit 1 set swap left and right, those from 4 on swap rows and columns first.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(3, 3).unwrap().turns(), 0..8);
    /// assert_eq!(Grid::new(2, 4).unwrap().turns(), 0..4);
    /// ```
    #[inline(always)]
    pub const fn turns(self) -> Range<u8> {
        0..if self.rows == self.columns { 8 } else { 4 }
    }

    /// The cell that a cell goes to under a symmetry.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let grid = Grid::new(3, 3).unwrap();
    /// let images: Vec<u8> = grid.turns().map(|turn| grid.turn(1, turn)).collect();
    /// assert_eq!(images, [1, 7, 1, 7, 3, 3, 5, 5]); // the middle of each edge
    /// ```
    #[inline(always)]
    pub const fn turn(self, cell: u8, turn: u8) -> u8 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let (row, column) = if turn & 4 != 0 { (column, row) } else { (row, column) };
        self.flip(row, column, turn)
    }

    /// The cell that goes to `cell` under a symmetry.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let grid = Grid::new(3, 3).unwrap();
    /// assert!(grid.turns().all(|turn| grid.turn_back(grid.turn(1, turn), turn) == 1));
    /// ```
    #[inline(always)]
    pub const fn turn_back(self, cell: u8, turn: u8) -> u8 {
        let cell = self.flip(cell / self.columns, cell % self.columns, turn);
        if turn & 4 != 0 { cell % self.columns * self.columns + cell / self.columns } else { cell }
    }

    #[inline(always)]
    const fn flip(self, row: u8, column: u8, turn: u8) -> u8 {
        let row = if turn & 1 != 0 { self.rows - 1 - row } else { row };
        let column = if turn & 2 != 0 { self.columns - 1 - column } else { column };
        row * self.columns + column
    }

    /// The least of the images of some sets under the symmetries `turns` (0..4, 4..8 or 0..8), and the
    /// first symmetry that leads there.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let grid = Grid::new(3, 3).unwrap();
    /// assert_eq!(grid.fold([1 << 8], grid.turns()), ([1], 3)); // half a turn
    /// assert_eq!(grid.fold([1 << 2], grid.turns()), ([1], 2)); // left and right swapped
    /// ```
    #[inline]
    pub fn fold<const N: usize>(self, sets: [B; N], turns: Range<u8>) -> ([B; N], u8) {
        let mut least = ([!B::NONE; N], 0);
        for turn in turns.step_by(4) {
            let plain = if turn == 4 { sets.map(|s| self.transposed(s)) } else { sets };
            let upset = plain.map(|s| self.upside_down(s));
            let images = [plain, upset, upset.map(|s| self.reversed(s)), plain.map(|s| self.reversed(s))];
            for (i, image) in images.into_iter().enumerate() {
                if image < least.0 {
                    least = (image, turn + i as u8);
                }
            }
        }
        least
    }

    /// A square board seen across: the set under symmetry 7, which lays the left column into the lowest row.
    #[inline(always)]
    pub(crate) fn across(self, set: B) -> B {
        self.reversed(self.transposed(set))
    }

    #[inline(always)]
    pub(crate) fn upside_down(self, set: B) -> B {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        (0..rows).fold(B::NONE, |out, row| {
            out | (set >> (row * columns) & low(columns)) << ((rows - 1 - row) * columns)
        })
    }

    /// Left and right swapped.
    #[inline(always)]
    pub(crate) fn mirrored(self, set: B) -> B {
        self.reversed(self.upside_down(set))
    }

    /// Turned by 180 degrees: reading order backwards.
    #[inline(always)]
    pub(crate) fn reversed(self, set: B) -> B {
        set.backwards() >> (B::SIZE - self.size())
    }

    /// Rows and columns swapped, on a square board: each diagonal moves as a whole.
    #[inline(always)]
    pub(crate) fn transposed(self, set: B) -> B {
        let n = u32::from(self.rows);
        let diagonal = B::LEFT[usize::from(self.rows) + 1];
        (1..n).fold(set & diagonal & self.cells(), |out, k| {
            let (part, step) = (diagonal & low((n - k) * (n + 1)), k * (n - 1));
            out | (set & part << k) << step | (set & part << (k * n)) >> step
        })
    }
}
