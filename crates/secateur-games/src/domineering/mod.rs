//! Domineering: one side places dominoes upright, the other flat; whoever moves last wins.
//!
//! Invented by G. Andersson, about 1973. `V` places vertical dominoes, `H` horizontal ones, on any board of
//! up to 64 cells.

mod areas;
mod parts;
mod room;
mod text;

pub use room::Room;

use crate::by_code::by_code;
use crate::grid::{Grid, hash, ones, salt};
use parts::Worth;
use secateur::{Game, Hints, Keyed};

/// A position of Domineering.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, domineering::Domineering};
///
/// let pos = Domineering::read("2x3 H").unwrap();
/// assert_eq!(pos.moves().count(), 4);
/// assert_eq!(pos.child(pos.read_move("b2c2").unwrap()).write(), ".../.OO V");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Domineering {
    /// The cells taken by `V`, and by `H`.
    taken: [u64; 2],
    grid: Grid,
    /// Whether `H` is to move.
    flat: bool,
}

/// Points for a move that a side could make if it alone were to move.
const MOVE: i32 = 1;
/// Points for a safe move.
const SAFE: i32 = 1;

/// What counts in the order of moves: a point of balance, above all that their places count,
const BALANCE: i32 = 384;
/// a row or column of distance to the edge that the domino lies along,
const BESIDE: i32 = 96;
/// and of distance to the edge that it points at. Measured on 8x8: the counts of moves that cut had better not outdo these.
const ABOVE: i32 = 24;

impl Domineering {
    /// The empty board, `V` to move.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, domineering::Domineering, grid::Grid};
    ///
    /// let pos = Domineering::new(Grid::new(3, 2).unwrap());
    /// assert_eq!(pos.write(), "../../.. V");
    /// assert_eq!(pos.moves().count(), 4);
    /// ```
    pub fn new(grid: Grid) -> Domineering {
        Domineering { taken: [0; 2], grid, flat: false }
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        self.grid.cells() & !(self.taken[0] | self.taken[1])
    }

    /// The upper or left cells of the dominoes that fit into a set.
    #[inline(always)]
    fn fitting(&self, set: u64, flat: bool) -> u64 {
        set & self.back(set, flat)
    }

    /// The set moved by one cell along the dominoes of a kind: down, or to the right.
    #[inline(always)]
    fn ahead(&self, set: u64, flat: bool) -> u64 {
        if flat { self.grid.east(set) } else { self.grid.south(set) }
    }

    /// The cells of a domino from its upper or left one.
    #[inline(always)]
    fn domino(&self, cell: u8, flat: bool) -> [u8; 2] {
        [cell, cell + if flat { 1 } else { self.grid.columns() }]
    }

    /// The set moved by one cell along the dominoes of a kind, backwards: up, or to the left.
    #[inline(always)]
    fn back(&self, set: u64, flat: bool) -> u64 {
        if flat { self.grid.west(set) } else { self.grid.north(set) }
    }

    /// The set moved by one cell across the dominoes of a kind, either way: to the right and to the left, or down and up.
    #[inline(always)]
    fn across(&self, set: u64, flat: bool) -> [u64; 2] {
        let grid = self.grid;
        if flat { [grid.south(set), grid.north(set)] } else { [grid.east(set), grid.west(set)] }
    }

    /// The first cells of as many dominoes of one kind as fit into a set together: row by row, or column by column, each
    /// placed as far to the start as it goes.
    #[inline(always)]
    fn pack(&self, mut set: u64, flat: bool) -> u64 {
        let mut packed = 0;
        loop {
            // First cells of every stretch: the domino there, if it fits, blocks no better one.
            let firsts = set & !self.ahead(set, flat);
            if firsts == 0 {
                return packed;
            }
            let seconds = set & self.ahead(firsts, flat);
            packed |= firsts & self.back(seconds, flat);
            set &= !(firsts | seconds);
        }
    }

    /// The cells of dominoes from their first cells.
    #[inline(always)]
    fn covered(&self, firsts: u64, flat: bool) -> u64 {
        firsts | self.ahead(firsts, flat)
    }

    /// The most dominoes of one kind that fit on the board together.
    #[inline(always)]
    fn most(&self, flat: bool) -> u32 {
        self.pack(self.empty(), flat).count_ones()
    }

