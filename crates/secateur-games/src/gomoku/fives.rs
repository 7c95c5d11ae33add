//! Rows of five, counted for a whole row of cells at once; and knowledge of Gomoku.

use super::{Gomoku, LONGEST};
use crate::forcing::forced_win;
use secateur::{Bounds, Eval, Meter, Score};
use std::ops::RangeInclusive;

/// A set of cells: a number a row from the top, its lowest bit on the left.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Cellset(pub(super) [u32; LONGEST]);

impl Cellset {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    #[inline(always)]
    pub(super) fn and(self, other: Cellset) -> Cellset {
        Cellset(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    #[inline(always)]
    pub(super) fn less(self, other: Cellset) -> Cellset {
        Cellset(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Cellset) -> Cellset {
        Cellset(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// For the cells of a row, whether the cell that many steps on, or back, is in the set; none are beyond the edge.
    #[inline(always)]
    fn ahead(&self, row: usize, steps: i32, (down, right): (i32, i32)) -> u32 {
        let cells = self.0.get((row as i32 + steps * down) as usize).copied().unwrap_or(0);
        let aside = steps * right;
        if aside >= 0 { cells >> aside } else { cells << -aside }
    }
}

/// The ways a row of five can run: rows down, columns to the right.
const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The cells of a row on which fives without an opposing stone begin, by the number of own stones on these.
struct Open([u32; 6]);

impl Gomoku {
    /// The fives that begin on this row and run this way.
    #[inline(always)]
    fn open(&self, own: &Cellset, foe: &Cellset, row: usize, way: (i32, i32)) -> Open {
        let (mut free, mut ones, mut twos, mut fours) = (self.row(), 0, 0, 0);
        let ends = row + 4 * way.0 as usize >= usize::from(self.rows);
        for steps in 0..5 {
            let stones = own.ahead(row, steps, way);
            let beyond = (steps * way.1).unsigned_abs();
            let inside = if way.1 >= 0 { self.row() >> beyond } else { self.row() << beyond };
            free &= inside & !foe.ahead(row, steps, way);
            let pairs = ones & stones;
            fours |= twos & pairs;
            twos ^= pairs;
            ones ^= stones;
        }
        if ends {
            free = 0;
        }
        let few = free & !fours;
        Open([
            few & !ones & !twos,
            few & ones & !twos,
            few & twos & !ones,
            few & ones & twos,
            free & fours & !ones,
            free & fours & ones,
        ])
    }

    /// Of the beginnings of fives those which count: by the exact rule, no own stone may come before or after.
    #[inline(always)]
    fn counting(&self, begins: u32, own: &Cellset, row: usize, way: (i32, i32)) -> u32 {
        match self.exact {
            true => begins & !own.ahead(row, -1, way) & !own.ahead(row, 5, way),
            false => begins,
        }
    }

    /// Whether a row of five is full that begins on one of these rows.
    #[inline]
    pub(super) fn has_five(&self, set: &Cellset, rows: RangeInclusive<usize>) -> bool {
        rows.into_iter().any(|row| {
            WAYS.iter().any(|&way| {
                let full = (0..5).fold(u32::MAX, |all, steps| all & set.ahead(row, steps, way));
                self.counting(full, set, row, way) != 0
            })
        })
    }

    /// The empty cells of the fives with that many stones of a side and none of the other.
    #[inline(always)]
    fn lacking(&self, own: &Cellset, foe: &Cellset, stones: usize, counting: bool) -> Cellset {
        let mut cells = Cellset::default();
        for row in 0..usize::from(self.rows) {
            for way in WAYS {
                let begins = self.open(own, foe, row, way).0[stones];
                let begins = if counting { self.counting(begins, own, row, way) } else { begins };
                if begins == 0 {
                    continue;
                }
                for steps in 0..5 {
                    let (row, aside) = (row + (steps * way.0) as usize, steps * way.1);
                    let there = if aside >= 0 { begins << aside } else { begins >> -aside };
                    cells.0[row] |= there & !own.0[row];
                }
            }
        }
        cells
    }

    /// The cells that would complete a row for the side to move, or for its opponent.
    #[inline]
    pub(super) fn completing_cells(&self, own: bool) -> Cellset {
        let (own, foe) = if own { (&self.mine, &self.theirs) } else { (&self.theirs, &self.mine) };
        self.lacking(own, foe, 4, true)
    }

    /// The cells after which the side to move may lack one of a row.
    #[inline]
    pub(super) fn building_cells(&self) -> Cellset {
        self.lacking(&self.mine, &self.theirs, 3, false)
    }

    /// The worth of the fives that are open to a side.
    #[inline]
    fn worth(&self, own: &Cellset, foe: &Cellset) -> i32 {
        let rows = 0..usize::from(self.rows);
        let lines = rows.flat_map(|row| WAYS.map(|way| self.open(own, foe, row, way)));
        let worth = |open: Open| (0..6).map(|n| WORTH[n] * open.0[n].count_ones() as i32).sum::<i32>();
        lines.map(worth).sum()
    }

    /// The worth of the fives through a cell that are open to a side.
    #[inline]
    pub(super) fn worth_of_cell(&self, own: &Cellset, foe: &Cellset, row: usize, column: u32) -> i32 {
        let mut sum = 0;
        for way in WAYS {
            // The cells on either side, as far as a five through the cell can reach: the lowest bit is four steps before it.
            let along = |set: &Cellset| {
                (-4..=4).fold(0u32, |line, steps| {
                    line | (set.ahead(row, steps, way) >> column & 1) << (steps + 4)
                })
            };
            let (mine, theirs) = (along(own), along(foe));
            for begin in 0..5 {
                let five = 0b1_1111 << begin;
                if theirs & five == 0 {
                    sum += WORTH[(mine & five).count_ones() as usize];
                }
            }
        }
        sum
    }
}

/// The worth of a five without an opposing stone, by own stones on it.
const WORTH: [i32; 6] = [0, 1, 8, 50, 200, 200];

/// Knowledge of Gomoku: a count of open fives, and wins by threats alone.
///
/// ```
/// use secateur::{Bounds, Eval, Meter, Score};
/// use secateur_games::{Notation, gomoku::{Fives, Gomoku}};
///
/// // X makes a four that is open at both ends.
/// let pos = Gomoku::read("f8 a1 g8 a15 h8 o1").unwrap();
/// let known = Fives.bounds(&pos, -Score::INF, Score::INF, &mut Meter::unlimited());
/// assert_eq!(known, Bounds::exact(Score::win_in(3)));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Fives;

/// The most threats in a row that are looked at, and the nodes that may be spent on it.
const THREATS: u32 = 12;
const BUDGET: u32 = 60;

impl Eval<Gomoku> for Fives {
    /// Points for fives without an opposing stone: 1, 8, 50 or 200 with one to four stones; less the opponent's.
    #[inline]
    fn eval(&mut self, pos: &Gomoku) -> Score {
        Score::points(pos.worth(&pos.mine, &pos.theirs) - pos.worth(&pos.theirs, &pos.mine))
    }

    /// Proven: a cell that completes a row wins at once. Failing that, two cells where the opponent would complete one
    /// cannot both be blocked. A row of threats, each of which leaves the opponent one answer, wins if the last of
    /// them leaves none.
    #[inline]
    fn bounds(&mut self, pos: &Gomoku, _: Score, _: Score, meter: &mut Meter<'_>) -> Bounds {
        use crate::forcing::Lines;
        if pos.completing(true)[0].is_some() {
            return Bounds::exact(Score::win_in(1));
        }
        if pos.completing(false)[1].is_some() {
            return Bounds::exact(Score::loss_in(2));
        }
        let won = forced_win(pos, THREATS, &mut { BUDGET }, meter);
        Bounds { lower: won.map_or(Score::loss_in(4), Score::win_in), upper: Score::win_in(3) }
    }
}
