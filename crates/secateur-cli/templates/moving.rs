//! Mygame: on a board of 5 x 6 cells, each side has two rows of pieces. A piece steps ahead, straight or aslant, and captures
//! aslant only. The first piece on the far row wins.
//!
//! `cargo run --release -- play mygame`

use secateur::table::Zobrist;
use secateur::{Game, Hints, Keyed, Score};
use secateur_games::{Cells, Notation, StaticValue};
use secateur_session::{GameEntry, Registry};

// To change: the size of the board, and what stands on it at the start.
const COLUMNS: i8 = 5;
const ROWS: i8 = 6;
const CELLS: usize = (COLUMNS * ROWS) as usize;

/// What stands on a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    /// A piece of the first player, which goes up the board.
    White,
    /// One of the second, which goes down.
    Black,
}

/// A random number for each piece on each cell, and one for the second player's turn.
static KEYS: Zobrist<{ 2 * CELLS + 1 }> = Zobrist::new(1);

/// A position. It is copied at every node, so keep it small.
#[derive(Copy, Clone, Debug)]
struct Mygame {
    /// Row by row from the top.
    board: [Cell; CELLS],
    side: Cell,
}

/// The cell in a column and a row, if there is one.
fn at(column: i8, row: i8) -> Option<u8> {
    let is_inside = (0..COLUMNS).contains(&column) && (0..ROWS).contains(&row);
    is_inside.then_some((row * COLUMNS + column) as u8)
}

impl Cell {
    fn opponent(self) -> Cell {
        if self == Cell::White { Cell::Black } else { Cell::White }
    }

    /// The rows that a piece goes down by a step.
    fn ahead(self) -> i8 {
        if self == Cell::White { -1 } else { 1 }
    }

    /// The row that wins.
    fn far_row(self) -> i8 {
        if self == Cell::White { 0 } else { ROWS - 1 }
    }
}

impl Mygame {
    /// The cells that a piece may go to. To change: how pieces move.
    fn steps(&self, from: u8) -> impl Iterator<Item = u8> {
        let (column, row) = (from as i8 % COLUMNS, from as i8 / COLUMNS);
        [0, -1, 1].into_iter().filter_map(move |right| {
            let to = at(column + right, row + self.side.ahead())?;
            let there = self.board[usize::from(to)];
            (there == Cell::Empty || right != 0 && there == self.side.opponent()).then_some(to)
        })
    }

    fn count(&self, side: Cell) -> i32 {
        self.board.iter().filter(|&&cell| cell == side).count() as i32
    }
}

impl Game for Mygame {
    /// From a cell to another. A move should be small and `Copy`.
    type Move = (u8, u8);

    /// The legal moves. The better the first ones are, the less a search looks at.
    fn moves(&self) -> impl Iterator<Item = (u8, u8)> {
        let mine = (0..CELLS as u8).filter(|&cell| self.board[usize::from(cell)] == self.side);
        mine.flat_map(|from| self.steps(from).map(move |to| (from, to)))
    }

    /// Plays a legal move. Then the other side is to move.
    fn play(&mut self, (from, to): (u8, u8)) {
        self.board[usize::from(to)] = std::mem::replace(&mut self.board[usize::from(from)], Cell::Empty);
        self.side = self.side.opponent();
    }

    /// How the game has ended, for the side to move; `None` as long as it goes on. (A side without a move has lost, unless
    /// `no_moves` says otherwise.)
    fn outcome(&self) -> Option<Score> {
        let foe = self.side.opponent();
        let far = (0..COLUMNS).filter_map(|column| at(column, foe.far_row()));
        far.into_iter().any(|cell| self.board[usize::from(cell)] == foe).then_some(Score::LOSS)
    }
}

impl Keyed for Mygame {
    /// A number by which a table knows the position. All that the future depends on has to be part of it.
    fn key(&self) -> u64 {
        let pieces = self.board.iter().enumerate().filter(|&(_, &piece)| piece != Cell::Empty);
        let turn = if self.side == Cell::Black { KEYS.key(2 * CELLS) } else { 0 };
        pieces.fold(turn, |key, (cell, &piece)| key ^ KEYS.key(2 * cell + usize::from(piece == Cell::Black)))
    }
}

impl Hints for Mygame {
    // No position can come back, since pieces go ahead only. Take this line out if in your game one can.
    const CYCLES: bool = false;
}

impl Notation for Mygame {
    type Knowledge = StaticValue;

    fn start() -> Self {
        let board = std::array::from_fn(|cell| match cell as i8 / COLUMNS {
            0 | 1 => Cell::Black,
            row if row >= ROWS - 2 => Cell::White,
            _ => Cell::Empty,
        });
        Mygame { board, side: Cell::White }
    }

    /// A guess at the value for the side to move, in points. To change: here, pieces count.
    fn static_value(&self) -> Score {
        Score::points(100 * (self.count(self.side) - self.count(self.side.opponent())))
    }

    fn cells(&self) -> Option<Cells> {
        let mark = |row: u8, column: u8| match self.board[usize::from(at(column as i8, row as i8)?)] {
            Cell::Empty => None,
            Cell::White => Some('W'),
            Cell::Black => Some('B'),
        };
        Some(Cells::new(ROWS as u8, COLUMNS as u8, mark).numbered_from_below())
    }

    fn write_move(&self, (from, to): (u8, u8)) -> String {
        let name = |cell: u8| {
            let (column, row) = (cell as i8 % COLUMNS, cell as i8 / COLUMNS);
            format!("{}{}", char::from(b'a' + column as u8), ROWS - row)
        };
        name(from) + &name(to)
    }

    fn side(&self) -> String {
        if self.side == Cell::White { "white" } else { "black" }.into()
    }
}

/// The game, as programs list it.
fn game() -> GameEntry {
    GameEntry::new::<Mygame>("mygame", "reach the far row, on 5 x 6 cells")
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

    // To change: moves and outcomes that you know.
    #[test]
    fn pieces_step_ahead_and_capture_aslant() {
        let start = Mygame::start();
        assert_eq!(start.moves().count(), 13);
        assert!(
            start.read_move("a2a3").is_ok()
                && start.read_move("a2b3").is_ok()
                && start.read_move("a1a2").is_err()
        );
        let facing = Mygame::read("a2a3 a5a4").unwrap();
        assert!(facing.read_move("a3a4").is_err() && facing.read_move("b2a3").is_err());
        let captured = Mygame::read("a2a3 b5b4 a3b4").unwrap();
        assert_eq!((captured.count(Cell::White), captured.count(Cell::Black)), (10, 9));
    }

    #[test]
    fn searches_find_what_minimax_finds() {
        let pos = Mygame::read("a2a3 b5b4").unwrap();
        let minimax = algo::minimax(&mut Search::new(StaticValue), &pos, 3);
        let table = Table::with_entries(1 << 16);
        let mut cx = Search::new(StaticValue).memory(table.exact());
        assert_eq!(algo::pvs_memory(&mut cx, &pos, 3, -Score::INF, Score::INF), minimax);
    }
}
