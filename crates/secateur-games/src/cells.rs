//! A drawing as data, for games on a rectangular board.

use serde::Serialize;
use std::fmt;

/// A position on a rectangle of cells: the marks on the cells, and the names of its rows and columns.
///
/// [`Display`](fmt::Display) draws it for a terminal; other drawings can be made from the same data.
///
/// ```
/// use secateur_games::Cells;
///
/// let cells = Cells::new(2, 3, |row, column| (row == column).then_some('X')).numbered_from_below();
/// assert_eq!(cells.to_string(), "   a b c\n 2 X . .\n 1 . X .");
/// assert_eq!(cells.at(1, 1), Some('X'));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cells {
    /// The names of the rows, from the top; empty where they have none.
    pub rows: Vec<String>,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The mark on each cell, row by row from the top: a letter or sign, or none on empty cells.
    pub marks: Vec<Option<char>>,
}

impl Cells {
    /// A board of `rows` rows and `columns` columns, with the marks that `mark` returns for a row, from 0 at the top, and
    /// a column, from 0 on the left. Rows are named `1`, `2` and so on from the top, columns `a` to `z`, then `aa`.
    ///
    /// ```
    /// use secateur_games::Cells;
    ///
    /// let cells = Cells::new(1, 30, |_, column| (column > 27).then_some('O'));
    /// assert_eq!((cells.columns[29].as_str(), cells.at(0, 29)), ("ad", Some('O')));
    /// ```
    pub fn new(rows: u8, columns: u8, mark: impl Fn(u8, u8) -> Option<char>) -> Cells {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Cells {
            rows: (0..rows).map(|row| (u32::from(row) + 1).to_string()).collect(),
            columns: (0..columns).map(letters).collect(),
            marks: cells.map(|(row, column)| mark(row, column)).collect(),
        }
    }

    /// The same cells with the lowest row as row `1`.
    ///
    /// ```
    /// use secateur_games::Cells;
    ///
    /// assert_eq!(Cells::new(3, 1, |_, _| None).numbered_from_below().rows, ["3", "2", "1"]);
    /// ```
    pub fn numbered_from_below(mut self) -> Cells {
        self.rows = (1..=self.rows.len()).rev().map(|row| row.to_string()).collect();
        self
    }

    /// The mark in a row, from 0 at the top, and a column, from 0 on the left; none beyond the edge, too.
    ///
    /// ```
    /// use secateur_games::Cells;
    ///
    /// let cells = Cells::new(2, 2, |row, column| (row > column).then_some('O'));
    /// assert_eq!((cells.at(1, 0), cells.at(0, 1), cells.at(0, 2)), (Some('O'), None, None));
    /// ```
    pub fn at(&self, row: usize, column: usize) -> Option<char> {
        let inside = column < self.columns.len();
        let place = row * self.columns.len() + column;
        self.marks.get(place).copied().flatten().filter(|_| inside)
    }

    /// The rows from the top, each with its name and its marks, empty cells as `.`: a space before each of them, and
    /// more where columns are wider than a character.
    pub(crate) fn lines(&self, wide: usize) -> impl Iterator<Item = (&str, String)> {
        let line = move |row: &[Option<char>]| {
            row.iter().map(|mark| format!(" {:>wide$}", mark.unwrap_or('.'))).collect::<String>()
        };
        let marks = self.marks.chunks(self.columns.len().max(1));
        self.rows.iter().map(String::as_str).zip(marks.map(line))
    }
}

/// The names of columns above, those of rows on the left, empty cells as `.`.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = |names: &[String]| names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let (high, wide) = (longest(&self.rows).max(2), longest(&self.columns));
        write!(f, "{:high$}", "")?;
        self.columns.iter().try_for_each(|name| write!(f, " {name:>wide$}"))?;
        self.lines(wide).try_for_each(|(name, marks)| write!(f, "\n{name:>high$}{marks}"))
    }
}

/// `a` to `z`, then `aa`, `ab` and so on.
pub(crate) fn letters(column: u8) -> String {
    let letter = char::from(b'a' + column % 26);
    if column < 26 { letter.into() } else { format!("{}{letter}", char::from(b'a' + column / 26 - 1)) }
}
