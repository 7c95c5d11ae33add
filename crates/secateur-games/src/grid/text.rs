//! Boards as text: read with the exact place of an error, written, and drawn.

use super::Grid;
use crate::cells::letters;
use crate::{Cells, Unreadable};

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
pub struct Setup {
    /// The size.
    pub grid: Grid,
    /// The cells of `X` and of `O`; none if just a size was given.
    pub stones: Option<[u64; 2]>,
    /// Whether the second of the sides is to move.
    pub second: bool,
}

impl Grid {
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
    pub fn write(self, [x, o]: [u64; 2]) -> String {
        let mut out = String::new();
        for cell in 0..self.size() as u8 {
            if cell > 0 && cell % self.columns == 0 {
                out.push('/');
            }
            out.push(glyph(x, o, cell));
        }
        out
    }

    /// The board as a drawing, with the names of columns and rows.
    ///
    /// ```
    /// use secateur_games::grid::Grid;
    ///
    /// let cells = Grid::new(2, 3).unwrap().draw([0b010_001, 0b000_010]);
    /// assert_eq!(cells.to_string(), "   a b c\n 1 X O .\n 2 . X .");
    /// ```
    pub fn draw(self, [x, o]: [u64; 2]) -> Cells {
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
    pub fn read_size(text: &str) -> Result<Grid, Unreadable> {
        let size = text.split_once('x').and_then(|(r, c)| Some((number(r)?, number(c)?)));
        let Some((rows, columns)) = size else {
            return Err(Unreadable(format!(
                "'{}' is not a size, expected rows and columns such as 4x5",
                clip(text)
            )));
        };
        match (u8::try_from(rows), u8::try_from(columns)) {
            (Ok(r), Ok(c)) if Grid::new(r, c).is_some() => Ok(Grid { rows: r, columns: c }),
            _ => Err(Unreadable(format!(
                "a board of {rows}x{columns} is not possible, expected 1 to 64 cells"
            ))),
        }
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
    pub fn read_rows(text: &str) -> Result<(Grid, [u64; 2]), Unreadable> {
        let first = text.split('/').next().unwrap_or_default().chars().count();
        let (mut sets, mut cell, mut rows) = ([0u64; 2], 0, 0);
        for row in text.split('/') {
            rows += 1;
            let wide = row.chars().count();
            if let Some((i, c)) = row.chars().enumerate().find(|(_, c)| !"XO.xo".contains(*c)) {
                let (c, column) = (c.escape_debug(), i + 1);
                return Err(Unreadable(format!(
                    "found '{c}' in row {rows}, column {column}, expected X, O or ."
                )));
            }
            if wide != first || wide == 0 {
                let expected =
                    if first == 0 { "at least one".into() } else { format!("{first} as in row 1") };
                return Err(Unreadable(format!("row {rows} has {wide} cells, expected {expected}")));
            }
            for c in row.chars() {
                if cell == 64 {
                    return Err(Unreadable(format!("row {rows} goes beyond 64 cells, expected at most 64")));
                }
                sets[0] |= u64::from(c.eq_ignore_ascii_case(&'x')) << cell;
                sets[1] |= u64::from(c.eq_ignore_ascii_case(&'o')) << cell;
                cell += 1;
            }
        }
        // At most 64 cells, so at most 64 rows and columns.
        Ok((Grid { rows, columns: first as u8 }, sets))
    }
}

impl Setup {
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
    pub fn read(text: &str, sides: [char; 2]) -> Result<Setup, Unreadable> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let by_size = board.starts_with(|c: char| c.is_ascii_digit());
        let (grid, stones) = if by_size {
            (Grid::read_size(board)?, None)
        } else {
            let (grid, stones) = Grid::read_rows(board)?;
            (grid, Some(stones))
        };
        let [a, b] = sides;
        let second = match words.next() {
            Some(word) if word.eq_ignore_ascii_case(a.encode_utf8(&mut [0; 4])) => false,
            Some(word) if word.eq_ignore_ascii_case(b.encode_utf8(&mut [0; 4])) => true,
            Some(word) => {
                let word = clip(word);
                return Err(Unreadable(format!(
                    "'{word}' after the board is no side to move, expected {a} or {b}"
                )));
            }
            None if by_size => false,
            None => {
                return Err(Unreadable(format!(
                    "the text ends after the board, expected {a} or {b} to move"
                )));
            }
        };
        match words.next() {
            Some(word) => {
                Err(Unreadable(format!("found '{}' after the side to move, expected the end", clip(word))))
            }
            None => Ok(Setup { grid, stones, second }),
        }
    }
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

fn glyph(x: u64, o: u64, cell: u8) -> char {
    match (x >> cell & 1, o >> cell & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    }
}
