//! Clobber: step onto a neighbouring stone of the opponent's and take it; whoever moves last wins.
//!
//! Invented by M. Albert, J. Grossman and R. Nowakowski, 2001. The usual start fills the board like a
//! chessboard. Any board of up to 64 cells.

mod contacts;
mod parts;

pub use contacts::Contacts;

use crate::grid::{Grid, Setup, is_moves, ones};
use crate::notation::played;
use crate::{Cells, Notation, Unreadable};
use secateur::{Game, Hints, Keyed};

/// A position of Clobber.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, clobber::Clobber};
///
/// let pos = Clobber::read("XO./OX. X").unwrap();
/// assert_eq!(pos.moves().count(), 4);
/// assert_eq!(pos.child(pos.read_move("a1b1").unwrap()).write(), ".X./OX. O");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clobber {
    /// The stones of the side to move.
    mine: u64,
    /// The opponent's stones.
    theirs: u64,
    grid: Grid,
    /// Whether `O` is to move.
    second: bool,
}

/// A stone takes one beside it. Cells count in reading order from 0.
///
/// ```
/// use secateur_games::{Notation, clobber::{Capture, Clobber}};
///
/// let pos = Clobber::read("XO./OX. X").unwrap();
/// assert_eq!(pos.read_move("b2b1").unwrap(), Capture { from: 4, to: 1 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// The cell that the stone comes from.
    pub from: u8,
    /// The cell where it goes, and takes.
    pub to: u8,
}

impl Clobber {
    /// The full board, coloured like a chessboard: `X` is on the top left cell and moves first.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, clobber::Clobber, grid::Grid};
    ///
    /// let pos = Clobber::new(Grid::new(2, 3).unwrap());
    /// assert_eq!(pos.write(), "XOX/OXO X");
    /// assert_eq!(pos.moves().count(), 7); // one for each edge between two cells
    /// ```
    pub fn new(grid: Grid) -> Clobber {
        let mine = grid.checkered();
        Clobber { mine, theirs: grid.cells() & !mine, grid, second: false }
    }

    /// Whether a stone can take at all; if one side has a move, so has the other.
    #[inline(always)]
    fn has_contact(&self) -> bool {
        self.grid.neighbours(self.mine) & self.theirs != 0
    }

    /// The position with the other side to move.
    #[inline(always)]
    fn turned(self) -> Clobber {
        Clobber { mine: self.theirs, theirs: self.mine, second: !self.second, ..self }
    }

    /// The number of captures that either side has.
    #[inline(always)]
    fn contacts(&self) -> u32 {
        let (grid, theirs) = (self.grid, self.theirs);
        let beside = [grid.east(theirs), grid.west(theirs), grid.south(theirs), grid.north(theirs)];
        beside.into_iter().map(|set| (self.mine & set).count_ones()).sum()
    }

    /// The cells with two neighbours or more in the set.
    #[inline(always)]
    fn touching_two(&self, set: u64) -> u64 {
        let [e, w] = [self.grid.east(set), self.grid.west(set)];
        let [s, n] = [self.grid.south(set), self.grid.north(set)];
        e & w | s & n | (e | w) & (s | n)
    }

    /// The stones of `X` and of `O`.
    fn stones(&self) -> [u64; 2] {
        if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] }
    }
}

impl Game for Clobber {
    type Move = Capture;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Capture> {
        let (grid, mine, theirs) = (self.grid, self.mine, self.theirs);
        let columns = grid.columns();
        let east = ones(mine & grid.west(theirs)).map(|from| Capture { from, to: from + 1 });
        let west = ones(mine & grid.east(theirs)).map(|from| Capture { from, to: from - 1 });
        let south = ones(mine & grid.north(theirs)).map(move |from| Capture { from, to: from + columns });
        let north = ones(mine & grid.south(theirs)).map(move |from| Capture { from, to: from - columns });
        east.chain(west).chain(south).chain(north)
    }

    #[inline(always)]
    fn play(&mut self, m: Capture) {
        let mine = self.mine ^ (1 << m.from | 1 << m.to);
        (self.mine, self.theirs) = (self.theirs & !(1 << m.to), mine);
        self.second = !self.second;
    }
}

impl Keyed for Clobber {
    /// Positions of the same parts share a key, wherever these lie on the board, and whichever way they are turned. So do
    /// those that differ in colours and turn: the rules are the same for both.
    #[inline]
    fn key(&self) -> u64 {
        parts::key(self)
    }

    #[inline]
    fn encode(&self, m: Capture) -> u16 {
        parts::encode(self, m)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Capture> {
        parts::decode(self, code)
    }
}

impl Hints for Clobber {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Moves that leave few captures first: they are nearer to the end, and to being the last.
    #[inline]
    fn move_score(&self, m: Capture) -> i32 {
        -(self.child(m).contacts() as i32)
    }

    const FROM_TO_RANGE: usize = 1 << 8;

    /// By the stone that moves, and its direction.
    #[inline]
    fn from_to(&self, m: Capture) -> usize {
        let direction = usize::from(m.to < m.from) << 1 | usize::from(m.from.abs_diff(m.to) > 1);
        usize::from(m.from) << 2 | direction
    }
}

impl Notation for Clobber {
    type Knowledge = Contacts;

    const DRAWS: bool = false;

    /// The full board of four rows by five columns.
    fn start() -> Self {
        Clobber::new(Grid::new(4, 5).expect("twenty cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).map(Self::new)
    }

    /// The rows from the top, then the side to move: `XOX/O.O X`. A size by rows and columns, `4x5`, is the
    /// full board, with `X` on the top left cell; `X` moves unless it is followed by `O`.
    /// Or the moves played, `b2b3`, from the start.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let Setup { grid, stones, second } = Setup::read(text, ['X', 'O'])?;
        let full = Clobber::new(grid);
        let [x, o] = stones.unwrap_or([full.mine, full.theirs]);
        let (mine, theirs) = if second { (o, x) } else { (x, o) };
        Ok(Clobber { mine, theirs, grid, second })
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.grid.write(self.stones()), self.side()))
    }

    /// Its parts, in base sixteen: the stones of the side to move, then those to take.
    fn form(&self) -> Option<String> {
        let part = |[mine, theirs]: [u64; 2]| format!("{mine:x}-{theirs:x}");
        Some(parts::unmatched(self).into_iter().map(part).collect::<Vec<_>>().join(" "))
    }

    /// The cell left and the cell taken, `b2b3`.
    fn write_move(&self, m: Capture) -> String {
        self.grid.name(m.from) + &self.grid.name(m.to)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.stones()))
    }
}
