//! Clobber: step onto a neighbouring stone of the opponent's and take it; whoever moves last wins.
//!
//! Invented by M. Albert, J. Grossman and R. Nowakowski, 2001. The usual start fills the board like a
//! chessboard. Any board of up to 64 cells.

use crate::by_code::by_code;
use crate::grid::{Grid, Setup, hash, is_moves, ones, salt};
use crate::notation::played;
use crate::{Cells, Notation, Unreadable};
use secateur::{Bounds, Eval, Game, Hints, Keyed, Meter, Score};

/// A position of Clobber.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, clobber::Clobber};
///
/// let pos = Clobber::read("XO./OX. X").unwrap();
/// assert_eq!(pos.moves().count(), 4);
/// assert_eq!(pos.child(pos.read_move("a1b1").unwrap()).write(), ".X./OX. O");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clobber {
    /// The stones of the side to move.
    mine: u64,
    /// The opponent's stones.
    theirs: u64,
    grid: Grid,
    /// Whether `O` is to move.
    second: bool,
}

/// A stone takes one beside it. Cells count in reading order from 0.
///
/// ```
/// use secateur_games::{Notation, clobber::{Capture, Clobber}};
///
/// let pos = Clobber::read("XO./OX. X").unwrap();
/// assert_eq!(pos.read_move("b2b1").unwrap(), Capture { from: 4, to: 1 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// The cell that the stone comes from.
    pub from: u8,
    /// The cell where it goes, and takes.
    pub to: u8,
}

impl Clobber {
    /// The full board, coloured like a chessboard: `X` is on the top left cell and moves first.
    ///
    /// ```
    /// use secateur::Game;
    /// use secateur_games::{Notation, clobber::Clobber, grid::Grid};
    ///
    /// let pos = Clobber::new(Grid::new(2, 3).unwrap());
    /// assert_eq!(pos.write(), "XOX/OXO X");
    /// assert_eq!(pos.moves().count(), 7); // one for each edge between two cells
    /// ```
    pub fn new(grid: Grid) -> Clobber {
        let mine = grid.checkered();
        Clobber { mine, theirs: grid.cells() & !mine, grid, second: false }
    }

    /// Whether a stone can take at all; if one side has a move, so has the other.
    #[inline(always)]
    fn has_contact(&self) -> bool {
        self.grid.neighbours(self.mine) & self.theirs != 0
    }

    /// The cells with two neighbours or more in the set.
    #[inline(always)]
    fn touching_two(&self, set: u64) -> u64 {
        let [e, w] = [self.grid.east(set), self.grid.west(set)];
        let [s, n] = [self.grid.south(set), self.grid.north(set)];
        e & w | s & n | (e | w) & (s | n)
    }

    /// The stones of `X` and of `O`.
    fn stones(&self) -> [u64; 2] {
        if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] }
    }
}

impl Game for Clobber {
    type Move = Capture;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Capture> {
        let (grid, mine, theirs) = (self.grid, self.mine, self.theirs);
        let columns = grid.columns();
        let east = ones(mine & grid.west(theirs)).map(|from| Capture { from, to: from + 1 });
        let west = ones(mine & grid.east(theirs)).map(|from| Capture { from, to: from - 1 });
        let south = ones(mine & grid.north(theirs)).map(move |from| Capture { from, to: from + columns });
        let north = ones(mine & grid.south(theirs)).map(move |from| Capture { from, to: from - columns });
        east.chain(west).chain(south).chain(north)
    }

    #[inline(always)]
    fn play(&mut self, m: Capture) {
        let mine = self.mine ^ (1 << m.from | 1 << m.to);
        (self.mine, self.theirs) = (self.theirs & !(1 << m.to), mine);
        self.second = !self.second;
    }
}

impl Keyed for Clobber {
    /// Positions that a symmetry of the board, or an exchange of the colours together with the turn, turns into
    /// each other share a key: the rules are the same for both colours.
    #[inline]
    fn key(&self) -> u64 {
        let board = salt([self.grid.rows(), self.grid.columns()], [4, 5]);
        hash(self.grid.fold([self.mine, self.theirs], self.grid.turns()).0) ^ board
    }