    /// What the board is worth at least to the side of a kind of dominoes, if no side of the board is too long.
    #[inline]
    fn worth(&self, flat: bool) -> Option<Worth> {
        let (rows, columns) = (usize::from(self.grid.rows()), usize::from(self.grid.columns()));
        if rows.max(columns) > parts::LONGEST {
            return None;
        }
        let row = |row: usize| (self.empty() >> (row * columns) & ((1 << columns) - 1)) << (8 * row);
        let board = (0..rows).map(row).fold(0, |board, row| board | row);
        Some(match flat {
            false => Worth::of(board, rows, columns),
            true => Worth::of(transposed(board), columns, rows),
        })
    }

    /// The cells that no domino across those of a kind can cover: both neighbours there are taken.
    #[inline(always)]
    fn untouchable(&self, flat: bool) -> u64 {
        let [before, after] = self.across(self.empty(), flat);
        self.empty() & !(before | after)
    }

    /// How many dominoes of one kind the opponent can neither prevent nor use: they fit together where no domino across
    /// has room.
    #[inline(always)]
    fn safe(&self, flat: bool) -> u32 {
        self.pack(self.untouchable(flat), flat).count_ones()
    }

    /// On a square board, swapping rows and columns makes a position with `H` to move one with `V` to move.
    #[inline(always)]
    fn fold(&self) -> ([u64; 1], u8) {
        let square = self.grid.rows() == self.grid.columns();
        self.grid.fold([self.empty()], if square && self.flat { 4..8 } else { 0..4 })
    }

    /// Moves and safe moves, own minus the opponent's.
    #[inline(always)]
    fn leads(&self) -> [i32; 2] {
        let side = |flat: bool| [self.most(flat) as i32, self.safe(flat) as i32];
        let [mine, theirs] = [side(self.flat), side(!self.flat)];
        [mine[0] - theirs[0], mine[1] - theirs[1]]
    }

    /// The value of these leads, in points.
    #[inline(always)]
    fn balance(&self) -> i32 {
        let [moves, safe] = self.leads();
        MOVE * moves + SAFE * safe
    }
}

/// A board of eight rows of eight bits with rows and columns exchanged.
#[inline(always)]
fn transposed(mut board: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let moved = (board ^ board >> shift) & mask;
        board ^= moved ^ moved << shift;
    }
    board
}

impl Game for Domineering {
    /// The upper or left cell of the domino, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.fitting(self.empty(), self.flat))
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        let [a, b] = self.domino(cell, self.flat);
        self.taken[usize::from(self.flat)] |= 1 << a | 1 << b;
        self.flat = !self.flat;
    }
}

impl Keyed for Domineering {
    /// Only empty cells count, whoever took the others. Flipped boards share a key; so do, on a square
    /// board, a position and the one with rows, columns and sides swapped.
    #[inline]
    fn key(&self) -> u64 {
        let ([empty], turn) = self.fold();
        let board = salt([self.grid.rows(), self.grid.columns()], [6, 6]);
        hash([empty, u64::from(self.flat && turn < 4)]) ^ board
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        let (_, turn) = self.fold();
        let [a, b] = self.domino(cell, self.flat).map(|cell| self.grid.turn(cell, turn));
        u16::from(a.min(b))
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        let (_, turn) = self.fold();
        let flat = self.flat && turn < 4;
        let code = u8::try_from(code).ok().filter(|&code| u32::from(code) < self.grid.size())?;
        let [a, b] = self.domino(code, flat);
        if u32::from(b) >= self.grid.size() {
            return None;
        }
        let [a, b] = [self.grid.turn_back(a, turn), self.grid.turn_back(b, turn)];
        let cell = a.min(b);
        // A code at the end of a row may stand for cells that are no domino.
        let whole = self.domino(cell, self.flat)[1] == a.max(b);
        (whole && self.fitting(self.empty(), self.flat) >> cell & 1 != 0).then_some(cell)
    }
}

impl Hints for Domineering {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// The balance of moves and safe moves that it leaves. Of equals, the nearest to an edge along the domino comes first, then
    /// the nearest to one across: what is left of the board is the more even.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        let [rows, columns] = [self.grid.rows(), self.grid.columns()];
        let (row, column) = (cell / columns, cell % columns);
        let [beside, above] = match self.flat {
            true => [row.min(rows - 1 - row), column.min(columns - 2 - column)],
            false => [column.min(columns - 1 - column), row.min(rows - 2 - row)],
        };
        BALANCE * -self.child(cell).balance() - BESIDE * i32::from(beside) - ABOVE * i32::from(above)
    }

    by_code!(u8);
}
