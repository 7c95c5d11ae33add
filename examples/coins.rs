//! A row of coins: in turn, each side takes one from either end; the side that has more wins by the difference.
//! The game that the book writes in ten minutes.
//!
//! `cargo run --release --example coins -- compare coins`

use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Notation, Scale, StaticValue};
use secateur_session::{GameEntry, Registry};

// ANCHOR: rules
#[derive(Clone, Debug)]
struct Coins {
    row: Vec<i32>, // a small array is faster to copy: see below
    lead: i32,     // of the side to move
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum End {
    Left,
    Right,
}

impl Game for Coins {
    type Move = End;

    fn moves(&self) -> impl Iterator<Item = End> {
        [End::Left, End::Right].into_iter().take(self.row.len())
    }

    fn play(&mut self, end: End) {
        let place = if end == End::Left { 0 } else { self.row.len() - 1 };
        self.lead = -(self.lead + self.row.remove(place));
    }

    // No coin is left: the lead is the value of the game.
    fn no_moves(&self) -> Score {
        Score::points(self.lead)
    }
}
// ANCHOR_END: rules

// ANCHOR: key
impl Keyed for Coins {
    fn key(&self) -> u64 {
        let coins = self.row.iter().map(|&coin| coin as u64);
        coins
            .chain([self.lead as u64])
            .fold(0, |key, part| (key ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

impl Hints for Coins {
    const CYCLES: bool = false;
}
// ANCHOR_END: key

// ANCHOR: text
impl Notation for Coins {
    type Knowledge = StaticValue;
    const SCALE: Scale = Scale::Points; // by how much matters

    fn start() -> Self {
        Coins { row: vec![7, 2, 9, 5, 1, 8, 3, 6], lead: 0 }
    }

    fn static_value(&self) -> Score {
        Score::points(self.lead)
    }
}
// ANCHOR_END: text

// ANCHOR: main
fn main() -> std::process::ExitCode {
    let coins = GameEntry::new::<Coins>("coins", "take a coin from either end of a row");
    secateur_cli::run(Registry::new().with(coins))
}
// ANCHOR_END: main

// ANCHOR: laws
#[test]
fn laws() {
    secateur::laws::check(&Coins::start(), 1, 100).unwrap();
    secateur_games::laws::check_notation::<Coins>("", 1, 20).unwrap();
}
// ANCHOR_END: laws
