//! Kalah (W. J. Champion, 1940): sow, and move again by ending in the store. Any number of houses up to eight, and of seeds
//! up to fifteen; `kalah-6x5` has six houses with five seeds each.
//!
//! Rules as in G. Irving, J. Donkers and J. Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000. The seeds of a house are
//! sown one by one, past one's own store and not into the other's. A side whose last seed falls into its own store moves
//! again. A side whose last seed falls into an empty house of its own takes that seed and those of the house opposite, even
//! if there are none (the *empty capture*). Once a side has no seeds in its houses, the other side's seeds go to its store,
//! and the value is the difference of the stores.
//!
//! Each sowing is a ply. Where a side moves again, a pass of the other side comes between, its only move there; people are
//! not asked for it, nor shown it ([`Notation::pass`]).

mod boards;
mod ends;
mod stores;
mod text;

pub use stores::Stores;

use crate::grid::{hash, salt};
use crate::notation::played;
use crate::{Inputs, Notation, Scale, Unreadable};
use secateur::{Game, Hints, Keyed, Score};

/// One seed in each of eight houses.
const EACH: u64 = 0x0101_0101_0101_0101;
/// What moves are tried by, in points: to move again,
const AGAIN: i32 = 128;
/// each seed that comes to the store,
const SEED: i32 = 20;
/// and each house nearer to it.
const HOUSE: i32 = 6;
/// The text of a pass.
const PASS: &str = "pass";

/// A position of Kalah.
///
/// ```
/// use secateur::Game;
/// use secateur_games::{Notation, kalah::Kalah};
///
/// // The last seed of the third house falls into the store: the second side passes.
/// let pos = Kalah::read("3").unwrap();
/// assert_eq!(pos.write(), "4,4,0,5,5,5:1/4,4,4,4,4,4:0 first again");
/// assert_eq!((pos.side().as_str(), pos.moves().count(), pos.pass().is_some()), ("second", 1, true));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kalah {
    /// The houses of the side that sows next and of the other side, a byte each, in the order in which their side sows.
    houses: [u64; 2],
    /// The stores, likewise.
    stores: [u8; 2],
    /// The number of houses of a side.
    count: u8,
    /// Whether the second side sows next.
    second: bool,
    /// Whether the other side has to pass first.
    passing: bool,
}

/// The seeds in some houses.
#[inline(always)]
fn seeds(houses: u64) -> i32 {
    // In two sums, of eight houses at most 255 seeds together.
    (houses.wrapping_mul(EACH) >> 56) as i32
}

/// A seed in each of the first `count` houses.
#[inline(always)]
fn first(count: u32) -> u64 {
    EACH & 1u64.checked_shl(8 * count).unwrap_or(0).wrapping_sub(1)
}

impl Kalah {
    /// The most houses of a side.
    pub const MOST_HOUSES: u8 = 8;
    /// The most seeds that houses start with.
    pub const MOST_SEEDS: u8 = 15;
    /// The move of a side that has to pass.
    pub const PASS: u8 = Self::MOST_HOUSES;

    /// The start with that many houses of a side and seeds in each; none if there are none or too many.
    ///
    /// ```
    /// use secateur_games::{Notation, kalah::Kalah};
    ///
    /// assert_eq!(Kalah::new(2, 3).unwrap().write(), "3,3:0/3,3:0 first");
    /// assert!(Kalah::new(9, 1).is_none() && Kalah::new(6, 0).is_none());
    /// ```
    pub fn new(houses: u8, seeds: u8) -> Option<Kalah> {
        if !(1..=Self::MOST_HOUSES).contains(&houses) || !(1..=Self::MOST_SEEDS).contains(&seeds) {
            return None;
        }
        let full = first(houses.into()) * u64::from(seeds);
        Some(Kalah { houses: [full; 2], stores: [0; 2], count: houses, second: false, passing: false })
    }

    #[inline(always)]
    fn at(&self, side: usize, house: u32) -> u32 {
        (self.houses[side] >> (8 * house)) as u32 & 0xff
    }

    /// The difference of the stores, for the side that sows next.
    #[inline(always)]
    fn lead(&self) -> i32 {
        i32::from(self.stores[0]) - i32::from(self.stores[1])
    }

    /// The value for the side to move of one for the side that sows next.
    #[inline(always)]
    fn turned(&self, points: i32) -> i32 {
        if self.passing { -points } else { points }
    }

    /// The place of the last seed of a house: that of the store is the number of houses, those beyond are the opponent's.
    #[inline(always)]
    fn last(&self, house: u8) -> u32 {
        (u32::from(house) + self.at(0, house.into())) % (2 * u32::from(self.count) + 1)
    }

