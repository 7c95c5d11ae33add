//! Positions and moves as text: columns played, or rows of stones.

use super::{Board, EndGame, Size, Threats};
use crate::bits::Bits;
use crate::{Cells, Component, Inputs, Notation, Scale, Symmetry, Unreadable};
use secateur::{Game, Score};

impl<S: Size> Notation for Board<S> {
    type Knowledge = EndGame;

    /// For seven columns of six.
    const LEARNED: &'static [u8] = include_bytes!("../../nets/connect4.eval");
    const PARTS: &'static [Component] = &[
        Component { name: "follow-up", about: "the most a side reaches if it is answered by rule" },
        Component { name: "last-cells", about: "the last cells, two fifths of all, played out at once" },
    ];
    const SCALE: Scale = Scale::Soonest;

    fn knowledge(without: &[&str]) -> EndGame {
        let known = EndGame::new(Threats { follow_up: !without.contains(&"follow-up") });
        if without.contains(&"last-cells") { known.without_last_cells() } else { known }
    }

    fn start() -> Self {
        Self::empty(S::USUAL)
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        S::sized(columns, rows).map(Self::empty)
    }

    /// The columns played, from 1: `4455`. Columns from the tenth on are letters: `a` is the tenth. Or the
    /// rows from the top, `X` having moved first: `......./......./......./......./...O.../...X...`.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let text = text.trim();
        // Any position written by rows has one of these.
        if text.contains(['/', '.', 'X']) {
            return Self::read_rows(start, text);
        }
        let mut pos = start;
        for (i, c) in text.chars().enumerate() {
            let m = pos.read_move(&c.to_string()).map_err(|e| Unreadable(format!("move {}: {e}", i + 1)))?;
            pos.play(m);
        }
        Ok(pos)
    }

    /// The position by rows: the order of the moves is not kept.
    fn text(&self) -> Option<String> {
        let [x, o] = self.colours();
        let row = |row: u32| (0..self.shape().width).map(|c| self.glyph(x, o, c, row)).collect::<String>();
        Some((0..self.shape().height).rev().map(row).collect::<Vec<_>>().join("/"))
    }

    fn write_move(&self, c: u8) -> String {
        char::from_digit(u32::from(c) + 1, 36).map_or_else(String::new, String::from)
    }

    fn side(&self) -> String {
        if self.stones().is_multiple_of(2) { "X" } else { "O" }.into()
    }

    /// The colours, and the cells that a stone can drop into.
    fn inputs(&self) -> Option<Inputs> {
        let (width, height) = (self.shape().width as u8, self.shape().height as u8);
        let board = Inputs::of(height, width);
        Some(Inputs { contents: 4, views: 2, symmetry: Symmetry::Columns, ..board })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        cells.fill(0);
        let ([x, o], width, height) = (self.colours(), self.shape().width, self.shape().height);
        for (mut set, content) in [(x, 1), (o, 2), (self.landings(self.all), 3)] {
            while set != S::Bits::NONE {
                let (column, row) = (set.lowest() / self.shape().column, set.lowest() % self.shape().column);
                cells[((height - 1 - row) * width + column) as usize] = content;
                set = set & (set - S::Bits::ONE);
            }
        }
        usize::from(!self.stones().is_multiple_of(2))
    }

    /// The columns named by the moves.
    fn cells(&self) -> Option<Cells> {
        let [x, o] = self.colours();
        let (width, height) = (self.shape().width as u8, self.shape().height as u8);
        let glyph = |row, c| self.glyph(x, o, u32::from(c), u32::from(height - 1 - row));
        let cells = Cells::new(height, width, |row, c| Some(glyph(row, c)).filter(|&c| c != '.'));
        let columns = (0..width).map(|c| self.write_move(c)).collect();
        Some(Cells { rows: vec![String::new(); height.into()], columns, ..cells })
    }

    /// The board with the columns' names below, where the stones fall.
    fn draw(&self) -> String {
        let cells = self.cells().expect("a board of cells");
        let mut out = String::new();
        for (_, marks) in cells.lines(1) {
            out.push_str(&format!("{} \n", marks.trim_start()));
        }
        cells.columns.iter().for_each(|name| out.push_str(&format!("{name} ")));
        out
    }

    /// As in the public sets: zero is a draw; a win is the number of stones that its side has left at the end, plus one,
    /// so that the sooner win counts more.
    fn value(&self, score: Score) -> i32 {
        match score.plies_to_end() {
            Some(plies) => {
                // No game lasts longer than the board has cells, but a bound of a search may say so.
                let left = (self.left() + 2).saturating_sub(plies);
                score.get().signum() * (left / 2).max(1) as i32
            }
            None => score.get(),
        }
    }
}

