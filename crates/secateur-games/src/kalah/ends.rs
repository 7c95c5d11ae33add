//! What is left to be won with few seeds in the houses, exactly: an end-game database.
//!
//! As in G. Irving, J. Donkers and J. Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000. All ways to spread so many seeds
//! over the houses are numbered, and each has a byte for what the side to move wins of them, the other side's part taken off.

use super::{Kalah, seeds};
use secateur::Game;
use std::sync::OnceLock;

/// The most seeds in the houses that a table knows, by the houses of a side: none takes more than ten megabytes. For games
/// with fewer seeds than [`MANY`] in all, for those with more, and for those with more than [`LOTS`].
const MOST: [[usize; 3]; 8] = [
    [14, 14, 14],
    [14, 14, 14],
    [14, 14, 14],
    [12, 14, 14],
    [10, 13, 14],
    [10, 12, 14],
    [8, 10, 11],
    [7, 8, 9],
];
const MANY: u32 = 40;
const LOTS: u32 = 56;

/// Places of a number that is larger than every count of seeds, and of the houses of both sides.
const SEEDS: usize = 15;
const HOUSES: usize = 16;

/// The ways to spread at most some seeds over some houses, by the houses, then by the seeds.
const WAYS: [[u32; SEEDS]; HOUSES + 1] = {
    let mut ways = [[1_u32; SEEDS]; HOUSES + 1];
    let mut houses = 1;
    while houses <= HOUSES {
        let mut most = 1;
        while most < SEEDS {
            ways[houses][most] = ways[houses][most - 1] + ways[houses - 1][most];
            most += 1;
        }
        houses += 1;
    }
    ways
};

/// Not computed yet.
const OPEN: i8 = i8::MIN;

/// The tables, by the houses of a side and by the seeds in the game, each made when it is first asked.
static TABLES: [[OnceLock<Ends>; 3]; 8] = [const { [const { OnceLock::new() }; 3] }; 8];

/// The differences that are left to be won, for the side that sows next.
struct Ends {
    most: usize,
    values: Vec<i8>,
}

/// The difference that is left to be won where few seeds are in the houses, for the side that sows next.
#[inline]
pub(super) fn value(pos: &Kalah, left: i32) -> Option<i32> {
    let most = &MOST[usize::from(pos.count) - 1];
    if left > most[2] as i32 {
        return None;
    }
    let all = left as u32 + u32::from(pos.stores[0]) + u32::from(pos.stores[1]);
    let size = usize::from(all >= MANY) + usize::from(all >= LOTS);
    if left > most[size] as i32 {
        return None;
    }
    let table = TABLES[usize::from(pos.count) - 1][size].get_or_init(|| Ends::new(pos.count, most[size]));
    Some(table.values[place(pos, table.most)].into())
}

/// The number of a position among all with at most so many seeds in the houses.
#[inline]
fn place(pos: &Kalah, most: usize) -> usize {
    let (mut place, mut left, mut houses) = (0, most, 2 * usize::from(pos.count));
    for side in pos.houses {
        for house in 0..u32::from(pos.count) {
            let here = (side >> (8 * house)) as usize & 0xff;
            // All ways come before in which this house has fewer seeds.
            place += WAYS[houses][left] - WAYS[houses][left - here];
            left -= here;
            houses -= 1;
        }
    }
    place as usize
}

impl Ends {
    fn new(count: u8, most: usize) -> Ends {
        let size = WAYS[2 * usize::from(count)][most] as usize;
        let mut ends = Ends { most, values: vec![OPEN; size] };
        let empty = Kalah { houses: [0; 2], stores: [0; 2], count, second: false, passing: false };
        ends.spread(empty, 0, most);
        ends
    }

    /// Computes all positions in which the houses before this one have the seeds that they have.
    fn spread(&mut self, pos: Kalah, house: u32, left: usize) {
        let count = u32::from(pos.count);
        if house == 2 * count {
            self.compute(&pos);
            return;
        }
        for here in 0..=left {
            let mut next = pos;
            next.houses[(house / count) as usize] |= (here as u64) << (8 * (house % count));
            self.spread(next, house + 1, left - here);
        }
    }

    /// The value of a position with empty stores. No position comes back, and none has more seeds after a move.
    fn compute(&mut self, pos: &Kalah) -> i8 {
        let place = place(pos, self.most);
        if self.values[place] != OPEN {
            return self.values[place];
        }
        let [mine, theirs] = pos.houses.map(seeds);
        let value = match pos.outcome() {
            Some(_) => mine - theirs,
            None => pos.moves().map(|house| self.after(&pos.child(house))).max().unwrap_or(OPEN.into()),
        };
        self.values[place] = value as i8;
        value as i8
    }

    /// The value after a move, for the side that made it.
    fn after(&mut self, child: &Kalah) -> i32 {
        let value =
            child.lead() + i32::from(self.compute(&Kalah { stores: [0; 2], passing: false, ..*child }));
        if child.passing { value } else { -value }
    }
}