    /// The seeds that sowing from a house takes out of the houses at once by a capture, if it makes one.
    #[inline(always)]
    fn taken(&self, house: u8) -> Option<u32> {
        let (count, around) = (u32::from(self.count), 2 * u32::from(self.count) + 1);
        let (last, sown) = (self.last(house), self.at(0, house.into()));
        let lands = last < count && sown <= around && (self.at(0, last) == 0 || sown == around);
        lands.then(|| 1 + self.at(1, count - 1 - last) + u32::from(sown + u32::from(house) > count))
    }

    fn sow(&mut self, house: u8) {
        let (count, from) = (u32::from(self.count), u32::from(house));
        let (last, sown) = (self.last(house), self.at(0, from));
        self.houses[0] &= !(0xff << (8 * from));
        let (laps, mut left) = (sown / (2 * count + 1), sown % (2 * count + 1));
        let mut hand_out = |most: u32| {
            let here = left.min(most);
            left -= here;
            here
        };
        let (mine, store) = (hand_out(count - 1 - from), hand_out(1));
        let (theirs, again) = (hand_out(count), hand_out(count));
        let lap = u64::from(laps) * first(count);
        self.houses[0] += lap + (first(mine) << 8 << (8 * from)) + first(again);
        self.houses[1] += lap + first(theirs);
        self.stores[0] += (laps + store) as u8;
        self.passing = last == count;
        if last < count && self.at(0, last) == 1 {
            let opposite = count - 1 - last;
            self.stores[0] += (1 + self.at(1, opposite)) as u8;
            self.houses[0] &= !(0xff << (8 * last));
            self.houses[1] &= !(0xff << (8 * opposite));
        }
        if !self.passing {
            self.second = !self.second;
            self.houses.swap(0, 1);
            self.stores.swap(0, 1);
        }
    }
}

impl Game for Kalah {
    /// A house, from 0, or [`Kalah::PASS`].
    type Move = u8;

    /// The houses next to the store first: they move again more often.
    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        let (end, passing) = if self.passing { (0, true) } else { (self.count, false) };
        let houses = (0..end).rev().filter(|&house| self.at(0, house.into()) > 0);
        houses.chain(passing.then_some(Self::PASS))
    }

    #[inline(always)]
    fn play(&mut self, house: u8) {
        match self.passing {
            true => self.passing = false,
            false => self.sow(house),
        }
    }

    /// The stores' difference once a side has no seeds left, those of the other side counted to its store.
    #[inline(always)]
    fn outcome(&self) -> Option<Score> {
        let [mine, theirs] = self.houses;
        (mine == 0 || theirs == 0)
            .then(|| Score::points(self.turned(self.lead() + seeds(mine) - seeds(theirs))))
    }
}

