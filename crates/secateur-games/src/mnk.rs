//! Tic-tac-toe and all its relatives: `k` in a line on a board of `m` by `n`, up to 64 cells.
//!
//! `X` and `O` fill cells in turn; the first to have `k` of their own in a row, column or diagonal wins,
//! and a full board is drawn. Tic-tac-toe is 3x3 with three in a line, and the default start.

use crate::by_code::by_code;
use crate::forcing::urgent;
use crate::grid::{Grid, clip, hash, number, ones, salt};
use crate::linear::{Features, Weight};
use crate::{Cells, Inputs, Notation, Symmetry, Unreadable, paint};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// A position of an m,n,k-game.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, mnk::Mnk};
///
/// let pos = Mnk::read("XX./OO./...").unwrap();
/// assert_eq!(pos.side(), "X");
/// let won = pos.child(pos.read_move("c1").unwrap());
/// assert_eq!(won.outcome(), Some(secateur::Score::LOSS)); // for O, who is to move
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mnk {
    /// The stones of the side to move.
    mine: u64,
    /// The opponent's stones.
    theirs: u64,
    grid: Grid,
    /// The length of a line that wins.
    line: u8,
}

/// The ways a line can run: to the right, down, down and right, down and left.
const WAYS: [usize; 4] = [0, 1, 2, 3];

impl Mnk {
    /// The empty board, if a line of that length fits on it.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{grid::Grid, mnk::Mnk};
    ///
    /// let pos = Mnk::new(Grid::new(4, 5).unwrap(), 4).unwrap();
    /// assert_eq!(pos.moves().count(), 20);
    /// assert!(Mnk::new(Grid::new(3, 3).unwrap(), 4).is_none());
    /// ```
    pub fn new(grid: Grid, line: u8) -> Option<Mnk> {
        let fits = (1..=grid.rows().max(grid.columns())).contains(&line);
        fits.then_some(Mnk { mine: 0, theirs: 0, grid, line })
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        self.grid.cells() & !(self.mine | self.theirs)
    }

    /// The cells whose successor along a line is in the set.
    #[inline(always)]
    fn before(&self, way: usize, set: u64) -> u64 {
        match way {
            0 => self.grid.west(set),
            1 => self.grid.north(set),
            2 => self.grid.north(self.grid.west(set)),
            _ => self.grid.north(self.grid.east(set)),
        }
    }

    /// The cells whose predecessor along a line is in the set.
    #[inline(always)]
    fn after(&self, way: usize, set: u64) -> u64 {
        match way {
            0 => self.grid.east(set),
            1 => self.grid.south(set),
            2 => self.grid.south(self.grid.east(set)),
            _ => self.grid.south(self.grid.west(set)),
        }
    }

    /// The cells at which a whole line within the set starts.
    #[inline(always)]
    fn lines(&self, way: usize, set: u64) -> u64 {
        (1..self.line).fold(set, |starts, _| set & self.before(way, starts))
    }

    /// The number of lines within the set.
    fn count(&self, set: u64) -> u32 {
        WAYS.map(|way| self.lines(way, set).count_ones()).iter().sum()
    }

    #[inline(always)]
    fn has_line(&self, set: u64) -> bool {
        WAYS.iter().any(|&way| self.lines(way, set) != 0)
    }

    /// The empty cells that would complete a line of `stones`.
    #[inline]
    fn winning_cells(&self, stones: u64) -> u64 {
        let empty = self.empty();
        WAYS.iter().fold(0, |wins, &way| {
            // Starts of lines, longer by one each time, that are full, and that lack just one stone.
            let (mut full, mut one) = (stones, empty);
            for _ in 1..self.line {
                let next = self.before(way, full);
                (full, one) = (stones & next, stones & self.before(way, one) | empty & next);
            }
            let mut cells = one;
            for _ in 1..self.line {
                one = self.after(way, one);
                cells |= one;
            }
            wins | cells & empty
        })
    }

    /// Whether `X` is to move.
    fn x_moves(&self) -> bool {
        self.mine.count_ones() == self.theirs.count_ones()
    }

    /// The stones of `X` and of `O`.
    fn stones(&self) -> [u64; 2] {
        if self.x_moves() { [self.mine, self.theirs] } else { [self.theirs, self.mine] }
    }
}

