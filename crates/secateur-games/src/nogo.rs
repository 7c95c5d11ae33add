//! NoGo: Go in which nothing may be captured; the last to move wins.
//!
//! Played as Anti-Atari Go since 2005, as NoGo since 2011. A stone may be put on an empty cell if after that every chain of
//! either side has a liberty. There is no pass. Any board of up to 64 cells.

use crate::by_code::by_code;
use crate::grid::{Grid, is_moves, ones};
use crate::notation::played;
use crate::stones::Stones;
use crate::{Cells, Inputs, Notation, Unreadable};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// A position of NoGo.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, nogo::NoGo};
///
/// // On c2 O would take the last liberty of the stone on c1.
/// let pos = NoGo::read(".OX/OX./.X. O").unwrap();
/// let moves: Vec<String> = pos.moves().map(|m| pos.write_move(m)).collect();
/// assert_eq!(moves, ["a1", "a3", "c3"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct NoGo {
    stones: Stones,
    /// Whether `O` is to move.
    second: bool,
}

impl NoGo {
    /// The empty board.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{grid::Grid, nogo::NoGo};
    ///
    /// assert_eq!(NoGo::new(Grid::new(3, 4).unwrap()).moves().count(), 12);
    /// ```
    pub fn new(grid: Grid) -> NoGo {
        NoGo { stones: Stones::none(grid), second: false }
    }

    /// The cells where the side to move may play, and those where the opponent might.
    #[inline(always)]
    fn open(&self) -> [u64; 2] {
        let stones = self.stones;
        let (mine, theirs) = (stones.liberties(stones.mine), stones.liberties(stones.theirs));
        [stones.breathing(mine) & !theirs.last, stones.breathing(theirs) & !mine.last]
    }

    /// The cells open to the side to move less those open to the opponent.
    #[inline(always)]
    fn lead(&self) -> i32 {
        let [mine, theirs] = self.open();
        mine.count_ones() as i32 - theirs.count_ones() as i32
    }
}

impl Game for NoGo {
    /// A cell, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.open()[0])
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        self.stones.put(cell);
        self.second = !self.second;
    }
}

impl Keyed for NoGo {
    /// Positions that a symmetry of the board, or an exchange of the colours together with the turn, makes into each other
    /// share a key.
    #[inline]
    fn key(&self) -> u64 {
        self.stones.key([7, 7])
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        self.stones.encode(cell)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        self.stones.decode(code).filter(|cell| self.open()[0] >> cell & 1 != 0)
    }
}

impl Hints for NoGo {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    fn plies_left(&self) -> Option<u32> {
        Some(self.stones.empty().count_ones())
    }

    /// The cells that it leaves open to the opponent, twice, less those that it leaves open to the side that moves; and a stone
    /// beside others of its own side is worth less than one that stands apart, between which eyes come about.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        let [theirs, mine] = self.child(cell).open().map(|open| open.count_ones() as i32);
        let beside = self.stones.grid.neighbours(1 << cell) & self.stones.mine;
        mine - 2 * theirs - 2 * beside.count_ones() as i32
    }

    fn is_noisy(&self, _: u8) -> bool {
        false
    }

    fn quiet(&self) -> impl Iterator<Item = u8> {
        self.moves()
    }

    by_code!(u8, 6);
}

/// Knowledge of NoGo: the cells that are open to each side.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, nogo::{NoGo, Open}};
///
/// // X has an eye to spare, where O may not play, and O has no other cell.
/// let pos = NoGo::read(".X.X/XXXX X").unwrap();
/// let known = Open.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(1)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Open;

impl Eval<NoGo> for Open {
    /// Ten points for each cell that is open to the side to move, less those for the opponent's.
    #[inline]
    fn eval(&mut self, pos: &NoGo) -> Score {
        Score::points(10 * pos.lead())
    }

    /// Proven: a side without an open cell has lost when it is its turn. No move opens a cell to the opponent, since chains get
    /// no new liberties by stones of the other side; so if none is open to it now, any move wins.
    #[inline]
    fn bounds(&mut self, pos: &NoGo, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let [mine, theirs] = pos.open();
        if mine == 0 {
            return Bounds::exact(Score::LOSS);
        }
        match theirs {
            0 => Bounds::exact(Score::win_in(1)),
            _ => Bounds::at_least(Score::loss_in(2)),
        }
    }
}

impl Notation for NoGo {
    type Knowledge = Open;

    const DRAWS: bool = false;

    /// The empty board of seven by seven.
    fn start() -> Self {
        NoGo::new(Grid::new(7, 7).expect("49 cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).map(Self::new)
    }

    /// The moves played, `b2`, or the rows from the top, then the side to move: `.X./OX./... O`. A size by rows and columns,
    /// `4x5`, is the empty board.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let (stones, second) = Stones::read(text)?;
        match stones.is_captured(stones.mine) || stones.is_captured(stones.theirs) {
            true => Err(Unreadable("a chain on the board has no liberty, expected one for each".into())),
            false => Ok(NoGo { stones, second }),
        }
    }

    fn text(&self) -> Option<String> {
        Some(self.stones.text(self.second))
    }

    /// A cell: the column's letter, then the row from the top, `b2`.
    fn write_move(&self, cell: u8) -> String {
        self.stones.grid.name(cell)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        Some(self.stones.inputs())
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        self.stones.contents(cells, self.second)
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.stones.cells(self.second))
    }
}
