//! Mygame: each side has four houses with three seeds each, and a store. The seeds of a house are sown one by one round the
//! board, past one's own store and not into the other. Whose last seed falls into its store moves again. Once a side has
//! nothing to sow on its turn, the other's seeds go to the other's store, and the most seeds win.
//!
//! `cargo run --release -- play mygame`

use secateur::Score;
use secateur::table::Zobrist;
use secateur_games::Scale;
use secateur_games::turns::{Rules, Turns};
use secateur_session::{GameEntry, Registry};

// To change: the size of the board.
const HOUSES: usize = 4;
const SEEDS: u8 = 3;
/// The places of one side: its houses, and behind them its store.
const PLACES: usize = HOUSES + 1;

/// A random number for each number of seeds in each place, and one for the second side's turn.
static KEYS: Zobrist<{ (2 * PLACES + 1) << 8 }> = Zobrist::new(1);

/// A position.
#[derive(Clone, Debug)]
struct Mygame {
    /// The seeds in the places of the first side, in the order in which it sows, and then of the second.
    board: [u8; 2 * PLACES],
    /// The side to move, 0 or 1.
    mover: usize,
}

impl Mygame {
    /// The place of a house of the side to move, or of its store after the last house.
    fn place(&self, house: usize) -> usize {
        self.mover * PLACES + house
    }

    fn store(&self, side: usize) -> i32 {
        i32::from(self.board[side * PLACES + HOUSES])
    }

    fn houses(&self, side: usize) -> &[u8] {
        &self.board[side * PLACES..][..HOUSES]
    }

    /// The seeds that the side to move has in its store beyond those in the other.
    fn lead(&self) -> i32 {
        self.store(self.mover) - self.store(1 - self.mover)
    }
}

/// `Rules`, and not `Game`, since a side may move twice in a row: `Turns` makes a game of them.
impl Rules for Mygame {
    /// A house of the side to move, from 0.
    type Move = u8;

    // No position can come back, since seeds go one way. Take this line out if in your game one can.
    const CYCLES: bool = false;

    fn start() -> Self {
        let board = std::array::from_fn(|place| if place % PLACES == HOUSES { 0 } else { SEEDS });
        Mygame { board, mover: 0 }
    }

    /// The legal moves. The better the first ones are, the less a search looks at: the houses next to the store come first.
    fn moves(&self) -> Vec<u8> {
        (0..HOUSES as u8).rev().filter(|&house| self.board[self.place(house.into())] > 0).collect()
    }

    /// Plays a legal move, and says by `mover` who is to move then.
    fn play(&mut self, house: &u8) {
        let (own, other) = (self.place(HOUSES), (1 - self.mover) * PLACES + HOUSES);
        let mut place = self.place(usize::from(*house));
        for _ in 0..std::mem::take(&mut self.board[place]) {
            place = (place + 1) % self.board.len();
            if place == other {
                place = (place + 1) % self.board.len();
            }
            self.board[place] += 1;
        }
        if place != own {
            self.mover = 1 - self.mover;
        }
    }

    fn mover(&self) -> usize {
        self.mover
    }

    /// How the game has ended, in points for the side to move; `None` as long as it goes on.
    fn outcome(&self) -> Option<Score> {
        let seeds = |side: usize| self.houses(side).iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
        (seeds(self.mover) == 0).then(|| Score::points(self.lead() - seeds(1 - self.mover)))
    }

    /// A number by which a table knows the position. All that the future depends on has to be part of it.
    fn key(&self) -> u64 {
        let turn = KEYS.key((2 * PLACES) << 8 | self.mover);
        let counts = self.board.iter().enumerate();
        counts.fold(turn, |key, (place, &seeds)| key ^ KEYS.key(place << 8 | usize::from(seeds)))
    }

    /// A guess at the value for the side to move, in points.
    fn static_value(&self) -> Score {
        Score::points(self.lead())
    }

    fn write_move(&self, house: &u8) -> String {
        (house + 1).to_string()
    }

    fn draw(&self) -> String {
        let row = |seeds: &mut dyn Iterator<Item = &u8>| seeds.map(|n| format!("{n:>3}")).collect::<String>();
        let (above, below) = (row(&mut self.houses(1).iter().rev()), row(&mut self.houses(0).iter()));
        let width = 3 * HOUSES + 3;
        format!("   {above}\n{:>3}{:>width$}\n   {below}", self.store(1), self.store(0))
    }

    // Values are points; without this line: won, drawn or lost.
    const SCALE: Scale = Scale::Points;
}

/// The game, as programs list it.
fn game() -> GameEntry {
    GameEntry::new::<Turns<Mygame>>("mygame", "sow, and move again from the store")
}

fn main() -> std::process::ExitCode {
    secateur_cli::run(Registry::new().with(game()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::{Search, Table, algo};
    use secateur_games::{Notation, StaticValue};

    /// Random games, in which everything that a search relies on is checked. Keep this test, whatever else changes.
    #[test]
    fn laws() {
        secateur::laws::check(&Turns::<Mygame>::start(), 1, 100).unwrap();
        secateur_games::laws::check_notation::<Turns<Mygame>>("", 1, 20).unwrap();
    }

    // To change: moves and positions that you know.
    #[test]
    fn who_ends_in_the_store_moves_again() {
        let mut pos = Mygame::start();
        pos.play(&1); // three seeds, from the second house to the store
        assert_eq!((pos.mover, pos.store(0), pos.houses(0)), (0, 1, &[3, 0, 4, 4][..]));
        pos.play(&3); // four seeds: one into the store, three beyond
        assert_eq!((pos.mover, pos.store(0), pos.houses(1)), (1, 2, &[4, 4, 4, 3][..]));
    }

    #[test]
    fn searches_find_what_minimax_finds() {
        let pos = Turns::<Mygame>::read("2").unwrap();
        let minimax = algo::minimax(&mut Search::new(StaticValue), &pos, 4);
        let table = Table::with_entries(1 << 16);
        let mut cx = Search::new(StaticValue).memory(table.exact());
        assert_eq!(algo::pvs_memory(&mut cx, &pos, 4, -Score::INF, Score::INF), minimax);
    }
}
