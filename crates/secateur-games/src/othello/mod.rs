//! Othello: surround the opponent's discs in a line and turn them over; the most discs win.
//!
//! Positions hold two boards of 64 bits: a1 is bit 0, b1 bit 1, h8 bit 63. The work done at every node of a
//! search is in [`legal`] and [`flips`]; values count discs, [`DISC`] points each.
//!
//! ```
//! use secateur::Game;
//! use secateur_games::{Notation, othello::Othello};
//!
//! let pos = Othello::read("f5d6c3").unwrap();
//! assert_eq!((pos.side().as_str(), pos.moves().count(), pos.empties()), ("O", 4, 57));
//! ```

mod endgame;
mod flips;
mod hints;
mod judgement;
mod ladder;
mod last;
mod moves;
pub mod patterns;
pub mod record;
mod small;
mod square;
mod stable;
mod text;

pub use endgame::EndGame;
pub use flips::flips;
pub use judgement::Judgement;
pub use moves::legal;
pub use small::Small;
pub use square::Square;

use hints::Moves;
use secateur::table::product;
use secateur::{Game, Keyed, Score};

/// The points of a disc.
pub const DISC: i32 = 100;

/// A position of Othello.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, othello::{DISC, Othello}};
///
/// let pos = Othello::read("").unwrap();
/// let m = pos.read_move("f5").unwrap();
/// assert_eq!(pos.child(m).discs(), (1, 4)); // for O, who is to move
///
/// // The shortest game: all discs of one colour are gone, and the empty squares are the winner's.
/// let over = Othello::read("e6f4e3f6g5d6e7f5c5").unwrap();
/// assert_eq!(over.outcome().unwrap().get(), -64 * DISC);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    /// The discs of the side to move.
    mine: u64,
    /// The opponent's discs.
    theirs: u64,
    /// Whether `O`, who moves second, is to move. Names the sides, and decides nothing.
    second: bool,
}

impl Othello {
    /// The position with these discs of `X` and of `O`, if no square holds both.
    ///
    /// ```
    /// use secateur_games::{Notation, othello::Othello};
    ///
    /// let (x, o) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
    /// assert_eq!(Othello::new(x, o, false), Some(Othello::start()));
    /// assert_eq!(Othello::new(x, x, false), None);
    /// ```
    pub fn new(x: u64, o: u64, second: bool) -> Option<Othello> {
        let (mine, theirs) = if second { (o, x) } else { (x, o) };
        (x & o == 0).then_some(Othello { mine, theirs, second })
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub fn mine(&self) -> u64 {
        self.mine
    }

    /// The opponent's discs.
    #[inline(always)]
    pub fn theirs(&self) -> u64 {
        self.theirs
    }

    /// The discs of `X` and of `O`.
    pub fn colours(&self) -> [u64; 2] {
        if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] }
    }

    /// The numbers of discs of the side to move and of the opponent.
    #[inline(always)]
    pub fn discs(&self) -> (u32, u32) {
        (self.mine.count_ones(), self.theirs.count_ones())
    }

    /// The number of empty squares.
    #[inline(always)]
    pub fn empties(&self) -> u32 {
        (self.mine | self.theirs).count_zeros()
    }

    /// The discs by which the side to move wins if neither side can move any more: the winner gets the empty squares.
    ///
    /// ```
    /// use secateur_games::{Notation, othello::Othello};
    ///
    /// let pos = Othello::read("e6f4e3f6g5d6e7f5c5").unwrap();
    /// assert_eq!((pos.discs(), pos.final_margin()), ((0, 13), -64));
    /// ```
    #[inline(always)]
    pub fn final_margin(&self) -> i32 {
        let (mine, theirs) = self.discs();
        let (margin, empties) = (mine as i32 - theirs as i32, self.empties() as i32);
        margin + margin.signum() * empties
    }

    /// The turn goes to the opponent.
    #[inline(always)]
    fn passed(&self) -> Othello {
        Othello { mine: self.theirs, theirs: self.mine, second: !self.second }
    }
}

