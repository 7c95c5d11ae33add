//! Positions and moves as text.

use super::{
    DISC, EndGame, Othello, Square, legal,
    patterns::{Patterns, Weights},
};
use crate::{Cells, Component, Inputs, Notation, Scale, Symmetry, Unreadable, paint};
use secateur::{Game, Score};

impl Notation for Othello {
    type Knowledge = EndGame<Patterns>;
    const PARTS: &'static [Component] = &[
        Component { name: "weights", about: "learnt patterns; without them, discs are judged by hand" },
        Component { name: "last-squares", about: "positions with few empty squares played out at once" },
        Component { name: "stable-discs", about: "bounds by discs that cannot be turned over any more" },
    ];
    const SCALE: Scale = Scale::Points;
    /// The published counts include finished games.
    const ENDS_COUNT: bool = true;

    fn knowledge(without: &[&str]) -> Self::Knowledge {
        let has = |name| !without.contains(&name);
        let patterns =
            if has("weights") { Patterns::default() } else { Patterns::new(Weights::none().into()) };
        let mut knowledge = EndGame::new(patterns);
        if !has("last-squares") {
            knowledge = knowledge.without_last_squares();
        }
        if has("stable-discs") {
            knowledge = knowledge.with_stable_discs();
        }
        knowledge
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        ((columns, rows) == (8, 8)).then(Self::start)
    }

    fn start() -> Self {
        Othello { mine: 1 << 28 | 1 << 35, theirs: 1 << 27 | 1 << 36, second: false }
    }

    /// The squares from a1 to h8, `X` for the side that moved first, `O` and `-`, then `X` or `O` to move (`*`
    /// for `X` and `.` for `-` will do). Or the moves played, `f5d6c3`: capitals and spaces do not matter, and
    /// passes may be left out.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let text = text.trim();
        if starts_a_board(text) {
            return read_discs(text, 8);
        }
        let mut pos = start;
        for_each_move(text, |m| play_recorded(&mut pos, m).map(|_| ()))?;
        Ok(pos)
    }

    /// In the form called OBF, `BOARD X; f5:+4; d6:-2;`, the position is followed by its moves, best first, each
    /// with its value in discs for the side to move. An entry for no move, `--:-127`, closes some lines.
    fn split_line(line: &str) -> Result<(&str, Option<i32>), Unreadable> {
        let Some((position, entries)) = line.split_once(';') else { return Ok((line, None)) };
        let first = entries.split(';').next().unwrap_or_default().trim();
        let expected = || {
            let first = first.escape_debug();
            Unreadable(format!("found '{first}' after the position, expected a move and its value: f5:+4"))
        };
        let value = match first.split_once(':') {
            None if first.is_empty() => None,
            None => return Err(expected()),
            Some(("--", _)) => None,
            Some((_, value)) if value.trim().is_empty() => None,
            Some((_, value)) => Some(value.trim().parse().map_err(|_| expected())?),
        };
        Ok((position.trim(), value))
    }

    fn text(&self) -> Option<String> {
        let squares: String = (0..64).map(|square| self.glyph(square)).collect();
        Some(format!("{squares} {}", self.side()))
    }

    fn write_move(&self, m: Square) -> String {
        m.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Square, Unreadable> {
        let over = self.outcome().is_some();
        let m = Square::read(text).filter(|&m| !over && self.moves().any(|legal| legal == m));
        m.ok_or_else(|| {
            let moves: Vec<String> = self.moves().map(|m| m.to_string()).collect();
            Unreadable(match moves.as_slice() {
                _ if over => format!("'{text}' is not legal: the game is over"),
                [pass] if pass == "pass" => format!("'{text}' is not a legal move, expected a pass"),
                _ => format!("'{text}' is not a legal move, expected one of {}", moves.join(" ")),
            })
        })
    }

    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs { symmetry: Symmetry::Square, margin: 64 * DISC as u16, ..Inputs::of(8, 8) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, [self.mine, self.theirs]);
        0
    }

    /// The squares where the side to move may play are marked `+`.
    fn cells(&self) -> Option<Cells> {
        Some(marked(self, legal(self.mine, self.theirs), 8))
    }

    fn draw(&self) -> String {
        let cells = self.cells().expect("a board of cells");
        self.drawn(&cells)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }

    /// Discs, rounded to the nearest: at the end, those by which the side to move wins.
    fn value(&self, score: Score) -> i32 {
        let points = score.get();
        (points + points.signum() * super::DISC / 2) / super::DISC
    }
}

