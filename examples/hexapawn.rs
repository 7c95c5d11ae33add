//! Hexapawn (Martin Gardner, 1962): three pawns on each side, and all of Secateur for them.
//!
//! `cargo run --release --example hexapawn -- compare hexapawn`

use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Cells, Notation, StaticValue};
use secateur_session::{GameEntry, Registry};

/// Cells 0 to 8, row by row. The side to move always moves up the board: after a move the board is turned round.
#[derive(Clone, Debug)]
struct Hexapawn {
    mine: u16,
    theirs: u16,
}

impl Game for Hexapawn {
    type Move = (u8, u8);

    fn moves(&self) -> impl Iterator<Item = (u8, u8)> {
        let pawns = (3..9u8).filter(|c| self.mine >> c & 1 == 1);
        let steps = pawns.flat_map(|from| (from - from % 3 - 3..from - from % 3).map(move |to| (from, to)));
        steps.filter(|&(from, to)| match (from % 3).abs_diff(to % 3) {
            0 => (self.mine | self.theirs) >> to & 1 == 0,
            sideways => sideways == 1 && self.theirs >> to & 1 == 1,
        })
    }

    fn play(&mut self, (from, to): (u8, u8)) {
        let turn = |pawns: u16| pawns.reverse_bits() >> 7;
        let (moved, left) = (self.mine & !(1 << from) | 1 << to, self.theirs & !(1 << to));
        *self = Hexapawn { mine: turn(left), theirs: turn(moved) };
    }

    fn outcome(&self) -> Option<Score> {
        (self.theirs >> 6 != 0).then_some(Score::LOSS) // the opponent has crossed the board
    }
}

impl Keyed for Hexapawn {
    fn key(&self) -> u64 {
        u64::from(self.mine) << 16 | u64::from(self.theirs)
    }
}

impl Hints for Hexapawn {
    const CYCLES: bool = false;
}

impl Notation for Hexapawn {
    type Knowledge = StaticValue;
    fn start() -> Self {
        Hexapawn { mine: 0b111_000_000, theirs: 0b111 }
    }
    fn static_value(&self) -> Score {
        Score::points(10 * (self.mine.count_ones() as i32 - self.theirs.count_ones() as i32))
    }

    fn cells(&self) -> Option<Cells> {
        let is_on = |pawns: u16, row, column| pawns >> (3 * row + column) & 1 == 1;
        Some(Cells::new(3, 3, |row, column| match () {
            () if is_on(self.mine, row, column) => Some('^'),
            () if is_on(self.theirs, row, column) => Some('v'),
            () => None,
        }))
    }

    fn write_move(&self, (from, to): (u8, u8)) -> String {
        [from, to].map(|cell| format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)).concat()
    }
}

fn main() -> std::process::ExitCode {
    secateur_cli::run(Registry::new().with(GameEntry::new::<Hexapawn>("hexapawn", "three pawns a side")))
}
