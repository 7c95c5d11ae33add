//! The last empty squares, played out by a ladder of solvers, one for each number of them.
//!
//! Source: the ladder, and parity (the odd quarters of the board first), are those of G. Andersson's and
//! M. Buro's end-game programs, 1990s.

use super::hints::CORNERS;
use super::last::gain;
use super::stable::kept;
use super::{flips, legal};

/// The greatest number of empty squares that are played out.
pub(super) const PLAYED_OUT: u32 = 6;

/// Less than any margin: there is no move.
const NO_MOVE: i32 = -65;

/// A solver of the last squares. Margins are in discs, fail-soft, for the side with the discs `mine`, which is to move.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Ladder {
    nodes: u64,
}

impl Ladder {
    /// The positions played out so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The margin of a position with [`PLAYED_OUT`] empty squares at most.
    #[inline]
    pub(super) fn margin(&mut self, mine: u64, theirs: u64, alpha: i32, beta: i32) -> i32 {
        let empty = !(mine | theirs);
        match empty.count_ones() {
            0 => self.full(mine),
            1 => self.one(mine, lowest(empty)),
            2 => self.two(mine, theirs, lowest(empty), highest(empty), alpha, beta),
            3 => self.three(mine, theirs, odd_quarters(empty), alpha, beta),
            4 => self.four(mine, theirs, odd_quarters(empty), alpha, beta),
            _ => self.many(mine, theirs, odd_quarters(empty), alpha, beta),
        }
    }

    fn full(&mut self, mine: u64) -> i32 {
        self.nodes += 1;
        2 * mine.count_ones() as i32 - 64
    }

    /// One square is empty: the mover takes it, or else the opponent does, or else the winner.
    #[inline(always)]
    fn one(&mut self, mine: u64, square: u8) -> i32 {
        self.nodes += 1;
        let had = 2 * mine.count_ones() as i32 - 63;
        let won = gain(square, mine);
        if won > 0 {
            return had + won;
        }
        let lost = gain(square, !mine & !(1 << square));
        if lost > 0 { had - lost } else { had + had.signum() }
    }

    #[inline(always)]
    fn two(&mut self, mine: u64, theirs: u64, a: u8, b: u8, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_two(mine, theirs, a, b, beta);
        if best != NO_MOVE { best } else { self.two_passed(mine, theirs, a, b, alpha) }
    }

    #[cold]
    fn two_passed(&mut self, mine: u64, theirs: u64, a: u8, b: u8, alpha: i32) -> i32 {
        let best = self.best_of_two(theirs, mine, a, b, -alpha);
        if best != NO_MOVE { -best } else { ended(mine, theirs) }
    }

    #[inline(always)]
    fn best_of_two(&mut self, mine: u64, theirs: u64, a: u8, b: u8, beta: i32) -> i32 {
        let mut best = NO_MOVE;
        let flipped = flips(a, mine, theirs);
        if flipped != 0 {
            best = -self.one(theirs ^ flipped, b);
            if best >= beta {
                return best;
            }
        }
        let flipped = flips(b, mine, theirs);
        if flipped != 0 {
            best = best.max(-self.one(theirs ^ flipped, a));
        }
        best
    }

    fn three(&mut self, mine: u64, theirs: u64, odd: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_three(mine, theirs, odd, alpha, beta);
        if best != NO_MOVE { best } else { self.three_passed(mine, theirs, odd, alpha, beta) }
    }

    /// A pass, which cannot follow a pass.
    #[cold]
    fn three_passed(&mut self, mine: u64, theirs: u64, odd: u64, alpha: i32, beta: i32) -> i32 {
        let best = self.best_of_three(theirs, mine, odd, -beta, -alpha);
        if best != NO_MOVE { -best } else { ended(mine, theirs) }
    }

    #[inline(always)]
    fn best_of_three(&mut self, mine: u64, theirs: u64, odd: u64, mut alpha: i32, beta: i32) -> i32 {
        let empty = !(mine | theirs);
        // One of three quarters or all three are odd: the first odd one, and then the others as they come.
        let first = empty & odd;
        let mut bit = first & first.wrapping_neg();
        let mut left = empty ^ bit;
        let mut best = NO_MOVE;
        loop {
            let square = lowest(bit);
            let flipped = flips(square, mine, theirs);
            if flipped != 0 {
                let (next, other, rest) = (theirs ^ flipped, mine | flipped | bit, empty ^ bit);
                let margin = -self.two(next, other, lowest(rest), highest(rest), -beta, -alpha);
                best = best.max(margin);
                if margin >= beta {
                    return best;
                }
                alpha = alpha.max(margin);
            }
            if left == 0 {
                return best;
            }
            bit = left & left.wrapping_neg();
            left ^= bit;
        }
    }

    fn four(&mut self, mine: u64, theirs: u64, odd: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_four(mine, theirs, odd, alpha, beta);
        if best != NO_MOVE { best } else { self.four_passed(mine, theirs, odd, alpha, beta) }
    }

    #[cold]
    fn four_passed(&mut self, mine: u64, theirs: u64, odd: u64, alpha: i32, beta: i32) -> i32 {
        let best = self.best_of_four(theirs, mine, odd, -beta, -alpha);
        if best != NO_MOVE { -best } else { ended(mine, theirs) }
    }

