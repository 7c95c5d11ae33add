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
    /// 2 where the opponent's perspective counts besides that of the side to move ([`Notation::sets`](crate::Notation::sets)), else
    /// 1. Networks of layers learn faster what is true for either side if they see the board as both do.
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

/// How a side sees the board, of a game that keeps it as sets of cells: [`Notation::sets`](crate::Notation::sets).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The view, below [`Inputs::views`].
    pub view: u8,
    /// Whether rows are counted from the other end.
    pub over: bool,
    /// Whether columns are.
    pub across: bool,
    /// Whether the two halves of the contents are exchanged: own men and the opponent's.
    pub exchanged: bool,
}

impl Perspective {
    /// The sets as they are, in the only view.
    pub const PLAIN: Perspective = Perspective { view: 0, over: false, across: false, exchanged: false };
    /// The number of perspectives in a view.
    pub(crate) const OF_A_VIEW: usize = 8;

    /// All in so many views, in the order of their numbers.
    pub(crate) fn all(views: u8) -> impl Iterator<Item = Perspective> {
        let is = |number: usize, bit| number & bit != 0;
        (0..usize::from(views) * Self::OF_A_VIEW).map(move |number| Perspective {
            view: (number / Self::OF_A_VIEW) as u8,
            over: is(number, 1),
            across: is(number, 2),
            exchanged: is(number, 4),
        })
    }

    /// Its number among all.
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        let way = usize::from(self.over) + 2 * usize::from(self.across) + 4 * usize::from(self.exchanged);
        usize::from(self.view) * Self::OF_A_VIEW + way
    }
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

    /// The number of words that the board's sets take: see [`Notation::sets`](crate::Notation::sets).
    ///
    /// ```
    /// assert_eq!(secateur_games::Inputs::of(9, 9).words(), 4);
    /// ```
    pub const fn words(&self) -> usize {
        self.cells().div_ceil(64) * (self.contents as usize - 1)
    }

    /// Where each content of each cell is seen in a perspective. Both are numbered by the cell, times the contents but nothing, and
    /// the content, from 0.
    pub(crate) fn places(&self, perspective: Perspective) -> Vec<usize> {
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let contents = usize::from(self.contents) - 1;
        let at = |cell: usize, content: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let row = if perspective.over { rows - 1 - row } else { row };
            let column = if perspective.across { columns - 1 - column } else { column };
            let half = if perspective.exchanged { contents / 2 } else { 0 };
            (row * columns + column) * contents + (content + half) % contents
        };
        (0..self.cells()).flat_map(|cell| (0..contents).map(move |content| at(cell, content))).collect()
    }

    /// Writes what stands on each cell, as it is seen in this perspective, of a board that is kept as sets: see
    /// [`Notation::sets`](crate::Notation::sets).
    ///
    /// ```
    /// use secateur_games::{Inputs, Perspective};
    ///
    /// let (inputs, mut cells) = (Inputs::of(1, 3), [0; 3]);
    /// let sets = [0b001, 0b010];
    /// inputs.seen(&sets, Perspective::PLAIN, &mut cells);
    /// assert_eq!(cells, [1, 2, 0]);
    /// inputs.seen(&sets, Perspective { across: true, exchanged: true, ..Perspective::PLAIN }, &mut cells);
    /// assert_eq!(cells, [0, 1, 2]);
    /// ```
    pub fn seen(&self, sets: &[u64], perspective: Perspective, cells: &mut [u8]) {
        cells.fill(0);
        let contents = usize::from(self.contents) - 1;
        for (place, seen) in self.places(perspective).into_iter().enumerate() {
            let (cell, content) = (place / contents, place % contents);
            if sets[cell / 64 * contents + content] >> (cell % 64) & 1 == 1 {
                cells[seen / contents] = (seen % contents) as u8 + 1;
            }
        }
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
