//! What a board of Domineering is worth at least to a side, as a sum of parts that are known as combinatorial games.
//!
//! Parts that touch no other are such games already, and all positions of a small one are few: the thermograph of each is
//! worked out once. A larger part is cut: a side that never plays across a line leaves out some of its moves, and never gains
//! by that. Cut along its rows, the part falls into strips, which are small.
//!
//! Sources: E. Berlekamp, J. Conway and R. Guy, *Winning ways for your mathematical plays*, 1982, for thermographs and the
//! sums of games; N. Bullock, *Domineering: solving large combinatorial search spaces*, 2002, for looking at a side's moves
//! apart from the other's.

use crate::bits::Bits;
use crate::grid::{Rectangle, low};
use std::sync::OnceLock;

/// The longest side of a board, in cells: the table of two rows has a place for each set of their cells.
const LONGEST: usize = 10;
/// The most rows that a set has bits for, if as many cells are in each.
const MOST: usize = 11;

/// The most cells in each of three rows that are looked up together,
const WIDE: usize = 6;
/// and on boards of at most [`FEW`] cells, which are searched sooner than the table of the widest is worked out.
const NARROW: usize = 5;
/// The cells of a board of seven by seven.
pub(super) const FEW: usize = 49;

/// A point, in the units of walls.
const POINT: i16 = 512;
/// The temperatures at which walls are worked out, a thirty-second of a point from each other.
const STEPS: usize = 65;
const STEP: i16 = POINT / 32;
/// Those that are kept, as steps.
const KEPT: [usize; LANES] = [0, 4, 8, 16, 24, 32, 40, 48];
const LANES: usize = 8;
/// Kept numbers are the points times this, rounded down.
const KEPT_POINT: i16 = 512;
/// How many of these are a unit of what is kept; the rest says whether the number itself is reached.
const KEPT_UNIT: i16 = 8;

/// The walls of a part's thermograph at the temperatures that are kept, to one of the sides, or numbers below them. At
/// temperature 0, the number is one less than a multiple of [`KEPT_UNIT`] where the side does not get all of it.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Part {
    /// If that side moves first.
    first: [i16; LANES],
    /// If it moves second.
    second: [i16; LANES],
}

/// The largest square board that there are sets for, in which boards lie while they are looked at.
#[inline(always)]
pub(super) fn square<B: Bits>() -> Rectangle<B> {
    let side = B::SIZE.isqrt() as u8;
    Rectangle::new(side, side).expect("no more cells than bits")
}

/// The longest side that a board may have to be looked at, in cells.
#[inline(always)]
pub(super) fn longest<B: Bits>() -> u8 {
    square::<B>().rows().min(LONGEST as u8)
}

/// What a board is worth at least to one of the sides.
#[derive(Copy, Clone, Debug)]
pub(super) struct Worth(Part);