    #[inline]
    fn encode(&self, m: Capture) -> u16 {
        let (_, turn) = self.grid.fold([self.mine, self.theirs], self.grid.turns());
        u16::from(self.grid.turn(m.from, turn)) << 6 | u16::from(self.grid.turn(m.to, turn))
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Capture> {
        let (from, to) = (code >> 6, code & 63);
        if u32::from(from.max(to)) >= self.grid.size() {
            return None;
        }
        let (_, turn) = self.grid.fold([self.mine, self.theirs], self.grid.turns());
        let [from, to] = [from, to].map(|cell| self.grid.turn_back(cell as u8, turn));
        let meets = self.grid.neighbours(self.mine & 1 << from) & self.theirs & 1 << to != 0;
        meets.then_some(Capture { from, to })
    }
}

impl Hints for Clobber {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    /// Moves that leave few captures first: they are nearer to the end, and to being the last.
    #[inline]
    fn move_score(&self, m: Capture) -> i32 {
        let child = self.child(m);
        let touched = child.grid.neighbours(child.theirs) & child.mine;
        let touching = child.grid.neighbours(child.mine) & child.theirs;
        -((touched.count_ones() + touching.count_ones()) as i32)
    }

    by_code!(Capture);
}

/// Knowledge of Clobber: the stones in contact, and the winner once the position is simple.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score, Search, algo::minimax};
/// use secateur_games::{Notation, clobber::{Clobber, Contacts}};
///
/// let pos = Clobber::read("XO.OX X").unwrap(); // two pairs: a move for each side
/// let known = Contacts.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::loss_in(2)));
/// let Ok(searched) = minimax(&mut Search::new(|_: &Clobber| Score::DRAW), &pos, 3);
/// assert_eq!(searched, Score::loss_in(2));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Contacts;

impl Eval<Clobber> for Contacts {
    /// One point for each stone beside an opposing one. (Counting moves would say nothing: each contact is a
    /// move for both.)
    #[inline]
    fn eval(&mut self, pos: &Clobber) -> Score {
        let fighting = |own: u64, foe: u64| (pos.grid.neighbours(foe) & own).count_ones() as i32;
        Score::points(fighting(pos.mine, pos.theirs) - fighting(pos.theirs, pos.mine))
    }

    /// Proven: if every fighting stone belongs to a star, one stone surrounded by opposing stones that
    /// touch nothing else, then any move ends its star and touches no other, so that exactly as many moves
    /// are left as there are stars. Otherwise a move that leaves no contact wins at once; for one to exist
    /// all contacts must share a stone or the cell it moves to, hence no side has more than four stones in
    /// contact.
    #[inline]
    fn bounds(&mut self, pos: &Clobber, _: Score, _: Score, _: &mut Meter<'_>) -> Bounds {
        let grid = pos.grid;
        let mine = pos.mine & grid.neighbours(pos.theirs);
        let theirs = pos.theirs & grid.neighbours(pos.mine);
        let (stones, fighting) = (pos.mine | pos.theirs, mine | theirs);
        let centres = fighting & pos.touching_two(stones);
        let leaves = fighting & !centres;
        let around = grid.neighbours(centres) & stones;
        if around & !leaves == 0 {
            let pairs = (leaves & !around).count_ones() / 2;
            let moves = centres.count_ones() + pairs;
            return Bounds::exact(if moves % 2 == 1 { Score::win_in(moves) } else { Score::loss_in(moves) });
        }
        let few = mine.count_ones() <= 4 && theirs.count_ones() <= 4;
        if few && pos.moves().any(|m| !pos.child(m).has_contact()) {
            return Bounds::exact(Score::win_in(1));
        }
        // There is a move, and none that ends the game.
        Bounds { lower: Score::loss_in(2), upper: Score::win_in(3) }
    }
}

impl Notation for Clobber {
    type Knowledge = Contacts;

    const DRAWS: bool = false;

    /// The full board of four rows by five columns.
    fn start() -> Self {
        Clobber::new(Grid::new(4, 5).expect("twenty cells"))
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Grid::sized(columns, rows).map(Self::new)
    }

    /// The rows from the top, then the side to move: `XOX/O.O X`. A size by rows and columns, `4x5`, is the
    /// full board, with `X` on the top left cell; `X` moves unless it is followed by `O`.
    /// Or the moves played, `b2b3`, from the start.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if is_moves(text) {
            return played(start, text);
        }
        let Setup { grid, stones, second } = Setup::read(text, ['X', 'O'])?;
        let full = Clobber::new(grid);
        let [x, o] = stones.unwrap_or([full.mine, full.theirs]);
        let (mine, theirs) = if second { (o, x) } else { (x, o) };
        Ok(Clobber { mine, theirs, grid, second })
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.grid.write(self.stones()), self.side()))
    }

    /// The cell left and the cell taken, `b2b3`.
    fn write_move(&self, m: Capture) -> String {
        self.grid.name(m.from) + &self.grid.name(m.to)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }

    fn cells(&self) -> Option<Cells> {
        Some(self.grid.draw(self.stones()))
    }
}
