//! Go by area scoring, on any board of up to 128 cells; seven by seven is usual.
//!
//! A stone may be put on an empty cell if it captures or has a liberty itself (no suicide), and if the board was never before
//! as it is then, whoever was to move (positional superko). A side may pass instead; two passes in a row end the game. A
//! side's area is its stones and the empty cells that only they surround; the value is the difference, without komi. Rules
//! as in J. Tromp and B. Taylor, 1995, but for suicide.
//!
//! A board that comes back is judged on the path ([`Hints::RETURNED`]): whoever brings it back has lost at once, so that nobody
//! does, since a pass is always there.

mod alive;

use crate::bits::Bits;
use crate::grid::{Rectangle, digest, is_moves, ones, salt};
use crate::notation::played;
use crate::stones::Stones;
use crate::{Cells, Notation, Scale, Unreadable};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// The word for a pass.
const WORD: &str = "pass";

/// A position of Go.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, go::Go};
///
/// // X captures the stone in the corner, and both sides pass: three cells against none.
/// let pos = Go::read("OX./.../... X").unwrap();
/// let over = Go::read_from(pos, "a2 pass pass").unwrap();
/// assert_eq!((over.write().as_str(), over.outcome()), (".X./X../... O pass pass", Some(Score::points(-9))));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    stones: Stones<B>,
    /// Whether `O` is to move.
    second: bool,
    /// The number of passes just before, up to two.
    passes: u8,
}

/// Go on up to 64 cells.
pub type Go = Position<u64>;

/// Go on up to 128 cells.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, go::WideGo};
///
/// let pos = WideGo::read_from(WideGo::sized(9, 9).unwrap(), "e5 pass c3").unwrap();
/// assert_eq!((pos.side().as_str(), pos.moves().count()), ("O", 80));
/// ```
pub type WideGo = Position<u128>;

impl<B: Bits> Position<B> {
    /// The move that passes.
    pub const PASS: u8 = B::SIZE as u8;

    /// The empty board.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{go::Go, grid::Grid};
    ///
    /// assert_eq!(Go::new(Grid::new(3, 4).unwrap()).moves().count(), 13);
    /// ```
    pub fn new(grid: Rectangle<B>) -> Self {
        Position { stones: Stones::none(grid), second: false, passes: 0 }
    }

    /// The cells where the side to move may play, superko aside, and those where it captures.
    #[inline(always)]
    fn open(&self) -> [B; 2] {
        let (stones, mine, theirs) = (&self.stones, self.stones.mine, self.stones.theirs);
        let captures = stones.liberties(theirs).last;
        [stones.breathing(stones.liberties(mine)) | captures, captures]
    }

    /// The difference of the areas, for the side to move.
    #[inline]
    fn lead(&self) -> i32 {
        let stones = &self.stones;
        let (empty, mine, theirs) = (stones.empty(), stones.mine, stones.theirs);
        let beside = |side: B| stones.chains(stones.grid.neighbours(side) & empty, empty);
        let [my, their] = [beside(mine), beside(theirs)];
        let count = |set: B| set.count() as i32;
        count(mine | my & !their) - count(theirs | their & !my)
    }

    /// The number of the opponent's stones that a stone here captures.
    #[inline]
    fn captured(&self, cell: u8) -> i32 {
        let after = self.child(cell);
        (self.stones.theirs.count() - after.stones.mine.count()) as i32
    }
}

impl<B: Bits> Game for Position<B> {
    /// A cell, in reading order from 0, or [`Position::PASS`].
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.open()[0]).chain(std::iter::once(Self::PASS))
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        self.second = !self.second;
        if cell == Self::PASS {
            (self.stones.mine, self.stones.theirs) = (self.stones.theirs, self.stones.mine);
            self.passes += 1;
            return;
        }
        self.passes = 0;
        self.stones.put(cell);
        let stones = self.stones;
        let free = stones.mine & stones.grid.neighbours(stones.empty());
        self.stones.mine = stones.chains(free, stones.mine);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        (self.passes == 2).then(|| Score::points(self.lead()))
    }
}

impl<B: Bits> Keyed for Position<B> {
    /// Positions that a symmetry of the board, or an exchange of the colours together with the turn, makes into each other
    /// share a key.
    #[inline]
    fn key(&self) -> u64 {
        self.stones.key([7, 7]) ^ u64::from(self.passes).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        if cell == Self::PASS { cell.into() } else { self.stones.encode(cell) }
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        if code == Self::PASS.into() {
            return Some(Self::PASS);
        }
        self.stones.decode(code).filter(|&cell| self.open()[0] & B::ONE << cell.into() != B::NONE)
    }
}

impl<B: Bits> Hints for Position<B> {
    const BY_LIST: bool = false;
    /// Even stones that nobody else can capture may go: their own side can fill their eyes.
    const CYCLES: bool = true;
    const RETURNED: Score = Score::WIN;
    const RETURNS_AFTER: usize = 1;
    const REPETITION: u32 = 2;
    const UNIT: i32 = 2;
    const FROM_TO_RANGE: usize = 4 * B::SIZE as usize;
    const PIECE_TO_RANGE: usize = 4 * B::SIZE as usize;

    /// The board, whoever is to move, and whether it is there by a pass.
    #[inline]
    fn identity(&self) -> u64 {
        let Stones { mine, theirs, grid } = self.stones;
        let board = if self.second { [theirs, mine] } else { [mine, theirs] };
        digest(board) ^ salt([grid.rows(), grid.columns(), self.passes], [7, 7, 0])
    }

