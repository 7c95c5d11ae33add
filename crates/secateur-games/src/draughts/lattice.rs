//! The dark squares of a board as bits of a number, and what the rules of the variants differ in.
//!
//! Squares count in reading order. After each two rows a bit is left out, so that a step in one of the four directions is the
//! same shift everywhere, and one over the edge comes to a bit that is no square:
//!
//! ```text
//!      0   1   2   3   4
//!    5   6   7   8   9     (10 is no square)
//!     11  12  13  14  15
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// The rules in which variants of draughts differ.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, draughts::{Board, Variant}, perft};
///
/// /// Brazilian draughts: the international rules on the small board.
/// #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
/// struct Brazilian;
/// impl Variant for Brazilian {
///     const ROWS: u8 = 8;
///     const BACKWARDS: bool = true;
///     const FLYING: bool = true;
///     const MAJORITY: bool = true;
///     const PASSING: bool = true;
///     const BLACK_BEGINS: bool = false;
///     const LIMIT: u8 = 50;
///     const KING: i32 = 300;
/// }
///
/// let paths: Vec<u64> = (1..=6).map(|depth| perft(&Board::<Brazilian>::start(), depth)).collect();
/// assert_eq!(paths, [7, 49, 302, 1_469, 7_473, 37_628]);
/// ```
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The rows of the board, 4, 6, 8 or 10, which has as many columns.
    const ROWS: u8;
    /// Whether men capture backwards, too.
    const BACKWARDS: bool;
    /// Whether kings go over any number of empty squares.
    const FLYING: bool;
    /// Whether the most pieces must be captured.
    const MAJORITY: bool;
    /// Whether a man that comes to the last row by a capture goes on, as a man, where it can.
    const PASSING: bool;
    /// Whether Black makes the first move of a game.
    const BLACK_BEGINS: bool;
    /// The plies without a capture or a man's move, at least 40, after which the game is drawn.
    const LIMIT: u8;
    /// The learned evaluation that comes with it ([`Notation::LEARNED`](crate::Notation::LEARNED)).
    const LEARNED: &'static [u8] = &[];
    /// The worth of a king, where that of a man is 100.
    const KING: i32;
}

/// The squares of a variant's board.
pub(super) struct Lattice<V>(PhantomData<V>);

impl<V: Variant> Lattice<V> {
    /// The squares of a row, and the shift of the shorter steps: the others have one more.
    pub(super) const WIDE: u32 = V::ROWS as u32 / 2;
    /// The number of bits, those that are no squares included.
    const BITS: u32 = V::ROWS as u32 * Self::WIDE + Self::WIDE - 1;

    /// All squares.
    pub(super) const SQUARES: u64 = {
        let (mut squares, mut square) = (0, 0);
        while square < V::ROWS as u32 * Self::WIDE {
            squares |= 1 << Self::bit(square as u8);
            square += 1;
        }
        squares
    };

    /// The row where men of the side to move become kings.
    pub(super) const TOP: u64 = (1 << Self::WIDE) - 1;
    /// The row nearest to the side to move.
    pub(super) const BOTTOM: u64 = Self::TOP << (Self::BITS - Self::WIDE);

    /// The four rows in the middle, without the two columns at each side.
    pub(super) const CENTRE: u64 = {
        let (mut centre, middle, wide) = (0, V::ROWS / 2, Self::WIDE as u8);
        let mut row = middle - 2;
        while row < middle + 2 {
            let mut place = 1;
            while place < wide - 1 {
                centre |= 1 << Self::bit(row * wide + place);
                place += 1;
            }
            row += 1;
        }
        centre
    };

    /// The squares of a row, which counts from 0 at the top.
    #[inline(always)]
    pub(super) fn in_row(row: u32) -> u64 {
        Self::TOP << (row * Self::WIDE + row / 2)
    }

    /// The bit of a square, which counts from 0.
    pub(super) const fn bit(square: u8) -> u8 {
        square + square / V::ROWS
    }

    /// The square of a bit, counted from 0.
    pub(super) fn square(bit: u8) -> u8 {
        bit - bit / (V::ROWS + 1)
    }

    /// The row of a bit's square, from 0 at the top.
    pub(super) fn row(bit: u8) -> u8 {
        Self::square(bit) / Self::WIDE as u8
    }

    /// The board as the other side sees it.
    #[inline(always)]
    pub(super) fn turned(set: u64) -> u64 {
        set.reverse_bits() >> (64 - Self::BITS)
    }

    /// The bit as the other side sees it.
    pub(super) fn turned_bit(bit: u8) -> u8 {
        Self::BITS as u8 - 1 - bit
    }

    /// The set moved by a step: up to the left, up to the right, down to the left, down to the right. Directions 0 and 3 are
    /// opposite, and so are 1 and 2.
    #[inline(always)]
    pub(super) fn step(set: u64, way: u8) -> u64 {
        let moved = match way {
            0 => set >> (Self::WIDE + 1),
            1 => set >> Self::WIDE,
            2 => set << Self::WIDE,
            _ => set << (Self::WIDE + 1),
        };
        moved & Self::SQUARES
    }

    /// The empty squares from `at` on in a direction, up to the first that is not.
    #[inline(always)]
    pub(super) fn ray(at: u64, way: u8, empty: u64) -> u64 {
        let (mut ray, mut next) = (0, Self::step(at, way) & empty);
        while next != 0 {
            ray |= next;
            next = Self::step(next, way) & empty;
        }
        ray
    }
}
