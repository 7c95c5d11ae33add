//! The parts of a position of Clobber that are still fought for: groups of joined stones, each for itself.
//!
//! A position is the sum of its parts, so that it counts neither where on the board a part lies, nor which way it is
//! turned, nor what stones of one colour stand apart.
//!
//! Source: E. Berlekamp, J. Conway and R. Guy, *Winning ways for your mathematical plays*, 1982, for sums of games;
//! M. Müller and Z. Li, *Locally informed global search for sums of combinatorial games*, 2005, for searching them part by part.

use super::{Capture, Clobber};
use crate::grid::{Grid, hash, ones, salt};

/// More parts than a board of 64 cells has room for: each has two stones.
const MOST: usize = 32;

/// A group of joined stones of both colours, moved into the corner and turned so that its sets are the least.
#[derive(Copy, Clone, Default, Debug)]
struct Part {
    /// Where its stones stand.
    stones: u64,
    /// The stones of the side to move and those of its opponent, moved and turned.
    sets: [u64; 2],
    /// The first row and column that it takes, and how many of each.
    corner: [u8; 2],
    size: [u8; 2],
    /// The symmetry, numbered as those of the board.
    turn: u8,
}

impl Part {
    #[inline]
    fn new(grid: Grid, sets: [u64; 2]) -> Part {
        let stones = sets[0] | sets[1];
        let (rows, columns) = (grid.rows(), grid.columns());
        let first = stones.trailing_zeros() as u8 / columns;
        let height = (63 - stones.leading_zeros() as u8) / columns + 1 - first;
        let (mut side, mut column) = (0, grid.left());
        while stones & column == 0 {
            (side, column) = (side + 1, column << 1);
        }
        let mut width = columns - side;
        let mut column = grid.left() << (columns - 1);
        while stones & column == 0 {
            (width, column) = (width - 1, column >> 1);
        }
        let mut part =
            Part { stones, sets: [u64::MAX; 2], corner: [first, side], size: [height, width], turn: 0 };
        let sets = sets.map(|set| set >> (first * columns + side));
        for turn in grid.turns().step_by(4) {
            let (plain, [height, width]) = match turn {
                0 => (sets, [height, width]),
                _ => (sets.map(|set| grid.transposed(set)), [width, height]),
            };
            // Turned with the whole board, and back into the corner.
            let [down, right] = [(rows - height) * columns, columns - width];
            let upset = plain.map(|set| grid.upside_down(set));
            let images = [
                plain,
                upset.map(|set| set >> down),
                upset.map(|set| grid.reversed(set) >> right),
                plain.map(|set| grid.reversed(set) >> (down + right)),
            ];
            for (at, image) in [0, 1, 2, 3].into_iter().zip(images) {
                if image < part.sets {
                    (part.sets, part.turn) = (image, turn + at);
                }
            }
        }
        part
    }

    /// Where a cell goes.
    fn image(&self, grid: Grid, cell: u8) -> u8 {
        let columns = grid.columns();
        let place = [cell / columns - self.corner[0], cell % columns - self.corner[1]];
        let [row, column] = if self.turn & 4 == 0 { place } else { [place[1], place[0]] };
        let [row, column] = self.flip([row, column]);
        row * columns + column
    }

    /// The cell that goes there.
    fn origin(&self, grid: Grid, image: u8) -> u8 {
        let columns = grid.columns();
        let [row, column] = self.flip([image / columns, image % columns]);
        let [row, column] = if self.turn & 4 == 0 { [row, column] } else { [column, row] };
        (row + self.corner[0]) * columns + column + self.corner[1]
    }

    /// A place in the part turned upside down, left and right swapped, as its symmetry has it.
    fn flip(&self, [row, column]: [u8; 2]) -> [u8; 2] {
        let [height, width] = if self.turn & 4 == 0 { self.size } else { [self.size[1], self.size[0]] };
        let row = if self.turn & 1 == 0 { row } else { height - 1 - row };
        [row, if self.turn & 2 == 0 { column } else { width - 1 - column }]
    }
}

