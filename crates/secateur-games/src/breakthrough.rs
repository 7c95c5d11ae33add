//! Breakthrough: step ahead, capture aslant; the first on the far row wins.
//!
//! Invented by D. Troyka, 2000. Each side fills the two rows nearest to it. A piece steps one row ahead, straight onto an
//! empty cell, or aslant onto an empty cell or an opposing piece, which it captures. The side that reaches the far row or
//! captures the last piece wins. Any board of up to 64 cells, of two columns and four rows at least.

use crate::grid::{Grid, Setup, hash, is_moves, salt};
use crate::notation::played;
use crate::{Cells, Inputs, Notation, Symmetry, Unreadable, paint};
use secateur::{Game, Hints, Keyed, Score};

mod fights;
mod runners;

use fights::Fights;
pub use runners::Runners;

/// A position of Breakthrough: `X` goes up the board from row 1, `O` comes down.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, breakthrough::Breakthrough};
///
/// let pos = Breakthrough::sized(3, 5).unwrap();
/// assert_eq!(pos.write(), "OOO/OOO/.../XXX/XXX X");
/// assert_eq!(pos.moves().count(), 7);
/// assert_eq!(pos.child(pos.read_move("a2b3").unwrap()).write(), "OOO/OOO/.X./.XX/XXX O");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough {
    /// The pieces of the side to move, which goes up the board as it sees it.
    mine: u64,
    /// The opponent's pieces.
    theirs: u64,
    grid: Grid,
    /// Whether `O` is to move: it sees the board turned round.
    second: bool,
}

/// A piece goes one row ahead. Cells count in reading order from 0, as the side that moves sees the board: its own rows are
/// the last.
///
/// ```
/// use secateur_games::{Notation, breakthrough::{Breakthrough, Step}};
///
/// let pos = Breakthrough::read("OO/../../XX X").unwrap();
/// assert_eq!(pos.read_move("a1b2").unwrap(), Step { from: 6, to: 5 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The cell that the piece leaves.
    pub from: u8,
    /// The cell that it goes to.
    pub to: u8,
}

/// Steps by the cells they lead to: captures aslant to the left and to the right, then straight ahead, then aslant onto
/// empty cells. Those furthest up the board come first.
struct Steps {
    sets: [u64; 5],
    place: usize,
    columns: u8,
}

impl Iterator for Steps {
    type Item = Step;

    #[inline(always)]
    fn next(&mut self) -> Option<Step> {
        while self.sets[self.place] == 0 {
            if self.place == 4 {
                return None;
            }
            self.place += 1;
        }
        let set = &mut self.sets[self.place];
        let to = set.trailing_zeros() as u8;
        *set &= *set - 1;
        Some(Step { from: to + self.columns + 1 - [0, 2, 1, 0, 2][self.place], to })
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.sets.iter().map(|set| set.count_ones() as usize).sum()
    }
}

/// Points for a piece,
const PIECE: i32 = 100;
/// more for one that many rows short of the far one,
const SHORT_OF_GOAL: [i32; 6] = [0, 300, 120, 50, 20, 5];
/// and for one on its first row, which guards it.
const GUARD: i32 = 10;

/// Points for a step, in the order of moves, by the rows that it leaves the piece short of the far one: these and the
/// following are the best of those that were tried, by the nodes that it took to solve small boards;
const AHEAD: [i32; 6] = [0, 160, 10, 30, 90, -30];
/// for a capture, beside nine times what the piece has come ahead;
const TAKEN: i32 = 240;
/// off for a piece that can be captured there for nothing,
const LOST: i32 = 260;
/// and for one that can be captured more often than it is guarded;
const EXCHANGED: i32 = 200;
/// for each move that an attack of the opponent costs it, and off for each that one's own does,
const HOLDS: i32 = 120;
const THREATENS: i32 = 10;
/// which count up to this many.
const FREE: u8 = 6;

impl Breakthrough {
    /// The full home rows of both sides, if the board has two columns and four rows at least.
    ///
    /// ```
    /// use secateur_games::{Notation, breakthrough::Breakthrough, grid::Grid};
    ///
    /// let pos = Breakthrough::new(Grid::new(4, 2).unwrap()).unwrap();
    /// assert_eq!(pos.write(), "OO/OO/XX/XX X");
    /// assert!(Breakthrough::new(Grid::new(3, 8).unwrap()).is_none());
    /// ```
    pub fn new(grid: Grid) -> Option<Breakthrough> {
        fits(grid).then(|| {
            let theirs = (1 << (2 * grid.columns())) - 1;
            Breakthrough { mine: grid.reversed(theirs), theirs, grid, second: false }
        })
    }

    /// The steps onto these cells.
    #[inline(always)]
    fn steps(&self, onto: u64) -> Steps {
        let Breakthrough { mine, theirs, grid, .. } = *self;
        let free = onto & !(mine | theirs);
        let [left, right] = [grid.north(grid.west(mine)), grid.north(grid.east(mine))];
        let captures = [left & theirs & onto, right & theirs & onto];
        let sets = [captures[0], captures[1], grid.north(mine) & free, left & free, right & free];
        Steps { sets, place: 0, columns: grid.columns() }
    }

