//! Fill-in: empty cells that may as well have a stone, and cells that need not be tried, as far as the cells around them tell.
//!
//! A cell is *dead* if it never matters whose stone is on it. It joins chains of a side only where the six cells around it
//! may become four groups at least, of the two sides in turn; where they cannot, it is dead, and stays so whatever stones are
//! added. Three facts follow, of who wins and not of how soon. A stone more is never a drawback in Hex, which makes a stone on
//! a dead cell worth as much as the pass.
//!
//! 1. A dead cell may be filled with a stone of either side.
//! 2. Two cells next to each other of which each is dead once a side has the other one are *captured* by that side, and may
//!    both be filled with its stones: it answers a stone on the one by a stone on the other, and need not move there before.
//! 3. A cell is *vulnerable* if the opponent has an answer that makes it dead. If any move wins, one does that is neither
//!    dead nor vulnerable. For suppose that `a` wins, and is vulnerable to `b`, or dead, and `b` is any other cell.
//!    After `a` and `b` the side to move still wins, and since the stone on `a` is dead, it wins with nothing but the
//!    opponent's stone on `b` added. There, where fewer cells are empty, a move `m` that is neither dead nor vulnerable wins,
//!    by induction. Without the stone on `b` it wins as well; and it is neither dead, since it would still be, nor
//!    vulnerable: to `b` it would be dead there, and to another cell vulnerable there.
//!
//! Source: Y. Björnsson, R. Hayward, M. Johanson and J. van Rijswijck, *Dead cell analysis in Hex and the Shannon game*, 2007.

use super::{Hex, Stones};
use crate::grid::ones;
use crate::wide::Wide;

/// The cells around one, in order: rows and columns further on.
const AROUND: [(i8, i8); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// For stones of `X` around a cell, six bits, and those of `O`, six bits higher: whether it is dead.
static DEAD: [bool; 1 << 12] = {
    let mut dead = [false; 1 << 12];
    let mut at = 0;
    while at < dead.len() {
        let (x, o) = (at & 63, at >> 6);
        dead[at] = x & o == 0 && most_changes(x, o) < 4;
        at += 1;
    }
    dead
};

/// The most changes from one side to the other on the way round a cell, once all around it is filled.
const fn most_changes(x: usize, o: usize) -> u32 {
    let (empty, mut more, mut most) = (63 & !(x | o), 0, 0);
    loop {
        let all = x | more;
        let changes = (all ^ (all >> 1 | (all & 1) << 5)).count_ones();
        if changes > most {
            most = changes;
        }
        more = (more + (63 & !empty) + 1) & empty;
        if more == 0 {
            return most;
        }
    }
}

/// A position with stones filled in, which the same side wins.
#[derive(Copy, Clone, Debug)]
pub(super) struct Filled {
    board: Wide,
    /// The stones of `X` and of `O`.
    stones: [u128; 2],
}

impl Filled {
    /// A position as it is.
    pub(super) fn as_it_is(pos: &Hex) -> Filled {
        Filled { board: pos.board, stones: pos.stones() }
    }

    /// A position with all filled in that is seen to be dead or captured.
    pub(super) fn of(pos: &Hex) -> Filled {
        let mut filled = Filled::as_it_is(pos);
        while filled.fill_dead() || filled.fill_captured() {}
        filled
    }

    pub(super) fn empty(&self) -> u128 {
        self.board.cells() & !(self.stones[0] | self.stones[1])
    }

    /// The stones of a side.
    pub(super) fn side(&self, second: bool) -> Stones {
        let all = self.stones[usize::from(second)];
        Stones { all, joined: self.board.edges(second).map(|edge| self.board.joined(all & edge, all)) }
    }

    /// The cells that the side to move has to try: neither dead nor vulnerable.
    pub(super) fn worth_trying(&self, second: bool) -> u128 {
        let vulnerable = |cell: u8| {
            let mut answers = ones(self.board.neighbours(1 << cell) & self.empty());
            answers.any(|answer| self.with(answer, !second).is_dead(cell))
        };
        ones(self.empty())
            .filter(|&cell| !self.is_dead(cell) && !vulnerable(cell))
            .fold(0, |set, cell| set | 1 << cell)
    }

    /// With one more stone.
    fn with(mut self, cell: u8, second: bool) -> Filled {
        self.stones[usize::from(second)] |= 1 << cell;
        self
    }

    fn is_dead(&self, cell: u8) -> bool {
        let Wide { rows, columns } = self.board;
        let (row, column) = ((cell / columns) as i8, (cell % columns) as i8);
        let mut around = 0;
        for (n, (down, right)) in AROUND.into_iter().enumerate() {
            let (row, column) = (row + down, column + right);
            // Beyond an edge is its side. At the corners one side follows the other, wherever the change between them is.
            let (x, o) = if row < 0 || row >= rows as i8 {
                (1, 0)
            } else if column < 0 || column >= columns as i8 {
                (0, 1)
            } else {
                let there = row as u32 * u32::from(columns) + column as u32;
                ((self.stones[0] >> there & 1) as usize, (self.stones[1] >> there & 1) as usize)
            };
            around |= x << n | o << (n + 6);
        }
        DEAD[around]
    }

    /// Fills in dead cells; returns whether there were any.
    fn fill_dead(&mut self) -> bool {
        let before = *self;
        for cell in ones(before.empty()) {
            if self.is_dead(cell) {
                *self = self.with(cell, false);
            }
        }
        self.stones != before.stones
    }

    /// Fills in two captured cells; returns whether there were any.
    fn fill_captured(&mut self) -> bool {
        let empty = self.empty();
        for a in ones(empty) {
            // Those after it.
            for b in ones(self.board.neighbours(1 << a) & empty & u128::MAX << a) {
                let captures =
                    |&second: &bool| self.with(a, second).is_dead(b) && self.with(b, second).is_dead(a);
                if let Some(second) = [false, true].into_iter().find(captures) {
                    *self = self.with(a, second).with(b, second);
                    return true;
                }
            }
        }
        false
    }
}
