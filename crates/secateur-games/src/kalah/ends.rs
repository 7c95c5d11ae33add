//! What is left to be won with few seeds in the houses, exactly: an end-game database.
//!
//! As in G. Irving, J. Donkers and J. Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000. All ways to spread so many seeds
//! over the houses are numbered, and each has a byte for what the side that sows next wins of them, the other side's part taken
//! off. Small databases are made when they are first asked; large ones for whoever solves a game ([`prepared`]).

mod layers;
mod places;

use super::{Kalah, seeds};
use places::Places;
use secateur::table::Numbers;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// The most seeds in the houses that a small database knows, by the houses of a side: none takes more than ten megabytes. For
/// games with fewer seeds than [`MANY`] in all, for those with more, and for those with more than [`LOTS`].
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

/// The small databases, by the houses of a side and by the seeds in the game.
static SMALL: [[OnceLock<Ends>; 3]; 8] = [const { [const { OnceLock::new() }; 3] }; 8];

/// For games with at least so many seeds in the houses, the most seeds that a large database knows, and its most megabytes.
/// Two seeds more halve the search at least, and take two and a half times as long to make.
const LARGE: [(i32, usize, usize); 2] = [(56, 24, 1_300), (44, 20, 240)];

/// The differences that are left to be won, for the side that sows next.
#[derive(Debug)]
pub(super) struct Ends {
    /// The most seeds in the houses.
    most: usize,
    places: Places,
    values: Numbers,
}

impl Ends {
    /// Whether it knows a position with `left` seeds in the houses.
    #[inline]
    pub(super) fn holds(&self, pos: &Kalah, left: usize) -> bool {
        left <= self.most && usize::from(pos.count) == self.places.houses
    }

    /// The difference that is left to be won with these seeds in the houses, `left` in all.
    #[inline]
    pub(super) fn value(&self, houses: [u64; 2], left: usize) -> i32 {
        self.values[self.places.of(houses, left)].into()
    }
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
    let make = || Ends::new(pos.count, most[size], 1, &|| false).expect("nothing stops it");
    let small = SMALL[usize::from(pos.count) - 1][size].get_or_init(make);
    Some(small.value(pos.houses, left as usize))
}

/// The large database that pays for solving this position, of at most so many bytes; none if the small one does, or if it was
/// stopped. Those who ask for the same one while somebody has it share it.
pub(super) fn prepared(
    pos: &Kalah,
    bytes: usize,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Arc<Ends>> {
    static MADE: Mutex<Vec<Weak<Ends>>> = Mutex::new(Vec::new());
    let left = pos.houses.map(seeds).iter().sum::<i32>();
    let &(_, most, megabytes) = LARGE.iter().find(|&&(least, ..)| left >= least)?;
    let bytes = bytes.min(megabytes << 20);
    let houses = usize::from(pos.count);
    let most = (0..=most).rev().find(|&most| Places::new(houses, most).count <= bytes)?;
    if most <= MOST[houses - 1][2] {
        return None;
    }
    // Held until it is made, so that others wait for it rather than make it as well.
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.retain(|ends| ends.strong_count() > 0);
    let same = |ends: &Arc<Ends>| (ends.places.houses, ends.most) == (houses, most);
    made.iter().filter_map(Weak::upgrade).find(same).or_else(|| {
        let ends = Arc::new(Ends::new(pos.count, most, threads, stop)?);
        made.push(Arc::downgrade(&ends));
        Some(ends)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::Game;

    /// Every position is worth what the best sowing leads to, by the rules: with laps, captures and all.
    #[test]
    fn every_position_is_worth_its_best_sowing() {
        for (count, most) in [(1, 24), (2, 18), (3, 15), (4, 12), (5, 10), (6, 9), (7, 7), (8, 6)] {
            for threads in [1, 3] {
                let ends = Ends::new(count, most, threads, &|| false).unwrap();
                let mut seen = vec![false; ends.values.len()];
                let empty = Kalah { houses: [0; 2], stores: [0; 2], count, second: false, passing: false };
                check(&ends, empty, 0, most, &mut seen);
                assert!(seen.iter().all(|&seen| seen), "{count} houses");
            }
        }
    }

    /// Checks all positions in which the houses before this one have the seeds that they have.
    fn check(ends: &Ends, pos: Kalah, house: u32, left: usize, seen: &mut [bool]) {
        let count = u32::from(pos.count);
        if house < 2 * count {
            for here in 0..=left {
                let mut next = pos;
                next.houses[(house / count) as usize] |= (here as u64) << (8 * (house % count));
                check(ends, next, house + 1, left - here, seen);
            }
            return;
        }
        let value = |pos: &Kalah| {
            let left = pos.houses.map(seeds).iter().sum::<i32>();
            pos.turned(pos.lead() + ends.value(pos.houses, left as usize))
        };
        let best = pos.outcome().map(|score| score.get());
        let best = best.or_else(|| pos.moves().map(|house| -value(&pos.child(house))).max());
        assert_eq!(Some(value(&pos)), best, "{pos:?}");
        let place = ends.places.of(pos.houses, ends.most - left);
        assert!(!std::mem::replace(&mut seen[place], true), "{pos:?} has another's place");
    }

    /// Positions of many seeds get a large database, as long as somebody has it, and those of few none.
    #[test]
    fn large_databases_are_shared_and_stopped() {
        let (large, small) = (Kalah::new(6, 4).unwrap(), Kalah::new(6, 3).unwrap());
        let made = |pos: &Kalah, stop: bool| prepared(pos, 40 << 20, 2, &|| stop);
        assert!(made(&small, false).is_none() && made(&large, true).is_none());
        let first = made(&large, false).unwrap();
        assert_eq!(first.most, 16);
        assert!(Arc::ptr_eq(&first, &made(&large, true).unwrap()));
    }
}