    /// The cells that the side to move could capture on.
    #[inline(always)]
    fn within_reach(&self) -> u64 {
        self.grid.north(self.grid.west(self.mine) | self.grid.east(self.mine))
    }

    /// The row that the side to move wants to reach.
    #[inline(always)]
    fn goal(&self) -> u64 {
        (1 << self.grid.columns()) - 1
    }

    /// The opponent's pieces that are a step short of their goal: they cannot be blocked, only captured.
    #[inline(always)]
    fn attackers(&self) -> u64 {
        self.theirs & self.grid.north(self.grid.reversed(self.goal()))
    }

    /// The cells that can be best to go to: those that win at once, or else of the pieces that would.
    #[inline(always)]
    fn urgent(&self) -> u64 {
        let goal = self.goal();
        if self.mine & self.grid.south(goal) != 0 {
            return goal;
        }
        let caught = self.attackers() & self.within_reach();
        if caught != 0 { caught } else { u64::MAX }
    }

    /// The rows that a piece of the side to move is short of the far one.
    #[inline(always)]
    fn short_of_goal(&self, cell: u32) -> u32 {
        cell / u32::from(self.grid.columns())
    }

    /// The pieces of both sides by rows short of their goal, own less the opponent's.
    #[inline(always)]
    fn leads(&self) -> i32 {
        let (columns, rows) = (u32::from(self.grid.columns()), usize::from(self.grid.rows()));
        let sides = [self.mine, self.grid.reversed(self.theirs)];
        let worth = |side: u64| {
            let on_row = |row: usize| (side >> (row as u32 * columns) & self.goal()).count_ones() as i32;
            let advanced: i32 = (1..rows.min(6)).map(|row| on_row(row) * SHORT_OF_GOAL[row]).sum();
            PIECE * side.count_ones() as i32 + advanced + GUARD * on_row(rows - 1)
        };
        worth(sides[0]) - worth(sides[1])
    }

    /// The position as it is remembered, and whether left and right are swapped for it.
    #[inline(always)]
    fn fold(&self) -> ([u64; 2], bool) {
        let plain = [self.mine, self.theirs];
        let swapped = plain.map(|set| self.grid.mirrored(set));
        if swapped < plain { (swapped, true) } else { (plain, false) }
    }

    /// A cell with left and right swapped.
    #[inline(always)]
    fn across(&self, cell: u8) -> u8 {
        self.grid.turn(cell, 2)
    }

    /// A cell as `X` sees the board.
    fn seen_by_x(&self, cell: u8) -> u8 {
        if self.second { self.grid.size() as u8 - 1 - cell } else { cell }
    }

    /// The pieces of `X` and of `O`, as `X` sees the board.
    fn pieces(&self) -> [u64; 2] {
        let turned = |set| self.grid.reversed(set);
        if self.second { [turned(self.theirs), turned(self.mine)] } else { [self.mine, self.theirs] }
    }
}

/// Whether Breakthrough can be played on the board: in a single column pieces would block each other for good.
fn fits(grid: Grid) -> bool {
    grid.columns() >= 2 && grid.rows() >= 4
}

impl Game for Breakthrough {
    type Move = Step;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Step> {
        self.steps(u64::MAX)
    }

    #[inline(always)]
    fn play(&mut self, m: Step) {
        let moved = self.mine & !(1 << m.from) | 1 << m.to;
        self.mine = self.grid.reversed(self.theirs & !(1 << m.to));
        self.theirs = self.grid.reversed(moved);
        self.second = !self.second;
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        let crossed = self.theirs & self.grid.reversed(self.goal()) != 0;
        (crossed || self.mine == 0).then_some(Score::LOSS)
    }
}

impl Keyed for Breakthrough {
    /// Positions that are alike for the side to move share a key, whichever side that is, and so do mirrored ones.
    #[inline]
    fn key(&self) -> u64 {
        hash(self.fold().0) ^ salt([self.grid.rows(), self.grid.columns()], [8, 8])
    }

    #[inline]
    fn encode(&self, m: Step) -> u16 {
        let [from, to] =
            if self.fold().1 { [m.from, m.to].map(|cell| self.across(cell)) } else { [m.from, m.to] };
        u16::from(from) * 3 + u16::from(to + self.grid.columns() + 1 - from)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Step> {
        let (from, aside) = (code / 3, code % 3);
        let columns = u16::from(self.grid.columns());
        let to = (from + aside).checked_sub(columns + 1).filter(|_| u32::from(from) < self.grid.size())?;
        let mut step = [from as u8, to as u8];
        if self.fold().1 {
            step = step.map(|cell| self.across(cell));
        }
        let [from, to] = step;
        let leads_there = self.mine >> from & 1 != 0 && self.mine >> to & 1 == 0;
        let one_row = from / self.grid.columns() == to / self.grid.columns() + 1;
        let blocked = from.wrapping_sub(to) == self.grid.columns() && self.theirs >> to & 1 != 0;
        (leads_there && one_row && !blocked).then_some(Step { from, to })
    }
}

impl Hints for Breakthrough {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Steps that win at once, if there are any; or else, if the opponent would, captures of the pieces that do so.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = Step> {
        self.steps(self.urgent())
    }

