//! Dodgem: bring one's cars across and off the board, and leave the other side a way. Cars may go back to where they
//! stood, so that a game need not end.
//!
//! Invented by C. Vout, 1972; told and solved on 3x3 in E. Berlekamp, J. Conway and R. Guy, *Winning Ways*, 1982. On
//! 4x4 and 5x5 neither side can force an end (D. desJardins, 1996).

use crate::grid::{Grid, Setup, hash, is_moves, ones, salt};
use crate::notation::played;
use crate::{Cells, Notation, StaticValue, Unreadable};
use secateur::{Game, Hints, Keyed, Score};

/// A position of Dodgem on a square board.
///
/// The cars of `X` go to the right, or aside, up or down; those of `O` go up, or aside. They move to the next cell if it
/// is empty, and leave the board by a move ahead. Whoever has no car left has won, and so has whoever is to move and
/// cannot: nobody may block the other side.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, dodgem::Dodgem};
///
/// let pos = Dodgem::start();
/// assert_eq!(pos.write(), "X../X../.OO X");
/// let pos = Dodgem::read("X.X/.../..O X").unwrap();
/// assert_eq!(pos.child(pos.read_move("c1-off").unwrap()).write(), "X../.../..O O");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dodgem {
    /// The cars of the side to move, which sees the board so that it goes to the right.
    mine: u64,
    /// The opponent's cars, which go up, seen in the same way.
    theirs: u64,
    grid: Grid,
    /// Whether `O` is to move.
    second: bool,
}

/// A car goes to the next cell. Cells count in reading order from 0, as the side to move sees the board.
///
/// ```
/// use secateur_games::{Notation, dodgem::{Dodgem, Drive}};
///
/// // What is up for O, from the right of the lowest row, is to the right from the lowest cell of a column.
/// let pos = Dodgem::read("X../X../.OO O").unwrap();
/// assert_eq!(pos.read_move("c3c2").unwrap(), Drive { from: 0, to: 1 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Drive {
    /// Where the car comes from.
    pub from: u8,
    /// Where it goes; [`Drive::OFF`] if it leaves the board.
    pub to: u8,
}

impl Drive {
    /// Off the board.
    pub const OFF: u8 = 64;
}

/// The symmetry by which each side sees the board as the other one does.
const ACROSS: u8 = 7;
/// What a step ahead is worth, in points.
const STEP: i32 = 10;

impl Dodgem {
    /// The start on a square board: `X` has the left column, and `O` the lowest row, but for the corner that they share.
    /// None if the board is not square, or smaller than 2x2.
    ///
    /// ```
    /// use secateur_games::{Notation, dodgem::Dodgem, grid::Grid};
    ///
    /// let pos = Dodgem::new(Grid::new(4, 4).unwrap()).unwrap();
    /// assert_eq!(pos.write(), "X.../X.../X.../.OOO X");
    /// assert_eq!(Dodgem::new(Grid::new(3, 4).unwrap()), None);
    /// ```
    pub fn new(grid: Grid) -> Option<Dodgem> {
        let size = grid.rows();
        if size != grid.columns() || size < 2 {
            return None;
        }
        let corner = 1 << (size * (size - 1));
        let mine = grid.left() & !corner;
        Some(Dodgem { mine, theirs: grid.across(mine), grid, second: false })
    }

    /// The cars of `X` and of `O`, as the board is written.
    fn cars(&self) -> [u64; 2] {
        match self.second {
            false => [self.mine, self.theirs],
            true => [self.grid.across(self.theirs), self.grid.across(self.mine)],
        }
    }

    /// The steps that the cars of the side to move have gone; for one that has left, the width of the board.
    fn gone(&self) -> i32 {
        let size = self.grid.columns();
        let off = i32::from(size - 1) - self.mine.count_ones() as i32;
        ones(self.mine).map(|cell| i32::from(cell % size)).sum::<i32>() + off * i32::from(size)
    }

    /// The same position as the opponent sees it.
    fn turned(&self) -> Dodgem {
        let [mine, theirs] = [self.theirs, self.mine].map(|cars| self.grid.across(cars));
        Dodgem { mine, theirs, second: !self.second, ..*self }
    }
}

