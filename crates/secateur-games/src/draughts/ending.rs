//! All positions with few pieces.

use super::{Board, Lattice, Variant};
use crate::grid::ones;
use std::marker::PhantomData;

/// The most pieces: with more of them nothing would be done in time.
const MOST: u32 = 4;

/// The positions with one piece to as many as the text says, for the side to move as it sees the board. None if it says no
/// such number.
pub(super) fn positions<V: Variant>(text: &str) -> Option<Box<dyn Iterator<Item = Board<V>>>> {
    let most = text.parse().ok().filter(|most| (1..=MOST).contains(most))?;
    let squares: Vec<u64> = ones(Lattice::<V>::SQUARES).map(|square| 1 << square).collect();
    let positions = (1..=most).flat_map(move |pieces| {
        let squares = squares.clone();
        let codes = 0..(4 * squares.len() as u64).pow(pieces);
        codes.filter_map(move |code| position(&squares, pieces, code))
    });
    Some(Box::new(positions))
}

/// The position that a number says: of each piece, its square and one of four kinds. Squares come in order, so that no
/// position comes twice; none has a man on the row where it is a king.
fn position<V: Variant>(squares: &[u64], pieces: u32, mut code: u64) -> Option<Board<V>> {
    let mut pos =
        Board { mine: 0, theirs: 0, kings: 0, black: V::BLACK_BEGINS, still: 0, variant: PhantomData };
    let mut last = squares.len() as u64;
    for _ in 0..pieces {
        let (kind, place) = (code % 4, code / 4 % squares.len() as u64);
        if place >= last {
            return None;
        }
        (last, code) = (place, code / (4 * squares.len() as u64));
        let square = squares[place as usize];
        let (side, crowned) = match kind & 1 {
            0 => (&mut pos.mine, Lattice::<V>::TOP),
            _ => (&mut pos.theirs, Lattice::<V>::BOTTOM),
        };
        *side |= square;
        if kind & 2 != 0 {
            pos.kings |= square;
        } else if crowned & square != 0 {
            return None;
        }
    }
    Some(pos)
}
