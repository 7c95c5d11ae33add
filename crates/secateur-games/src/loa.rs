//! Lines of Action: bring all your pieces together.
//!
//! Invented by C. Soucie, 1969. A piece moves straight or aslant, exactly as many cells as there are pieces on that line, of
//! either side; it jumps over its own side's pieces, not over the opponent's, and captures what it lands on. The side that has all pieces
//! in one group, joined by edges or corners, has won; if a move brings both sides together, the game is drawn. A side that
//! cannot move passes. Boards from four by four to eight by eight cells.

use crate::cells::letters;
use crate::grid::{Marks, hash, is_moves, ones, salt, write_rows};
use crate::notation::played;
use crate::{Cells, Inputs, Notation, StaticValue, Symmetry, Unreadable};
use secateur::{Game, Hints, Keyed, Score};

/// A position of Lines of Action. `X` begins, on the top and bottom rows; `O` has the columns at the sides.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, loa::Loa};
///
/// let pos = Loa::start();
/// assert_eq!(pos.moves().count(), 36);
/// // Two pieces stand on the column, so that the one below goes two cells up.
/// assert_eq!(pos.child(pos.read_move("b1b3").unwrap()).side(), "O");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loa {
    /// The pieces of the side to move, a row each eight bits.
    mine: u64,
    /// The opponent's pieces.
    theirs: u64,
    rows: u8,
    columns: u8,
    /// Whether `O` is to move.
    second: bool,
}

/// A piece goes from a cell to another; from and to cell 64 if there is none that can. Cells count from the top left, eight
/// a row on every board.
///
/// ```
/// use secateur_games::{Notation, loa::{Leap, Loa}};
///
/// assert_eq!(Loa::start().read_move("b1b3").unwrap(), Leap { from: 57, to: 41 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leap {
    /// The cell that the piece leaves.
    pub from: u8,
    /// The cell that it goes to.
    pub to: u8,
}

impl Leap {
    /// The only move of a side that has no other.
    const PASS: Leap = Leap { from: 64, to: 64 };
}

const PASS: &str = "pass";
/// The ways on the board as differences of cells; each one is followed by its opposite.
const WAYS: [i32; 8] = [1, -1, 8, -8, 9, -9, 7, -7];

/// For each way and cell the cells further on.
static RAYS: [[u64; 64]; 8] = {
    let (mut rays, mut way) = ([[0; 64]; 8], 0);
    while way < 8 {
        let mut cell = 0;
        while cell < 64 {
            let mut at = cell as i32;
            loop {
                let next = at + WAYS[way];
                // A step moves at most one column, unless it leaves the board.
                if next < 0 || next > 63 || (next % 8 - at % 8).abs() > 1 {
                    break;
                }
                rays[way][cell] |= 1 << next;
                at = next;
            }
            cell += 1;
        }
        way += 1;
    }
    rays
};

/// The cells beside the set, by edges or corners, with the set itself.
#[inline(always)]
fn around(set: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    let beside = set | set << 1 & !LEFT | (set & !LEFT) >> 1;
    beside | beside << 8 | beside >> 8
}

/// The pieces that are joined to the first of them.
#[inline(always)]
fn group(pieces: u64) -> u64 {
    let mut group = pieces & pieces.wrapping_neg();
    loop {
        let more = around(group) & pieces;
        if more == group {
            return group;
        }
        group = more;
    }
}

impl Loa {
    /// The start on a board of four to eight rows and columns.
    ///
    /// ```
    /// use secateur_games::{Notation, loa::Loa};
    ///
    /// assert_eq!(Loa::new(4, 5).unwrap().write(), ".XXX./O...O/O...O/.XXX. X");
    /// assert!(Loa::new(3, 5).is_none());
    /// ```
    pub fn new(rows: u32, columns: u32) -> Option<Loa> {
        let side = |n: u32| u8::try_from(n).ok().filter(|n| (4..=8).contains(n));
        let board = Loa { mine: 0, theirs: 0, rows: side(rows)?, columns: side(columns)?, second: false };
        let place = |row: u32, column: u32| 1u64 << (8 * row + column);
        let mine = (1..columns - 1).fold(0, |set, column| set | place(0, column) | place(rows - 1, column));
        let theirs = (1..rows - 1).fold(0, |set, row| set | place(row, 0) | place(row, columns - 1));
        Some(Loa { mine, theirs, ..board })
    }

