//! How a database is made: by layers of as many seeds in the houses, the fewest first.
//!
//! A sowing that brings no seed to the store stays in its layer, and leaves the board of whoever sows with a lower number: so
//! in a layer the boards of both sides are gone through in order of their numbers. What becomes of a board is known before the
//! other side's is looked at, and so a position afterwards is found by two numbers, without sowing anything.

use super::super::boards::{Boards, Captures, SEEDS, Sowing, ways};
use super::super::{Kalah, seeds};
use super::Ends;
use super::places::Places;
use secateur::Game;
use secateur::table::Numbers;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Less than every value.
const NOTHING: i8 = i8::MIN;

impl Ends {
    /// The database of all positions with at most so many seeds in the houses; none if it was stopped, or if the system refuses
    /// the memory.
    pub(super) fn new(
        count: u8,
        most: usize,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Ends> {
        let places = Places::new(count.into(), most);
        let mut values = Numbers::zeroed(places.count).ok()?;
        let boards: Vec<Boards> = (0..=most).map(|seeds| Boards::new(count, seeds, most)).collect();
        for all in 0..=most {
            let (below, mut rest) = values.split_at_mut(places.block(all, 0).begin);
            let (mut pairs, mut begin) = (Vec::new(), below.len());
            for few in 0..=all / 2 {
                let size = ways(places.houses, few) * ways(places.houses, all - few);
                let (here, more) = rest.split_at_mut(if 2 * few == all { size } else { 2 * size });
                (rest, begin) = (more, begin + here.len());
                let known = Known { places: &places, below, begin: begin - here.len(), here };
                pairs.push(Pair { count, known, x: &boards[all - few], y: &boards[few] });
            }
            // The largest come first, so that none is left alone at the end.
            let pairs = Mutex::new(pairs);
            let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let work = || {
                while let Some(mut pair) = next() {
                    pair.fill(stop)
                }
            };
            thread::scope(|scope| {
                (1..threads).for_each(|_| _ = scope.spawn(work));
                work();
            });
            if stop() {
                return None;
            }
        }
        Some(Ends { most, places, values })
    }
}

/// The values that are known while two blocks are made.
struct Known<'a> {
    places: &'a Places,
    /// All positions with fewer seeds.
    below: &'a [i8],
    /// The two blocks, and where they begin.
    here: &'a mut [i8],
    begin: usize,
}

impl Known<'_> {
    /// The values from a place on.
    #[inline(always)]
    fn from(&self, place: usize) -> &[i8] {
        if place < self.below.len() { &self.below[place..] } else { &self.here[place - self.begin..] }
    }

    /// The value of sowing a house, for the side that does.
    fn after(&self, pos: &Kalah, house: u8) -> i8 {
        let child = pos.child(house);
        let left = child.houses.map(seeds).iter().sum::<i32>();
        let value = child.lead() + i32::from(self.from(self.places.of(child.houses, left as usize))[0]);
        if child.passing { value as i8 } else { -value as i8 }
    }

    /// The places of a board after a sowing, by the number of the other side's, which has so many seeds then: the first, and
    /// the step to the next.
    #[inline(always)]
    fn line(&self, sowing: &Sowing, others: usize) -> (usize, usize) {
        match sowing.again {
            true => self.places.block(sowing.left, others).line(true, sowing.rank),
            false => self.places.block(others, sowing.left).line(false, sowing.rank),
        }
    }
}

/// The value of a sowing that gains so much and leads to a position of this value for the side that sows next.
#[inline(always)]
fn gaining(gained: i8, again: bool, value: i8) -> i8 {
    if again { gained + value } else { gained - value }
}

/// Two blocks that need nothing of their layer but each other: those in which one side has the boards `x`, and the other `y`,
/// which have no more seeds.
struct Pair<'a> {
    count: u8,
    known: Known<'a>,
    x: &'a Boards,
    y: &'a Boards,
}

/// A sowing of a board `y` that captures nothing, where the other side's board is given.
struct Placed {
    /// The place of the first position afterwards, among all below or among those here.
    place: u32,
    step: u32,
    given: u8,
    gained: i8,
    again: bool,
    here: bool,
}

/// All sowings of the boards `y`.
struct Laid<'a> {
    /// Those that capture nothing, board by board, and where each board's end.
    placed: Vec<Placed>,
    ends: Vec<usize>,
    /// The others, with the numbers of their boards.
    capturing: Vec<(usize, &'a Sowing)>,
}

impl<'a> Pair<'a> {
    fn fill(&mut self, stop: &(dyn Fn() -> bool + Sync)) {
        let (x, y) = (self.x, self.y);
        let (first, second) = (0, self.known.places.block(y.seeds, x.seeds).begin - self.known.begin);
        let (same, width) = (x.seeds == y.seeds, y.list.len());
        let laid = self.lay();
        let mut line = vec![NOTHING; width];
        for i in 0..x.list.len() {
            if stop() {
                return;
            }
            // Where the boards are the same ones, those of higher numbers come later, and stand on both sides then.
            let line = &mut line[..if same { i } else { width }];
            self.sow_x(i, line);
            self.known.here[first + i * width..][..line.len()].copy_from_slice(line);
            if same {
                self.known.here[first + i * width + i] = self.value([x.list[i]; 2]);
            }
            self.sow_y(i, &laid, line);
            let (from, step) = if same { (second + i, width) } else { (second + i * width, 1) };
            line.iter().enumerate().for_each(|(j, &value)| self.known.here[from + j * step] = value);
        }
    }