    /// The board but for symmetries and an exchange of the colours, as in the key.
    #[inline]
    fn identity_class(&self) -> u64 {
        let Stones { mine, theirs, grid } = self.stones;
        let folded = [[mine, theirs], [theirs, mine]].map(|board| digest(grid.fold(board, grid.turns()).0));
        folded[0].min(folded[1]) ^ salt([grid.rows(), grid.columns(), self.passes], [7, 7, 0])
    }

    /// Captures first, by what they take, then the last liberties of own chains; the middle before the edge, and
    /// own eyes and the pass last.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        if cell == Self::PASS {
            return -50;
        }
        let (grid, stones, here) = (self.stones.grid, &self.stones, B::ONE << cell.into());
        let (row, column) = (cell / grid.columns(), cell % grid.columns());
        let edge = |place: u8, size: u8| i32::from(place.min(size - 1 - place).min(2));
        let around = grid.neighbours(here);
        let eye = around & !stones.mine == B::NONE;
        let saves = stones.liberties(stones.mine).last & here != B::NONE;
        100 * self.captured(cell) + 40 * i32::from(saves) - 100 * i32::from(eye)
            + 4 * (edge(row, grid.rows()) + edge(column, grid.columns()))
            + 3 * i32::from(around & stones.theirs != B::NONE)
    }

    fn noisy(&self) -> impl Iterator<Item = u8> {
        ones(self.open()[1])
    }

    #[inline]
    fn is_noisy(&self, cell: u8) -> bool {
        cell != Self::PASS && self.open()[1] & B::ONE << cell.into() != B::NONE
    }

    fn quiet(&self) -> impl Iterator<Item = u8> {
        let [open, captures] = self.open();
        ones(open & !captures).chain(std::iter::once(Self::PASS))
    }

    #[inline]
    fn gain(&self, cell: u8) -> i32 {
        2 * self.captured(cell)
    }

    #[inline]
    fn from_to(&self, cell: u8) -> usize {
        usize::from(self.second) * 2 * B::SIZE as usize + usize::from(self.encode(cell))
    }

    #[inline]
    fn piece_to(&self, cell: u8) -> usize {
        self.from_to(cell)
    }
}

/// Knowledge of Go: areas, and chains that nobody can capture.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, go::{Areas, Go}};
///
/// // The stones of X have two eyes: they are there for good, whoever moves, and the eyes are theirs.
/// let pos = Go::read(".X.X/XXXX/..../.... O").unwrap();
/// let known = Areas.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::at_most(Score::points(0)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Areas;

impl<B: Bits> Eval<Position<B>> for Areas {
    /// The difference of stones, and of the empty cells beside one side alone.
    #[inline]
    fn eval(&mut self, pos: &Position<B>) -> Score {
        let stones = &pos.stones;
        let [mine, theirs] = [stones.mine, stones.theirs].map(|side| side | stones.grid.neighbours(side));
        let empty = stones.empty();
        let count = |side: B, beside: B, others: B| (side | beside & empty & !others).count() as i32;
        Score::points(count(stones.mine, mine, theirs) - count(stones.theirs, theirs, mine))
    }

    /// Proven: a side that passes for the rest of the game keeps what is alive without its help (D. Benson, *Life in the
    /// game of Go*, 1976), and the opponent has no more than all other cells. After a pass, another one ends the game.
    #[inline]
    fn bounds(&mut self, pos: &Position<B>, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let cells = pos.stones.grid.size() as i32;
        let [mine, theirs] = [pos.stones.mine, pos.stones.theirs]
            .map(|side| 2 * alive::area(&pos.stones, side).count() as i32);
        let mut bounds = Bounds::NONE;
        if mine > 0 {
            bounds = Bounds::at_least(Score::points(mine - cells));
        }
        if theirs > 0 {
            bounds = bounds.and(Bounds::at_most(Score::points(cells - theirs)));
        }
        if pos.passes == 1 {
            bounds = bounds.and(Bounds::at_least(Score::points(pos.lead())));
        }
        bounds
    }
}

impl<B: Bits> Notation for Position<B> {
    type Knowledge = Areas;

    const SCALE: Scale = Scale::Points;
    const ALGORITHM: &'static str = "engine";

    /// The empty board of seven by seven.
    fn start() -> Self {
        Self::new(Rectangle::new(7, 7).expect("49 cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Rectangle::sized(columns, rows).map(Self::new)
    }

    /// The moves played, `b2 pass c3`, or the rows from the top, then the side to move, and `pass` if the move before was
    /// one: `.X./OX./... O`. A size by rows and columns, `4x5`, is the empty board.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let passes = |word: &str| word.eq_ignore_ascii_case(WORD);
        if is_moves(text) || text.split_whitespace().next().is_some_and(passes) {
            return played(start, text);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let count = words.iter().rev().take_while(|word| passes(word)).count().min(2);
        let (stones, second) = Stones::read(&words[..words.len() - count].join(" "))?;
        match stones.is_captured(stones.mine) || stones.is_captured(stones.theirs) {
            true => Err(Unreadable("a chain on the board has no liberty, expected one for each".into())),
            false => Ok(Position { stones, second, passes: count as u8 }),
        }
    }

    fn text(&self) -> Option<String> {
        Some(self.stones.text(self.second) + &format!(" {WORD}").repeat(self.passes.into()))
    }

    /// A cell: the column's letter, then the row from the top, `b2`; or `pass`.
    fn write_move(&self, cell: u8) -> String {
        if cell == Self::PASS { WORD.into() } else { self.stones.grid.name(cell) }
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.stones.cells(self.second))
    }
}
