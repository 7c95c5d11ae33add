//! What a side of Domineering has for certain if it never crosses some lines: the board falls into strips two cells wide, which
//! are known as combinatorial games.
//!
//! A side that leaves out some of its moves never gains by it. If the side that plays across the strips keeps to them, nothing
//! that one strip holds touches another: the board is worth at least their sum to that side. All positions of one strip
//! are few, and the thermograph of each is worked out once.
//!
//! Sources: E. Berlekamp, J. Conway and R. Guy, *Winning ways for your mathematical plays*, 1982, for thermographs and the sums
//! of games; N. Bullock, *Domineering: solving large combinatorial search spaces*, 2002, for cutting the board.

use std::sync::OnceLock;

/// The longest strip, in cells.
pub(super) const LONGEST: usize = 8;

/// A point, in the units of walls. All numbers that strips are worth are multiples of one unit.
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

/// The walls of a strip's thermograph at the temperatures that are kept, to the side that plays across, or numbers below them.
/// Where the strip is not known to be worth at least the number itself, it is one less than a multiple of [`KEPT_UNIT`].
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Strip {
    /// If that side moves first.
    first: [i16; LANES],
    /// If it moves second.
    second: [i16; LANES],
}

/// What a board is worth at least to the side whose dominoes lie across its strips, however it is cut.
#[derive(Copy, Clone, Debug)]
pub(super) struct Worth(Strip);

impl Worth {
    /// That of a board of eight bits for each row, on which the side's dominoes are upright. Each part of the board that touches no other is cut by itself, in rows and pairs of rows,
    /// as is best at each temperature; one of two columns is not cut at all.
    ///
    /// Cooling leaves sums alone, and left walls fall as it gets warmer: moving first, the side has at least one strip's left
    /// wall and the right walls of the others.
    #[inline]
    pub(super) fn of(board: u64, rows: usize, columns: usize) -> Worth {
        let (strips, shafts) = (strips(columns), strips(rows));
        let mut sum = NOTHING;
        let mut left = board & around(board);
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let more = (part | around(part)) & left;
                if more == part {
                    break;
                }
                part = more;
            }
            left &= !part;
            let first = part.trailing_zeros() as usize / 8;
            let height = 8 - part.leading_zeros() as usize / 8 - first;
            let row = |row: usize| (part >> (8 * (first + row)) & 255) as usize;
            let used = (0..height).fold(0, |used, at| used | row(at));
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
                (..=3, ..=5) => Some(&three_by_five()[rows_of(5)][0]),
                (..=5, ..=3) => Some(&three_by_five()[columns_of(5)][1]),
                (..=4, ..=4) => Some(&four_by_four()[rows_of(4)][0]),
                _ => None,
            };
            if let Some(whole) = whole {
                sum = sum.with(whole);
                continue;
            }
            let mut last = [sum; 3];
            last[0] = sum.with(&strips[row(0)][0]);
            for at in 1..height {
                let two = row(at - 1) | row(at) << columns;
                let mut best = last[0].with(&strips[row(at)][0]).max(&last[1].with(&strips[two][0]));
                if at >= 2 && width <= 5 {
                    let three = (0..3).fold(0, |set, n| set | (row(at - 2 + n) >> side) << (5 * n));
                    best = best.max(&last[2].with(&three_by_five()[three][0]));
                }
                last = [best, last[0], last[1]];
            }
            sum = last[0];
        }
        Worth(sum)
    }

    pub(super) fn mean(&self) -> i32 {
        i32::from(self.0.second[LANES - 1])
    }
    pub(super) fn margin_second(&self) -> i32 {
        (0..LANES).map(|lane| i32::from(self.0.second[lane]) - KEPT[lane] as i32 * 16).max().unwrap()
    }
    pub(super) fn margin_first(&self) -> i32 {
        (0..LANES).map(|lane| i32::from(self.0.first[lane])).max().unwrap()
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

/// The sum of no strips. Warmer than 0, the walls of a sum have to be above zero.
const NOTHING: Strip = {
    let mut second = [-1; LANES];
    second[0] = 0;
    Strip { first: [-14_000; LANES], second }
};

/// The cells beside a set's, and below and above them.
#[inline(always)]
fn around(set: u64) -> u64 {
    const FIRST: u64 = 0x0101_0101_0101_0101;
    set << 8 | set >> 8 | set << 1 & !FIRST | set >> 1 & !(FIRST << 7)
}

impl Strip {
    /// The sum of both.
    #[inline(always)]
    fn with(&self, other: &Strip) -> Strip {
        let mut sum = Strip::default();
        for lane in 0..LANES {
            sum.second[lane] = self.second[lane] + other.second[lane];
            let [one, two] = [self.first[lane] + other.second[lane], self.second[lane] + other.first[lane]];
            sum.first[lane] = one.max(two);
        }
        sum
    }

    /// The better of two at each temperature.
    #[inline(always)]
    fn max(&self, other: &Strip) -> Strip {
        let mut best = Strip::default();
        for lane in 0..LANES {
            best.first[lane] = self.first[lane].max(other.first[lane]);
            best.second[lane] = self.second[lane].max(other.second[lane]);
        }
        best
    }
}

/// The boards of a size by their empty cells, a bit each, row by row: what each is worth at least to the side of upright dominoes,
/// and to the other one.
fn boards(size: &'static OnceLock<Boards>, rows: usize, columns: usize) -> &'static [[Strip; 2]] {
    size.get_or_init(|| {
        let [upright, flat] = [false, true].map(|flat| Walls::all(rows, columns, flat).kept());
        upright.into_iter().zip(flat).map(|(upright, flat)| [upright, flat]).collect()
    })
}

type Boards = Box<[[Strip; 2]]>;

/// Two rows of `length` cells, 1 to [`LONGEST`].
fn strips(length: usize) -> &'static [[Strip; 2]] {
    static STRIPS: [OnceLock<Boards>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
    boards(&STRIPS[length], 2, length)
}

fn three_by_five() -> &'static [[Strip; 2]] {
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    boards(&BOARDS, 3, 5)
}

fn four_by_four() -> &'static [[Strip; 2]] {
    static BOARDS: OnceLock<Boards> = OnceLock::new();
    boards(&BOARDS, 4, 4)
}

