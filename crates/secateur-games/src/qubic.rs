//! Qubic: four in a line in a cube of four by four by four.
//!
//! The first player wins (O. Patashnik, *Qubic: 4x4x4 tic-tac-toe*, 1980). There are 76 lines: 48 along the edges of the cube, 24
//! across its layers, 4 from corner to corner through its middle. A full cube without a line is drawn.

use crate::by_code::by_code;
use crate::forcing::{Lines, forced_win, urgent};
use crate::grid::{Grid, Setup, hash, is_moves, ones};
use crate::notation::played;
use crate::{Cells, Inputs, Notation, Symmetry, Unreadable, paint};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// A position of Qubic: the four layers of the cube below each other, as a board of 16 rows and four columns.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, qubic::Qubic};
///
/// // From corner to corner, a layer deeper each time.
/// let pos = Qubic::read("a1 b1 b6 c1 c11 d1 d16").unwrap();
/// assert_eq!(pos.outcome(), Some(Score::LOSS)); // for O, who is to move
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Qubic {
    /// The stones of the side to move.
    mine: u64,
    /// The opponent's stones.
    theirs: u64,
    /// Whether `O` is to move.
    second: bool,
}

/// The number of lines.
const COUNT: usize = 76;

/// All lines, as sets of cells.
static LINES: [u64; COUNT] = {
    let (mut lines, mut count, mut from) = ([0; COUNT], 0, 0);
    while from < 64 {
        let mut way = 14; // of 27, those after standing still: the others are the same ways backwards
        while way < 27 {
            if let Some(line) = line(from, way) {
                lines[count] = line;
                count += 1;
            }
            way += 1;
        }
        from += 1;
    }
    assert!(count == COUNT);
    lines
};

/// The line that starts at a cell and runs a way, if it stays in the cube.
const fn line(from: i32, way: i32) -> Option<u64> {
    let (steps, mut cells, mut i) = ([way / 9 - 1, way / 3 % 3 - 1, way % 3 - 1], 0u64, 0);
    while i < 4 {
        let (z, y, x) = (from / 16 + i * steps[0], from / 4 % 4 + i * steps[1], from % 4 + i * steps[2]);
        if z < 0 || z > 3 || y < 0 || y > 3 || x < 0 || x > 3 {
            return None;
        }
        cells |= 1 << (16 * z + 4 * y + x);
        i += 1;
    }
    Some(cells)
}

impl Qubic {
    #[inline(always)]
    fn empty(&self) -> u64 {
        !(self.mine | self.theirs)
    }

    /// The empty cells of the lines without an opposing stone that have that many own stones.
    #[inline(always)]
    fn lacking(own: u64, foe: u64, stones: u32) -> u64 {
        let open = LINES.iter().filter(|&&line| line & foe == 0 && (line & own).count_ones() == stones);
        open.fold(0, |cells, line| cells | line & !own)
    }

    /// The cells that would complete a line for the side to move, and those that would for the opponent.
    #[inline(always)]
    fn winning_cells(&self) -> [u64; 2] {
        [Qubic::lacking(self.mine, self.theirs, 3), Qubic::lacking(self.theirs, self.mine, 3)]
    }

    /// The worth of the lines that are open to one side only: more for each stone on them.
    #[inline(always)]
    fn lead(&self) -> i32 {
        let worth = |line: &u64| match (line & self.mine, line & self.theirs) {
            (mine, 0) => WORTH[mine.count_ones() as usize],
            (0, theirs) => -WORTH[theirs.count_ones() as usize],
            _ => 0,
        };
        LINES.iter().map(worth).sum()
    }

    fn stones(&self) -> [u64; 2] {
        if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] }
    }
}

/// The worth of a line without an opposing stone, by own stones.
const WORTH: [i32; 5] = [0, 2, 8, 30, 0];

/// The layers below each other.
fn board() -> Grid {
    Grid::new(16, 4).expect("64 cells")
}

impl Game for Qubic {
    /// A cell, layer by layer, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.empty())
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        (self.mine, self.theirs) = (self.theirs, self.mine | 1 << cell);
        self.second = !self.second;
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        LINES.iter().any(|&line| line & !self.theirs == 0).then_some(Score::LOSS)
    }

    /// A full cube is drawn.
    #[inline(always)]
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl Keyed for Qubic {
    #[inline]
    fn key(&self) -> u64 {
        hash([self.mine, self.theirs])
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        cell.into()
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        u8::try_from(code).ok().filter(|&cell| cell < 64 && self.empty() >> cell & 1 != 0)
    }
}

impl Lines for Qubic {
    #[inline]
    fn completing(&self, own: bool) -> [Option<u8>; 2] {
        let (own, foe) = if own { (self.mine, self.theirs) } else { (self.theirs, self.mine) };
        let mut cells = ones(Qubic::lacking(own, foe, 3));
        [cells.next(), cells.next()]
    }

