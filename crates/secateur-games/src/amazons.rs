//! Amazons: move like a queen, then shoot an arrow that burns a cell; the last to move wins.
//!
//! Invented by W. Zamkauskas, 1988. An amazon moves any number of empty cells straight or aslant, and from where it arrives
//! shoots an arrow, which flies likewise and blocks the cell it hits for good. Any board of up to 11 by 11 cells, with up to four
//! amazons a side: on 10 by 10 cells the usual start, on others the one of the studies of small boards.

use crate::grid::{Marks, clip, ones, salt, write_rows};
use crate::notation::played;
use crate::wide::{CELLS, LONGEST, Wide};
use crate::{Cells, Inputs, Notation, Symmetry, Unreadable, paint};
use secateur::table::Zobrist;
use secateur::{Game, Hints, Keyed};

mod territory;

pub use territory::Territory;

/// The most amazons of a side: with more of them, moves would not fit into their codes.
const AMAZONS: u32 = 4;
/// A key for each own amazon, opposing amazon and arrow.
static KEYS: Zobrist<{ 3 * CELLS }> = Zobrist::new(10);
/// The things on a cell that have keys: an own amazon,
const OWN: usize = 0;
/// an opposing one,
const OPPOSING: usize = 1;
/// and an arrow.
const ARROW: usize = 2;

/// A position of Amazons: `X` and `O` are amazons, `#` are arrows.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, amazons::Amazons};
///
/// let pos = Amazons::read("O../.../..X X").unwrap();
/// let next = pos.child(pos.read_move("c1-b2/c1").unwrap());
/// assert_eq!(next.write(), "O../.X./..# O");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Amazons {
    /// The amazons of the side to move.
    mine: u128,
    /// The opponent's amazons.
    theirs: u128,
    arrows: u128,
    board: Wide,
    /// Whether `O` is to move.
    second: bool,
    /// The keys of the board and its mirror images, as the side to move sees it and as the opponent does.
    keys: [[u64; 4]; 2],
}

/// An amazon moves and shoots. Cells count in reading order from 0.
///
/// ```
/// use secateur_games::{Notation, amazons::{Amazons, Shot}};
///
/// let pos = Amazons::read("O../.../..X X").unwrap();
/// assert_eq!(pos.read_move("c1-b2/c1").unwrap(), Shot { from: 8, to: 4, arrow: 8 });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The cell that the amazon leaves.
    pub from: u8,
    /// The cell that it goes to.
    pub to: u8,
    /// The cell that its arrow hits.
    pub arrow: u8,
}

/// The ways on a board: by columns and rows.
const WAYS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

impl Wide {
    /// The set moved by a step; what leaves the board is lost.
    #[inline(always)]
    fn step(self, set: u128, (right, down): (i8, i8)) -> u128 {
        let columns = u32::from(self.columns);
        let aside = match right {
            1 => set << 1 & !self.left(),
            -1 => (set & !self.left()) >> 1,
            _ => set,
        };
        match down {
            1 => aside << columns & self.cells(),
            -1 => aside >> columns,
            _ => aside & self.cells(),
        }
    }

    /// The cells of `free` to which queens on these cells can go in one move.
    #[inline(always)]
    fn reach(self, from: u128, free: u128) -> u128 {
        WAYS.iter().fold(0, |mut all, &way| {
            let mut wave = self.step(from, way) & free;
            while wave != 0 {
                all |= wave;
                wave = self.step(wave, way) & free;
            }
            all
        })
    }

    /// The cells around the set, with the set itself.
    #[inline(always)]
    fn around(self, set: u128) -> u128 {
        let beside = set | self.step(set, (1, 0)) | self.step(set, (-1, 0));
        beside | self.step(beside, (0, 1)) | self.step(beside, (0, -1))
    }
}

/// Moves, amazon by amazon and cell by cell.
struct Shots {
    board: Wide,
    empty: u128,
    amazons: u128,
    from: u8,
    targets: u128,
    to: u8,
    arrows: u128,
}

impl Shots {
    /// Turns to the next cell from which an arrow can be shot; false if there is none.
    #[inline(always)]
    fn advance(&mut self) -> bool {
        while self.targets == 0 {
            if self.amazons == 0 {
                return false;
            }
            self.from = self.amazons.trailing_zeros() as u8;
            self.amazons &= self.amazons - 1;
            self.targets = self.board.reach(1 << self.from, self.empty);
        }
        self.to = self.targets.trailing_zeros() as u8;
        self.targets &= self.targets - 1;
        self.arrows = self.board.reach(1 << self.to, self.empty | 1 << self.from);
        true
    }
}

impl Iterator for Shots {
    type Item = Shot;

    #[inline(always)]
    fn next(&mut self) -> Option<Shot> {
        // From wherever an amazon has gone it can shoot back.
        if self.arrows == 0 && !self.advance() {
            return None;
        }
        let arrow = self.arrows.trailing_zeros() as u8;
        self.arrows &= self.arrows - 1;
        Some(Shot { from: self.from, to: self.to, arrow })
    }

