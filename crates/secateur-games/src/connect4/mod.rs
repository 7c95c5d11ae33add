//! Connect-4: drop stones into columns, four in a line win.
//!
//! Any size whose columns, with one spare cell on top of each, fit 128 bits: 7x6 is [`Connect4`], a type of its own,
//! all others are [`AnyConnect4`], whose size is data. The spare row keeps lines from running on into the next column:
//!
//! ```text
//!   6 13 20 27 34 41 48     spare
//!   5 12 19 26 33 40 47     top
//!   :  :  :  :  :  :  :
//!   0  7 14 21 28 35 42     bottom
//! ```

mod endgame;
mod follow_up;
mod size;
mod text;
mod threats;

pub use endgame::EndGame;
pub use size::{Any, Fixed, Shape, Size};
pub use threats::Threats;

use crate::bits::Bits;
use secateur::{Game, Hints, Keyed, Score};

/// A position on a board of some size.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, connect4::{Board, Fixed}};
///
/// let pos = Board::<Fixed<5, 4>>::read("3344").unwrap();
/// assert_eq!(pos.write(), "...../...../..OO./..XX.");
/// assert_eq!((pos.side(), pos.moves().count()), ("X".into(), 5));
/// let over = Board::<Fixed<5, 4>>::read("3344251").unwrap();
/// assert_eq!(over.outcome(), Some(Score::LOSS)); // for O, who would be to move
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board<S: Size> {
    size: S,
    /// The stones of the side to move.
    mine: S::Bits,
    /// All stones.
    all: S::Bits,
    /// The empty cells that complete four for the side to move. They follow from the stones, but a solver
    /// asks for them at every turn.
    wins: S::Bits,
    /// The empty cells that complete four for the opponent; and [`Board::four`], if it has them.
    threats: S::Bits,
    /// The landings that do not lose at once.
    safe: S::Bits,
}

/// The usual board: seven columns of six.
///
/// ```
/// use secateur::{Score, Search, algo::alpha_beta};
/// use secateur_games::{Notation, connect4::{Connect4, Threats}};
///
/// let pos = Connect4::read("3344").unwrap();
/// let Ok(score) = alpha_beta(&mut Search::new(Threats::default()), &pos, 3, -Score::INF, Score::INF);
/// assert_eq!(score, Score::win_in(3)); // three in a row, open at both ends
/// assert_eq!(pos.value(score), 18); // with 17 stones left to X at the end
/// ```
pub type Connect4 = Board<Fixed<7, 6>>;

/// A board of any size. A position in rows is read on a board of its own size.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, connect4::AnyConnect4};
///
/// let start = AnyConnect4::sized(13, 4).unwrap();
/// let pos = AnyConnect4::read_from(start, "77d").unwrap();
/// assert_eq!(pos.write(), "............./............./......O....../......X.....X");
/// assert_eq!(AnyConnect4::read(&pos.write()), Ok(pos));
/// ```
pub type AnyConnect4 = Board<Any>;

