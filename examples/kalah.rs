//! Kalah (W. J. Champion, 1940): a game in which a side often moves again. Rules as in G. Irving, J. Donkers and
//! J. Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000.
//!
//! Each side has six houses with four seeds each, and a store. The seeds of a house are sown one by one, past one's own
//! store and not into the other. A side whose last seed falls into its own store moves again; one whose last seed falls
//! into an empty house of its own takes that seed and those opposite, if there are any. Once a side has no seeds to sow on
//! its turn, the other side's go to its store, and the most seeds win.
//!
//! `cargo run --release --example kalah -- play kalah`

use secateur::Score;
use secateur::table::Zobrist;
use secateur_games::Scale;
use secateur_games::turns::{Rules, Turns};
use secateur_session::{GameEntry, Registry};

// ANCHOR: rules
/// `HOUSES` houses per side with `SEEDS` seeds each.
#[derive(Clone, PartialEq, Debug)]
struct Kalah<const HOUSES: usize, const SEEDS: u8> {
    /// The houses of either side, in the order in which it sows.
    houses: [[u8; HOUSES]; 2],
    stores: [u8; 2],
    mover: usize,
}

impl<const HOUSES: usize, const SEEDS: u8> Rules for Kalah<HOUSES, SEEDS> {
    /// A house, from 0, of the side to move.
    type Move = u8;

    /// Seeds go one way, and none goes around without another one left in a store.
    const CYCLES: bool = false;

    fn start() -> Self {
        Kalah { houses: [[SEEDS; HOUSES]; 2], stores: [0; 2], mover: 0 }
    }

    /// The houses next to the store first: they move again more often.
    fn moves(&self) -> Vec<u8> {
        (0..HOUSES as u8).rev().filter(|&house| self.houses[self.mover][usize::from(house)] > 0).collect()
    }

