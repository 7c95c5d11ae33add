//! Breakthrough (Dan Troyka, 2000) on a board of 6 x 6: a game of real size from nothing but its rules and an
//! evaluation. Pieces step one square ahead, straight or diagonally, and capture diagonally only; the first to reach
//! the far row, or to take the last piece, wins.
//!
//! `cargo run --release --example breakthrough -- choose breakthrough`

use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Cells, Inputs, Notation, StaticValue, Symmetry, paint};
use secateur_session::{GameEntry, Registry};

const SIDE: u8 = 6;
const CELLS: u8 = SIDE * SIDE;
/// The squares of the two rows on which a side begins, seen from the side: those nearest to it are the last.
const HOME: u64 = ((1 << (2 * SIDE)) - 1) << (CELLS - 2 * SIDE);

/// Squares 0 to 35, row by row. The side to move always moves up the board: after a move the board is turned round.
#[derive(Clone, Debug)]
struct Breakthrough {
    mine: u64,
    theirs: u64,
    /// Whether the second player is to move.
    turned: bool,
}

/// The board as the other side sees it.
fn turn(pieces: u64) -> u64 {
    pieces.reverse_bits() >> (64 - CELLS)
}

/// The value of pieces to the side that moves up: 100 each, and more the nearer they are to the far row.
fn worth(pieces: u64) -> i32 {
    let row = (1u64 << SIDE) - 1;
    let advance = [300, 120, 50, 20, 5, 10]; // those at home guard it
    (0..SIDE)
        .zip(advance)
        .map(|(r, bonus)| (pieces >> (r * SIDE) & row).count_ones() as i32 * (100 + bonus))
        .sum()
}

impl Game for Breakthrough {
    type Move = (u8, u8);

    fn moves(&self) -> impl Iterator<Item = (u8, u8)> {
        let pieces = (SIDE..CELLS).filter(|from| self.mine >> from & 1 == 1);
        let steps = pieces.flat_map(|from| {
            let (ahead, column) = (from - SIDE, from % SIDE);
            let left = (column > 0).then(|| (from, ahead - 1));
            let right = (column + 1 < SIDE).then(|| (from, ahead + 1));
            [left, Some((from, ahead)), right].into_iter().flatten()
        });
        let blocked = |from: u8, to: u8| from - to == SIDE && self.theirs >> to & 1 == 1;
        steps.filter(move |&(from, to)| self.mine >> to & 1 == 0 && !blocked(from, to))
    }

    fn play(&mut self, (from, to): (u8, u8)) {
        let (moved, left) = (self.mine & !(1 << from) | 1 << to, self.theirs & !(1 << to));
        *self = Breakthrough { mine: turn(left), theirs: turn(moved), turned: !self.turned };
    }

    fn outcome(&self) -> Option<Score> {
        // The last move was the opponent's, who moves down the board as it is seen now.
        let crossed = self.theirs >> (CELLS - SIDE) != 0;
        (crossed || self.mine == 0).then_some(Score::LOSS)
    }
}

impl Keyed for Breakthrough {
    fn key(&self) -> u64 {
        let mixed = self.mine.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ self.theirs;
        mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
    }
}

impl Hints for Breakthrough {
    const CYCLES: bool = false;
}

impl Notation for Breakthrough {
    type Knowledge = StaticValue;

    fn start() -> Self {
        Breakthrough { mine: HOME, theirs: turn(HOME), turned: false }
    }

    fn static_value(&self) -> Score {
        Score::points(worth(self.mine) - worth(turn(self.theirs)))
    }

    fn write_move(&self, (from, to): (u8, u8)) -> String {
        let square = |at: u8| {
            let at = if self.turned { CELLS - 1 - at } else { at };
            format!("{}{}", (b'a' + at % SIDE) as char, SIDE - at / SIDE)
        };
        square(from) + &square(to)
    }

    /// The board as white sees it.
    fn cells(&self) -> Option<Cells> {
        let [white, black] = match self.turned {
            true => [turn(self.theirs), turn(self.mine)],
            false => [self.mine, self.theirs],
        };
        let mark = |row, column| match row * SIDE + column {
            at if white >> at & 1 == 1 => Some('W'),
            at if black >> at & 1 == 1 => Some('B'),
            _ => None,
        };
        Some(Cells::new(SIDE, SIDE, mark).numbered_from_below())
    }

    // ANCHOR: inputs
    fn inputs(&self) -> Option<Inputs> {
        Some(Inputs { symmetry: Symmetry::Columns, ..Inputs::of(SIDE, SIDE) })
    }

    fn contents(&self, cells: &mut [u8]) -> usize {
        paint(cells, [self.mine, self.theirs]);
        0
    }
    // ANCHOR_END: inputs

    fn side(&self) -> String {
        if self.turned { "black" } else { "white" }.into()
    }
}

fn main() -> std::process::ExitCode {
    secateur_cli::run(
        Registry::new().with(GameEntry::new::<Breakthrough>("breakthrough", "reach the far row, 6 x 6")),
    )
}

#[test]
fn laws() {
    secateur::laws::check(&Breakthrough::start(), 1, 100).unwrap();
    secateur_games::laws::check_notation::<Breakthrough>("", 1, 20).unwrap();
    secateur_games::laws::check_inputs(&Breakthrough::start(), 1, 100).unwrap();
}