impl Game for Mnk {
    /// A cell, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.empty())
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        (self.mine, self.theirs) = (self.theirs, self.mine | 1 << cell);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        if self.has_line(self.theirs) { Some(Score::LOSS) } else { None }
    }

    /// A full board is drawn.
    #[inline(always)]
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl Keyed for Mnk {
    /// Positions that a symmetry of the board turns into each other share a key.
    #[inline]
    fn key(&self) -> u64 {
        let game = [self.grid.rows(), self.grid.columns(), self.line];
        hash(self.grid.fold([self.mine, self.theirs], self.grid.turns()).0) ^ salt(game, [3; 3])
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        let (_, turn) = self.grid.fold([self.mine, self.theirs], self.grid.turns());
        u16::from(self.grid.turn(cell, turn))
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        let code = u8::try_from(code).ok().filter(|&code| u32::from(code) < self.grid.size())?;
        let (_, turn) = self.grid.fold([self.mine, self.theirs], self.grid.turns());
        let cell = self.grid.turn_back(code, turn);
        (self.empty() >> cell & 1 != 0).then_some(cell)
    }
}

impl Hints for Mnk {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// A cell that wins at once, if there is one; or else the cells where the opponent would win, since any
    /// other move loses to them, and nothing loses sooner.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = u8> {
        let (wins, threats) = (self.winning_cells(self.mine), self.winning_cells(self.theirs));
        ones(urgent(wins, threats, self.empty()))
    }

    /// Cells that complete a line for either side: wins and blocks.
    fn noisy(&self) -> impl Iterator<Item = u8> {
        ones(self.winning_cells(self.mine) | self.winning_cells(self.theirs))
    }

    /// A stone more is never a drawback here, so that passing is a fair test of a position.
    fn null_move(&self) -> Option<Self> {
        Some(Mnk { mine: self.theirs, theirs: self.mine, ..*self })
    }

    /// Whether the opponent is about to complete a line.
    fn in_check(&self) -> bool {
        self.winning_cells(self.theirs) != 0
    }

    /// The lines through the cell that are still open to either side.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        let open = |foe: u64| {
            let free = self.grid.cells() & !foe;
            self.count(free) - self.count(free & !(1 << cell))
        };
        (open(self.mine) + open(self.theirs)) as i32
    }

    by_code!(u8);
}

/// Knowledge of m,n,k-games: a count of open lines, and forced results within two plies.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, mnk::{Lines, Mnk}};
///
/// let known = |text| Lines.bounds(&Mnk::read(text).unwrap(), -Score::INF, Score::INF, &mut Meter::unlimited());
/// // O cannot block both b1 and b2.
/// assert_eq!(known("X.X/O../X.O"), Bounds::exact(Score::loss_in(2)));
/// // The last cell completes no line.
/// assert_eq!(known("XOX/OOX/.XO"), Bounds::exact(Score::DRAW));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Lines;

/// Points for a line without an opposing stone.
const OPEN: i32 = 1;
/// Points for a cell that would complete a line.
const COMPLETING: i32 = 10;

impl Mnk {
    /// Open lines and cells that complete one, own minus the opponent's.
    #[inline(always)]
    fn leads(&self) -> [i32; 2] {
        let side = |own: u64, foe: u64| {
            let open = self.count(self.grid.cells() & !foe) as i32;
            [open, self.winning_cells(own).count_ones() as i32]
        };
        let [mine, theirs] = [side(self.mine, self.theirs), side(self.theirs, self.mine)];
        [mine[0] - theirs[0], mine[1] - theirs[1]]
    }
}

impl Eval<Mnk> for Lines {
    /// One point for each line without an opposing stone, ten for each cell that would complete one.
    #[inline]
    fn eval(&mut self, pos: &Mnk) -> Score {
        let [open, completing] = pos.leads();
        Score::points(OPEN * open + COMPLETING * completing)
    }

