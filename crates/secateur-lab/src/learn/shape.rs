//! Which cells a network looks at.

use secateur_games::{Inputs, TupleShape};
use serde::{Deserialize, Serialize};

/// How the tuples of a network are chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tuples {
    /// All straight lines over the board, also aslant, and random walks beside them: whatever stands in a row is seen.
    #[default]
    Lines,
    /// Random walks alone.
    Walks,
}

impl Tuples {
    /// The shape of a network of `count` tuples of `length` cells; lines are half of them at most. Those that a turn of the
    /// board makes of each other count once, since they have one table.
    ///
    /// ```
    /// use secateur_games::{Inputs, Symmetry};
    /// use secateur_lab::learn::Tuples;
    ///
    /// let board = Inputs { symmetry: Symmetry::Square, ..Inputs::of(3, 3) };
    /// let shape = Tuples::Lines.shape(board, 8, 3, 1, 7);
    /// // An edge, the middle row, and a diagonal; the others are turned ones.
    /// assert_eq!(shape.tuples[..3], [vec![0, 1, 2], vec![3, 4, 5], vec![0, 4, 8]]);
    /// assert_eq!(shape.tuples.len(), 8);
    /// ```
    pub fn shape(self, inputs: Inputs, count: usize, length: usize, stages: u8, seed: u64) -> TupleShape {
        let mut tuples = match self {
            Tuples::Lines => lines(&inputs, length),
            Tuples::Walks => Vec::new(),
        };
        tuples.truncate(count / 2);
        let walks = TupleShape::at_random(inputs, count - tuples.len(), length, stages, seed);
        tuples.extend(walks.tuples);
        TupleShape { tuples, ..walks }
    }
}

/// The shortest line.
const SHORTEST: usize = 3;

/// The straight lines of a board, of `SHORTEST` cells or more; long ones in parts of `length` cells that overlap by half or more.
fn lines(inputs: &Inputs, length: usize) -> Vec<Vec<u16>> {
    let (rows, columns) = (i32::from(inputs.rows), i32::from(inputs.columns));
    let (turns, mut found) = (inputs.turns(), Vec::<Vec<u16>>::new());
    let is_on = |row: i32, column: i32| (0..rows).contains(&row) && (0..columns).contains(&column);
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            if is_on(row - down, column - right) {
                continue;
            }
            let cells = (0..).map(|n| (row + n * down, column + n * right));
            let line: Vec<u16> = cells
                .take_while(|&(row, column)| is_on(row, column))
                .map(|(row, column)| (row * columns + column) as u16)
                .collect();
            if line.len() >= SHORTEST {
                parts(&line, length).for_each(|part| add(&mut found, part, &turns));
            }
        }
    }
    found
}

/// A line in parts of `length` cells at most.
fn parts(line: &[u16], length: usize) -> impl Iterator<Item = &[u16]> {
    let length = length.clamp(1, line.len());
    let over = line.len() - length;
    let steps = over.div_ceil(length.div_ceil(2));
    (0..=steps).map(move |n| &line[(n * over).checked_div(steps).unwrap_or(0)..][..length])
}

/// Adds a tuple, unless some turn of it is there.
fn add(found: &mut Vec<Vec<u16>>, tuple: &[u16], turns: &[Vec<u16>]) {
    let sorted = |mut cells: Vec<u16>| {
        cells.sort_unstable();
        cells
    };
    let turned = |turn: &Vec<u16>| sorted(tuple.iter().map(|&cell| turn[usize::from(cell)]).collect());
    if !turns.iter().any(|turn| found.contains(&turned(turn))) {
        found.push(sorted(tuple.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_games::Symmetry;
    use std::collections::HashSet;

    /// Whether each run of `run` cells in a row is in some tuple, at some turn.
    fn sees_all(inputs: Inputs, length: usize, run: usize) -> bool {
        let turns = inputs.turns();
        let lines: Vec<HashSet<u16>> = lines(&inputs, length)
            .iter()
            .flat_map(|line| {
                turns.iter().map(|turn| line.iter().map(|&cell| turn[usize::from(cell)]).collect())
            })
            .collect();
        let (rows, columns) = (i32::from(inputs.rows), i32::from(inputs.columns));
        let mut runs = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let cells = (0..run as i32).map(|n| (row + n * down, column + n * right));
                let on =
                    cells.filter(|&(row, column)| (0..rows).contains(&row) && (0..columns).contains(&column));
                let on: Vec<u16> = on.map(|(row, column)| (row * columns + column) as u16).collect();
                runs.extend((on.len() == run).then_some(on));
            }
        }
        assert!(!runs.is_empty());
        runs.iter().all(|run| lines.iter().any(|line| run.iter().all(|cell| line.contains(cell))))
    }

    #[test]
    fn whatever_stands_in_a_row_is_seen() {
        assert!(sees_all(Inputs { symmetry: Symmetry::Columns, ..Inputs::of(6, 7) }, 8, 4));
        assert!(sees_all(Inputs { symmetry: Symmetry::Square, ..Inputs::of(15, 15) }, 10, 5));
        assert!(sees_all(Inputs { symmetry: Symmetry::Plain, ..Inputs::of(8, 8) }, 5, 3));
        // Not all that is longer than a part.
        assert!(!sees_all(Inputs { symmetry: Symmetry::Square, ..Inputs::of(15, 15) }, 4, 5));
    }

    #[test]
    fn shapes_are_sound_and_turned_tuples_count_once() {
        for symmetry in
            [Symmetry::Plain, Symmetry::Columns, Symmetry::HalfTurn, Symmetry::Rectangle, Symmetry::Square]
        {
            for (rows, columns) in [(1, 1), (1, 9), (2, 6), (4, 5), (8, 8), (19, 19)] {
                let inputs = Inputs { symmetry, ..Inputs::of(rows, columns) };
                for length in [1, 4, 10] {
                    let length = length.min(inputs.cells());
                    let shape = Tuples::Lines.shape(inputs, 200, length, 1, 1);
                    assert!(shape.is_sound() && shape.tuples.len() == 200, "{inputs:?}");
                    let lines = lines(&inputs, length);
                    assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len());
                }
            }
        }
        let square = Inputs { symmetry: Symmetry::Square, ..Inputs::of(8, 8) };
        // Four rows from the edge to the middle, and six diagonals from the corner to three cells.
        assert_eq!(lines(&square, 8).len(), 4 + 6);
    }
}