    fn play(&mut self, house: &u8) {
        let (me, from) = (self.mover, usize::from(*house));
        let (mut side, mut at) = (me, from);
        for _ in 0..std::mem::take(&mut self.houses[me][from]) {
            at += 1;
            if at == HOUSES && side == me {
                self.stores[me] += 1;
                continue;
            }
            if at >= HOUSES {
                (side, at) = (1 - side, 0);
            }
            self.houses[side][at] += 1;
        }
        if side == me && at == HOUSES {
            return; // the last seed fell into the store: the turn stays
        }
        if side == me && self.houses[me][at] == 1 {
            let opposite = &mut self.houses[1 - me][HOUSES - 1 - at];
            if *opposite > 0 {
                self.stores[me] += std::mem::take(opposite) + 1;
                self.houses[me][at] = 0;
            }
        }
        self.mover = 1 - me;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn outcome(&self) -> Option<Score> {
        let seeds = |side: usize| self.houses[side].iter().sum::<u8>();
        let (me, foe) = (self.mover, 1 - self.mover);
        (seeds(me) == 0).then(|| Score::points(self.lead() - i32::from(seeds(foe))))
    }

    fn key(&self) -> u64 {
        let counts = self.houses.iter().flatten().chain(&self.stores);
        let key = counts
            .enumerate()
            .fold(0, |key, (place, &seeds)| key ^ COUNTS.key(place << 8 | usize::from(seeds)));
        key ^ if self.mover == 0 { 0 } else { COUNTS.key(usize::from(u8::MAX)) }
    }
    // ANCHOR_END: rules

    fn static_value(&self) -> Score {
        Score::points(self.lead())
    }

    fn write_move(&self, house: &u8) -> String {
        (house + 1).to_string()
    }

    fn draw(&self) -> String {
        let row = |houses: &mut dyn Iterator<Item = &u8>| {
            houses.map(|seeds| format!("{seeds:>3}")).collect::<String>()
        };
        let (theirs, mine) = (row(&mut self.houses[1].iter().rev()), row(&mut self.houses[0].iter()));
        let names: String = (1..=HOUSES).map(|house| format!("{house:>3}")).collect();
        let [first, second] = self.stores;
        format!("   {theirs}\n{second:>3}{:>1$}\n   {mine}\n   {names}", first, 3 * HOUSES + 3)
    }

    const SCALE: Scale = Scale::Points;
}

/// A key for each number of seeds in each place, and one for the side.
static COUNTS: Zobrist<{ 16 << 8 }> = Zobrist::new(1);

impl<const HOUSES: usize, const SEEDS: u8> Kalah<HOUSES, SEEDS> {
    /// The number of seeds that the side to move has more in its store.
    fn lead(&self) -> i32 {
        i32::from(self.stores[self.mover]) - i32::from(self.stores[1 - self.mover])
    }
}

fn main() -> std::process::ExitCode {
    // ANCHOR: main
    let kalah = GameEntry::new::<Turns<Kalah<6, 4>>>("kalah", "sow, and move again by ending in the store");
    secateur_cli::run(Registry::new().with(kalah))
    // ANCHOR_END: main
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::{Search, Table, algo, laws};
    use secateur_games::Notation;
    use std::collections::HashMap;

    #[test]
    fn laws() {
        laws::check(&Turns::<Kalah<6, 4>>::start(), 1, 30).unwrap();
        secateur_games::laws::check_notation::<Turns<Kalah<6, 4>>>("", 1, 10).unwrap();
    }

    /// A position: houses, stores, and who moves.
    type Position<const H: usize> = ([[u8; H]; 2], [u8; 2], usize);

    /// The value of the game for the first side, by the rules alone: nothing is negated, nobody passes.
    fn by_the_rules<const H: usize, const S: u8>(
        pos: &Kalah<H, S>,
        known: &mut HashMap<Position<H>, i32>,
    ) -> i32 {
        let for_first = |score: Score| if pos.mover == 0 { score.get() } else { -score.get() };
        if let Some(score) = pos.outcome() {
            return for_first(score);
        }
        if let Some(&value) = known.get(&(pos.houses, pos.stores, pos.mover)) {
            return value;
        }
        let values = pos.moves().into_iter().map(|m| {
            let mut child = pos.clone();
            child.play(&m);
            by_the_rules(&child, known)
        });
        let values: Vec<i32> = values.collect();
        let best = if pos.mover == 0 { values.iter().max() } else { values.iter().min() };
        let value = *best.expect("a side with seeds has a move");
        known.insert((pos.houses, pos.stores, pos.mover), value);
        value
    }

    fn holds<const H: usize, const S: u8>() -> i32 {
        let start = Kalah::<H, S>::start();
        let expected = by_the_rules(&start, &mut HashMap::new());
        let (table, root) = (Table::with_entries(1 << 16), Turns::new(start));
        let eval = |pos: &Turns<Kalah<H, S>>| pos.static_value();
        let mut cx = Search::new(eval).memory(table.exact());
        let Ok(value) = algo::minimax_memory(&mut cx, &root, 100);
        let Ok(same) = algo::alpha_beta(&mut Search::new(eval), &root, 100, -Score::INF, Score::INF);
        assert_eq!((value.get(), same.get()), (expected, expected), "{H} houses with {S} seeds");
        expected
    }

    #[test]
    fn turns_are_worth_what_the_rules_say() {
        let values = [holds::<1, 1>(), holds::<2, 1>(), holds::<2, 2>(), holds::<3, 1>(), holds::<3, 2>()];
        assert!(values.iter().any(|&value| value != 0), "{values:?}");
    }

    #[test]
    fn a_side_that_ends_in_its_store_moves_again() {
        let pos = Turns::<Kalah<6, 4>>::read("3").unwrap();
        let pass = pos.pass().expect("the other side has to pass");
        assert_eq!((pos.write_move(pass), pos.side().as_str()), ("pass".into(), "second"));
        let read = |text| secateur::Keyed::key(&Turns::<Kalah<6, 4>>::read(text).unwrap());
        assert_eq!(read("3 6"), read("3 pass 6"));
    }
}