    /// Proven: a cell that completes a line wins at once. Failing that, two cells where the opponent would
    /// complete one cannot both be blocked. Otherwise a win takes three plies at least and a loss four, and
    /// as many empty cells; and a line with an opposing stone in it never comes about, so that a side
    /// without open lines does not win.
    #[inline]
    fn bounds(&mut self, pos: &Mnk, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        if pos.winning_cells(pos.mine) != 0 {
            return Bounds::exact(Score::win_in(1));
        }
        if pos.winning_cells(pos.theirs).count_ones() >= 2 {
            return Bounds::exact(Score::loss_in(2));
        }
        let left = pos.empty().count_ones();
        let open = |foe: u64| pos.has_line(pos.grid.cells() & !foe);
        let or_draw = |possible: bool, score: Score| if possible { score } else { Score::DRAW };
        Bounds {
            lower: or_draw(left >= 4 && open(pos.mine), Score::loss_in(4)),
            upper: or_draw(left >= 3 && open(pos.theirs), Score::win_in(3)),
        }
    }
}

impl Notation for Mnk {
    type Knowledge = Lines;

    fn weights() -> Vec<Weight> {
        vec![Weight::of("open_line", OPEN), Weight::of("completing_cell", COMPLETING)]
    }

    fn features(&self) -> Option<Features> {
        Some(Features::new(self.leads()))
    }

    /// Tic-tac-toe.
    fn start() -> Self {
        Mnk { mine: 0, theirs: 0, grid: Grid::new(3, 3).expect("nine cells"), line: 3 }
    }

    /// The rows from the top, `X.O/.X./...`; other games than tic-tac-toe name themselves first, by rows,
    /// columns and line: `4x5,4`, the empty board, or `4x5,4 ...../..X../...../.....`. The side to move follows
    /// from the stones, `X` being first.
    fn read(text: &str) -> Result<Self, Unreadable> {
        let mut words = text.split_whitespace().peekable();
        let mut pos = Self::start();
        if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            let (size, line) = word.split_once(',').ok_or_else(|| {
                Unreadable(format!("'{}' names no game, expected size and line such as 4x5,4", clip(word)))
            })?;
            let grid = Grid::read_size(size)?;
            let long = grid.rows().max(grid.columns());
            let fitting = number(line).and_then(|n| Mnk::new(grid, u8::try_from(n).ok()?));
            pos = fitting.ok_or_else(|| {
                Unreadable(format!("a line of '{}' is not possible, expected 1 to {long}", clip(line)))
            })?;
        }
        if let Some(rows) = words.next() {
            let (grid, [x, o]) = Grid::read_rows(rows)?;
            if grid != pos.grid {
                let (r, c) = (grid.rows(), grid.columns());
                let (r0, c0) = (pos.grid.rows(), pos.grid.columns());
                let hint = format!("expected {r0} by {c0} (other sizes start with a name such as {r}x{c},3)");
                return Err(Unreadable(format!("the board has {r} rows by {c} columns, {hint}")));
            }
            pos = pos.with(x, o)?;
        }
        match words.next() {
            Some(word) => {
                Err(Unreadable(format!("found '{}' after the board, expected the end", clip(word))))
            }
            None => Ok(pos),
        }
    }

    fn text(&self) -> Option<String> {
        let rows = self.grid.write(self.stones());
        let start = Self::start();
        if (self.grid, self.line) == (start.grid, start.line) {
            return Some(rows);
        }
        Some(format!("{}x{},{} {rows}", self.grid.rows(), self.grid.columns(), self.line))
    }

    /// A cell: the column's letter, then the row from the top, `b2`.
    fn write_move(&self, cell: u8) -> String {
        self.grid.name(cell)
    }

    fn side(&self) -> String {
        if self.x_moves() { "X" } else { "O" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs {
            views: 2,
            symmetry: Symmetry::Square,
            ..Inputs::of(self.grid.rows(), self.grid.columns())
        })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, self.stones());
        usize::from(!self.x_moves())
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.stones()))
    }
}

impl Mnk {
    /// The same game with these stones, if play can have led there.
    fn with(self, x: u64, o: u64) -> Result<Mnk, Unreadable> {
        let (xs, os) = (x.count_ones(), o.count_ones());
        if xs != os && xs != os + 1 {
            return Err(Unreadable(format!(
                "the board has {xs} X and {os} O, expected as many of each, or one X more"
            )));
        }
        let (mine, theirs) = if xs == os { (x, o) } else { (o, x) };
        let last = ones(theirs).any(|cell| !self.has_line(theirs & !(1 << cell)));
        if self.has_line(mine) || self.has_line(theirs) && !last {
            return Err(Unreadable(format!(
                "the board shows play after a line of {}, expected the game to end with it",
                self.line
            )));
        }
        Ok(Mnk { mine, theirs, ..self })
    }
}
