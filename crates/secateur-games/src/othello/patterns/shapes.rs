//! The shapes: groups of squares whose contents have a value together.
//!
//! A shape lies on the board in up to eight ways, which share their weights. The content of its squares is a number
//! in balanced ternary (Knuth, *The Art of Computer Programming* 4.1): a disc of the side to move counts 1, one
//! of the opponent's -1, so that a change of sides changes the sign of the number and nothing else.

use std::sync::LazyLock;

/// The most squares of a shape.
const LONGEST: usize = 10;
/// The number of shapes.
pub const SHAPES: usize = 11;
/// The number of ways to lay them on the board.
pub const PLACES: usize = 46;
/// Numbers are kept in rows of this length, a whole number of wide registers.
pub(super) const LANES: usize = 48;
/// The numbers of all places, and two that stay 0.
pub(super) type Row = [i16; LANES];

/// The squares of each shape, as it lies at the corner a1 or the edge beside it (M. Buro, *Experiments with
/// Multi-ProbCut and a New High-Quality Evaluation Function for Othello*, 1997).
const BASE: [&[u8]; SHAPES] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], // the edge, and the squares diagonally beside its corners
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], // two rows of five at a corner
    &[0, 1, 2, 8, 9, 10, 16, 17, 18], // three rows of three at a corner
    &[8, 9, 10, 11, 12, 13, 14, 15],  // the second row
    &[16, 17, 18, 19, 20, 21, 22, 23], // the third
    &[24, 25, 26, 27, 28, 29, 30, 31], // the fourth
    &[0, 9, 18, 27, 36, 45, 54, 63],  // the long diagonal
    &[1, 10, 19, 28, 37, 46, 55],     // and those beside it, to
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31], // four squares
];

/// A shape in one place: its squares in the order of the base.
#[derive(Copy, Clone)]
struct Place {
    shape: usize,
    squares: [u8; LONGEST],
    length: usize,
}

/// The index at which each shape's places begin, and the end.
pub(super) const STARTS: [usize; SHAPES + 1] = {
    let mut starts = [0; SHAPES + 1];
    let mut place = 0;
    while place < PLACES {
        let mut shape = PLACED[place].shape;
        while shape < SHAPES {
            starts[shape + 1] += 1;
            shape += 1;
        }
        place += 1;
    }
    starts
};

const PLACED: [Place; PLACES] = {
    let mut places = [Place { shape: 0, squares: [0; LONGEST], length: 0 }; PLACES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let place = laid(shape, symmetry);
            let (mut other, mut is_new) = (first, true);
            while other < count {
                is_new = is_new && set(&places[other]) != set(&place);
                other += 1;
            }
            if is_new {
                places[count] = place;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == PLACES);
    places
};

const fn laid(shape: usize, symmetry: u8) -> Place {
    let (base, mut squares) = (BASE[shape], [0; LONGEST]);
    let mut i = 0;
    while i < base.len() {
        squares[i] = image(base[i], symmetry);
        i += 1;
    }
    Place { shape, squares, length: base.len() }
}

const fn set(place: &Place) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < place.length {
        set |= 1 << place.squares[i];
        i += 1;
    }
    set
}

/// The square that one of the eight symmetries takes a square to.
const fn image(square: u8, symmetry: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 { 8 * column + row } else { 8 * row + column }
}

/// The amounts that a disc on each square adds to the numbers.
pub(super) static ADDS: [Row; 64] = {
    let mut adds = [[0; LANES]; 64];
    let mut i = 0;
    while i < PLACES {
        let (place, mut power, mut at) = (PLACED[i], 1_i16, 0);
        while at < place.length {
            adds[place.squares[at] as usize][i] = power;
            power = power.wrapping_mul(3); // the last is not used
            at += 1;
        }
        i += 1;
    }
    adds
};

/// The number of contents that a shape can have.
pub(super) const fn contents(shape: usize) -> usize {
    3usize.pow(BASE[shape].len() as u32)
}

/// The shape of each place.
pub(super) static SHAPE_OF: [usize; PLACES] = {
    let (mut shapes, mut i) = ([0; PLACES], 0);
    while i < PLACES {
        shapes[i] = PLACED[i].shape;
        i += 1;
    }
    shapes
};

/// Contents that are mirror images of each other are of one class, and share a weight.
pub(super) struct Classes {
    /// For each shape the classes of its contents, from the least number to the greatest.
    of: Vec<Vec<u32>>,
    /// The number of classes.
    #[cfg(test)]
    count: usize,
}