impl Worth {
    /// That of a board in the corner of the largest [`square`], on which the side's dominoes are upright. A part of the board that
    /// is small is known as it is; another is cut between rows, as is best at each temperature.
    ///
    /// A sum that is cooled is the sum of its parts cooled, and left walls fall as it gets warmer: so the side that moves first
    /// has at least the left wall of one part and the right walls of the others, at any temperature. (Winning ways has that as
    /// the strategy Thermostrat.)
    #[inline]
    pub(super) fn of<B: Bits>(board: B, rows: usize, columns: usize) -> Worth {
        let square = square::<B>();
        let [strips, shafts] = [columns, rows].map(strips);
        let widest = if rows * columns > FEW { WIDE } else { NARROW };
        let [wide, high] = [columns, rows].map(|length| length.min(widest));
        let [threes, shafts_of_three] = [wide, high].map(threes);
        let mut sum = NOTHING;
        let mut left = board & square.neighbours(board);
        while left != B::NONE {
            let mut part = left.first();
            loop {
                let more = (part | square.neighbours(part)) & left;
                if more == part {
                    break;
                }
                part = more;
            }
            left = left & !part;
            // The rows of the part from its first one on, which have no empty one between.
            let first = part.lowest() as u8 / square.columns();
            let mut below = part >> (first * square.columns()).into();
            let (mut rows_used, mut height, mut used) = ([0; MOST], 0, 0);
            while below != B::NONE {
                rows_used[height] = (below & low(square.columns().into())).fold() as usize;
                used |= rows_used[height];
                height += 1;
                below = below >> square.columns().into();
            }
            let row = |row: usize| rows_used[row];
            let side = used.trailing_zeros();
            let width = (usize::BITS - used.leading_zeros() - side) as usize;
            // The part in the corner, by rows of a length or by columns.
            let rows_of =
                |length: usize| (0..height).fold(0, |set, at| set | (row(at) >> side) << (at * length));
            let columns_of = |length: usize| {
                let column = |at: usize| (0..height).fold(0, |set, r| set | (row(r) >> side >> at & 1) << r);
                (0..width).fold(0, |set, at| set | column(at) << (at * length))
            };
            let whole = match (height, width) {
                (_, ..=2) => Some(&shafts[columns_of(rows)][1]),
                (..=2, _) => Some(&strips[rows_of(columns)][0]),
                (..=3, w) if w <= wide => Some(&threes[rows_of(wide)][0]),
                (h, ..=3) if h <= high => Some(&shafts_of_three[columns_of(high)][1]),
                (..=4, ..=4) => Some(&four_by_four()[rows_of(4)][0]),
                _ => None,
            };
            if let Some(whole) = whole {
                sum = sum.with(whole);
                continue;
            }
            // The sums of what lies above, from the row before on.
            let mut last = [sum; 4];
            for at in 0..height {
                let rows = |deep: usize| (0..deep).map(move |n| row(at + 1 - deep + n));
                let mut best = last[0].with(&strips[row(at)][0]);
                if at > 0 {
                    best = best.max(&last[1].with(&strips[row(at - 1) | row(at) << columns][0]));
                }
                if at > 1
                    && let Some(sum) = last[2].with_all(rows(3), threes, wide)
                {
                    best = best.max(&sum);
                }
                if at > 2
                    && let Some(sum) = last[3].with_all(rows(4), four_by_four(), 4)
                {
                    best = best.max(&sum);
                }
                last = [best, last[0], last[1], last[2]];
            }
            sum = last[0];
        }
        Worth(sum)
    }

    /// Whether that side wins for certain if it moves first.
    #[inline(always)]
    pub(super) fn wins_first(&self) -> bool {
        self.0.first.iter().any(|&left| left >= 0)
    }

    /// Whether it wins for certain if it moves second. Right walls rise by a point a degree at most.
    #[inline(always)]
    pub(super) fn wins_second(&self) -> bool {
        (0..LANES).any(|lane| self.0.second[lane] >= KEPT[lane] as i16 * (KEPT_POINT / 32))
    }
}

/// The sum of no parts. Where it is warmer than 0, the walls of a sum have to be above zero.
const NOTHING: Part = {
    let mut second = [-1; LANES];
    second[0] = 0;
    Part { first: [-14_000; LANES], second }
};

impl Part {
    /// The sum of both.
    #[inline(always)]
    fn with(&self, other: &Part) -> Part {
        let mut sum = Part::default();
        for lane in 0..LANES {
            let add = i16::saturating_add;
            sum.second[lane] = add(self.second[lane], other.second[lane]);
            let one = add(self.first[lane], other.second[lane]);
            let two = add(self.second[lane], other.first[lane]);
            sum.first[lane] = one.max(two);
        }
        sum
    }

