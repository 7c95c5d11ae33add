//! Konane, a game of jumps from Hawaii: a move is a path of any length, and so a `Vec`. Rules as in M. Ernst, *Playing
//! Konane Mathematically*, UMAP Journal 16(2), 1995, on a board of 6 x 6 from which two stones in the middle are gone.
//!
//! A stone jumps over a neighbouring stone of the other side onto an empty cell, and takes it; it may go on in the same
//! direction. A side that cannot move loses.
//!
//! `cargo run --release --example jumps -- play konane`

use secateur_games::Cells;
use secateur_games::turns::{Rules, Turns};
use secateur_session::{GameEntry, Registry};

const SIDE: i8 = 6;
const CELLS: usize = (SIDE * SIDE) as usize;

/// Cells row by row; `stones[0]` are on the dark cells, and move first.
#[derive(Clone, Debug)]
struct Konane {
    stones: [u64; 2],
    mover: usize,
}

/// The cell at this distance, if it is on the board.
fn step(from: u8, [down, right]: [i8; 2]) -> Option<u8> {
    let (row, column) = (from as i8 / SIDE + down, from as i8 % SIDE + right);
    let inside = (0..SIDE).contains(&row) && (0..SIDE).contains(&column);
    inside.then_some((row * SIDE + column) as u8)
}

// ANCHOR: rules
impl Rules for Konane {
    /// The cells on the way, where the stone begins and each where it lands.
    type Move = Vec<u8>;

    /// Every move takes stones off the board.
    const CYCLES: bool = false;

    fn start() -> Self {
        let dark = |cell: &usize| (cell / SIDE as usize + cell % SIDE as usize).is_multiple_of(2);
        let (dark, light): (Vec<_>, Vec<_>) = (0..CELLS).partition(dark);
        let board =
            |cells: Vec<usize>, gone: u64| cells.into_iter().map(|cell| 1 << cell).sum::<u64>() & !gone;
        let middle = 2 * SIDE + 2;
        Konane { stones: [board(dark, 1 << middle), board(light, 1 << (middle + 1))], mover: 0 }
    }

    fn moves(&self) -> Vec<Vec<u8>> {
        let (theirs, all) = (self.stones[1 - self.mover], self.stones[0] | self.stones[1]);
        let mut moves = Vec::new();
        for from in (0..CELLS as u8).filter(|from| self.stones[self.mover] >> from & 1 == 1) {
            for [down, right] in [[-1, 0], [1, 0], [0, -1], [0, 1]] {
                let mut path = vec![from];
                let mut at = from;
                while let (Some(over), Some(to)) = (step(at, [down, right]), step(at, [2 * down, 2 * right]))
                {
                    if theirs >> over & 1 == 0 || all >> to & 1 == 1 {
                        break;
                    }
                    path.push(to);
                    moves.push(path.clone());
                    at = to;
                }
            }
        }
        moves
    }

    fn play(&mut self, path: &Vec<u8>) {
        for jump in path.windows(2) {
            self.stones[self.mover] ^= 1 << jump[0] | 1 << jump[1];
            self.stones[1 - self.mover] &= !(1 << ((jump[0] + jump[1]) / 2));
        }
        self.mover = 1 - self.mover;
    }
    // ANCHOR_END: rules

    fn mover(&self) -> usize {
        self.mover
    }

    fn key(&self) -> u64 {
        let mixed = self.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31) ^ self.stones[1];
        mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31) ^ self.mover as u64
    }

    fn write_move(&self, path: &Vec<u8>) -> String {
        let name = |&at: &u8| format!("{}{}", (b'a' + at % SIDE as u8) as char, SIDE as u8 - at / SIDE as u8);
        path.iter().map(name).collect::<Vec<_>>().join("-")
    }

    fn cells(&self) -> Option<Cells> {
        let side = SIDE as u8;
        let mark = |row, column| match row * side + column {
            at if self.stones[0] >> at & 1 == 1 => Some('X'),
            at if self.stones[1] >> at & 1 == 1 => Some('O'),
            _ => None,
        };
        Some(Cells::new(side, side, mark).numbered_from_below())
    }

    const SIDES: [&'static str; 2] = ["X", "O"];
}

fn main() -> std::process::ExitCode {
    let konane = GameEntry::new::<Turns<Konane>>("konane", "jump over the other side's stones, 6 x 6");
    secateur_cli::run(Registry::new().with(konane))
}

#[test]
fn laws() {
    use secateur_games::Notation;
    secateur::laws::check(&Turns::<Konane>::start(), 1, 50).unwrap();
    secateur_games::laws::check_notation::<Turns<Konane>>("", 1, 10).unwrap();
}

#[test]
fn a_path_takes_every_stone_on_its_way() {
    let mut pos = Konane { stones: [1, 1 << 1 | 1 << 3], mover: 0 };
    assert_eq!(pos.moves(), [vec![0, 2], vec![0, 2, 4]]);
    pos.play(&vec![0, 2, 4]);
    assert_eq!((pos.stones, pos.moves().len()), ([1 << 4, 0], 0));
}
