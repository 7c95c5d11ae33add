//! Two values in one number: the weight of a feature in the middle-game and in the end-game.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middle-game and an end-game value in centipawns, added and multiplied as one number. Either half has
/// 16 bits.
///
/// ```
/// use secateur_games::chess::knowledge::Pack;
///
/// let knight = Pack::new(310, -290);
/// let two = knight * 2 - Pack::new(20, 5);
/// assert_eq!((two.middle(), two.end()), (600, -585));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Default)]
pub struct Pack(i32);

impl Pack {
    /// Packs a middle-game and an end-game value.
    #[inline(always)]
    pub const fn new(middle: i32, end: i32) -> Pack {
        Pack((end << 16).wrapping_add(middle))
    }

    /// The middle-game value.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The end-game value.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        // A negative lower half has borrowed one from the upper half.
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Pack {
    type Output = Pack;
    #[inline(always)]
    fn add(self, other: Pack) -> Pack {
        Pack(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Pack {
    #[inline(always)]
    fn add_assign(&mut self, other: Pack) {
        *self = *self + other;
    }
}

impl Sub for Pack {
    type Output = Pack;
    #[inline(always)]
    fn sub(self, other: Pack) -> Pack {
        Pack(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pack {
    type Output = Pack;
    #[inline(always)]
    fn neg(self) -> Pack {
        Pack(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pack {
    type Output = Pack;
    #[inline(always)]
    fn mul(self, count: i32) -> Pack {
        Pack(self.0.wrapping_mul(count))
    }
}

/// `middle/end`, as weights are written.
impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.middle(), self.end())
    }
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