impl<S: Size> Board<S> {
    #[inline(always)]
    fn shape(&self) -> &'static Shape {
        self.size.shape()
    }

    #[inline(always)]
    fn bottom(&self) -> S::Bits {
        S::Bits::of(self.shape().bottom)
    }

    /// All cells but the spare ones.
    #[inline(always)]
    fn full(&self) -> S::Bits {
        S::Bits::of(self.shape().cells)
    }

    /// The number of empty cells.
    #[inline(always)]
    fn left(&self) -> u32 {
        self.shape().count - self.stones()
    }

    /// The place of a column's lowest cell.
    #[inline(always)]
    fn foot(&self, c: u8) -> u32 {
        u32::from(c) * self.shape().column
    }

    #[inline(always)]
    fn column(&self, c: u32) -> S::Bits {
        ((S::Bits::ONE << self.shape().height) - S::Bits::ONE) << (c * self.shape().column)
    }

    #[inline(always)]
    fn is_open(&self, c: u8) -> bool {
        self.all & S::Bits::ONE << (self.foot(c) + self.shape().height - 1) == S::Bits::NONE
    }

    /// The cells that a stone can drop into.
    #[inline(always)]
    fn landings(&self, all: S::Bits) -> S::Bits {
        (all + self.bottom()) & self.full()
    }

    /// The empty cells that would complete four of `stones` in a line.
    #[inline(always)]
    fn winning_cells(&self, stones: S::Bits, all: S::Bits) -> S::Bits {
        let mut wins = S::Bits::NONE;
        for step in self.shape().steps() {
            let (up, down) = (stones << step, stones >> step);
            wins |= up & up << step & (up << (2 * step) | down);
            wins |= down & down >> step & (down >> (2 * step) | up);
        }
        wins & self.full() & !all
    }

    /// The landings after which the opponent cannot win with the next stone. Where the opponent threatens
    /// to win, that is the cell of the threat if there is just one, and if the cell above is not another.
    #[inline(always)]
    fn safe_landings(&self, all: S::Bits, threats: S::Bits) -> S::Bits {
        let landings = self.landings(all);
        let forced = threats & landings;
        let one_at_most = forced == S::Bits::NONE || forced & (forced - S::Bits::ONE) == S::Bits::NONE;
        (landings.when(forced == S::Bits::NONE) | forced.when(one_at_most)) & !(threats >> 1)
    }

    /// The cell that a stone in this column drops into.
    #[inline(always)]
    fn landing(&self, c: u8) -> S::Bits {
        self.landings(self.all) & self.column(u32::from(c))
    }

    /// A mark among the threats, on the spare cell of the first column: there are four in a line.
    #[inline(always)]
    fn four(&self) -> S::Bits {
        S::Bits::ONE << self.shape().height
    }

    /// The position with these stones on the same board.
    fn of(&self, mine: S::Bits, all: S::Bits) -> Self {
        let theirs = mine ^ all;
        let four = if self.has_four(theirs) { self.four() } else { S::Bits::NONE };
        let (wins, threats) = (self.winning_cells(mine, all), self.winning_cells(theirs, all));
        Board {
            size: self.size,
            mine,
            all,
            wins,
            threats: threats | four,
            safe: self.safe_landings(all, threats),
        }
    }

    /// The position after a stone on this landing.
    #[inline(always)]
    fn after(&self, stone: S::Bits) -> Self {
        let all = self.all | stone;
        let four = self.four().when(self.wins & stone != S::Bits::NONE);
        let threats = self.winning_cells(self.mine | stone, all);
        Board {
            size: self.size,
            mine: self.mine ^ self.all,
            all,
            wins: self.threats & !stone,
            threats: threats | four,
            safe: self.safe_landings(all, threats),
        }
    }

    // ANCHOR: four
    #[inline(always)]
    fn has_four(&self, stones: S::Bits) -> bool {
        let mut four = S::Bits::NONE;
        for step in self.shape().steps() {
            let two = stones & stones >> step;
            four |= two & two >> (2 * step);
        }
        four != S::Bits::NONE
    }
    // ANCHOR_END: four

    /// The stones played so far.
    ///
    /// ```
    /// use secateur_games::{Notation, connect4::Connect4};
    ///
    /// assert_eq!(Connect4::read("4455").unwrap().stones(), 4);
    /// ```
    pub fn stones(&self) -> u32 {
        self.all.count()
    }

    /// The stones on the central column, own minus the opponent's.
    ///
    /// ```
    /// use secateur_games::{Notation, connect4::Connect4};
    ///
    /// assert_eq!(Connect4::read("4").unwrap().centre(), -1); // for O, who is to move
    /// assert_eq!(Connect4::read("4544").unwrap().centre(), 1);
    /// ```
    #[inline(always)]
    pub fn centre(&self) -> i32 {
        let centre = self.column((self.shape().width - 1) / 2);
        (self.mine & centre).count() as i32 - ((self.mine ^ self.all) & centre).count() as i32
    }

    #[inline(always)]
    fn raw_key(&self) -> S::Bits {
        self.mine + self.all
    }

    /// Swaps each column with the one opposite.
    #[inline(always)]
    fn mirror(&self, key: S::Bits) -> S::Bits {
        let (width, column) = (self.shape().width, self.shape().column);
        let full = (S::Bits::ONE << column) - S::Bits::ONE;
        let middle = if width % 2 == 1 { key & full << (width / 2 * column) } else { S::Bits::NONE };
        (0..width / 2).fold(middle, |m, c| {
            let (left, across) = (full << (c * column), (width - 1 - 2 * c) * column);
            m | (key & left) << across | key >> across & left
        })
    }

    /// The column opposite.
    #[inline(always)]
    fn opposite(&self, c: u8) -> u8 {
        self.shape().width as u8 - 1 - c
    }

    /// Whether mirror images share a key. With more stones they seldom meet any more, since positions that lead to
    /// them have met before, and looking for them costs more than it saves.
    #[inline(always)]
    fn folds(&self) -> bool {
        self.all.count() <= self.shape().folded
    }

    /// Whether the position is filed under its mirror image.
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        self.folds() && self.mirror(self.raw_key()) < self.raw_key()
    }
}

