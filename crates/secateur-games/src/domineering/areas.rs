//! Areas of the board in which a side of Domineering has moves for certain, whatever the opponent does.

use super::Position;
use crate::bits::Bits;

/// What a side can count on: how many disjoint areas of each kind there are.
///
/// A domino of the opponent's lies across and covers two cells beside each other, so that it touches two areas at most.
/// No guard lies beside another, and no lone area beside any: of the areas that can be spoilt, one domino spoils a guard and
/// a crowded area at most, or two crowded areas, or one lone area.
///
/// Source: N. Bullock, *Domineering: solving large combinatorial search spaces*, 2002, for the kinds of areas.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Areas {
    /// Pairs of cells that no domino of the opponent's can ever cover: a move each.
    safe: u32,
    /// Blocks of two by two, closed on one side by the edge or by what lies there. A domino along the other side makes the
    /// pair on the closed side safe: two moves, of which the opponent has to prevent the first.
    guards: u32,
    /// Pairs of cells that lie beside no other area: a move, unless the opponent is there before.
    lone: u32,
    /// The same beside other areas.
    crowded: u32,
    /// How many of the last two kinds hold only one cell that the opponent could use.
    narrow: u32,
    /// How many dominoes of the opponent's fit on the board together,
    opponents: u32,
    /// and in how many cells there is room for one.
    usable: u32,
}

/// The areas that a side gets to use before they are spoilt, at least.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Won {
    guards: u32,
    /// Lone and crowded ones.
    others: u32,
}

impl Areas {
    /// Those of `V`, or, if `flat`, of `H`.
    #[inline]
    pub(super) fn of<B: Bits>(pos: &Position<B>, flat: bool) -> Areas {
        let (empty, untouchable) = (pos.empty(), pos.untouchable(flat));
        let safe = pos.pack(untouchable, flat);
        let free = empty & !pos.covered(safe, flat);
        let [behind, before] = pos.across(empty, flat);
        // Guards closed on one side, then those closed on the other: their closed sides first.
        let one = pos.pack(free & !behind & pos.across(free, flat)[1], flat);
        let pairs = pos.covered(one, flat);
        let blocks = pairs | pos.across(pairs, flat)[0];
        let [left, right] = pos.across(blocks, flat);
        let apart = free & !(blocks | left | right);
        let other = pos.pack(apart & !before & pos.across(apart, flat)[0], flat);
        let pairs = pos.covered(other, flat);
        let blocks = blocks | pairs | pos.across(pairs, flat)[1];
        // Whatever else there is room for.
        let rest = pos.pack(free & !blocks, flat);
        let [left, right] = pos.across(blocks | pos.covered(rest, flat), flat);
        let with = |set: B| (rest & (set | pos.back(set, flat))).count();
        let crowded = with(left | right);
        Areas {
            safe: safe.count(),
            guards: (one | other).count(),
            lone: rest.count() - crowded,
            crowded,
            narrow: with(untouchable),
            opponents: pos.most(!flat),
            usable: (empty & !untouchable).count(),
        }
    }

    /// The moves that are certain for the side that these areas belong to, if it moves first, or second: it takes
    /// guards while there are any, then crowded areas, then lone ones, and last what is safe.
    #[inline]
    pub(super) fn certain(&self, first: bool) -> u32 {
        let won = self.won(first);
        self.safe + 2 * won.guards + won.others
    }

    /// The most moves that the opponent can make by the time that those that are [`certain`](Areas::certain) are made.
    ///
    /// A guard that is used takes two cells beside each other out of each of two of the opponent's stretches, and so a
    /// domino each from what fits into them; another area takes two cells that the opponent could use, or one if it is
    /// narrow. Should the opponent spoil other areas in place of a guard, two of them at most, this bound and that of certain
    /// moves come no nearer to each other: the guard is worth two moves and takes four cells, two others together no more
    /// than that.
    #[inline]
    pub(super) fn left_to_opponent(&self, first: bool) -> u32 {
        let Won { guards, others } = self.won(first);
        let covered = 4 * guards + others + others.saturating_sub(self.narrow);
        (self.opponents - 2 * guards).min((self.usable - covered) / 2)
    }

    #[inline]
    fn won(&self, first: bool) -> Won {
        let guards = if first { self.guards.div_ceil(2) } else { self.guards / 2 };
        let crowded = self.crowded.saturating_sub(self.guards - guards);
        Won { guards, others: others(self.lone, crowded, first == self.guards.is_multiple_of(2)) }
    }
}

/// How many of the areas that are no guards a side gets to use that takes the crowded ones first.
#[inline]
fn others(lone: u32, crowded: u32, first: bool) -> u32 {
    match crowded {
        0 | 1 if !first => (lone + crowded) / 2,
        _ if !first => others(lone, crowded - 2, true),
        // One of three, the opponent spoiling the other two meanwhile; what is left of them counts as lone.
        _ => crowded / 3 + (lone + crowded % 3).div_ceil(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a side wins at least that follows the rule, by trying whatever the opponent may spoil.
    fn worst(guards: u32, lone: u32, crowded: u32, first: bool) -> u32 {
        if guards + lone + crowded == 0 {
            return 0;
        }
        if first {
            return match (guards, crowded) {
                (1.., _) => 2 + worst(guards - 1, lone, crowded, false),
                (0, 1..) => 1 + worst(0, lone, crowded - 1, false),
                _ => 1 + worst(0, lone - 1, 0, false),
            };
        }
        let spoils = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 0, 1), (0, 0, 2)];
        let left = spoils.iter().filter(|(g, l, c)| *g <= guards && *l <= lone && *c <= crowded);
        left.map(|(g, l, c)| worst(guards - g, lone - l, crowded - c, true)).min().unwrap_or(0)
    }

    #[test]
    fn as_many_are_won_as_the_worst_opponent_leaves() {
        for (guards, lone, crowded) in
            (0..5).flat_map(|g| (0..5).flat_map(move |l| (0..6).map(move |c| (g, l, c))))
        {
            for first in [true, false] {
                let areas = Areas { guards, lone, crowded, ..Areas::default() };
                let worst = worst(guards, lone, crowded, first);
                // A guard that is spoilt need not have a crowded area beside it, if there is none any more.
                assert_eq!(areas.certain(first), worst, "{areas:?}, first: {first}");
            }
        }
    }
}
