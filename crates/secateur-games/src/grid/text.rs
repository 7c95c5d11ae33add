//! Boards as text: read with the exact place of an error, written, and drawn.

use super::Rectangle;
use crate::bits::Bits;
use crate::cells::letters;
use crate::{Cells, Unreadable};
use std::marker::PhantomData;

/// A board of up to 64 cells read from text, and the side to move.
pub type Setup = SetupOn<u64>;

/// A board read from text, and the side to move.
///
/// ```
/// use secateur_games::grid::{Grid, Setup};
///
/// let setup = Setup::read("XO./.X. O", ['X', 'O']).unwrap();
/// assert_eq!(setup.grid, Grid::new(2, 3).unwrap());
/// assert_eq!(setup.stones, Some([0b010_001, 0b000_010]));
/// assert!(setup.second);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SetupOn<B> {
    /// The size.
    pub grid: Rectangle<B>,
    /// The cells of `X` and of `O`; none if just a size was given.
    pub stones: Option<[B; 2]>,
    /// Whether the second of the sides is to move.
    pub second: bool,
}

impl<B: Bits> Rectangle<B> {
    /// The name of a cell: its column's letter, then its row from the top.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 30).unwrap().name(56), "aa2");
    /// ```
    pub fn name(self, cell: u8) -> String {
        format!("{}{}", letters(cell % self.columns), cell / self.columns + 1)
    }

    /// The rows of a board, with `/` between.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::new(2, 3).unwrap().write([0b010_001, 0b000_010]), "XO./.X.");
    /// ```
    pub fn write(self, [x, o]: [B; 2]) -> String {
        write_rows(self.columns, (0..self.size() as u8).map(|cell| glyph(x, o, cell)))
    }

    /// The board as a drawing, with the names of columns and rows.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let cells = Grid::new(2, 3).unwrap().draw([0b010_001, 0b000_010]);
    /// assert_eq!(cells.to_string(), "   a b c\n 1 X O .\n 2 . X .");
    /// ```
    pub fn draw(self, [x, o]: [B; 2]) -> Cells {
        let mark = |row, column| Some(glyph(x, o, row * self.columns + column)).filter(|&c| c != '.');
        Cells::new(self.rows, self.columns, mark)
    }

    /// Reads a size, rows first: `4x5`.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// assert_eq!(Grid::read_size("4x5").unwrap(), Grid::new(4, 5).unwrap());
    /// let large = Grid::read_size("9x9").unwrap_err();
    /// assert_eq!(large.to_string(), "a board of 9x9 is not possible, expected 1 to 64 cells");
    /// ```
    pub fn read_size(text: &str) -> Result<Self, Unreadable> {
        let size = text.split_once('x').and_then(|(r, c)| Some((number(r)?, number(c)?)));
        let Some((rows, columns)) = size else {
            return Err(Unreadable(format!(
                "'{}' is not a size, expected rows and columns such as 4x5",
                clip(text)
            )));
        };
        Self::sized(columns.into(), rows.into()).ok_or_else(|| {
            let most = B::SIZE;
            Unreadable(format!("a board of {rows}x{columns} is not possible, expected 1 to {most} cells"))
        })
    }

    /// Reads the rows of a board, `XO./...`: the size, the cells of `X` and those of `O`.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let (grid, [x, o]) = Grid::read_rows("XO./.X.").unwrap();
    /// assert_eq!((grid.size(), x, o), (6, 0b010_001, 0b000_010));
    /// let uneven = Grid::read_rows("XO./X").unwrap_err();
    /// assert_eq!(uneven.to_string(), "row 2 has 1 cells, expected 3 as in row 1");
    /// ```
    pub fn read_rows(text: &str) -> Result<(Self, [B; 2]), Unreadable> {
        let Marks { rows, columns, marks } = Marks::read(text, ".XO", B::SIZE as usize)?;
        let set = |mark: u8| {
            let cells = (0..).zip(&marks).filter(|&(_, &m)| m == mark);
            cells.fold(B::NONE, |set, (cell, _)| set | B::ONE << cell)
        };
        let sets = [set(1), set(2)];
        Ok((Rectangle { rows, columns, sets: PhantomData }, sets))
    }
}

/// A board of any size read from text: what stands on its cells.
pub(crate) struct Marks {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    /// For each cell in reading order, the place of what stands there in the list of marks.
    pub(crate) marks: Vec<u8>,
}