/// The sets of both sides in each group of joined stones of both colours.
#[inline(always)]
pub(super) fn groups(pos: &Clobber) -> impl Iterator<Item = [u64; 2]> {
    let (grid, mine, theirs) = (pos.grid, pos.mine, pos.theirs);
    let mut left = mine & grid.neighbours(theirs);
    std::iter::from_fn(move || {
        let mut group = left & left.wrapping_neg();
        while group != 0 {
            let more = (group | grid.neighbours(group)) & (mine | theirs);
            if more == group {
                left &= !group;
                return Some([group & mine, group & theirs]);
            }
            group = more;
        }
        None
    })
}

/// The sets of a part as they are moved and turned.
#[inline]
pub(super) fn folded(grid: Grid, sets: [u64; 2]) -> [u64; 2] {
    Part::new(grid, sets).sets
}

/// A key of the parts in any order.
#[inline]
pub(super) fn key(pos: &Clobber) -> u64 {
    let board = salt([pos.grid.rows(), pos.grid.columns()], [4, 5]);
    groups(pos).fold(board, |key, sets| key.wrapping_add(hash(folded(pos.grid, sets))))
}

/// The parts as the side to move sees them, in order, those left out that stand beside their own opposite: the same part
/// with colours swapped. That is its negative, and both together are worth nothing, for to each move in one there is the same
/// in the other.
pub(super) fn unmatched(pos: &Clobber) -> Vec<[u64; 2]> {
    let mut left: Vec<[u64; 2]> = Vec::new();
    for sets in groups(pos) {
        let opposite = folded(pos.grid, [sets[1], sets[0]]);
        match left.iter().position(|&part| part == opposite) {
            Some(at) => drop(left.swap_remove(at)),
            None => left.push(folded(pos.grid, sets)),
        }
    }
    left.sort_unstable();
    left
}

/// All parts in order, and their number.
fn sorted(pos: &Clobber) -> ([Part; MOST], usize) {
    let (mut parts, mut number) = ([Part::default(); MOST], 0);
    for sets in groups(pos) {
        parts[number] = Part::new(pos.grid, sets);
        number += 1;
    }
    parts[..number].sort_unstable_by_key(|part| part.sets);
    (parts, number)
}

/// The number of the stone that moves, counted part by part in reading order, and its direction.
#[inline]
pub(super) fn encode(pos: &Clobber, m: Capture) -> u16 {
    let (parts, number) = sorted(pos);
    let mut before = 0;
    for part in &parts[..number] {
        if part.stones >> m.from & 1 != 0 {
            let [from, to] = [m.from, m.to].map(|cell| part.image(pos.grid, cell));
            let earlier = (part.sets[0] & ((1 << from) - 1)).count_ones();
            let direction = u16::from(to < from) << 1 | u16::from(from.abs_diff(to) > 1);
            return ((before + earlier) as u16) << 2 | direction;
        }
        before += part.sets[0].count_ones();
    }
    u16::MAX
}

/// The move of that code, if there is one.
#[inline]
pub(super) fn decode(pos: &Clobber, code: u16) -> Option<Capture> {
    let (parts, number) = sorted(pos);
    let mut left = usize::from(code >> 2);
    for part in &parts[..number] {
        let Some(from) = ones(part.sets[0]).nth(left) else {
            left -= part.sets[0].count_ones() as usize;
            continue;
        };
        let step = if code & 1 == 0 { 1 } else { pos.grid.columns() };
        let to = if code & 2 == 0 { from + step } else { from.checked_sub(step)? };
        let meets = pos.grid.neighbours(1 << from) & part.sets[1];
        let is_legal = u32::from(to) < pos.grid.size() && meets >> to & 1 != 0;
        return is_legal
            .then(|| Capture { from: part.origin(pos.grid, from), to: part.origin(pos.grid, to) });
    }
    None
}
