//! Positions and moves as the Hub protocol writes them (F. Letouzey, 2019): a letter for each square, and captures with the
//! squares of what they take.

use super::{Board, Lattice, Move, Variant};
use crate::grid::{clip, ones};
use crate::{Notation, Unreadable};
use secateur::Game;

impl<V: Variant> Board<V> {
    /// Reads a position: `W` or `B` for the side to move, then for each square `w` or `b` for a man, `W` or `B` for a king, `e` if
    /// it is empty.
    ///
    /// ```
    /// use secateur_games::{Notation, draughts::Draughts};
    ///
    /// let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    /// assert_eq!(Draughts::from_hub(&start).unwrap(), Draughts::start());
    /// assert_eq!(Draughts::from_hub("Wbe").unwrap_err().to_string(), "the board has 2 squares, expected 50");
    /// ```
    pub fn from_hub(text: &str) -> Result<Self, Unreadable> {
        let side = text.chars().next().filter(|side| matches!(side, 'W' | 'B')).ok_or_else(|| {
            Unreadable(format!("'{}' begins with no side to move, expected W or B", clip(text)))
        })?;
        let squares = &text[1..];
        let (found, expected) = (squares.chars().count(), Lattice::<V>::SQUARES.count_ones());
        if found != expected as usize {
            return Err(Unreadable(format!("the board has {found} squares, expected {expected}")));
        }
        if let Some((i, c)) = squares.chars().enumerate().find(|&(_, c)| !"wbWBe".contains(c)) {
            let (c, square) = (c.escape_debug(), i + 1);
            return Err(Unreadable(format!("found '{c}' on square {square}, expected w, b, W, B or e")));
        }
        let list = |man: char, king: char| -> String {
            let name = |(i, c): (usize, char)| match c {
                c if c == man => Some((i + 1).to_string()),
                c if c == king => Some(format!("K{}", i + 1)),
                _ => None,
            };
            squares.chars().enumerate().filter_map(name).collect::<Vec<_>>().join(",")
        };
        Self::read(&format!("{side}:W{}:B{}", list('w', 'W'), list('b', 'B')))
    }

    /// Moves played one after another, from Hub's form to that of [`Notation::write_move`].
    ///
    /// ```
    /// use secateur_games::{Notation, draughts::Draughts};
    ///
    /// let line = Draughts::start().moves_from_hub("32-28 17-22 28x17x22 11x22x17").unwrap();
    /// assert_eq!(line, ["32-28", "17-22", "28x17", "11x22"]);
    /// ```
    pub fn moves_from_hub(&self, moves: &str) -> Result<Vec<String>, Unreadable> {
        let mut pos = *self;
        let read = |(i, text): (usize, &str)| {
            let m = pos.move_from_hub(text).ok_or_else(|| {
                Unreadable(format!(
                    "move {}: '{}' is not legal, expected such as 32-28 or 28x17x22",
                    i + 1,
                    clip(text)
                ))
            })?;
            let name = pos.write_move(m);
            pos.play(m);
            Ok(name)
        };
        moves.split_whitespace().enumerate().map(read).collect()
    }

    /// Moves played one after another, from the form of [`Notation::write_move`] to Hub's; up to one that is not legal.
    ///
    /// ```
    /// use secateur_games::{Notation, draughts::Draughts};
    ///
    /// let line = ["32-28", "17-22", "28x17", "12x21"].map(String::from);
    /// assert_eq!(Draughts::start().moves_to_hub(&line), ["32-28", "17-22", "28x17x22", "12x21x17"]);
    /// ```
    pub fn moves_to_hub(&self, moves: &[String]) -> Vec<String> {
        let mut pos = *self;
        let write = |text: &String| {
            let m = pos.read_move(text).ok()?;
            let [from, to] = pos.ends(m);
            let taken: String = pos.numbers(m.captured).iter().map(|square| format!("x{square}")).collect();
            pos.play(m);
            Some(if taken.is_empty() { format!("{from}-{to}") } else { format!("{from}x{to}{taken}") })
        };
        moves.iter().map_while(write).collect()
    }

    fn move_from_hub(&self, text: &str) -> Option<Move> {
        let squares: Vec<u8> = text.split(['x', '-']).map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let (from, to, taken) = match squares.as_slice() {
            &[from, to, ref taken @ ..] => (from, to, taken),
            _ => return None,
        };
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        self.moves().find(|&m| self.ends(m) == [from, to] && self.numbers(m.captured) == taken)
    }

    /// The numbers of the squares of a set, as the side to move sees the board; in ascending order.
    fn numbers(&self, set: u64) -> Vec<u8> {
        let mut numbers: Vec<u8> = ones(set).map(|bit| self.name(bit)).collect();
        numbers.sort_unstable();
        numbers
    }
}