    /// All cells.
    #[inline(always)]
    fn cells_of_board(&self) -> u64 {
        let row = (1u64 << self.columns) - 1;
        (0x0101_0101_0101_0101 >> (8 * (8 - self.rows))) * row
    }

    /// The cells that a piece can go to.
    #[inline(always)]
    fn targets(&self, from: u8) -> u64 {
        let (all, free, mut targets) = (self.mine | self.theirs, self.cells_of_board() & !self.mine, 0);
        for (way, rays) in RAYS.iter().enumerate() {
            let ray = rays[usize::from(from)];
            let line = ray | RAYS[way ^ 1][usize::from(from)];
            let steps = 1 + (line & all).count_ones() as i32;
            // Beyond the edge the ray has no such cell.
            let to = i32::from(from) + steps * WAYS[way];
            if (0..64).contains(&to) && ray & free & 1 << to != 0 {
                let between = ray & !rays[to as usize] & !(1 << to);
                targets |= u64::from(between & self.theirs == 0) << to;
            }
        }
        targets
    }

    #[inline(always)]
    fn can_move(&self) -> bool {
        ones(self.mine).any(|from| self.targets(from) != 0)
    }

    /// Twenty times the cells that the pieces of a side are from their middle, in all.
    #[inline(always)]
    fn scattered(pieces: u64) -> i32 {
        let count = pieces.count_ones() as i32;
        let (rows, columns) = ones(pieces).fold((0, 0), |(rows, columns), cell| {
            (rows + i32::from(cell / 8), columns + i32::from(cell % 8))
        });
        let apart = |cell: u8| {
            let (row, column) = (i32::from(cell / 8) * count - rows, i32::from(cell % 8) * count - columns);
            row.abs().max(column.abs())
        };
        let far: i32 = ones(pieces).map(apart).sum();
        if count == 0 { 0 } else { 20 * far / count }
    }

    /// The pieces of `X` and of `O`.
    fn pieces(&self) -> [u64; 2] {
        if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] }
    }

    fn mark(&self, row: u8, column: u8) -> Option<char> {
        let [x, o] = self.pieces().map(|set| set >> (8 * row + column) & 1 != 0);
        if x { Some('X') } else { o.then_some('O') }
    }

    /// The leaps onto some of these cells, or a pass if there is no leap at all.
    #[inline(always)]
    fn leaps(&self, onto: u64) -> impl Iterator<Item = Leap> + use<> {
        let pos = *self;
        ones(self.mine).flat_map(move |from| ones(pos.targets(from) & onto).map(move |to| Leap { from, to }))
    }

    fn passes(&self) -> Option<Leap> {
        (!self.can_move()).then_some(Leap::PASS)
    }
}

impl Game for Loa {
    type Move = Leap;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Leap> {
        self.leaps(u64::MAX).chain(self.passes())
    }

    #[inline(always)]
    fn play(&mut self, m: Leap) {
        if m != Leap::PASS {
            self.mine ^= 1 << m.from | 1 << m.to;
            self.theirs &= !(1 << m.to);
        }
        (self.mine, self.theirs, self.second) = (self.theirs, self.mine, !self.second);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        match [self.mine, self.theirs].map(|pieces| group(pieces) == pieces) {
            [false, false] => None,
            [true, true] => Some(Score::DRAW),
            [true, false] => Some(Score::WIN),
            [false, true] => Some(Score::LOSS),
        }
    }
}

impl Keyed for Loa {
    #[inline]
    fn key(&self) -> u64 {
        hash([self.mine, self.theirs, self.second.into()]) ^ salt([self.rows, self.columns], [8, 8])
    }

    #[inline]
    fn encode(&self, m: Leap) -> u16 {
        u16::from(m.from) << 7 | u16::from(m.to)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Leap> {
        let m = Leap { from: (code >> 7) as u8, to: (code & 0x7f) as u8 };
        if m == Leap::PASS {
            return self.passes();
        }
        let own = code < 64 << 7 && m.to < 64 && self.mine >> m.from & 1 != 0;
        (own && self.targets(m.from) >> m.to & 1 != 0).then_some(m)
    }
}

impl Hints for Loa {
    const BY_LIST: bool = false;