impl<S: Size> Game for Board<S> {
    /// A column, from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        self.shape().order().iter().copied().filter(|&c| self.is_open(c))
    }

    #[inline(always)]
    fn play(&mut self, c: u8) {
        *self = self.after(self.landing(c));
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        if self.threats & self.four() == S::Bits::NONE { None } else { Some(Score::LOSS) }
    }

    /// A full board is drawn.
    #[inline(always)]
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl<S: Size> Keyed for Board<S> {
    const KEY_BITS: u32 = S::KEY_BITS;

    /// Mirror images of positions with few stones share a key. It holds the size, where that is data.
    #[inline(always)]
    fn key(&self) -> u64 {
        let key = self.raw_key();
        if self.folds() { key.min(self.mirror(key)) } else { key }.fold() ^ self.shape().salt
    }

    #[inline(always)]
    fn encode(&self, c: u8) -> u16 {
        u16::from(if self.is_mirrored() { self.opposite(c) } else { c })
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<u8> {
        let c = u8::try_from(code).ok().filter(|&c| u32::from(c) < self.shape().width)?;
        let c = if self.is_mirrored() { self.opposite(c) } else { c };
        self.is_open(c).then_some(c)
    }
}

impl<S: Size> Hints for Board<S> {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// The moves that win at once, if there are any; or else those after which the opponent cannot win at
    /// once, if there are any: no move is worse than one that loses to the next stone.
    #[inline(always)]
    fn candidates(&self) -> impl Iterator<Item = u8> {
        let landings = self.landings(self.all);
        let (wins, safe) = (self.wins & landings, self.safe);
        let best = if wins != S::Bits::NONE { wins } else { safe };
        let mut listed = if best != S::Bits::NONE { best } else { landings };
        // From left to right: `move_score` puts those nearer to the centre first.
        std::iter::from_fn(move || {
            (listed != S::Bits::NONE).then(|| {
                let cell = listed.lowest();
                listed = listed & (listed - S::Bits::ONE);
                (cell / self.shape().column) as u8
            })
        })
    }

    #[inline(always)]
    fn is_forced(&self) -> bool {
        let wins = self.wins & self.landings(self.all);
        (wins == S::Bits::NONE) & (self.safe.count() == 1)
    }

    /// The more cells the move threatens to win with, the better, and more so if the opponent's next stone cannot
    /// be the answer; a threat that only forces that stone is better kept. Then, the nearer to the centre. Better
    /// than any threat is a position in which following up is enough to win; one where it is enough not to
    /// lose is worth one more.
    #[inline(always)]
    fn move_score(&self, c: u8) -> i32 {
        let stone = self.landing(c);
        let all = self.all | stone;
        let threats = self.winning_cells(self.mine | stone, all);
        let next = all + self.bottom();
        let (forces, waits) = (threats & next != S::Bits::NONE, threats & next << 1);
        let left = self.shape().count - all.count();
        // Positions that are played out soon are not worth so much care.
        let careful = left > self.shape().played_out + 1;
        let held = match if careful { self.after(stone).most_if_answered(left, 0) } else { None } {
            Some(0) => 512,
            Some(_) => 4096,
            None => 0,
        };
        held + 512 * threats.count() as i32 + 256 * waits.count() as i32 - 256 * i32::from(forces)
            + i32::from(self.shape().central[usize::from(c)])
    }

    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        Some(self.left())
    }

    const FROM_TO_RANGE: usize = 128;

    /// The cell that the stone drops into.
    #[inline(always)]
    fn from_to(&self, c: u8) -> usize {
        self.landing(c).lowest() as usize
    }

    /// The column as it is remembered: mirrored with the position.
    #[inline(always)]
    fn piece_to(&self, c: u8) -> usize {
        self.encode(c).into()
    }
}
