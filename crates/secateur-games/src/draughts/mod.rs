//! Draughts: international draughts on ten by ten squares, and English checkers on eight by eight.
//!
//! Men step ahead aslant onto empty squares; they capture by jumping over an opposing piece next to them onto the empty square
//! behind it, again and again with one move. Capturing is an obligation. A man that ends its move on the last row becomes a
//! king. What was captured leaves the board after the whole move, so that no piece is jumped twice. A side that cannot move
//! has lost.
//!
//! - [`Checkers`]: men capture ahead only, kings step and jump like men but in all four directions, any capture will do, and a man
//!   that comes to the last row ends its move there. Black begins. (World Checkers/Draughts Federation, *Rules of Draughts*.)
//! - [`Draughts`]: men capture backwards too, kings fly over any number of empty squares, the most pieces must be captured, and
//!   a man that only passes over the last row goes on as a man. White begins. (FMJD, *Official rules for international draughts*.)
//!
//! A game is drawn when a position occurs for the third time, and when neither side captured or moved a man for a number of
//! moves of each: 40 in checkers, 25 in international draughts. The count of these moves belongs to the position, and to its
//! key where it comes near: as in chess, no search that can be afforded gets from there to the limit.
//! The shorter limits of international draughts for three kings against one, and two, are not counted.
//!
//! Captures of the same pieces by the same piece with the same end are one move, whatever the way: counts of move paths in
//! checkers that tell ways apart are larger, from twelve plies on.

use crate::grid::{hash, ones};
use secateur::{Game, Hints, Keyed, Score};
use std::marker::PhantomData;

mod captures;
mod ending;
mod hub;
mod judgement;
mod lattice;
mod text;

use lattice::Lattice;
pub use lattice::Variant;

/// The rules of English checkers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct English;

impl Variant for English {
    const ROWS: u8 = 8;
    const BACKWARDS: bool = false;
    const FLYING: bool = false;
    const MAJORITY: bool = false;
    const PASSING: bool = false;
    const BLACK_BEGINS: bool = true;
    const LIMIT: u8 = 80;
    const LEARNED: &'static [u8] = include_bytes!("../../nets/checkers.eval");
    const KING: i32 = 140;
}

/// The rules of international draughts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct International;

impl Variant for International {
    const ROWS: u8 = 10;
    const BACKWARDS: bool = true;
    const FLYING: bool = true;
    const MAJORITY: bool = true;
    const PASSING: bool = true;
    const BLACK_BEGINS: bool = false;
    const LIMIT: u8 = 50;
    const LEARNED: &'static [u8] = include_bytes!("../../nets/draughts.eval");
    const KING: i32 = 300;
}

/// English checkers.
///
/// ```
/// use secateur_games::{Notation, draughts::Checkers};
///
/// let pos = Checkers::read("11-15 22-18").unwrap();
/// assert_eq!(pos.write_move(secateur::Game::moves(&pos).next().unwrap()), "15x22"); // an obligation
/// ```
pub type Checkers = Board<English>;

/// International draughts.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, draughts::Draughts};
///
/// // A king flies; of its captures only the one of two pieces is legal.
/// let pos = Draughts::read("W:WK46:B14,23,41").unwrap();
/// assert_eq!(pos.moves().map(|m| pos.write_move(m)).collect::<Vec<_>>(), ["46x10", "46x5"]);
/// ```
pub type Draughts = Board<International>;

/// A position of draughts, by one of the variants of its rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board<V> {
    /// The pieces of the side to move, which goes up the board as it sees it: towards lower bits.
    mine: u64,
    /// The opponent's pieces.
    theirs: u64,
    /// The kings of both.
    kings: u64,
    /// Whether Black is to move, who sees the board turned round.
    black: bool,
    /// The plies since the last capture or man's move, at most the limit of the rules.
    still: u8,
    variant: PhantomData<V>,
}

/// A piece goes from a square to another, and captures what it jumps over. Squares are bits of the board as the side that
/// moves sees it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    captured: u64,
    from: u8,
    to: u8,
    /// The place of a capture among the captures of the position.
    place: u16,
}

/// Up to this many plies before the limit, no search that can be afforded gets there.
const FAR: u8 = 40;
/// The codes of captures, from here on; below are those of other moves.
const CAPTURE: u16 = 1 << 15;

impl<V: Variant> Board<V> {
    #[inline(always)]
    fn empty(&self) -> u64 {
        Lattice::<V>::SQUARES & !(self.mine | self.theirs)
    }

    /// The squares that a piece can go to without capturing.
    #[inline(always)]
    fn targets(&self, from: u8) -> u64 {
        let (at, empty) = (1 << from, self.empty());
        let king = self.kings & at != 0;
        (0..if king { 4 } else { 2 }).fold(0, |targets, way| {
            let next = Lattice::<V>::step(at, way) & empty;
            targets | if king && V::FLYING { Lattice::<V>::ray(at, way, empty) } else { next }
        })
    }

    /// The moves that capture nothing, which are legal where nothing can be captured.
    #[inline(always)]
    fn steps(&self) -> impl Iterator<Item = Move> + use<V> {
        let (pos, empty) = (*self, self.empty());
        let ahead = Lattice::<V>::step(empty, 2) | Lattice::<V>::step(empty, 3);
        ones(self.mine & (ahead | self.kings)).flat_map(move |from| {
            ones(pos.targets(from)).map(move |to| Move { captured: 0, from, to, place: 0 })
        })
    }

