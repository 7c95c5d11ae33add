//! Captures: all of a position's, by following each piece from jump to jump.

use super::{Board, Lattice, Move, Variant};
use crate::grid::ones;
use smallvec::SmallVec;

/// The captures of a position. Few positions have more than a handful; nobody has proven how many there can be.
pub(super) type Captures = SmallVec<[Move; 24]>;

/// A piece under way.
struct Hunt<'a, V> {
    /// The board as the piece sees it, its first square empty.
    board: Board<V>,
    empty: u64,
    from: u8,
    /// The directions in which it captures.
    ways: u8,
    /// Whether it is a king that flies.
    flies: bool,
    /// Whether it ends its move on the last row.
    stops: bool,
    found: &'a mut Captures,
}

impl<V: Variant> Hunt<'_, V> {
    /// Adds every capture that goes on from `at` with these pieces taken, or ends there.
    fn follow(&mut self, at: u64, taken: u64) {
        let mut ends = true;
        for way in 0..self.ways {
            let before = if self.flies { Lattice::<V>::ray(at, way, self.empty) } else { 0 };
            let over = Lattice::<V>::step(at | before, way) & self.board.theirs & !taken;
            let mut to = Lattice::<V>::step(over, way) & self.empty;
            while to != 0 {
                ends = false;
                if self.stops && to & Lattice::<V>::TOP != 0 {
                    self.add(to, taken | over);
                } else {
                    self.follow(to, taken | over);
                }
                to = if self.flies { Lattice::<V>::step(to, way) & self.empty } else { 0 };
            }
        }
        if ends && taken != 0 {
            self.add(at, taken);
        }
    }

    fn add(&mut self, to: u64, captured: u64) {
        if V::MAJORITY {
            let most = self.found.first().map_or(0, |m| m.captured.count_ones());
            match captured.count_ones().cmp(&most) {
                std::cmp::Ordering::Less => return,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => self.found.clear(),
            }
        }
        let place = self.found.len().min(usize::from(super::CAPTURE - 2)) as u16;
        let m = Move { captured, from: self.from, to: to.trailing_zeros() as u8, place };
        let same = |n: &Move| (n.captured, n.from, n.to) == (m.captured, m.from, m.to);
        if !self.found.iter().any(same) {
            self.found.push(m);
        }
    }
}

impl<V: Variant> Board<V> {
    /// The pieces next to one that they can jump over, but for kings that fly.
    #[inline(always)]
    fn jumpers(&self) -> u64 {
        let (empty, men) = (self.empty(), self.mine & !self.kings);
        let short = if V::FLYING { 0 } else { self.mine & self.kings };
        (0..4).fold(0, |jumpers, way| {
            // Back from the empty square over the opposing piece.
            let over = Lattice::<V>::step(empty, 3 - way) & self.theirs;
            let pieces = if V::BACKWARDS || way < 2 { men | short } else { short };
            jumpers | Lattice::<V>::step(over, 3 - way) & pieces
        })
    }

    /// Whether a king that flies can capture from there.
    #[inline(always)]
    fn pounces(&self, from: u8) -> bool {
        let (at, empty) = (1 << from, self.empty());
        (0..4).any(|way| {
            let before = at | Lattice::<V>::ray(at, way, empty);
            let over = Lattice::<V>::step(before, way) & self.theirs;
            Lattice::<V>::step(over, way) & empty != 0
        })
    }

    #[inline(always)]
    fn flying(&self) -> u64 {
        if V::FLYING { self.mine & self.kings } else { 0 }
    }

    /// Whether there is a capture.
    #[inline(always)]
    pub(super) fn can_capture(&self) -> bool {
        self.jumpers() != 0 || ones(self.flying()).any(|from| self.pounces(from))
    }

    /// The legal captures: those of the most pieces only, where the rules say so.
    #[inline(always)]
    pub(super) fn captures(&self) -> Captures {
        let mut found = Captures::new();
        for from in ones(self.jumpers() | self.flying()) {
            let king = self.kings >> from & 1 != 0;
            let mut hunt = Hunt {
                board: *self,
                empty: self.empty() | 1 << from,
                from,
                ways: if king || V::BACKWARDS { 4 } else { 2 },
                flies: king && V::FLYING,
                stops: !king && !V::PASSING,
                found: &mut found,
            };
            hunt.follow(1 << from, 0);
        }
        found
    }
}
