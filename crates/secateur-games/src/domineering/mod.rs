//! Domineering: one side places dominoes upright, the other flat; whoever moves last wins.
//!
//! Invented by G. Andersson, about 1973. `V` places vertical dominoes, `H` horizontal ones, on any board of
//! up to 128 cells; those of up to 64 are a type of their own.

mod areas;
mod parts;
mod room;
mod text;

pub use room::Room;

use crate::bits::Bits;
use crate::by_code::by_code;
use crate::grid::{Rectangle, digest, hash, low, ones, salt};
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
pub struct Position<B> {
    /// The cells taken by `V`, and by `H`.
    taken: [B; 2],
    grid: Rectangle<B>,
    /// Whether `H` is to move.
    flat: bool,
}

/// Domineering on up to 64 cells.
pub type Domineering = Position<u64>;

/// Domineering on up to 128 cells.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, domineering::WideDomineering};
///
/// let pos = WideDomineering::sized(10, 10).unwrap();
/// assert_eq!(pos.child(pos.read_move("e5e6").unwrap()).moves().count(), 10 * 9 - 4);
/// ```
pub type WideDomineering = Position<u128>;

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

/// The share of cells that are empty, at least, on boards that share a key with their images: on 8x8 a hundredth more nodes than if
/// all did.
const TURNED: (u32, u32) = (5, 8);

impl<B: Bits> Position<B> {
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
    pub fn new(grid: Rectangle<B>) -> Self {
        Position { taken: [B::NONE; 2], grid, flat: false }
    }

    #[inline(always)]
    fn empty(&self) -> B {
        self.grid.cells() & !(self.taken[0] | self.taken[1])
    }

    /// The upper or left cells of the dominoes that fit into a set.
    #[inline(always)]
    fn fitting(&self, set: B, flat: bool) -> B {
        set & self.back(set, flat)
    }

    /// The set moved by one cell along the dominoes of a kind: down, or to the right.
    #[inline(always)]
    fn ahead(&self, set: B, flat: bool) -> B {
        if flat { self.grid.east(set) } else { self.grid.south(set) }
    }

    /// The cells of a domino from its upper or left one.
    #[inline(always)]
    fn domino(&self, cell: u8, flat: bool) -> [u8; 2] {
        [cell, cell + if flat { 1 } else { self.grid.columns() }]
    }

    /// The set moved by one cell along the dominoes of a kind, backwards: up, or to the left.
    #[inline(always)]
    fn back(&self, set: B, flat: bool) -> B {
        if flat { self.grid.west(set) } else { self.grid.north(set) }
    }

    /// The set moved by one cell across the dominoes of a kind, either way: to the right and to the left, or down and up.
    #[inline(always)]
    fn across(&self, set: B, flat: bool) -> [B; 2] {
        let grid = self.grid;
        if flat { [grid.south(set), grid.north(set)] } else { [grid.east(set), grid.west(set)] }
    }

    /// The first cells of as many dominoes of one kind as fit into a set together: row by row, or column by column, each
    /// placed as far to the start as it goes.
    #[inline(always)]
    fn pack(&self, mut set: B, flat: bool) -> B {
        let mut packed = B::NONE;
        loop {
            // First cells of every stretch: the domino there, if it fits, blocks no better one.
            let firsts = set & !self.ahead(set, flat);
            if firsts == B::NONE {
                return packed;
            }
            let seconds = set & self.ahead(firsts, flat);
            packed |= firsts & self.back(seconds, flat);
            set = set & !(firsts | seconds);
        }
    }

    /// The cells of dominoes from their first cells.
    #[inline(always)]
    fn covered(&self, firsts: B, flat: bool) -> B {
        firsts | self.ahead(firsts, flat)
    }

    /// The most dominoes of one kind that fit on the board together.
    #[inline(always)]
    fn most(&self, flat: bool) -> u32 {
        self.pack(self.empty(), flat).count()
    }

    /// What the board is worth at least to the side of a kind of dominoes, if no side of the board is too long. A small board is
    /// searched sooner than the tables of long rows are worked out.
    #[inline]
    fn worth(&self, flat: bool) -> Option<Worth> {
        let is_small = self.grid.size() as usize <= parts::FEW;
        match self.grid.rows().max(self.grid.columns()) {
            side if side <= parts::longest::<B>() => Some(self.worth_on::<B>(flat)),
            side if side <= parts::longest::<u128>() && !is_small => Some(self.worth_on::<u128>(flat)),
            _ => None,
        }
    }

    /// The same by the board laid into the corner of the largest square that there are these sets for.
    #[inline]
    fn worth_on<S: Bits>(&self, flat: bool) -> Worth {
        let [rows, columns] = [self.grid.rows(), self.grid.columns()];
        let square = parts::square::<S>();
        let row = |row: u8| {
            let cells = self.empty() >> (row * columns).into() & low(columns.into());
            S::of(cells.fold().into()) << (row * square.columns()).into()
        };
        let board = (0..rows).map(row).fold(S::NONE, |board, row| board | row);
        match flat {
            false => Worth::of(board, rows.into(), columns.into()),
            true => Worth::of(square.transposed(board), columns.into(), rows.into()),
        }
    }

    /// The cells that no domino across those of a kind can cover: both neighbours there are taken.
    #[inline(always)]
    fn untouchable(&self, flat: bool) -> B {
        let [before, after] = self.across(self.empty(), flat);
        self.empty() & !(before | after)
    }

    /// How many dominoes of one kind the opponent can neither prevent nor use: they fit together where no domino across
    /// has room.
    #[inline(always)]
    fn safe(&self, flat: bool) -> u32 {
        self.pack(self.untouchable(flat), flat).count()
    }

    /// On a square board, swapping rows and columns makes a position with `H` to move one with `V` to move. Fuller boards are
    /// taken as they are: few of them are met turned, and turning each takes a tenth of a search.
    #[inline(always)]
    fn fold(&self) -> ([B; 1], u8) {
        let square = self.grid.rows() == self.grid.columns();
        let empty = self.empty();
        if TURNED.1 * empty.count() < TURNED.0 * self.grid.size() {
            return ([empty], 0);
        }
        self.grid.fold([empty], if square && self.flat { 4..8 } else { 0..4 })
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

impl<B: Bits> Game for Position<B> {
    /// The upper or left cell of the domino, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.fitting(self.empty(), self.flat))
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        let [a, b] = self.domino(cell, self.flat);
        self.taken[usize::from(self.flat)] |= B::ONE << a.into() | B::ONE << b.into();
        self.flat = !self.flat;
    }
}

impl<B: Bits> Keyed for Position<B> {
    /// Only empty cells count, whoever took the others. While most of them are empty, flipped boards share a key; so do, on a square
    /// board, a position and the one with rows, columns and sides swapped.
    #[inline]
    fn key(&self) -> u64 {
        let ([empty], turn) = self.fold();
        let board = salt([self.grid.rows(), self.grid.columns()], [6, 6]);
        hash([digest([empty]) ^ u64::from(self.flat && turn < 4)]) ^ board
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
        let fits = self.fitting(self.empty(), self.flat) >> cell.into() & B::ONE != B::NONE;
        (whole && fits).then_some(cell)
    }
}

impl<B: Bits> Hints for Position<B> {
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
