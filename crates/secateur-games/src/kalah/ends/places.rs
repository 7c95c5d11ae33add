//! Where the positions of a database lie.

use super::super::boards::{rank, ways};
use super::super::seeds;

/// The places of all positions with few seeds in the houses, by the boards of both sides.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) houses: usize,
    /// By the seeds of both sides together, then by those of the side that sows: where its positions begin.
    begins: Vec<Vec<usize>>,
    pub(super) count: usize,
}

/// The places of all positions in which either side has so many seeds.
#[derive(Copy, Clone, Default)]
pub(super) struct Block {
    pub(super) begin: usize,
    /// The steps from one board to the next, of the side that sows and of the other.
    mine: usize,
    theirs: usize,
}

impl Block {
    #[inline(always)]
    fn place(&self, mine: usize, theirs: usize) -> usize {
        self.begin + mine * self.mine + theirs * self.theirs
    }

    /// The places with one board of the side that sows, or else of the other: the first, and the step to the next.
    #[inline(always)]
    pub(super) fn line(&self, sows: bool, board: usize) -> (usize, usize) {
        if sows { (self.place(board, 0), self.theirs) } else { (self.place(0, board), self.mine) }
    }
}

impl Places {
    pub(super) fn new(houses: usize, most: usize) -> Places {
        let mut places = Places { houses, begins: Vec::new(), count: 0 };
        for all in 0..=most {
            let mut begins = vec![0; all + 1];
            // Two blocks that are made together lie next to each other.
            let mut order: Vec<usize> = (0..=all / 2).flat_map(|few| [all - few, few]).collect();
            order.dedup();
            for mine in order {
                begins[mine] = places.count;
                places.count += ways(houses, mine) * ways(houses, all - mine);
            }
            places.begins.push(begins);
        }
        places
    }

    /// Boards of the side with fewer seeds lie next to each other, with as many seeds those of the side that waits.
    #[inline(always)]
    pub(super) fn block(&self, mine: usize, theirs: usize) -> Block {
        let begin = self.begins[mine + theirs][mine];
        if mine >= theirs {
            Block { begin, mine: ways(self.houses, theirs), theirs: 1 }
        } else {
            Block { begin, mine: 1, theirs: ways(self.houses, mine) }
        }
    }

    /// The place of a position with `left` seeds in the houses.
    #[inline(always)]
    pub(super) fn of(&self, [mine, theirs]: [u64; 2], left: usize) -> usize {
        let sown = seeds(mine) as usize;
        self.block(sown, left - sown).place(rank(mine, self.houses), rank(theirs, self.houses))
    }
}
