//! Gomoku: five in a row, on boards of up to 19 by 19 cells.
//!
//! `X` and `O` fill cells in turn. By the free rule five in a row or more win; by the exact one just five. A full board is drawn. By
//! the free rule the first player wins on 15 by 15 cells (L. V. Allis, H. J. van den Herik and M. Huntjens, 1993).

use crate::by_code::by_code;
use crate::cells::letters;
use crate::forcing::Lines;
use crate::grid::{Marks, is_moves, salt, write_rows};
use crate::notation::played;
use crate::{Cells, Inputs, Notation, Symmetry, Unreadable};
use secateur::table::Zobrist;
use secateur::{Game, Hints, Keyed, Score};

mod fives;

use fives::Cellset;
pub use fives::Fives;

/// The most rows, and the most columns.
const LONGEST: usize = 19;
const CELLS: usize = LONGEST * LONGEST;
/// A key for each stone of either side, for `O` to move, and for the exact rule.
static KEYS: Zobrist<{ 2 * CELLS + 2 }> = Zobrist::new(5);

/// A position of Gomoku.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, gomoku::Gomoku};
///
/// let six = "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1";
/// assert_eq!(Gomoku::read(six).unwrap().outcome(), Some(Score::LOSS)); // for O, who is to move
/// assert_eq!(Gomoku::read(&format!("exact {six}")).unwrap().outcome(), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gomoku {
    mine: Cellset,
    theirs: Cellset,
    rows: u8,
    columns: u8,
    /// Whether more than five in a row do not win.
    exact: bool,
    /// Whether `O` is to move.
    second: bool,
    /// Whether the opponent has just completed a row.
    over: bool,
    key: u64,
}

impl Gomoku {
    /// The empty board of five to 19 rows and columns.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::gomoku::Gomoku;
    ///
    /// assert_eq!(Gomoku::new(15, 15, false).unwrap().moves().count(), 225);
    /// assert!(Gomoku::new(4, 15, false).is_none());
    /// ```
    pub fn new(rows: u32, columns: u32, exact: bool) -> Option<Gomoku> {
        let side = |n: u32| u8::try_from(n).ok().filter(|n| (5..=LONGEST as u8).contains(n));
        let (rows, columns, none) = (side(rows)?, side(columns)?, Cellset::default());
        Some(Gomoku { mine: none, theirs: none, rows, columns, exact, second: false, over: false, key: 0 })
    }

    /// All cells of a row.
    #[inline(always)]
    fn row(&self) -> u32 {
        (1 << self.columns) - 1
    }

    #[inline(always)]
    fn place(&self, cell: u16) -> (usize, u32) {
        (usize::from(cell) / usize::from(self.columns), u32::from(cell) % u32::from(self.columns))
    }

    #[inline(always)]
    fn is_empty(&self, cell: u16) -> bool {
        let (row, column) = self.place(cell);
        row < usize::from(self.rows) && (self.mine.0[row] | self.theirs.0[row]) >> column & 1 == 0
    }

    /// The cells of a set, row by row.
    #[inline(always)]
    fn each(&self, set: Cellset) -> impl Iterator<Item = u16> + use<> {
        let (mut left, mut row, rows, columns) = (set.0[0], 0, self.rows, u16::from(self.columns));
        std::iter::from_fn(move || {
            while left == 0 {
                row += 1;
                if row >= usize::from(rows) {
                    return None;
                }
                left = set.0[row];
            }
            let column = left.trailing_zeros() as u16;
            left &= left - 1;
            Some(row as u16 * columns + column)
        })
    }

    fn empty(&self) -> Cellset {
        Cellset(std::array::from_fn(|row| match row < usize::from(self.rows) {
            true => self.row() & !(self.mine.0[row] | self.theirs.0[row]),
            false => 0,
        }))
    }

    /// The empty cells within a step of a stone; the centre of an empty board.
    fn near(&self) -> Cellset {
        let stones: [u32; LONGEST] = std::array::from_fn(|row| self.mine.0[row] | self.theirs.0[row]);
        let wide = stones.map(|row| row | row << 1 | row >> 1);
        let row_of = |row: usize| wide.get(row).copied().unwrap_or(0);
        let empty = self.empty();
        Cellset(std::array::from_fn(|row| {
            empty.0[row] & (row_of(row.wrapping_sub(1)) | wide[row] | row_of(row + 1))
        }))
    }

    /// The cells that can be best: those that win at once, or else those that stop the opponent from doing so; none if all can.
    #[inline]
    fn urgent(&self) -> Option<Cellset> {
        let wins = self.completing_cells(true);
        if !wins.is_empty() {
            return Some(wins);
        }
        Some(self.completing_cells(false)).filter(|threats| !threats.is_empty())
    }

    /// These cells, those beside a stone first.
    #[inline]
    fn in_order(&self, set: Cellset) -> impl Iterator<Item = u16> + use<> {
        let near = self.near();
        self.each(set.and(near)).chain(self.each(set.less(near)))
    }

    fn hot(&self) -> Cellset {
        self.completing_cells(true).or(self.completing_cells(false))
    }

    fn mark(&self, row: usize, column: usize) -> Option<char> {
        let [x, o] = if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] };
        let on = |set: Cellset| set.0[row] >> column & 1 != 0;
        if on(x) { Some('X') } else { on(o).then_some('O') }
    }
}

impl Game for Gomoku {
    /// A cell, in reading order from 0.
    type Move = u16;

