//! Hex: join the two edges of your own with a chain of stones.
//!
//! Invented by P. Hein, 1942, and J. Nash, 1948. `X` plays first and joins top and bottom, `O` joins left and right, on a
//! rhombus of up to 11 by 11 cells of which each has six neighbours. There are no draws, and the first player wins on every
//! board of as many rows as columns (Nash). So on these there is the rule of the [swap](Hex::with_swap), for who asks for it.

mod connections;
mod fill_in;
mod needed;
mod swap;

use crate::by_code::by_code;
use crate::forcing::urgent;
use crate::grid::{Marks, is_moves, ones, salt, write_rows};
use crate::notation::played;
use crate::wide::{CELLS, LONGEST, Wide};
use crate::{Cells, Component, Inputs, Notation, Symmetry, Unreadable, paint};
pub use needed::Needed;
use secateur::table::Zobrist;
use secateur::{Game, Hints, Keyed, Score};
use swap::SWAP;

/// A key for each stone of either side, one for `O` to move, and one for a swap that may still come.
static KEYS: Zobrist<{ 2 * CELLS + 2 }> = Zobrist::new(6);

/// A rhombus of cells: a cell's neighbours are those on its left and right, those straight above and below, and those above
/// on the right and below on the left.
impl Wide {
    #[inline(always)]
    fn neighbours(self, set: u128) -> u128 {
        let left = self.left();
        let (wide, inner) = (u32::from(self.columns), set & !left);
        let above = set >> wide | set >> (wide - 1) & !left;
        let below = set << wide | inner << (wide - 1);
        (above | below | inner >> 1 | set << 1 & !left) & self.cells()
    }

    /// The cells of `within` that chains of its cells join to some of it.
    #[inline(always)]
    fn joined(self, mut from: u128, within: u128) -> u128 {
        loop {
            let more = (from | self.neighbours(from)) & within;
            if more == from {
                return from;
            }
            from = more;
        }
    }

    /// The edges that a side joins: top and bottom, or left and right.
    #[inline(always)]
    fn edges(self, second: bool) -> [u128; 2] {
        let (left, top) = (self.left() & self.cells(), (1 << self.columns) - 1);
        match second {
            false => [top, top << (self.size() - u32::from(self.columns))],
            true => [left, left << (self.columns - 1)],
        }
    }
}

/// The stones of a side, and those among them that are joined to each of its edges.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Stones {
    all: u128,
    joined: [u128; 2],
}

/// A position of Hex.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, hex::Hex};
///
/// let pos = Hex::read(".X./O.O/.X. X").unwrap();
/// let won = pos.child(pos.read_move("b2").unwrap());
/// assert_eq!(won.outcome(), Some(Score::LOSS)); // for O, who is to move
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    mine: Stones,
    theirs: Stones,
    board: Wide,
    /// Whether `O` is to move.
    second: bool,
    /// Whether the second move may still be the swap.
    swap: bool,
    /// Keys of the stones, as they lie and turned by half a turn.
    keys: [u64; 2],
}

impl Hex {
    /// The empty board, if it has no more than 11 rows and columns.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::hex::Hex;
    ///
    /// assert_eq!(Hex::new(3, 4).unwrap().moves().count(), 12);
    /// assert!(Hex::new(12, 3).is_none());
    /// ```
    pub fn new(rows: u32, columns: u32) -> Option<Hex> {
        let board = Wide::new(rows, columns)?;
        let none = Stones::default();
        Some(Hex { mine: none, theirs: none, board, second: false, swap: false, keys: [0; 2] })
    }

    #[inline(always)]
    fn empty(&self) -> u128 {
        self.board.cells() & !(self.mine.all | self.theirs.all)
    }

    /// The empty cells that would join a side's edges.
    #[inline(always)]
    fn winning_cells(&self, stones: &Stones, second: bool) -> u128 {
        let edges = self.board.edges(second);
        let beside = |end: usize| self.board.neighbours(stones.joined[end]) | edges[end];
        self.empty() & beside(0) & beside(1)
    }

