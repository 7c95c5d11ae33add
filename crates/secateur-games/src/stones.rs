//! Stones on a board, and the liberties of their chains: common to the games of the family of Go.

use crate::bits::Bits;
use crate::grid::{Rectangle, SetupOn, digest, salt};
use crate::{Cells, Inputs, Symmetry, Unreadable, paint};

/// The stones of the side to move and of its opponent.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stones<B = u64> {
    pub(crate) mine: B,
    pub(crate) theirs: B,
    pub(crate) grid: Rectangle<B>,
}

/// The liberties of a side's chains: the empty cells beside them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Liberties<B> {
    /// Those of chains that have no other.
    pub(crate) last: B,
    /// Those of chains that have more than one.
    pub(crate) more: B,
}

impl<B: Bits> Stones<B> {
    pub(crate) fn none(grid: Rectangle<B>) -> Self {
        Stones { mine: B::NONE, theirs: B::NONE, grid }
    }

    #[inline(always)]
    pub(crate) fn empty(&self) -> B {
        self.grid.cells() & !(self.mine | self.theirs)
    }

    /// The chains of `stones` that have some of `from` in them.
    #[inline(always)]
    pub(crate) fn chains(&self, mut from: B, stones: B) -> B {
        loop {
            let more = (from | self.grid.neighbours(from)) & stones;
            if more == from {
                return from;
            }
            from = more;
        }
    }

    /// The liberties of the chains that these stones of one side form.
    #[inline(always)]
    pub(crate) fn liberties(&self, stones: B) -> Liberties<B> {
        let (grid, empty) = (self.grid, self.empty());
        let [e, w, s, n] = [grid.east(empty), grid.west(empty), grid.south(empty), grid.north(empty)];
        let with_two = e & w | s & n | (e | w) & (s | n);
        // A stone beside two empty cells settles it for its chain; the other chains are looked at one by one.
        let free = self.chains(stones & with_two, stones);
        let (mut left, mut last, mut more) = (stones & !free, B::NONE, grid.neighbours(free) & empty);
        while left != B::NONE {
            let chain = self.chains(left.first(), left);
            left = left & !chain;
            let around = grid.neighbours(chain) & empty;
            *(if around == around.first() { &mut last } else { &mut more }) |= around;
        }
        Liberties { last, more }
    }

    /// Whether one of the chains that these stones of one side form has no liberty.
    #[inline(always)]
    pub(crate) fn is_captured(&self, stones: B) -> bool {
        let alive = stones & self.grid.neighbours(self.empty());
        stones & !self.chains(alive, stones) != B::NONE
    }

    /// The empty cells where a stone of the side to move, whose chains have these liberties, has one itself.
    #[inline(always)]
    pub(crate) fn breathing(&self, mine: Liberties<B>) -> B {
        let empty = self.empty();
        empty & (self.grid.neighbours(empty) | mine.more)
    }

    /// Puts a stone of the side to move on a cell, and turns to the opponent.
    #[inline(always)]
    pub(crate) fn put(&mut self, cell: u8) {
        (self.mine, self.theirs) = (self.theirs, self.mine | B::ONE << cell.into());
    }

    /// Positions that a symmetry of the board makes into each other share a key.
    #[inline]
    pub(crate) fn key(&self, usual: [u8; 2]) -> u64 {
        let grid = self.grid;
        digest(grid.fold([self.mine, self.theirs], grid.turns()).0)
            ^ salt([grid.rows(), grid.columns()], usual)
    }

    /// A cell as it is remembered: turned with the position.
    #[inline]
    pub(crate) fn encode(&self, cell: u8) -> u16 {
        let (_, turn) = self.grid.fold([self.mine, self.theirs], self.grid.turns());
        self.grid.turn(cell, turn).into()
    }

    #[inline]
    pub(crate) fn decode(&self, code: u16) -> Option<u8> {
        let code = u8::try_from(code).ok().filter(|&code| u32::from(code) < self.grid.size())?;
        let (_, turn) = self.grid.fold([self.mine, self.theirs], self.grid.turns());
        Some(self.grid.turn_back(code, turn))
    }

    /// Reads a size or rows, then the side to move, whose stones are the ones of the side to move; and whether that is `O`.
    pub(crate) fn read(text: &str) -> Result<(Self, bool), Unreadable> {
        let SetupOn { grid, stones, second } = SetupOn::read(text, ['X', 'O'])?;
        let [x, o] = stones.unwrap_or([B::NONE; 2]);
        let (mine, theirs) = if second { (o, x) } else { (x, o) };
        Ok((Stones { mine, theirs, grid }, second))
    }

    fn by_side(&self, second: bool) -> [B; 2] {
        if second { [self.theirs, self.mine] } else { [self.mine, self.theirs] }
    }

    pub(crate) fn text(&self, second: bool) -> String {
        format!("{} {}", self.grid.write(self.by_side(second)), if second { "O" } else { "X" })
    }

    /// What learned evaluations see: the colours, and whose turn it is.
    pub(crate) fn inputs(&self) -> Inputs {
        let grid = self.grid;
        Inputs { views: 2, symmetry: Symmetry::Square, ..Inputs::of(grid.rows(), grid.columns()) }
    }

    #[inline(always)]
    pub(crate) fn contents(&self, cells: &mut [u8], second: bool) -> usize {
        paint(cells, self.by_side(second));
        usize::from(second)
    }

    pub(crate) fn cells(&self, second: bool) -> Cells {
        self.grid.draw(self.by_side(second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, hash, ones};

    /// Chain by chain, stone by stone, on boards filled at random.
    #[test]
    fn liberties_are_those_of_each_chain() {
        for seed in 0..4_000 {
            let grid = Grid::new(1 + seed as u8 % 8, 1 + seed as u8 / 8 % 8).unwrap();
            let [a, b, c] = [1, 2, 3].map(|i| hash([seed, i]) & grid.cells());
            let pos = Stones { mine: a & b, theirs: !a & (b | c) & grid.cells(), grid };
            let (mut last, mut more, mut captured) = (0, 0, false);
            for stone in ones(pos.mine) {
                let mut chain = 1u64 << stone;
                for _ in 0..64 {
                    chain |= grid.neighbours(chain) & pos.mine;
                }
                let around = grid.neighbours(chain) & pos.empty();
                *(if around.count_ones() <= 1 { &mut last } else { &mut more }) |= around;
                captured |= around == 0;
            }
            assert_eq!(pos.liberties(pos.mine), Liberties { last, more }, "{}", pos.text(false));
            assert_eq!(pos.is_captured(pos.mine), captured, "{}", pos.text(false));
        }
    }
}