impl Marks {
    /// Reads the rows of a board of at most `most` cells. The first of the marks stands on empty cells.
    pub(crate) fn read(text: &str, known: &str, most: usize) -> Result<Marks, Unreadable> {
        let first = text.split('/').next().unwrap_or_default().chars().count();
        let (mut marks, mut rows) = (Vec::new(), 0);
        for row in text.split('/') {
            rows += 1;
            let place = |c: char| known.chars().position(|mark| mark.eq_ignore_ascii_case(&c));
            if let Some((i, c)) = row.chars().enumerate().find(|&(_, c)| place(c).is_none()) {
                let (c, column, expected) = (c.escape_debug(), i + 1, listed(known));
                return Err(Unreadable(format!(
                    "found '{c}' in row {rows}, column {column}, expected {expected}"
                )));
            }
            let wide = row.chars().count();
            if wide != first || wide == 0 {
                let expected =
                    if first == 0 { "at least one".into() } else { format!("{first} as in row 1") };
                return Err(Unreadable(format!("row {rows} has {wide} cells, expected {expected}")));
            }
            marks.extend(row.chars().filter_map(place).map(|place| place as u8));
            if marks.len() > most {
                return Err(Unreadable(format!(
                    "row {rows} goes beyond {most} cells, expected at most {most}"
                )));
            }
        }
        let side =
            |n: usize| u8::try_from(n).map_err(|_| Unreadable(format!("a side of {n} cells is too long")));
        Ok(Marks { rows: side(rows)?, columns: side(first)?, marks })
    }

    /// Reads rows, then the side to move: the second of the sides if true.
    pub(crate) fn read_with_side(
        text: &str,
        known: &str,
        most: usize,
        sides: [char; 2],
    ) -> Result<(Marks, bool), Unreadable> {
        let mut words = text.split_whitespace();
        let board = Marks::read(words.next().unwrap_or_default(), known, most)?;
        Ok((board, read_side(words, sides, None)?))
    }
}

/// `X, O or .`: the marks of a board, the one of empty cells last.
fn listed(known: &str) -> String {
    let mut marks = known.chars();
    let empty = marks.next().unwrap_or('.');
    let names: Vec<String> = marks.map(String::from).collect();
    format!("{} or {empty}", names.join(", "))
}

/// Reads the side to move, which may be left out if there is a usual one, and sees that nothing follows.
fn read_side<'a>(
    mut words: impl Iterator<Item = &'a str>,
    sides: [char; 2],
    usual: Option<bool>,
) -> Result<bool, Unreadable> {
    let [a, b] = sides;
    let is = |word: &str, side: char| word.eq_ignore_ascii_case(side.encode_utf8(&mut [0; 4]));
    let second = match words.next() {
        Some(word) if is(word, a) => false,
        Some(word) if is(word, b) => true,
        Some(word) => {
            let word = clip(word);
            return Err(Unreadable(format!(
                "'{word}' after the board is no side to move, expected {a} or {b}"
            )));
        }
        None => usual.ok_or_else(|| {
            Unreadable(format!("the text ends after the board, expected {a} or {b} to move"))
        })?,
    };
    match words.next() {
        Some(word) => {
            Err(Unreadable(format!("found '{}' after the side to move, expected the end", clip(word))))
        }
        None => Ok(second),
    }
}

impl<B: Bits> SetupOn<B> {
    /// Reads a size or rows, then the side to move, which may be left out after a size.
    ///
    /// ```
    /// use secateur_games::grid::Setup;
    ///
    /// let empty = Setup::read("2x3", ['V', 'H']).unwrap();
    /// assert_eq!((empty.stones, empty.second), (None, false));
    /// let open = Setup::read(".../...", ['V', 'H']).unwrap_err();
    /// assert_eq!(open.to_string(), "the text ends after the board, expected V or H to move");
    /// ```
    pub fn read(text: &str, sides: [char; 2]) -> Result<Self, Unreadable> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let by_size = board.starts_with(|c: char| c.is_ascii_digit());
        let (grid, stones) = if by_size {
            (Rectangle::read_size(board)?, None)
        } else {
            let (grid, stones) = Rectangle::read_rows(board)?;
            (grid, Some(stones))
        };
        Ok(SetupOn { grid, stones, second: read_side(words, sides, by_size.then_some(false))? })
    }
}

/// The rows of a board from its marks in reading order, with `/` between.
pub(crate) fn write_rows(columns: u8, marks: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    for (cell, mark) in marks.enumerate() {
        if cell > 0 && cell % usize::from(columns) == 0 {
            out.push('/');
        }
        out.push(mark);
    }
    out
}

/// Whether a text is made of moves such as `b2b3`, if of any, and not of a board's rows or size.
pub(crate) fn is_moves(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.is_empty()
        || word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.contains(|c: char| c.is_ascii_digit())
}

/// A word of the input, fit to be shown within a sentence.
pub(crate) fn clip(word: &str) -> String {
    let end = word.char_indices().nth(20).map_or(word.len(), |(end, _)| end);
    format!("{}{}", word[..end].escape_debug(), if end < word.len() { "..." } else { "" })
}

/// A plain number of at most four digits.
pub(crate) fn number(text: &str) -> Option<u16> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

fn glyph<B: Bits>(x: B, o: B, cell: u8) -> char {
    match [x, o].map(|set| set >> cell.into() & B::ONE != B::NONE) {
        [true, _] => 'X',
        [_, true] => 'O',
        _ => '.',
    }
}