    #[inline]
    fn building(&self) -> impl Iterator<Item = u8> {
        ones(Qubic::lacking(self.mine, self.theirs, 2))
    }
}

impl Hints for Qubic {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Cells that win at once, if there are any; or else, if the opponent would, the cells that stop that.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = u8> {
        let [wins, threats] = self.winning_cells();
        ones(urgent(wins, threats, self.empty()))
    }

    /// Cells that complete a line for either side: wins and blocks.
    fn noisy(&self) -> impl Iterator<Item = u8> {
        let [wins, threats] = self.winning_cells();
        ones(wins | threats)
    }

    #[inline]
    fn is_noisy(&self, cell: u8) -> bool {
        let [wins, threats] = self.winning_cells();
        (wins | threats) >> cell & 1 != 0
    }

    fn quiet(&self) -> impl Iterator<Item = u8> {
        let [wins, threats] = self.winning_cells();
        ones(if wins | threats == 0 { self.empty() } else { 0 })
    }

    /// A stone more is never a drawback here, so that passing is a fair test of a position.
    fn null_move(&self) -> Option<Self> {
        Some(Qubic { mine: self.theirs, theirs: self.mine, second: !self.second })
    }

    /// Whether the opponent is about to complete a line.
    fn in_check(&self) -> bool {
        self.winning_cells()[1] != 0
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }

    /// The worth of the lines through the cell to the side that takes it and to the other.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        let through = LINES.iter().filter(|&line| line >> cell & 1 != 0);
        let worth = |line: &u64| match (line & self.mine, line & self.theirs) {
            (own, 0) => 1 + 2 * WORTH[own.count_ones() as usize],
            (0, foe) => 1 + WORTH[foe.count_ones() as usize],
            _ => 0,
        };
        through.map(worth).sum()
    }

    by_code!(u8, 6);
}

/// Knowledge of Qubic: a count of open lines, and wins by threats alone.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, qubic::{Fours, Qubic}};
///
/// // X has two stones on either of two lines that cross on a1: with a stone there it threatens to complete both.
/// let pos = Qubic::read("b1 b6 c1 c7 a2 d6 a3 d7").unwrap();
/// let known = Fours.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(3)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Fours;

/// The most threats in a row that are looked at, and the nodes that may be spent on it.
const THREATS: u32 = 12;
const BUDGET: u32 = 60;

impl Eval<Qubic> for Fours {
    /// Points for lines without an opposing stone: 2, 8 or 30 with one, two or three stones; less the opponent's.
    #[inline]
    fn eval(&mut self, pos: &Qubic) -> Score {
        Score::points(pos.lead())
    }

    /// Proven: a cell that completes a line wins at once. Failing that, two cells where the opponent would complete one
    /// cannot both be blocked. A row of threats, each of which leaves the opponent one answer, wins if the last of
    /// them leaves none.
    #[inline]
    fn bounds(&mut self, pos: &Qubic, _: Score, _: Score, meter: &mut Meter<'_>) -> Bounds {
        let [wins, threats] = pos.winning_cells();
        if wins != 0 {
            return Bounds::exact(Score::win_in(1));
        }
        if threats.count_ones() >= 2 {
            return Bounds::exact(Score::loss_in(2));
        }
        let won = forced_win(pos, THREATS, &mut { BUDGET }, meter);
        Bounds { lower: won.map_or(Score::loss_in(4), Score::win_in), upper: Score::win_in(3) }
    }
}

impl Notation for Qubic {
    type Knowledge = Fours;

    /// The empty cube.
    fn start() -> Self {
        Qubic { mine: 0, theirs: 0, second: false }
    }

    /// The moves played, `b7` for the second cell of the third row of the second layer; or the 16 rows, layer by layer, and then
    /// the side to move.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let Setup { grid, stones, second } = Setup::read(text, ['X', 'O'])?;
        if grid != board() {
            let (rows, columns) = (grid.rows(), grid.columns());
            return Err(Unreadable(format!(
                "the board has {rows} rows by {columns} columns, expected 16 by 4"
            )));
        }
        let [x, o] = stones.unwrap_or_default();
        let (mine, theirs) = if second { (o, x) } else { (x, o) };
        match LINES.iter().any(|&line| line & !mine == 0) {
            true => {
                Err(Unreadable("the side to move has won already, expected the other side's turn".into()))
            }
            false => Ok(Qubic { mine, theirs, second }),
        }
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", board().write(self.stones()), self.side()))
    }

    /// A cell: the column's letter, then the row, counted through all layers from the top.
    fn write_move(&self, cell: u8) -> String {
        board().name(cell)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs { views: 2, symmetry: Symmetry::Plain, ..Inputs::of(16, 4) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, self.stones());
        usize::from(self.second)
    }

    fn cells(&self) -> Option<Cells> {
        Some(board().draw(self.stones()))
    }
}