impl Keyed for Kalah {
    /// The houses and the difference of the stores, for the side that sows next.
    #[inline]
    fn key(&self) -> u64 {
        self.rest().0 ^ (self.lead() as u64).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[inline]
    fn rest(&self) -> (u64, i32) {
        let turn = if self.passing { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        (hash(self.houses) ^ salt([self.count], [6]) ^ turn, self.turned(self.lead()))
    }

    #[inline(always)]
    fn encode(&self, house: u8) -> u16 {
        house.into()
    }

    #[inline(always)]
    fn decode(&self, code: u16) -> Option<u8> {
        let house = u8::try_from(code).ok()?;
        let sows = || !self.passing && house < self.count && self.at(0, house.into()) > 0;
        (self.passing && house == Self::PASS || sows()).then_some(house)
    }
}

impl Hints for Kalah {
    const BY_LIST: bool = false;
    /// Seeds go one way, and none goes around without another one left in a store.
    const CYCLES: bool = false;
    const UNIT: i32 = 2;
    const FROM_TO_RANGE: usize = 256;
    const PIECE_TO_RANGE: usize = 16;

    #[inline(always)]
    fn is_forced(&self) -> bool {
        self.passing
    }

    /// The seeds that come to the store, moves that keep the turn, and houses next to the store, which so do not fill up those
    /// that are ready to be sown. The weights are those of the smallest trees on five boards, 4x6 to 6x3.
    #[inline]
    fn move_score(&self, house: u8) -> i32 {
        if self.passing {
            return 0;
        }
        let passes_store = u32::from(self.at(0, house.into()) + u32::from(house) >= u32::from(self.count));
        let gained = self.taken(house).unwrap_or(passes_store) as i32;
        let again = if self.last(house) == u32::from(self.count) { AGAIN } else { 0 };
        again + SEED * gained + HOUSE * i32::from(house)
    }

    fn is_noisy(&self, _: u8) -> bool {
        false
    }

    fn quiet(&self) -> impl Iterator<Item = u8> {
        self.moves()
    }

    /// The house and the seeds in it, up to fifteen.
    fn from_to(&self, house: u8) -> usize {
        if self.passing { 0 } else { usize::from(house) << 4 | self.at(0, house.into()).min(15) as usize }
    }

    fn piece_to(&self, house: u8) -> usize {
        house.into()
    }
}

impl Notation for Kalah {
    type Knowledge = Stores;

    /// With a larger database of ends, for more than a few seeds.
    fn prepared(&self, _: &[&str], bytes: usize, threads: usize, stop: &(dyn Fn() -> bool + Sync)) -> Stores {
        Stores { ends: ends::prepared(self, bytes, threads, stop) }
    }

    /// For six houses with four seeds each.
    const LEARNED: &'static [u8] = include_bytes!("../nets/kalah.eval");

    const SCALE: Scale = Scale::Points;

    /// Six houses with four seeds each.
    fn start() -> Self {
        Kalah::new(6, 4).expect("few houses")
    }

    /// Columns are houses, rows are seeds.
    fn sized(columns: u32, rows: u32) -> Option<Self> {
        Kalah::new(u8::try_from(columns).ok()?, u8::try_from(rows).ok()?)
    }

    /// The houses sown, `3 6 1`, with the passes between or without; or the houses and the store of either side, each in
    /// the order in which it sows, then the side that sows next: `4,4,0,5,5,5:1/4,4,4,4,4,4:0 first again`, where `again`
    /// says that the other side has to pass first.
    fn read_from(start: Self, text: &str) -> Result<Self, Unreadable> {
        if text.contains([',', ':', '/']) {
            return text::position(text);
        }
        played(start, text)
    }

    fn text(&self) -> Option<String> {
        let side = |side: usize| {
            let houses: Vec<String> =
                (0..u32::from(self.count)).map(|house| self.at(side, house).to_string()).collect();
            format!("{}:{}", houses.join(","), self.stores[side])
        };
        let [one, two] = if self.second { [1, 0] } else { [0, 1] };
        let (next, again) = (SIDES[usize::from(self.second)], if self.passing { " again" } else { "" });
        Some(format!("{}/{} {next}{again}", side(one), side(two)))
    }

    /// The number of the house, from 1; or `pass`.
    fn write_move(&self, house: u8) -> String {
        if house == Self::PASS { PASS.into() } else { (house + 1).to_string() }
    }

    fn pass(&self) -> Option<u8> {
        (self.passing && self.outcome().is_none()).then_some(Self::PASS)
    }

    /// The houses in the order in which their side sows, those of the side that sows next first, up to 15 seeds; and behind
    /// the first of them what half the stores' difference is above -8, from 0 to 15.
    fn inputs(&self) -> Option<Inputs> {
        let seeds = self.houses.map(seeds).iter().sum::<i32>() as u16
            + self.stores.map(u16::from).iter().sum::<u16>();
        Some(Inputs { contents: 16, views: 2, margin: seeds, ..Inputs::of(2, self.count + 1) })
    }

    #[inline]
    fn contents(&self, cells: &mut [u8]) -> usize {
        cells.fill(0);
        let rows = cells.chunks_exact_mut(usize::from(self.count) + 1);
        for (side, row) in rows.enumerate() {
            for house in 0..u32::from(self.count) {
                row[house as usize] = self.at(side, house).min(15) as u8;
            }
        }
        cells[usize::from(self.count)] = (self.lead() / 2 + 8).clamp(0, 15) as u8;
        usize::from(self.passing)
    }

    /// The second side's houses above, from right to left, the first side's below, the stores at the ends.
    fn draw(&self) -> String {
        let [one, two] = if self.second { [1, 0] } else { [0, 1] };
        let count = u32::from(self.count);
        let row = |houses: &mut dyn Iterator<Item = u32>| {
            houses.map(|seeds| format!("{seeds:>4}")).collect::<String>()
        };
        let above = row(&mut (0..count).rev().map(|house| self.at(two, house)));
        let below = row(&mut (0..count).map(|house| self.at(one, house)));
        let (names, wide) = (row(&mut (1..=count)), 4 * self.count as usize + 4);
        let (left, right) = (self.stores[two], self.stores[one]);
        format!("    {above}\n{left:>4}{right:>wide$}\n    {below}\n    {names}")
    }

    fn side(&self) -> String {
        SIDES[usize::from(self.second != self.passing)].into()
    }
}

/// The names of the sides.
const SIDES: [&str; 2] = ["first", "second"];
