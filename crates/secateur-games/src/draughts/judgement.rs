//! The static value of a position of draughts: material, and where the men stand.

use super::{Board, Lattice, Variant};
use crate::linear::{Features, Weight};

/// What a man is worth, in points.
pub(super) const MAN: i32 = 100;
/// What counts besides the pieces themselves: the rows that men are ahead, pieces in the centre, and men that still guard
/// their first row.
const PLACES: [(&str, i32); 3] = [("advance", 2), ("centre", 4), ("back_row", 6)];

impl<V: Variant> Board<V> {
    pub(super) fn listed_weights() -> Vec<Weight> {
        let pieces = [Weight::of("man", MAN), Weight::of("king", V::KING)];
        pieces.into_iter().chain(PLACES.map(|(name, points)| Weight::of(name, points))).collect()
    }

    pub(super) fn counted(&self) -> Features {
        Features::new(self.lead())
    }

    #[inline]
    pub(super) fn judged(&self) -> i32 {
        let [men, kings, places @ ..] = self.lead();
        let placed = places.iter().zip(PLACES).map(|(count, (_, points))| count * points).sum::<i32>();
        MAN * men + V::KING * kings + placed
    }

    /// Each count, for the side to move minus the opponent.
    #[inline(always)]
    fn lead(&self) -> [i32; 5] {
        let turned = Lattice::<V>::turned;
        let mine = Self::counts(self.mine & !self.kings, self.mine & self.kings);
        let kings = turned(self.kings);
        let theirs = Self::counts(turned(self.theirs) & !kings, turned(self.theirs) & kings);
        std::array::from_fn(|i| mine[i] - theirs[i])
    }

    /// Of a side that goes up.
    #[inline(always)]
    fn counts(men: u64, kings: u64) -> [i32; 5] {
        let number = |set: u64| set.count_ones() as i32;
        let ahead = (0..u32::from(V::ROWS)).fold(0, |sum, row| {
            let ahead = i32::from(V::ROWS) - 1 - row as i32;
            sum + ahead * number(men & Lattice::<V>::in_row(row))
        });
        let centre = (men | kings) & Lattice::<V>::CENTRE;
        [number(men), number(kings), ahead, number(centre), number(men & Lattice::<V>::BOTTOM)]
    }
}