/// The thermographs of all strips of a length.
struct Walls {
    /// Left and right wall by steps of temperature, or less.
    walls: Vec<[[i16; STEPS]; 2]>,
    /// Whether the strip is at least, and at most, its right and its left wall's number at temperature 0.
    reaches: Vec<[bool; 2]>,
}

impl Walls {
    fn all(rows: usize, columns: usize, flat: bool) -> Walls {
        let mut all = Walls { walls: Vec::new(), reaches: Vec::new() };
        for empty in 0..1 << (rows * columns) {
            let (walls, reaches) = all.of(empty, columns, flat);
            all.walls.push(walls);
            all.reaches.push(reaches);
        }
        all
    }

    /// The thermograph of a strip, from those with fewer empty cells.
    fn of(&self, empty: usize, columns: usize, flat: bool) -> ([[i16; STEPS]; 2], [bool; 2]) {
        let after = |first: usize, domino: usize| {
            let is_last = domino == 3 && (first + 1).is_multiple_of(columns);
            let covered = domino << first;
            (!is_last && empty & covered == covered).then_some(empty & !covered)
        };
        let cells = 0..usize::BITS as usize - empty.leading_zeros() as usize;
        let mut sides = [1 | 1 << columns, 3];
        if flat {
            sides.reverse();
        }
        let [lefts, rights] = sides.map(|domino| {
            let cells = cells.clone();
            move || cells.clone().filter_map(move |first| after(first, domino))
        });
        let left = lefts().map(|option| self.walls[option][1][0]).max();
        let right = rights().map(|option| self.walls[option][0][0]).min();
        // A number is confused with what lies between: it may be the end of the interval, if no option there reaches it.
        let open_left = !lefts().any(|o| Some(self.walls[o][1][0]) == left && self.reaches[o][0]);
        let open_right = !rights().any(|o| Some(self.walls[o][0][0]) == right && self.reaches[o][1]);
        if let Some(number) = simplest(left.map(|n| (n, open_left)), right.map(|n| (n, open_right))) {
            return ([[number; STEPS]; 2], [true; 2]);
        }
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        let mut walls = [[left.min(right); STEPS]; 2];
        if left < right {
            // A number between neighbouring units.
            return (walls, [true; 2]);
        }
        (walls[0][0], walls[1][0]) = (left, right);
        for step in 1..STEPS {
            let tax = STEP * step as i16;
            let left = lefts().map(|option| self.walls[option][1][step]).max().unwrap_or_default() - tax;
            let right = rights().map(|option| self.walls[option][0][step]).min().unwrap_or_default() + tax;
            if left <= right {
                // The mast: not below the right wall so far, nor below the left one now.
                let mast = left.max(walls[1][step - 1]);
                walls.iter_mut().for_each(|wall| wall[step..].fill(mast));
                break;
            }
            (walls[0][step], walls[1][step]) = (left, right);
        }
        (walls, [open_right, open_left])
    }

    fn kept(&self) -> Vec<Strip> {
        let number = |value: i16, reached: bool| {
            let unit = POINT / (KEPT_POINT / KEPT_UNIT);
            value.div_euclid(unit) * KEPT_UNIT - i16::from(!reached && value.rem_euclid(unit) == 0)
        };
        let strip = |(walls, reaches): (&[[i16; STEPS]; 2], &[bool; 2])| {
            // By its first move the side that plays across reaches what the strip is not at most.
            let mut strip = Strip::default();
            for (lane, step) in KEPT.into_iter().enumerate() {
                strip.first[lane] = number(walls[0][step], step > 0 || !reaches[1]);
                strip.second[lane] = number(walls[1][step], step > 0 || reaches[0]);
            }
            strip
        };
        self.walls.iter().zip(&self.reaches).map(strip).collect()
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
