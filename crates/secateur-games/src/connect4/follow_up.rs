//! The most that a side reaches if the opponent answers each of its stones by rule.
//!
//! Cells are paired from the top of each column downwards. Where an even number of cells is left, the opponent can
//! always answer: a stone on the lower cell of a pair by one on the upper, and a stone on a column's lone lowest
//! cell, of which there is an even number, by one on another. So the side to move gets lower cells and lone ones
//! at most. If they make no four with its stones, it does not win; and if the upper ones make four for the
//! opponent, it loses.
//!
//! Where an odd number is left, one column with a lone cell is too many. If the opponent is to win there on a
//! lower cell, that column can wait: once the others are full, the side to move must begin in it, and does not
//! get above that cell.
//!
//! Source: V. Allis, *A knowledge-based approach of Connect-Four*, 1988 (claimeven, baseinverse, and the side in
//! zugzwang).

use super::{Board, Size};
use crate::bits::Bits;

impl<S: Size> Board<S> {
    /// The most that the side to move reaches against an opponent that answers by rule, as a value of
    /// [`EndGame`](super::EndGame); none if that rule proves nothing. In a position in which neither side wins with
    /// the next stone, with `left` cells left. A value of `enough` or less need not be exact.
    #[inline(always)]
    pub(super) fn most_if_answered(&self, left: u32, enough: i32) -> Option<i32> {
        let (lower, landings) = (S::Bits::of(self.shape().lower), self.landings(self.all));
        let empty = self.full() & !self.all;
        let theirs = self.mine ^ self.all;
        let sure = empty & !lower & !landings;
        // Nobody gets above a cell that the opponent is sure to win on.
        let wins = self.lowest_in_columns(self.threats & sure);
        let own = empty & (lower & !self.up_from(wins) | landings);
        if left.is_multiple_of(2) {
            if self.has_four(self.mine | own) {
                None
            } else if wins != S::Bits::NONE {
                Some(-1 - self.left_over(wins))
            } else if enough < 0 && self.has_four(theirs | sure) {
                Some(-1)
            } else {
                Some(0)
            }
        } else {
            let lone = landings & !lower;
            let mut wins_there =
                self.lowest_in_columns(self.threats & lower & !landings & self.up_from(lone));
            while wins_there != S::Bits::NONE {
                let win = wins_there & !(wins_there - S::Bits::ONE);
                wins_there ^= win;
                let column = self.column(win.lowest() / self.shape().column);
                let own = own & !column | empty & column & !lower & (win - S::Bits::ONE);
                if !self.has_four(self.mine | own) {
                    return Some(-1 - self.left_over(wins & !column | win));
                }
            }
            None
        }
    }

    /// The least number of cells left when a side wins on one of these, one in each of some columns, because the
    /// other must play below one of them.
    #[inline(always)]
    fn left_over(&self, wins: S::Bits) -> i32 {
        let unplayed = self.up_from(wins) & self.full();
        (unplayed.count() + wins.count() - 2) as i32
    }

    /// The lowest in each column.
    #[inline(always)]
    fn lowest_in_columns(&self, cells: S::Bits) -> S::Bits {
        ((self.full() ^ cells) + self.bottom()) & cells
    }

    /// Of columns with one of these cells, that cell and those above; of the others nothing but the spare cell.
    #[inline(always)]
    fn up_from(&self, cells: S::Bits) -> S::Bits {
        (self.bottom() << self.shape().height) - cells
    }
}

#[cfg(test)]
mod tests {
    use super::super::endgame::tests::{any_size, late};
    use super::super::{Connect4, Threats};
    use super::*;
    use crate::Notation;
    use proptest::prelude::*;
    use secateur::{Eval, Game, Meter, Score, Search, Table, algo};

    /// The bound that answering by rule proves, beside the value that a search knowing nothing finds.
    fn bound_and_value<S: Size>(pos: &Board<S>) -> (Score, Score) {
        let open = Score::INF;
        let table = Table::with_bytes(1 << 22);
        let mut plain = Search::new(|_: &Board<S>| Score::DRAW).memory(table.exact());
        let Ok(value) = algo::alpha_beta_memory(&mut plain, pos, 64, -open, open);
        (Threats::default().bounds(pos, -open, open, &mut Meter::unlimited()).upper, value)
    }

    fn is_true<S: Size>(pos: Board<S>) -> Result<(), TestCaseError> {
        if pos.outcome().is_none() {
            let (bound, value) = bound_and_value(&pos);
            prop_assert!(value <= bound, "{}: {value}, not at most {bound}", pos.write());
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn bounds_hold(pos in (6..15_u32).prop_flat_map(|left| late(Connect4::start(), left))) {
            is_true(pos)?;
        }

        #[test]
        fn on_a_small_board(pos in (4..15_u32).prop_flat_map(|left| late(any_size(5, 4), left))) {
            is_true(pos)?;
        }

        #[test]
        fn where_columns_are_odd(pos in (6..15_u32).prop_flat_map(|left| late(any_size(9, 5), left))) {
            is_true(pos)?;
        }

        #[test]
        fn on_many_bits(pos in (6..13_u32).prop_flat_map(|left| late(any_size(10, 6), left))) {
            is_true(pos)?;
        }
    }

    /// Only answering by rule bounds these: otherwise each would be bounded by a win in three.
    #[test]
    fn what_answering_proves() {
        for (rows, bound) in [
            // The cells that X may get make no four,
            ("...OX../XOXXOO./XXOOXX./OXOXXO./XXOOXOO/OOXXOXO", Score::DRAW),
            // and O is to win in the fifth column.
            ("..O..../XXX..X./XOO.OO./OXX.OXX/OXOXXOO/OXOOXOX", Score::loss_in(10)),
            // X wins in the second column, below which O must begin once the others are full.
            ("X.XOOO./O.XOXX./O.OOOX./X.XXXO./X.OOXOX/OOXXXOX", Score::loss_in(6)),
        ] {
            let pos = Connect4::read(rows).unwrap();
            assert_eq!(bound_and_value(&pos), (bound, bound), "{rows}");
        }
    }
}