    /// The sum of this and of neighbouring rows, known in `boards` of that many columns; none if a part of them is wider.
    #[inline(always)]
    fn with_all(
        &self,
        rows: impl Iterator<Item = usize> + Clone,
        boards: &[[Part; 2]],
        columns: usize,
    ) -> Option<Part> {
        let joined = rows.clone().fold(0, |joined, row| joined | row & row >> 1);
        let mut used = rows.clone().fold(0, |used, row| used | row);
        let mut sum = *self;
        while used != 0 {
            let side = used.trailing_zeros();
            let width = (joined >> side).trailing_ones() as usize + 1;
            if width > columns {
                return None;
            }
            let within = (1 << width) - 1;
            let places = rows.clone().zip(0..);
            let part =
                places.fold(0, |part, (row, at): (_, usize)| part | (row >> side & within) << (at * columns));
            sum = sum.with(&boards[part][0]);
            used &= !(within << side);
        }
        Some(sum)
    }

    /// The better of two at each temperature.
    #[inline(always)]
    fn max(&self, other: &Part) -> Part {
        let mut best = Part::default();
        for lane in 0..LANES {
            best.first[lane] = self.first[lane].max(other.first[lane]);
            best.second[lane] = self.second[lane].max(other.second[lane]);
        }
        best
    }
}

/// The boards of a size by their empty cells, a bit each, row by row: what each is worth at least to the side of upright dominoes,
/// and to the other one.
fn boards(size: &'static OnceLock<Boards>, rows: usize, columns: usize) -> &'static [[Part; 2]] {
    size.get_or_init(|| {
        let [upright, flat] = [false, true].map(|flat| Walls::all(rows, columns, flat).kept());
        upright.into_iter().zip(flat).map(|(upright, flat)| [upright, flat]).collect()
    })
}

type Boards = Box<[[Part; 2]]>;

/// Two rows of `length` cells, 1 to [`LONGEST`].
fn strips(length: usize) -> &'static [[Part; 2]] {
    static STRIPS: [OnceLock<Boards>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
    boards(&STRIPS[length], 2, length)
}

/// Three rows of `length` cells, 1 to [`WIDE`].
fn threes(length: usize) -> &'static [[Part; 2]] {
    static THREES: [OnceLock<Boards>; WIDE + 1] = [const { OnceLock::new() }; WIDE + 1];
    boards(&THREES[length], 3, length)
}

fn four_by_four() -> &'static [[Part; 2]] {
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    boards(&BOARDS, 4, 4)
}

/// The thermographs of all boards of a size.
#[derive(Default)]
struct Walls {
    /// Those of boards that are not alike.
    known: Vec<Thermograph>,
    /// For every board, the place of its own among them.
    places: Vec<u32>,
}

#[derive(Copy, Clone, PartialEq, Debug)]
struct Thermograph {
    /// Left and right wall by steps of temperature, or less.
    walls: [[i16; STEPS]; 2],
    /// Whether the board is worth at least the number of its right wall at temperature 0, and at most that of its left one.
    reaches: [bool; 2],
}

impl Walls {
    fn all(rows: usize, columns: usize, flat: bool) -> Walls {
        let mut all = Walls::default();
        for empty in 0..1 << (rows * columns) {
            // Boards are alike that are turned upside down, or left to right.
            let row =
                |at: usize| (empty >> (at * columns) & ((1 << columns) - 1)) << ((rows - 1 - at) * columns);
            let upside = (0..rows).fold(0, |board, at| board | row(at));
            let turned = |board: usize| board.reverse_bits() >> (usize::BITS as usize - rows * columns);
            let first = upside.min(turned(empty)).min(turned(upside));
            let place = if first < empty { all.places[first] } else { all.known.len() as u32 };
            if first >= empty {
                all.known.push(all.of(empty, columns, flat));
            }
            all.places.push(place);
        }
        all
    }

    #[inline(always)]
    fn at(&self, empty: usize) -> &Thermograph {
        &self.known[self.places[empty] as usize]
    }