impl Game for Dodgem {
    type Move = Drive;

    /// Off the board, ahead, and aside.
    fn moves(&self) -> impl Iterator<Item = Drive> {
        let (grid, mine) = (self.grid, self.mine);
        let free = grid.cells() & !(mine | self.theirs);
        let size = grid.columns() as i8;
        let off = ones(mine & !grid.west(grid.cells())).map(|from| Drive { from, to: Drive::OFF });
        let ways = [(grid.west(free), 1), (grid.south(free), -size), (grid.north(free), size)];
        off.chain(ways.into_iter().flat_map(move |(beside, step)| {
            ones(mine & beside).map(move |from| Drive { from, to: from.wrapping_add_signed(step) })
        }))
    }

    fn play(&mut self, m: Drive) {
        self.mine &= !(1 << m.from);
        if m.to != Drive::OFF {
            self.mine |= 1 << m.to;
        }
        *self = self.turned();
    }

    fn outcome(&self) -> Option<Score> {
        match (self.mine, self.theirs) {
            (_, 0) => Some(Score::LOSS),
            (0, _) => Some(Score::WIN),
            _ => None,
        }
    }

    /// Whoever blocks the other side loses.
    fn no_moves(&self) -> Score {
        Score::WIN
    }
}

impl Keyed for Dodgem {
    /// An exchange of the colours together with the turn, seen across the board, makes no difference.
    fn key(&self) -> u64 {
        hash([self.mine, self.theirs]) ^ salt([self.grid.rows()], [3])
    }
}

impl Hints for Dodgem {
    /// A car that went aside can go back.
    const CYCLES: bool = true;

    const UNIT: i32 = STEP;

    /// No car goes back against its way.
    fn irreversible(&self, m: Drive) -> bool {
        m.to == Drive::OFF || m.to == m.from + 1
    }

    /// On the board itself, the colours make a difference.
    fn identity(&self) -> u64 {
        self.key() ^ u64::from(self.second)
    }
}

impl Notation for Dodgem {
    type Knowledge = StaticValue;

    /// The board of three rows by three columns.
    fn start() -> Self {
        Grid::new(3, 3).and_then(Dodgem::new).expect("a square board")
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).and_then(Dodgem::new)
    }

    /// The steps that one's own cars are ahead.
    fn static_value(&self) -> Score {
        Score::points(STEP * (self.gone() - self.turned().gone()))
    }

    /// The rows from the top, then the side to move: `X../X../.OO X`. A size, `4x4`, is the start on such a board;
    /// `X` moves unless it is followed by `O`.
    /// Or the moves played, `a1b1`, from the start.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let Setup { grid, stones, second } = Setup::read(text, ['X', 'O'])?;
        let (rows, columns) = (grid.rows(), grid.columns());
        let full = Dodgem::new(grid).ok_or_else(|| {
            Unreadable(format!("the board is {rows}x{columns}, expected a square one from 2x2 on"))
        })?;
        let [mine, theirs] = stones.unwrap_or([full.mine, full.theirs]);
        for (side, cars) in [('X', mine), ('O', theirs)] {
            if cars.count_ones() >= u32::from(rows) {
                let (found, most) = (cars.count_ones(), rows - 1);
                return Err(Unreadable(format!(
                    "{side} has {found} cars, expected at most {most} on {rows}x{rows}"
                )));
            }
        }
        let pos = Dodgem { mine, theirs, ..full };
        Ok(if second { pos.turned() } else { pos })
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.grid.write(self.cars()), self.side()))
    }

    /// The cell left and the cell reached, `a1b1`; `c1-off` for a car that leaves.
    fn write_move(&self, m: Drive) -> String {
        let name = |cell: u8| match self.second {
            _ if cell == Drive::OFF => "-off".into(),
            false => self.grid.name(cell),
            true => self.grid.name(self.grid.turn(cell, ACROSS)),
        };
        name(m.from) + &name(m.to)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.cars()))
    }
}
