//! Connect-4: drop stones into columns, four in a line win.
//!
//! Any size whose columns, with one spare cell on top of each, fit the bits of a board: 7x6 is
//! [`Connect4`], 10x6 needs 128 bits. The spare row keeps lines from running on into the next column:
//!
//! ```text
//!   6 13 20 27 34 41 48     spare
//!   5 12 19 26 33 40 47     top
//!   :  :  :  :  :  :  :
//!   0  7 14 21 28 35 42     bottom
//! ```

mod endgame;
mod follow_up;
mod text;
mod threats;

pub use endgame::EndGame;
pub use threats::Threats;

use crate::bits::Bits;
use secateur::{Game, Hints, Keyed, Score};

/// A position on a board of `W` columns and `H` rows.
///
/// ```
/// use secateur::{Game, Score};
/// use secateur_games::{Notation, connect4::Board};
///
/// let pos = Board::<u64, 5, 4>::read("3344").unwrap();
/// assert_eq!(pos.write(), "...../...../..OO./..XX.");
/// assert_eq!((pos.side(), pos.moves().count()), ("X".into(), 5));
/// let over = Board::<u64, 5, 4>::read("3344251").unwrap();
/// assert_eq!(over.outcome(), Some(Score::LOSS)); // for O, who would be to move
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board<B, const W: usize, const H: usize> {
    /// The stones of the side to move.
    mine: B,
    /// All stones.
    all: B,
    /// The empty cells that complete four for the side to move. They follow from the stones, but a solver
    /// asks for them at every turn.
    wins: B,
    /// The empty cells that complete four for the opponent; and [`Board::four`], if it has them.
    threats: B,
    /// The landings that do not lose at once.
    safe: B,
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
pub type Connect4 = Board<u64, 7, 6>;

impl<B: Bits, const W: usize, const H: usize> Board<B, W, H> {
    const WIDTH: u32 = W as u32;
    const HEIGHT: u32 = H as u32;
    const COLUMN: u32 = Self::HEIGHT + 1;
    const CELLS: u32 = Self::WIDTH * Self::HEIGHT;
    const FOLDED: u32 = Self::CELLS / 3;
    /// Whether keys leave room for the rest of an entry of [`EndGame`].
    const HAS_TABLE: bool = B::SIZE == 64 && Self::WIDTH * Self::COLUMN + endgame::SHIFT <= 64;
    const PLAYED_OUT: u32 = if Self::HAS_TABLE { Self::CELLS * 2 / 5 } else { Self::CELLS / 6 };

    /// The columns, centre first.
    const ORDER: [u8; W] = {
        assert!(W >= 1 && H >= 1 && Self::WIDTH * Self::COLUMN <= B::SIZE, "the board must fit its bits");
        assert!(W <= 35, "columns are named by digits and letters");
        let mut order = [0; W];
        let mut i = 0;
        while i < W {
            order[i] = (if i % 2 == 0 { W / 2 + i / 2 } else { W / 2 - i.div_ceil(2) }) as u8;
            i += 1;
        }
        order
    };

    /// Sixteen points for each column that is farther from the centre.
    const CENTRAL: [i32; W] = {
        let (mut central, mut i) = ([0; W], 0);
        while i < W {
            central[Self::ORDER[i] as usize] = 16 * (W - 1 - i) as i32;
            i += 1;
        }
        central
    };

    fn bottom() -> B {
        (0..Self::WIDTH).fold(B::NONE, |b, c| b | B::ONE << (c * Self::COLUMN))
    }

    fn cells() -> B {
        (0..Self::HEIGHT).fold(B::NONE, |b, row| b | Self::bottom() << row)
    }

    /// The place of a column's lowest cell.
    #[inline(always)]
    fn foot(c: u8) -> u32 {
        u32::from(c * Self::COLUMN as u8)
    }

    #[inline(always)]
    fn column(c: u32) -> B {
        ((B::ONE << Self::HEIGHT) - B::ONE) << (c * Self::COLUMN)
    }

    #[inline(always)]
    fn is_open(&self, c: u8) -> bool {
        self.all & B::ONE << (Self::foot(c) + Self::HEIGHT - 1) == B::NONE
    }

    /// The cells that a stone can drop into.
    #[inline(always)]
    fn landings(all: B) -> B {
        (all + Self::bottom()) & Self::cells()
    }

    /// The empty cells that would complete four of `stones` in a line.
    #[inline(always)]
    fn winning_cells(stones: B, all: B) -> B {
        let mut wins = B::NONE;
        for step in [1, Self::HEIGHT, Self::HEIGHT + 1, Self::HEIGHT + 2] {
            let (up, down) = (stones << step, stones >> step);
            wins |= up & up << step & (up << (2 * step) | down);
            wins |= down & down >> step & (down >> (2 * step) | up);
        }
        wins & Self::cells() & !all
    }

    /// The landings after which the opponent cannot win with the next stone. Where the opponent threatens
    /// to win, that is the cell of the threat if there is just one, and if the cell above is not another.
    #[inline(always)]
    fn safe_landings(all: B, threats: B) -> B {
        let landings = Self::landings(all);
        let forced = threats & landings;
        let one_at_most = forced == B::NONE || forced & (forced - B::ONE) == B::NONE;
        (landings.when(forced == B::NONE) | forced.when(one_at_most)) & !(threats >> 1)
    }

    /// The cell that a stone in this column drops into.
    #[inline(always)]
    fn landing(&self, c: u8) -> B {
        Self::landings(self.all) & Self::column(u32::from(c))
    }

    /// A mark among the threats, on the spare cell of the first column: there are four in a line.
    #[inline(always)]
    fn four() -> B {
        B::ONE << Self::HEIGHT
    }

    /// The position with these stones.
    fn of(mine: B, all: B) -> Self {
        let theirs = mine ^ all;
        let four = if Self::has_four(theirs) { Self::four() } else { B::NONE };
        let (wins, threats) = (Self::winning_cells(mine, all), Self::winning_cells(theirs, all));
        Board { mine, all, wins, threats: threats | four, safe: Self::safe_landings(all, threats) }
    }

    /// The position after a stone on this landing.
    #[inline(always)]
    fn after(&self, stone: B) -> Self {
        let all = self.all | stone;
        let four = Self::four().when(self.wins & stone != B::NONE);
        let threats = Self::winning_cells(self.mine | stone, all);
        Board {
            mine: self.mine ^ self.all,
            all,
            wins: self.threats & !stone,
            threats: threats | four,
            safe: Self::safe_landings(all, threats),
        }
    }

    #[inline(always)]
    fn has_four(stones: B) -> bool {
        let mut four = B::NONE;
        for step in [1, Self::HEIGHT, Self::HEIGHT + 1, Self::HEIGHT + 2] {
            let two = stones & stones >> step;
            four |= two & two >> (2 * step);
        }
        four != B::NONE
    }

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
        let centre = Self::column((Self::WIDTH - 1) / 2);
        (self.mine & centre).count() as i32 - ((self.mine ^ self.all) & centre).count() as i32
    }

    #[inline(always)]
    fn raw_key(&self) -> B {
        self.mine + self.all
    }

    /// Swaps each column with the one opposite.
    #[inline(always)]
    fn mirror(key: B) -> B {
        let full = (B::ONE << Self::COLUMN) - B::ONE;
        let middle = if W % 2 == 1 { key & full << (Self::WIDTH / 2 * Self::COLUMN) } else { B::NONE };
        (0..Self::WIDTH / 2).fold(middle, |m, c| {
            let (left, across) = (full << (c * Self::COLUMN), (Self::WIDTH - 1 - 2 * c) * Self::COLUMN);
            m | (key & left) << across | key >> across & left
        })
    }

    /// Whether mirror images share a key. With more stones they seldom meet any more, since positions that lead to
    /// them have met before, and looking for them costs more than it saves.
    #[inline(always)]
    fn folds(&self) -> bool {
        self.all.count() <= Self::FOLDED
    }

    /// Whether the position is filed under its mirror image.
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        self.folds() && Self::mirror(self.raw_key()) < self.raw_key()
    }
}