    fn pos(&self, houses: [u64; 2]) -> Kalah {
        Kalah { houses, stores: [0; 2], count: self.count, second: false, passing: false }
    }

    /// The value of a position, from those after all sowings.
    fn value(&self, houses: [u64; 2]) -> i8 {
        let pos = self.pos(houses);
        match pos.outcome() {
            Some(_) => (seeds(houses[0]) - seeds(houses[1])) as i8,
            None => pos.moves().map(|house| self.known.after(&pos, house)).max().unwrap_or(NOTHING),
        }
    }

    /// The values for a board `x` that is to be sown, by the boards `y`.
    fn sow_x(&self, i: usize, line: &mut [i8]) {
        let (x, y, known) = (self.x, self.y, &self.known);
        if y.seeds == 0 {
            line.fill(x.seeds as i8);
            return;
        }
        line.fill(NOTHING);
        for sowing in &x.sowings[i] {
            let gained = sowing.gained as i8;
            match sowing.captures {
                Captures::Nothing => {
                    let (from, step) = known.line(sowing, y.seeds + sowing.given);
                    let (values, again) = (known.from(from), sowing.again);
                    if (sowing.given, step) == (0, 1) {
                        let better = |(best, &value): (&mut i8, &i8)| {
                            *best = (*best).max(gaining(gained, again, value))
                        };
                        line.iter_mut().zip(values).for_each(better);
                    } else {
                        let after = |&number: &u32| gaining(gained, again, values[number as usize * step]);
                        line.iter_mut()
                            .zip(&y.given[sowing.given])
                            .for_each(|(best, n)| *best = (*best).max(after(n)));
                    }
                }
                Captures::House(house) => {
                    let lines: [(usize, usize); SEEDS] = std::array::from_fn(|taken| {
                        y.seeds.checked_sub(taken).map_or((0, 0), |others| known.line(sowing, others))
                    });
                    for (best, &(taken, number)) in line.iter_mut().zip(&y.without[usize::from(house)]) {
                        let (from, step) = lines[usize::from(taken)];
                        *best =
                            (*best).max(gained + taken as i8 - known.below[from + number as usize * step]);
                    }
                }
                Captures::Sown => {
                    for (best, &other) in line.iter_mut().zip(&y.list) {
                        *best = (*best).max(known.after(&self.pos([x.list[i], other]), sowing.house));
                    }
                }
            }
        }
    }

    /// The values for the boards `y` that are to be sown, against a board `x`.
    fn sow_y(&self, i: usize, laid: &Laid<'_>, line: &mut [i8]) {
        let (x, y, known) = (self.x, self.y, &self.known);
        if y.seeds == 0 {
            line.fill(-(x.seeds as i8));
            return;
        }
        let given: [u32; SEEDS] =
            std::array::from_fn(|given| x.given.get(given).map_or(0, |numbers| numbers[i]));
        let mut from = 0;
        for (best, &end) in line.iter_mut().zip(&laid.ends) {
            let after = |p: &Placed| {
                let place = (p.place + p.step * given[usize::from(p.given) & (SEEDS - 1)]) as usize;
                gaining(p.gained, p.again, if p.here { known.here[place] } else { known.below[place] })
            };
            *best = laid.placed[from..end].iter().map(after).fold(NOTHING, i8::max);
            from = end;
        }
        for &(j, sowing) in &laid.capturing {
            let Some(best) = line.get_mut(j) else { break };
            let value = match sowing.captures {
                Captures::House(house) => {
                    let (taken, number) = x.without[usize::from(house)][i];
                    let (from, step) = known.line(sowing, x.seeds - usize::from(taken));
                    sowing.gained as i8 + taken as i8 - known.below[from + number as usize * step]
                }
                _ => known.after(&self.pos([y.list[j], x.list[i]]), sowing.house),
            };
            *best = (*best).max(value);
        }
    }

    fn lay(&self) -> Laid<'a> {
        let (x, y) = (self.x, self.y);
        let mut laid = Laid { placed: Vec::new(), ends: Vec::new(), capturing: Vec::new() };
        for (j, sowings) in y.sowings.iter().enumerate() {
            for sowing in sowings {
                if sowing.captures != Captures::Nothing {
                    laid.capturing.push((j, sowing));
                    continue;
                }
                let (from, step) = self.known.line(sowing, x.seeds + sowing.given);
                let here = from >= self.known.begin;
                laid.placed.push(Placed {
                    place: (from - if here { self.known.begin } else { 0 }) as u32,
                    step: step as u32,
                    given: sowing.given as u8,
                    gained: sowing.gained as i8,
                    again: sowing.again,
                    here,
                });
            }
            laid.ends.push(laid.placed.len());
        }
        laid
    }
}
