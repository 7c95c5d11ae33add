//! The cells that a move is made of, in the order in which one would click them.

use secateur_games::Cells;
use secateur_session::Session;

/// The cells of a move: those that its text names, or else those that it changes. None where there is no telling.
pub(crate) fn path(session: &mut dyn Session, cells: &Cells, text: &str) -> Vec<usize> {
    let named = named(cells, text);
    if !named.is_empty() {
        return named;
    }
    if session.play(text).is_err() {
        return Vec::new();
    }
    let after = session.cells();
    session.undo();
    let changed = changed(cells, after.as_ref());
    // A move that changes much, as by capturing, is none that a click could tell.
    if changed.len() == 1 { changed } else { Vec::new() }
}

/// The cells whose marks differ, but for marks of where one may play.
pub(crate) fn changed(before: &Cells, after: Option<&Cells>) -> Vec<usize> {
    let stone = |mark: Option<char>| mark.filter(|&mark| mark != '+');
    let differ = |after: &Cells, cell: usize| stone(before.marks[cell]) != stone(after.marks[cell]);
    let after = after.filter(|after| after.marks.len() == before.marks.len());
    after.map_or_else(Vec::new, |after| (0..before.marks.len()).filter(|&cell| differ(after, cell)).collect())
}

/// The cells that a text names: by column and row, or by number where columns have no names.
fn named(cells: &Cells, text: &str) -> Vec<usize> {
    let by_number = cells.columns.iter().all(String::is_empty);
    let (mut found, mut letters, mut rest) = (Vec::new(), String::new(), text);
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            let part_of_name = first.is_ascii_lowercase();
            if part_of_name {
                letters.push(first)
            } else {
                letters.clear()
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let cell =
            if by_number { numbered(cells, &rest[..digits]) } else { at(cells, &letters, &rest[..digits]) };
        found.extend(cell);
        letters.clear();
        rest = &rest[digits..];
    }
    found
}

/// The cell of a row and of the column that these letters end with, the longest name first.
fn at(cells: &Cells, letters: &str, row: &str) -> Option<usize> {
    let row = cells.rows.iter().position(|name| name == row)?;
    let mut ends = (0..letters.len()).map(|from| &letters[from..]);
    let column = ends.find_map(|end| cells.columns.iter().position(|name| name == end))?;
    Some(row * cells.columns.len() + column)
}

/// The cell of this number, counted from 1 over all cells but the blank ones.
fn numbered(cells: &Cells, number: &str) -> Option<usize> {
    let number: usize = number.parse().ok()?;
    let mut used = (0..cells.marks.len()).filter(|&cell| cells.marks[cell] != Some(' '));
    used.nth(number.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_cells() {
        let board = Cells::new(8, 8, |_, _| None).numbered_from_below();
        assert_eq!(named(&board, "e2e4"), [52, 36]);
        assert_eq!(named(&board, "e7e8q"), [12, 4]);
        assert_eq!(named(&board, "d1-d7/g7"), [59, 11, 14]);
        assert_eq!(named(&board, "a7-a4xd6"), [8, 32, 19]);
        assert_eq!(named(&board, "pass"), [0; 0]);
        let wide = Cells::new(2, 30, |_, _| None);
        assert_eq!(named(&wide, "ad2"), [59]);
    }

    #[test]
    fn numbers_count_the_dark_squares() {
        let mut board = Cells::new(8, 8, |row, column| ((row + column) % 2 == 0).then_some(' '));
        board.columns = vec![String::new(); 8];
        assert_eq!(named(&board, "1-5"), [1, 8]);
        assert_eq!(named(&board, "22x15x8"), [42, 28, 14]);
        assert_eq!(named(&board, "33"), [0; 0]);
    }
}
