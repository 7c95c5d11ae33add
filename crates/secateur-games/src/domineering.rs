//! Domineering: one side places dominoes upright, the other flat; whoever moves last wins.
//!
//! Invented by G. Andersson, about 1973. `V` places vertical dominoes, `H` horizontal ones, on any board of
//! up to 64 cells.

use crate::grid::{Grid, Setup, hash, is_moves, ones, salt};
use crate::linear::{Features, Weight};
use crate::notation::played;
use crate::{Cells, Notation, Unreadable};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// A position of Domineering.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, domineering::Domineering};
///
/// let pos = Domineering::read("2x3 H").unwrap();
/// assert_eq!(pos.moves().count(), 4);
/// assert_eq!(pos.child(pos.read_move("b2c2").unwrap()).write(), ".../.OO V");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Domineering {
    /// The cells taken by `V`, and by `H`.
    taken: [u64; 2],
    grid: Grid,
    /// Whether `H` is to move.
    flat: bool,
}

/// Points for a move that a side could make if it alone were to move,
const MOVE: i32 = 1;
/// and for a safe one.
const SAFE: i32 = 1;

impl Domineering {
    /// The empty board, `V` to move.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, domineering::Domineering, grid::Grid};
    ///
    /// let pos = Domineering::new(Grid::new(3, 2).unwrap());
    /// assert_eq!(pos.write(), "../../.. V");
    /// assert_eq!(pos.moves().count(), 4);
    /// ```
    pub fn new(grid: Grid) -> Domineering {
        Domineering { taken: [0; 2], grid, flat: false }
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        self.grid.cells() & !(self.taken[0] | self.taken[1])
    }

    /// The upper or left cells of the dominoes that fit into a set.
    #[inline(always)]
    fn fitting(&self, set: u64, flat: bool) -> u64 {
        set & if flat { self.grid.west(set) } else { self.grid.north(set) }
    }

    /// The cells of a domino from its upper or left one.
    #[inline(always)]
    fn domino(&self, cell: u8, flat: bool) -> [u8; 2] {
        [cell, cell + if flat { 1 } else { self.grid.columns() }]
    }

    /// The most dominoes of one kind that fit into a set together: row by row, or column by column, each
    /// put as far to the start as it goes.
    #[inline(always)]
    fn most(&self, mut set: u64, flat: bool) -> u32 {
        let mut count = 0;
        loop {
            // First cells of every stretch: the domino there, if it fits, blocks no better one.
            let inner = if flat { self.grid.east(set) } else { self.grid.south(set) };
            let firsts = set & !inner;
            if firsts == 0 {
                return count;
            }
            let seconds = set & if flat { self.grid.east(firsts) } else { self.grid.south(firsts) };
            count += seconds.count_ones();
            set &= !(firsts | seconds);
        }
    }

    /// Dominoes of one kind that the opponent can neither prevent nor use: they fit together into cells
    /// beside which the opponent's kind has no room.
    #[inline(always)]
    fn safe(&self, flat: bool) -> u32 {
        let empty = self.empty();
        let beside = if flat {
            self.grid.north(empty) | self.grid.south(empty)
        } else {
            self.grid.west(empty) | self.grid.east(empty)
        };
        self.most(empty & !beside, flat)
    }

    /// On a square board, swapping rows and columns makes a position with `H` to move one with `V` to move.
    #[inline(always)]
    fn fold(&self) -> ([u64; 1], u8) {
        let square = self.grid.rows() == self.grid.columns();
        self.grid.fold([self.empty()], if square && self.flat { 4..8 } else { 0..4 })
    }

    /// Moves and safe moves, own less the opponent's.
    #[inline(always)]
    fn leads(&self) -> [i32; 2] {
        let empty = self.empty();
        let side = |flat: bool| [self.most(empty, flat) as i32, self.safe(flat) as i32];
        let [mine, theirs] = [side(self.flat), side(!self.flat)];
        [mine[0] - theirs[0], mine[1] - theirs[1]]
    }

    /// What they are worth.
    #[inline(always)]
    fn balance(&self) -> i32 {
        let [moves, safe] = self.leads();
        MOVE * moves + SAFE * safe
    }
}

impl Game for Domineering {
    /// The upper or left cell of the domino, in reading order from 0.
    type Move = u8;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        ones(self.fitting(self.empty(), self.flat))
    }

    #[inline(always)]
    fn play(&mut self, cell: u8) {
        let [a, b] = self.domino(cell, self.flat);
        self.taken[usize::from(self.flat)] |= 1 << a | 1 << b;
        self.flat = !self.flat;
    }
}

impl Keyed for Domineering {
    /// Only empty cells count, whoever took the others. Flipped boards share a key; so do, on a square
    /// board, a position and the one with rows, columns and sides swapped.
    #[inline]
    fn key(&self) -> u64 {
        let ([empty], turn) = self.fold();
        let board = salt([self.grid.rows(), self.grid.columns()], [6, 6]);
        hash([empty, u64::from(self.flat && turn < 4)]) ^ board
    }