impl Game for Othello {
    type Move = Square;

    /// Corners first, and the squares beside corners last. A side that cannot
    /// move passes, if the other can.
    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Square> {
        Moves::of(self)
    }

    #[inline(always)]
    fn play(&mut self, m: Square) {
        if m != Square::PASS {
            let flipped = flips(m.index(), self.mine, self.theirs);
            self.mine |= flipped | m.bit();
            self.theirs &= !flipped;
        }
        *self = self.passed();
    }

    /// The game ends when neither side can move.
    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        if legal(self.mine, self.theirs) != 0 || legal(self.theirs, self.mine) != 0 {
            return None;
        }
        Some(Score::points(DISC * self.final_margin()))
    }
}

impl Keyed for Othello {
    /// Both boards, multiplied into 128 bits and folded. The name of the side to move is left out, since it
    /// changes no value; symmetries are not folded, since few positions of an end-game meet their mirror
    /// images, and looking for the least of eight would cost more than the search of a leaf.
    #[inline(always)]
    fn key(&self) -> u64 {
        let (low, high) = product(self.mine ^ 0x9e37_79b9_7f4a_7c15, self.theirs ^ 0xc2b2_ae3d_27d4_eb4f);
        high ^ low
    }

    #[inline(always)]
    fn encode(&self, m: Square) -> u16 {
        m.index().into()
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<Square> {
        let m = u8::try_from(code).ok().and_then(Square::new)?;
        let open = legal(self.mine, self.theirs);
        let is_legal = match m {
            Square::PASS => open == 0 && legal(self.theirs, self.mine) != 0,
            _ => open & m.bit() != 0,
        };
        is_legal.then_some(m)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Notation;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// Pairs of boards: one half of them reached by play, the others at random, dense and sparse.
    pub(crate) fn boards() -> impl Strategy<Value = (u64, u64)> {
        let random = (any::<[u64; 2]>(), any::<[u64; 2]>()).prop_flat_map(|([a, b], [c, d])| {
            let sparse = a & b & c;
            prop::sample::select(vec![(a, b & !a), (a & b, !(a & b)), (sparse, d & !sparse), (d & !c, c)])
        });
        prop_oneof![reachable().prop_map(|pos| (pos.mine, pos.theirs)), random]
    }

    /// Positions after moves picked at random.
    pub(crate) fn reachable() -> impl Strategy<Value = Othello> {
        prop::collection::vec(any::<u8>(), 0..64).prop_map(|picks| {
            picks.into_iter().fold(Othello::start(), |pos, pick| {
                let moves: Vec<Square> = pos.moves().collect();
                if moves.is_empty() { pos } else { pos.child(moves[usize::from(pick) % moves.len()]) }
            })
        })
    }

    fn collect(pos: &Othello, depth: u32, into: &mut HashSet<(u64, u64)>) {
        if into.insert((pos.mine, pos.theirs)) && depth > 0 && pos.outcome().is_none() {
            pos.moves().for_each(|m| collect(&pos.child(m), depth - 1, into));
        }
    }

    /// Either half of the key tells positions apart about as well as 32 random bits would.
    #[test]
    fn keys_scatter() {
        let mut boards = HashSet::new();
        collect(&Othello::start(), 8, &mut boards);
        let keys: Vec<u64> =
            boards.iter().map(|&(mine, theirs)| Othello { mine, theirs, second: false }.key()).collect();
        let distinct = |part: fn(u64) -> u64| keys.iter().map(|&key| part(key)).collect::<HashSet<_>>().len();
        let n = keys.len();
        assert!(n > 100_000);
        assert_eq!(distinct(|key| key), n);
        // Of n numbers below 2^32 about n * n / 2^33 meet another.
        let expected = (n * n) >> 33;
        for part in [|key| key >> 32, |key: u64| key & u64::from(u32::MAX)] {
            let met = n - distinct(part);
            assert!(met < 2 * expected + 10, "{met} of {n}, expected {expected}");
        }
    }
}
