//! Positions and moves of Dobutsu shogi as text.

use super::{CELLS, Cells, Dobutsu, GOAL, LION, Lions, Notation, Side, Step, Unreadable};
use crate::grid::{Marks, clip, is_moves, write_rows};
use crate::notation::played;

/// The kinds by their letters: capital ones are the first player's.
const LETTERS: &str = "CEGLH";
const SIDES: [&str; 2] = ["sente", "gote"];

impl Dobutsu {
    /// The sides in order, as the first player sees the board.
    fn by_player(&self) -> [Side; 2] {
        if self.second { [self.theirs.turned(), self.mine.turned()] } else { [self.mine, self.theirs] }
    }

    fn mark(&self, cell: u8) -> Option<char> {
        let [first, second] = self.by_player();
        let letter = |side: Side| LETTERS.chars().zip(side.on).find(|(_, set)| set >> cell & 1 != 0);
        let small = letter(second).map(|(c, _)| c.to_ascii_lowercase());
        letter(first).map(|(c, _)| c).or(small)
    }

    fn hands(&self) -> String {
        let [first, second] = self.by_player().map(|side| {
            let held = LETTERS.chars().zip(side.hand);
            held.map(|(c, count)| c.to_string().repeat(count.into())).collect::<String>()
        });
        let hands = first + &second.to_lowercase();
        if hands.is_empty() { "-".into() } else { hands }
    }

    /// Reads rows, the side to move and the hands.
    fn in_full(text: &str) -> Result<Dobutsu, Unreadable> {
        let mut words = text.split_whitespace();
        let rows = words.next().unwrap_or_default();
        // Marks are read without regard to case: the letters are looked at again.
        let board = Marks::read(rows, ".CEGLH", CELLS.into())?;
        if (board.rows, board.columns) != (4, 3) {
            return Err(Unreadable(format!(
                "the board has {} rows by {} columns, expected 4 by 3",
                board.rows, board.columns
            )));
        }
        let mut sides = [Side::default(); 2];
        for (cell, c) in rows.chars().filter(|&c| c != '/').enumerate() {
            if let Some((kind, owner)) = Dobutsu::piece(c) {
                sides[owner].on[kind] |= 1 << cell;
            }
        }
        let side = words.next().unwrap_or_default();
        let second = SIDES.iter().position(|name| name.eq_ignore_ascii_case(side)).ok_or_else(|| {
            Unreadable(format!("'{}' after the board is no side to move, expected sente or gote", clip(side)))
        })? == 1;
        let hands = words.next().unwrap_or("-");
        for c in hands.chars().filter(|_| hands != "-") {
            let (kind, owner) =
                Dobutsu::piece(c).filter(|&(kind, _)| kind < usize::from(LION)).ok_or_else(|| {
                    Unreadable(format!(
                        "found '{}' in the hands, expected C, E, G, c, e, g or -",
                        c.escape_debug()
                    ))
                })?;
            sides[owner].hand[kind] = sides[owner].hand[kind].saturating_add(1);
        }
        if let Some(word) = words.next() {
            return Err(Unreadable(format!("found '{}' after the hands, expected the end", clip(word))));
        }
        sides[1] = sides[1].turned();
        let [mine, theirs] = if second { [sides[1], sides[0]] } else { sides };
        let pos = Dobutsu { mine, theirs: theirs.turned(), second };
        let check = |side: Side, name: &str| match side.on[usize::from(LION)].count_ones() {
            0 | 1 => Ok(()),
            n => Err(Unreadable(format!("{name} has {n} lions, expected one"))),
        };
        check(pos.mine, "the side to move")?;
        check(pos.theirs, "the other side")?;
        let count = |kinds: &[usize]| -> u32 {
            let of = |side: Side, &kind: &usize| {
                side.on[kind].count_ones() + side.hand.get(kind).map_or(0, |&n| u32::from(n))
            };
            kinds.iter().map(|kind| of(pos.mine, kind) + of(pos.theirs, kind)).sum()
        };
        for (name, kinds) in [("chicks and hens", &[0, 4][..]), ("elephants", &[1]), ("giraffes", &[2])] {
            let n = count(kinds);
            if n > 2 {
                return Err(Unreadable(format!(
                    "there are {n} {name} on the board and in the hands, expected at most 2"
                )));
            }
        }
        if pos.theirs.on[usize::from(LION)] == 0 {
            return Err(Unreadable("the other side has no lion, expected it to be that side's turn".into()));
        }
        let grown = [pos.mine, pos.theirs.turned()];
        match grown.iter().all(|side| side.on[usize::from(LION)] & GOAL != 0) {
            true => {
                Err(Unreadable("both lions are on their last rows, expected the game to end with one".into()))
            }
            false => Ok(pos),
        }
    }

    /// The kind that a letter names, and whose it is.
    fn piece(c: char) -> Option<(usize, usize)> {
        let kind = LETTERS.find(c.to_ascii_uppercase())?;
        Some((kind, usize::from(c.is_ascii_lowercase())))
    }
}

impl Notation for Dobutsu {
    type Knowledge = Lions;

    fn start() -> Self {
        Dobutsu::in_full("gle/.c./.C./ELG sente -").expect("the start")
    }

    /// The moves played, `b3b2` or `C*b3`; or the rows from the top, small letters for the second player, then the side to
    /// move, `sente` or `gote`, and what is in the hands: `g.e/.l./.../ELG sente Cc`, or `-` if nothing is.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        Dobutsu::in_full(text)
    }

    fn text(&self) -> Option<String> {
        let rows = write_rows(3, (0..CELLS).map(|cell| self.mark(cell).unwrap_or('.')));
        Some(format!("{rows} {} {}", self.side(), self.hands()))
    }

    /// The cell left and the cell reached, `b3b2`; or the piece dropped and the cell, `C*b3`. Rows count from the top.
    fn write_move(&self, m: Step) -> String {
        let name = |cell: u8| {
            let cell = if self.second { CELLS - 1 - cell } else { cell };
            format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
        };
        match m.from.checked_sub(CELLS).and_then(|kind| LETTERS.chars().nth(kind.into())) {
            Some(letter) => format!("{letter}*{}", name(m.to)),
            None => name(m.from) + &name(m.to),
        }
    }

    fn side(&self) -> String {
        SIDES[usize::from(self.second)].into()
    }

    fn cells(&self) -> Option<Cells> {
        Some(Cells::new(4, 3, |row, column| self.mark(3 * row + column)))
    }

    /// The board, and what is in the hands.
    fn draw(&self) -> String {
        let board = self.cells().map_or_else(String::new, |cells| cells.to_string());
        format!("{board}\nhands {}", self.hands())
    }
}