    /// The steps, unless something can be captured.
    #[inline(always)]
    fn free_steps(&self, none: bool) -> impl Iterator<Item = Move> + use<V> {
        let steps = self.steps();
        none.then_some(steps).into_iter().flatten()
    }

    #[inline(always)]
    fn crowns(&self, m: Move) -> bool {
        Lattice::<V>::TOP >> m.to & 1 != 0 && self.kings >> m.from & 1 == 0
    }

    /// The men and the kings.
    #[inline(always)]
    fn repeated(&self) -> u64 {
        hash([self.mine, self.theirs, self.kings])
    }

    fn with_clock(&self, key: u64) -> u64 {
        key ^ u64::from(self.still).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<V: Variant> Game for Board<V> {
    type Move = Move;

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Move> {
        let captures = self.captures();
        let steps = self.free_steps(captures.is_empty());
        captures.into_iter().chain(steps)
    }

    #[inline(always)]
    fn play(&mut self, m: Move) {
        let (from, to) = (1 << m.from, 1 << m.to);
        let king = self.kings & from != 0;
        self.still = if king && m.captured == 0 { (self.still + 1).min(V::LIMIT) } else { 0 };
        // A capture may end where it began.
        self.mine = self.mine & !from | to;
        self.theirs &= !m.captured;
        self.kings &= !(from | m.captured);
        if king || to & Lattice::<V>::TOP != 0 {
            self.kings |= to;
        }
        (self.mine, self.theirs) = (Lattice::<V>::turned(self.theirs), Lattice::<V>::turned(self.mine));
        (self.kings, self.black) = (Lattice::<V>::turned(self.kings), !self.black);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        // Who cannot move has lost before anything is counted.
        (self.still >= V::LIMIT && self.moves().next().is_some()).then_some(Score::DRAW)
    }
}

impl<V: Variant> Keyed for Board<V> {
    /// Positions that are alike for the side to move share a key, whichever side that is. The moves without progress count
    /// where the limit comes near.
    #[inline]
    fn key(&self) -> u64 {
        let key = self.repeated() ^ u64::from(V::ROWS);
        if self.still + FAR > V::LIMIT { self.with_clock(key) } else { key }
    }

    #[inline]
    fn encode(&self, m: Move) -> u16 {
        if m.captured == 0 { u16::from(m.from) << 6 | u16::from(m.to) } else { CAPTURE | m.place }
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<Move> {
        if code >= CAPTURE {
            return self.captures().get(usize::from(code - CAPTURE)).copied();
        }
        let m = Move { captured: 0, from: (code >> 6) as u8, to: (code & 63) as u8, place: 0 };
        let own = m.from < 64 && self.mine >> m.from & 1 != 0;
        (own && self.targets(m.from) >> m.to & 1 != 0 && !self.in_check()).then_some(m)
    }
}

impl<V: Variant> Hints for Board<V> {
    const BY_LIST: bool = false;

    /// Captures.
    fn noisy(&self) -> impl Iterator<Item = Move> {
        self.captures().into_iter()
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        m.captured != 0
    }

    fn quiet(&self) -> impl Iterator<Item = Move> {
        self.free_steps(!self.in_check())
    }

    /// Whether something can be captured, and so must be: nobody can stand pat then.
    #[inline]
    fn in_check(&self) -> bool {
        self.can_capture()
    }

    fn irreversible(&self, m: Move) -> bool {
        m.captured != 0 || self.kings >> m.from & 1 == 0
    }

    fn gain(&self, m: Move) -> i32 {
        let kings = (m.captured & self.kings).count_ones() as i32;
        let crown = if self.crowns(m) { V::KING - judgement::MAN } else { 0 };
        judgement::MAN * m.captured.count_ones() as i32 + (V::KING - judgement::MAN) * kings + crown
    }

    /// What is gained at once; else men that are near the last row first, and none from the first row.
    fn move_score(&self, m: Move) -> i32 {
        let row = i32::from(Lattice::<V>::row(m.from));
        let near = if self.kings >> m.from & 1 != 0 { 0 } else { i32::from(V::ROWS) - 1 - row };
        let leaves = Lattice::<V>::BOTTOM >> m.from & 1 != 0;
        16 * self.gain(m) + near - if leaves { 8 } else { 0 }
    }

    const FROM_TO_RANGE: usize = 1 << 13;

    fn from_to(&self, m: Move) -> usize {
        usize::from(self.black) << 12 | usize::from(m.from) << 6 | usize::from(m.to)
    }

    fn piece_to(&self, m: Move) -> usize {
        let king = usize::from(self.kings >> m.from & 1 != 0);
        usize::from(self.black) << 7 | king << 6 | usize::from(m.to)
    }

    /// The men, the kings and the side to move.
    fn identity(&self) -> u64 {
        self.repeated() ^ u64::from(self.black)
    }

    fn whole(&self) -> u64 {
        self.with_clock(self.repeated())
    }

    fn fresh(&self) -> Option<(Self, u32)> {
        Some((Board { still: 0, ..*self }, u32::from(V::LIMIT - self.still)))
    }
}