    /// Cells beside a stone first.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = u16> {
        self.in_order(self.empty())
    }

    #[inline]
    fn play(&mut self, cell: u16) {
        let (row, column) = self.place(cell);
        self.mine.0[row] |= 1 << column;
        self.key ^= KEYS.key(2 * (row * LONGEST + column as usize) + usize::from(self.second));
        (self.mine, self.theirs, self.second) = (self.theirs, self.mine, !self.second);
        self.over = self.has_five(&self.theirs, row.saturating_sub(4)..=row);
    }

    #[inline]
    fn outcome(&self) -> Option<Score> {
        self.over.then_some(Score::LOSS)
    }

    /// A full board is drawn.
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl Keyed for Gomoku {
    #[inline]
    fn key(&self) -> u64 {
        let rule = if self.exact { KEYS.key(2 * CELLS + 1) } else { 0 };
        let to_move = if self.second { KEYS.key(2 * CELLS) } else { 0 };
        self.key ^ rule ^ to_move ^ salt([self.rows, self.columns], [15, 15])
    }

    #[inline]
    fn encode(&self, cell: u16) -> u16 {
        cell
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u16> {
        Some(code).filter(|&cell| self.is_empty(cell))
    }
}

impl Lines for Gomoku {
    #[inline]
    fn completing(&self, own: bool) -> [Option<u16>; 2] {
        let mut cells = self.each(self.completing_cells(own));
        [cells.next(), cells.next()]
    }

    #[inline]
    fn building(&self) -> impl Iterator<Item = u16> {
        self.each(self.building_cells())
    }
}

impl Hints for Gomoku {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Cells that win at once, if there are any; or else, if the opponent would, the cells that stop that.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = u16> {
        self.in_order(self.urgent().unwrap_or_else(|| self.empty()))
    }

    /// Cells that complete a row for either side: wins and blocks.
    fn noisy(&self) -> impl Iterator<Item = u16> {
        self.each(self.hot())
    }

    fn is_noisy(&self, cell: u16) -> bool {
        let (row, column) = self.place(cell);
        self.hot().0[row] >> column & 1 != 0
    }

    fn quiet(&self) -> impl Iterator<Item = u16> {
        let quiet = if self.urgent().is_some() { Cellset::default() } else { self.empty() };
        self.in_order(quiet)
    }

    /// A stone more is hardly ever a drawback here, so that passing is a fair test of a position.
    fn null_move(&self) -> Option<Self> {
        Some(Gomoku { mine: self.theirs, theirs: self.mine, second: !self.second, ..*self })
    }

    /// Whether the opponent is about to complete a row.
    fn in_check(&self) -> bool {
        !self.completing_cells(false).is_empty()
    }

    /// The worth of the rows through the cell, to the side that takes it and to the other.
    #[inline]
    fn move_score(&self, cell: u16) -> i32 {
        let (row, column) = self.place(cell);
        self.worth_of_cell(&self.mine, &self.theirs, row, column)
            + self.worth_of_cell(&self.theirs, &self.mine, row, column)
    }

    by_code!(u16, 9);
}

impl Notation for Gomoku {
    type Knowledge = Fives;

    /// The board of 15 by 15, by the free rule.
    fn start() -> Self {
        Gomoku::new(15, 15, false).expect("225 cells")
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Gomoku::new(rows, columns, false)
    }

    /// The moves played, `h8`, or the rows from the top, then the side to move: `...../..X../..... O` and so on. By the exact
    /// rule if the word `exact` comes first.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let first = text.split_whitespace().next().unwrap_or_default();
        let exact = first.eq_ignore_ascii_case("exact");
        let text = if exact { &text.trim_start()[first.len()..] } else { text };
        if is_moves(text) {
            return played(Gomoku { exact: exact || start.exact, ..start }, text);
        }
        let (Marks { rows, columns, marks }, second) = Marks::read_with_side(text, ".XO", CELLS, ['X', 'O'])?;
        let Some(mut pos) = Gomoku::new(rows.into(), columns.into(), exact) else {
            return Err(Unreadable(format!(
                "a board of {rows}x{columns} is not possible, expected 5x5 to 19x19"
            )));
        };
        for side in [1, 2] {
            for (cell, _) in (0..).zip(&marks).filter(|&(_, &mark)| mark == side) {
                pos.play(cell);
                pos = pos.turned();
            }
            pos = pos.turned();
        }
        if second {
            pos = pos.turned();
        }
        pos.over = pos.has_five(&pos.theirs, 0..=LONGEST - 5);
        match pos.has_five(&pos.mine, 0..=LONGEST - 5) {
            true => Err(Unreadable(format!(
                "{} has won already, expected it to be the other side's turn",
                pos.side()
            ))),
            false => Ok(pos),
        }
    }

    fn text(&self) -> Option<String> {
        let [rows, columns] = [self.rows, self.columns].map(usize::from);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let board =
            write_rows(self.columns, cells.map(|(row, column)| self.mark(row, column).unwrap_or('.')));
        Some(format!("{}{board} {}", if self.exact { "exact " } else { "" }, self.side()))
    }

    /// A cell: the column's letter, then the row from the top, `h8`.
    fn write_move(&self, cell: u16) -> String {
        let (row, column) = self.place(cell);
        format!("{}{}", letters(column as u8), row + 1)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs { symmetry: Symmetry::Square, views: 2, ..Inputs::of(self.rows, self.columns) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        cells.fill(0);
        let sets = [self.mine, self.theirs];
        let colours = if self.second { [2, 1] } else { [1, 2] };
        for (set, content) in sets.into_iter().zip(colours) {
            for cell in self.each(set) {
                cells[usize::from(cell)] = content;
            }
        }
        usize::from(self.second)
    }

    fn cells(&self) -> Option<Cells> {
        Some(Cells::new(self.rows, self.columns, |row, column| self.mark(row.into(), column.into())))
    }
}

impl Gomoku {
    /// The same board with the turn passed to the opponent.
    fn turned(self) -> Gomoku {
        Gomoku { mine: self.theirs, theirs: self.mine, second: !self.second, ..self }
    }
}