    /// The number of stones that a side needs at least to join its edges; 0 if it has, 255 if it cannot.
    #[inline]
    fn needed(&self, own: &Stones, foe: &Stones, second: bool) -> u32 {
        let [from, to] = self.board.edges(second);
        let open = self.board.cells() & !foe.all;
        let (mut reached, mut stones) = (own.joined[0], 0);
        while reached & to == 0 {
            let next = reached | (self.board.neighbours(reached) | from) & open;
            if next == reached {
                return 255;
            }
            reached = self.board.joined(next, next | own.all);
            stones += 1;
        }
        stones
    }

    /// Puts a stone of the side to move on the board.
    #[inline(always)]
    fn put(&mut self, cell: u8) {
        let stone = 1 << cell;
        self.mine.all |= stone;
        let (around, edges) = (self.board.neighbours(stone), self.board.edges(self.second));
        for (joined, edge) in self.mine.joined.iter_mut().zip(edges) {
            if stone & edge != 0 || around & *joined != 0 {
                *joined |= self.board.joined(stone, self.mine.all);
            }
        }
        let turned = usize::from(self.board.turn(cell, 3));
        self.keys[0] ^= KEYS.key(2 * usize::from(cell) + usize::from(self.second));
        self.keys[1] ^= KEYS.key(2 * turned + usize::from(self.second));
    }

    /// Turns to the opponent.
    #[inline(always)]
    fn hand_over(&mut self) {
        (self.mine, self.theirs, self.second) = (self.theirs, self.mine, !self.second);
    }

    /// A cell as it is remembered, or back: turned with the position. The swap stays what it is.
    #[inline(always)]
    fn turned(&self, cell: u8) -> u8 {
        if self.keys[1] < self.keys[0] && cell != SWAP { self.board.turn(cell, 3) } else { cell }
    }

    /// The stones of `X` and of `O`.
    fn stones(&self) -> [u128; 2] {
        if self.second { [self.theirs.all, self.mine.all] } else { [self.mine.all, self.theirs.all] }
    }

    fn mark(&self, cell: u8) -> Option<char> {
        let [x, o] = self.stones().map(|set| set >> cell & 1 != 0);
        if x { Some('X') } else { o.then_some('O') }
    }
}

impl Game for Hex {
    /// A cell, in reading order from 0, or the swap.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.empty() | self.swap_now())
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        self.swap &= !self.second;
        match cell {
            SWAP => self.take_over(),
            _ => self.put(cell),
        }
        self.hand_over();
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        let [from, to] = self.theirs.joined;
        (from & to != 0).then_some(Score::LOSS)
    }
}

impl Keyed for Hex {
    /// Positions that half a turn of the board makes into each other share a key.
    #[inline]
    fn key(&self) -> u64 {
        let to_move = if self.second { KEYS.key(2 * CELLS) } else { 0 };
        let swap = if self.swap { KEYS.key(2 * CELLS + 1) } else { 0 };
        self.keys[0].min(self.keys[1])
            ^ to_move
            ^ swap
            ^ salt([self.board.rows, self.board.columns], [11, 11])
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        self.turned(cell).into()
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        let on_board = |code: &u8| u32::from(*code) < self.board.size() || *code == SWAP;
        let cell = self.turned(u8::try_from(code).ok().filter(on_board)?);
        ((self.empty() | self.swap_now()) >> cell & 1 != 0).then_some(cell)
    }
}

impl Hints for Hex {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Cells that win at once, if there are any; or else, if the opponent would, the cells that stop that; and the swap.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = u8> {
        let wins = self.winning_cells(&self.mine, self.second);
        let threats = self.winning_cells(&self.theirs, !self.second);
        ones(urgent(wins, threats, self.empty()) | self.swap_now())
    }

    /// Cells that join the edges of either side: wins and blocks.
    fn noisy(&self) -> impl Iterator<Item = u8> {
        ones(self.winning_cells(&self.mine, self.second) | self.winning_cells(&self.theirs, !self.second))
    }

    /// A stone more is never a drawback here, unless it can be taken over, so that passing is a fair test of a position.
    fn null_move(&self) -> Option<Self> {
        let mut passed = *self;
        passed.hand_over();
        (!self.swap).then_some(passed)
    }