/// The squares of a board of `size` columns and rows, those of `open` marked `+`.
pub(super) fn marked(pos: &Othello, open: u64, size: u8) -> Cells {
    Cells::new(size, size, |row, column| match (row * 8 + column).into() {
        square if open >> square & 1 == 1 => Some('+'),
        square => Some(pos.glyph(square)).filter(|&glyph| glyph != '-'),
    })
}

/// Whether a text is a board, and no moves.
pub(super) fn starts_a_board(text: &str) -> bool {
    text.trim_start().starts_with(['X', 'x', 'O', 'o', '*', '.', '-'])
}

/// Plays a move out of a record, where passes may have been left out; returns whether one was.
pub(super) fn play_recorded<G: Notation<Move = Square>>(pos: &mut G, m: Square) -> Result<bool, Unreadable> {
    let passes = m != Square::PASS && pos.moves().eq([Square::PASS]);
    let before = if passes { pos.child(Square::PASS) } else { pos.clone() };
    let m = before.read_move(&m.to_string())?;
    *pos = before.child(m);
    Ok(passes)
}

impl Othello {
    /// The board, then the numbers of discs.
    pub(super) fn drawn(&self, cells: &Cells) -> String {
        let [x, o] = self.colours().map(u64::count_ones);
        format!("{cells}\nX {x}, O {o}").replace('.', "-")
    }

    pub(super) fn glyph(&self, square: u32) -> char {
        let [x, o] = self.colours().map(|discs| discs >> square & 1 == 1);
        match (x, o) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        }
    }
}

/// Goes through moves written one after another, with or without spaces between.
pub(super) fn for_each_move(
    text: &str,
    mut each: impl FnMut(Square) -> Result<(), Unreadable>,
) -> Result<(), Unreadable> {
    let mut rest = text.trim_start();
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let pass = rest.get(..4).filter(|word| word.eq_ignore_ascii_case("pass"));
        let word = pass.unwrap_or_else(|| {
            let length = rest.chars().take(2).map(char::len_utf8).sum();
            &rest[..length]
        });
        let m = Square::read(word).ok_or_else(|| {
            let word = word.escape_debug();
            Unreadable(format!("move {number} is '{word}', expected a square such as f5, or a pass"))
        })?;
        each(m).map_err(|e| Unreadable(format!("move {number}: {e}")))?;
        rest = rest[word.len()..].trim_start();
    }
    Ok(())
}

/// Reads the squares of a board of `size` columns and rows, and the side to move; spaces between do not matter.
pub(super) fn read_discs(text: &str, size: u32) -> Result<Othello, Unreadable> {
    let mut glyphs = text.chars().filter(|c| !c.is_whitespace());
    let mut colours = [0; 2];
    let count = size * size;
    for index in 0..count {
        let bit = 1 << (8 * (index / size) + index % size);
        match glyphs.next() {
            Some('X' | 'x' | '*') => colours[0] |= bit,
            Some('O' | 'o') => colours[1] |= bit,
            Some('-' | '.') => {}
            Some(other) => {
                let (square, other) = (Square::lowest(bit), other.escape_debug());
                return Err(Unreadable(format!("{square} holds '{other}', expected X, O or -")));
            }
            None => {
                return Err(Unreadable(format!("the board ends after {index} squares, expected {count}")));
            }
        }
    }
    let side: String = glyphs.collect();
    let second = match side.as_str() {
        "X" | "x" | "*" => false,
        "O" | "o" => true,
        "" => return Err(Unreadable("no side to move follows the board, expected X or O".into())),
        other => {
            let other = other.escape_debug();
            return Err(Unreadable(format!("'{other}' after the board is no side to move, expected X or O")));
        }
    };
    let [x, o] = colours;
    Ok(Othello::new(x, o, second).expect("a square was given one disc at most"))
}