    /// Captures.
    fn noisy(&self) -> impl Iterator<Item = Leap> {
        self.leaps(self.theirs)
    }

    #[inline]
    fn is_noisy(&self, m: Leap) -> bool {
        m != Leap::PASS && self.theirs >> m.to & 1 != 0
    }

    fn quiet(&self) -> impl Iterator<Item = Leap> {
        self.leaps(!self.theirs).chain(self.passes())
    }

    /// Whether the pieces come closer together, and the opponent's do not.
    #[inline]
    fn move_score(&self, m: Leap) -> i32 {
        let child = self.child(m);
        Loa::scattered(child.mine) - Loa::scattered(child.theirs)
    }

    fn irreversible(&self, m: Leap) -> bool {
        self.is_noisy(m)
    }

    fn from_to(&self, m: Leap) -> usize {
        usize::from(self.encode(m))
    }

    fn piece_to(&self, m: Leap) -> usize {
        usize::from(self.second) << 7 | usize::from(m.to)
    }
}

impl Notation for Loa {
    type Knowledge = StaticValue;

    /// For eight by eight.
    const LEARNED: &'static [u8] = include_bytes!("../nets/loa.eval");
    /// The board of eight by eight.
    fn start() -> Self {
        Loa::new(8, 8).expect("64 cells")
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Loa::new(rows, columns)
    }

    /// Pieces near each other: twenty points for each cell that the opponent's are further from their middle, in all.
    fn static_value(&self) -> Score {
        Score::points(Loa::scattered(self.theirs) - Loa::scattered(self.mine))
    }

    /// The moves played, `b1b3`, or the rows from the top, then the side to move: `.XX./O..O/O..O/.XX. X`.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) || text.trim_start().starts_with(PASS) {
            return played(start, text);
        }
        let (Marks { rows, columns, marks }, second) = Marks::read_with_side(text, ".XO", 64, ['X', 'O'])?;
        let board = Loa::new(rows.into(), columns.into()).ok_or_else(|| {
            Unreadable(format!("a board of {rows}x{columns} is not possible, expected 4x4 to 8x8"))
        })?;
        let place = |cell: u8| 8 * (cell / columns) + cell % columns;
        let set = |mark: u8| {
            let cells = (0..).zip(&marks).filter(|&(_, &m)| m == mark);
            cells.fold(0u64, |set, (cell, _)| set | 1 << place(cell))
        };
        let (x, o) = (set(1), set(2));
        if x == 0 || o == 0 {
            return Err(Unreadable("a side has no pieces, expected one at least for X and for O".into()));
        }
        let (mine, theirs) = if second { (o, x) } else { (x, o) };
        Ok(Loa { mine, theirs, second, ..board })
    }

    fn text(&self) -> Option<String> {
        let cells = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let marks = cells.map(|(row, column)| self.mark(row, column).unwrap_or('.'));
        Some(format!("{} {}", write_rows(self.columns, marks), self.side()))
    }

    /// The cell left and the cell reached, `b1b3`, rows counted from below; or `pass`.
    fn write_move(&self, m: Leap) -> String {
        let name = |cell: u8| format!("{}{}", letters(cell % 8), self.rows - cell / 8);
        if m == Leap::PASS { PASS.into() } else { name(m.from) + &name(m.to) }
    }

    fn pass(&self) -> Option<Leap> {
        self.outcome().is_none().then(|| self.passes()).flatten()
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs { symmetry: Symmetry::Square, ..Inputs::of(self.rows, self.columns) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        cells.fill(0);
        for (set, content) in [(self.mine, 1), (self.theirs, 2)] {
            for cell in ones(set) {
                cells[usize::from(cell / 8 * self.columns + cell % 8)] = content;
            }
        }
        0
    }

    fn cells(&self) -> Option<Cells> {
        let cells = Cells::new(self.rows, self.columns, |row, column| self.mark(row, column));
        Some(cells.numbered_from_below())
    }
}
