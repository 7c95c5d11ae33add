//! Atari Go, the capture game: Go in which the first to capture anything wins.
//!
//! A stone may be put on an empty cell if it captures or has a liberty itself, that is, its chain has one. There is no pass;
//! a side that cannot move loses. Any board of up to 64 cells, empty or with a crosscut in the centre.

use crate::by_code::by_code;
use crate::grid::{Grid, is_moves, ones};
use crate::notation::played;
use crate::stones::{Liberties, Stones};
use crate::{Cells, Inputs, Notation, Unreadable};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// A position of Atari Go.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, atarigo::AtariGo};
///
/// // X leaves the stone in the middle a single liberty, O plays elsewhere, and X captures.
/// let start = AtariGo::read(".X./XO./... X").unwrap();
/// let over = AtariGo::read_from(start, "c2 c3 b3").unwrap();
/// assert_eq!(over.outcome(), Some(Score::LOSS)); // for O, who is to move
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct AtariGo {
    stones: Stones,
    /// Whether `O` is to move.
    second: bool,
    /// Whether the side to move has just lost a chain.
    captured: bool,
}

/// Both sides' liberties, own and the opponent's.
struct Both {
    mine: Liberties<u64>,
    theirs: Liberties<u64>,
}

impl AtariGo {
    /// The empty board.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{atarigo::AtariGo, grid::Grid};
    ///
    /// assert_eq!(AtariGo::new(Grid::new(3, 4).unwrap()).moves().count(), 12);
    /// ```
    pub fn new(grid: Grid) -> AtariGo {
        AtariGo { stones: Stones::none(grid), second: false, captured: false }
    }

    /// Two stones of each side that cut each other across in the centre of the board; none if it has no room for them.
    ///
    /// ```
    /// use secateur_games::{Notation, atarigo::AtariGo, grid::Grid};
    ///
    /// let pos = AtariGo::crosscut(Grid::new(4, 4).unwrap()).unwrap();
    /// assert_eq!(pos.write(), "..../.XO./.OX./.... X");
    /// ```
    pub fn crosscut(grid: Grid) -> Option<AtariGo> {
        let (rows, columns) = (grid.rows(), grid.columns());
        if rows < 2 || columns < 2 {
            return None;
        }
        let above = (rows / 2 - 1) * columns + columns / 2 - 1;
        let [x, o] = [[above, above + columns + 1], [above + 1, above + columns]];
        let [mine, theirs] = [x, o].map(|cells| cells.iter().fold(0, |set, cell| set | 1 << cell));
        Some(AtariGo { stones: Stones { mine, theirs, grid }, ..AtariGo::new(grid) })
    }

    #[inline(always)]
    fn liberties(&self) -> Both {
        let stones = &self.stones;
        Both { mine: stones.liberties(stones.mine), theirs: stones.liberties(stones.theirs) }
    }

    /// The cells where the side to move may play.
    #[inline(always)]
    fn legal(&self, both: &Both) -> u64 {
        self.stones.breathing(both.mine) | both.theirs.last
    }

    /// The moves that can be best: captures; or else, if a chain is in atari, to its last liberty.
    #[inline(always)]
    fn urgent(&self) -> u64 {
        let both = self.liberties();
        let legal = self.legal(&both);
        let saving = legal & both.mine.last;
        match (both.theirs.last, saving) {
            (0, 0) => legal,
            (0, _) => saving,
            _ => both.theirs.last,
        }
    }

    /// The moves that capture, or that go to the last liberty of a chain in atari.
    #[inline(always)]
    fn hot(&self) -> u64 {
        let both = self.liberties();
        self.legal(&both) & (both.mine.last | both.theirs.last)
    }
}

impl Game for AtariGo {
    /// A cell, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.legal(&self.liberties()))
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        self.stones.put(cell);
        self.second = !self.second;
        self.captured = self.stones.is_captured(self.stones.mine);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        self.captured.then_some(Score::LOSS)
    }
}

impl Keyed for AtariGo {
    /// Positions that a symmetry of the board, or an exchange of the colours together with the turn, makes into each other
    /// share a key.
    #[inline]
    fn key(&self) -> u64 {
        self.stones.key([6, 6])
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        self.stones.encode(cell)
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        self.stones.decode(code).filter(|cell| self.legal(&self.liberties()) >> cell & 1 != 0)
    }
}

impl Hints for AtariGo {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Captures, if there are any; or else, if a chain of the side to move is in atari, its last liberty.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = u8> {
        ones(self.urgent())
    }

    /// Captures, and the last liberties of own chains.
    fn noisy(&self) -> impl Iterator<Item = u8> {
        ones(self.hot())
    }