    /// Captures, and steps onto the far row.
    fn noisy(&self) -> impl Iterator<Item = Step> {
        self.steps(self.theirs | self.goal())
    }

    #[inline]
    fn is_noisy(&self, m: Step) -> bool {
        (self.theirs | self.goal()) >> m.to & 1 != 0
    }

    fn quiet(&self) -> impl Iterator<Item = Step> {
        self.steps(self.urgent() & !(self.theirs | self.goal()))
    }

    /// Whether the opponent is a step short of the far row.
    fn in_check(&self) -> bool {
        self.attackers() != 0
    }

    /// The piece taken.
    fn gain(&self, m: Step) -> i32 {
        let taken = self.theirs >> m.to & 1 != 0;
        let short = self.short_of_goal(self.grid.size() - 1 - u32::from(m.to)) as usize;
        if taken { PIECE + SHORT_OF_GOAL.get(short).unwrap_or(&0) } else { 0 }
    }

    /// The piece taken, and the row gained, if the piece is not lost there; then the time that the fights before both goals
    /// take.
    #[inline]
    fn move_score(&self, m: Step) -> i32 {
        let (south, to) = (self.grid.south(self.theirs), 1 << m.to);
        let sides = |set: u64| [self.grid.west(set), self.grid.east(set)];
        let count = |set: u64| sides(set).into_iter().filter(|side| side & to != 0).count();
        let (mine, theirs) = (self.mine & !(1 << m.from), self.theirs & !to);
        let (attacks, guards) = (count(south), count(self.grid.north(mine)));
        let mut score = AHEAD.get(self.short_of_goal(m.to.into()) as usize).copied().unwrap_or(0);
        if attacks > 0 && guards == 0 {
            score -= LOST;
        } else if attacks > guards {
            score -= EXCHANGED;
        }
        if self.theirs & to != 0 {
            let short = self.short_of_goal(self.grid.size() - 1 - u32::from(m.to)) as usize;
            score += TAKEN + 9 * SHORT_OF_GOAL.get(short).unwrap_or(&0);
        }
        if let Some(fights) = Fights::on(self.grid) {
            let [attackers, defenders] = [theirs, mine | to].map(|set| self.grid.reversed(set));
            let free = |attackers, defenders| i32::from(fights.attacked(attackers, defenders).min(FREE));
            score += HOLDS * free(attackers, defenders) - THREATENS * free(mine | to, theirs);
        }
        score
    }

    fn from_to(&self, m: Step) -> usize {
        usize::from(self.second) << 12 | usize::from(m.from) << 6 | usize::from(m.to)
    }

    fn piece_to(&self, m: Step) -> usize {
        usize::from(self.second) << 6 | usize::from(m.to)
    }
}

impl Notation for Breakthrough {
    type Knowledge = Runners;

    /// For eight by eight.
    const LEARNED: &'static [u8] = include_bytes!("../nets/breakthrough.eval");
    const DRAWS: bool = false;

    /// The board of eight by eight.
    fn start() -> Self {
        Breakthrough::sized(8, 8).expect("64 cells")
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).and_then(Self::new)
    }

    /// The moves played, `a2b3`, or the rows from the top, then the side to move: `OO/../../XX X`. A size by rows and
    /// columns, `5x4`, is the start on that board.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let Setup { grid, stones, second } = Setup::read(text, ['X', 'O'])?;
        let Some(full) = Breakthrough::new(grid) else {
            let (r, c) = (grid.rows(), grid.columns());
            return Err(Unreadable(format!("a board of {r}x{c} is too small, expected at least 4x2")));
        };
        let Some([x, o]) = stones else { return Ok(full) };
        let [mine, theirs] = if second { [o, x].map(|set| grid.reversed(set)) } else { [x, o] };
        let pos = Breakthrough { mine, theirs, grid, second };
        if theirs == 0 || mine & pos.goal() != 0 {
            let side = pos.side();
            return Err(Unreadable(format!(
                "{side} has won already, expected it to be the other side's turn"
            )));
        }
        Ok(pos)
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.grid.write(self.pieces()), self.side()))
    }

    /// The cell left and the cell reached, `a2b3`; rows count from below.
    fn write_move(&self, m: Step) -> String {
        let name = |cell| {
            let cell = self.grid.turn(self.seen_by_x(cell), 1);
            self.grid.name(cell)
        };
        name(m.from) + &name(m.to)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs { symmetry: Symmetry::Columns, ..Inputs::of(self.grid.rows(), self.grid.columns()) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, [self.mine, self.theirs]);
        0
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.pieces()).numbered_from_below())
    }
}