    #[inline(always)]
    fn best_of_four(&mut self, mine: u64, theirs: u64, odd: u64, mut alpha: i32, beta: i32) -> i32 {
        let empty = !(mine | theirs);
        let (mut left, mut later) = (empty & odd, empty & !odd);
        let mut best = NO_MOVE;
        loop {
            if left == 0 {
                if later == 0 {
                    return best;
                }
                (left, later) = (later, 0);
            }
            let (square, bit) = (lowest(left), left & left.wrapping_neg());
            left ^= bit;
            if AROUND[usize::from(square)] & theirs == 0 {
                continue;
            }
            let flipped = flips(square, mine, theirs);
            if flipped == 0 {
                continue;
            }
            let odd = odd ^ QUARTER[usize::from(square)];
            let margin = -self.three(theirs ^ flipped, mine | flipped | bit, odd, -beta, -alpha);
            best = best.max(margin);
            if margin >= beta {
                return best;
            }
            alpha = alpha.max(margin);
        }
    }

    /// Five squares or more: first the move that leaves the fewest replies, corners counting twice; of equals one in an odd
    /// quarter.
    fn many(&mut self, mine: u64, theirs: u64, odd: u64, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let most = kept(mine, theirs, alpha);
        if most <= alpha {
            return most;
        }
        let mut left = legal(mine, theirs);
        if left == 0 {
            return match legal(theirs, mine) {
                0 => ended(mine, theirs),
                _ => -self.many(theirs, mine, odd, -beta, -alpha),
            };
        }
        let (five, alone) = ((mine | theirs).count_zeros() == 5, left & (left - 1) == 0);
        let (mut children, mut count) = ([Child::default(); MOST], 0);
        while left != 0 && count < MOST {
            let (square, bit) = (lowest(left), left & left.wrapping_neg());
            left ^= bit;
            let flipped = flips(square, mine, theirs);
            let (mine, theirs) = (theirs ^ flipped, mine | flipped | bit);
            let replies = if alone { 0 } else { legal(mine, theirs) };
            let worth =
                2 * (replies.count_ones() + (replies & CORNERS).count_ones()) + u32::from(odd & bit == 0);
            children[count] = Child { worth, mine, theirs, odd: odd ^ QUARTER[usize::from(square)] };
            count += 1;
        }
        let mut best = NO_MOVE;
        // The first refutes in most nodes: the others need no order before.
        while let Some(child) = children[..count].iter_mut().min_by_key(|child| child.worth)
            && child.worth != TRIED
        {
            child.worth = TRIED;
            let Child { mine, theirs, odd, .. } = *child;
            let margin = match five {
                true => -self.four(mine, theirs, odd, -beta, -alpha),
                false => -self.many(mine, theirs, odd, -beta, -alpha),
            };
            best = best.max(margin);
            if margin >= beta {
                return best;
            }
            alpha = alpha.max(margin);
        }
        best
    }
}

/// The worth of a position that was searched.
const TRIED: u32 = u32::MAX;
/// The most moves that there can be.
const MOST: usize = PLAYED_OUT as usize;

/// A position after a move.
#[derive(Copy, Clone, Default)]
struct Child {
    /// The less, the sooner it is searched.
    worth: u32,
    mine: u64,
    theirs: u64,
    odd: u64,
}

#[inline(always)]
fn lowest(squares: u64) -> u8 {
    (squares.trailing_zeros() & 63) as u8
}

#[inline(always)]
fn highest(squares: u64) -> u8 {
    63 ^ (squares.leading_zeros() & 63) as u8
}

/// The margin where neither side can move: the empty squares are the winner's.
fn ended(mine: u64, theirs: u64) -> i32 {
    let margin = mine.count_ones() as i32 - theirs.count_ones() as i32;
    margin + margin.signum() * (mine | theirs).count_zeros() as i32
}

const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The quarter that each square is in.
static QUARTER: [u64; 64] = {
    let (mut quarter, mut square) = ([0; 64], 0);
    while square < 64 {
        quarter[square] = QUARTERS[square / 32 * 2 + square / 4 % 2];
        square += 1;
    }
    quarter
};

/// The quarters of the board that have an odd number of empty squares: the side that moves there first moves there last.
fn odd_quarters(empty: u64) -> u64 {
    let odd = |quarter: &u64| (empty & quarter).count_ones() & 1 == 1;
    QUARTERS.into_iter().filter(odd).sum()
}

/// The squares around each square.
static AROUND: [u64; 64] = {
    let (mut around, mut square) = ([0; 64], 0);
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let mut other = 0;
        while other < 64 {
            let (r, c) = (other / 8, other % 8);
            let near = r <= row + 1 && row <= r + 1 && c <= column + 1 && column <= c + 1;
            if near && other != square {
                around[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    around
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_with_one_empty_square_are_odd() {
        let empty = 1 << 0 | 1 << 7 | 1 << 6 | 1 << 63;
        assert_eq!(odd_quarters(empty), QUARTERS[0] | QUARTERS[3]);
        assert!((0..64).all(|square| odd_quarters(1 << square) == QUARTER[square]));
    }
}