impl<S: Size> Board<S> {
    /// The stones of `X`, who moved first, and of `O`.
    fn colours(&self) -> [S::Bits; 2] {
        let theirs = self.all ^ self.mine;
        if self.stones().is_multiple_of(2) { [self.mine, theirs] } else { [theirs, self.mine] }
    }

    /// No stones on a board of this size.
    fn empty(size: S) -> Self {
        let none = S::Bits::NONE;
        let board = Board { size, mine: none, all: none, wins: none, threats: none, safe: none };
        board.of(none, none)
    }

    fn glyph(&self, x: S::Bits, o: S::Bits, c: u32, row: u32) -> char {
        let cell = S::Bits::ONE << (c * self.shape().column + row);
        match (x & cell != S::Bits::NONE, o & cell != S::Bits::NONE) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        }
    }

    /// The board that these rows show, as wide as the first, if there is such a board.
    fn shown(rows: &str) -> Option<Self> {
        let columns = rows.split('/').next()?.chars().count();
        Self::sized(columns.try_into().ok()?, rows.split('/').count().try_into().ok()?)
    }

    fn read_rows(start: Self, text: &str) -> Result<Self, Unreadable> {
        let unreadable = |what: String| Err(Unreadable(what));
        let board = Self::shown(text).unwrap_or(start);
        let (width, height) = (board.shape().width as usize, board.shape().height as usize);
        let (mut sets, mut rows) = ([S::Bits::NONE; 2], 0);
        for row in text.split('/') {
            rows += 1;
            let wide = row.chars().count();
            if rows > height {
                return unreadable(format!("found a row {rows}, expected {height} rows"));
            }
            if wide != width {
                return unreadable(format!("row {rows} has {wide} cells, expected {width}"));
            }
            for (c, stone) in row.chars().enumerate() {
                let cell = S::Bits::ONE << (c as u32 * board.shape().column + (height - rows) as u32);
                let place = format!("row {rows}, column {}", c + 1);
                match stone {
                    'X' | 'x' => sets[0] |= cell,
                    'O' | 'o' => sets[1] |= cell,
                    '.' if (sets[0] | sets[1]) & cell << 1 == S::Bits::NONE => {}
                    '.' => return unreadable(format!("{place} is empty below a stone, expected X or O")),
                    _ => {
                        let stone = stone.escape_debug();
                        return unreadable(format!("found '{stone}' in {place}, expected X, O or ."));
                    }
                }
            }
        }
        if rows < height {
            return unreadable(format!("the board ends after row {rows}, expected {height} rows"));
        }
        board.with(sets)
    }

    /// The position with these stones, if their numbers, and the end of the game, allow it.
    fn with(&self, [x, o]: [S::Bits; 2]) -> Result<Self, Unreadable> {
        let (xs, os) = (x.count(), o.count());
        if xs != os && xs != os + 1 {
            let expected = "expected as many of each, or one X more";
            return Err(Unreadable(format!("the board has {xs} X and {os} O, {expected}")));
        }
        let (mine, theirs) = if xs == os { (x, o) } else { (o, x) };
        let pos = self.of(mine, x | o);
        // The last stone lies on top of a column, and no four was there without it.
        let tops = (pos.all + self.bottom()) >> 1 & theirs;
        let last = |c: u32| {
            let stone = tops & self.column(c);
            stone != S::Bits::NONE && !self.has_four(theirs ^ stone)
        };
        if self.has_four(mine) || self.has_four(theirs) && !(0..self.shape().width).any(last) {
            return Err(Unreadable(
                "the board shows play after a four, expected the game to end with it".into(),
            ));
        }
        Ok(pos)
    }
}