impl Classes {
    pub(super) fn get() -> &'static Classes {
        static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);
        &CLASSES
    }

    fn new() -> Classes {
        let mut count = 0;
        let of = (0..SHAPES)
            .map(|shape| {
                let mirrors = mirrors(shape);
                let length = BASE[shape].len();
                let mut classes: Vec<u32> = vec![u32::MAX; contents(shape)];
                for number in 0..classes.len() {
                    if classes[number] == u32::MAX {
                        let digits = digits(number, length);
                        for mirror in &mirrors {
                            let image = mirror.iter().rev().fold(0, |image, &at| 3 * image + digits[at]);
                            classes[image] = count;
                        }
                        count += 1;
                    }
                }
                classes
            })
            .collect();
        Classes {
            of,
            #[cfg(test)]
            count: count as usize,
        }
    }

    /// The class of a shape's content.
    pub(super) fn of(&self, shape: usize, number: i16) -> u32 {
        self.of[shape][(i32::from(number) + contents(shape) as i32 / 2) as usize]
    }

    /// Every content of a shape with its class.
    pub(super) fn each(&self, shape: usize) -> impl Iterator<Item = (i16, u32)> {
        let least = -(contents(shape) as i32 / 2);
        self.of[shape].iter().zip(least..).map(|(&class, number)| (number as i16, class))
    }
}

/// The digits of a number in base 3, the least first.
fn digits(mut number: usize, length: usize) -> [usize; LONGEST] {
    let mut digits = [0; LONGEST];
    for digit in &mut digits[..length] {
        (*digit, number) = (number % 3, number / 3);
    }
    digits
}

/// The orders of a shape's squares that symmetries of the board bring about, the plain one among them.
fn mirrors(shape: usize) -> Vec<Vec<usize>> {
    let base = BASE[shape];
    let order = |symmetry| -> Option<Vec<usize>> {
        base.iter().map(|&square| base.iter().position(|&other| other == image(square, symmetry))).collect()
    };
    (0..8).filter_map(order).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::othello::Othello;

    /// The position as a symmetry of the board shows it.
    pub(in super::super) fn turned(pos: &Othello, symmetry: u8) -> Othello {
        let board = |discs: u64| {
            (0..64)
                .filter(|&square| discs >> square & 1 == 1)
                .fold(0, |set, square| set | 1 << image(square, symmetry))
        };
        Othello { mine: board(pos.mine), theirs: board(pos.theirs), second: pos.second }
    }

    /// The numbers of all places by definition, one square at a time.
    pub(in super::super) fn slowly(pos: &Othello) -> Row {
        std::array::from_fn(|i| {
            let Some(place) = PLACED.get(i) else { return 0 };
            let squares = place.squares[..place.length].iter().rev();
            squares.fold(0, |number, square| {
                let disc = |board: u64| (board >> square & 1) as i16;
                3 * number + disc(pos.mine) - disc(pos.theirs)
            })
        })
    }

    #[test]
    fn places_are_all_there_are() {
        assert_eq!(STARTS, [0, 4, 12, 16, 20, 24, 28, 30, 34, 38, 42, 46]);
        let squares = |shape: usize| BASE[shape].len();
        for (i, place) in PLACED.iter().enumerate() {
            assert_eq!(set(place).count_ones() as usize, squares(place.shape));
            assert!((STARTS[place.shape]..STARTS[place.shape + 1]).contains(&i));
        }
        // Every square is in some shape, and every symmetry of a place is a place.
        assert_eq!(PLACED.iter().fold(0, |all, place| all | set(place)), !0);
    }

    #[test]
    fn classes_join_mirror_images() {
        let classes = Classes::get();
        // The edge read from either end: a disc on its first square, or on its last; on b2, or on g2.
        assert_eq!(classes.of(0, 1), classes.of(0, 2187));
        assert_eq!(classes.of(0, 6561), classes.of(0, 19683));
        assert_ne!(classes.of(0, 1), classes.of(0, -1));
        // Two rows of five have no mirror image.
        let mut seen: Vec<u32> = classes.each(1).map(|(_, class)| class).collect();
        seen.dedup();
        assert_eq!(seen.len(), 59_049);
        assert_eq!(classes.count + 4, super::super::CLASSES);
    }
}
