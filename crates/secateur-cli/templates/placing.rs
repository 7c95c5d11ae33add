//! Mygame: on a board of 5 x 5 cells, each side in turn places a stone; four in a row, in any direction, win.
//!
//! `cargo run --release -- play mygame`

use secateur::table::Zobrist;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Cells, Notation, StaticValue};
use secateur_session::{GameEntry, Registry};

// To change: the size of the board. A set of cells is an integer, so that there is room for 64 of them.
const COLUMNS: u8 = 5;
const ROWS: u8 = 5;
/// The stones in a row that win.
const LINE: i8 = 4;
/// The directions of a row: columns to the right, rows down.
const WAYS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A random number for each stone of either side. A position's key is the sum, bit by bit, of those on its board.
static KEYS: Zobrist<{ 2 * (COLUMNS as usize) * (ROWS as usize) }> = Zobrist::new(1);

/// A position, as the side to move sees it. It is copied at every node, so keep it small.
#[derive(Copy, Clone, Debug)]
struct Mygame {
    /// The cells with stones of the side to move, one bit each, row by row from the top.
    mine: u64,
    /// Those of its opponent.
    theirs: u64,
    /// Whether the second player is to move.
    second: bool,
    key: u64,
}

impl Mygame {
    /// Whether a side has stones on this cell and the next ones in some direction.
    fn has_line(stones: u64) -> bool {
        let is_on = |column: i8, row: i8| {
            (0..COLUMNS as i8).contains(&column)
                && (0..ROWS as i8).contains(&row)
                && stones >> (row * COLUMNS as i8 + column) & 1 == 1
        };
        let cells = (0..ROWS as i8).flat_map(|row| (0..COLUMNS as i8).map(move |column| (column, row)));
        cells.filter(|&(column, row)| is_on(column, row)).any(|(column, row)| {
            WAYS.iter().any(|(right, down)| (1..LINE).all(|n| is_on(column + n * right, row + n * down)))
        })
    }
}

impl Game for Mygame {
    /// A cell, row by row from the top. A move should be small and `Copy`.
    type Move = u8;

    /// The legal moves. The better the first ones are, the less a search looks at.
    fn moves(&self) -> impl Iterator<Item = u8> {
        (0..COLUMNS * ROWS).filter(|cell| (self.mine | self.theirs) >> cell & 1 == 0)
    }

    /// Plays a legal move. Then the other side is to move, which is why the stones change sides.
    fn play(&mut self, cell: u8) {
        self.key ^= KEYS.key(2 * usize::from(cell) + usize::from(self.second));
        let moved = self.mine | 1 << cell;
        (self.mine, self.theirs, self.second) = (self.theirs, moved, !self.second);
    }

    /// How the game has ended, for the side to move; `None` as long as it goes on.
    fn outcome(&self) -> Option<Score> {
        Self::has_line(self.theirs).then_some(Score::LOSS)
    }

    /// What it is worth to have no move left. Without this function: a loss.
    fn no_moves(&self) -> Score {
        Score::DRAW
    }
}

impl Keyed for Mygame {
    /// A number by which a table knows the position. All that the future depends on has to be part of it.
    fn key(&self) -> u64 {
        self.key
    }
}

impl Hints for Mygame {
    // No position can come back, since stones stay. Take this line out if in your game one can.
    const CYCLES: bool = false;
}

impl Notation for Mygame {
    type Knowledge = StaticValue;

    fn start() -> Self {
        Mygame { mine: 0, theirs: 0, second: false, key: 0 }
    }

    /// A guess at the value for the side to move, in points. To change: here, stones near the middle count.
    fn static_value(&self) -> Score {
        let worth = |stones: u64| -> i32 {
            let cells = (0..COLUMNS * ROWS).filter(|cell| stones >> cell & 1 == 1);
            let edge = |at: u8, length: u8| i32::from(at.min(length - 1 - at));
            cells.map(|cell| edge(cell % COLUMNS, COLUMNS) + edge(cell / COLUMNS, ROWS)).sum()
        };
        Score::points(worth(self.mine) - worth(self.theirs))
    }

    fn cells(&self) -> Option<Cells> {
        let [first, second] = if self.second { [self.theirs, self.mine] } else { [self.mine, self.theirs] };
        Some(Cells::new(ROWS, COLUMNS, |row, column| match row * COLUMNS + column {
            cell if first >> cell & 1 == 1 => Some('X'),
            cell if second >> cell & 1 == 1 => Some('O'),
            _ => None,
        }))
    }

    fn write_move(&self, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % COLUMNS), cell / COLUMNS + 1)
    }

    fn side(&self) -> String {
        if self.second { "O" } else { "X" }.into()
    }
}

/// The game, as programs list it.
fn game() -> GameEntry {
    GameEntry::new::<Mygame>("mygame", "four in a row on 5 x 5 cells")
}

fn main() -> std::process::ExitCode {
    secateur_cli::run(Registry::new().with(game()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur::{Search, Table, algo};

    /// Random games, in which everything that a search relies on is checked. Keep this test, whatever else changes.
    #[test]
    fn laws() {
        secateur::laws::check(&Mygame::start(), 1, 100).unwrap();
        secateur_games::laws::check_notation::<Mygame>("", 1, 20).unwrap();
    }

    // To change: positions whose outcome you know.
    #[test]
    fn four_in_a_row_win() {
        for line in ["a1 a5 b1 b5 c1 c5 d1", "a1 e1 b2 e2 c3 e3 d4", "e1 a1 d2 a2 c3 a3 b4"] {
            assert_eq!(Mygame::read(line).unwrap().outcome(), Some(Score::LOSS), "{line}");
        }
        assert_eq!(Mygame::read("d1 a5 e1 b5 a2 c5 b2").unwrap().outcome(), None);
    }

    #[test]
    fn searches_find_what_minimax_finds() {
        let pos = Mygame::read("c3 b2 d4").unwrap();
        let minimax = algo::minimax(&mut Search::new(StaticValue), &pos, 3);
        let table = Table::with_entries(1 << 16);
        let mut cx = Search::new(StaticValue).memory(table.exact());
        assert_eq!(algo::pvs_memory(&mut cx, &pos, 3, -Score::INF, Score::INF), minimax);
    }
}