    /// The thermograph of a board, from those with fewer empty cells, to the side of upright dominoes, or, if `flat`, to the
    /// other one.
    ///
    /// Where a number is no whole unit, or a mast stands between two steps, what is noted lies below: so does all that follows
    /// from it.
    fn of(&self, empty: usize, columns: usize, flat: bool) -> Thermograph {
        let after = |first: usize, flat: bool| {
            let covered = (1 | 1 << if flat { 1 } else { columns }) << first;
            let fits = empty & covered == covered && !(flat && (first + 1).is_multiple_of(columns));
            fits.then_some(empty & !covered)
        };
        let cells = 0..usize::BITS as usize - empty.leading_zeros() as usize;
        let [lefts, rights] = [flat, !flat].map(|flat| {
            let cells = cells.clone();
            move || cells.clone().filter_map(move |first| after(first, flat))
        });
        let left = lefts().map(|option| self.at(option).walls[1][0]).max();
        let right = rights().map(|option| self.at(option).walls[0][0]).min();
        // What can be confused with the number at an end of the interval leaves it to the simplest number between them.
        let open_left = !lefts().any(|o| Some(self.at(o).walls[1][0]) == left && self.at(o).reaches[0]);
        let open_right = !rights().any(|o| Some(self.at(o).walls[0][0]) == right && self.at(o).reaches[1]);
        if let Some(number) = simplest(left.map(|n| (n, open_left)), right.map(|n| (n, open_right))) {
            return Thermograph { walls: [[number; STEPS]; 2], reaches: [true; 2] };
        }
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        let mut walls = [[left.min(right); STEPS]; 2];
        if left < right {
            // A number between neighbouring units.
            return Thermograph { walls, reaches: [true; 2] };
        }
        (walls[0][0], walls[1][0]) = (left, right);
        for step in 1..STEPS {
            let tax = STEP * step as i16;
            let left = lefts().map(|option| self.at(option).walls[1][step]).max().unwrap_or_default() - tax;
            let right = rights().map(|option| self.at(option).walls[0][step]).min().unwrap_or_default() + tax;
            if left <= right {
                // The mast: not below the right wall so far, nor below the left one now.
                let mast = left.max(walls[1][step - 1]);
                walls.iter_mut().for_each(|wall| wall[step..].fill(mast));
                break;
            }
            (walls[0][step], walls[1][step]) = (left, right);
        }
        Thermograph { walls, reaches: [open_right, open_left] }
    }

    fn kept(&self) -> Vec<Part> {
        let number = |value: i16, reached: bool| {
            let unit = POINT / (KEPT_POINT / KEPT_UNIT);
            value.div_euclid(unit) * KEPT_UNIT - i16::from(!reached && value.rem_euclid(unit) == 0)
        };
        let part = |empty: usize| {
            let Thermograph { walls, reaches } = self.at(empty);
            let mut part = Part::default();
            for (lane, step) in KEPT.into_iter().enumerate() {
                // What is not at most a number has a first move to that number or more.
                part.first[lane] = number(walls[0][step], step > 0 || !reaches[1]);
                part.second[lane] = number(walls[1][step], step > 0 || reaches[0]);
            }
            part
        };
        (0..self.places.len()).map(part).collect()
    }
}

/// The simplest number between two, each with whether it is itself allowed; none if there is none in whole units.
fn simplest(left: Option<(i16, bool)>, right: Option<(i16, bool)>) -> Option<i16> {
    const FAR: i16 = 32 * POINT;
    let low = left.map_or(-FAR, |(number, open)| number + i16::from(!open));
    let high = right.map_or(FAR, |(number, open)| number - i16::from(!open));
    let near = 0.clamp(low.min(high), high);
    let mut step = POINT;
    while step > 0 && low <= high {
        // The multiple that is nearest to zero.
        let number = match near {
            0 => 0,
            1.. => (near + step - 1).div_euclid(step) * step,
            _ => near.div_euclid(step) * step,
        };
        if (low..=high).contains(&number) {
            return Some(number);
        }
        step /= 2;
    }
    None
}

#[cfg(test)]
mod tests;
