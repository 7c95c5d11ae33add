//! The houses of one side, numbered among those with as many seeds, and how they are sown whatever the other side has.

use super::{EACH, Kalah, first, seeds};

/// More than the most seeds in the houses that a database knows.
pub(super) const SEEDS: usize = 32;
const HOUSES: usize = Kalah::MOST_HOUSES as usize;

/// The ways to have fewer seeds than so many, by one less than the houses, then by the seeds.
const FEWER: [[u32; SEEDS]; HOUSES] = {
    let mut fewer = [[0; SEEDS]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut most = 1;
        while most < SEEDS {
            let exactly = if house == 0 { 1 } else { fewer[house - 1][most] };
            fewer[house][most] = fewer[house][most - 1] + exactly;
            most += 1;
        }
        house += 1;
    }
    fewer
};

/// The number of ways to have exactly so many seeds in some houses.
pub(super) fn ways(houses: usize, seeds: usize) -> usize {
    if houses == 1 { 1 } else { FEWER[houses - 2][seeds + 1] as usize }
}

/// The number of a board among those with as many seeds: the ways to have fewer seeds up to each house but the last.
#[inline(always)]
pub(super) fn rank(board: u64, houses: usize) -> usize {
    // Each byte of the product is the sum of all bytes up to there.
    let sums = board.wrapping_mul(EACH);
    let fewer = |house: usize| FEWER[house & (HOUSES - 1)][(sums >> (8 * house)) as usize & (SEEDS - 1)];
    (0..houses - 1).map(|house| fewer(house) as usize).sum()
}

/// What one sowing captures.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Captures {
    Nothing,
    /// What lies in this house of the other side, as it is before.
    House(u8),
    /// Seeds that were sown there first.
    Sown,
}

/// One way to sow a board.
#[derive(Copy, Clone)]
pub(super) struct Sowing {
    pub(super) house: u8,
    /// The number of the board afterwards, and its seeds.
    pub(super) rank: usize,
    pub(super) left: usize,
    /// The seeds that come to the store, without those captured in the other side's houses.
    pub(super) gained: usize,
    /// The seeds that come to the other side.
    pub(super) given: usize,
    pub(super) again: bool,
    pub(super) captures: Captures,
}

/// All boards with so many seeds, in order of their numbers.
pub(super) struct Boards {
    pub(super) seeds: usize,
    pub(super) list: Vec<u64>,
    pub(super) sowings: Vec<Vec<Sowing>>,
    /// By the seeds that the other side gives, then by the board: the number of what becomes of it.
    pub(super) given: Vec<Vec<u32>>,
    /// By the house, then by the board: the seeds in it, and the number of the board without them.
    pub(super) without: Vec<Vec<(u8, u32)>>,
}

impl Boards {
    /// The boards with `seeds` seeds, for positions with at most `most` seeds in all houses.
    pub(super) fn new(houses: u8, seeds: usize, most: usize) -> Boards {
        let count = usize::from(houses);
        let mut list = vec![0; ways(count, seeds)];
        spread(0, 0, seeds, count, &mut list);
        let each =
            |change: &dyn Fn(u64) -> u64| list.iter().map(|&b| rank(change(b), count) as u32).collect();
        let given =
            (0..=most - seeds).map(|given| each(&|board| board + handed_out(given, houses))).collect();
        let without = (0..count).map(|house| {
            let taken = |board: u64| (board >> (8 * house)) as u8;
            let rest = |board: u64| rank(board & !(0xff << (8 * house)), count) as u32;
            list.iter().map(|&board| (taken(board), rest(board))).collect()
        });
        let (without, sowings) =
            (without.collect(), list.iter().map(|&board| sowings(board, houses)).collect());
        Boards { seeds, list, sowings, given, without }
    }
}

/// Lists all boards that differ from this one in the houses from `house` on, which are empty.
fn spread(board: u64, house: usize, left: usize, houses: usize, list: &mut [u64]) {
    if house + 1 == houses {
        let board = board | (left as u64) << (8 * house);
        list[rank(board, houses)] = board;
        return;
    }
    (0..=left)
        .for_each(|here| spread(board | (here as u64) << (8 * house), house + 1, left - here, houses, list));
}

/// What a side has of so many seeds that the other one gives: no house gets two before each has got one.
fn handed_out(given: usize, houses: u8) -> u64 {
    let (rounds, more) = (given as u64 / u64::from(houses), given as u32 % u32::from(houses));
    rounds * first(houses.into()) + first(more)
}

/// All ways to sow a board.
fn sowings(board: u64, houses: u8) -> Vec<Sowing> {
    let pos = Kalah { houses: [board, 0], stores: [0; 2], count: houses, second: false, passing: false };
    let sown = |house: u8| {
        let mut after = pos;
        after.sow(house);
        let (mine, given) = if after.passing { (0, 1) } else { (1, 0) };
        let (left, gained) = (seeds(after.houses[mine]) as usize, usize::from(after.stores[mine]));
        let captures = match pos.taken(house) {
            None => Captures::Nothing,
            Some(_) if pos.at(0, house.into()) > u32::from(houses - house) => Captures::Sown,
            Some(_) => Captures::House(houses - 1 - pos.last(house) as u8),
        };
        Sowing {
            house,
            rank: rank(after.houses[mine], houses.into()),
            left,
            gained,
            given: seeds(after.houses[given]) as usize,
            again: after.passing,
            captures,
        }
    };
    (0..houses).filter(|&house| pos.at(0, house.into()) > 0).map(sown).collect()
}