    #[inline]
    fn count(mut self) -> usize {
        let mut count = self.arrows.count_ones() as usize;
        while self.advance() {
            count += self.arrows.count_ones() as usize;
        }
        count
    }
}

impl Amazons {
    /// The start on a board of four to eleven rows and columns. On ten by ten cells the usual one. On others each corner has
    /// an amazon on either cell beside it: the start of J. Song and M. Müller, *An Enhanced Solver for the Game of Amazons*,
    /// 2015.
    ///
    /// ```
    /// use secateur_games::{Notation, amazons::Amazons};
    ///
    /// assert_eq!(Amazons::new(5, 5).unwrap().write(), ".O.O./O...O/...../X...X/.X.X. X");
    /// assert!(Amazons::new(3, 5).is_none());
    /// ```
    pub fn new(rows: u32, columns: u32) -> Option<Amazons> {
        let board = Wide::new(rows, columns).filter(|_| rows >= 4 && columns >= 4)?;
        let aside = if (rows, columns) == (10, 10) { 3 } else { 1 };
        let (below, last) = (rows - 1, columns - 1);
        let cells = [(below - aside, 0), (below, aside), (below, last - aside), (below - aside, last)];
        let x = cells.map(|(row, column)| (row * columns + column) as u8);
        let set = |cells: [u8; 4]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        Some(Amazons::with([set(x), set(x.map(|cell| board.turn(cell, 1)))], 0, board, false))
    }

    fn with([x, o]: [u128; 2], arrows: u128, board: Wide, second: bool) -> Amazons {
        let [mine, theirs] = if second { [o, x] } else { [x, o] };
        let mut pos = Amazons { mine, theirs, arrows, board, second, keys: [[0; 4]; 2] };
        ones(mine).for_each(|cell| pos.change(cell, OWN));
        ones(theirs).for_each(|cell| pos.change(cell, OPPOSING));
        ones(arrows).for_each(|cell| pos.change(cell, ARROW));
        pos
    }

    #[inline(always)]
    fn empty(&self) -> u128 {
        self.board.cells() & !(self.mine | self.theirs | self.arrows)
    }

    /// Puts something on a cell, or takes it away, in the keys.
    #[inline(always)]
    fn change(&mut self, cell: u8, what: usize) {
        let reversed = [OPPOSING, OWN, ARROW][what];
        for turn in 0..4 {
            let place = 3 * usize::from(self.board.turn(cell, turn as u8));
            self.keys[0][turn] ^= KEYS.key(place + what);
            self.keys[1][turn] ^= KEYS.key(place + reversed);
        }
    }

    /// The mirror image under which the position is remembered.
    #[inline(always)]
    fn image(&self) -> u8 {
        let keys = self.keys[0];
        (1..4).fold(0, |least, turn| if keys[turn] < keys[least] { turn } else { least }) as u8
    }

    /// The number of own amazons on cells before this one, as the position is remembered.
    #[inline(always)]
    fn rank(&self, from: u8, image: u8) -> u16 {
        let cell = self.board.turn(from, image);
        ones(self.mine).filter(|&other| self.board.turn(other, image) < cell).count() as u16
    }

    fn mark(&self, cell: u8) -> Option<char> {
        let [x, o] = if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] };
        [(x, 'X'), (o, 'O'), (self.arrows, '#')].iter().find(|(set, _)| set >> cell & 1 != 0).map(|&(_, c)| c)
    }
}

impl Game for Amazons {
    type Move = Shot;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Shot> {
        let (board, empty, amazons) = (self.board, self.empty(), self.mine);
        Shots { board, empty, amazons, from: 0, targets: 0, to: 0, arrows: 0 }
    }

    #[inline(always)]
    fn play(&mut self, m: Shot) {
        self.mine ^= 1 << m.from | 1 << m.to;
        self.arrows |= 1 << m.arrow;
        self.change(m.from, OWN);
        self.change(m.to, OWN);
        self.change(m.arrow, ARROW);
        (self.mine, self.theirs, self.second) = (self.theirs, self.mine, !self.second);
        self.keys.swap(0, 1);
    }
}

impl Keyed for Amazons {
    /// Mirrored positions share a key, and so does one with the colours and the turn exchanged.
    #[inline]
    fn key(&self) -> u64 {
        let [a, b, c, d] = self.keys[0];
        a.min(b).min(c).min(d) ^ salt([self.board.rows, self.board.columns], [10, 10])
    }

    /// Which amazon, the cell it goes to, and the cell it shoots at: all as the position is remembered.
    #[inline]
    fn encode(&self, m: Shot) -> u16 {
        let (image, size) = (self.image(), self.board.size() as u16);
        let [to, arrow] = [m.to, m.arrow].map(|cell| u16::from(self.board.turn(cell, image)));
        (self.rank(m.from, image) * size + to) * size + arrow
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Shot> {
        let (image, size) = (self.image(), self.board.size() as u16);
        let from = ones(self.mine).find(|&from| self.rank(from, image) == code / size / size)?;
        let [to, arrow] = [code / size % size, code % size].map(|cell| self.board.turn(cell as u8, image));
        let empty = self.empty();
        let goes = self.board.reach(1 << from, empty) >> to & 1 != 0;
        let shoots = goes && self.board.reach(1 << to, empty | 1 << from) >> arrow & 1 != 0;
        shoots.then_some(Shot { from, to, arrow })
    }
}

impl Hints for Amazons {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;

