//! Positions and moves of morris as text.

use super::{Morris, Step, WORTH};
use crate::cells::letters;
use crate::grid::{clip, is_moves, number};
use crate::linear::{Features, Weight};
use crate::notation::played;
use crate::{Cells, Notation, StaticValue, Unreadable};
use secateur::Score;

impl Morris {
    /// The rows of the board from the top, each with its points from the left.
    fn rows(squares: u8) -> Vec<Vec<u8>> {
        let size = 2 * squares + 1;
        let in_row = |row: u8| (0..size).filter_map(move |column| Morris::point(squares, row, column));
        (0..size).map(|row| in_row(row).collect()).collect()
    }

    /// The point at a row from the top and a column from the left.
    fn point(squares: u8, row: u8, column: u8) -> Option<u8> {
        (0..8 * squares).find(|&point| Morris::place(squares, point) == (row, column))
    }

    /// The row and the column of a point.
    fn place(squares: u8, point: u8) -> (u8, u8) {
        let (out, middle) = (squares - point / 8, squares);
        let at = |step: u8| match step % 8 {
            0..=2 => middle - out,
            3 | 7 => middle,
            _ => middle + out,
        };
        // Columns are as rows are two places on.
        (at(point), at(point + 2))
    }

    /// The column's letter and the row from below.
    fn name(&self, point: u8) -> String {
        let (row, column) = Morris::place(self.squares, point);
        format!("{}{}", letters(column), 2 * self.squares + 1 - row)
    }

    /// The men of `X` and of `O`, and what they have yet to place.
    fn by_side(&self) -> ([u32; 2], [u8; 2]) {
        let [mine, theirs] = self.hands;
        match self.second {
            false => ([self.mine, self.theirs], [mine, theirs]),
            true => ([self.theirs, self.mine], [theirs, mine]),
        }
    }

    fn mark(&self, point: u8) -> Option<char> {
        let [x, o] = self.by_side().0.map(|men| men >> point & 1 != 0);
        if x { Some('X') } else { o.then_some('O') }
    }

    /// Reads the rows, the side to move, and the men in the hands.
    fn in_full(text: &str) -> Result<Morris, Unreadable> {
        let mut words = text.split_whitespace();
        let board: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        let squares = if board.len() == 5 { 2 } else { 3 };
        let rows = Morris::rows(squares);
        if board.len() != rows.len() {
            return Err(Unreadable(format!("the board has {} rows, expected 5 or 7", board.len())));
        }
        let mut sets = [0_u32; 2];
        for (i, (row, places)) in board.iter().zip(&rows).enumerate() {
            let (found, expected) = (row.chars().count(), places.len());
            if found != expected {
                return Err(Unreadable(format!("row {} has {found} points, expected {expected}", i + 1)));
            }
            for (c, point) in row.chars().zip(places) {
                match c {
                    'X' | 'x' => sets[0] |= 1 << point,
                    'O' | 'o' => sets[1] |= 1 << point,
                    '.' => {}
                    _ => {
                        let c = c.escape_debug();
                        return Err(Unreadable(format!("found '{c}' in row {}, expected X, O or .", i + 1)));
                    }
                }
            }
        }
        let side = words.next().unwrap_or_default();
        let second = ["X", "O"].iter().position(|name| name.eq_ignore_ascii_case(side)).ok_or_else(|| {
            Unreadable(format!("'{}' after the board is no side to move, expected X or O", clip(side)))
        })? == 1;
        let word = words.next().unwrap_or("0,0");
        let most = u16::from(3 * squares);
        let hand = |text: &str| number(text).filter(|&n| n <= most).map(|n| n as u8);
        let hands = word.split_once(',').and_then(|(x, o)| Some([hand(x)?, hand(o)?])).ok_or_else(|| {
            let word = clip(word);
            Unreadable(format!("'{word}' are no men to place, expected 0 to {most} of X and of O, as in 2,3"))
        })?;
        if let Some(word) = words.next() {
            return Err(Unreadable(format!(
                "found '{}' after the men to place, expected the end",
                clip(word)
            )));
        }
        for ((name, set), hand) in ["X", "O"].iter().zip(sets).zip(hands) {
            let all = set.count_ones() + u32::from(hand);
            if all > most.into() {
                return Err(Unreadable(format!("{name} has {all} men, expected at most {most}")));
            }
        }
        let [x, o] = sets;
        let pos = Morris { mine: x, theirs: o, hands, squares, second };
        let turned = Morris { mine: o, theirs: x, hands: [hands[1], hands[0]], ..pos };
        let pos = if second { turned } else { pos };
        let [first, other] = pos.hands;
        if first < other {
            return Err(Unreadable(format!(
                "the side to move has {first} men to place and the other one {other}, expected no fewer"
            )));
        }
        Ok(pos)
    }
}

