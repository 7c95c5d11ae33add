//! Threats in games of lines: the cells that matter, and wins by threats that leave one answer each, proven without a look
//! at any other reply.

use crate::bits::Bits;
use secateur::{Game, Meter};

/// The cells that can be best where completing a line wins: those that win at once, if there are any; or else those where
/// the opponent threatens to win, since any other move loses, and nothing loses sooner; or else all that are empty.
#[inline(always)]
pub(crate) fn urgent<B: Bits>(wins: B, threats: B, empty: B) -> B {
    match (wins == B::NONE, threats == B::NONE) {
        (false, _) => wins,
        (true, false) => threats,
        (true, true) => empty,
    }
}

/// A game that is won by completing a line, move by move on empty cells.
pub(crate) trait Lines: Game {
    /// Up to two moves, different ones, by which the side to move would complete a line, or its opponent if it had the
    /// turn.
    fn completing(&self, own: bool) -> [Option<Self::Move>; 2];

    /// The moves after which the side that made one may lack a single cell of a line.
    fn building(&self) -> impl Iterator<Item = Self::Move>;
}

/// The length in plies of a win of the side to move in which each of its moves but the last threatens to complete a line,
/// if one of at most `threats` threats is found before the budget of nodes is used up. Each node costs one look at the
/// lines for every move that builds one.
///
/// Source: L. V. Allis, H. J. van den Herik and M. Huntjens, *Go-Moku and threat-space search*, 1993.
pub(crate) fn forced_win<G: Lines>(
    pos: &G,
    threats: u32,
    budget: &mut u32,
    meter: &mut Meter<'_>,
) -> Option<u32> {
    if pos.completing(true)[0].is_some() {
        return Some(1);
    }
    let [danger, second] = pos.completing(false);
    if second.is_some() || threats == 0 || *budget == 0 || !meter.tick() {
        return None;
    }
    *budget -= 1;
    pos.building().filter(|&m| danger.is_none_or(|cell| cell == m)).find_map(|m| {
        let threat = pos.child(m);
        match threat.completing(false) {
            [Some(_), Some(_)] => Some(3),
            [Some(answer), None] => Some(2 + forced_win(&threat.child(answer), threats - 1, budget, meter)?),
            [None, _] => None,
        }
    })
}
