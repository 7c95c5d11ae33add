//! A game with an error in it: its second move cannot be played.

use secateur::{Game, Hints, Keyed};
use secateur_games::{Notation, StaticValue};
use secateur_session::GameEntry;

#[derive(Clone, Debug)]
struct Broken(u32);

impl Game for Broken {
    type Move = u32;

    fn moves(&self) -> impl Iterator<Item = u32> {
        0..2
    }

    fn play(&mut self, m: u32) {
        assert!(self.0 < 1, "the error in this game");
        self.0 += 1 + m;
    }
}

impl Keyed for Broken {
    fn key(&self) -> u64 {
        u64::from(self.0)
    }
}

impl Hints for Broken {
    const CYCLES: bool = false;
}

impl Notation for Broken {
    type Knowledge = StaticValue;

    fn start() -> Self {
        Broken(0)
    }
}

pub(crate) fn entry() -> GameEntry {
    GameEntry::new::<Broken>("broken", "a game with an error")
}
