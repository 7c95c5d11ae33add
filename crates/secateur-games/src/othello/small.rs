//! Othello on four by four squares, or six by six: the corner of the usual board at a1, and nothing beyond.

use super::text::{for_each_move, marked, play_recorded, read_discs, starts_a_board};
use super::{DISC, Othello, Square, flips, legal};
use crate::{Cells, Inputs, Notation, Scale, StaticValue, Symmetry, Unreadable};
use secateur::{Game, Hints, Keyed, Score};

/// A position of Othello on a small board.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, othello::Small};
///
/// let start = Small::sized(4, 4).unwrap();
/// assert_eq!(start.write(), "-----OX--XO----- X");
/// let moves: Vec<String> = start.moves().map(|m| start.write_move(m)).collect();
/// assert_eq!(moves, ["b1", "a2", "d3", "c4"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Small {
    /// The discs, on the usual board.
    discs: Othello,
    /// The number of columns, and of rows.
    size: u32,
}

impl Small {
    fn new(size: u32) -> Small {
        let bit = |column, row| 1_u64 << (8 * row + column);
        let (low, high) = (size / 2 - 1, size / 2);
        let (x, o) = (bit(high, low) | bit(low, high), bit(low, low) | bit(high, high));
        Small { discs: Othello { mine: x, theirs: o, second: false }, size }
    }

    /// The squares of the board.
    #[inline(always)]
    fn board(&self) -> u64 {
        (0x0101_0101_0101_0101 * ((1 << self.size) - 1)) & ((1 << (8 * self.size)) - 1)
    }

    fn corners(&self) -> u64 {
        let edge = 1 | 1 << (self.size - 1);
        edge | edge << (8 * (self.size - 1))
    }

    /// The squares where the side with the discs `mine` may play.
    #[inline(always)]
    fn legal(&self, mine: u64, theirs: u64) -> u64 {
        legal(mine, theirs) & self.board()
    }

    /// Where the side to move may play, and where the opponent could.
    #[inline(always)]
    fn open(&self) -> [u64; 2] {
        let Othello { mine, theirs, .. } = self.discs;
        [self.legal(mine, theirs), self.legal(theirs, mine)]
    }

    fn empties(&self) -> u32 {
        self.size * self.size - (64 - self.discs.empties())
    }
}

impl Game for Small {
    type Move = Square;

    /// Corners first. A side that cannot move passes, if the other can.
    fn moves(&self) -> impl Iterator<Item = Square> {
        let [open, theirs] = self.open();
        let (mut corners, mut others) = (open & self.corners(), open & !self.corners());
        let mut passes = open == 0 && theirs != 0;
        std::iter::from_fn(move || {
            let left = if corners != 0 { &mut corners } else { &mut others };
            if *left == 0 {
                return std::mem::take(&mut passes).then_some(Square::PASS);
            }
            let square = Square::lowest(*left);
            *left ^= square.bit();
            Some(square)
        })
    }

    #[inline(always)]
    fn play(&mut self, m: Square) {
        self.discs.play(m);
    }

    /// The game ends when neither side can move; the winner gets the empty squares.
    fn outcome(&self) -> Option<Score> {
        if self.open() != [0, 0] {
            return None;
        }
        let (mine, theirs) = self.discs.discs();
        let margin = mine as i32 - theirs as i32;
        Some(Score::points(DISC * (margin + margin.signum() * self.empties() as i32)))
    }
}

impl Keyed for Small {
    fn key(&self) -> u64 {
        self.discs.key() ^ u64::from(self.size).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn encode(&self, m: Square) -> u16 {
        self.discs.encode(m)
    }

    fn decode(&self, code: u16) -> Option<Square> {
        let m = u8::try_from(code).ok().and_then(Square::new)?;
        let [open, theirs] = self.open();
        let is_legal = if m == Square::PASS { open == 0 && theirs != 0 } else { open & m.bit() != 0 };
        is_legal.then_some(m)
    }
}

impl Hints for Small {
    const BY_LIST: bool = false;
    const CYCLES: bool = false;
    const UNIT: i32 = DISC;

    fn plies_left(&self) -> Option<u32> {
        Some(self.empties())
    }

    /// As on the usual board: the fewer replies the opponent has, the better, corners counting twice.
    fn move_score(&self, m: Square) -> i32 {
        if m == Square::PASS {
            return 0;
        }
        let Othello { mine, theirs, .. } = self.discs;
        let flipped = flips(m.index(), mine, theirs);
        let replies = self.legal(theirs & !flipped, mine | flipped | m.bit());
        -DISC * (replies.count_ones() + (replies & self.corners()).count_ones()) as i32
    }

    const FROM_TO_RANGE: usize = 65;
    const PIECE_TO_RANGE: usize = 65;
}

impl Notation for Small {
    type Knowledge = StaticValue;
    const SCALE: Scale = Scale::Points;
    const ENDS_COUNT: bool = true;

    /// Six by six.
    fn start() -> Self {
        Small::new(6)
    }

    fn sized(columns: u32, rows: u32) -> Option<Self> {
        (columns == rows && matches!(columns, 4 | 6)).then(|| Small::new(columns))
    }

    /// Half a disc for each move that a side has more than the other, and two discs for each corner.
    fn static_value(&self) -> Score {
        let more = |mine: u64, theirs: u64| mine.count_ones() as i32 - theirs.count_ones() as i32;
        let ([open, reply], corners) = (self.open(), self.corners());
        let held = more(self.discs.mine & corners, self.discs.theirs & corners);
        Score::points(DISC / 2 * more(open, reply) + 2 * DISC * held)
    }

    /// As on the usual board: 16 or 36 squares, then the side to move, or the moves played.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if starts_a_board(text) {
            let squares = text.chars().filter(|c| !c.is_whitespace()).count();
            let is_shown = |&size: &u32| squares.abs_diff((size * size) as usize) <= 1;
            let size = [4, 6].into_iter().find(is_shown).unwrap_or(start.size);
            return Ok(Small { discs: read_discs(text, size)?, size });
        }
        let mut pos = start;
        for_each_move(text, |m| play_recorded(&mut pos, m).map(|_| ()))?;
        Ok(pos)
    }

    fn text(&self) -> Option<String> {
        let squares =
            (0..self.size * self.size).map(|i| self.discs.glyph(8 * (i / self.size) + i % self.size));
        Some(format!("{} {}", squares.collect::<String>(), self.side()))
    }

    fn write_move(&self, m: Square) -> String {
        m.to_string()
    }
    fn inputs(&self) -> Option<Inputs> {
        let (size, margin) = (self.size as u8, (self.size * self.size) as u16 * DISC as u16);
        Some(Inputs { symmetry: Symmetry::Square, margin, ..Inputs::of(size, size) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        let size = self.size as usize;
        for (cell, content) in cells.iter_mut().enumerate() {
            let square = 8 * (cell / size) + cell % size;
            let [mine, theirs] = [self.discs.mine, self.discs.theirs].map(|set| (set >> square & 1) as u8);
            *content = mine | (theirs << 1);
        }
        0
    }

    fn cells(&self) -> Option<Cells> {
        let [open, _] = self.open();
        Some(marked(&self.discs, open, self.size as u8))
    }

    fn draw(&self) -> String {
        let cells = self.cells().expect("a board of cells");
        self.discs.drawn(&cells)
    }

    fn side(&self) -> String {
        self.discs.side()
    }

    fn value(&self, score: Score) -> i32 {
        self.discs.value(score)
    }
}