    #[inline]
    fn is_noisy(&self, cell: u8) -> bool {
        self.hot() >> cell & 1 != 0
    }

    fn quiet(&self) -> impl Iterator<Item = u8> {
        ones(self.urgent() & !self.hot())
    }

    /// Whether a chain of the side to move is in atari.
    fn in_check(&self) -> bool {
        self.liberties().mine.last != 0
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.stones.empty().count_ones())
    }

    /// Beside the fewest liberties first: atari, then cells that touch stones.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        let child = self.child(cell).stones;
        let atari = |stones: u64| child.liberties(stones).last.count_ones() as i32;
        let around = child.grid.neighbours(1 << cell);
        let near = (around & (child.mine | child.theirs)).count_ones() as i32;
        20 * (atari(child.mine) - 2 * atari(child.theirs)) + 2 * near + around.count_ones() as i32
    }

    by_code!(u8, 6);
}

/// Knowledge of Atari Go: liberties, and chains that are lost within two plies.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, atarigo::{AtariGo, Atari}};
///
/// // The stone in the corner has one liberty, and none more when it has gone there.
/// let pos = AtariGo::read("OX../.X../X.../.... O").unwrap();
/// let known = Atari.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::loss_in(2)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Atari;

impl Eval<AtariGo> for Atari {
    /// Ten points for each liberty of chains that have several, thirty less for a chain in atari; own less the opponent's.
    #[inline]
    fn eval(&mut self, pos: &AtariGo) -> Score {
        let Both { mine, theirs } = pos.liberties();
        let worth =
            |side: Liberties<u64>| 10 * side.more.count_ones() as i32 - 30 * side.last.count_ones() as i32;
        Score::points(worth(mine) - worth(theirs))
    }

    /// Proven: a chain of the opponent's in atari is captured at once. Failing that, of own chains in atari with different last
    /// liberties one is lost, and so is a single one that has no more than one liberty after it has grown; nothing else can
    /// save it. Otherwise nothing is captured before the third ply by the side to move, or before the fourth by the
    /// opponent; and as long as there are pairs of empty cells side by side, nobody is out of moves.
    #[inline]
    fn bounds(&mut self, pos: &AtariGo, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let both = pos.liberties();
        if both.theirs.last != 0 {
            return Bounds::exact(Score::win_in(1));
        }
        let legal = pos.legal(&both);
        if legal == 0 {
            return Bounds::exact(Score::LOSS);
        }
        let (stones, last) = (&pos.stones, both.mine.last);
        if last != 0 {
            let grown = stones.chains(last, stones.mine | last);
            let around = stones.grid.neighbours(grown) & stones.empty() & !last;
            if last.count_ones() > 1 || last & legal == 0 || around.count_ones() < 2 {
                return Bounds::exact(Score::loss_in(2));
            }
        }
        // One stone spoils at most five cells that have an empty neighbour: its own and four that had no other.
        let paired = (stones.empty() & stones.grid.neighbours(stones.empty())).count_ones();
        let lower = Score::loss_in(if paired > 10 { 4 } else { 2 });
        Bounds { lower, upper: Score::win_in(if paired > 5 { 3 } else { 1 }) }
    }
}

impl Notation for AtariGo {
    type Knowledge = Atari;

    /// For six by six.
    const LEARNED: &'static [u8] = include_bytes!("../nets/atarigo.eval");

    const DRAWS: bool = false;

    /// The empty board of six by six.
    fn start() -> Self {
        AtariGo::new(Grid::new(6, 6).expect("36 cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).map(Self::new)
    }

    /// The moves played, `b2`, after `crosscut` if the game begins with one; or the rows from the top, then the side to
    /// move: `.X./OX./... O`. A size by rows and columns, `4x5`, is the empty board.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let first = text.split_whitespace().next().unwrap_or_default();
        if first.eq_ignore_ascii_case("crosscut") {
            let grid = start.stones.grid;
            let crosscut = AtariGo::crosscut(grid).ok_or_else(|| {
                let (rows, columns) = (grid.rows(), grid.columns());
                Unreadable(format!(
                    "a board of {rows}x{columns} has no room for a crosscut, expected at least 2x2"
                ))
            })?;
            return played(crosscut, &text.trim_start()[first.len()..]);
        }
        if is_moves(text) {
            return played(start, text);
        }
        let (stones, second) = Stones::read(text)?;
        let captured = stones.is_captured(stones.mine);
        match !captured && stones.is_captured(stones.theirs) {
            true => Err(Unreadable(
                "a chain of the side that has just moved has no liberty, expected it to have one".into(),
            )),
            false => Ok(AtariGo { stones, second, captured }),
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