    /// Whether the opponent is about to join its edges.
    fn in_check(&self) -> bool {
        self.winning_cells(&self.theirs, !self.second) != 0
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count_ones() + u32::from(self.swap))
    }

    /// Stones nearby, and cells near the centre.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        if cell == SWAP {
            return 0;
        }
        let around = self.board.neighbours(1 << cell);
        let near = |stones: &Stones| (around & stones.all).count_ones() as i32;
        let (row, column) = (i32::from(cell / self.board.columns), i32::from(cell % self.board.columns));
        let off = |place: i32, length: u8| (2 * place + 1 - i32::from(length)).abs();
        let centre = off(row, self.board.rows) + off(column, self.board.columns);
        4 * near(&self.mine) + 4 * near(&self.theirs) - centre
    }

    by_code!(u8, 7);
}

impl Notation for Hex {
    type Knowledge = Needed;

    const DRAWS: bool = false;

    const PARTS: &'static [Component] = &[
        Component { name: "connections", about: "virtual connections, which prove who joins the edges" },
        Component {
            name: "fill-in",
            about: "dead and captured cells, filled in, and moves that an answer kills, left out",
        },
    ];

    fn knowledge(without: &[&str]) -> Needed {
        let has = |part| !without.contains(&part);
        Needed::default().with(has("connections"), has("fill-in"))
    }

    /// The board of eleven by eleven.
    fn start() -> Self {
        Hex::new(11, 11).expect("the largest board")
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Hex::new(rows, columns)
    }

    /// The moves played, `b2`, or the rows from the top, then the side to move: `.X./O../... X`. With the rule of the swap if
    /// the word `swap` comes first: `swap b2 swap`.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let (rule, text) = swap::rule(text);
        let ruled = |pos: Hex| if rule { pos.read_with_swap() } else { Ok(pos) };
        if is_moves(text) {
            return played(ruled(start)?, text);
        }
        let (Marks { rows, columns, marks }, second) = Marks::read_with_side(text, ".XO", CELLS, ['X', 'O'])?;
        let Some(mut pos) = Hex::new(rows.into(), columns.into()) else {
            return Err(Unreadable(format!(
                "a board of {rows}x{columns} is too large, expected at most {LONGEST}x{LONGEST}"
            )));
        };
        for side in [1, 2] {
            let cells = (0..).zip(&marks).filter(|&(_, &mark)| mark == side);
            cells.for_each(|(cell, _)| pos.put(cell));
            pos.hand_over();
        }
        if second {
            pos.hand_over();
        }
        let [from, to] = pos.mine.joined;
        match from & to {
            0 => ruled(pos),
            _ => Err(Unreadable(format!(
                "{} has won already, expected it to be the other side's turn",
                pos.side()
            ))),
        }
    }

    fn text(&self) -> Option<String> {
        let marks = (0..self.board.size() as u8).map(|cell| self.mark(cell).unwrap_or('.'));
        let rule = if self.swap { format!("{} ", swap::WORD) } else { String::new() };
        Some(format!("{rule}{} {}", write_rows(self.board.columns, marks), self.side()))
    }

    /// A cell: the column's letter, then the row from the top, `b2`; or `swap`.
    fn write_move(&self, cell: u8) -> String {
        if cell == SWAP { swap::WORD.into() } else { self.board.name(cell) }
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }

    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs {
            views: 2,
            symmetry: Symmetry::HalfTurn,
            ..Inputs::of(self.board.rows, self.board.columns)
        })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, self.stones());
        usize::from(self.second)
    }

    fn cells(&self) -> Option<Cells> {
        let Wide { rows, columns } = self.board;
        Some(Cells::new(rows, columns, |row, column| self.mark(row * columns + column)))
    }

    /// Each row half a cell further to the right than the one above.
    fn draw(&self) -> String {
        let drawn = self.cells().map_or_else(String::new, |cells| cells.to_string());
        let lines = drawn.lines().enumerate();
        lines.map(|(row, line)| " ".repeat(row.saturating_sub(1)) + line).collect::<Vec<_>>().join("\n")
    }
}
