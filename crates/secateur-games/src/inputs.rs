//! What a learned evaluation sees of a position: a number for what stands on each cell, and how the board may be turned.

use crate::bits::Bits;

/// The board as learned evaluations see it: [`Notation::inputs`](crate::Notation::inputs).
///
/// ```
/// use secateur_games::{Inputs, Notation, Symmetry, breakthrough::Breakthrough};
///
/// let pos = Breakthrough::sized(3, 4).unwrap();
/// let inputs = pos.inputs().unwrap();
/// assert_eq!(inputs, Inputs { contents: 3, symmetry: Symmetry::Columns, ..Inputs::of(4, 3) });
/// let mut cells = vec![0; inputs.cells()];
/// pos.contents(&mut cells);
/// assert_eq!(cells, [2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]); // 1 for whoever is to move, who goes up the board
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// The number of things that can stand on a cell, from 2 to 32; nothing is one of them, with the number 0.
    pub contents: u8,
    /// The number of views, each with weights of its own: 2 where it counts whose turn it is beyond what the contents tell,
    /// more where something on the board changes what all else is worth, as the king's place does in chess; else 1.
    pub views: u8,
    /// 2 where the game also tells how the opponent sees the board ([`Notation::facing`](crate::Notation::facing)), else 1.
    pub sides: u8,
    /// The ways to turn the board that change no value.
    pub symmetry: Symmetry,
    /// The greatest margin, in points of [`Score`](secateur::Score), of games that count points; 1 for all others.
    pub margin: u16,
}

/// The ways to turn a board that change no value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// None.
    Plain,
    /// Left and right can be swapped.
    Columns,
    /// The board can be turned by half a turn.
    HalfTurn,
    /// Left and right can be swapped, and top and bottom.
    Rectangle,
    /// All eight of a square, or those of the rectangle on boards that are none.
    Square,
}

impl Inputs {
    /// A board of this size on which nothing, the side to move and the opponent can stand, in one view.
    pub const fn of(rows: u8, columns: u8) -> Inputs {
        Inputs { rows, columns, contents: 3, views: 1, sides: 1, symmetry: Symmetry::Plain, margin: 1 }
    }

    /// The number of cells.
    ///
    /// ```
    /// assert_eq!(secateur_games::Inputs::of(6, 7).cells(), 42);
    /// ```
    pub const fn cells(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Where each cell goes, for every way to turn the board that changes no value; the first of them leaves it as it is.
    ///
    /// ```
    /// use secateur_games::{Inputs, Symmetry};
    ///
    /// let inputs = Inputs { symmetry: Symmetry::HalfTurn, ..Inputs::of(1, 3) };
    /// assert_eq!(inputs.turns(), [[0, 1, 2], [2, 1, 0]]);
    /// let square = Inputs { symmetry: Symmetry::Square, ..Inputs::of(3, 3) };
    /// assert_eq!((square.turns().len(), &square.turns()[4]), (8, &vec![0, 3, 6, 1, 4, 7, 2, 5, 8]));
    /// ```
    pub fn turns(&self) -> Vec<Vec<u16>> {
        let (rows, columns) = (u16::from(self.rows), u16::from(self.columns));
        // Whether rows are counted from the other end, columns are, and both are exchanged.
        let ways: &[[bool; 3]] = match self.symmetry {
            Symmetry::Plain => &WAYS[..1],
            Symmetry::Columns => &[WAYS[0], WAYS[1]],
            Symmetry::HalfTurn => &[WAYS[0], WAYS[3]],
            Symmetry::Square if rows == columns => &WAYS,
            Symmetry::Rectangle | Symmetry::Square => &WAYS[..4],
        };
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let turn = |[over, across, aslant]: [bool; 3]| {
            let to = move |(row, column)| {
                let row = if over { rows - 1 - row } else { row };
                let column = if across { columns - 1 - column } else { column };
                if aslant { column * columns + row } else { row * columns + column }
            };
            cells().map(to).collect()
        };
        ways.iter().map(|&way| turn(way)).collect()
    }
}

const WAYS: [[bool; 3]; 8] = {
    let mut ways = [[false; 3]; 8];
    let mut way = 0;
    while way < 8 {
        ways[way] = [way & 2 != 0, way & 1 != 0, way & 4 != 0];
        way += 1;
    }
    ways
};

/// Writes what stands on each cell: 1 on the cells of the first set, 2 on those of the second, and so on, and 0 on all others.
/// Sets count cells in reading order.
///
/// ```
/// let mut cells = [7; 4];
/// secateur_games::paint(&mut cells, [0b0001_u64, 0b1010]);
/// assert_eq!(cells, [1, 2, 0, 2]);
/// ```
#[inline(always)]
pub fn paint<B: Bits, const N: usize>(cells: &mut [u8], sets: [B; N]) {
    cells.fill(0);
    for (mut set, content) in sets.into_iter().zip(1..) {
        while set != B::NONE {
            cells[set.lowest() as usize] = content;
            set = set & (set - B::ONE);
        }
    }
}