    #[inline]
    fn encode(&self, cell: u8) -> u16 {
        let (_, turn) = self.fold();
        let [a, b] = self.domino(cell, self.flat).map(|cell| self.grid.turn(cell, turn));
        u16::from(a.min(b))
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<u8> {
        let (_, turn) = self.fold();
        let flat = self.flat && turn < 4;
        let code = u8::try_from(code).ok().filter(|&code| u32::from(code) < self.grid.size())?;
        let [a, b] = self.domino(code, flat);
        if u32::from(b) >= self.grid.size() {
            return None;
        }
        let [a, b] = [self.grid.turn_back(a, turn), self.grid.turn_back(b, turn)];
        let cell = a.min(b);
        // A code at the end of a row may stand for cells that are no domino.
        let whole = self.domino(cell, self.flat)[1] == a.max(b);
        (whole && self.fitting(self.empty(), self.flat) >> cell & 1 != 0).then_some(cell)
    }
}

impl Hints for Domineering {
    const BY_LIST: bool = false;

    fn irreversible(&self, _: u8) -> bool {
        true
    }

    /// The balance of moves and safe moves that it leaves.
    #[inline]
    fn move_score(&self, cell: u8) -> i32 {
        -self.child(cell).balance()
    }

    const FROM_TO_RANGE: usize = 1 << 10;

    /// The move as it is remembered: turned with the position.
    #[inline]
    fn from_to(&self, cell: u8) -> usize {
        usize::from(self.encode(cell)) % Self::FROM_TO_RANGE
    }

    #[inline]
    fn piece_to(&self, cell: u8) -> usize {
        usize::from(self.encode(cell)) % Self::PIECE_TO_RANGE
    }
}

/// What is known about Domineering: how many moves each side has, at most and for certain.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score, Search, algo::minimax};
/// use secateur_games::{Notation, domineering::{Domineering, Room}};
///
/// // V has two moves on the left that nobody can touch, H has one on the right.
/// let pos = Domineering::read(".X../.XXX/.XXX/.XXX V").unwrap();
/// let known = Room.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(3)));
/// let Ok(searched) = minimax(&mut Search::new(|_: &Domineering| Score::DRAW), &pos, 4);
/// assert_eq!(searched, Score::win_in(3));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Room;

impl Eval<Domineering> for Room {
    /// A point for each move that a side could make if it alone were to move, and one for each safe move.
    #[inline]
    fn eval(&mut self, pos: &Domineering) -> Score {
        Score::points(pos.balance())
    }

    /// Proven: a side makes at least its safe moves, since the opponent cannot touch their cells, and at
    /// most as many as fit on the board together. So the side to move loses, after that many moves of both,
    /// if it has room for no more moves than the opponent has safe ones; it wins, making a move more than
    /// the opponent, if it has more safe moves than the opponent has room for. Nobody loses before the safe
    /// moves are used up.
    #[inline]
    fn bounds(&mut self, pos: &Domineering, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let empty = pos.empty();
        let (my_most, my_safe) = (pos.most(empty, pos.flat), pos.safe(pos.flat));
        let (their_most, their_safe) = (pos.most(empty, !pos.flat), pos.safe(!pos.flat));
        let lost = their_safe >= my_most;
        let won = my_safe > their_most;
        Bounds {
            lower: if won { Score::win_in(2 * their_most + 1) } else { Score::loss_in(2 * my_safe) },
            upper: if lost { Score::loss_in(2 * my_most) } else { Score::win_in(2 * their_safe + 1) },
        }
    }
}

impl Notation for Domineering {
    type Knowledge = Room;

    fn weights() -> Vec<Weight> {
        vec![Weight::of("move", MOVE), Weight::of("safe_move", SAFE)]
    }

    fn features(&self) -> Option<Features> {
        Some(Features::new(self.leads()))
    }

    /// The empty board of six by six.
    fn start() -> Self {
        Domineering::new(Grid::new(6, 6).expect("36 cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).map(Self::new)
    }

    /// The rows from the top, `X` for cells taken by `V`, `O` for cells taken by `H`, then the side to move:
    /// `X../XOO/... V`. A size by rows and columns, `6x6`, is the empty board; `V` moves unless it is followed
    /// by `H`. Any cells may be taken, be they whole dominoes or not.
    /// Or the moves played, `b2b3`, from the start.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let Setup { grid, stones, second } = Setup::read(text, ['V', 'H'])?;
        Ok(Domineering { taken: stones.unwrap_or_default(), grid, flat: second })
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.grid.write(self.taken), self.side()))
    }

    /// The two cells of the domino, `b2b3`.
    fn write_move(&self, cell: u8) -> String {
        self.domino(cell, self.flat).map(|cell| self.grid.name(cell)).concat()
    }

    fn side(&self) -> String {
        if self.flat { "H" } else { "V" }.into()
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.taken))
    }
}