impl Notation for Morris {
    type Knowledge = StaticValue;

    /// Nine Men's Morris.
    fn start() -> Self {
        Morris::new(3).expect("three squares")
    }

    /// Nine Men's Morris on seven rows and columns, Six Men's on five.
    fn sized(columns: u32, rows: u32) -> Option<Self> {
        let squares = match (columns, rows) {
            (5, 5) => 2,
            (7, 7) => 3,
            _ => return None,
        };
        Morris::new(squares)
    }

    fn weights() -> Vec<Weight> {
        WORTH.map(|(name, points)| Weight::of(name, points)).into()
    }

    fn features(&self) -> Option<Features> {
        Some(Features::new(self.lead()))
    }

    /// Men, those in mills, mills that lack one man, and points to go to.
    fn static_value(&self) -> Score {
        let sum = self.lead().iter().zip(WORTH).map(|(count, (_, points))| count * points).sum();
        Score::points(sum)
    }

    /// The moves played, `a7 d6`, or the points row by row from the top, then the side to move and the men that `X` and `O` have
    /// yet to place: `X.O/.../.../....../.../.../... X 8,8`; none where that is left out. Five rows are Six Men's Morris.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        Morris::in_full(text)
    }

    fn text(&self) -> Option<String> {
        let rows = Morris::rows(self.squares);
        let row = |places: &Vec<u8>| places.iter().map(|&p| self.mark(p).unwrap_or('.')).collect::<String>();
        let [x, o] = self.by_side().1;
        let rows = rows.iter().map(row).collect::<Vec<_>>().join("/");
        Some(format!("{rows} {} {x},{o}", self.side()))
    }

    /// The point where a man is placed, `a7`, or the points that it leaves and comes to, `a7-a4`; then `x` and the point of the
    /// man taken: `a7-a4xd6`.
    fn write_move(&self, m: Step) -> String {
        let from = if m.from == Step::NONE { String::new() } else { self.name(m.from) + "-" };
        let taken = if m.taken == Step::NONE { String::new() } else { format!("x{}", self.name(m.taken)) };
        format!("{from}{}{taken}", self.name(m.to))
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }

    /// What is no point is marked with a blank.
    fn cells(&self) -> Option<Cells> {
        let size = 2 * self.squares + 1;
        let mark = |row, column| match Morris::point(self.squares, row, column) {
            Some(point) => self.mark(point),
            None => Some(' '),
        };
        Some(Cells::new(size, size, mark).numbered_from_below())
    }

    /// The board, and the men to place as long as there are any.
    fn draw(&self) -> String {
        let board = self.cells().map_or_else(String::new, |cells| cells.to_string());
        let [x, o] = self.by_side().1;
        let trimmed: Vec<&str> = board.lines().map(str::trim_end).collect();
        let placing = if x + o > 0 { format!("\nto place: X {x}, O {o}") } else { String::new() };
        trimmed.join("\n") + &placing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_they_are_drawn() {
        for squares in [2, 3] {
            let rows = Morris::rows(squares);
            let mut all = rows.concat();
            all.sort_unstable();
            assert_eq!(all, (0..8 * squares).collect::<Vec<u8>>());
        }
        assert_eq!(Morris::rows(3)[3], [7, 15, 23, 19, 11, 3]);
        assert_eq!(Morris::rows(2)[0], [0, 1, 2]);
    }
}