impl<B: Bits, const W: usize, const H: usize> Game for Board<B, W, H> {
    /// A column, from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        Self::ORDER.into_iter().filter(|&c| self.is_open(c))
    }

    #[inline(always)]
    fn play(&mut self, c: u8) {
        *self = self.after(self.landing(c));
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        if self.threats & Self::four() == B::NONE { None } else { Some(Score::LOSS) }
    }

    /// A full board is drawn.
    #[inline(always)]
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl<B: Bits, const W: usize, const H: usize> Keyed for Board<B, W, H> {
    const KEY_BITS: u32 = if B::SIZE <= 64 { Self::WIDTH * Self::COLUMN } else { 64 };

    /// Mirror images of positions with few stones share a key.
    #[inline(always)]
    fn key(&self) -> u64 {
        let key = self.raw_key();
        if self.folds() { key.min(Self::mirror(key)) } else { key }.fold()
    }

    #[inline(always)]
    fn encode(&self, c: u8) -> u16 {
        u16::from(if self.is_mirrored() { W as u8 - 1 - c } else { c })
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<u8> {
        let c = u8::try_from(code).ok().filter(|&c| usize::from(c) < W)?;
        let c = if self.is_mirrored() { W as u8 - 1 - c } else { c };
        self.is_open(c).then_some(c)
    }
}

impl<B: Bits, const W: usize, const H: usize> Hints for Board<B, W, H> {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// The moves that win at once, if there are any; or else those after which the opponent cannot win at
    /// once, if there are any: no move is worse than one that loses to the next stone.
    #[inline(always)]
    fn candidates(&self) -> impl Iterator<Item = u8> {
        let landings = Self::landings(self.all);
        let (wins, safe) = (self.wins & landings, self.safe);
        let best = if wins != B::NONE { wins } else { safe };
        let mut listed = if best != B::NONE { best } else { landings };
        // From left to right: `move_score` puts those nearer to the centre first.
        std::iter::from_fn(move || {
            (listed != B::NONE).then(|| {
                let cell = listed.lowest();
                listed = listed & (listed - B::ONE);
                (cell / Self::COLUMN) as u8
            })
        })
    }

    #[inline(always)]
    fn is_forced(&self) -> bool {
        let wins = self.wins & Self::landings(self.all);
        (wins == B::NONE) & (self.safe.count() == 1)
    }

    /// The more cells the move threatens to win with, the better, and more so if the opponent's next stone cannot
    /// be the answer; a threat that only forces that stone is better kept. Then, the nearer to the centre. Better
    /// than any threat is a position in which following up is enough to win; one where it is enough not to
    /// lose is worth one more.
    #[inline(always)]
    fn move_score(&self, c: u8) -> i32 {
        let stone = self.landing(c);
        let all = self.all | stone;
        let threats = Self::winning_cells(self.mine | stone, all);
        let next = all + Self::bottom();
        let (forces, waits) = (threats & next != B::NONE, threats & next << 1);
        let left = Self::CELLS - all.count();
        // Positions that are played out soon are not worth so much care.
        let careful = left > Self::PLAYED_OUT + 1;
        let held = match if careful { self.after(stone).most_if_answered(left, 0) } else { None } {
            Some(0) => 512,
            Some(_) => 4096,
            None => 0,
        };
        held + 512 * threats.count() as i32 + 256 * waits.count() as i32 - 256 * i32::from(forces)
            + Self::CENTRAL[usize::from(c)]
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