    fn plies_left(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }

    /// The cells that the amazon can go to next, less those that opposing amazons beside the arrow can.
    #[inline]
    fn move_score(&self, m: Shot) -> i32 {
        let empty = (self.empty() | 1 << m.from) & !(1 << m.to | 1 << m.arrow);
        let open = self.board.reach(1 << m.to, empty).count_ones() as i32;
        let cramped = (self.board.around(1 << m.arrow) & self.theirs).count_ones() as i32;
        open + 4 * cramped
    }

    fn is_noisy(&self, _: Shot) -> bool {
        false
    }

    fn quiet(&self) -> impl Iterator<Item = Shot> {
        self.moves()
    }

    const FROM_TO_RANGE: usize = 1 << 14;

    fn from_to(&self, m: Shot) -> usize {
        usize::from(m.from) << 7 | usize::from(m.to)
    }

    fn piece_to(&self, m: Shot) -> usize {
        usize::from(self.second) << 7 | usize::from(m.arrow)
    }
}

impl Notation for Amazons {
    type Knowledge = Territory;

    const DRAWS: bool = false;

    /// The board of ten by ten.
    fn start() -> Self {
        Amazons::new(10, 10).expect("a hundred cells")
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Amazons::new(rows, columns)
    }

    /// The moves played, `d1-d7/g7`, or the rows from the top, then the side to move: `.O.#/..../X..X O`.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        let first = text.split_whitespace().next().unwrap_or_default();
        if first.is_empty() || first.contains('-') {
            return played(start, text);
        }
        let (Marks { rows, columns, marks }, second) =
            Marks::read_with_side(text, ".XO#", CELLS, ['X', 'O'])?;
        let board = Wide::new(rows.into(), columns.into()).ok_or_else(|| {
            Unreadable(format!(
                "a board of {rows}x{columns} is too large, expected at most {LONGEST}x{LONGEST}"
            ))
        })?;
        let set = |mark: u8| {
            (0..).zip(&marks).filter(|&(_, &m)| m == mark).fold(0, |set, (cell, _)| set | 1 << cell)
        };
        for (side, mark) in [("X", 1), ("O", 2)] {
            let count = u128::count_ones(set(mark));
            if count > AMAZONS {
                return Err(Unreadable(format!("{side} has {count} amazons, expected at most {AMAZONS}")));
            }
        }
        Ok(Amazons::with([set(1), set(2)], set(3), board, second))
    }

    fn text(&self) -> Option<String> {
        let marks = (0..self.board.size() as u8).map(|cell| self.mark(cell).unwrap_or('.'));
        Some(format!("{} {}", write_rows(self.board.columns, marks), self.side()))
    }

    /// The cell left, the cell reached and the cell shot at, `d1-d7/g7`; rows count from below.
    fn write_move(&self, m: Shot) -> String {
        let [from, to, arrow] = [m.from, m.to, m.arrow].map(|cell| self.board.name(self.board.turn(cell, 1)));
        format!("{from}-{to}/{arrow}")
    }

    /// A move as [`Notation::write_move`] has it, without looking through them all.
    fn read_move(&self, text: &str) -> Result<Shot, Unreadable> {
        let named = |name: &str| {
            let place =
                (0..self.board.size() as u8).find(|&cell| self.board.name(cell).eq_ignore_ascii_case(name));
            place.map(|cell| self.board.turn(cell, 1))
        };
        let split = text.trim().split_once('-').and_then(|(from, rest)| Some((from, rest.split_once('/')?)));
        let shot = split.and_then(|(from, (to, arrow))| {
            Some(Shot { from: named(from)?, to: named(to)?, arrow: named(arrow)? })
        });
        let own = |shot: &Shot| self.mine >> shot.from & 1 != 0;
        let legal = shot.filter(|shot| own(shot) && self.decode(self.encode(*shot)) == Some(*shot));
        legal.ok_or_else(|| {
            let text = clip(text);
            Unreadable(match self.moves().next() {
                None => format!("'{text}' is not legal: the game is over"),
                Some(m) => {
                    format!("'{text}' is not a legal move, expected one such as {}", self.write_move(m))
                }
            })
        })
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
    fn inputs(&self) -> Option<Inputs> {
        let Wide { rows, columns } = self.board;
        Some(Inputs { contents: 4, symmetry: Symmetry::Square, ..Inputs::of(rows, columns) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, [self.mine, self.theirs, self.arrows]);
        0
    }

    fn cells(&self) -> Option<Cells> {
        let Wide { rows, columns } = self.board;
        let cells = Cells::new(rows, columns, |row, column| self.mark(row * columns + column));
        Some(cells.numbered_from_below())
    }
}
